"""Cards as people type them: `7h`, `7 paan`, `७`, `ekka chidi`, `10♣` (F52)."""

import re
from collections.abc import Iterable, Sequence

from marriage_core.cards import FACES, JOKER, RANKS, Face, face, rank_of, suit_of
from marriage_core.errors import BadText

_DIGITS = str.maketrans("०१२३४५६७८९", "0123456789", "\ufe0e\ufe0f")
_SUIT_WORDS = {
    0: ("s", "♠", "spade", "spades", "surathi", "suruthi", "surath", "hukum", "सुरथी", "सुरुठी", "सुरथ", "हुकुम"),
    1: ("h", "♥", "heart", "hearts", "paan", "pan", "pana", "पान"),
    2: ("d", "♦", "diamond", "diamonds", "itta", "eetta", "itto", "ईंट", "ईँटा", "इँटा", "इट्टा"),
    3: ("c", "♣", "club", "clubs", "chidi", "chiri", "chidiya", "चिडी", "चिरी"),
}
_RANK_WORDS = {
    1: ("a", "ace", "ekka", "eakka", "एक्का", "1"),
    10: ("10", "t", "ten", "dahar", "dahala", "दहर", "दहला"),
    11: ("j", "jack", "gulam", "gulaam", "गुलाम"),
    12: ("q", "queen", "missi", "rani", "begum", "मिसी", "मिस्सी", "रानी"),
    13: ("k", "king", "badsha", "badshah", "baadsaha", "raja", "बादशाह", "बाच्छा", "राजा"),
} | {n: (str(n),) for n in range(2, 10)}
_JOKER_WORDS = ("jk", "joker", "🃏", "जोकर")
_FILLERS = {"of", "ko", "को"}
_WORDS = re.compile(r"[♠♥♦♣🃏]|[^\W\d_]+[^\s\d♠♥♦♣]*|\d+|\S", re.UNICODE)

Meaning = frozenset[Face]
"""The faces that one word may mean."""

_RANK_FACES = {
    word: frozenset(face for face in FACES if rank_of(face) == rank)
    for rank, words in _RANK_WORDS.items()
    for word in words
}
_SUIT_FACES = {
    word: frozenset(face for face in FACES if suit_of(face) == suit)
    for suit, words in _SUIT_WORDS.items()
    for word in words
}
_MEANINGS: dict[str, Meaning] = _RANK_FACES | _SUIT_FACES | dict.fromkeys(_JOKER_WORDS, frozenset({JOKER}))


def matches(text: str, among: Iterable[Face]) -> tuple[Face, ...]:
    """The faces of `among` that the text, perhaps unfinished, may mean: each once, in order; all for an empty text."""
    choices = tuple(dict.fromkeys(among))
    exact = _exact(text)
    if exact is not None:
        return (exact,) if exact in choices else ()
    told = [_begun(word) for word in _words(text)]
    return tuple(face for face in choices if all(face in meaning for meaning in told))


def meant(text: str, among: Sequence[Face]) -> Face | None:
    """The one face that the text means, whether or not it is among the choices; None where it is ambiguous.

    Raises BadText for a text that is no card at all.
    """
    exact = _exact(text)
    if exact is not None:
        return exact
    told = [_MEANINGS.get(word) or _begun(word) for word in _words(text)]
    possible = frozenset((*FACES, JOKER)).intersection(*told)
    if not told or not possible:
        raise BadText("{text} is no card", text=repr(text[:40]))
    held = possible.intersection(among)
    for found in (possible, held):
        if len(found) == 1:
            return next(iter(found))
    return None


def _exact(text: str) -> Face | None:
    try:
        return face(text.translate(_DIGITS).replace(" ", ""))
    except BadText:
        return None


def _words(text: str) -> list[str]:
    """The words of a text; `jh` and `ah` are two."""
    found: list[str] = []
    for word in _WORDS.findall(text.translate(_DIGITS).lower()):
        if word not in _MEANINGS and word[:-1] in _RANK_FACES and word[-1] in _SUIT_FACES:
            found += (word[:-1], word[-1])
        elif word not in _FILLERS:
            found.append(word)
    return found


def _begun(word: str) -> Meaning:
    """What a word may mean that is still being typed: `pa` is hearts, `1` an ace or a ten."""
    known = _MEANINGS.get(word)
    if known is not None and not word.isdecimal():
        return known
    return frozenset().union(*(meaning for whole, meaning in _MEANINGS.items() if whole.startswith(word)))


assert len(RANKS) == len(_RANK_WORDS), "every rank has its words"
