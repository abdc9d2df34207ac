"""What a seat did turn by turn, as everybody saw it: what it threw, took and passed by."""

from dataclasses import dataclass, field

from marriage_core.cards import Face
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.view import View


@dataclass(slots=True)
class Trail:
    """One seat's turns. The maps tell in which own turn, from 1, it last threw, took or passed by a face."""

    turns: int = 0
    takes: int = 0
    thrown: dict[Face, int] = field(default_factory=dict)
    taken: dict[Face, int] = field(default_factory=dict)
    passed: dict[Face, int] = field(default_factory=dict)

    def ago(self, turn: int) -> int:
        """How many own turns ago a turn was; 1 for the latest."""
        return self.turns + 1 - turn


def trails(view: View, upcard: bool = True) -> tuple[Trail, ...]:
    """Every seat's trail; with `upcard` whoever draws while the deal's upcard lies on top passed it by too."""
    found = tuple(Trail() for _ in view.seats)
    # The upcard lies at the bottom as long as nobody took it and nothing was recycled; who took it did not pass it by.
    top = view.discards[:1] if upcard and not view.recycles else ()
    for note in view.log:
        if note.seat is None:
            continue
        own = found[note.seat]
        if note.fact is Fact.TAKE:
            own.takes += 1
            own.taken.update(dict.fromkeys(note.faces, own.turns + 1))
            top = ()
        elif note.fact is Fact.DRAW:
            own.passed.update(dict.fromkeys(top, own.turns + 1))
        elif note.fact is Fact.DISCARD:
            own.turns += 1
            own.thrown.update(dict.fromkeys(note.faces, own.turns))
            top = note.faces
    return found
