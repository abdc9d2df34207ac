"""What someone may know (M14): the only way out of the core.

A view carries faces and sorted hands, never cards: copy numbers follow the order of the pack and would leak.
"""

from typing import NamedTuple

from marriage_core.cards import N_FACES, Face, face_of
from marriage_core.marriage.holding import Holding
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Note, Phase, SeatView
from marriage_core.marriage.rules import Rules
from marriage_core.marriage.scoring import Settled, result
from marriage_core.marriage.state import State
from marriage_core.shuffle import commitment
from marriage_core.wilds import wilds


class Own(NamedTuple):
    """What a seat alone knows: its hand sorted by face, the card that began its turn, the tiplu once it may know it."""

    hand: tuple[Face, ...]
    acquired: Face | None
    taken: bool
    may_return: bool
    tiplu: Face | None

    @property
    def drawn(self) -> Face | None:
        """The card drawn from the stock this turn."""
        return None if self.taken else self.acquired

    @property
    def barred(self) -> Face | None:
        """The face that may not be discarded: just taken, with no other copy held before (M6.3)."""
        return self.acquired if self.taken and not self.may_return else None


class Revealed(NamedTuple):
    """What is public after the deal (M14.3)."""

    hands: tuple[tuple[Face, ...], ...]
    tiplu: Face | None
    key: bytes
    winner: int | None
    by: Route | None
    settled: tuple[Settled, ...]


class View(NamedTuple):
    """A deal as one seat, or as the public (`seat` None), may know it.

    `stock` counts the cards that can be drawn; `discards` runs from bottom to top; `open_tiplu` is set only where the
    rules lay the tiplu open; `tiplu_set` says whether a tiplu lies under the stock;
    `recycles` counts how often the discards became the stock.
    """

    rules: Rules
    seat: int | None
    dealer: int
    turn: int
    phase: Phase
    stock: int
    discards: tuple[Face, ...]
    seats: tuple[SeatView, ...]
    recycles: int
    log: tuple[Note, ...]
    commitment: str
    tiplu_set: bool
    open_tiplu: Face | None
    own: Own | None
    revealed: Revealed | None

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.seats)

    @property
    def packs(self) -> int:
        """Packs in play (M1.1)."""
        return self.rules.packs_for(len(self.seats))

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.phase is Phase.OVER

    @property
    def me(self) -> tuple[Own, SeatView]:
        """The own seat. Raises ValueError for the public view."""
        if self.own is None or self.seat is None:
            raise ValueError("the public view has no own seat")
        return self.own, self.seats[self.seat]

    @property
    def holding(self) -> Holding:
        """The own seat's cards and what they must become."""
        own, seat = self.me
        return Holding(self.rules, own.hand, seat.laid, len(seat.tunnelas), seat.route)

    @property
    def wilds(self) -> frozenset[Face]:
        """What is wild for this viewer: nothing before seeing (M7.2)."""
        own, seat = self.me
        return wilds(own.tiplu) if seat.seen and own.tiplu is not None else frozenset()


def _own(state: State, seat: int) -> Own:
    place, acquired, tiplu = state.places[seat], state.acquired, state.tiplu
    known = None if tiplu is None or not (place.seen or state.rules.open_tiplu) else face_of(tiplu)
    if acquired is None or state.turn != seat:
        return Own(place.faces, None, False, False, known)
    return Own(place.faces, face_of(acquired.card), acquired.from_discards, acquired.held, known)


def _revealed(state: State) -> Revealed:
    return Revealed(
        hands=tuple(place.faces for place in state.places),
        tiplu=None if state.tiplu is None else face_of(state.tiplu),
        key=state.key,
        winner=state.winner,
        by=state.by,
        settled=result(state),
    )


def view(state: State, seat: int | None) -> View:
    """The deal as `seat` may know it, or as the public may (`seat` None)."""
    rules, dealer, key, places, stock, _, discard_faces, turn, phase, tiplu, _, recycles, log, _, _ = state
    shown = tuple([place.shown for place in places])
    open_tiplu = face_of(tiplu) if rules.open_tiplu and tiplu is not None else None
    own = None if seat is None else _own(state, seat)
    revealed = _revealed(state) if phase is Phase.OVER else None
    # By position, in the order of the fields: a view is made for every move, and by name it takes twice as long.
    return View(
        rules,
        seat,
        dealer,
        turn,
        phase,
        len(stock),
        discard_faces,
        shown,
        recycles,
        log,
        commitment(key),
        tiplu is not None,
        open_tiplu,
        own,
        revealed,
    )


def unseen(view: View) -> list[int]:
    """Copies of each of the 53 faces that the viewer cannot account for: hands, stock, the tiplu unless known."""
    own, _ = view.me
    counts = [view.packs] * (N_FACES - 1) + [view.rules.printed_jokers]
    for face in own.hand + view.discards:
        counts[face] -= 1
    for seat in view.seats:
        for face in seat.tunnelas:
            counts[face] -= 3
        for meld in seat.laid:
            for face in meld:
                counts[face] -= 1
    if own.tiplu is not None:
        counts[own.tiplu] -= 1
    return counts
