"""Computers think in processes: bounded, and whatever they do a move comes of it."""

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marriage_core.errors import IllegalMove, TableRefusal
from marriage_core.hosting.computers import ProcessComputers
from marriage_core.marriage.game import GAME
from marriage_core.marriage.rules import NEPALI
from tests.wire.town import until


def weak(view: Any) -> Any:
    return "weak", view, os.getpid()


def strong(view: Any) -> Any:
    return "strong", view, os.getpid()


def slow(view: float) -> Any:
    time.sleep(view)
    return "slow", view, os.getpid()


def buggy(view: Any) -> Any:
    raise ArithmeticError(view)


def dying(view: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


class Parlour:
    """A game with players for every fault."""

    name = "parlour"

    def __init__(self) -> None:
        self.players = {"weak": weak, "strong": strong, "slow": slow, "buggy": buggy, "dying": dying}

    def absent_move(self, view: Any) -> Any:
        return ("safe", view)

    def hint(self, view: Any) -> Any:
        if view == "illegal":
            raise IllegalMove("not_your_turn", seat=3, cards=("2S",))
        return slow(view)


PARLOUR: Any = Parlour()


@pytest.fixture
def computers() -> Iterator[ProcessComputers]:
    made = ProcessComputers(processes=1, most=2, seconds=60.0)
    yield made
    made.close()


async def test_f56_stronger_players_think_in_a_process_of_their_own(computers: ProcessComputers) -> None:
    assert await computers.choose(PARLOUR, "weak", 5) == ("weak", 5, os.getpid())
    first, second = [await computers.choose(PARLOUR, "strong", view) for view in (6, 7)]
    assert first[:2] == ("strong", 6)
    assert second[:2] == ("strong", 7)
    assert first[2] == second[2] != os.getpid()
    assert (await computers.choose(PARLOUR, "nosuch", 8))[0] == "weak"


async def test_a_view_and_a_move_of_a_real_game_pass_there_and_back(computers: ProcessComputers) -> None:
    state = None
    for event in GAME.start(NEPALI, 2, 0, bytes(32)):
        state = GAME.evolve(state, event)
    assert state is not None
    view = GAME.view(state, 1)
    for level, player in GAME.players.items():
        assert await computers.choose(GAME, level, view) == player(view)
    assert await computers.advise(GAME, view) == GAME.hint(view)
    with pytest.raises(IllegalMove, match=r"not_your_turn\(seat=1\)"):
        await computers.advise(GAME, GAME.view(state, 0))


async def test_where_too_many_think_the_weakest_answers(computers: ProcessComputers) -> None:
    thinking = [asyncio.create_task(computers.choose(PARLOUR, "slow", 0.2)) for _ in range(2)]
    await asyncio.sleep(0)
    assert (await computers.choose(PARLOUR, "slow", 0.2))[0] == "weak"
    assert [told[0] for told in await asyncio.gather(*thinking)] == ["slow", "slow"]
    assert (await computers.choose(PARLOUR, "slow", 0.0))[0] == "slow"


async def test_a_thought_whose_process_is_ended_is_begun_once_more(computers: ProcessComputers) -> None:
    _, _, process = await computers.choose(PARLOUR, "strong", 5)
    thought = asyncio.create_task(computers.advise(PARLOUR, 0.5))
    await asyncio.sleep(0.2)
    os.kill(process, signal.SIGKILL)
    assert (await thought)[:2] == ("slow", 0.5)


@pytest.mark.parametrize("level", ["buggy", "dying"])
async def test_a_player_that_fails_is_logged_once(
    computers: ProcessComputers, caplog: pytest.LogCaptureFixture, level: str
) -> None:
    for _ in range(3):
        assert await computers.choose(PARLOUR, level, 5) == ("safe", 5)
    # Whether pebble gives the whole pool up with a process that dies, which is told too, is a matter of moments.
    (fault,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert level in fault.getMessage()
    assert (await computers.choose(PARLOUR, "strong", 6))[0] == "strong"


async def test_a_player_that_takes_too_long_is_ended_and_others_go_on() -> None:
    computers = ProcessComputers(seconds=60.0)
    try:
        before = await computers.choose(PARLOUR, "strong", 5)
        computers._seconds = 0.2
        assert await computers.choose(PARLOUR, "slow", 600.0) == ("safe", 600.0)
        computers._seconds = 60.0
        after = await computers.choose(PARLOUR, "strong", 5)
        assert after[0] == "strong"
        assert after[2] != before[2]
        assert not _lives(before[2])
    finally:
        computers.close()


async def test_a_process_that_is_ended_while_idle_is_replaced(computers: ProcessComputers) -> None:
    """As where the machine's memory runs out."""
    _, _, before = await computers.choose(PARLOUR, "strong", 5)
    os.kill(before, signal.SIGKILL)
    told = [await computers.choose(PARLOUR, "strong", view) for view in range(3)]
    assert [kind for kind, *_ in told] == ["strong"] * 3
    os.kill(told[-1][2], signal.SIGKILL)
    await until(lambda: not computers._strong.active)
    assert (await computers.advise(PARLOUR, 0.0))[0] == "slow"
    thinking = [computers.choose(PARLOUR, "strong", view) for view in range(2)]
    assert [told[0] for told in await asyncio.gather(*thinking)] == ["strong"] * 2


async def test_a_thought_may_be_broken_off(computers: ProcessComputers) -> None:
    for _ in range(5):
        thought = asyncio.create_task(computers.choose(PARLOUR, "slow", 600.0))
        await asyncio.sleep(0)
        thought.cancel()
        await asyncio.gather(thought, return_exceptions=True)
    assert computers._thinking == 0
    assert (await computers.choose(PARLOUR, "strong", 5))[0] == "strong"


async def test_after_closing_the_safe_move_is_made() -> None:
    made = ProcessComputers()
    made.close()
    for level in ("weak", "strong"):
        assert await made.choose(PARLOUR, level, 5) == ("safe", 5)


async def test_the_coach_thinks_there_too_and_says_when_it_is_busy(computers: ProcessComputers) -> None:
    told = await computers.advise(PARLOUR, 0.0)
    assert told[0] == "slow"
    assert told[2] != os.getpid()
    with pytest.raises(IllegalMove, match="not_your_turn") as refused:
        await computers.advise(PARLOUR, "illegal")
    assert refused.value.facts == {"seat": 3, "cards": ("2S",)}
    computers._seconds = 0.1
    with pytest.raises(TableRefusal, match="coach_busy"):
        await computers.advise(PARLOUR, 600.0)
    computers._thinking = 2
    with pytest.raises(TableRefusal, match="coach_busy"):
        await computers.advise(PARLOUR, 0.0)
    computers._thinking = 0


ALONE = """
import asyncio, os, signal
from marriage_core.hosting.computers import ProcessComputers
from tests.hosting.test_computers import PARLOUR
if __name__ == "__main__":
    told = asyncio.run(ProcessComputers().choose(PARLOUR, "strong", 5))
    print(told[2], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


async def test_nobody_thinks_on_when_the_bot_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "alone.py"
    script.write_text(ALONE)
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    killed = await asyncio.create_subprocess_exec(sys.executable, script, env=environment, stdout=subprocess.PIPE)
    told, _ = await killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    await until(lambda: not _lives(int(told)))


def _lives(process: int) -> bool:
    """Whether a process runs: one that has ended may still be listed where nobody asks for it."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.parametrize("kind", [IllegalMove, TableRefusal])
def test_refusals_come_back_from_other_processes(kind: type[IllegalMove] | type[TableRefusal]) -> None:
    refused = kind("no_such", card="2S", seats=3, allowed=("A", "B"))
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), again.code, again.facts) == (kind, refused.code, refused.facts)
