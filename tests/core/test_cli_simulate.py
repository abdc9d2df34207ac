"""`simulate`: the same shuffles for all, the same results whatever the number of processes."""

import json
from pathlib import Path
from typing import Any

import pytest

from marriage_core.cli import tournament
from marriage_core.cli.tournament import Times, Tournament, interval, play_deal
from marriage_core.errors import IllegalMove
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Discard, Show
from marriage_core.marriage.rules import NEPALI
from marriage_core.marriage.view import View
from marriage_core.notation.record import read
from tests.core.command import Told, refused, run
from tests.core.walkers import collector, dreamer

ROOT = Path(__file__).parent.parent.parent


def simulated(*argv: str) -> Told:
    """A small simulation that went well."""
    told = run("simulate", *argv)
    assert (told.code, told.err) == (0, ""), told.err
    return told


def without_time(answer: Any) -> Any:
    """What must not depend on the machine."""
    kept = {key: value for key, value in answer.items() if "second" not in key}
    kept["players"] = [{k: v for k, v in one.items() if k != "ms_per_decision"} for one in answer["players"]]
    return kept


def test_the_answers_shape() -> None:
    answer = simulated("--deals", "5", "--players", "easy,easy", "--check").json
    assert list(answer) == ["deals", "seconds", "deals_per_second", "turns_per_deal", "ended", "players"]
    assert answer["deals"] == 6  # whole rotations
    assert sum(answer["ended"].values()) == 6
    assert set(answer["ended"]) == {"melds", "dublees", "no_winner"}
    for one in answer["players"]:
        assert list(one) == ["level", "net_per_deal", "ci95", "won", "seen", "ms_per_decision"]
        assert one["ms_per_decision"]["mean"] <= one["ms_per_decision"]["p99"]
        # Players alike in the same seats over the same shuffles come out even, to the point.
        assert (one["net_per_deal"], one["ci95"], one["won"]) == (0, [0, 0], 0.5)
    assert simulated("--deals", "1", "--players", "easy,easy").json["players"][0]["ci95"] == [None, None]


def test_a_seed_says_everything(tmp_path: Path) -> None:
    argv = ["--deals", "6", "--players", "easy,easy,easy", "--seed", "नेपाल", "--option", "max_turns=12"]
    one = simulated(*argv, "--records", str(tmp_path / "a" / "b")).json
    two = simulated(*argv, "--jobs", "2", "--records", str(tmp_path / "c")).json
    assert without_time(one) == without_time(two)
    files = sorted((tmp_path / "a" / "b").iterdir())
    assert [path.name for path in files] == [f"deal-{n:07d}.txt" for n in range(1, 7)]
    assert [path.read_bytes() for path in files] == [path.read_bytes() for path in sorted((tmp_path / "c").iterdir())]
    lines = [path.read_text(encoding="utf-8") for path in files]
    assert all(line.count("\n") == 1 for line in lines)
    keys = [read(line).key for line in lines]
    assert len(set(keys)) == 2
    assert keys[0] == keys[2]
    names = [read(line).names for line in lines]
    assert names[:3] == [("easy 1", "easy 2", "easy 3"), ("easy 3", "easy 1", "easy 2"), ("easy 2", "easy 3", "easy 1")]
    verified = run("verify", stdin="".join(lines))
    assert (verified.code, verified.json["ok"]) == (0, True)
    replayed = run("replay", stdin="".join(lines)).json["deals"]
    assert len(replayed) == one["deals"]
    assert sum(deal["turns"] for deal in replayed) == pytest.approx(one["turns_per_deal"] * 6, abs=0.1)


def test_another_seed_is_another_shuffle() -> None:
    keys = {Tournament(NEPALI, ("easy",), seed).key(n) for seed in ("", "1", "2", "\udc80") for n in range(3)}
    assert len(keys) == 12


