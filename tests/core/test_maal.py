"""M10: counting maal, against the table, the examples and a brute-force oracle."""

from functools import cache
from itertools import product
from random import Random

import pytest

from marriage_core.cards import JOKER, Face, face, faces
from marriage_core.marriage.rules import NEPALI, Rules
from marriage_core.marriage.scoring import count_maal, points_of
from marriage_core.options import points_for


def total(cards: str, shown: str = "", tiplu: str = "JC", seen: bool = True, **options: object) -> int:
    rules = NEPALI.with_options(options)
    return points_of(count_maal(rules, face(tiplu), faces(cards), faces(shown), seen))


TABLE = [
    # tiplu J♣; cards, shown tunnelas, points
    ("JC", "", 3),
    ("JC JC", "", 7),
    ("JC JC JC", "", 15),
    ("JC JC JC", "JC", 15),
    ("QC", "", 2),
    ("QC QC", "", 5),
    ("QC QC QC", "", 10),
    ("QC QC QC QC", "", 10),
    ("QC QC QC", "QC", 20),
    ("QC QC QC QC", "QC", 22),
    ("10C", "", 2),
    ("10C 10C", "", 5),
    ("10C 10C 10C", "", 10),
    ("10C 10C 10C 10C", "", 10),
    ("10C 10C 10C", "10C", 20),
    ("10C QC", "", 4),
    ("10C 10C QC", "", 7),
    ("10C JC QC", "", 10),
    ("10C JC QC 10C JC QC", "", 30),
    ("10C JC QC 10C JC QC 10C JC QC", "", 50),
    ("10C JC QC QC", "", 12),
    ("10C JC QC QC QC", "", 15),
    ("10C JC QC QC QC", "QC", 25),
    ("10C JC JC QC", "", 13),
    ("10C JC JC QC QC", "", 15),
    ("JC 10C 10C 10C QC QC QC", "10C QC", 43),
    ("JC JC 10C 10C QC QC QC", "QC", 32),
    ("JS JS JS", "JS", 10),
    ("JS JS JS", "", 0),
    ("JH JH JH", "JH", 10),
    ("JH JH JH", "", 0),
    ("JH JH JH JD JD JD", "JH JD", 20),
    ("JH JH JH JS JS JS", "JH JS", 20),
    ("5D 5D 5D", "5D", 5),
    ("5D 5D 5D", "", 0),
    ("5D 5D 5D 6D 6D 6D", "5D 6D", 10),
    ("QS QS QS", "QS", 5),
    ("JS JS", "", 0),
    ("JK JK", "", 0),
    ("AS 2H KD", "", 0),
    ("", "", 0),
]


@pytest.mark.parametrize(("cards", "shown", "points"), TABLE)
def test_m10_line_by_line(cards: str, shown: str, points: int) -> None:
    assert total(cards, shown) == points


CIRCLE = [
    ("KS", "QS KS AS", "", 10),
    ("AS", "KS AS 2S", "", 10),
    ("AS", "KS KS 2S", "", 7),
    ("2H", "AH AH AH", "AH", 20),
    ("KD", "AD AD AD", "AD", 20),
]


@pytest.mark.parametrize(("tiplu", "cards", "shown", "points"), CIRCLE)
def test_m3_3_m10_round_the_circle(tiplu: str, cards: str, shown: str, points: int) -> None:
    assert total(cards, shown, tiplu) == points


UNSEEN = [
    ("10C JC QC QC", "", 12),
    ("QC QC QC", "QC", 10),
    ("QC QC QC QC", "QC", 10),
    ("JH JH JH", "JH", 0),
    ("5D 5D 5D", "5D", 0),
    ("JC JC 5D 5D 5D", "5D", 7),
]


@pytest.mark.parametrize(("cards", "shown", "points"), UNSEEN)
def test_m10_1_who_has_not_seen_counts_every_line_but_the_tunnela_bonuses(cards: str, shown: str, points: int) -> None:
    assert total(cards, shown, seen=False) == points
    assert total(cards, shown, seen=False, unseen_tunnelas="kept") == total(cards, shown)


def test_m12_3_without_a_tiplu_there_is_no_maal() -> None:
    assert count_maal(NEPALI, None, faces("JC QC QC QC"), faces("QC")) == ()


