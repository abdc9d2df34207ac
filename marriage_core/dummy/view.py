"""What someone may know: the only way out of the core.

A view carries faces and sorted hands, never cards: copy numbers follow the order of the pack and would leak.
"""

from typing import NamedTuple

from marriage_core.cards import N_FACES, Face, face_of, faces_of
from marriage_core.dummy.contracts import Contract, Shape, contract
from marriage_core.dummy.melds import Meld, run_low
from marriage_core.dummy.notes import Note, Phase
from marriage_core.dummy.rules import PACKS, PRINTED_JOKERS, Rules
from marriage_core.dummy.scoring import Settled, result
from marriage_core.dummy.state import Place, State, TableMeld
from marriage_core.shuffle import commitment


class MeldView(NamedTuple):
    """A meld on the table; the cards of a run from low to high, so that the first has rank `low` (D6)."""

    owner: int
    shape: Shape
    faces: Meld
    low: int | None

    @property
    def ranks(self) -> tuple[int, ...]:
        """What rank each card of a run stands for, 14 for the high ace; () for a set."""
        return () if self.low is None else tuple(range(self.low, self.low + len(self.faces)))


class SeatView(NamedTuple):
    """What everybody sees of a seat. `hand` is a number of cards; `turns` counts completed turns; `asked`: D12."""

    hand: int
    contract: int
    down: bool
    turns: int
    cut_ins: int
    asked: bool

    @property
    def slots(self) -> Contract:
        """The melds of the seat's contract (D5)."""
        return contract(self.contract)

    @property
    def completed(self) -> int:
        """Contracts completed in the match so far (D5)."""
        return self.contract - 1 + self.down


class Own(NamedTuple):
    """What a seat alone knows: its hand sorted by face, and the card that began its turn."""

    hand: tuple[Face, ...]
    acquired: Face | None
    taken: bool

    @property
    def drawn(self) -> Face | None:
        """The card drawn from the stock this turn."""
        return None if self.taken else self.acquired


class Revealed(NamedTuple):
    """What is public after the deal."""

    hands: tuple[tuple[Face, ...], ...]
    key: bytes
    winner: int | None
    settled: tuple[Settled, ...]


class View(NamedTuple):
    """A deal as one seat, or as the public (`seat` None), may know it.

    `stock` counts the cards that can be drawn; `discards` runs from bottom to top; `melds` are those on the table in
    the order in which they were laid; `fresh`: the seat to move laid down in this very turn (D6); `thrower` discarded
    last, None before the first discard; `recycles` counts how often the discards became the stock.
    """

    rules: Rules
    seat: int | None
    dealer: int
    turn: int
    phase: Phase
    stock: int
    discards: tuple[Face, ...]
    seats: tuple[SeatView, ...]
    melds: tuple[MeldView, ...]
    fresh: bool
    thrower: int | None
    recycles: int
    log: tuple[Note, ...]
    commitment: str
    own: Own | None
    revealed: Revealed | None

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.seats)

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


def _seat_view(place: Place, asked: bool) -> SeatView:
    return SeatView(len(place.hand), place.contract, place.down, place.turns, place.cut_ins, asked)


def _meld_view(state: State, meld: TableMeld) -> MeldView:
    low = run_low(meld.faces, state.rules.run_same_suit) if meld.shape is Shape.RUN else None
    return MeldView(meld.owner, meld.shape, meld.faces, low)


def _own(state: State, seat: int) -> Own:
    acquired = state.acquired if state.turn == seat else None
    return Own(
        hand=faces_of(state.places[seat].hand),
        acquired=None if acquired is None else face_of(acquired.card),
        taken=acquired is not None and acquired.from_discards,
    )


def _revealed(state: State) -> Revealed:
    hands = tuple(faces_of(place.hand) for place in state.places)
    return Revealed(hands, state.key, state.winner, result(state))


def view(state: State, seat: int | None) -> View:
    """The deal as `seat` may know it, or as the public may (`seat` None)."""
    return View(
        rules=state.rules,
        seat=seat,
        dealer=state.dealer,
        turn=state.turn,
        phase=state.phase,
        stock=len(state.stock),
        discards=faces_of(state.discards),
        seats=tuple(_seat_view(place, i in state.asked) for i, place in enumerate(state.places)),
        melds=tuple(_meld_view(state, meld) for meld in state.melds),
        fresh=state.fresh,
        thrower=state.thrower,
        recycles=state.recycles,
        log=state.log,
        commitment=commitment(state.key),
        own=None if seat is None else _own(state, seat),
        revealed=_revealed(state) if state.phase is Phase.OVER else None,
    )


def unseen(view: View) -> list[int]:
    """Copies of each of the 53 faces that the viewer cannot account for: other hands and the stock."""
    own, _ = view.me
    counts = [PACKS] * (N_FACES - 1) + [PRINTED_JOKERS]
    for face in (*own.hand, *view.discards, *(face for meld in view.melds for face in meld.faces)):
        counts[face] -= 1
    return counts
