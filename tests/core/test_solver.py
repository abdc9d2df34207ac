"""The solver's answers as tables of text, and the 200 hands with known answers."""

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from marriage_core import solver
from marriage_core.cards import JOKER, Face, face, faces, text, texts, without
from marriage_core.melds import is_meld, is_pure
from marriage_core.solver import suits
from marriage_core.wilds import wilds
from tests.oracle.kinds import KINDS, Case, case

HANDS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "examples" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("one", HANDS, ids=[f"{i}-{one['kind']}" for i, one in enumerate(HANDS)])
def test_hands_with_known_answers(one: dict[str, Any]) -> None:
    hand, tiplu = faces(one["ask"]["hand"]), face(one["ask"]["tiplu"])
    wild = wilds(tiplu)
    found: dict[str, Any] = {"dublees": solver.dublees(hand)}
    if one["ask"].get("seen"):
        discards = solver.finishing_discards(hand, wild)
        found["finish_distance"] = solver.finish_distance(hand, wild, solver.supply(3, 0, tiplu))
    else:
        discards = solver.finishing_discards(hand, wild, 7, 3)
        found |= {"max_pure": solver.max_pure(hand), "see_distance": solver.see_distance(hand)}
    found["finishing_discards"] = sorted(map(text, discards))
    assert found == one["expect"]


@pytest.mark.parametrize(
    ("cards", "count"),
    [("", 0), ("JC JC", 1), ("JC JC JC", 1), ("JC JC JC JC", 2), ("JK JK JK JK", 0), ("AS AS 2S 2S 3H", 2)],
)
def test_dublees(cards: str, count: int) -> None:
    """M2.4, M2.5."""
    assert solver.dublees(faces(cards)) == count


@pytest.mark.parametrize(
    ("cards", "pure"),
    [
        ("", 0),
        ("QS KS AS 2S 3S", 1),
        ("QS KS AS AS 2S 3S", 2),
        ("5H 5H 5H 6H 6H 6H 7H 7H 7H", 3),
        ("5H 5H 5H 4H 6H", 1),
        ("JK JK JK", 0),
        ("9S 9H 9C", 0),
        ("AD AD AD 2D 2D 2D 3D 3D 3D 4D 4D 4D 5D 5D 5D 6D 6D 6D 7D 7D 7D 8D", 7),
    ],
)
def test_max_pure(cards: str, pure: int) -> None:
    assert solver.max_pure(faces(cards)) == pure


@pytest.mark.parametrize(
    ("cards", "need", "packs", "distance"),
    [
        ("", 3, 3, 9),
        ("", 0, 3, 0),
        ("5S 6S 7S", 1, 3, 0),
        ("5S 7S", 1, 3, 1),
        ("5S 5S", 1, 3, 1),
        ("QS AS", 1, 3, 1),
        ("KS 2S", 1, 3, 2),
        ("JK JK JK", 1, 3, 3),
        # The third six of a tunnela is the same card that 5-6-7 waits for: three packs have but three.
        ("5S 6S 6S 7S", 2, 3, 2),
        ("5S 6S 6S 6S 7S", 2, 3, 2),
        ("5S 6S 6S 6S 7S", 2, 4, 1),
        ("5S 6S 6S 6S 6S 7S", 2, 4, 0),
        ("AS 2S 3S 3S 3S", 2, 3, 2),
    ],
)
def test_see_distance(cards: str, need: int, packs: int, distance: int) -> None:
    assert solver.see_distance(faces(cards), need, packs) == distance


@pytest.mark.parametrize(
    ("cards", "need", "improvers"),
    [
        ("5S 7S", 1, "6S"),
        ("AS KS", 1, "QS"),
        ("8D 8D", 1, "8D"),
        ("8D 9D", 1, "7D 10D"),
        ("2S", 1, "AS 2S 3S 4S"),
        ("5S 6S 7S", 1, ""),
    ],
)
def test_see_improvers(cards: str, need: int, improvers: str) -> None:
    assert texts(sorted(solver.see_improvers(faces(cards), need))) == improvers


