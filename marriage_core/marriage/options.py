"""What a seat can do now: exact, and from its view alone, so that a panel tells nothing more than the view."""

from dataclasses import dataclass, field
from functools import cached_property

from marriage_core.cards import Face
from marriage_core.marriage.checks import finishes, plan_of
from marriage_core.marriage.grouping import grouped
from marriage_core.marriage.moves import (
    Discard,
    Draw,
    Meld,
    Move,
    Route,
    See,
    Show,
    ShowTunnela,
    Take,
    TakeAndShow,
)
from marriage_core.marriage.view import View
from marriage_core.solver import Arrangement


@dataclass(frozen=True)
class Options:
    """Legal moves, ready for a panel. `see` holds what would be laid by each open route; `shows` every last discard."""

    tunnelas: tuple[Face, ...]
    draw: bool
    take: bool
    take_and_show: bool
    see: tuple[tuple[Route, tuple[Meld, ...]], ...]
    discards: tuple[Face, ...]
    shows: tuple[Face, ...]
    _view: View = field(repr=False, compare=False)

    @cached_property
    def groups(self) -> Arrangement:
        """The hand as the panel groups it: a search of its own, made only for those who look."""
        return grouped(self._view, dict(self.see).get(Route.MELDS))


def may(view: View, move: Move) -> bool:
    """Whether the viewer may make this move."""
    return plan_of(view, move) is not None


def options(view: View) -> Options:
    """What the viewer can do now."""
    own, _ = view.me
    hand = sorted(set(view.holding.free))
    plans = ((route, plan_of(view, See(route))) for route in Route)
    see = tuple((route, plan.melds) for route, plan in plans if plan is not None)
    return Options(
        tunnelas=tuple(face for face in hand if may(view, ShowTunnela(face))),
        draw=may(view, Draw()),
        take=may(view, Take()),
        take_and_show=may(view, TakeAndShow()),
        see=see,
        discards=tuple(face for face in hand if may(view, Discard(face))),
        shows=tuple(face for face in finishes(view) if face != own.barred) if may(view, Show()) else (),
        _view=view,
    )


def legal_moves(view: View) -> tuple[Move, ...]:
    """Every legal move of the viewer, seeing by the engine's own choice of melds."""
    can = options(view)
    moves: list[Move] = [ShowTunnela(face) for face in can.tunnelas]
    moves += [Draw()] * can.draw + [Take()] * can.take
    moves += [See(route) for route, _ in can.see]
    moves += [Discard(face) for face in can.discards]
    moves += [Show(face) for face in can.shows]
    if can.take_and_show:
        moves.append(TakeAndShow())
    return tuple(moves)
