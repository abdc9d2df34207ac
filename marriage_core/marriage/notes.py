"""What everybody at the table saw happen. Faces only, no cards; safe for every view."""

from typing import NamedTuple

from marriage_core.cards import Face
from marriage_core.named import Named


class Phase(Named):
    """Where a turn stands (M6)."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Fact(Named):
    """What everybody at the table saw happen."""

    TUNNELA = "tunnela"
    DRAW = "draw"
    TAKE = "take"
    RECYCLE = "recycle"
    STOCK_OUT = "stock_out"
    SEE = "see"
    EXCHANGE = "exchange"
    DISCARD = "discard"
    SHOW = "show"


class Note(NamedTuple):
    """One public fact: who, what, and the faces that lay open (none for a draw from the stock)."""

    seat: int | None
    fact: Fact
    faces: tuple[Face, ...] = ()
