"""Deals in the middle, built from texts, and moves as words.

deal = table(seat("3S 4S 5S QC"), seat("2H"), discards="KD", took="QC")
deal = played(deal, 0, "discard=3S")
refused(deal, 1, "see=melds")      # "no_three_pure(need=3, held=0)"
"""

from dataclasses import dataclass

from marriage_core.cards import Card, Face, card_of, face, face_of, faces, faces_of, pack, texts
from marriage_core.marriage.decide import start
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Fact, Note, Phase
from marriage_core.marriage.rules import NEPALI, Rules
from marriage_core.marriage.state import Acquired, Place, State
from marriage_core.marriage.view import View, view
from tests.dealing import Dealing

KEY = bytes(range(32))
PURE = "3S 4S 5S / 7H 8H 9H / 10D JD QD"
PURE_HAND = PURE.replace("/", "")
PAIRS = "2S 2S / 4S 4S / 6S 6S / 8S 8S / 10S 10S / QS QS / 3H 3H"
PAIRS_HAND = PAIRS.replace("/", "")


@dataclass(frozen=True)
class Seat:
    """One seat in texts: `tunnelas` as single faces, `laid` as melds separated by slashes."""

    hand: str = ""
    tunnelas: str = ""
    laid: str = ""
    route: Route | None = None
    turns: int = 0


def seat(hand: str = "", tunnelas: str = "", turns: int = 0) -> Seat:
    """A seat that has not seen."""
    return Seat(hand, tunnelas, turns=turns)


def seen(hand: str, laid: str = PURE, tunnelas: str = "", turns: int = 1) -> Seat:
    """A seat that has seen by melds."""
    return Seat(hand, tunnelas, laid, Route.MELDS, turns)


def paired(hand: str, laid: str = PAIRS, tunnelas: str = "", turns: int = 1) -> Seat:
    """A seat that has seen by dublees."""
    return Seat(hand, tunnelas, laid, Route.DUBLEES, turns)


class Copies:
    """Hands out the copies of each face, the lowest first; each once."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.left = list(pack(rules.packs_for(players), rules.printed_jokers))

    def card(self, of: Face) -> Card:
        found = next((card for card in self.left if face_of(card) == of), None)
        assert found is not None, f"too many {texts((of,))}"
        self.left.remove(found)
        return found

    def cards(self, text: str) -> tuple[Card, ...]:
        return tuple(self.card(of) for of in faces(text))


def _place(copies: Copies, of: Seat) -> Place:
    return Place.of(
        hand=copies.cards(of.hand),
        tunnelas=tuple(copies.cards(f"{name} {name} {name}") for name in of.tunnelas.split()),
        laid=tuple(copies.cards(meld) for meld in of.laid.split("/") if meld.strip()),
        route=of.route,
        turns=of.turns,
    )


def _acquired(places: tuple[Place, ...], turn: int, name: str, taken: bool) -> Acquired:
    held = [card for card in places[turn].hand if face_of(card) == face(name)]
    return Acquired(held[-1], taken, len(held) > 1)


def table(
    *seats: Seat,
    discards: str = "2C",
    stock: str | None = None,
    tiplu: str | None = None,
    turn: int = 0,
    drew: str | None = None,
    took: str | None = None,
    recycles: int = 0,
    rules: Rules = NEPALI,
    **options: object,
) -> State:
    """A deal. `stock` None: all cards that lie nowhere else. `drew` or `took`: the card in hand that began the turn."""
    rules = rules.with_options(options)
    copies = Copies(rules, len(seats))
    places = tuple(_place(copies, of) for of in seats)
    pile = copies.cards(discards)
    under = None if tiplu is None else copies.card(face(tiplu))
    left = copies.cards(stock) if stock is not None else tuple(copies.left)
    began = drew or took
    return State(
        rules=rules,
        dealer=(turn - rules.step) % len(seats),
        key=KEY,
        places=places,
        stock=left,
        discards=pile,
        discard_faces=faces_of(pile),
        turn=turn,
        phase=Phase.PLAY if began else Phase.DRAW,
        tiplu=under,
        acquired=None if began is None else _acquired(places, turn, began, took is not None),
        recycles=recycles,
    )


_dealing = Dealing(GAME)
after, played, events = _dealing.after, _dealing.played, _dealing.events
refused, accepted = _dealing.refused, _dealing.accepted


def dealt(players: int = 4, dealer: int = 0, key: bytes = KEY, rules: Rules = NEPALI, **options: object) -> State:
    """A fresh deal."""
    return after(None, *start(rules.with_options(options), players, dealer, key))


def seen_by(state: State, who: int | None) -> View:
    """The view of a seat, or of the public."""
    return view(state, who)


def hand(state: State, who: int) -> str:
    """A hand as text."""
    return texts(faces_of(state.places[who].hand))


def pile(state: State) -> str:
    """The discard pile as text, its top last."""
    return texts(faces_of(state.discards))


def logged(state: State, *notes: tuple[int, Fact, str]) -> State:
    """The deal with another log: who, what, and the faces that lay open."""
    return state._replace(log=tuple(Note(who, fact, faces(cards)) for who, fact, cards in notes))


def laid(state: State, who: int) -> str:
    """What a seat laid when seeing and showing, as text."""
    return " / ".join(texts(faces_of(meld)) for meld in state.places[who].laid)


def whole(state: State) -> bool:
    """Whether every card of the pack lies in exactly one place (F22)."""
    cards = pack(state.packs, state.rules.printed_jokers)
    return sorted(state.all_cards()) == sorted(cards)


def copies_of(face_text: str, n: int) -> tuple[Card, ...]:
    """The first n copies of a face."""
    return tuple(card_of(face(face_text), i) for i in range(n))
