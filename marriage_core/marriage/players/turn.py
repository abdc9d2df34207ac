"""The frame of a turn, which all levels share: what they differ in is how they discard."""

from collections.abc import Callable

from marriage_core.cards import JOKER, Face, text
from marriage_core.marriage.checks import plan_of
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import may
from marriage_core.marriage.players.advice import Advice, Why
from marriage_core.marriage.players.nearness import (
    Left,
    collects_dublees,
    dublees_missing,
    legal_discards,
    missing,
    nearest_discards,
    pairing,
    scoring,
)
from marriage_core.marriage.view import View, unseen

Choice = Callable[[View, dict[Face, Left]], Advice]
"""How a level chooses among the discards that leave least missing."""
Wider = Callable[[View], bool]
"""Whether a discard is worth taking that brings the hand no nearer."""


def advise(view: View, choice: Choice, dublees: bool, helps: bool = True, wider: Wider | None = None) -> Advice:
    """The move of a level for the seat to move.

    `dublees`: whether it plans them; `helps`: whether it looks at help; `wider`: when it takes a discard all the same
    that brings it no nearer.
    """
    if view.phase is Phase.DRAW:
        return _before_drawing(view, dublees, wider)
    return _seeing(view) or _showing(view) or discard(view, choice, dublees, helps)


def _before_drawing(view: View, dublees: bool, wider: Wider | None) -> Advice:
    """Tunnelas are shown, the discard is taken where it brings the hand nearer, else the stock is drawn from."""
    own, me = view.me
    if me.turns == 0:
        for face in sorted(set(own.hand)):
            if own.hand.count(face) >= 3 and may(view, ShowTunnela(face)):
                return Advice(ShowTunnela(face), Why.TUNNELA, {"card": text(face)})
    if me.route is Route.DUBLEES:
        return _dublee_draw(view)
    may_draw, may_take = may(view, Draw()), may(view, Take())
    if not may_draw:
        return Advice(Take(), Why.ONLY_MOVE, {"card": text(view.discards[-1])})
    if may_take and _top_helps(view, dublees):
        return Advice(Take(), Why.TAKE_NEARER, {"card": text(view.discards[-1])})
    if may_take and wider is not None and not collects_dublees(view, dublees) and wider(view):
        return Advice(Take(), Why.TAKE_WIDER, {"card": text(view.discards[-1])})
    return Advice(Draw(), Why.DRAW)


def _dublee_draw(view: View) -> Advice:
    """Having seen by dublees, taking is showing (M7.6)."""
    plan = plan_of(view, TakeAndShow())
    if plan is None:
        return Advice(Draw(), Why.DRAW)
    return Advice(TakeAndShow(plan.discard), Why.EIGHTH_DUBLEE, {"card": text(view.discards[-1])})


def _top_helps(view: View, dublees: bool) -> bool:
    """Whether the top discard brings the hand nearer to its goal."""
    own, _ = view.me
    top = view.discards[-1]
    if collects_dublees(view, dublees):
        return top in pairing(own.hand)
    return missing(view, (*own.hand, top)) < missing(view, own.hand)


def _legal(view: View, move: Move) -> Move | None:
    """The move with the engine's own choice of melds or discard spelled out, None where it is illegal."""
    plan = plan_of(view, move)
    if plan is None:
        return None
    match move:
        case See(Route.MELDS) if plan.melds:
            return See(Route.MELDS, plan.melds)
        case Show():
            return Show(plan.discard)
        case _:
            return move


def _seeing(view: View) -> Advice | None:
    """Sees where it can: waiting was measured to lose (docs/players.md)."""
    own, me = view.me
    if me.seen:
        return None
    if missing(view, own.hand) == 0:
        move = _legal(view, See(Route.MELDS))
    elif dublees_missing(view) == 0:
        move = _legal(view, See(Route.DUBLEES))
    else:
        return None
    return None if move is None else Advice(move, Why.SEE)


def _showing(view: View) -> Advice | None:
    """Shows where it can, likewise."""
    move = _legal(view, Show()) if view.me[1].seen else None
    return None if move is None else Advice(move, Why.SHOW)


def discard(view: View, choice: Choice, dublees: bool, helps: bool = True) -> Advice:
    """The discard of a level."""
    if collects_dublees(view, dublees):
        face = _dublee_discard(view)
        return Advice(Discard(face), Why.DUBLEES, {"card": text(face)})
    return choice(view, nearest_discards(view, helps))


def _dublee_discard(view: View) -> Face:
    """What pairs least likely: spare third copies, then plain faces with the fewest unseen copies."""
    own, _ = view.me
    counts = unseen(view)
    open_faces = pairing(own.hand)
    points = scoring(view)

    def worth(face: Face) -> tuple[bool, bool, int]:
        spare = face == JOKER or (face in open_faces and own.hand.count(face) > 1)
        return (face not in open_faces and face != JOKER, face in points, -1 if spare else counts[face])

    return min(legal_discards(view), key=worth)
