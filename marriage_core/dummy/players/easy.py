"""`easy`: the greedy player. It keeps what leaves least missing to its contract; of equals it throws the dearest."""

from marriage_core.cards import Face, text
from marriage_core.dummy.melds import is_wild
from marriage_core.dummy.moves import Discard, Move
from marriage_core.dummy.players import turn
from marriage_core.dummy.players.advice import Advice, Why
from marriage_core.dummy.scoring import points_of
from marriage_core.dummy.view import View


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    return advise(view).move


def advise(view: View) -> Advice:
    """The move and why."""
    return turn.advise(view, choice)


def discard(view: View) -> Advice:
    """The discard alone, for who may do nothing else."""
    return turn.discard(view, choice)


def choice(view: View, left: dict[Face, int]) -> Advice:
    """The dearest card of those that leave least missing; wild cards last, unless the contract is down."""
    face = min(left, key=lambda face: (is_wild(face) and not view.me[1].down, left[face], -points_of(face)))
    return Advice(Discard(face), Why.POINTS, {"card": text(face), "missing": left[face]})
