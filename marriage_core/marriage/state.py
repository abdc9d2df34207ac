"""The whole truth of a deal. Only the engine sees it; everybody else gets a view."""

from typing import NamedTuple, Self

from marriage_core.cards import Card, Face, face_of, faces_of
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Note, Phase, SeatView
from marriage_core.marriage.rules import Rules

Cards = tuple[Card, ...]


class Place(NamedTuple):
    """One seat's cards. `hand` is sorted by card, so that it tells nothing of the order of drawing.

    `faces` are the hand's. `shown` is what everybody sees here: the route by which this seat has seen, its turns, and
    what follows from the cards, which is kept because a place changes once a move and is looked at several times.
    """

    hand: Cards
    faces: tuple[Face, ...]
    tunnelas: tuple[Cards, ...]
    laid: tuple[Cards, ...]
    shown: SeatView

    @classmethod
    def of(
        cls,
        hand: Cards,
        tunnelas: tuple[Cards, ...] = (),
        laid: tuple[Cards, ...] = (),
        route: Route | None = None,
        turns: int = 0,
    ) -> Self:
        """A place from its cards, the hand in any order."""
        hand = tuple(sorted(hand))
        shown = SeatView(
            hand=len(hand),
            tunnelas=tuple(face_of(cards[0]) for cards in tunnelas),
            laid=tuple(faces_of(meld) for meld in laid),
            route=route,
            turns=turns,
        )
        return cls(hand, faces_of(hand), tunnelas, laid, shown)

    def after(
        self,
        hand: Cards,
        *,
        tunnelas: tuple[Cards, ...] | None = None,
        laid: tuple[Cards, ...] | None = None,
        route: Route | None = None,
    ) -> Self:
        """This place with another hand; whatever else is not named stays."""
        tunnelas = self.tunnelas if tunnelas is None else tunnelas
        return self.of(hand, tunnelas, self.laid if laid is None else laid, route or self.route, self.turns)

    @property
    def route(self) -> Route | None:
        """How this seat has seen, None before (M7.1)."""
        return self.shown.route

    @property
    def turns(self) -> int:
        """Completed turns."""
        return self.shown.turns

    @property
    def seen(self) -> bool:
        """Whether this seat has seen the tiplu (M7.2)."""
        return self.shown.seen

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
    """A deal. `stock` and `discards` run from bottom to top; `turn` is the seat to move, also when the deal is over.

    `discard_faces` are the faces of `discards`, kept for the views as a place's are.
    """

    rules: Rules
    dealer: int
    key: bytes
    places: tuple[Place, ...]
    stock: Cards
    discards: Cards
    discard_faces: tuple[Face, ...]
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