OPTIONS = [
    # cards, shown, options, points by default, points with the options
    ("JC JC", "", {"tiplu_points": [3, 8, 15]}, 7, 8),
    ("QC", "", {"poplu_points": [4]}, 2, 4),
    ("QC QC QC", "", {"poplu_points": [2, 4]}, 10, 4),
    ("10C 10C", "", {"jhiplu_points": [2, 4, 6]}, 5, 4),
    ("10C JC QC 10C JC QC", "", {"marriage_points": [10, 25, 50]}, 30, 25),
    ("10C JC QC", "", {"marriage_points": [5]}, 10, 7),
    ("JS JS", "", {"alter_points": "each:5"}, 0, 10),
    ("JS JS JS JS", "", {"alter_points": [1, 2, 3]}, 0, 3),
    ("JS JS JS", "JS", {"alter_points": "each:5"}, 10, 15),
    ("JS JS JS", "JS", {"alter_points": [1, 2, 3]}, 10, 10),
    ("JS JS JS JS", "JS", {"alter_points": [1, 2, 3]}, 10, 11),
    ("JS JS JS JS", "JS", {"alter_points": [5, 15, 25, 30]}, 10, 30),
    ("JS JS JS", "JS", {"alter_tunnela_points": 20}, 10, 20),
    ("JS JS JS", "JS", {"alter_tunnela_points": 0}, 10, 0),
    ("JH JH JH", "JH", {"alter_tunnela_points": 0}, 10, 10),
    ("JK JK", "", {"printed_jokers": 4, "printed_joker_points": "each:5"}, 0, 10),
    ("JK JK JK JK", "", {"printed_jokers": 4, "printed_joker_points": [2, 5, 10]}, 0, 10),
    ("5D 5D 5D", "5D", {"tunnela_points": "none"}, 5, 0),
    ("5D 5D 5D 6D 6D 6D", "5D 6D", {"tunnela_points": [5, 15, 25]}, 10, 15),
    ("5D 5D 5D 6D 6D 6D", "5D 6D", {"tunnela_points": "each:7"}, 10, 14),
    ("JH JH JH 5D 5D 5D", "JH 5D", {"tunnela_points": [6, 20]}, 15, 16),
    ("QC QC QC", "QC", {"maal_tunnela": "replace:30"}, 20, 30),
    ("QC QC QC", "QC", {"maal_tunnela": "replace:5"}, 20, 10),
    ("10C 10C 10C", "10C", {"maal_tunnela": "add:5"}, 20, 15),
    ("QC QC QC QC", "QC", {"maal_tunnela": "add:5"}, 22, 15),
    ("JC JC 10C 10C QC QC QC", "QC", {"maal_tunnela": "add:5"}, 32, 37),
    ("JC 10C QC QC QC", "QC", {"maal_tunnela": "add:5"}, 25, 20),
]


@pytest.mark.parametrize(("cards", "shown", "options", "before", "after"), OPTIONS)
def test_f66_m13_every_option_of_counting_changes_a_count(
    cards: str, shown: str, options: dict[str, object], before: int, after: int
) -> None:
    assert total(cards, shown) == before
    assert total(cards, shown, **options) == after


def test_f66_options_of_counting_together() -> None:
    cards = "JC JC QC QC QC 10C JS JS JS JK JK 5D 5D 5D"
    options = {
        "alter_points": "each:5",
        "printed_jokers": 3,
        "printed_joker_points": "each:5",
        "maal_tunnela": "add:5",
        "tunnela_points": [7],
        "marriage_points": [11],
    }
    assert total(cards, "QC JS 5D") == 20 + 7 + 2 + 10 + 5
    assert total(cards, "QC JS 5D", **options) == 11 + 3 + 5 + 5 + 15 + 10 + 7


LINES = [
    ("10C JC QC QC", "", [("marriage", 1, 10), ("poplu", 1, 2)]),
    ("10C JC QC QC QC", "QC", [("tiplu", 1, 3), ("maal_tunnela", 1, 20), ("jhiplu", 1, 2)]),
    ("QC QC QC QC", "QC", [("maal_tunnela", 1, 20), ("poplu", 1, 2)]),
    ("JH JH JH JD JD JD", "JH JD", [("joker_tunnela", 2, 20)]),
    ("JS JS JS 5D 5D 5D", "JS 5D", [("joker_tunnela", 1, 10), ("tunnela", 1, 5)]),
    ("AS", "", []),
]


