"""D2, D3, D6, D8: what cards are, as tables of text."""

import pytest

from marriage_core.cards import face, faces, texts
from marriage_core.dummy.contracts import Shape
from marriage_core.dummy.melds import added, fits, is_set, is_wild, run_low, run_of, throws_meld

SETS = [
    ("7S 7H 7D", True),
    ("7S 7S 7S", True),
    ("7S 2D JK", True),
    ("7S 2D JK JK 7C 7H 2S", True),
    ("AS AH 2H", True),
    ("2S 2H 2D", False),
    ("2S JK JK", False),
    ("JK JK JK", False),
    ("7S 7H 8D", False),
    ("7S 8S JK", False),
    ("7S 7H", False),
    ("7S JK", False),
]


@pytest.mark.parametrize(("cards", "good"), SETS)
def test_d2_d3_sets(cards: str, good: bool) -> None:
    assert is_set(faces(cards)) is good


@pytest.mark.parametrize(("card", "wild"), [("2S", True), ("JK", True), ("AS", False), ("3S", False), ("KD", False)])
def test_d2_twos_and_jokers_are_wild(card: str, wild: bool) -> None:
    assert is_wild(face(card)) is wild


RUNS = [
    # cards low to high, the rank of the first or None, the same where a run keeps to one suit
    ("3S 4H 5D 6C", 3, None),
    ("3S 4S 5S 6S", 3, 3),
    ("AS 2S 3S 4S", 1, 1),
    ("AS 2H 3S 4S", 1, 1),
    ("AS JK 3S 4S", 1, 1),
    ("2S 3S 4S 5S", 2, 2),
    ("JS QS KS AS", 11, 11),
    ("JK QS KS AS", 11, 11),
    ("2S QS KS 2D", 11, 11),
    ("JK JK JK AS", 11, 11),
    ("AS JK JK JK", 1, 1),
    ("2H JK 5D JK", 3, 3),
    ("KS AS 2S 3S", None, None),
    ("QS KS AS 2S", None, None),
    ("JK AS 2S 3S", None, None),
    ("QS KS AS JK", None, None),
    ("QS KS JK JK", None, None),
    ("2S JK JK JK", None, None),
    ("2S 2H 2D 2C", None, None),
    ("3S 4S 5S", None, None),
    ("3S 4S 4H 5S", None, None),
    ("3S 5S 4S 6S", None, None),
    ("6S 5S 4S 3S", None, None),
    ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", 1, 1),
    ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", 2, 2),
    ("JK 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", 2, 2),
    ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", None, None),
]


@pytest.mark.parametrize(("cards", "low", "suited"), RUNS)
def test_d2_d3_runs_as_they_stand(cards: str, low: int | None, suited: int | None) -> None:
    assert run_low(faces(cards), same_suit=False) == low
    assert run_low(faces(cards), same_suit=True) == suited


ARRANGED = [
    ("6S 5H 4D 3C", "3C 4D 5H 6S"),
    ("3S 4H 5D 6C", "3S 4H 5D 6C"),
    ("JK 5H 6S 7S", "JK 5H 6S 7S"),
    ("5H JK 7S 6S", "5H 6S 7S JK"),
    ("7S 5H JK 8S", "5H JK 7S 8S"),
    ("QS JK KS AS", "JK QS KS AS"),
    ("AS 4S 3S JK", "AS JK 3S 4S"),
    ("AS JK JK 2S", "AS JK JK 2S"),
    ("JK AS JK 2S", "JK JK 2S AS"),
    ("3S 3H 4S 5S", None),
    ("3S 4S 8S JK", None),
    ("AS 2S 3S KS", None),
    ("2S 2H JK JK", None),
    ("3S 4S JK", None),
]


@pytest.mark.parametrize(("cards", "run"), ARRANGED)
def test_d6_cards_named_in_any_order_are_put_in_order(cards: str, run: str | None) -> None:
    found = run_of(faces(cards), same_suit=False)
    assert (None if found is None else texts(found)) == run