@pytest.mark.parametrize("packs", [3, 4])
def test_everything_helps_an_empty_hand(packs: int) -> None:
    assert len(solver.see_improvers((), 3, packs)) == 52
    assert len(solver.finish_improvers((), wilds(face("5C")), solver.supply(packs, 1, face("5C")))) == 53


def test_see_melds_are_distinct_ways() -> None:
    ways = solver.all_see_melds(faces("3S 4S 5S 6S 7H 7H 7H 9D 10D JD"))
    assert [[texts(meld) for meld in way] for way in ways] == [
        ["3S 4S 5S", "7H 7H 7H", "9D 10D JD"],
        ["4S 5S 6S", "7H 7H 7H", "9D 10D JD"],
    ]
    assert solver.see_melds(faces("3S 4S 5S 7H 7H 7H")) is None
    assert solver.see_melds((), 0) == ()
    assert solver.all_see_melds(faces("3S 4S"), 1) == ()


FINISHES = [
    # tiplu, cards, melds, pure, whether
    ("9D", "", 0, 0, True),
    ("9D", "5D 5D JK", 1, 0, False),
    ("9D", "5D 6D JK", 1, 0, True),
    ("9D", "5D JK JK", 1, 0, True),
    ("9D", "JK JK JK", 1, 0, True),
    ("9D", "JK JK JK", 1, 1, False),
    ("9D", "9D 9D 9D", 1, 1, True),
    ("9D", "8D 9D 10D", 1, 1, True),
    ("9D", "8D 9D 10D 8D 9D 10D", 2, 2, True),
    ("9D", "8D 9D 10D 7D 5S 5H", 2, 0, True),
    ("9D", "8D 9D 10D 7D 5S 5H", 2, 1, True),
    ("9D", "8D 9D 10D 7D 5S 5H", 2, 2, False),
    ("9D", "5S 5S 5S 6S 7S 6S 7S 6S JK", 3, 2, True),
    ("9D", "8D 9D 10D 7D 6D JK", 2, 1, True),
    ("9D", "8D 9D 10D 5S 6S JK", 2, 1, True),
    ("9D", "8D 8D 8D 5S 6S JK", 2, 2, False),
    ("9D", "5S 6S", 1, 0, False),
    ("9D", "2S 5H KC", 1, 0, False),
]


@pytest.mark.parametrize(("tiplu", "cards", "melds", "pure", "whether"), FINISHES)
def test_finish(tiplu: str, cards: str, melds: int, pure: int, whether: bool) -> None:
    wild = wilds(face(tiplu))
    found = solver.finish(faces(cards), wild, melds, pure)
    assert (found is not None) is whether
    for laid in [found] if found is not None else []:
        assert Counter(f for meld in laid for f in meld) == Counter(faces(cards))
        assert all(is_meld(meld, wild) for meld in laid)
        assert all(is_pure(meld) for meld in laid[:pure])


def test_a_finish_lists_pure_melds_first_and_wild_cards_in_place() -> None:
    laid = solver.finish(faces("KS AS JK 4H 4D 4C 6C 7C 8C 2D 2S 9D"), wilds(face("9D")))
    assert laid is not None
    assert [texts(meld) for meld in laid] == ["6C 7C 8C", "9D KS AS", "2S 2D JK", "4H 4D 4C"]


