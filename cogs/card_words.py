"""Cards as people type them: `7h`, `7 paan`, `७`, `ekka chidi`, `10♣` (F52)."""

import re
from collections.abc import Iterable, Sequence

from marriage_core.cards import JOKER, N_RANKS, RANKS, Face, face, rank_of, suit_of
from marriage_core.errors import BadText

_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
_SUIT_WORDS = {
    0: ("s", "♠", "spade", "spades", "surathi", "suruthi", "surath", "hukum", "सुरथी", "सुरुठी", "हुकुम"),
    1: ("h", "♥", "heart", "hearts", "paan", "pan", "pana", "पान"),
    2: ("d", "♦", "diamond", "diamonds", "itta", "eetta", "itto", "ईंट", "इँटा", "इट्टा"),
    3: ("c", "♣", "club", "clubs", "chidi", "chiri", "chidiya", "चिडी"),
}
_RANK_WORDS = {
    1: ("a", "ace", "ekka", "eakka", "एक्का", "1"),
    10: ("10", "t", "ten", "dahar", "दहर"),
    11: ("j", "jack", "gulam", "gulaam", "गुलाम"),
    12: ("q", "queen", "missi", "rani", "begum", "मिसी", "रानी"),
    13: ("k", "king", "badsha", "badshah", "baadsaha", "बादशाह", "बाच्छा"),
} | {n: (str(n),) for n in range(2, 10)}
_JOKER_WORDS = ("jk", "joker", "🃏", "जोकर")
_SUITS = {word: suit for suit, words in _SUIT_WORDS.items() for word in words}
_RANKS = {word: rank for rank, words in _RANK_WORDS.items() for word in words}
_PARTS = re.compile(r"[♠♥♦♣🃏]|[^\W\d_]+[^\s\d♠♥♦♣]*|\d+", re.UNICODE)


def matches(text: str, among: Iterable[Face]) -> tuple[Face, ...]:
    """The faces of `among` that the text may mean, each once, in order; all of them for an empty text."""
    choices = tuple(dict.fromkeys(among))
    if not text.strip():
        return choices
    exact = _exact(text)
    if exact is not None:
        return (exact,) if exact in choices else ()
    rank, suit, joker = _parts(text)
    if joker:
        return tuple(face for face in choices if face == JOKER)
    if rank is None and suit is None:
        return ()
    return tuple(
        face
        for face in choices
        if face != JOKER and (rank is None or rank_of(face) == rank) and (suit is None or suit_of(face) == suit)
    )


def meant(text: str, among: Sequence[Face]) -> Face | None:
    """The one face that the text means, whether or not it is among the choices; None where it is ambiguous.

    Raises BadText for a text that is no card at all.
    """
    exact = _exact(text)
    if exact is not None:
        return exact
    found = matches(text, among)
    if len(found) == 1:
        return found[0]
    rank, suit, joker = _parts(text)
    if joker:
        return JOKER
    if rank is not None and suit is not None:
        return Face(suit * N_RANKS + rank - 1)
    if rank is None and suit is None:
        raise BadText(f"{text[:40]!r} is no card")
    return None


def _exact(text: str) -> Face | None:
    try:
        return face(text.translate(_DIGITS).replace(" ", ""))
    except BadText:
        return None


def _parts(text: str) -> tuple[int | None, int | None, bool]:
    """Rank, suit and whether a joker is meant, from whatever words the text has."""
    rank = suit = None
    joker = False
    for word in _PARTS.findall(text.translate(_DIGITS).replace("\ufe0f", "").lower()):
        if word in _JOKER_WORDS:
            joker = True
        elif word in _SUITS and (word not in _RANKS or rank is not None):
            suit = _SUITS[word]
        elif word in _RANKS:
            rank = _RANKS[word]
        elif word[:-1] in _RANKS and word[-1] in _SUITS:
            rank, suit = _RANKS[word[:-1]], _SUITS[word[-1]]
    return rank, suit, joker


assert len(RANKS) == len(_RANK_WORDS), "every rank has its words"
