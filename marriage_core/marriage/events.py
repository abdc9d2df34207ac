"""What happened. Events name physical cards and may be secret; `view` decides who may know what of them."""

from dataclasses import dataclass

from marriage_core.cards import Card
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import Rules

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal began (M4): hands, upcard and stock follow from the key."""

    rules: Rules
    players: int
    dealer: int
    key: bytes


@dataclass(frozen=True, slots=True)
class TunnelaShown:
    """A tunnela was laid before its owner's first draw (M5.1)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Recycled:
    """The discard pile less its top became the stock (M9.1); `stock` from bottom to top."""

    stock: Cards


@dataclass(frozen=True, slots=True)
class StockOut:
    """A seat had to draw from a stock that may not be refilled again: the deal ends (I8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The top of the stock went to a hand (M6.1)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Taken:
    """The top of the discard pile went to a hand (M6.1)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TipluSet:
    """A card left the stock to lie hidden under it (M3.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Seen:
    """Melds or dublees were laid and the tiplu looked at (M7)."""

    seat: int
    route: Route
    melds: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Laid melds were laid anew with other cards of the seat, so that one of them can be discarded (I4)."""

    seat: int
    melds: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded and the turn passed on (M6.3)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Shown:
    """The remaining melds were laid and the last card discarded (M8.1)."""

    seat: int
    melds: tuple[Cards, ...]
    discard: Card


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal is over: won by a route, or without a winner (M8, M12.3)."""

    winner: int | None
    by: Route | None


Event = (
    Dealt | TunnelaShown | Recycled | StockOut | Drawn | Taken | TipluSet | Seen | Exchanged | Discarded | Shown | Ended
)
