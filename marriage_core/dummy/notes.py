"""What everybody at the table saw happen. Faces only, no cards; safe for every view."""

from dataclasses import dataclass

from marriage_core.cards import Face
from marriage_core.named import Named


class Phase(Named):
    """Where a turn stands (D4)."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Fact(Named):
    """What everybody at the table saw happen."""

    DRAW = "draw"
    TAKE = "take"
    RECYCLE = "recycle"
    ASK = "ask"
    PASS = "pass"
    CUT_IN = "cut_in"
    LAY = "lay"
    ADD = "add"
    DISCARD = "discard"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Note:
    """One public fact: who, what, the faces that lay open (none for a draw from the stock), and the meld concerned."""

    seat: int | None
    fact: Fact
    faces: tuple[Face, ...] = ()
    meld: int | None = None
