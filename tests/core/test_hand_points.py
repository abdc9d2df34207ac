"""I11 by brute force: what a whole deal charges for a hand against an oracle that tries every meld."""

from random import Random

import pytest

from marriage_core.cards import Face, face, faces, text
from marriage_core.marriage.holding import FACE_POINTS, Holding
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import PRESETS
from marriage_core.melds import is_meld, is_pure
from marriage_core.wilds import wilds
from tests.oracle import brute
from tests.oracle.brute_longer import NEVER, least_left

HANDS = 200
POINTS = tuple((text(Face(of)), points) for of, points in enumerate(FACE_POINTS))
LAID = [
    ("3S 4S 5S",),
    ("3S 4S 5S", "7H 8H 9H"),
    ("QD QD QD", "3S 4S 5S"),
    ("JS QS KS AS",),
    ("9C 9C 9C 9C", "2D 3D 4D"),
]
NEAR = faces("2S 6S 7S 6H 10H JH 5D 5H 5C QS KS AS 8C 8D 8S 2D 4D AD")


def case(number: int) -> tuple[tuple[str, ...], str, list[str]]:
    """Laid melds, a joker, and a few cards in hand that lie near the laid ones, to make eleven in all."""
    draw = Random(f"hand points {number}")
    melds = draw.choice(LAID)
    size = 11 - sum(len(meld.split()) for meld in melds)
    cards = [text(draw.choice(NEAR)) for _ in range(size)]
    return melds, draw.choice(["8H", "KC", "6S", "AD", "9C"]), cards


@pytest.mark.parametrize("melds", ["exchange", "fixed"])
@pytest.mark.parametrize("size", ["3", "3+"])
def test_i11_the_least_that_an_arrangement_leaves(size: str, melds: str) -> None:
    rules = PRESETS["indian"].with_options({"meld_size": size, "table_melds": melds})
    for number in range(HANDS // 4):
        lying, tiplu, cards = case(number)
        lying = tuple(lying) if size == "3+" else tuple(meld for meld in lying if len(meld.split()) == 3)
        laid = tuple(faces(meld) for meld in lying)
        # As if the missing pure melds lay shown: those never move.
        holding = Holding(rules, faces(" ".join(cards)), laid, 3 - len(laid), Route.MELDS)
        own = [*cards, *(" ".join(lying).split() if melds == "exchange" else [])]
        hand = tuple(text(of) for of in sorted(map(face, own)))
        pure = len(laid) if melds == "exchange" else 0
        wild = brute.wild_cards(tiplu)
        expected = least_left(tuple(sorted(hand)), wild, pure, POINTS, 3 if size == "3" else 99)
        assert expected < NEVER
        assert holding.points_in_hand(wilds(face(tiplu))) == expected, (number, lying, tiplu, cards)
        arranged = holding.arranged(wilds(face(tiplu)))
        assert all(is_meld(meld, wilds(face(tiplu)), size == "3+") for meld in arranged.melds)
        assert sum(is_pure(meld, size == "3+") for meld in arranged.melds) >= pure
