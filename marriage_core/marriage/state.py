"""The whole truth of a deal. Only the engine sees it; everybody else gets a view."""

from typing import NamedTuple

from marriage_core.cards import Card
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Note, Phase
from marriage_core.marriage.rules import Rules

Cards = tuple[Card, ...]


class Place(NamedTuple):
    """One seat's cards. `hand` is sorted by card, so that it tells nothing of the order of drawing."""

    hand: Cards
    tunnelas: tuple[Cards, ...] = ()
    laid: tuple[Cards, ...] = ()
    route: Route | None = None
    turns: int = 0

    @property
    def seen(self) -> bool:
        """Whether this seat has seen the tiplu (M7.2)."""
        return self.route is not None

    @property
    def all_cards(self) -> Cards:
        """Hand and table together: what counts for maal (M10)."""
        return self.hand + tuple(card for meld in self.tunnelas + self.laid for card in meld)


class Acquired(NamedTuple):
    """The card that began this turn. `held`: another copy was in hand already when it was taken (M6.3)."""

    card: Card
    from_discards: bool
    held: bool


class State(NamedTuple):
    """A deal. `stock` and `discards` run from bottom to top; `turn` is the seat to move, also when the deal is over."""

    rules: Rules
    dealer: int
    key: bytes
    places: tuple[Place, ...]
    stock: Cards
    discards: Cards
    turn: int
    phase: Phase = Phase.DRAW
    tiplu: Card | None = None
    acquired: Acquired | None = None
    recycles: int = 0
    log: tuple[Note, ...] = ()
    winner: int | None = None
    by: Route | None = None

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.places)

    @property
    def packs(self) -> int:
        """Packs in play (M1.1)."""
        return self.rules.packs_for(self.players)

    def all_cards(self) -> Cards:
        """Every card of every zone: always exactly the pack (F22)."""
        tiplu = () if self.tiplu is None else (self.tiplu,)
        return self.stock + self.discards + tiplu + tuple(c for place in self.places for c in place.all_cards)
