"""M2 and M3.3 as tables of text."""

import pytest

from marriage_core.cards import face, faces, texts
from marriage_core.melds import MeldKind, in_order, is_meld, is_pure, kind_of, pure_kind, standing_in
from marriage_core.wilds import wilds

PURE = [
    ("AS 2S 3S", MeldKind.PURE_SEQUENCE),
    ("QS AS KS", MeldKind.PURE_SEQUENCE),
    ("10C QC JC", MeldKind.PURE_SEQUENCE),
    ("7D 7D 7D", MeldKind.TUNNELA),
    ("AC AC AC", MeldKind.TUNNELA),
    ("KS AS 2S", None),
    ("KS 2S 3S", None),
    ("AS 2S KS", None),
    ("AS 3S 5S", None),
    ("9S 10S JH", None),
    ("KS AH 2H", None),
    ("5D 5D 6D", None),
    ("9S 9H 9C", None),
    ("JK JK JK", None),
    ("JK 2S 3S", None),
    ("2S 3S", None),
    ("2S 3S 4S 5S", None),
    ("", None),
]


@pytest.mark.parametrize(("cards", "kind"), PURE)
def test_pure_melds(cards: str, kind: MeldKind | None) -> None:
    assert pure_kind(faces(cards)) is kind
    assert is_pure(faces(cards)) is (kind is not None)


KINDS = [
    # M2.1: a wild card at its own face value keeps a meld pure.
    ("JC", "10C JC QC", MeldKind.PURE_SEQUENCE),
    ("JC", "QC QC QC", MeldKind.TUNNELA),
    # M2.2: no wild card completes a tunnela.
    ("9C", "5D 5D 9C", None),
    ("9C", "5D 5D JK", None),
    ("QC", "QC QC 7D", MeldKind.WILD_MELD),
    # M2.3
    ("8S", "9S 9S 9C", MeldKind.WILD_MELD),
    ("8C", "9S 9S 9C", None),
    ("2D", "KS KH 2D", MeldKind.DIRTY_TRIPLET),
    ("2D", "KS KS 2D", None),
    ("KD", "KS KS 2D", MeldKind.WILD_MELD),
    # The table of M2.
    ("2D", "9S 9H 9C", MeldKind.TRIPLET),
    ("JC", "JS JH JD", MeldKind.TRIPLET),
    ("2D", "KS AS 2D", MeldKind.DIRTY_SEQUENCE),
    ("2D", "AS QS 2D", MeldKind.DIRTY_SEQUENCE),
    ("2D", "AS 3S 2D", MeldKind.DIRTY_SEQUENCE),
    ("2D", "AS 2S 2D", MeldKind.WILD_MELD),
    ("5D", "AS 2S 5D", MeldKind.DIRTY_SEQUENCE),
    ("9D", "KS 2S 9D", None),
    ("9D", "KS 3S 9D", None),
    ("9D", "2S 5S 9D", None),
    ("9D", "2S 3H 9D", None),
    ("9D", "2S 3H 4S", None),
    ("9D", "7C KH JK", None),
    ("9D", "7C 10D JK", MeldKind.WILD_MELD),
    ("9D", "9H 9D 10D", MeldKind.WILD_MELD),
    ("9D", "JK JK JK", MeldKind.WILD_MELD),
    ("9D", "9D 9D", None),
    # M3.3: above K is A, but K-A-2 is a meld only as wild cards.
    ("AS", "KS AS 2S", MeldKind.WILD_MELD),
]


@pytest.mark.parametrize(("tiplu", "cards", "kind"), KINDS)
def test_melds_after_seeing(tiplu: str, cards: str, kind: MeldKind | None) -> None:
    for text in (cards, " ".join(reversed(cards.split()))):
        assert kind_of(faces(text), wilds(face(tiplu))) is kind
        assert is_meld(faces(text), wilds(face(tiplu))) is (kind is not None)


@pytest.mark.parametrize("cards", ["JK 2S 3S", "JK JK 3S", "JK JK JK", "9D 10D QD"])
def test_nothing_is_wild_before_seeing(cards: str) -> None:
    """M2.5."""
    assert not is_meld(faces(cards), frozenset())


ORDERS = [
    ("2D", "AS QS KS", "QS KS AS"),
    ("2D", "3S AS 2S", "AS 2S 3S"),
    ("2D", "9C 9S 9H", "9S 9H 9C"),
    ("2D", "KS 2D AS", "2D KS AS"),
    ("2D", "2D KS QS", "QS KS 2D"),
    ("2D", "AS 2D QS", "QS 2D AS"),
    ("9D", "9D 3S AS", "AS 9D 3S"),
    ("9D", "2S AS 9D", "AS 2S 9D"),
    ("9D", "6S 9D 5S", "5S 6S 9D"),
    ("9D", "9D KH KS", "KS KH 9D"),
    ("9D", "JK 10D 7C", "7C 10D JK"),
    ("9D", "7C KH 2S", "2S KH 7C"),
]


@pytest.mark.parametrize(("tiplu", "cards", "laid"), ORDERS)
def test_melds_are_laid_in_the_order_of_play(tiplu: str, cards: str, laid: str) -> None:
    assert texts(in_order(faces(cards), wilds(face(tiplu)))) == laid


def test_order_without_wild_cards() -> None:
    assert texts(in_order(faces("AC KC QC"))) == "QC KC AC"


STANDING_IN = [
    # tiplu, meld as laid, the cards in it that stand in for others
    ("10C", "5D 10D 7D", "10D"),
    ("8D", "2S 8S 4S", "8S"),
    ("JC", "10C JC QC", ""),
    ("JC", "QC QC QC", ""),
    ("JC", "JS JH JD", ""),
    ("9D", "KS KH 9D", "9D"),
    ("9D", "7C 10D JK", "10D JK"),
    ("9D", "9H 10D JK", "9H 10D JK"),
    ("9D", "QS KS 9D", "9D"),
    # Two identical cards and a wild one are no meld (M2.2), nor is a dublee.
    ("9D", "5D 5D 9D", ""),
    ("9D", "9D 9D", ""),
]


@pytest.mark.parametrize(("tiplu", "cards", "marked"), STANDING_IN)
def test_which_cards_stand_in(tiplu: str, cards: str, marked: str) -> None:
    meld, wild = faces(cards), wilds(face(tiplu))
    marks = standing_in(meld, wild)
    assert texts(card for card, mark in zip(meld, marks, strict=True) if mark) == marked
    assert standing_in(meld, frozenset()) == (False,) * len(meld)


LONGER = [
    # I3: 8♦ and 10♦ are themselves, 9♠ stands for 9♦; 9♦ for a fourth ten.
    ("9D", "8D 9S 10D JD QD", "9S"),
    ("9D", "6D 7D 8D JK", "JK"),
    ("9D", "JD QD KD AD 9S", "9S"),
    ("9D", "10S 10H 10D 9S", "9S"),
    ("9D", "10S 10H 9D JK", "9D JK"),
    ("9D", "4D 5D 7D", ""),
    ("9D", "7S 8S 9C 10S JS 9D", "9C 9D"),
]


@pytest.mark.parametrize(("tiplu", "cards", "marked"), LONGER)
def test_which_cards_stand_in_where_melds_are_longer(tiplu: str, cards: str, marked: str) -> None:
    meld = faces(cards)
    marks = standing_in(meld, wilds(face(tiplu)), longer=True)
    assert texts(card for card, mark in zip(meld, marks, strict=True) if mark) == marked
