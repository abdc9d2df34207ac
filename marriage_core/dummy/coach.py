"""The coach: what the best player would do for a view and why. It knows nothing that the seat does not."""

from marriage_core.dummy.players import ADVISERS
from marriage_core.dummy.players.advice import Advice
from marriage_core.dummy.view import View
from marriage_core.errors import IllegalMove

BEST = list(ADVISERS)[-1]
"""The level whose moves are the coach's."""


def hint(of: View) -> Advice:
    """The best player's move and why. Raises IllegalMove as a move would: deal_over, not_your_turn."""
    if of.over:
        raise IllegalMove("deal_over")
    if of.turn != of.seat:
        raise IllegalMove("not_your_turn", seat=of.turn)
    return ADVISERS[BEST](of)
