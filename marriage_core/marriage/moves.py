"""What a seat can choose. Moves name faces, never copies: identical copies are interchangeable."""

from dataclasses import dataclass

from marriage_core.cards import Face
from marriage_core.named import Named

Meld = tuple[Face, ...]


class Route(Named):
    """How a player saw, or a deal was won (M7.1)."""

    MELDS = "melds"
    DUBLEES = "dublees"


@dataclass(frozen=True, slots=True)
class ShowTunnela:
    """Lay a tunnela that was dealt, before the own first draw (M5.1)."""

    face: Face


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of the stock (M6.1)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile (M6.1)."""


@dataclass(frozen=True, slots=True)
class See:
    """Lay three pure melds or seven dublees and look at the tiplu (M7.1).

    `melds` names the pure melds to lay; None leaves the choice to the engine's best arrangement.
    """

    route: Route = Route.MELDS
    melds: tuple[Meld, ...] | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one card and end the turn (M6.3)."""

    face: Face


@dataclass(frozen=True, slots=True)
class Show:
    """End the deal (M8.1). `discard` names the last discard; None takes the one that costs least maal."""

    discard: Face | None = None


@dataclass(frozen=True, slots=True)
class TakeAndShow:
    """A dublee player takes the discard that makes the eighth dublee and ends the deal, in one move (M7.6)."""

    discard: Face | None = None


Move = ShowTunnela | Draw | Take | See | Discard | Show | TakeAndShow
