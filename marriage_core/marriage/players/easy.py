"""`easy`: the greedy player. Nearest to three pure melds, then nearest to a show; of equals the best connected."""

from marriage_core.cards import JOKER, Face, rank_of, suit_of
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import may
from marriage_core.marriage.rules import DUBLEES_TO_SEE, PURE_TO_SEE
from marriage_core.marriage.view import View
from marriage_core.solver import dublees, finish_discards, finish_distance, see_discards, see_distance, supply


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    if view.phase is Phase.DRAW:
        return _before_drawing(view)
    for move in (See(Route.MELDS), Show(), See(Route.DUBLEES)):
        if may(view, move):
            return move
    return Discard(discard(view))


def _before_drawing(view: View) -> Move:
    own, _ = view.me
    for face in sorted(set(own.hand)):
        if own.hand.count(face) >= 3 and may(view, ShowTunnela(face)):
            return ShowTunnela(face)
    if may(view, TakeAndShow()):
        return TakeAndShow()
    if may(view, Take()) and (_helps(view) or not may(view, Draw())):
        return Take()
    return Draw()


def _helps(view: View) -> bool:
    """Whether the top discard brings the hand nearer."""
    own, me = view.me
    top = view.discards[-1]
    if me.route is Route.DUBLEES:
        return False
    if me.seen:
        have = _supply(view)
        melds = 7 - len(me.tunnelas) - len(me.laid)
        before = finish_distance(own.hand, view.wilds, have, melds)
        return finish_distance((*own.hand, top), view.wilds, have, melds) < before
    need = max(0, PURE_TO_SEE - len(me.tunnelas))
    if collects_dublees(view):
        return own.hand.count(top) == 1
    return see_distance((*own.hand, top), need, view.packs) < see_distance(own.hand, need, view.packs)


def collects_dublees(view: View) -> bool:
    """Whether seven dublees are nearer than three pure melds."""
    own, me = view.me
    rules = view.rules
    if not rules.dublees or view.players < rules.dublee_min_players:
        return False
    need = max(0, PURE_TO_SEE - len(me.tunnelas))
    return DUBLEES_TO_SEE - len(me.tunnelas) - dublees(own.hand) < see_distance(own.hand, need, view.packs)


def _supply(view: View) -> tuple[int, ...]:
    own, _ = view.me
    return supply(view.packs, view.rules.printed_jokers, own.tiplu)


def discard(view: View) -> Face:
    """The legal discard that leaves the hand nearest; of equals the one worst connected, then the lowest face."""
    own, me = view.me
    legal = [face for face in sorted(set(own.hand)) if face != own.barred]
    if me.route is Route.DUBLEES or (not me.seen and collects_dublees(view)):
        return min(legal, key=lambda face: (min(own.hand.count(face), 2), face in view.wilds))
    if me.seen:
        left = finish_discards(own.hand, view.wilds, _supply(view), 7 - len(me.tunnelas) - len(me.laid))
    else:
        left = see_discards(own.hand, max(0, PURE_TO_SEE - len(me.tunnelas)), view.packs)
    return min(legal, key=lambda face: (left[face][0], face in view.wilds, connectivity(own.hand, face)))


def connectivity(hand: tuple[Face, ...], face: Face) -> int:
    """How many other cards in hand could stand in a sequence, tunnela or triplet with this one."""
    if face == JOKER:
        return len(hand)
    near = [
        other
        for other in hand
        if other != JOKER and suit_of(other) == suit_of(face) and abs(rank_of(other) - rank_of(face)) <= 2
    ]
    alike = [other for other in hand if other != JOKER and rank_of(other) == rank_of(face)]
    return len(near) + len(alike)
