"""Cards as small integers and as text (M1).

A *face* is rank and suit: `suit * 13 + rank - 1`, 0–51, or `JOKER` (52), the printed joker. A *card* is one physical
copy, `face << 2 | copy`. The joker is the last face, so that its copies may run past four.
"""

from collections.abc import Iterable, Sequence
from typing import NewType

from marriage_core.errors import BadText, quoted

Face = NewType("Face", int)
Card = NewType("Card", int)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
SYMBOLS = ("♠", "♥", "♦", "♣")
N_RANKS, N_SUITS = 13, 4
JOKER = Face(52)
N_FACES = 53
FACES = tuple(Face(f) for f in range(52))
MOST_JOKERS = 6
# Looked up, not computed: views are made of it, several for every move.
_FACE_OF = tuple(Face(min(card >> 2, JOKER)) for card in range((JOKER << 2) + MOST_JOKERS))

JOKER_TEXT = "JK"
FACE_TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS) + (JOKER_TEXT,)
FACE_PRETTY = tuple(rank + symbol for symbol in SYMBOLS for rank in RANKS) + ("🃏",)

# Variation selectors ask for text or emoji looks; phones add them to suits, so reading drops them.
_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
_BY_TEXT = {text: Face(i) for i, text in enumerate(FACE_TEXT)}
_BY_TEXT |= {text: Face(i) for i, text in enumerate(FACE_PRETTY)}
_BY_TEXT |= {f"T{s}": Face(i * 13 + 9) for suits in (SUITS, SYMBOLS) for i, s in enumerate(suits)}


def suit_of(face: Face) -> int:
    """0–3 for ♠ ♥ ♦ ♣; 4 for a printed joker."""
    return face // N_RANKS


def rank_of(face: Face) -> int:
    """1 (ace) to 13 (king). Meaningless for a printed joker."""
    return face % N_RANKS + 1


def face_at(suit: int, rank: int) -> Face:
    """The face of a suit (0–3) and a rank (1–13, taken round the circle: 0 is the king, 14 the ace; M3.3)."""
    return Face(suit * N_RANKS + (rank - 1) % N_RANKS)


def face_of(card: Card) -> Face:
    """The face of a physical card."""
    return _FACE_OF[card]


def card_of(face: Face, copy: int) -> Card:
    """Copy number `copy` (from 0) of a face."""
    return Card((face << 2) + copy)


def faces_of(cards: Iterable[Card]) -> tuple[Face, ...]:
    """The faces of cards, in the same order."""
    return tuple(map(_FACE_OF.__getitem__, cards))


def pack(packs: int, printed_jokers: int) -> tuple[Card, ...]:
    """All cards of a game in their fixed order: `packs` copies of 52 faces, then the printed jokers (M1.1)."""
    suited = tuple(card_of(face, copy) for face in FACES for copy in range(packs))
    return suited + tuple(card_of(JOKER, copy) for copy in range(printed_jokers))


def counts_of(faces: Iterable[Face]) -> list[int]:
    """How many copies of each of the 53 faces."""
    counts = [0] * N_FACES
    for face in faces:
        counts[face] += 1
    return counts


def face(text: str) -> Face:
    """Reads one face: `10C`, `tc`, `10♣`, `jk`. Raises BadText quoting what is no card."""
    found = _BY_TEXT.get(text.translate(_SELECTORS).strip().upper())
    if found is None:
        raise BadText(
            "{text} is no card; write rank then suit, like 10C, QH, A♠, or JK for a printed joker", text=quoted(text)
        )
    return found


def faces(text: str) -> tuple[Face, ...]:
    """Reads faces separated by blanks, in order. Raises BadText."""
    return tuple(face(word) for word in text.split())


def text(face: Face) -> str:
    """A face as plain text: `10C`, `JK`."""
    return FACE_TEXT[face]


def texts(faces: Iterable[Face]) -> str:
    """Faces as plain text, separated by blanks, in the given order."""
    return " ".join(FACE_TEXT[face] for face in faces)


def pretty(face: Face) -> str:
    """A face for people: `10♣`."""
    return FACE_PRETTY[face]


def pretties(faces: Iterable[Face]) -> tuple[str, ...]:
    """Faces for people, in the given order."""
    return tuple(FACE_PRETTY[face] for face in faces)


def without(faces: Sequence[Face], removed: Iterable[Face]) -> tuple[Face, ...]:
    """`faces` less one copy of each face in `removed`, order kept. Raises ValueError where one is missing."""
    rest = list(faces)
    for face in removed:
        rest.remove(face)
    return tuple(rest)


def cards_for(hand: Iterable[Card], melds: Iterable[Iterable[Face]]) -> tuple[tuple[Card, ...], ...]:
    """The physical cards for melds named by faces: any copies serve, the first are taken. All must be held."""
    left = list(hand)
    chosen = []
    for meld in melds:
        cards = []
        for face in meld:
            card = next(card for card in left if face_of(card) == face)
            left.remove(card)
            cards.append(card)
        chosen.append(tuple(cards))
    return tuple(chosen)


def write_card(card: Card) -> str:
    """A physical card as text, face and copy: `10C.0`."""
    return f"{text(face_of(card))}.{card - (face_of(card) << 2)}"
