"""Computers think in threads: bounded, and whatever they do a move comes of it."""

import asyncio
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from marriage_core.errors import IllegalMove, TableRefusal
from marriage_core.hosting.computers import ThreadComputers
from tests.hosting.toy import DRAW, PRESETS, TOY


class Parlour:
    """A game with players for every fault."""

    name = "parlour"

    def __init__(self, **players: Any) -> None:
        self.players = {"weak": lambda view: ("weak", view, threading.current_thread().name), **players}

    def absent_move(self, view: Any) -> Any:
        return ("safe", view)


@pytest.fixture
def computers() -> Iterator[ThreadComputers]:
    made = ThreadComputers(threads=1, most=2, seconds=0.2)
    yield made
    made.close()


async def test_players_think_in_their_own_threads(computers: ThreadComputers) -> None:
    game: Any = Parlour(strong=lambda view: ("strong", view, threading.current_thread().name))
    assert await computers.choose(game, "weak", 5) == ("weak", 5, "computer-weakest_0")
    assert await computers.choose(game, "strong", 6) == ("strong", 6, "computer_0")
    assert (await computers.choose(game, "nosuch", 7))[0] == "weak"


async def test_where_too_many_think_the_weakest_answers(computers: ThreadComputers) -> None:
    gate = threading.Event()
    game: Any = Parlour(strong=lambda view: (gate.wait(5), "strong")[1])
    thinking = [asyncio.create_task(computers.choose(game, "strong", i)) for i in range(2)]
    await asyncio.sleep(0)
    assert (await computers.choose(game, "strong", 9))[0] == "weak"
    gate.set()
    assert await asyncio.gather(*thinking) == ["strong", "strong"]
    assert (await computers.choose(game, "strong", 9)) == "strong"


async def test_a_player_that_raises_is_logged_once(
    computers: ThreadComputers, caplog: pytest.LogCaptureFixture
) -> None:
    game: Any = Parlour(buggy=lambda view: 1 // 0)
    for _ in range(3):
        assert await computers.choose(game, "buggy", 5) == ("safe", 5)
    assert len(caplog.records) == 1
    assert "buggy" in caplog.text


async def test_a_player_that_takes_too_long_is_not_waited_for(computers: ThreadComputers) -> None:
    gate = threading.Event()
    game: Any = Parlour(slow=lambda view: gate.wait(5))
    began = time.monotonic()
    assert await computers.choose(game, "slow", 5) == ("safe", 5)
    assert time.monotonic() - began < 2
    gate.set()


async def test_a_thought_may_be_broken_off(computers: ThreadComputers) -> None:
    gate = threading.Event()
    game: Any = Parlour(strong=lambda view: (gate.wait(5), "strong")[1])
    for _ in range(5):
        thought = asyncio.create_task(computers.choose(game, "strong", 5))
        await asyncio.sleep(0)
        thought.cancel()
        await asyncio.gather(thought, return_exceptions=True)
    assert computers._thinking == 0
    gate.set()


async def test_after_closing_the_safe_move_is_made() -> None:
    made = ThreadComputers()
    made.close()
    assert await made.choose(Parlour(), "weak", 5) == ("safe", 5)  # type: ignore[arg-type]


async def test_the_coach_thinks_there_too_and_says_when_it_is_busy(
    computers: ThreadComputers, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = TOY.view(TOY.evolve(None, TOY.start(PRESETS["toy"], 2, 0, b"")[0]), 1)
    assert await computers.advise(TOY, view) == DRAW
    with pytest.raises(IllegalMove, match="not_your_turn"):
        await computers.advise(TOY, replace(view, seat=0))
    monkeypatch.setattr(type(TOY), "hint", lambda game, view: time.sleep(0.4))
    with pytest.raises(TableRefusal, match="coach_busy"):
        await computers.advise(TOY, view)
    computers._thinking = 2
    with pytest.raises(TableRefusal, match="coach_busy"):
        await computers.advise(TOY, view)
    computers._thinking = 0
