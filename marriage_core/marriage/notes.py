"""What everybody at the table sees, and saw happen. Faces only, no cards; safe for every view."""

from typing import NamedTuple

from marriage_core.cards import Face
from marriage_core.marriage.moves import Meld, Route
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


class SeatView(NamedTuple):
    """What everybody sees of a seat. `hand` is a number of cards; `turns` counts completed turns."""

    hand: int
    tunnelas: tuple[Face, ...]
    laid: tuple[Meld, ...]
    route: Route | None
    turns: int

    @property
    def seen(self) -> bool:
        """Whether this seat has seen the tiplu (M7.2)."""
        return self.route is not None
