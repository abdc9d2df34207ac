"""How much a discard would serve the next player, by what they threw and took so far."""

from marriage_core.cards import JOKER, Face, rank_of
from marriage_core.dummy.contracts import Shape
from marriage_core.dummy.melds import LOW_ACE, WILD_RANK
from marriage_core.dummy.notes import Fact
from marriage_core.dummy.view import View

# Beside an unknown card, which counts 1: a rank that they threw, and one that goes with what they took.
THROWN, WANTED = 0.2, 3.0


class Danger:
    """The weight of each rank for one view; 0 once the next player is down, who then may take no discard (D4)."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a player sits somewhere"
        after = (view.seat + 1) % view.players
        self._down = view.seats[after].down
        runs = any(slot.shape is Shape.RUN for slot in view.seats[after].slots)
        thrown = _ranks(view, after, Fact.DISCARD)
        taken = _ranks(view, after, Fact.TAKE)
        near = {rank + step for rank in taken for step in ((-1, 0, 1) if runs else (0,))}
        self._weights = {rank: WANTED if rank in near - thrown else THROWN for rank in near | thrown}

    def __call__(self, face: Face) -> float:
        """The danger of throwing this face; a wild card is wanted by everybody."""
        if self._down:
            return 0.0
        if face == JOKER or rank_of(face) == WILD_RANK:
            return WANTED
        return self._weights.get(rank_of(face), 1.0)


def _ranks(view: View, seat: int, fact: Fact) -> set[int]:
    faces = {face for note in view.log if note.seat == seat and note.fact is fact for face in note.faces}
    return {rank_of(face) for face in faces if face != JOKER and rank_of(face) >= LOW_ACE}
