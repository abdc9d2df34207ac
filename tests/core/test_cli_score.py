"""`score`: the sheets whose answers are known, and every sheet that cannot be."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_core.errors import BadText
from marriage_core.marriage import sheet as sheets
from marriage_core.marriage.sheet import ENTRY, SHEET
from marriage_core.notation import strict
from tests.core.command import refused, run

EXAMPLES = json.loads((Path(__file__).parent.parent / "examples" / "scoring.json").read_text(encoding="utf-8"))


def player(name: str, told: int | str, seen: bool = True, **more: Any) -> dict[str, Any]:
    """One entry: a number is maal, a text cards."""
    return {"name": name, "maal" if isinstance(told, int) else "cards": told, "seen": seen, **more}


def sheet(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A sheet that the first player wins with melds, tiplu J♣."""
    base = {"preset": "nepali", "options": {}, "tiplu": "JC", "winner": players[0]["name"], "win_by": "melds"}
    return {**base, "players": list(players), **more}


def settled(value: object) -> Any:
    """The answer to a sheet; its lines add up."""
    told = run("score", stdin=json.dumps(value))
    assert (told.code, told.err) == (0, "")
    answer = told.json
    assert answer["sum"] == 0 == sum(one["net"] for one in answer["players"])
    for one in answer["players"]:
        assert sum(line["points"] for line in one["lines"]) == one["net"]
        assert sum(line["points"] for line in one["maal"]["lines"]) == one["maal"]["total"]
    return answer


def nets(value: object) -> list[int]:
    """The results in the sheet's order."""
    return [one["net"] for one in settled(value)["players"]]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_examples(example: dict[str, Any]) -> None:
    players = {one["name"]: one for one in settled(example["sheet"])["players"]}
    expect = example["expect"]
    assert {name: players[name]["maal"]["total"] for name in expect.get("maal", {})} == expect.get("maal", {})
    assert {name: players[name]["net"] for name in expect.get("net", {})} == expect.get("net", {})


def test_the_answers_shape() -> None:
    answer = settled(sheet(player("Anna", "10C JC QC QC QC", shown_tunnelas=["QC"]), player("Ben", 2, seen=False)))
    assert answer == {
        "players": [
            {
                "name": "Anna",
                "maal": {
                    "total": 25,
                    "settled": 25,
                    "lines": [
                        {"reason": "tiplu", "count": 1, "points": 3},
                        {"reason": "maal_tunnela", "count": 1, "points": 20},
                        {"reason": "jhiplu", "count": 1, "points": 2},
                    ],
                },
                "net": 33,
                "lines": [{"reason": "maal", "points": 23}, {"reason": "payment", "points": 10}],
            },
            {
                "name": "Ben",
                "maal": {"total": 2, "settled": 2, "lines": [{"reason": "given", "count": 1, "points": 2}]},
                "net": -33,
                "lines": [{"reason": "maal", "points": -23}, {"reason": "payment", "points": -10}],
            },
        ],
        "sum": 0,
    }


W, X, Y, Z = player("W", 4), player("X", 6, False), player("Y", 8, False), player("Z", 2)
FOUR = [player("A", 5), player("B", 2), player("C", 10), player("D", 3, False)]
SPARED = [player("W", 0), player("D", 0, route="dublees"), player("S", 0)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (sheet(W, X, Y, Z, preset="kidnap"), [75, -30, -30, -15]),  # M11.3
        (sheet(*FOUR, winner=None, win_by=None), [0, -12, 20, -8]),  # M12.3
        (sheet(*FOUR, winner=None), [0, -12, 20, -8]),
        (sheet(*FOUR, winner=None, win_by=None, preset="murder"), [3, -9, 23, -17]),
        (sheet(*FOUR, winner=None, win_by=None, preset="kidnap"), [3, -9, 23, -17]),
        (sheet(*SPARED, win_by="dublees", options={"seen_dublee_loser_pays": False}), [13, -5, -8]),  # M13
        (sheet(*SPARED, winner="D", options={"seen_dublee_loser_pays": False}), [-3, 6, -3]),
        # M12.3: nobody has seen, so there is no tiplu, whatever the sheet says.
        (sheet(X, Y, winner=None, win_by=None, tiplu=None), [0, 0]),
        (sheet(player("X", "QC", False), Y, winner=None, win_by=None), [0, 0]),
        (sheet(player("X", "QC", False), Y, winner=None, win_by=None, tiplu=None), [0, 0]),
        (sheet(player("X", "QC", False), Y, winner=None, win_by=None, options={"open_tiplu": True}), [-6, 6]),
        (sheet(player("X", "QC", False), Y, winner=None, win_by=None, options={"tiplu_from": "deal"}), [-6, 6]),
    ],
)
def test_settlements(value: object, expected: list[int]) -> None:
    assert nets(value) == expected


