"""Melds of three and more (I3, I4, I6, I11) as tables of text."""

from collections import Counter
from typing import Any

import pytest

from marriage_core import solver
from marriage_core.cards import FACES, JOKER, Face, face, faces, texts, without
from marriage_core.melds import MeldKind, in_order, is_meld, is_pure, kind_of, pure_kind
from marriage_core.wilds import wilds
from tests.oracle.compare_longer import POINTS
from tests.oracle.kinds import KINDS, case

PURE = [
    ("3S 4S 5S 6S", MeldKind.PURE_SEQUENCE),
    ("JS QS KS AS", MeldKind.PURE_SEQUENCE),
    ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", MeldKind.PURE_SEQUENCE),
    ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", MeldKind.PURE_SEQUENCE),
    ("QS KS AS 2S", None),
    ("AS AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", None),
    ("6D 6D 6D 6D", MeldKind.TUNNELA),
    ("6D 6D 6D", MeldKind.TUNNELA),
    ("6D 6D 6D 6D 6D", None),
    ("6D 6S 6H 6C", None),
    ("6D 6D", None),
]


@pytest.mark.parametrize(("cards", "kind"), PURE)
def test_pure_melds(cards: str, kind: MeldKind | None) -> None:
    assert pure_kind(faces(cards), longer=True) is kind
    assert is_pure(faces(cards), longer=True) is (kind is not None)


MELDS = [
    ("9D", "6D 6S 6H 6C", MeldKind.TRIPLET, "6S 6H 6D 6C"),
    ("9D", "6S 6H 6C JK", MeldKind.DIRTY_TRIPLET, "6S 6H 6C JK"),
    ("9D", "6S 6H JK JK", MeldKind.DIRTY_TRIPLET, "6S 6H JK JK"),
    ("9D", "6S 6H JK JK JK", None, None),
    ("9D", "6D 6D JK", None, None),
    ("6D", "6D 6D JK", MeldKind.WILD_MELD, "6D 6D JK"),
    ("9D", "3S 7S JK JK JK", MeldKind.DIRTY_SEQUENCE, "3S JK JK JK 7S"),
    ("9D", "3S 7S JK JK", None, None),
    ("9D", "3S 4S JK JK", MeldKind.DIRTY_SEQUENCE, "3S 4S JK JK"),
    ("9D", "QS KS JK JK", MeldKind.DIRTY_SEQUENCE, "JK QS KS JK"),
    ("9D", "KS AS JK JK", MeldKind.DIRTY_SEQUENCE, "JK JK KS AS"),
    ("9D", "AS 3S JK JK", MeldKind.DIRTY_SEQUENCE, "AS JK 3S JK"),
    ("9D", "KS AS 2S JK", None, None),
    ("9D", "3S JK JK JK JK", MeldKind.WILD_MELD, "3S JK JK JK JK"),
    ("9D", "JK JK JK JK", MeldKind.WILD_MELD, "JK JK JK JK"),
    ("9D", "3S 4S 5S 5S JK", None, None),
    ("9D", "3S 4H 5S JK", None, None),
    ("9D", "3S JK", None, None),
]


@pytest.mark.parametrize(("tiplu", "cards", "kind", "laid"), MELDS)
def test_melds(tiplu: str, cards: str, kind: MeldKind | None, laid: str | None) -> None:
    for order in (faces(cards), faces(cards)[::-1]):
        assert kind_of(order, wilds(face(tiplu)), longer=True) is kind
        if laid is not None:
            assert texts(in_order(order, wilds(face(tiplu)), longer=True)) == laid


FINISHES = [
    # tiplu, cards, pure, whether
    ("9D", "", 0, True),
    ("9D", "3S 4S 5S 6S", 1, True),
    ("9D", "3S 4S 5S 6S 7S 8S", 2, True),
    ("9D", "3S 4S 5S 6S 7S 8S", 3, False),
    ("9D", "3S 4S 5S JK", 0, True),
    ("9D", "3S 4S 5S JK", 1, False),
    ("9D", "6D 6D 6D 6D", 1, True),
    ("9D", "6D 6D 6D JK", 0, False),
    ("9D", "6D 6D 6D JK JK", 1, False),
    ("9D", "6D 6D 6D JK JK JK", 1, True),
    ("9D", "6S 6H 6D 6C JK", 0, False),
    ("9D", "6S 6H 6D JK", 0, True),
    ("9D", "6S 6H 6D JK JK", 0, False),
    ("9D", "6S 6H 6D 7S 7H 7D JK JK", 0, True),
    ("9D", "8D 9D 10D 9S 9H 9C", 1, True),
    ("9D", "9D 9D 9D 9D", 1, True),
    ("9D", "JK JK", 0, False),
    ("9D", "5S 8S JK JK", 0, True),
    ("9D", "5S 9H", 0, False),
    ("9D", "2S", 0, False),
]


