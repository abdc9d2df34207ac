"""What happened. Events name physical cards and may be secret; `view` decides who may know what of them."""

from dataclasses import dataclass

from marriage_core.cards import Card
from marriage_core.dummy.melds import End
from marriage_core.dummy.rules import Rules

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal began (D1): hands, upcard and stock follow from the key.

    `carried` counts the contracts that each seat completed in the deals before; None at a match's first deal (D5).
    """

    rules: Rules
    players: int
    dealer: int
    key: bytes
    carried: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Recycled:
    """The discard pile less its top became the stock (D10); `stock` from bottom to top."""

    stock: Cards


@dataclass(frozen=True, slots=True)
class Drawn:
    """The top of the stock went to a hand (D4)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Taken:
    """The top of the discard pile went to a hand (D4)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asked for the top discard, should the seat to move draw from the stock (D12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A seat took its asking back (D12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Granted:
    """A seat that asked got the top discard and three cards of the stock (D12)."""

    seat: int
    card: Card
    cards: Cards


@dataclass(frozen=True, slots=True)
class Laid:
    """A contract was laid down, its melds in the contract's order, runs from low to high (D5, D6)."""

    seat: int
    melds: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """A card was added to a meld on the table, `meld` counted from 0; `end` None for a set (D6)."""

    seat: int
    meld: int
    card: Card
    end: End | None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded and the turn passed on (D4)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal is over: `winner` went out (D7), or nobody could (D10)."""

    winner: int | None


Event = Dealt | Recycled | Drawn | Taken | Asked | Withdrawn | Granted | Laid | Added | Discarded | Ended
