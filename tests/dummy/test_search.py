"""D5: how near a hand is to a contract, and the best way to lay it; tables, then the oracle over 2,000 hands."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from marriage_core.cards import FACE_TEXT, JOKER, Face, face_of, faces, pack, texts
from marriage_core.dummy.contracts import CONTRACTS, LAST_CONTRACT, Shape, contract
from marriage_core.dummy.laying import best_lay
from marriage_core.dummy.scoring import points_of
from marriage_core.dummy.search import helpers, missing
from tests.dummy import oracle

HANDS = 2_000


def test_d5_the_twelve_contracts() -> None:
    told = [" + ".join(map(str, slots)) for slots in CONTRACTS]
    assert told == [
        "set 3 + set 3",
        "set 3 + run 4",
        "set 4 + set 4",
        "run 4 + run 4",
        "set 4 + run 4",
        "set 3 + set 3 + run 4",
        "set 3 + run 7",
        "set 3 + set 3 + set 3",
        "set 5 + set 5",
        "run 5 + run 5",
        "set 8",
        "run 10",
    ]
    for slots in CONTRACTS:
        shapes = [slot.shape for slot in slots]
        assert shapes == sorted(shapes, key=[Shape.SET, Shape.RUN].index), "sets first: search relies on it"
        assert len({(slot.shape, slot.size) for slot in slots}) == len(set(shapes)), "one size a shape"


MISSING = [
    (1, "7S 7H 7D 9S 9H 9D KC", 0, 0),
    (1, "7S 7H 7D 7S 7H 7D KC", 0, 0),
    (1, "7S 7H 9S 9H KC", 2, 2),
    (1, "7S 7H JK 9S 9H 2C KC", 0, 0),
    (1, "7S JK JK JK JK 2S KC", 0, 0),
    (1, "7S JK JK JK JK 2S 2H", 1, 1),
    (1, "JK JK JK JK 2S 2H 2D", 2, 2),
    (1, "7S 7H 7D JK JK JK", 0, 0),
    (1, "7S 7H 7D 7C JK 2D", 0, 0),
    (2, "7S 7H 7D 3S 4H 5D 6C", 0, 3),
    (2, "7S 7H 7D 3S 4S 5S 6S", 0, 0),
    (2, "4S 4H 4D 5S 6S 7S", 1, 1),
    (4, "3S 4S 5S 6S 6H 7H 8H 9H", 0, 0),
    (4, "3S 4S 5S 6S 3H 4H 5H JK", 0, 0),
    (4, "AS 2S 3S 4S JH QH KH AH", 0, 0),
    (4, "AS 3S 4S JH QH KH", 2, 2),
    (4, "QS KS AS 2S 3S 5H 6H 7H 8H", 0, 0),
    (7, "7S 7H 7D 3S 4S 5S 6S 7C 8S 9S", 0, 0),
    (11, "7S 7S 7H 7H 7D 7D 7C 7C", 0, 0),
    (11, "7S 7S 7H 7H 7D 7D 7C", 1, 1),
    (11, "7S JK JK JK JK 2S 2H 2D", 0, 0),
    (12, "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S", 0, 0),
    (12, "5S 6S 7S 8S 9S 10S JS QS KS AS", 0, 0),
    (12, "5S 6S 7S 8S 9S 10S JS QS KS 2S", 0, 0),
    (12, "JS QS KS AS 3S 4S 5S 6S 7S 8S", 2, 2),
    (12, "", 10, 10),
]


@pytest.mark.parametrize(("number", "hand", "lacks", "suited"), MISSING)
def test_d5_cards_missing_to_a_contract(number: int, hand: str, lacks: int, suited: int) -> None:
    assert missing(faces(hand), number) == lacks
    assert missing(faces(hand), number, same_suit=True) == suited


LAID = [
    # contract, hand, exact_contract, what stays in hand
    (1, "7S 7H 7D 9S 9H 9D KC", False, "KC"),
    (1, "7S 7H 7D 7C 9S 9H 9D JK KC QC", False, "KC QC"),
    (1, "7S 7H 7D 7C 9S 9H 9D JK KC QC", True, "7S KC QC 9S"),
    (1, "7S 7H 7D 7C 9S 9H 9D", False, "7S"),
    (1, "7S 7H 7D 7C 9S 9H 9D", True, "7S"),
    (1, "7S JK JK JK 9S 2H 2C", False, "2H"),
    (1, "7S 7H 7D 9S 9H 9D", False, None),
    (1, "7S 7H 8D 9S 9H 9D KC", False, None),
    (4, "3S 4S 5S 6S 7S 8H 9H 10H JH QH 7D 5D", False, "5D"),
    (4, "3S 4S 5S 6S JK QS KS AS JS", False, "3S"),
    (12, "3S 4S 5S 6S 7S 8S 9S 10S JS QS JK 9H KH", False, "9H"),
    (12, "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS JK 9H", False, "9H"),
    (12, "2S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS JK 9H JK 2H", False, "4S 5S 9H"),
]


@pytest.mark.parametrize(("number", "hand", "exact", "left"), LAID)
def test_d5_d7_the_best_way_to_lay(number: int, hand: str, exact: bool, left: str | None) -> None:
    found = best_lay(faces(hand), number, exact=exact)
    if left is None:
        assert found is None
        return
    assert found is not None
    stays = Counter(faces(hand)) - Counter(face for meld in found for face in meld)
    assert sorted(map(points_of, stays.elements())) == sorted(map(points_of, faces(left)))


# --- the oracle -------------------------------------------------------------------------------------------------------

PACK = [face_of(card) for card in pack(2, 4)]


def some_hand(draw: Random, number: int) -> list[Face]:
    """14 cards: by chance, or with the contract planted in them, or with all but a card of it; sometimes many wild."""
    deck = draw.sample(PACK, len(PACK))
    if draw.random() < 0.2:
        deck.sort(key=lambda face: face != JOKER and face % 13 != 1)
        deck = deck[: draw.randrange(9)] + draw.sample(deck[12:], 14)
    planted: list[Face] = []
    if draw.random() < 0.7:
        for slot in contract(number):
            rank, suit = draw.randrange(13), draw.randrange(4)
            for i in range(slot.size):
                if slot.shape is Shape.SET:
                    planted.append(Face(draw.randrange(4) * 13 + rank))
                else:
                    keep = suit if draw.random() < 0.5 else draw.randrange(4)
                    planted.append(Face(keep * 13 + (min(rank, 14 - slot.size) + i) % 13))
    planted = [JOKER if draw.random() < 0.1 else face for face in planted]
    hand: list[Face] = []
    for face in (*planted[draw.randrange(2) :], *deck):
        if len(hand) < 14 and hand.count(face) < (4 if face == JOKER else 2):
            hand.append(face)
    return hand


def words_of(hand: list[Face]) -> list[str]:
    return [FACE_TEXT[face] for face in hand]


def hands() -> list[tuple[int, bool, list[Face]]]:
    draw = Random(6)
    return [(1 + i % LAST_CONTRACT, i // 12 % 2 == 1, some_hand(draw, 1 + i % LAST_CONTRACT)) for i in range(HANDS)]


def test_d5_2000_hands_are_judged_as_brute_force_judges_them() -> None:
    kinds: Counter[tuple[int, bool, bool]] = Counter()
    for number, same_suit, hand in hands():
        good = oracle.possible(words_of(hand), number, same_suit)
        assert (missing(hand, number, same_suit) == 0) is good, (number, same_suit, texts(hand))
        kinds[number, same_suit, good] += 1
        for exact in (False, True):
            laid = best_lay(hand, number, same_suit, exact)
            assert (laid is not None) is good
            if laid is not None:
                slots = contract(number)
                assert not Counter(face for meld in laid for face in meld) - Counter(hand)
                assert sum(map(len, laid)) < len(hand)
                for slot, meld in zip(slots, laid, strict=True):
                    shape = slot.shape.value
                    assert oracle.is_meld(words_of(list(meld)), shape, slot.size, same_suit, exact), texts(meld)
    assert len(kinds) == 4 * LAST_CONTRACT, "every contract possible and impossible, runs free and in one suit"
    assert min(kinds.values()) >= 2, kinds


def test_d5_the_number_missing_is_exact() -> None:
    """A hand that misses n cards can be laid with some n more and with no n − 1 more."""
    draw = Random(7)
    more = [FACE_TEXT[face] for face in range(13)] + ["JK"]
    checked = 0
    while checked < 120:
        number = draw.randrange(1, LAST_CONTRACT + 1)
        hand = some_hand(draw, number)[: draw.randrange(8, 15)]
        lacks = missing(hand, number)
        if not 1 <= lacks <= 2:
            continue
        checked += 1
        words = words_of(hand)
        for n in range(lacks + 1):
            possible = any(
                oracle.possible([*words, *extra], number) for extra in combinations_with_replacement(more, n)
            )
            assert possible is (n == lacks), (number, texts(hand), n)


@pytest.mark.parametrize("same_suit", [False, True])
def test_d5_helpers_are_the_faces_that_bring_nearer(same_suit: bool) -> None:
    draw = Random(8)
    for i in range(40):
        number = 1 + i % LAST_CONTRACT
        hand = some_hand(draw, number)
        now = missing(hand, number, same_suit)
        expected = {Face(face) for face in range(53) if missing([*hand, Face(face)], number, same_suit) < now}
        assert helpers(hand, number, same_suit) == expected


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("same_suit", [False, True])
def test_d5_d9_no_other_way_to_lay_leaves_fewer_points(same_suit: bool, exact: bool) -> None:
    """Against brute force over every meld of every length, on hands that hold their contract."""
    draw = Random(9)
    checked = 0
    while checked < 60:
        number = (1, 2, 3, 4, 5, 7, 8, 11, 12)[draw.randrange(9)]
        hand = some_hand(draw, number)
        if sum(face == JOKER or face % 13 == 1 for face in hand) > 3 or missing(hand, number, same_suit):
            continue
        checked += 1
        laid = best_lay(hand, number, same_suit, exact)
        assert laid is not None
        rest = list((Counter(hand) - Counter(face for meld in laid for face in meld)).elements())
        left = 0 if len(rest) == 1 else sum(map(points_of, rest))
        assert left == oracle.least_left(words_of(hand), number, same_suit, exact), (number, texts(hand))
