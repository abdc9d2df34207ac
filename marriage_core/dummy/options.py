"""What a seat can do now: exact, and from its view alone, so that a panel tells nothing more than the view."""

from dataclasses import dataclass

from marriage_core.cards import Face
from marriage_core.dummy.decide import check
from marriage_core.dummy.melds import Meld, fits
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.search import missing
from marriage_core.dummy.view import View
from marriage_core.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class Options:
    """Legal moves, ready for a panel. `lay`: what would be laid; `adds`: every single card with each place it fits.

    `cut_in`: the discard that may be asked for. `missing`: how many cards must come to hold the contract, None once it
    is down or the deal over.
    """

    draw: bool = False
    take: bool = False
    lay: tuple[Meld, ...] | None = None
    adds: tuple[Add, ...] = ()
    discards: tuple[Face, ...] = ()
    cut_in: Face | None = None
    withdraw: bool = False
    missing: int | None = None


def may(view: View, move: Move) -> bool:
    """Whether the viewer may make this move."""
    try:
        check(view, move)
    except IllegalMove:
        return False
    return True


def options(view: View) -> Options:
    """What the viewer can do now."""
    own, me = view.me
    top = view.discards[-1] if view.discards else None
    waits = me.down or view.over
    return Options(
        draw=may(view, Draw()),
        take=may(view, Take()),
        lay=check(view, Lay()).melds if may(view, Lay()) else None,
        adds=adds(view),
        discards=tuple(face for face in sorted(set(own.hand)) if may(view, Discard(face))),
        cut_in=top if top is not None and may(view, CutIn(top)) else None,
        withdraw=may(view, Pass()),
        missing=None if waits else missing(own.hand, me.contract, view.rules.run_same_suit),
    )


def adds(view: View) -> tuple[Add, ...]:
    """Every card in hand with each meld that it may be added to, ends of runs named (D6)."""
    own, _ = view.me
    suited = view.rules.run_same_suit
    return tuple(
        add
        for number, meld in enumerate(view.melds)
        for face in sorted(set(own.hand))
        for end in fits(meld.shape, meld.faces, face, suited)
        if may(view, add := Add((face,), number, end))
    )


def legal_moves(view: View) -> tuple[Move, ...]:
    """Every legal move of the viewer: laying by the engine's own choice of melds, cards added one by one."""
    can = options(view)
    moves: list[Move] = [*[Draw()] * can.draw, *[Take()] * can.take]
    moves += [] if can.lay is None else [Lay()]
    moves += can.adds
    moves += [Discard(face) for face in can.discards]
    moves += [] if can.cut_in is None else [CutIn(can.cut_in)]
    moves += [Pass()] * can.withdraw
    return tuple(moves)