@pytest.mark.parametrize(
    ("cards", "tunnelas", "options", "maal"),
    [
        ("QC QC QC QC", ["QC"], {"packs": 4}, 22),
        ("JC JC 10C 10C QC QC QC", ["QC"], {"maal_tunnela": "add:5"}, 37),
        ("JS JS JS", ["JS"], {"alter_points": "each:5"}, 15),
        ("JK JK", [], {"printed_jokers": 3, "printed_joker_points": [5, 15, 25, 30]}, 15),
        ("10♣ jc T♣ q♣️", [], {}, 12),
        ("", [], {}, 0),
    ],
)
def test_maal(cards: str, tunnelas: list[str], options: dict[str, Any], maal: int) -> None:
    answer = settled(sheet(player("A", cards, shown_tunnelas=tunnelas), player("B", 0), options=options))
    assert answer["players"][0]["maal"]["total"] == maal


def test_what_may_be_missing() -> None:
    short = {"winner": "A", "win_by": "melds", "players": [player("A", 0), player("B", 3)]}
    assert nets(short) == [0, 0]
    assert nets({"players": [player("A", 0), player("B", 3)]}) == [-3, 3]
    full = sheet(player("A", 0, cards=None, route=None, shown_tunnelas=None), player("B", 0), tiplu=None)
    assert nets(full) == [3, -3]


def test_a_file_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "sheets.jsonl"
    path.write_text("\n".join(json.dumps(one["sheet"], ensure_ascii=False) for one in EXAMPLES), encoding="utf-8")
    told = run("score", str(path), "--lines")
    assert told.code == 0
    assert len(told.lines) == len(EXAMPLES)
    first = tmp_path / "one.json"
    first.write_text("\ufeff" + json.dumps(EXAMPLES[0]["sheet"], indent=1), encoding="utf-8")
    assert run("score", str(first)).json == told.lines[0]
    assert run("score", "-", stdin=first.read_text(encoding="utf-8")).json == told.lines[0]


GOOD = sheet(player("Anna", "10C JC QC", shown_tunnelas=[]), player("Ben", "2S 2S", seen=False), player("Carla", 3))


def with_change(*path: str | int, to: Any) -> dict[str, Any]:
    """The good sheet with one value changed."""
    changed: Any = deepcopy(GOOD)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return changed  # type: ignore[no-any-return]


def without(*path: str | int) -> dict[str, Any]:
    """The good sheet with one value missing."""
    changed: Any = deepcopy(GOOD)
    place = changed
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return changed  # type: ignore[no-any-return]


