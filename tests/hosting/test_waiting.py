"""The one timer, by itself."""

import asyncio
from typing import Any

import pytest

from marriage_core.errors import TableRefusal
from marriage_core.hosting.due import Due, Kind
from marriage_core.hosting.waiting import Waiter
from tests.hosting.world import FakeClock, settle


class Ticks:
    """Counts ticks; each may fail as told, or wait at a gate."""

    def __init__(self, *errors: BaseException) -> None:
        self.clock = FakeClock()
        self.errors = list(errors)
        self.at: list[float] = []
        self.gate: asyncio.Event | None = None
        self.waiter = Waiter(self.clock, self.prepare, self.tick)

    async def prepare(self, waited: Due) -> str:
        return waited.token

    async def tick(self, waited: Due, prepared: Any) -> None:
        assert prepared == waited.token
        self.at.append(self.clock.now() - 1_000_000)
        if self.gate is not None:
            await self.gate.wait()
        if self.errors:
            raise self.errors.pop(0)
        self.waiter.set(None)

    def due(self, after: float) -> Due:
        return Due(Kind.EXPIRE, f"{after}", self.clock.now() + after)


async def test_it_waits_for_the_latest_due_alone() -> None:
    ticks = Ticks()
    ticks.waiter.set(ticks.due(10))
    running = asyncio.create_task(ticks.waiter.run())
    await ticks.clock.advance(5)
    ticks.waiter.set(ticks.due(20))
    await ticks.clock.advance(15)
    assert ticks.at == []
    assert ticks.clock.sleepers == 1
    await ticks.clock.advance(6)
    assert ticks.at == [25]
    await running


async def test_nothing_due_is_nothing_waited_for() -> None:
    await Ticks().waiter.run()


@pytest.mark.parametrize(
    "errors",
    [
        (TableRefusal("not_saved"),) * 3,
        (ValueError("bug"),) * 3,
        (asyncio.CancelledError(), asyncio.CancelledError(), KeyError("x")),
    ],
)
async def test_a_tick_that_fails_is_tried_again_after_growing_pauses(errors: tuple[BaseException, ...]) -> None:
    ticks = Ticks(*errors)
    ticks.waiter.set(ticks.due(10))
    running = asyncio.create_task(ticks.waiter.run())
    await ticks.clock.advance(100)
    assert ticks.at == [10, 11, 13, 17]
    await running


async def test_pauses_have_an_end() -> None:
    ticks = Ticks(*(ValueError("bug") for _ in range(9)))
    ticks.waiter.set(ticks.due(0))
    running = asyncio.create_task(ticks.waiter.run())
    await ticks.clock.advance(1000)
    assert [b - a for a, b in zip(ticks.at, ticks.at[1:], strict=False)] == [1, 2, 4, 8, 16, 30, 30, 30, 30]
    await running


async def test_it_stops_in_the_middle_of_a_tick() -> None:
    ticks = Ticks()
    ticks.gate = asyncio.Event()
    ticks.waiter.set(ticks.due(1))
    running = asyncio.create_task(ticks.waiter.run())
    await ticks.clock.advance(2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert running.cancelled()


async def test_a_due_that_changes_as_the_time_comes_is_not_ticked() -> None:
    """Work that is done already, also with an error, is dropped."""
    ticks = Ticks()

    async def fail(waited: Due) -> None:
        ticks.waiter.due = None
        raise ValueError("bug")

    ticks.waiter._prepare = fail
    ticks.waiter.set(ticks.due(1))
    running = asyncio.create_task(ticks.waiter.run())
    await ticks.clock.advance(2)
    await settle()
    assert ticks.at == []
    await running


async def test_after_a_success_pauses_begin_anew() -> None:
    ticks = Ticks(ValueError("bug"), ValueError("bug"))
    seen: list[float] = []

    async def tick(waited: Due, prepared: Any) -> None:
        seen.append(ticks.clock.now() - 1_000_000)
        if len(seen) in (1, 2, 4):
            raise ValueError("bug")
        ticks.waiter.set(ticks.due(0) if len(seen) == 3 else None)

    ticks.waiter._tick = tick
    ticks.waiter.set(ticks.due(0))
    running = asyncio.create_task(ticks.waiter.run())
    await ticks.clock.advance(100)
    assert seen == [0, 1, 3, 3, 4]
    await running
