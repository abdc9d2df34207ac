"""F22–F24: whole deals of cheap players and of chance, with every check after every event."""

from collections import Counter
from random import Random

import pytest

from marriage_core.marriage.game import GAME
from marriage_core.marriage.history import moves_of
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import legal_moves
from marriage_core.marriage.rules import Rules
from marriage_core.marriage.view import view
from tests.core.builder import after, dealt
from tests.core.checked import Watched, check_moves
from tests.core.planted import RULES, planted, players_of
from tests.core.walkers import WALKERS

DEALS = 40
ENDED: Counter[str] = Counter()


def walk(deal: Watched, draw: Random, looks: float) -> Watched:
    """Plays a deal to its end; now and then tries everything."""
    walkers = [draw.choice(list(WALKERS.values())) for _ in deal.state.places]
    while deal.state.phase is not Phase.OVER:
        if draw.random() < looks:
            check_moves(deal.state)
        seat = deal.state.turn
        own = view(deal.state, seat)
        by_chance = draw.random() < 0.1
        deal.make(seat, draw.choice(legal_moves(own)) if by_chance else walkers[seat](own, draw.randrange(1 << 16)))
    check_moves(deal.state)
    assert deal.replayed() == deal.state
    return deal


@pytest.mark.parametrize("number", range(DEALS))
def test_f22_f23_f24_planted_deals(number: int) -> None:
    draw = Random(number)
    rules = RULES[number % len(RULES)]
    deal = walk(Watched(planted(rules, players_of(rules, draw), draw)), draw, 0.05)
    ENDED[str(deal.state.by)] += 1


def test_planted_deals_end_in_every_way() -> None:
    if sum(ENDED.values()) == DEALS:
        assert min(ENDED[by] for by in ("melds", "dublees", "None")) >= 3, ENDED


@pytest.mark.parametrize("rules", RULES)
def test_f22_f23_f24_real_deals_and_their_moves_replay(rules: Rules) -> None:
    draw = Random(repr(rules))
    for _ in range(2):
        players = players_of(rules, draw)
        key = draw.randbytes(32)
        events = GAME.start(rules, players, 0, key)
        deal = Watched(dealt(players, 0, key, rules))
        assert deal.state == after(None, *events)
        walk(deal, draw, 0.02)
        moves = moves_of((*events, *deal.events))
        again = Watched(after(None, *events))
        for seat, move in moves:
            again.make(seat, move)
        assert again.events == deal.events
        assert again.state == deal.state