BAD: list[tuple[object, str]] = [
    (5, "sheet: 5 is no JSON object"),
    ([GOOD], "is no JSON object"),
    (None, "null is no JSON object"),
    ({}, "players is missing"),
    (with_change("prest", to=1), 'unknown "prest"'),
    (with_change("preset", to="nopali"), "unknown preset 'nopali'; known: "),
    (with_change("preset", to=["nepali"]), "preset: "),
    (with_change("preset", to=None), "preset: null"),
    (with_change("options", to=None), "options: null"),
    (with_change("options", to={"packs": 5}), "option packs: 5"),
    (with_change("options", to={"packs": True}), "option packs: True"),
    (with_change("options", to={"pack": 3}), "unknown option 'pack'"),
    (with_change("options", to={"tiplu_points": [1, -1]}), "option tiplu_points"),
    (with_change("options", to={"alter_points": "each:--5"}), "option alter_points"),
    (with_change("options", to={"seen_payment": "--5"}), "option seen_payment"),
    (with_change("options", to={"seen_payment": "9" * 5000}), "option seen_payment"),
    (with_change("tiplu", to="JK"), "printed joker"),
    (with_change("tiplu", to="JX"), "tiplu: 'JX' is no card"),
    (with_change("tiplu", to="JC QC"), "'JC QC' is no card"),
    (with_change("tiplu", to=11), "tiplu: 11 is no text"),
    (with_change("tiplu", to=None), 'player 1, "Anna", gives cards'),
    (without("tiplu"), "tiplu: null"),
    (with_change("winner", to="Dan"), 'winner: "Dan" is none of the players'),
    (with_change("winner", to=0), "winner: 0 is no text"),
    (with_change("winner", to="Ben"), 'winner: "Ben" has not seen'),
    (with_change("win_by", to="luck"), 'win_by: "luck"'),
    (with_change("win_by", to=None), "win_by: null"),
    (without("win_by"), "win_by: null"),
    (with_change("win_by", to=["melds"]), "win_by: "),
    (with_change("players", to={}), "players: {} is no list"),
    (with_change("players", to=[]), "players: 0 of them"),
    (with_change("players", to=[player("Anna", 1)]), "players: 1 of them; allowed: 2–5"),
    (with_change("players", to=[player(name, 1) for name in "ABCDEF"]), "players: 6 of them"),
    (with_change("players", 1, to="Ben"), 'player 2: "Ben" is no JSON object'),
    (with_change("players", 1, "named", to=1), 'player 2: unknown "named"'),
    (without("players", 1, "name"), "player 2: name is missing"),
    (without("players", 1, "seen"), "player 2: seen is missing"),
    (with_change("players", 1, "name", to="Anna"), 'players: "Anna" is named 2 times'),
    (with_change("players", 1, "name", to=""), "player 2: name"),
    (with_change("players", 1, "name", to=" "), "player 2: name"),
    (with_change("players", 1, "name", to="B" * 101), "player 2: name"),
    (with_change("players", 1, "name", to=None), "player 2: name: null"),
    (with_change("players", 1, "name", to="\ud800"), "surrogate"),
    (with_change("players", 1, "seen", to=0), 'player 2, "Ben": seen: 0'),
    (with_change("players", 1, "seen", to="true"), 'seen: "true"'),
    (with_change("players", 1, "maal", to=1), "either cards or maal must be given, not both; both are"),
    (without("players", 1, "cards"), "neither is"),
    (with_change("players", 1, "cards", to=2), "cards: 2 is no text"),
    (with_change("players", 1, "cards", to="2S 1S"), "player 2, \"Ben\": cards: '1S' is no card"),
    (with_change("players", 1, "cards", to="2S " * 1000), "too long"),
    (with_change("players", 1, "cards", to="2S 2S 2S 2S"), "2S is given 4 times over all players; there are 3"),
    (with_change("players", 1, "cards", to="JC JC"), "JC is given 3 times over all players; there are 2, besides the"),
    (with_change("players", 1, "cards", to="JK"), "JK is given 1 times over all players; there are 0"),
    (with_change("players", 2, "maal", to=True), 'player 3, "Carla": maal: true'),
    (with_change("players", 2, "maal", to=-1), "maal: -1"),
    (with_change("players", 2, "maal", to=3.0), "maal: 3.0"),
    (with_change("players", 2, "maal", to="3"), 'maal: "3"'),
    (with_change("players", 2, "maal", to=10**9), "maal: 1000000000"),
    (with_change("players", 2, "maal", to=10**18), "too large"),
    (with_change("players", 2, "route", to="pairs"), 'route: "pairs"'),
    (with_change("players", 2, "route", to=1), "route: 1"),
    (with_change("players", 2, "shown_tunnelas", to=["QC"]), "QC needs its three cards among cards, which hold 0"),
    (with_change("players", 0, "shown_tunnelas", to=["QC"]), "QC needs its three cards among cards, which hold 1"),
    (with_change("players", 0, "shown_tunnelas", to="QC"), 'shown_tunnelas: "QC" is no list'),
    (with_change("players", 0, "shown_tunnelas", to=["Q"]), "'Q' is no card"),
    (with_change("players", 0, "shown_tunnelas", to=[12]), "12 is no text"),
    (with_change("players", 0, "shown_tunnelas", to=["JK"]), "JK makes no tunnela"),
    (
        sheet(player("A", "2S 2S 2S", shown_tunnelas=["2S", "2♠"]), player("B", 0)),
        "2S is named twice",
    ),
]


