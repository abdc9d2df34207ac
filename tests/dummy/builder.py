"""Deals in the middle, built from texts, and moves as words.

deal = table(seat("3S 4S 5S QC"), seat("2H"), discards="KD", took="QC")
deal = played(deal, 0, "discard=3S")
refused(deal, 1, "lay")      # "contract_not_held(contract=1, missing=3)"
"""

from dataclasses import dataclass

from marriage_core.cards import Card, Face, face, face_of, faces, faces_of, pack, texts
from marriage_core.dummy.contracts import Shape
from marriage_core.dummy.decide import start
from marriage_core.dummy.game import GAME
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.rules import DUMMY, PACKS, PRINTED_JOKERS
from marriage_core.dummy.state import Acquired, Place, State, TableMeld
from tests.dealing import Dealing

KEY = bytes(range(32))


@dataclass(frozen=True)
class Seat:
    """One seat in texts."""

    hand: str = ""
    contract: int = 1
    down: bool = False
    turns: int = 0
    cut_ins: int = 0


def seat(hand: str = "", contract: int = 1, turns: int = 0, cut_ins: int = 0) -> Seat:
    """A seat whose contract is not down."""
    return Seat(hand, contract, False, turns, cut_ins)


def down(hand: str = "", contract: int = 1, turns: int = 1) -> Seat:
    """A seat whose contract lies on the table."""
    return Seat(hand, contract, True, turns)


class Copies:
    """Hands out the copies of each face, the lowest first; each once."""

    def __init__(self) -> None:
        self.left = list(pack(PACKS, PRINTED_JOKERS))

    def card(self, of: Face) -> Card:
        found = next((card for card in self.left if face_of(card) == of), None)
        assert found is not None, f"too many {texts((of,))}"
        self.left.remove(found)
        return found

    def cards(self, text: str) -> tuple[Card, ...]:
        return tuple(self.card(of) for of in faces(text))


def _meld(copies: Copies, text: str) -> TableMeld:
    """`0 set 7S 7H 7D`: the owner, the shape, the cards."""
    owner, shape, cards = text.strip().split(" ", 2)
    return TableMeld(int(owner), Shape(shape), copies.cards(cards))


def table(
    *seats: Seat,
    melds: str = "",
    discards: str = "KC",
    stock: str | None = None,
    turn: int = 0,
    drew: str | None = None,
    took: str | None = None,
    fresh: bool = False,
    thrower: int | None = None,
    asked: tuple[int, ...] = (),
    recycles: int = 0,
    **options: object,
) -> State:
    """A deal. `stock` None: all cards that lie nowhere else. `drew` or `took`: the card in hand that began the turn."""
    copies = Copies()
    places = tuple(
        Place(tuple(sorted(copies.cards(of.hand))), of.contract, of.down, of.turns, of.cut_ins) for of in seats
    )
    laid = tuple(_meld(copies, text) for text in melds.split("/") if text.strip())
    pile = copies.cards(discards)
    left = copies.cards(stock) if stock is not None else tuple(copies.left)
    began = drew or took
    acquired = None
    if began is not None:
        held = [card for card in places[turn].hand if face_of(card) == face(began)]
        acquired = Acquired(held[-1], took is not None)
    return State(
        rules=DUMMY.with_options(options),
        dealer=(turn - 1) % len(seats),
        key=KEY,
        places=places,
        stock=left,
        discards=pile,
        turn=turn,
        phase=Phase.PLAY if began else Phase.DRAW,
        melds=laid,
        acquired=acquired,
        fresh=fresh,
        asked=asked,
        thrower=thrower,
        recycles=recycles,
    )


_dealing = Dealing(GAME)
after, played, events = _dealing.after, _dealing.played, _dealing.events
refused, accepted = _dealing.refused, _dealing.accepted


def dealt(
    players: int = 3, dealer: int = 0, key: bytes = KEY, carried: list[int] | None = None, **options: object
) -> State:
    """A fresh deal."""
    return after(None, *start(DUMMY.with_options(options), players, dealer, key, carried))


def hand(state: State, who: int) -> str:
    """A hand as text."""
    return texts(faces_of(state.places[who].hand))


def pile(state: State) -> str:
    """The discard pile as text, its top last."""
    return texts(faces_of(state.discards))


def laid(state: State) -> str:
    """The melds on the table as text."""
    return " / ".join(f"{meld.owner} {meld.shape} {texts(meld.faces)}" for meld in state.melds)


def whole(state: State) -> bool:
    """Whether every card of the pack lies in exactly one place."""
    return sorted(state.all_cards()) == sorted(pack(PACKS, PRINTED_JOKERS))
