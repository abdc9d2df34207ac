"""What a seat can choose. Moves name faces, never copies: identical copies are interchangeable."""

from dataclasses import dataclass

from marriage_core.cards import Face
from marriage_core.dummy.melds import End, Meld


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of the stock (D4). Who asked for the discard gets it now (D12)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile (D4)."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the contract down (D5).

    `melds` names them, in the contract's order or any other, the cards of a run from low to high (D6); None leaves the
    choice to the engine: what leaves fewest points in hand.
    """

    melds: tuple[Meld, ...] | None = None


@dataclass(frozen=True, slots=True)
class Add:
    """Add cards from the hand to a meld on the table (D6), one after another.

    `meld` counts the melds on the table from 0, in the order in which they were laid. `end` is that of a run where all
    cards go; None puts each where it fits, at the high end if at both.
    """

    faces: Meld
    meld: int
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one card and end the turn (D4); the last card ends the deal (D7)."""

    face: Face


@dataclass(frozen=True, slots=True)
class CutIn:
    """Ask for the discard just thrown, out of turn (D12). `face` names it, so that a late wish gets no other."""

    face: Face


@dataclass(frozen=True, slots=True)
class Pass:
    """Take the asking back (D12)."""


Move = Draw | Take | Lay | Add | Discard | CutIn | Pass