@pytest.mark.parametrize(("value", "told"), BAD)
def test_sheets_that_cannot_be(value: object, told: str) -> None:
    assert told in refused("score", stdin=json.dumps(value))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("{", "no JSON"),
        ('{"a":1}}', "follows the JSON value"),
        ('{"players": [NaN]}', "NaN is no number"),
        ('{"players": -Infinity}', "-Infinity is no number"),
        ('{"tiplu": "JC", "tiplu": "QC", "players": []}', '"tiplu" is given twice'),
        ("[" * 100_000, "nested too deeply"),
        ('{"players": ' + "9" * 5000 + "}", "5000 digits"),
        ('{"players": 1e999}', "is no list"),
        ('{"\\u001b[31m": 1}', r'unknown "\u001b[31m"'),
        ('{"a\nb": 1}', "no JSON"),
    ],
)
def test_texts_that_are_no_sheet(text: str, told: str) -> None:
    assert told in refused("score", stdin=text)


def test_one_bad_line_fails_the_whole_stream_by_its_number(tmp_path: Path) -> None:
    good = json.dumps(GOOD)
    bad = json.dumps(with_change("winner", to="Dan"))
    assert "line 3: winner" in refused("score", "--lines", stdin=f"{good}\n{good}\n{bad}\n")
    assert "line 2: empty" in refused("score", "--lines", stdin=f"{good}\n\n{good}\n")
    assert "at least one line" in refused("score", "--lines", stdin="\n")
    assert len(run("score", "--lines", stdin=f"{good}\r\n{good}\r\n\n").lines) == 2


def test_another_games_sheet_is_read_as_that_games() -> None:
    """dummy.md's example, and a Marriage sheet under that preset."""
    players = [{"name": "A", "cards": ""}, {"name": "B", "cards": "KS KH 5D 2C JK AH"}]
    told = run("score", stdin=json.dumps({"preset": "dummy", "winner": "A", "players": players})).json
    assert [player["points"] for player in told["players"]] == [0, 140]
    assert "tiplu" in refused("score", stdin=json.dumps(with_change("preset", to="dummy")))
    assert "unknown preset" in refused("score", stdin=json.dumps(with_change("preset", to="durak")))


def test_marriages_own_reader_refuses_another_games_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "find_preset", lambda preset: (None, "rules of another game"))
    with pytest.raises(BadText, match="is another game"):
        sheets.read_sheet(with_change("preset", to="dummy"))


def test_what_is_shown_of_a_value() -> None:
    assert strict.shown({1, 2}) == "'set'"
    assert strict.shown(["अ", 1]) == '["अ", 1]'
    assert strict.shown("\n") == '"\\n"'
    assert len(strict.shown("x" * 1000)) == strict.SHOWN_CHARACTERS


def test_a_line_ends_at_a_line_feed_only() -> None:
    odd = json.dumps(with_change("players", 2, "name", to="Carla\u2028\x85"), ensure_ascii=False)
    assert run("score", "--lines", stdin=odd).lines[0]["players"][2]["name"] == "Carla\u2028\x85"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"players": "\xe4"}')
    assert "no UTF-8" in refused("score", str(latin))
    assert "cannot be read" in refused("score", str(tmp_path))
    assert "nowhere.json' cannot be read: No such file" in refused("score", str(tmp_path / "nowhere.json"))
    assert "cannot be read" in refused("score", "a\0b")


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["nepali", "kidnap", "melds", "dublees", "JC", "QC QC QC", "Anna", "--5", "each:9", "JK"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from((*SHEET, *ENTRY, "packs", "printed_jokers", "alter_points")) | st.text(max_size=4),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


def answered(text: str) -> None:
    """A text gets an answer or a refusal in one line, never a traceback."""
    told = run("score", stdin=text)
    if told.code == 0:
        assert told.json["sum"] == 0
    else:
        assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)


@given(ANYTHING)
def test_any_json_is_answered_or_refused(value: object) -> None:
    answered(json.dumps(value))


@given(st.sampled_from(list(SHEET)), ANYTHING)
def test_any_value_in_a_sheet(key: str, value: object) -> None:
    answered(json.dumps(with_change(key, to=value)))


@given(st.integers(0, 2), st.sampled_from(list(ENTRY)), ANYTHING)
def test_any_value_in_an_entry(index: int, key: str, value: object) -> None:
    answered(json.dumps(with_change("players", index, key, to=value)))


@given(st.text())
def test_any_text_is_answered_or_refused(text: str) -> None:
    answered(text)