@pytest.mark.parametrize(
    ("tiplu", "cards", "melds", "pure", "discards"),
    [
        ("9D", "KH", 0, 0, "KH"),
        ("9D", "JK", 0, 0, "JK"),
        ("9D", "5D 6D JK KH", 1, 0, "KH"),
        ("9D", "5D 6D 7D KH", 1, 0, "KH"),
        ("9D", "5D 6D 7D JK", 1, 0, "5D 6D 7D JK"),
        ("9D", "5D 6D 7D JK", 1, 1, "JK"),
        ("9D", "5D 5D 5D JK", 1, 0, "JK"),
        ("9D", "8D 9D 10D 9D", 1, 1, "9D"),
        ("9D", "9D 9D 9D 8D", 1, 1, "8D"),
        ("9D", "5D 6D 7D", 1, 0, ""),
        ("9D", "5D 6D 8S KH", 1, 0, ""),
        ("9D", "5D 6D 8S KH", 1, 1, ""),
        # A cheap look counts triples; these have one more than it can rule out.
        ("2D", "5S 5H 5D 5C 5C 5S 8H", 2, 0, "8H"),
        ("2D", "5S 5H 5D 5C 8H 8S 8C", 2, 0, "5S 5H 5D 5C"),
        ("2D", "5S 5H 5D 5C 8H 8S JC", 2, 0, ""),
        ("2D", "5S 6S 7S 5S 6S 7S JC", 2, 0, "JC"),
        ("2D", "5S 5S 5S 6S 8H 8S JC", 2, 0, ""),
        ("2D", "QH KH AH AH 3H 4H 4C", 2, 0, ""),
    ],
)
def test_finishing_discards(tiplu: str, cards: str, melds: int, pure: int, discards: str) -> None:
    """M8.1; the discard may be a wild card (M8.3)."""
    assert texts(solver.finishing_discards(faces(cards), wilds(face(tiplu)), melds, pure)) == discards


def test_printed_jokers_meld_with_nothing_where_nothing_is_wild() -> None:
    """M2.5."""
    assert solver.finish(faces("JK 5S 6S"), frozenset(), 1) is None
    assert texts(solver.finishing_discards(faces("JK 5S 6S 7S"), frozenset(), 1)) == "JK"
    assert texts(solver.finishing_discards(faces("JK 5S 6S 7S"), frozenset(), 1, 1)) == "JK"


@pytest.mark.parametrize(
    ("tiplu", "cards", "melds", "distance"),
    [
        ("9D", "", 4, 12),
        ("9D", "KH 7C", 0, 0),
        # The trap: two identical cards are progress, but no wild card completes them (M2.2).
        ("9D", "5D 5D", 1, 1),
        ("9D", "5D 5D JK", 1, 1),
        ("9D", "5D 5D JK JK", 1, 0),
        ("9D", "5D 6D JK", 1, 0),
        ("9D", "5D 5D 6H 6H 7S 7S 8C 8C JK", 4, 4),
        ("9D", "5D 5D 6H 6H 7S 7S 8C 8C JK JK", 4, 3),
        ("9D", "JK JK JK JK JK", 1, 0),
    ],
)
def test_finish_distance(tiplu: str, cards: str, melds: int, distance: int) -> None:
    supply = solver.supply(3, 6, face(tiplu))
    assert solver.finish_distance(faces(cards), wilds(face(tiplu)), supply, melds) == distance


def test_a_fourth_copy_serves_beside_a_stiff_pair() -> None:
    """5♦ 5♦ waits for the fourth five while the third goes with 6♦ 7♦: only with four packs."""
    wild, cards = wilds(face("9S")), faces("5D 5D 5D 6D 7D")
    assert solver.finish_distance(cards, wild, solver.supply(4, 0, face("9S")), 2) == 1
    assert solver.finish_distance(cards, wild, solver.supply(3, 0, face("9S")), 2) == 1
    cards = faces("5D 5D 5D 6D 7D 8S 8S 8S 10H 10H 10H KC KC")
    assert solver.finish_distance(cards, wild, solver.supply(4, 0, face("9S")), 5) == 2


def test_supply_lacks_the_tiplu_under_the_stock() -> None:
    """M3.2."""
    most = solver.supply(3, 2, face("9D"))
    assert (most[face("9D")], most[face("9S")], most[JOKER], len(most)) == (2, 3, 2, 53)
    assert solver.supply(4)[face("9D")] == 4


