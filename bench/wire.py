"""`python -m bench.wire`: how soon the bot answers on the wire, at one table and at many.

From the click sent, seen by the person who clicked: (i) the first answer received; (ii) their own message that shows
the new state received, the move durable; (iii) for a discard, the board that calls the next person, received by them.
The bot is a process of its own; the playground and all the people are this one. People think before each click, so
that the load is a rate of clicks, told beside the figures.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bench.crowd import CLICK, SHOWN, Times, opened, started
from tests.wire.town import Town, town

TICKS = os.sysconf("SC_CLK_TCK")
GOALS = {False: {CLICK: 50.0, SHOWN: 100.0}, True: {CLICK: 150.0, SHOWN: 300.0}}
"""Milliseconds at the 99th percentile: at one table, and at many."""


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which a share of the values lies; nan without any."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


@dataclass(frozen=True)
class Result:
    """What one run found. Times in milliseconds; `*_cpu` in processors."""

    tables: int
    think: float
    clicks_per_second: float
    times: dict[str, dict[str, float]]
    failed: int
    deals: int
    bot_cpu: float
    driver_cpu: float
    bot_megabytes: float
    loop_lag_p99: float


async def measure(made: Town, tables: int, think: float, seconds: float, warm_up: float) -> Result:
    """Opens the tables, lets them play, and measures for some seconds."""
    times = Times()
    assert made.bot.process is not None
    pid = made.bot.process.pid
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        gate = asyncio.Semaphore(8)
        runs = await asyncio.gather(*(opened(made, number, think, times, session, gate) for number in range(tables)))
        playing = [asyncio.create_task(started(run, think)) for run in runs]
        lags: list[float] = []
        lag = asyncio.create_task(_watch_loop(lags))
        await asyncio.sleep(warm_up)
        times.since = time.monotonic()
        lags.clear()
        before, own = _cpu(pid), time.process_time()
        await asyncio.sleep(seconds)
        spent, own = _cpu(pid) - before, time.process_time() - own
        took = time.monotonic() - times.since
        megabytes = _megabytes(pid)
        lag.cancel()
        ended = await _stopped(playing)
        faults = [fault for fault in ended if not isinstance(fault, asyncio.CancelledError)]
        if faults:
            print(f"{len(faults)} tables stopped playing: {faults[0]!r}", file=sys.stderr)
        for run in runs:
            for seat in run.seats:
                with suppress(ConnectionError):
                    await seat.person.close()
    return Result(
        tables=tables,
        think=think,
        clicks_per_second=len(times.found[CLICK]) / took,
        times={
            kind: {"p50": 1000 * percentile(found, 0.5), "p99": 1000 * percentile(found, 0.99), "n": len(found)}
            for kind, found in times.found.items()
        },
        failed=times.failed + len(faults),
        deals=times.deals,
        bot_cpu=spent / took,
        driver_cpu=own / took,
        bot_megabytes=megabytes,
        loop_lag_p99=1000 * percentile(lags, 0.99),
    )


async def _stopped(tasks: list["asyncio.Task[None]"]) -> list[BaseException | None]:
    """Cancels tasks until they end: under Python 3.11 `wait_for` may swallow a cancellation."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.2)
    return await asyncio.gather(*tasks, return_exceptions=True)


async def _watch_loop(lags: list[float]) -> None:
    """How late this process itself is: what it adds to every figure."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.01)
        lags.append(time.monotonic() - began - 0.01)


def _cpu(pid: int) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _megabytes(pid: int) -> float:
    """Resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def run(tables: int, think: float, seconds: float, warm_up: float, around: tuple[str, ...] = ()) -> Result:
    """One measurement with a fresh bot."""
    with tempfile.TemporaryDirectory() as place:
        async with town(Path(place), around=around, LOG_LEVEL="WARNING") as made:
            found = await measure(made, tables, think, seconds, warm_up)
            await made.bot.stop()
            said = made.bot.said()
            if said:
                print(said[-2000:], file=sys.stderr)
            return found


def _told(found: Result) -> str:
    lines = [
        f"{found.tables} tables × 2 people, {found.think:g} s of thought: {found.clicks_per_second:.1f} clicks/s, "
        f"{found.deals} deals, {found.failed} failed; bot {found.bot_cpu:.2f} cpu, {found.bot_megabytes:.0f} MB; "
        f"driver and playground {found.driver_cpu:.2f} cpu, its loop late by {found.loop_lag_p99:.1f} ms at p99"
    ]
    for kind, told in found.times.items():
        goal = GOALS[found.tables > 1].get(kind)
        mark = "" if goal is None else f"  goal {goal:g}: {'met' if told['p99'] <= goal else 'NOT MET'}"
        lines.append(f"  {kind:<16} p50 {told['p50']:7.1f} ms   p99 {told['p99']:7.1f} ms   n {told['n']:6.0f}{mark}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.wire", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 200])
    parser.add_argument("--think", type=float, help="mean seconds before a click (0.2 at one table, 3 at many)")
    parser.add_argument("--seconds", type=float, default=30.0, help="to measure (default %(default)s)")
    parser.add_argument("--warm-up", type=float, default=5.0)
    parser.add_argument("--around", nargs=argparse.REMAINDER, default=[], help="a program to run the bot under")
    parser.add_argument("--json", action="store_true", help="also print JSON")
    told = parser.parse_args()
    missed = False
    for tables in told.tables:
        think = told.think if told.think is not None else (0.2 if tables == 1 else 3.0)
        found = asyncio.run(run(tables, think, told.seconds, told.warm_up, tuple(told.around)))
        print(_told(found), flush=True)
        if told.json:
            print(json.dumps(found.__dict__))
        goals = GOALS[tables > 1]
        missed |= any(not found.times[kind]["p99"] <= goal for kind, goal in goals.items())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
