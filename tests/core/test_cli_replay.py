"""`replay` and `verify`: whole deals as lines of text, their results for ever, and every forgery."""

import json
from pathlib import Path
from typing import Any

import pytest

from marriage_core.shuffle import commitment
from tests.core.command import refused, run

LINES = (Path(__file__).parent.parent / "examples" / "records.jsonl").read_text(encoding="utf-8").splitlines()
DEALS = [json.loads(line) for line in LINES]
RECORDS = [deal["record"] for deal in DEALS]
KEY = RECORDS[0].partition('"key":"')[2][:64]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["what"])
def test_a_record_replays_to_its_result(deal: dict[str, Any]) -> None:
    (answer,) = run("replay", "-", stdin=deal["record"] + "\n").json["deals"]
    assert {
        "ended": answer["ended"],
        "turns": answer["turns"],
        "net": [player["net"] for player in answer["players"]],
        "maal": [player["maal"]["total"] for player in answer["players"]],
    } == deal["expect"]
    assert sum(deal["expect"]["net"]) == 0
    assert list(answer) == ["players", "ended", "turns", "commitment"]
    assert list(answer["players"][0]) == ["name", "maal", "net", "lines"]
    assert answer["players"][0]["name"] == "Anna"


def test_many_records_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("\n".join(RECORDS), encoding="utf-8")
    assert len(run("replay", str(path)).json["deals"]) == len(RECORDS)
    told = run("verify", str(path))
    assert told.code == 0
    assert told.json["ok"] is True
    assert len(told.json["commitment"]) == len(RECORDS)


def test_one_good_record() -> None:
    assert run("verify", stdin=RECORDS[0]).json == {"ok": True, "commitment": commitment(bytes.fromhex(KEY))}
    unfinished = RECORDS[0].rsplit(" ", 3)[0]
    assert run("verify", stdin=unfinished).code == 0
    assert "line 1: the deal is not over" in refused("replay", stdin=unfinished)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"commitment":"', f'"commitment":"{"0" * 64}","x":"', None),
        (f'"commitment":"{commitment(bytes.fromhex(KEY))}"', f'"commitment":"{"0" * 64}"', "commitment: 0000"),
        (KEY, "0" * 64, "but the key gives"),
        ('"dealer":1', '"dealer":2', "move 1, "),
        ("2:draw 2:discard", "2:draw 2:draw 2:discard", "already_drew()"),
        ('"options":{}', '"options":{"start_tunnelas":"off","max_turns":10}', "deal_over()"),
    ],
)
def test_forged_records(old: str, new: str, told: str | None) -> None:
    forged = RECORDS[0].replace(old, new, 1)
    assert forged != RECORDS[0]
    if told is None:
        assert "unknown" in refused("verify", stdin=forged)
        return
    answer = run("verify", stdin=f"{RECORDS[1]}\n{forged}\n")
    assert (answer.code, answer.err) == (1, "")
    assert answer.json["ok"] is False
    assert {one["line"] for one in answer.json["differs"]} == {2}
    assert told in answer.json["differs"][0]["what"]


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_texts_that_are_no_records(command: str) -> None:
    assert "at least one line" in refused(command, stdin="")
    assert 'line 2: "deal/9" is no record' in refused(command, stdin=f"{RECORDS[0]}\ndeal/9 x\n")
    assert "cannot be read" in refused(command, "/nowhere/at/all")


def test_a_refused_move_fails_replay_by_line_and_number() -> None:
    broken = RECORDS[2].replace(" 0:draw", " 0:show", 1)
    number = RECORDS[2].partition("} ")[2].split().index("0:draw") + 1
    assert f'line 1: move {number}, "0:show", is refused: draw_first()' in refused("replay", stdin=broken)
