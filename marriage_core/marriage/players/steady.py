"""`steady`: fewest cards missing, then most unseen cards that help, counting what lies open."""

from marriage_core.marriage.moves import Move
from marriage_core.marriage.players.advice import Advice
from marriage_core.marriage.players.policy import Policy
from marriage_core.marriage.view import View

POLICY = Policy()


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    return POLICY.advise(view).move


def advise(view: View) -> Advice:
    """The move and why."""
    return POLICY.advise(view)