@pytest.mark.parametrize("ask", [solver.finish_distance, solver.finish_improvers, solver.finish_discards])
def test_distances_need_wild_cards_to_draw(ask: Any) -> None:
    with pytest.raises(ValueError, match="wild faces of a tiplu"):
        ask(faces("5D 6D"), frozenset(), solver.supply(3))


@pytest.mark.parametrize("kind", KINDS)
def test_answers_do_not_depend_on_the_order_of_a_hand(kind: str) -> None:
    for number in range(4):
        one = case(kind, number)
        hand = faces(" ".join(one.hand))
        assert _answers(one, hand) == _answers(one, tuple(sorted(hand))) == _answers(one, hand[::-1])


def _answers(one: Case, hand: tuple[Face, ...]) -> list[Any]:
    tiplu = face(one.tiplu)
    wild, supply = wilds(tiplu), solver.supply(one.packs, one.printed_jokers, tiplu)
    if one.seen:
        return [
            solver.finishing_discards(hand, wild),
            solver.finish(without(hand, (min(hand),)), wild),
            list(solver.finish_discards(hand, wild, supply).items()),
            solver.arrange(hand, wilds=wild, supply=supply),
        ]
    return [
        solver.see_melds(hand),
        solver.all_see_melds(hand),
        list(solver.see_discards(hand, 3, one.packs).items()),
        solver.best_see(hand, 3, (1,) * 52, one.packs, one.printed_jokers),
        solver.arrange(hand, 3, one.packs),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_the_nearest_discards_are_some_of_all(kind: str) -> None:
    for number in range(6):
        one = case(kind, number)
        hand, tiplu = faces(" ".join(one.hand)), face(one.tiplu)
        if one.seen:
            asked = hand, wilds(tiplu), solver.supply(one.packs, one.printed_jokers, tiplu), 4
            every, some = solver.finish_discards(*asked), solver.finish_discards(*asked, nearest=True)
        else:
            every = solver.see_discards(hand, 3, one.packs)
            some = solver.see_discards(hand, 3, one.packs, nearest=True)
        least = min(distance for distance, _ in every.values())
        assert some == {face: found for face, found in every.items() if found[0] == least}
    assert solver.see_discards((), nearest=True) == {}
    assert solver.finish_discards((), wilds(face("5C")), solver.supply(3, 0, face("5C"))) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_arrangements_show_the_distance(kind: str) -> None:
    for number in range(40):
        one = case(kind, number)
        hand, tiplu = faces(" ".join(one.hand)), face(one.tiplu)
        wild, supply = wilds(tiplu), solver.supply(one.packs, one.printed_jokers, tiplu)
        if one.seen:
            found, goal = solver.arrange(hand, wilds=wild, supply=supply), 4
            distance = solver.finish_distance(hand, wild, supply)
            assert all(is_meld(meld, wild) for meld in found.melds)
        else:
            found, goal = solver.arrange(hand, 3, one.packs), 3
            distance = solver.see_distance(hand, 3, one.packs)
            assert all(is_pure(meld) for meld in found.melds)
        grouped = [f for part in found.melds + found.partials for f in part]
        assert Counter(grouped) + Counter(found.rest) == Counter(hand)
        assert list(found.rest) == sorted(found.rest)
        assert {len(part) for part in found.melds} <= {3}
        assert {len(part) for part in found.partials} <= {2}
        alone = min(goal - len(found.melds) - len(found.partials), len([f for f in found.rest if f != JOKER]))
        assert 3 * goal - len(grouped) - alone == distance


ARRANGEMENTS = [
    # before seeing: cards, need, melds, partials, rest
    ("3S 4S 5S 7H 7H 9D 10D KC", 3, ["3S 4S 5S"], ["9D 10D", "7H 7H"], "KC"),
    ("QS AS KS 2H", 1, ["QS KS AS"], [], "2H"),
    ("AS KS 2H", 1, [], ["KS AS"], "2H"),
    ("AS KS 2H JK", 0, [], [], "AS KS 2H JK"),
    ("", 3, [], [], ""),
]


@pytest.mark.parametrize(("cards", "need", "melds", "partials", "rest"), ARRANGEMENTS)
def test_arrangements_before_seeing(cards: str, need: int, melds: list[str], partials: list[str], rest: str) -> None:
    found = solver.arrange(faces(cards), need)
    assert [texts(meld) for meld in found.melds] == melds
    assert sorted(texts(part) for part in found.partials) == sorted(partials)
    assert texts(found.rest) == rest


def test_an_arrangement_keeps_to_what_would_be_laid() -> None:
    lay = (faces("4S 5S 6S"),)
    assert solver.arrange(faces("3S 4S 5S 6S"), 1, lay=lay) == solver.Arrangement(lay, (), faces("3S"))


@pytest.mark.parametrize(
    ("tiplu", "cards", "goal", "melds", "partials", "rest"),
    [
        ("9D", "5D 6D JK 2S", 1, ["5D 6D JK"], [], "2S"),
        ("9D", "JK JK JK JK", 1, ["JK JK JK"], [], "JK"),
        ("9D", "JK JK JK JK JK JK", 2, ["JK JK JK", "JK JK JK"], [], ""),
        ("9D", "5D 5D JK", 2, [], ["5D 5D"], "JK"),
        ("9D", "5D 5D JK 2S", 2, [], ["5D 5D", "2S JK"], ""),
        ("9D", "5D 5D JK JK 2S", 2, ["2S JK JK"], ["5D 5D"], ""),
        ("9D", "5D KH JK JK", 2, ["KH JK JK"], [], "5D"),
    ],
)
def test_arrangements_after_seeing(
    tiplu: str, cards: str, goal: int, melds: list[str], partials: list[str], rest: str
) -> None:
    found = solver.arrange(faces(cards), wilds=wilds(face(tiplu)), melds=goal)
    assert [texts(meld) for meld in found.melds] == melds
    assert [texts(part) for part in found.partials] == partials
    assert texts(found.rest) == rest


def test_best_see_leaves_the_rest_that_is_nearest_to_a_show() -> None:
    # 3♠–6♠ can be laid from either end; 2♠ left with 3♠ is a pair, left with 6♠ it is not.
    hand = faces("3S 4S 5S 6S 7S 7H 7H 7H 9D 10D JD 2C 2H KD 4C 6H 8C QS AS 10S KH 8S")
    unseen = [3 - hand.count(one) for one in map(Face, range(52))]
    laid = solver.best_see(hand, 3, unseen)
    assert laid is not None
    rests = {way: list(hand) for way in solver.all_see_melds(hand)}
    promises = {}
    for way, rest in rests.items():
        for meld in way:
            for one in meld:
                rest.remove(one)
        promises[way] = sum(
            unseen[t] * 0.6 ** solver.finish_distance(rest, wilds(t), solver.supply(3, 0, t))
            for t in map(Face, range(52))
        )
    assert promises[laid] == pytest.approx(max(promises.values()))
    assert solver.best_see(faces("3S 4S 5S"), 1) == (faces("3S 4S 5S"),)
    assert solver.best_see(faces("3S 4S 5S"), 2) is None
    assert solver.best_see(hand, 0, (0,) * 53) == ()


def test_best_see_weighs_a_bounded_number_of_rests() -> None:
    hand = faces("AS AS AS 2S 2S 2S 3S 3S 3S 4S 4S 4S 5S 5S 5S 6S 6S 6S 7S 7S 7S JK")
    laid = solver.best_see(hand, 3, (1,) * 52, 3, 1)
    assert laid in solver.all_see_melds(hand)


@pytest.mark.parametrize("packs", [3, 4])
def test_tables_are_emptied_when_full(packs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suits, "TABLE_SIZE", 3)
    codes = suits.CODES[packs]
    codes.clear()
    for order in list(permutations("A234"))[:5]:
        solver.see_distance(faces(" ".join(r + "SHDC"[i] for i, r in enumerate(order))), 2, packs)
        assert len(codes) <= 3
