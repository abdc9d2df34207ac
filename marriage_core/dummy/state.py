"""The whole truth of a deal. Only the engine sees it; everybody else gets a view."""

from typing import NamedTuple

from marriage_core.cards import Card, faces_of
from marriage_core.dummy.contracts import Shape
from marriage_core.dummy.melds import Meld
from marriage_core.dummy.notes import Note, Phase
from marriage_core.dummy.rules import Rules

Cards = tuple[Card, ...]


class Place(NamedTuple):
    """One seat's cards. `hand` is sorted by card, so that it tells nothing of the order of drawing.

    `contract` is the number of the one to lay in this deal, `down` whether it lies.
    """

    hand: Cards
    contract: int = 1
    down: bool = False
    turns: int = 0
    cut_ins: int = 0

    @property
    def completed(self) -> int:
        """Contracts completed in the match so far (D5)."""
        return self.contract - 1 + self.down


class TableMeld(NamedTuple):
    """A meld on the table and who laid it; the cards of a run from low to high, which fixes wild cards (D6)."""

    owner: int
    shape: Shape
    cards: Cards

    @property
    def faces(self) -> Meld:
        """What lies there."""
        return faces_of(self.cards)


class Acquired(NamedTuple):
    """The card that began this turn."""

    card: Card
    from_discards: bool


class State(NamedTuple):
    """A deal. `stock` and `discards` run from bottom to top; `turn` is the seat to move, also when the deal is over.

    `fresh`: the seat to move laid down in this very turn (D6). `asked`: who asked for the top discard, in the order of
    asking (D12); `thrower`: who discarded last, None before the first discard.
    """

    rules: Rules
    dealer: int
    key: bytes
    places: tuple[Place, ...]
    stock: Cards
    discards: Cards
    turn: int
    phase: Phase = Phase.DRAW
    melds: tuple[TableMeld, ...] = ()
    acquired: Acquired | None = None
    fresh: bool = False
    asked: tuple[int, ...] = ()
    thrower: int | None = None
    recycles: int = 0
    log: tuple[Note, ...] = ()
    winner: int | None = None

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.places)

    def all_cards(self) -> Cards:
        """Every card of every zone: always exactly the pack."""
        hands = tuple(card for place in self.places for card in place.hand)
        return self.stock + self.discards + hands + tuple(card for meld in self.melds for card in meld.cards)
