"""Cards as people type them (F52)."""

import pytest

from cogs.card_words import matches, meant
from marriage_core.cards import FACES, JOKER, Face, face, faces, texts
from marriage_core.errors import BadText

HAND = faces("AS 7S 9S 7H 10H JH 7D KD 2C 10C QC JK")

MEANT = [
    ("7h", "7H"),
    ("7H", "7H"),
    ("7 h", "7H"),
    ("h7", "7H"),
    ("7♥", "7H"),
    ("7♥️", "7H"),
    ("♥7", "7H"),
    ("7 hearts", "7H"),
    ("7 of hearts", "7H"),
    ("7 paan", "7H"),
    ("paan ko 7", "7H"),
    ("७ पान", "7H"),
    ("७पान", "7H"),
    ("पानको ७", None),
    ("पान को ७", "7H"),
    ("१० चिडी", "10C"),
    ("10♣", "10C"),
    ("tc", "10C"),
    ("10 chidi", "10C"),
    ("ten of clubs", "10C"),
    ("दहला चिडी", "10C"),
    ("एक्का हुकुम", "AS"),
    ("ekka surathi", "AS"),
    ("a♠", "AS"),
    ("1 s", "AS"),
    ("gulam paan", "JH"),
    ("jack of hearts", "JH"),
    ("jh", "JH"),
    ("j hearts", "JH"),
    ("बादशाह ईंट", "KD"),
    ("raja itta", "KD"),
    ("रानी चिडी", "QC"),
    ("jk", "JK"),
    ("joker", "JK"),
    ("🃏", "JK"),
    ("जोकर", "JK"),
    ("5 spades", "5S"),
    ("king", "KD"),
    ("रानी", "QC"),
    ("2", "2C"),
    ("jo", "JK"),
    ("7 pa", "7H"),
]


@pytest.mark.parametrize(("typed", "expected"), [case for case in MEANT if case[1]])
def test_meant(typed: str, expected: str) -> None:
    assert meant(typed, HAND) == face(expected)


@pytest.mark.parametrize("typed", ["7", "७", "paan", "10", "s", "♠", "j q", "spade", "8", "8 "])
def test_ambiguous_texts_name_no_card(typed: str) -> None:
    if typed == "j q":
        with pytest.raises(BadText):
            meant(typed, HAND)
    else:
        assert meant(typed, HAND) is None


@pytest.mark.parametrize(
    "typed", ["", " ", "banana", "banana 7h", "7h banana", "11h", "0s", "7 8", "h d", "7hh8", "??", "7h 8d", "x" * 5000]
)
def test_no_card(typed: str) -> None:
    with pytest.raises(BadText):
        meant(typed, HAND)


MATCHES = [
    ("", "AS 7S 9S 7H 10H JH 7D KD 2C 10C QC JK"),
    ("7", "7S 7H 7D"),
    ("७", "7S 7H 7D"),
    ("7h", "7H"),
    ("7 p", "7H"),
    ("7 paan", "7H"),
    ("1", "AS 10H 10C"),
    ("10", "10H 10C"),
    ("q", "QC"),
    ("♣", "2C 10C QC"),
    ("chi", "2C 10C QC"),
    ("ru", ""),
    ("jo", "JK"),
    ("पा", "7H 10H JH"),
    ("8h", ""),
    ("banana", ""),
]


@pytest.mark.parametrize(("typed", "expected"), MATCHES)
def test_matches(typed: str, expected: str) -> None:
    assert texts(matches(typed, HAND)) == expected


def test_each_face_is_offered_once() -> None:
    assert matches("", (*HAND, *HAND)) == HAND


@pytest.mark.parametrize("of", [*FACES, JOKER])
def test_every_card_as_we_write_it_is_that_card(of: Face) -> None:
    from marriage_core.cards import pretty, text

    assert meant(text(of), ()) == meant(pretty(of), ()) == meant(text(of).lower(), ()) == of
    assert matches(pretty(of), (of,)) == (of,)