@pytest.mark.parametrize(("tiplu", "cards", "pure", "whether"), FINISHES)
def test_finish(tiplu: str, cards: str, pure: int, whether: bool) -> None:
    wild = wilds(face(tiplu))
    found = solver.finish_longer(faces(cards), wild, pure)
    assert (found is not None) is whether
    for laid in [found] if found is not None else []:
        assert Counter(f for meld in laid for f in meld) == Counter(faces(cards))
        assert all(is_meld(meld, wild, longer=True) for meld in laid)
        assert all(is_pure(meld, longer=True) for meld in laid[:pure])


def test_printed_jokers_are_in_no_meld_where_nothing_is_wild() -> None:
    assert solver.finish_longer(faces("3S 4S 5S JK"), frozenset(), 1) is None
    assert texts(solver.finishing_discards_longer(faces("3S 4S 5S JK"), frozenset(), 1)) == "JK"


@pytest.mark.parametrize(
    ("tiplu", "cards", "pure", "discards"),
    [
        ("9D", "3S 4S 5S 6S", 1, "3S 6S"),
        ("9D", "3S 4S 5S 6S 7S", 1, "3S 7S"),
        ("9D", "3S 4S 5S JK", 0, "3S 4S 5S JK"),
        ("9D", "3S 4S 5S KH", 1, "KH"),
        ("9D", "3S 4S 6S KH", 1, ""),
        ("9D", "3S 4S 5S 7S 8S KH", 0, ""),
        ("9D", "3S 4S 5S 7S 8S JK KH", 0, "KH"),
    ],
)
def test_finishing_discards(tiplu: str, cards: str, pure: int, discards: str) -> None:
    """I6."""
    assert texts(solver.finishing_discards_longer(faces(cards), wilds(face(tiplu)), pure)) == discards


LEAST = [
    # tiplu, cards, pure, points
    ("9D", "3S 4S 5S 6S KC", 1, 10),
    ("9D", "3S 4S 5S 6S KC QC", 1, 20),
    ("9D", "3S 4S 5S 6S KC QC JK", 1, 0),
    ("9D", "3S 4S 5S JK JK", 1, 0),
    ("9D", "3S 4S 6S", 1, None),
    ("9D", "AS KC 10D", 0, 10 + 10),
]


@pytest.mark.parametrize(("tiplu", "cards", "pure", "points"), LEAST)
def test_least_unmelded(tiplu: str, cards: str, pure: int, points: int | None) -> None:
    """I11, I12; 10♦ is a poplu of 9♦ and counts nothing."""
    found = solver.least_unmelded(faces(cards), wilds(face(tiplu)), POINTS, pure)
    assert (None if found is None else found.points) == points


@pytest.mark.parametrize(
    ("tiplu", "cards", "pure", "points", "melds"),
    [
        ("9D", "3S 4S 5S 6S KC", 1, 13, 1),
        ("9D", "3S 4S 5S 6S KC JK JK", 1, 3, 2),
        ("9D", "3S 4S 5S JK JK JK JK", 1, 0, 2),
        ("9D", "3S 4S 5S JK JK JK JK JK JK", 1, 0, 3),
        ("9D", "6S 6H 6D 6C", 0, 6, 1),
        ("9D", "6S 6H 6D", 1, None, None),
    ],
)
def test_least_unmelded_of_three(tiplu: str, cards: str, pure: int, points: int | None, melds: int | None) -> None:
    found = solver.least_unmelded_of_three(faces(cards), wilds(face(tiplu)), POINTS, pure)
    assert (None if found is None else found.points) == points
    assert (None if found is None else len(found.melds)) == melds


def test_the_example_of_hand_points() -> None:
    """I11: jokers 8; table 3♠ 4♠ 5♠ and hand 6♠ K♣ 8♦, the rest melded: 10."""
    rest = "AH AH AH 2D 3D 4D 9C 10C JC QH QH QH QC QS QD"
    found = solver.least_unmelded(faces(f"3S 4S 5S 6S KC 8D {rest}"), wilds(face("8S")), POINTS)
    assert found is not None
    assert found.points in (0, 10)
    found = solver.least_unmelded(faces(f"3S 4S 5S 6S KC {rest}"), wilds(face("8S")), POINTS)
    assert found is not None
    assert (found.points, texts(found.rest)) == (10, "KC")


@pytest.mark.parametrize(
    ("tiplu", "cards", "size", "distance"),
    [
        ("9D", "", 3, 3),
        ("9D", "", 0, 0),
        ("9D", "3S 4S 5S 6S", 4, 0),
        ("9D", "3S 4S 5S KH", 4, 1),
        ("9D", "3S 4S 5S KH", 3, 0),
        ("9D", "6D 6D 6D 6S", 4, 2),
        ("9D", "6D 6D KS", 3, 1),
        ("9D", "6D 6D JK", 3, 1),
        ("9D", "6D 6D JK JK", 3, 0),
        ("9D", "6D 6D 6D 7D 8D KS", 6, 1),
        ("9D", "3S 6S JK JK", 4, 0),
        ("9D", "JK JK JK KS", 3, 0),
    ],
)
def test_finish_distance(tiplu: str, cards: str, size: int, distance: int) -> None:
    supply = solver.supply(3, 6, face(tiplu))
    assert solver.finish_distance_longer(faces(cards), wilds(face(tiplu)), supply, size) == distance