def test_every_player_meets_every_shuffle_from_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        GAME, "players", {"good": lambda view: collector(view, 1), "bad": lambda view: dreamer(view, len(view.log))}
    )
    answer = simulated("--deals", "24", "--players", "good,bad,good", "--option", "max_turns=30", "--check").json
    good, bad, other = answer["players"]
    assert good["net_per_deal"] > 0 > bad["net_per_deal"]
    assert good["ci95"][0] < good["net_per_deal"] < good["ci95"][1]
    assert other["won"] > bad["won"] == 0
    assert good["seen"] > 0.5 > bad["seen"]
    assert sum(one["net_per_deal"] for one in answer["players"]) == pytest.approx(0, abs=0.001)


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--deals", "0", "--players", "easy,easy"], '--deals: "0" is not allowed'),
        (["--deals", "-4", "--players", "easy,easy"], "--deals"),
        (["--deals", "many", "--players", "easy,easy"], '--deals: "many"'),
        (["--deals", "4"], "--players"),
        (["--players", "easy,easy"], "--deals"),
        (["--deals", "4", "--players", "easy,godlike"], '"godlike" is no level of marriage; known: easy'),
        (["--deals", "4", "--players", ""], '"" is no level'),
        (["--deals", "4", "--players", "easy"], "--players: 1 of them; allowed: 2–5"),
        (["--deals", "4", "--players", ",".join(["easy"] * 6)], "--players: 6 of them; allowed: 2–5"),
        (["--deals", "4", "--players", "easy,easy", "--jobs", "0"], '--jobs: "0"'),
        (["--deals", "4", "--players", "easy,easy", "--jobs", "²"], '--jobs: "²"'),
        (["--deals", "4", "--players", "easy,easy", "--seed", "x" * 1001], "--seed: 1001 characters"),
        (["--deals", "4", "--players", "easy,easy", "--preset", "poker"], "unknown preset 'poker'"),
        (["--deals", "4", "--players", "easy,easy", "--option", "max_turns=1"], "option max_turns: 1"),
        (["--deals", "4", "--players", "easy,easy", "--records", __file__], "--records"),
        (["--deals", "4", "--players", "easy,easy", "--records", ""], "--records: '' names no folder"),
    ],
)
def test_arguments_that_are_refused(argv: list[str], told: str) -> None:
    assert told in refused("simulate", *argv)


def test_records_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "deal-0000001.txt").mkdir()
    told = refused("simulate", "--deals", "2", "--players", "easy,easy", "--records", str(tmp_path))
    assert "cannot be written" in told


def test_a_player_that_breaks_the_rules_is_an_error_with_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(view: View) -> object:
        return Show() if view.me[1].turns else dreamer(view, 0)

    monkeypatch.setattr(GAME, "players", {"cheat": cheat})
    with pytest.raises(AssertionError, match=r"cheat chose show: draw_first\(\) after deal/1 ") as error:
        play_deal(Tournament(NEPALI, ("cheat", "cheat"), "1"), ("cheat", "cheat"), 0, [Times(), Times()])
    assert isinstance(error.value.__cause__, IllegalMove)


def test_check_finds_a_deal_that_does_not_replay() -> None:
    levels = ("easy", "easy")
    played = play_deal(Tournament(NEPALI, levels, "1"), levels, 0, [Times(), Times()])
    tournament.check(Tournament(NEPALI, levels, "1"), played, levels)
    shorter = tournament.Played(played.events[:-2], played.outcome, played.turns)
    with pytest.raises(AssertionError, match="ends differently: deal/1 "):
        tournament.check(Tournament(NEPALI, levels, "1"), shorter, levels)


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([], None),
        ([3.0], None),
        ([1.0, 3.0], (2 - 12.706, 2 + 12.706)),
        ([0.0, 2.0] * 50, (1 - 1.96 * 0.1005, 1 + 1.96 * 0.1005)),
    ],
)
def test_intervals(samples: list[float], expected: tuple[float, float] | None) -> None:
    assert interval(samples) == (None if expected is None else pytest.approx(expected, abs=1e-3))


def test_times() -> None:
    times = Times()
    assert (times.mean_ms(), times.quantile_ms(0.99)) == (0, 0)
    for ms in range(1, 101):
        times.add(ms / 1000)
    both = Times()
    both.merge(times)
    assert both.mean_ms() == pytest.approx(50.5)
    assert both.quantile_ms(0.99) == pytest.approx(99, rel=0.02)


def test_moves_are_what_the_level_chose() -> None:
    """The record of a simulated deal is the level's own game, nothing of the tournament's."""
    levels = ("easy", "easy")
    played = play_deal(Tournament(NEPALI, levels, "1"), levels, 0, [Times(), Times()])
    state: Any = None
    moves = iter(GAME.moves_of(played.events))
    for event in GAME.start(NEPALI, 2, GAME.origin_of(played.events).dealer, GAME.origin_of(played.events).key):
        state = GAME.evolve(state, event)
    for seat, move in moves:
        chosen = GAME.players["easy"](GAME.view(state, seat))
        assert isinstance(move, Discard) <= (chosen == move)
        for event in GAME.decide(state, seat, chosen):
            state = GAME.evolve(state, event)
    assert json.dumps(GAME.outcome(state).nets) == json.dumps(played.outcome.nets)  # type: ignore[union-attr]
