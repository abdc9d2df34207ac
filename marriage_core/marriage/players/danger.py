"""How likely the next player takes a discard, by what they did so far (measured in self-play; docs/players.md)."""

from marriage_core.cards import Face
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.view import View
from marriage_core.wilds import wilds

# How often the next player takes a face that they threw before, and any other.
THROWN_BEFORE, NEVER_THROWN = 0.011, 0.214


class Danger:
    """The chance that the next player takes a face, for one view."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a player sits somewhere"
        after = (view.seat + view.rules.step) % view.players
        self._thrown = {
            face for note in view.log if note.seat == after and note.fact is Fact.DISCARD for face in note.faces
        }
        own, me = view.me
        barred = view.seats[after].seen and view.rules.wild_discard == "barred"
        # What is wild is known to both only once both have seen; by M7.4 the next player then may not take it.
        self._barred = wilds(own.tiplu) if barred and me.seen and own.tiplu is not None else frozenset()

    def __call__(self, face: Face) -> float:
        """The chance that the next player takes this face."""
        if face in self._barred:
            return 0.0
        return THROWN_BEFORE if face in self._thrown else NEVER_THROWN
