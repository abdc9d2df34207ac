"""`solve`: hands with answers from an independent oracle, the answer's shape, and hands that cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_core.cards import face, text, without
from marriage_core.melds import is_meld, is_pure
from marriage_core.wilds import wilds
from tests.core.command import refused, run

LINES = (Path(__file__).parent.parent / "examples" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES = [json.loads(line) for line in LINES]
KEYS = ["cards", "dublees", "max_pure", "can_see", "see_melds", "see_distance", "can_show", "finishing_discards"]
KEYS += ["show", "finish_distance"]

ANSWERS = run("solve", "--lines", stdin="\n".join(json.dumps(one["ask"]) for one in EXAMPLES) + "\n")

WON = "3S 4S 5S 7H 8H 9H 10D JD QD"
REST = "2C 3C 4C 6D 6H 6S KS KC KD 9C 9D 9S 5H"
MIXED = "AS 2S 4S 6S 8S 10S QS AH 3H 5H 7H 9H JH KH 2D 4D 6D 8D 10D QD AC"


def test_every_example_has_an_answer() -> None:
    assert (ANSWERS.code, ANSWERS.err) == (0, "")
    assert len(ANSWERS.lines) == len(EXAMPLES) == 200


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples(number: int) -> None:
    ask, expect, answer = EXAMPLES[number]["ask"], EXAMPLES[number]["expect"], ANSWERS.lines[number]
    assert {key: answer[key] for key in expect} == expect
    consistent(ask, answer)


def consistent(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """What must hold in any answer, whoever is right about the numbers."""
    assert list(answer) == KEYS
    hand = [face(word) for word in ask["hand"].split()]
    seen = ask.get("seen", False)
    assert answer["cards"] == len(hand)
    assert answer["can_show"] == bool(answer["finishing_discards"]) == (answer["show"] is not None)
    assert answer["finishing_discards"] == sorted(answer["finishing_discards"])
    if seen:
        assert [answer[key] for key in ("max_pure", "can_see", "see_melds", "see_distance")] == [None] * 4
    else:
        assert answer["finish_distance"] is None
        assert answer["can_see"] == (answer["max_pure"] >= 3) == (answer["see_melds"] is not None)
        assert answer["can_see"] == (answer["see_distance"] == 0)
    if answer["see_melds"] is not None:
        laid = [[face(word) for word in meld] for meld in answer["see_melds"]]
        assert len(laid) == 3
        assert all(map(is_pure, laid))
        without(hand, [card for meld in laid for card in meld])
    if answer["show"] is not None:
        shows(hand, ask["tiplu"], answer["show"], seen)


def shows(hand: list[Any], tiplu: str, show: dict[str, Any], seen: bool) -> None:
    """A show uses exactly the hand: its melds and its discard."""
    melds = [[face(word) for word in meld] for meld in show["melds"]]
    used = sorted([card for meld in melds for card in meld] + [face(show["discard"])])
    assert used == sorted(hand)
    assert len(melds) == (4 if seen else 7)
    assert all(is_meld(meld, wilds(face(tiplu))) for meld in melds)
    assert seen or sum(map(is_pure, melds)) >= 3


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (
            ["--hand", f"{WON} {REST}", "--tiplu", "AH"],
            {"cards": 22, "can_see": True, "can_show": True, "finishing_discards": ["5H"], "finish_distance": None},
        ),
        (
            ["--hand", REST, "--tiplu", "AH", "--seen"],
            {"can_show": True, "finishing_discards": ["5H"], "finish_distance": 0, "max_pure": None, "dublees": 0},
        ),
        (["--hand", f"{WON} {REST}"], {"can_see": True, "can_show": False, "show": None, "finishing_discards": []}),
        (["--hand", REST[:-3], "--tiplu", "AH", "--seen"], {"cards": 12, "can_show": False, "finish_distance": 0}),
        (["--hand", REST, "--seen"], {"can_show": False, "finish_distance": None}),
        (["--hand", MIXED], {"cards": 21, "dublees": 0, "max_pure": 0, "see_melds": None}),
        (["--hand", MIXED.replace("AC", "AS AS")], {"cards": 22, "dublees": 1, "max_pure": 1}),
        (
            ["--hand", MIXED.replace("2D 4D", "AS AS").replace("AC", "AS"), "--option", "packs=4"],
            {"dublees": 2, "max_pure": 1},
        ),
        (["--hand", MIXED.replace("AC", "JK JK"), "--preset", "bhoos"], {"dublees": 0, "max_pure": 0}),
    ],
)
def test_hands(argv: list[str], expected: dict[str, Any]) -> None:
    answer = run("solve", *argv).json
    assert {key: answer[key] for key in expected} == expected
    ask = {"hand": argv[1], "tiplu": argv[3] if "--tiplu" in argv else None, "seen": "--seen" in argv}
    consistent(ask, answer)


INDIAN = [
    # hand, tiplu, seen, options, what the answer says
    (
        "6S KC 8D 2S 2D 2C 10D JD QD 4C 5C 6C",
        "8C",
        True,
        {},
        {"can_show": False, "finish_distance": 1, "unmelded": {"points": 16, "cards": ["6S", "KC"]}},
    ),
    (
        "2C 3C 4C 5C 6D 7D 8D 9D AS AH AD AC KH",
        "JC",
        True,
        {},
        {"finishing_discards": ["KH"], "finish_distance": 0, "unmelded": {"points": 10, "cards": ["KH"]}},
    ),
    (
        "2C 3C 4C 5C 6D 7D 8D 9D AS AH AD AC KH",
        "JC",
        True,
        {"meld_size": "3"},
        {"can_show": False, "unmelded": {"points": 25, "cards": ["KH", "6D", "4C", "5C"]}},
    ),
    (f"{WON} 6S 2C 3C 4C 5C 6D 7D 8D 9D AS AH AD KH", "JC", False, {}, {"can_show": True}),
    (MIXED, "JC", False, {}, {"can_show": False, "unmelded": None}),
    (MIXED, None, False, {}, {"unmelded": None}),
]


@pytest.mark.parametrize(("cards", "tiplu", "seen", "options", "expected"), INDIAN)
def test_i3_i6_i11_indian_hands(
    cards: str, tiplu: str | None, seen: bool, options: dict[str, str], expected: dict[str, Any]
) -> None:
    argv = [*(["--tiplu", tiplu] if tiplu else []), *(["--seen"] if seen else [])]
    argv += [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
    answer = run("solve", "--preset", "indian", "--hand", cards, *argv).json
    assert list(answer) == [*KEYS, "unmelded"]
    assert {key: answer[key] for key in expected} == expected
    for show in [answer["show"]] if answer["show"] else []:
        melds = [[face(word) for word in meld] for meld in show["melds"]]
        used = sorted([card for meld in melds for card in meld] + [face(show["discard"])])
        assert used == sorted(map(face, cards.split()))
        assert all(is_meld(meld, wilds(face(tiplu or "")), longer=not options) for meld in melds)


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ([], "--hand: missing"),
        (["--hand", "", "--tiplu", "AS"], "hand: 0 cards; without seen it has 21, or 22"),
        (["--hand", "3S 4S"], "hand: 2 cards"),
        (["--hand", MIXED + " 2C 3C"], "hand: 23 cards"),
        (["--hand", MIXED, "--seen"], "hand: 21 cards; with seen it has 12, or 13"),
        (["--hand", MIXED.replace("AC", "1C")], "hand: '1C' is no card"),
        (["--hand", MIXED, "--tiplu", "JK"], "printed joker"),
        (["--hand", MIXED, "--tiplu", "X"], "tiplu: 'X' is no card"),
        (["--hand", MIXED.replace("AC", "JK")], "JK is given 1 times; there are 0: these rules have no printed jokers"),
        (["--hand", MIXED.replace("2D 4D 6D", "AS AS AS")], "AS is given 4 times; there are 3"),
        (["--hand", MIXED.replace("2D 4D", "AS AS"), "--tiplu", "AS"], "AS is given 3 times; there are 2, besides"),
        (["--hand", MIXED.replace("2D 4D 6D 8D", "AS AS AS AS"), "--option", "packs=4"], "AS is given 5 times"),
        (["--hand", "AS " * 200], "too long"),
        (["--hand", MIXED, "--preset", "nopali"], "unknown preset 'nopali'"),
        (["--hand", MIXED, "--option", "packs=7"], "option packs: 7"),
        (["--hand", MIXED, "--option", "packs"], '"packs" is not KEY=VALUE'),
        (["--hand", MIXED, "--option", "packs=3", "--option", "packs=4"], "packs is given twice"),
        (["--hand", MIXED, "--option", "seen_payment=--5"], "option seen_payment"),
        (["--hand", MIXED, "--lines"], "do not go with it"),
        (["--hand", MIXED, "--hand", MIXED], "--hand is given twice"),
        (["--hand", MIXED, "--tiplu", "AS", "--tiplu", "AS"], "--tiplu is given twice"),
        (["--hand"], "--hand: expected one argument"),
        (["--hnd", MIXED], "unrecognized arguments"),
        (["--hand", MIXED, "extra\nline"], "unrecognized arguments: extra line"),
    ],
)
def test_hands_that_cannot_be(argv: list[str], told: str) -> None:
    assert told in refused("solve", *argv)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("5", "line 2: hand: 5 is no JSON object"),
        ("", "line 2: empty"),
        ('{"tiplu":"AS"}', "line 2: hand: hand is missing"),
        ('{"hand":"AS"}', "line 2: hand: 1 cards"),
        ('{"hand":5}', "line 2: hand: 5 is no text"),
        ('{"hand":"AS","seen":1}', "line 2: seen: 1"),
        ('{"hand":"AS","tiplu":1}', "line 2: tiplu: 1"),
        ('{"hand":"AS","see":true}', 'line 2: hand: unknown "see"'),
    ],
)
def test_one_bad_line_fails_all(line: str, told: str) -> None:
    good = json.dumps({"hand": MIXED, "tiplu": None, "seen": False})
    assert told in refused("solve", "--lines", stdin=f"{good}\n{line}\n{good}\n")
    assert len(run("solve", "--lines", stdin=f"{good}\n{good}").lines) == 2


@given(st.lists(st.sampled_from([text(card) for card in wilds(face("5H"))] + MIXED.split()), min_size=12, max_size=14))
def test_any_hand_is_answered_or_refused(words: list[str]) -> None:
    told = run("solve", "--seen", "--tiplu", "5h", "--hand", " ".join(words))
    if told.code:
        assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    else:
        consistent({"hand": " ".join(words), "tiplu": "5H", "seen": True}, told.json)