@pytest.mark.parametrize(("cards", "shown", "lines"), LINES)
def test_m10_a_count_is_a_list_of_reasons(cards: str, shown: str, lines: list[tuple[str, int, int]]) -> None:
    told = count_maal(NEPALI, face("JC"), faces(cards), faces(shown))
    assert [(line.reason.value, line.count, line.points) for line in told] == lines


# --- the oracle: every card in a line of its own choice ---------------------------------------------------------------


@cache
def oracle(rules: Rules, tiplus: int, poplus: int, jhiplus: int, shown_poplu: bool, shown_jhiplu: bool) -> int:
    """The best of all ways to put each maal card into its own line, a marriage or its shown tunnela."""
    best = 0
    for of_tiplus in product("lm", repeat=tiplus):
        for of_poplus in product("lmt" if shown_poplu else "lm", repeat=poplus):
            for of_jhiplus in product("lmt" if shown_jhiplu else "lm", repeat=jhiplus):
                best = max(best, _value(rules, of_tiplus, of_poplus, of_jhiplus))
    return best + (rules.maal_tunnela.points * (shown_poplu + shown_jhiplu) if rules.maal_tunnela.add else 0)


def _value(rules: Rules, *lines: tuple[str, ...]) -> int:
    married = {line.count("m") for line in lines}
    in_tunnela = [line.count("t") for line in lines]
    if len(married) > 1 or any(n not in (0, 3) for n in in_tunnela) or (rules.maal_tunnela.add and any(in_tunnela)):
        return -1
    tables = (rules.tiplu_points, rules.poplu_points, rules.jhiplu_points)
    own = sum(points_for(table, line.count("l")) for table, line in zip(tables, lines, strict=True))
    tunnelas = sum(rules.maal_tunnela.points for n in in_tunnela if n)
    return own + tunnelas + points_for(rules.marriage_points, married.pop())


RULES = [
    NEPALI,
    NEPALI.with_options({"marriage_points": [10, 20, 30], "tiplu_points": [3, 8, 15]}),
    NEPALI.with_options({"marriage_points": [1], "poplu_points": [2, 4, 6]}),
    NEPALI.with_options({"maal_tunnela": "add:5"}),
    NEPALI.with_options({"maal_tunnela": "replace:9"}),
    NEPALI.with_options({"maal_tunnela": "replace:40", "poplu_points": [9, 3], "jhiplu_points": [1, 2, 30, 50]}),
]


@pytest.mark.parametrize("rules", RULES)
def test_m10_the_best_split_by_brute_force(rules: Rules) -> None:
    tiplu, poplu, jhiplu = faces("JC QC 10C")
    for tiplus, poplus, jhiplus in product(range(4), range(5), range(5)):
        for shown in product((False, True), repeat=2):
            if (shown[0] and poplus < 3) or (shown[1] and jhiplus < 3):
                continue
            cards = [tiplu] * tiplus + [poplu] * poplus + [jhiplu] * jhiplus
            bonus = [of for of, is_shown in zip((poplu, jhiplu), shown, strict=True) if is_shown]
            expected = oracle(rules, tiplus, poplus, jhiplus, *shown)
            assert points_of(count_maal(rules, tiplu, cards, bonus)) == expected, (cards, bonus)


def test_m10_order_of_cards_and_cards_that_count_nothing_do_not_matter() -> None:
    draw = Random(1)
    rules = NEPALI.with_options({"alter_points": "each:5", "printed_jokers": 1, "printed_joker_points": [2, 5, 10]})
    for _ in range(200):
        cards: list[Face] = [*faces("JC QC QC 10C JS JS"), JOKER, *draw.choices(faces("AS 2H 7D 9C KC QH"), k=15)]
        told = count_maal(rules, face("JC"), cards)
        draw.shuffle(cards)
        assert count_maal(rules, face("JC"), cards) == told
        assert points_of(told) == 10 + 2 + 10 + 2
