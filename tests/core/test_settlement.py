"""M11, M12.3: settling a deal."""

from itertools import product
from random import Random

import pytest

from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import NEPALI, PRESETS
from marriage_core.marriage.scoring import Account, Reason, ScoreLine, places, points_of, result, settle
from tests.core.builder import paired, played, seat, seen, table

D, M = Route.DUBLEES, Route.MELDS


def account(maal: int, has_seen: bool = True, route: Route = M) -> Account:
    lines = (ScoreLine(Reason.GIVEN, maal),) if maal else ()
    return Account(lines, has_seen, route if has_seen else None)


def nets(accounts: list[Account], winner: int | None, by: Route | None = M, **options: object) -> list[int]:
    settled = settle(NEPALI.with_options(options), accounts, winner, by if winner is not None else None)
    for own in settled:
        assert points_of(own.lines) == own.net
        assert points_of(own.maal) == own.total
    return [own.net for own in settled]


FULL_RULES = [account(5), account(2), account(10), account(3, False)]
KIDNAP = [account(4), account(6, False), account(8, False), account(2)]
SEVERAL = [account(0), account(0, route=D), account(0)]

EXAMPLES = [
    # accounts, winner, how, options, results
    (FULL_RULES, 0, M, {}, [16, -15, 17, -18]),
    (KIDNAP, 0, M, {"unseen_maal": "kidnap"}, [75, -30, -30, -15]),
    (KIDNAP, 0, M, {"unseen_maal": "murder"}, [33, -16, -16, -1]),
    (KIDNAP, 0, M, {}, [19, -6, 2, -15]),
    (FULL_RULES, None, None, {}, [0, -12, 20, -8]),
    (KIDNAP, None, None, {"unseen_maal": "kidnap"}, [10, -6, -6, 2]),
    (KIDNAP, None, None, {"unseen_maal": "murder"}, [10, -6, -6, 2]),
    (SEVERAL, 0, D, {"seen_dublee_loser_pays": False}, [13, -5, -8]),
    (SEVERAL, 0, D, {}, [16, -8, -8]),
    (SEVERAL, 0, M, {"seen_dublee_loser_pays": False}, [3, 0, -3]),
    (SEVERAL, 1, D, {"seen_dublee_loser_pays": False}, [-8, 16, -8]),
    ([account(0), account(0, False)], 0, D, {}, [15, -15]),
    ([account(0), account(0, False)], 0, M, {}, [10, -10]),
    ([account(0), account(50)], 0, M, {}, [-47, 47]),
    ([account(0, False), account(0, False)], None, None, {}, [0, 0]),
]


@pytest.mark.parametrize(("accounts", "winner", "by", "options", "results"), EXAMPLES)
def test_m11_m12_3_examples(
    accounts: list[Account], winner: int | None, by: Route | None, options: dict[str, object], results: list[int]
) -> None:
    assert nets(accounts, winner, by, **options) == results


EACH_OPTION = [
    # option, accounts, how, results by default, results with it
    ({"seen_payment": 7}, FULL_RULES, M, [16, -15, 17, -18], [24, -19, 13, -18]),
    ({"unseen_payment": 15}, FULL_RULES, M, [16, -15, 17, -18], [21, -15, 17, -23]),
    ({"dublee_bonus": 0}, FULL_RULES, D, [31, -20, 12, -23], [16, -15, 17, -18]),
    ({"dublee_bonus": 9}, FULL_RULES, D, [31, -20, 12, -23], [43, -24, 8, -27]),
    ({"seen_dublee_loser_pays": False}, SEVERAL, M, [6, -3, -3], [3, 0, -3]),
    ({"unseen_maal": "murder"}, FULL_RULES, M, [16, -15, 17, -18], [19, -12, 20, -27]),
    ({"unseen_maal": "kidnap"}, FULL_RULES, M, [16, -15, 17, -18], [28, -15, 17, -30]),
    ({"seen_payment": 0, "unseen_payment": 0}, FULL_RULES, M, [16, -15, 17, -18], [0, -12, 20, -8]),
]


