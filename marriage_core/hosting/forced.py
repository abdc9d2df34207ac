"""Moves that no person submits: a computer's, and the safe ones of a turn that timed out. Pure."""

import logging
from typing import Any

from marriage_core.hosting.answers import missed
from marriage_core.hosting.draft import Draft

log = logging.getLogger(__name__)

# A turn is a draw, perhaps seeing, and a discard; more moves in one turn are a fault of a player's program (F78).
MOST_MOVES_A_TURN = 16


def computer_moves(draft: Draft, move: Any) -> None:
    """What a computer chose; where it may not, the safe move instead."""
    lobby, deal = draft.live.lobby, draft.live.deal
    game, seat = lobby.game, lobby.game.to_move(deal)
    try:
        events = game.decide(deal, seat, move)
    except Exception:
        log.exception("table %s: the move of a computer is refused", lobby.table)
        events = game.decide(deal, seat, game.absent_move(game.view(deal, seat)))
    draft.play(events)


def time_out(draft: Draft) -> None:
    """M12.2, F26: the seat to move missed its turn; the safe moves, to the end of the turn."""
    game = draft.live.lobby.game
    seat = game.to_move(draft.live.deal)
    turn = game.decision(draft.live.deal, seat).turn
    for happening in missed(draft.live.lobby, seat):
        draft.happen(happening)
    for _ in range(MOST_MOVES_A_TURN):
        decision = game.decision(draft.live.deal, seat)
        if decision is None or decision.turn != turn:
            return
        draft.play(game.decide(draft.live.deal, seat, game.absent_move(game.view(draft.live.deal, seat))))