ADDED = [
    # meld, card, ends, the same where runs keep to one suit
    ("set", "7S 7H 7D", "7S", "-", "-"),
    ("set", "7S 7H 7D", "JK", "-", "-"),
    ("set", "7S 7H 7D", "2C", "-", "-"),
    ("set", "7S 7H 7D", "8S", "", ""),
    ("run", "4S 5S 6S 7S", "8S", "high", "high"),
    ("run", "4S 5S 6S 7S", "8H", "high", ""),
    ("run", "4S 5S 6S 7S", "3S", "low", "low"),
    ("run", "4S 5S 6S 7S", "JK", "high low", "high low"),
    ("run", "4S 5S 6S 7S", "2H", "high low", "high low"),
    ("run", "4S 5S 6S 7S", "5S", "", ""),
    ("run", "3S 4S 5S 6S", "2S", "high low", "high low"),
    ("run", "3S 4S 5S 6S", "AS", "", ""),
    ("run", "2S 3S 4S 5S", "AS", "low", "low"),
    ("run", "AS 2S 3S 4S", "JK", "high", "high"),
    ("run", "AS 2S 3S 4S", "KS", "", ""),
    ("run", "10S JS QS KS", "AS", "high", "high"),
    ("run", "JS QS KS AS", "2S", "low", "low"),
    ("run", "JS QS KS JK", "JK", "low", "low"),
    ("run", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS", "high low", "high low"),
    ("run", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "AS", "", ""),
    ("run", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "JK", "", ""),
]


@pytest.mark.parametrize(("shape", "meld", "card", "ends", "suited"), ADDED)
def test_d6_where_a_card_may_be_added(shape: str, meld: str, card: str, ends: str, suited: str) -> None:
    for same_suit, expected in ((False, ends), (True, suited)):
        found = fits(Shape(shape), faces(meld), face(card), same_suit)
        assert " ".join("-" if end is None else end for end in found) == expected
        for end in found:
            more = added(faces(meld), face(card), end)
            assert is_set(more) if end is None else run_low(more, same_suit) is not None


THROWN = [
    # discards, the card, the meld it makes, the same where runs keep to one suit
    ("7S 7H", "7D", "7S 7H 7D", "7S 7H 7D"),
    ("KC 7S 7H", "7D", "7S 7H 7D", "7S 7H 7D"),
    ("7S KC 7H", "7D", "", ""),
    ("7H", "7D", "", ""),
    ("", "7D", "", ""),
    ("2S 2H", "2D", "2S 2H 2D", "2S 2H 2D"),
    ("7S JK", "7D", "", ""),
    ("JK JK", "JK", "", ""),
    ("7S 2H", "7D", "", ""),
    ("4S 6H 5D", "7C", "4S 6H 5D 7C", ""),
    ("4S 6S 5S", "7S", "4S 6S 5S 7S", "4S 6S 5S 7S"),
    ("4S AS 3S", "2S", "4S AS 3S 2S", "4S AS 3S 2S"),
    ("KS AS QS", "JS", "KS AS QS JS", "KS AS QS JS"),
    ("KS AS 2S", "3S", "", ""),
    ("4S JK 6S", "7S", "", ""),
    ("4S 5S 6S", "JK", "", ""),
    ("4S 5S 5S", "6S", "", ""),
    ("5S 6S", "7S", "", ""),
    ("4S 5S 6S KS", "7S", "", ""),
]


@pytest.mark.parametrize(("under", "card", "meld", "suited"), THROWN)
def test_d8_what_a_discard_makes_with_the_cards_under_it(under: str, card: str, meld: str, suited: str) -> None:
    for same_suit, expected in ((False, meld), (True, suited)):
        found = throws_meld(faces(under), face(card), same_suit)
        assert ("" if found is None else texts(found)) == expected
