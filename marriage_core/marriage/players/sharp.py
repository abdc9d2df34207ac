"""`sharp`: as `steady`, and it weighs what a discard gives the next player, keeps ranks together and plans dublees."""

from marriage_core.marriage.moves import Move
from marriage_core.marriage.players.advice import Advice
from marriage_core.marriage.players.policy import Policy
from marriage_core.marriage.view import View

POLICY = Policy(danger=20.0, ranks=1.0, last_ranks=2.0, spent=1.0, dublees=True)


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    return POLICY.advise(view).move


def advise(view: View) -> Advice:
    """The move and why."""
    return POLICY.advise(view)
