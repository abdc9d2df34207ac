"""`master`: as `sharp`, but it reads the next player closer and weighs a discard by deals played out (weighing.py)."""

from collections.abc import Mapping

from marriage_core.cards import Face
from marriage_core.marriage.moves import Move
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.players import turn
from marriage_core.marriage.players.advice import Advice
from marriage_core.marriage.players.nearness import Left, copies, helpers, missing, nearest_discards
from marriage_core.marriage.players.policy import weighed
from marriage_core.marriage.players.weighing import Weighing
from marriage_core.marriage.view import View, unseen

WIDER = 14
"""Helping cards more for which it takes a discard that brings it no nearer, with one card missing to a show."""


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    return advise(view).move


def advise(view: View) -> Advice:
    """The move and why."""
    return turn.advise(view, _choice, dublees=True, wider=_wider)


def _choice(view: View, left: Mapping[Face, Left]) -> Advice:
    counts = unseen(view)
    return weighed(view, left, counts, Weighing(view, counts))


def _wider(view: View) -> bool:
    """Whether far more cards help with the discard taken and another thrown than now, one missing either way."""
    own, me = view.me
    if not me.seen or missing(view, own.hand) != 1:
        return False
    now = copies(helpers(view, own.hand), unseen(view))
    taken = with_top(view)
    told = _choice(taken, nearest_discards(taken)).facts
    return told["missing"] == 1 and int(str(told["helps"])) >= now + WIDER


def with_top(view: View) -> View:
    """The view once the viewer has taken the top discard (M6.1)."""
    own, me = view.me
    top = view.discards[-1]
    hand = tuple(sorted((*own.hand, top)))
    after = own._replace(hand=hand, acquired=top, taken=True, may_return=top in own.hand)
    seats = tuple(me._replace(hand=len(hand)) if at == view.seat else seat for at, seat in enumerate(view.seats))
    return view._replace(own=after, seats=seats, discards=view.discards[:-1], phase=Phase.PLAY)