@pytest.mark.parametrize(("options", "accounts", "by", "before", "after"), EACH_OPTION)
def test_f66_m13_every_option_of_settlement_changes_a_result(
    options: dict[str, object], accounts: list[Account], by: Route, before: list[int], after: list[int]
) -> None:
    assert nets(accounts, 0, by) == before
    assert nets(accounts, 0, by, **options) == after


def test_f66_murder_and_dublees_together() -> None:
    both = {"unseen_maal": "murder", "seen_dublee_loser_pays": False, "dublee_bonus": 2}
    accounts = [account(4), account(6, False), account(2, route=D)]
    assert nets(accounts, 0, D, **both) == [12 - 6 + 14, -6 - 12, 6 - 6 - 2]


def test_m11_3_total_is_before_settled_after() -> None:
    settled = settle(PRESETS["kidnap"], KIDNAP, 0, M)
    assert [own.total for own in settled] == [4, 6, 8, 2]
    assert [own.settled for own in settled] == [18, 0, 0, 2]


def test_m11_a_result_is_a_list_of_reasons() -> None:
    winner, seen_loser, unseen = settle(NEPALI, [account(5), account(2), account(0, False)], 0, D)
    lines = [
        [(line.reason.value, line.points, line.count) for line in own.lines] for own in (winner, seen_loser, unseen)
    ]
    assert lines == [
        [("maal", 8, 1), ("payment", 13, 2), ("dublee_bonus", 10, 2)],
        [("maal", -1, 1), ("payment", -3, 1), ("dublee_bonus", -5, 1)],
        [("maal", -7, 1), ("payment", -10, 1), ("dublee_bonus", -5, 1)],
    ]


def test_f65_all_presets_and_numbers_of_players_add_up_to_nothing() -> None:
    draw = Random(7)
    for preset, players, won, by in product(PRESETS.values(), range(2, 8), (True, False), Route):
        for _ in range(10):
            accounts = [
                account(draw.randrange(60), draw.random() < 0.6, draw.choice(list(Route))) for _ in range(players)
            ]
            winner = draw.randrange(players) if won else None
            settled = settle(preset, accounts, winner, by if won else None)
            assert sum(own.net for own in settled) == 0
            assert all(isinstance(own.net, int) for own in settled)


def test_m11_1_by_its_formula() -> None:
    draw = Random(8)
    for _ in range(300):
        n = draw.randrange(2, 8)
        accounts = [account(draw.randrange(40), draw.random() < 0.5) for _ in range(n)]
        by = draw.choice(list(Route))
        m = [points_of(own.maal) for own in accounts]
        w = [(3 if own.seen else 10) + (5 if by is D else 0) for own in accounts]
        expected = [n * m[i] - sum(m) - w[i] for i in range(n)]
        expected[0] = n * m[0] - sum(m) + sum(w[1:])
        assert nets(accounts, 0, by) == expected


def test_m10_m11_a_deal_settles_cards_in_hand_and_on_the_table() -> None:
    state = table(
        paired("5H 9C 9C", "10C 10C / 4S 4S / 6S 6S / 8S 8S / 10S 10S / QS QS / 3H 3H"),
        seen("QC 10C 2H", "QC QC QC / 2D 3D 4D / 5D 6D 7D", "JD"),
        seat("JC 2C", "5S"),
        discards="AH",
        tiplu="JC",
        drew="9C",
        packs=4,
    )
    settled = result(played(state, 0, "show=5H"))
    assert [own.total for own in settled] == [5, 10 + 2 + 10, 3]
    assert [own.net for own in settled] == [15 - 30 + 23, 66 - 30 - 8, 9 - 30 - 15]


def test_m12_3_a_tiplu_that_nobody_has_seen_because_there_is_none_counts_nothing() -> None:
    state = table(seat("QC 2S", turns=99), seat("JC JC", turns=100), drew="2S")
    over = played(state, 0, "discard=2S")
    assert [own.net for own in result(over)] == [0, 0]


PLACES = [
    ((10, -3, -7), (1, 2, 3)),
    ((5, 5, -10), (1, 1, 3)),
    ((-4, 8, -4), (2, 1, 2)),
    ((0, 0), (1, 1)),
]


@pytest.mark.parametrize(("totals", "shared"), PLACES)
def test_m12_1_the_highest_total_wins_and_equal_totals_share_the_place(
    totals: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert places(totals) == shared
