"""I9–I12: value and hand points of Indian Marriage; each of its options alone and together."""

import pytest

from marriage_core.cards import face, faces
from marriage_core.marriage.holding import face_count
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import NEPALI, PRESETS, Rules
from marriage_core.marriage.scoring import Account, Reason, ScoreLine, count_maal, points_of, result, settle
from tests.core.builder import Seat, paired, played, seat, seen
from tests.core.test_indian import FOUR, INDIAN, deal


def account(value: int, points: int = 0, has_seen: bool = True) -> Account:
    lines = (ScoreLine(Reason.GIVEN, value),) if value else ()
    return Account(lines, has_seen, Route.MELDS if has_seen else None, points)


def nets(accounts: list[Account], winner: int | None = 0, rules: Rules = INDIAN) -> list[int]:
    return [own.net for own in settle(rules, accounts, winner, None if winner is None else Route.MELDS)]


JUNGLEE = dict.fromkeys(("tiplu_points", "poplu_points", "jhiplu_points", "marriage_points"), "junglee")
VALUES = [("JC", 3, 10), ("QC QC", 5, 30), ("10C 10C 10C 10C", 10, 50), ("10C JC QC", 10, 100), ("JS JH JD", 0, 0)]


@pytest.mark.parametrize(("cards", "points", "junglee"), VALUES)
def test_i9_value_by_the_tables_or_by_junglee(cards: str, points: int, junglee: int) -> None:
    for has_seen in (True, False):
        assert points_of(count_maal(INDIAN, face("JC"), faces(cards), seen=has_seen)) == points
        wild = INDIAN.with_options(JUNGLEE)
        assert points_of(count_maal(wild, face("JC"), faces(cards), seen=has_seen)) == junglee


def test_i10_value_settles_between_every_two_players_unseen_ones_included() -> None:
    assert nets([account(4), account(2)]) == [2, -2]
    assert nets([account(4), account(2, has_seen=False)], winner=None) == [2, -2]
    assert nets([account(4), account(2), account(0)], winner=None) == [6, 0, -6]


def test_i7_nobody_pays_for_having_seen_or_not() -> None:
    assert nets([account(0), account(0), account(0, has_seen=False)]) == [0, 0, 0]


def test_i11_example() -> None:
    assert nets([account(4), account(2, 21, False), account(0, 9)]) == [29, -14, -15]


CAPS = [
    # seen, points in hand, cap_seen, what the loser pays
    (True, 9, 14, 9),
    (True, 21, 14, 14),
    (True, 21, "none", 21),
    (False, 21, 14, 14),
    (False, 21, "none", 14),
    (False, 6, 14, 6),
]


@pytest.mark.parametrize(("has_seen", "points", "cap", "paid"), CAPS)
def test_i11_caps(has_seen: bool, points: int, cap: object, paid: int) -> None:
    rules = INDIAN.with_options({"cap_seen": cap})
    assert nets([account(0), account(0, points, has_seen)], rules=rules) == [paid, -paid]
    assert nets([account(0), account(0, points, has_seen)], winner=None, rules=rules) == [0, 0]


def shown(*losers: Seat, tiplu: str = "8C", rules: Rules = INDIAN, **more: object) -> list[int]:
    """What the losers pay for their hands once seat 0 has shown."""
    state = deal(seen(f"{FOUR} 5H"), *losers, drew="5H", tiplu=tiplu, rules=rules, **more)
    settled = result(played(state, 0, "show=5H"))
    return [-sum(line.points for line in own.lines if line.reason is Reason.HAND_POINTS) for own in settled[1:]]


SIX = seen("6S KC 8D 2S 2D 2C 10D JD QD 4C 5C 6C", "3S 4S 5S / 2H 3H 4H / AD 2D 3D")
LEFT = [
    # preset, options, points: 6♠ goes with the laid 3♠ 4♠ 5♠ only where melds are long and may be exchanged
    ("indian", {}, 10),
    ("indian", {"meld_size": "3"}, 13),
    ("indian", {"table_melds": "fixed"}, 16),
    ("nepali", {"hand_points": "all_count"}, 16),
    ("nepali", {"hand_points": "all_count", "meld_size": "3+"}, 16),
    ("nepali", {"hand_points": "all_count", "table_melds": "exchange"}, 13),
    ("nepali", {"hand_points": "all_count", "table_melds": "exchange", "meld_size": "3+"}, 10),
    ("nepali", {}, 0),
]


@pytest.mark.parametrize(("preset", "changes", "points"), LEFT)
def test_i11_what_the_best_arrangement_leaves_in_no_meld(preset: str, changes: dict[str, object], points: int) -> None:
    uncapped = {"cap_seen": "none"} if preset == "indian" or changes else {}
    assert shown(SIX, rules=PRESETS[preset], **changes, **uncapped) == [points]
    assert shown(SIX, rules=PRESETS[preset], **changes) == [min(14, points)]


UNSEEN = [("2S 3H AD", 14), ("2S 3H 8D", 13), ("2S 8C", 10), ("", 0)]


@pytest.mark.parametrize(("cards", "points"), UNSEEN)
def test_i11_all_count_of_an_unseen_hand_wild_cards_at_face(cards: str, points: int) -> None:
    assert shown(seat(cards)) == [points]


def test_i11_with_other_options_shown_tunnelas_and_dublees_are_in_melds() -> None:
    rules = NEPALI.with_options({"hand_points": "all_count", "cap_seen": "none"})
    assert shown(seat("2S 3H", "QH"), rules=rules) == [5]
    # A third copy is a single card again; 8♦ and 9♣ are wild.
    assert shown(paired("5C 5C 5C 7D 7D KC 8D"), rules=rules, tiplu="8H") == [15]


FACES = [("2S 10H", 12), ("JS QH KD AC", 40), ("9C", 9), ("JK", 0), ("", 0)]


@pytest.mark.parametrize(("cards", "points"), FACES)
def test_i12_face_count(cards: str, points: int) -> None:
    assert face_count(faces(cards)) == points
    assert face_count(faces(cards), frozenset(faces(cards))) == 0
