"""Cheap players that bring deals about: they reach seeing, dublees, recycling and showing without thinking long.

events = walk("nepali", 4, number=7)
"""

from collections.abc import Callable
from functools import cache
from hashlib import sha256

from marriage_core.cards import FACES, JOKER, Face, counts_of, rank_of, suit_of
from marriage_core.engine import find_preset
from marriage_core.marriage.events import Event
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import may
from marriage_core.marriage.view import View
from marriage_core.shuffle import pick

Walker = Callable[[View, int], Move]


@cache
def _near(face: Face) -> tuple[Face, ...]:
    if face == JOKER:
        return ()
    suit, rank = suit_of(face), rank_of(face)
    near = (f for f in FACES if suit_of(f) == suit and f != face and abs(rank_of(f) - rank) <= 2)
    return (face, face, *near)


def _legal(view: View) -> list[Face]:
    own, _ = view.me
    return [face for face in sorted(set(own.hand)) if face != own.barred]


def _exchanged(view: View) -> Discard | None:
    """A card that lies on the table and may be discarded (I4)."""
    hand = view.me[0].hand
    moves = (Discard(face) for face in view.holding.free if face not in hand)
    return next((move for move in moves if may(view, move)), None)


def _begin(view: View, lot: int) -> Move:
    own, _ = view.me
    for face in sorted(set(own.hand)):
        if own.hand.count(face) > 2 and may(view, ShowTunnela(face)):
            return ShowTunnela(face)
    if may(view, TakeAndShow()):
        return TakeAndShow()
    moves = [move for move in (Draw(), Take()) if may(view, move)]
    return moves[-1] if lot % 3 == 0 else moves[0]


def collector(view: View, lot: int) -> Move:
    """Keeps what lies close together; sees and shows as soon as it can."""
    if view.phase is Phase.DRAW:
        return _begin(view, lot)
    for move in (See(Route.MELDS), Show()):
        if may(view, move):
            return move
    if lot % 4 == 0 and (exchange := _exchanged(view)) is not None:
        return exchange
    held = counts_of(view.me[0].hand)
    worth = {face: (face in view.wilds, sum(held[f] for f in _near(face))) for face in _legal(view)}
    return Discard(min(worth, key=lambda face: worth[face]))


def pairer(view: View, lot: int) -> Move:
    """Keeps pairs; sees and shows by dublees."""
    if view.phase is Phase.DRAW:
        if may(view, Take()) and view.me[0].hand.count(view.discards[-1]) == 1:
            return Take()
        return _begin(view, 1)
    for move in (See(Route.DUBLEES), Show()):
        if may(view, move):
            return move
    hand = view.me[0].hand
    return Discard(min(_legal(view), key=lambda face: hand.count(face) % 2 == 0))


def dreamer(view: View, lot: int) -> Move:
    """Draws and discards whatever the lot says; never sees."""
    if view.phase is Phase.DRAW:
        return _begin(view, lot)
    legal = _legal(view)
    return Discard(legal[lot % len(legal)])


WALKERS: dict[str, Walker] = {"collector": collector, "pairer": pairer, "dreamer": dreamer}


def walk(preset: str, walkers: str, number: int = 0, **options: object) -> tuple[Event, ...]:
    """The events of a whole deal: `walkers` names one walker a seat, separated by blanks; `number` its shuffle."""
    game, rules = find_preset(preset)
    seats = [WALKERS[name] for name in walkers.split()]
    key = sha256(b"walk %d" % number).digest()
    happened = game.start(rules.with_options(options), len(seats), number % len(seats), key)
    events, state = list(happened), None
    for event in happened:
        state = game.evolve(state, event)
    while (seat := game.to_move(state)) is not None:
        lot = pick(key, f"lot {len(events)}", 1 << 16)
        happened = game.decide(state, seat, seats[seat](game.view(state, seat), lot))
        for event in happened:
            state = game.evolve(state, event)
        events += happened
    return tuple(events)