def test_identical_cards_wait_for_a_fourth_with_four_packs() -> None:
    """6♦ 6♦ 6♦ and one place more: with four packs the fourth six, or a place of its own in no meld."""
    cards, wild = faces("6D 6D 6D 7H 7H 7H 8C"), wilds(face("KS"))
    assert solver.finish_distance_longer(cards, wild, solver.supply(4, 0, face("KS")), 7) == 1
    assert solver.finish_distance_longer(cards, wild, solver.supply(3, 0, face("KS")), 7) == 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [1, 3])
def test_distances_of_discards_and_improvers(kind: str, number: int) -> None:
    one = case(kind, number)
    hand, tiplu = faces(" ".join(one.hand))[:9], face(one.tiplu)
    wild, supply = wilds(tiplu), solver.supply(one.packs, one.printed_jokers, tiplu)

    def distance(cards: tuple[Face, ...]) -> int:
        return solver.finish_distance_longer(cards, wild, supply, 8)

    discards = solver.finish_discards_longer(hand, wild, supply, 8)
    rests = {c: without(hand, (c,)) for c in sorted(set(hand))}
    assert discards == {
        c: (distance(rest), solver.finish_improvers_longer(rest, wild, supply, 8)) for c, rest in rests.items()
    }
    least = min(near for near, _ in discards.values())
    nearest = solver.finish_discards_longer(hand, wild, supply, 8, nearest=True)
    assert nearest == {c: left for c, left in discards.items() if left[0] == least}
    improvers = solver.finish_improvers_longer(hand, wild, supply, 8)
    drawn = [c for c in (*FACES, JOKER) if hand.count(c) < supply[c]]
    assert improvers == {c for c in drawn if distance((*hand, c)) < distance(hand)}


def test_what_is_discarded_does_not_count_as_used() -> None:
    """The two kings left wait for a third, whichever card went."""
    supply, wild, hand = (
        solver.supply(3, 0, face("3H")),
        wilds(face("3H")),
        faces("7S 8S 9S 10S KS KS KS 2H 3H 5H 9H JH"),
    )
    rest = without(hand, (face("KS"),))
    found = solver.finish_discards_longer(hand, wild, supply, 11)[face("KS")]
    assert found == (1, solver.finish_improvers_longer(rest, wild, supply, 11))


def test_helping_cards_of_a_hand_in_which_longer_melds_shorten_the_way() -> None:
    supply, wild = solver.supply(3, 0, face("9H")), wilds(face("9H"))
    hand = faces("3S 6S 7S 9S QS QS 6H 10H QH 2C 5C 10C")
    assert solver.finish_distance_longer(hand, wild, supply) == 3
    assert len(solver.finish_improvers_longer(hand, wild, supply)) == 13


def test_a_wild_card_does_not_help_where_only_one_face_does() -> None:
    supply, wild = solver.supply(3, 6, face("9S")), wilds(face("9S"))
    cards = faces("6D 6D 7H 7H JK JK")
    assert solver.finish_distance_longer(cards, wild, supply, 6) == 1
    assert texts(sorted(solver.finish_improvers_longer(cards, wild, supply, 6))) == "7H 6D"
    assert texts(sorted(solver.finish_improvers(cards, wild, supply, 2))) == "7H 6D"


def test_keep_longer_takes_in_what_extends_a_run() -> None:
    """I4: 6♠ has no other place than beside 3♠ 4♠ 5♠."""
    wild, supply = wilds(face("9D")), solver.supply(3, 0, face("9D"))
    cards = faces("3S 4S 5S 6S 7H 7H 7H JC QC KC 2D 3D 4D 5H 6H 8C 8S 8H QD KD AD KH")
    kept = solver.keep_longer(cards, wild, supply)
    assert kept is not None
    laid, rest = kept
    assert Counter([f for meld in laid for f in meld]) + Counter(rest) == Counter(cards)
    assert len(laid) == 3
    assert all(is_pure(meld, longer=True) for meld in laid)
    assert solver.keep_longer(faces("3S 4S 5S"), wild, supply) is None


def test_keep_longer_leaves_a_number_of_cards_that_melds_can_have() -> None:
    supply, wild = solver.supply(3, 0, face("9D")), wilds(face("9D"))
    cards = faces("AS 2S 3S 4S 5S 6S 7S 8S 10S JS QS KS AS 2S 3S 4S 5S 6S 7S 8S 10S JS")
    kept = solver.keep_longer(cards, wild, supply)
    assert kept is not None
    laid, rest = kept
    assert Counter([f for meld in laid for f in meld]) + Counter(rest) == Counter(cards)
    assert 21 - sum(map(len, laid)) not in (1, 2)


@pytest.mark.parametrize("ask", [solver.finish_distance_longer, solver.finish_improvers_longer])
@pytest.mark.parametrize("size", [1, 2])
def test_melds_have_three_cards_at_least(ask: Any, size: int) -> None:
    with pytest.raises(ValueError, match="no number of cards in melds"):
        ask(faces("3S"), wilds(face("9D")), solver.supply(3), size)
