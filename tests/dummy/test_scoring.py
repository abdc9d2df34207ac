"""D9, D11: points of a deal, the sheet, places of a match."""

from typing import Any

import pytest

from marriage_core.cards import faces
from marriage_core.dummy.game import GAME
from marriage_core.dummy.rules import DUMMY
from marriage_core.dummy.scoring import count
from marriage_core.dummy.sheet import answer, read_sheet
from marriage_core.errors import BadRules, BadSheet, BadText
from tests.dummy.builder import down, played, seat, table

POINTS = [
    ("", 0, []),
    ("KS KH 5D 2C JK AH", 140, ["low 1 5", "high 2 20", "ace 1 15", "two 1 50", "joker 1 50"]),
    ("3S 9H 10D JC", 30, ["low 2 10", "high 2 20"]),
    ("3S 4S 5S 6S 7S 8S 9S", 35, ["low 7 35"]),
    ("10S JS QS KS", 40, ["high 4 40"]),
    ("AS AH", 30, ["ace 2 30"]),
    ("2S JK JK", 150, ["two 1 50", "joker 2 100"]),
]


@pytest.mark.parametrize(("cards", "points", "lines"), POINTS)
def test_d9_points_of_cards_left(cards: str, points: int, lines: list[str]) -> None:
    settled = count(faces(cards))
    assert settled.points == points
    assert [f"{line.reason} {line.count} {line.points}" for line in settled.lines] == lines
    assert sum(line.points for line in settled.lines) == points


def sheet(*cards: str, **more: object) -> dict[str, object]:
    players = [{"name": name, "cards": held} for name, held in zip("ABCDEF", cards, strict=False)]
    return {"preset": "dummy", "players": players, **more}


def test_d9_a_sheet() -> None:
    told = answer(read_sheet(sheet("", "KS KH 5D 2C JK AH", winner="A")))
    assert told == {
        "players": [
            {"name": "A", "points": 0, "lines": []},
            {
                "name": "B",
                "points": 140,
                "lines": [
                    {"reason": "low", "count": 1, "points": 5},
                    {"reason": "high", "count": 2, "points": 20},
                    {"reason": "ace", "count": 1, "points": 15},
                    {"reason": "two", "count": 1, "points": 50},
                    {"reason": "joker", "count": 1, "points": 50},
                ],
            },
        ]
    }


def test_d10_a_sheet_where_nobody_went_out() -> None:
    for more in ({}, {"winner": None}, {"options": {"run_same_suit": True}}):
        told = read_sheet(sheet("3S 9H 10D JC", "2S", **more))
        assert [entry["points"] for entry in answer(told)["players"]] == [30, 50]


NO_SHEETS: list[tuple[object, type[ValueError], str]] = [
    (5, BadText, "sheet: 5 is no JSON object"),
    ({}, BadText, "sheet: preset is missing"),
    (sheet("", "2S", tiplu="JC"), BadText, 'sheet: unknown "tiplu"'),
    ({"preset": "poker", "players": []}, BadRules, 'preset: "poker" is not allowed; allowed: dummy'),
    ({"preset": 5, "players": []}, BadText, "preset: 5 is no text"),
    (sheet("", "2S", options=[]), BadText, r"options: \[\] is no JSON object"),
    (sheet("", "2S", options={"deals": 4}), BadRules, "unknown option 'deals'"),
    ({"preset": "dummy", "players": 5}, BadText, "players: 5 is no list"),
    (sheet("2S"), BadSheet, "players: 1 of them; allowed: 2–4"),
    (sheet("2S", "3S", "4S", "5S", "6S"), BadSheet, "players: 5 of them"),
    ({"preset": "dummy", "players": [{"name": "A"}]}, BadText, "player 1: cards is missing"),
    ({"preset": "dummy", "players": [{"name": " ", "cards": ""}]}, BadText, 'player 1: name " " is not allowed'),
    ({"preset": "dummy", "players": [{"name": "x" * 101, "cards": ""}]}, BadText, "1–100 characters"),
    ({"preset": "dummy", "players": [{"name": "A", "cards": "2S "}] * 2}, BadSheet, 'players: "A" is named 2 times'),
    (sheet("2S", "1S"), BadText, "player 2, \"B\": cards: '1S' is no card"),
    (sheet("2S", " " * 2001), BadText, "2001 characters; allowed: 2000"),
    (sheet("2S 2S", "2S"), BadSheet, "cards: 2S is given 3 times over all players; there are 2"),
    (sheet("JK JK", "JK JK JK"), BadSheet, "cards: JK is given 5 times over all players; there are 4"),
    (sheet("", "2S", winner="Z"), BadSheet, 'winner: "Z" is none of the players'),
    (sheet("3S", "2S", winner="A"), BadSheet, 'winner: "A" went out, but has cards left'),
    (sheet("", "2S", winner=0), BadText, "winner: 0 is no text"),
]


@pytest.mark.parametrize(("value", "error", "message"), NO_SHEETS)
def test_a_sheet_that_cannot_be_is_refused(value: Any, error: type[ValueError], message: str) -> None:
    with pytest.raises(error, match=message):
        read_sheet(value)


PLACES = [
    # totals, contracts completed, places
    ((100, 90, 80), None, (3, 2, 1)),
    ((100, 90, 80), [0, 0, 0], (3, 2, 1)),
    ((100, 90, 80), [2, 1, 1], (1, 3, 2)),
    ((100, 90, 80), [12, 11, 11], (1, 3, 2)),
    ((100, 90, 80), [12, 12, 11], (2, 1, 3)),
    ((90, 90, 80), [12, 12, 11], (1, 1, 3)),
    ((90, 90, 80, 70), [12, 12, 12, 5], (2, 2, 1, 4)),
    ((5, 5), [3, 3], (1, 1)),
]


@pytest.mark.parametrize(("totals", "completed", "places"), PLACES)
def test_d11_places(totals: tuple[int, ...], completed: list[int] | None, places: tuple[int, ...]) -> None:
    assert GAME.places(totals, completed) == places


def test_d9_d11_the_outcome_of_a_deal() -> None:
    state = table(down("KC", 12), seat("3H 4H 2S", 5), down("AH", 2), drew="KC")
    assert GAME.outcome(state) is None
    assert GAME.account(state) == ()
    state = played(state, 0, "discard=KC")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.nets, outcome.winner, outcome.by) == ((0, 60, 15), 0, "out")
    assert (outcome.carried, outcome.last) == ([12, 4, 2], True)
    assert outcome.facts[1] == {"contract": 5, "down": 0, "left": 3, "cut_ins": 0}
    assert [entry["points"] for entry in GAME.account(state)] == [0, 60, 15]


def test_d11_a_contract_may_be_completed_by_who_did_not_go_out() -> None:
    state = played(table(down("KC", 3), down("3H", 12), drew="KC"), 0, "discard=KC")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.carried, outcome.last) == ([3, 12], True)


def test_d10_d11_nobody_went_out() -> None:
    state = table(down("KC 3S", 3, turns=9), seat("3H", 12, turns=10), drew="KC", max_turns=10)
    outcome = GAME.outcome(played(state, 0, "discard=KC"))
    assert outcome is not None
    assert (outcome.nets, outcome.winner, outcome.by) == ((5, 5), None, None)
    assert (outcome.carried, outcome.last) == ([3, 11], False)


def test_the_match_ends_by_d11_alone() -> None:
    assert DUMMY.deals_for(2) == DUMMY.deals_for(4) == 0
    assert GAME.zero_sum is False
    assert [GAME.next_dealer(DUMMY, 3, dealer) for dealer in range(3)] == [1, 2, 0]
