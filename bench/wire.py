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
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bench.figures import Figure, at_most
from playground.driver import Person
from playground.seen import Json, Outcome
from tests.wire.reading import control, offers, panel, stands, worst
from tests.wire.town import Town, town

TICKS = os.sysconf("SC_CLK_TCK")
CLICK, SHOWN, CALLED = "first answer", "own new state", "next one called"
GOALS = {False: {CLICK: 50.0, SHOWN: 100.0}, True: {CLICK: 150.0, SHOWN: 300.0}}
"""Milliseconds at the 99th percentile: at one table, and at many."""
PATIENCE = 20.0


@dataclass
class Times:
    """Seconds by kind, from the moment on that counts."""

    since: float = float("inf")
    found: dict[str, list[float]] = field(default_factory=lambda: {CLICK: [], SHOWN: [], CALLED: []})
    failed: int = 0
    deals: int = 0

    def add(self, kind: str, began: float, ended: float) -> None:
        if began >= self.since:
            self.found[kind].append(ended - began)


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which a share of the values lies; nan without any."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


class Seat:
    """A person with one panel open."""

    def __init__(self, person: Person, times: Times) -> None:
        self.person = person
        self.times = times
        self.panel: Json = {}
        self.acted_on = 0

    async def command(self, room: str, name: str, **options: Any) -> Json:
        """A command's filled answer."""
        outcome = await self.person.command(name, channel=room, options=options, timeout=PATIENCE)
        return await self.person.filled(outcome, PATIENCE)

    async def press(self, message: Json, verb: str, values: list[str] | None = None) -> Json:
        """A click, timed; the message that shows the new state."""
        custom_id = control(self.person.message(message) or message, verb)
        before = self.person.message(message) or message
        began = time.monotonic()
        if values is None:
            outcome = await self.person.click(message, custom_id, timeout=PATIENCE)
        else:
            outcome = await self.person.select(message, custom_id, values, timeout=PATIENCE)
        self.times.add(CLICK, began, time.monotonic())
        shown = await self._shown(outcome, before)
        self.times.add(SHOWN, began, time.monotonic())
        return shown

    async def _shown(self, outcome: Outcome, before: Json) -> Json:
        if outcome.kind == "deferred":
            return await self.person.filled(outcome, PATIENCE)
        if outcome.kind != "deferred_update":
            self.times.failed += 1
            raise RuntimeError(f"an interaction came to {outcome.kind}")
        ident, edited = before["id"], before["edited_timestamp"]
        return await self.person.wait_for(lambda m: m["id"] == ident and m["edited_timestamp"] != edited, PATIENCE)

    def calls(self, message: Json) -> bool:
        """Whether a board calls this person to draw."""
        return bool(message["mentions_me"]) and int(message["id"]) > self.acted_on and stands(message, "draw")


class TableRun:
    """Two people at one table, playing deal after deal."""

    def __init__(self, seats: tuple[Seat, Seat], room: str, think: float, times: Times) -> None:
        self.seats = seats
        self.room = room
        self.think = think
        self.times = times
        self.discarded_at = 0.0

    async def open(self) -> None:
        """Opens the table, starts the match, and opens both panels."""
        host, guest = self.seats
        await host.command(self.room, "marriage new", deals=50)
        await guest.command(self.room, "marriage join")
        host.panel = await host.command(self.room, "marriage start")
        guest.panel = await guest.command(self.room, "hand")

    async def run(self) -> None:
        """Plays until cancelled."""
        while True:
            seat, message = await self._next()
            if not seat_is_called(message):
                await self._pause()
                for one in self.seats:
                    one.acted_on = int(message["id"])
                self.times.deals += 1
                self.discarded_at = 0.0
                await self.seats[0].press(message, "next" if offers(message, "next") else "again")
                for one in self.seats:
                    one.panel = await one.command(self.room, "hand")
                continue
            seat.acted_on = int(message["id"])
            await self._turn(seat)

    async def _next(self) -> tuple[Seat, Json]:
        """Whoever is called, or the sheet."""
        host = self.seats[0]

        def ends(message: Json) -> bool:
            return int(message["id"]) > host.acted_on and (stands(message, "next") or stands(message, "again"))

        waits = {asyncio.create_task(seat.person.wait_for(seat.calls, PATIENCE)): seat for seat in self.seats}
        waits[asyncio.create_task(host.person.wait_for(ends, PATIENCE))] = host
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            now = time.monotonic()
        finally:
            for waiting in waits:
                waiting.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        task = done.pop()
        if self.discarded_at and seat_is_called(task.result()):
            self.times.add(CALLED, self.discarded_at, now)
        return waits[task], task.result()

    async def _turn(self, seat: Seat) -> None:
        ident = seat.panel["id"]
        seat.panel = await seat.person.wait_for(lambda m: m["id"] == ident and offers(m, "draw"), PATIENCE)
        await self._pause()
        shown = await seat.press(seat.panel, "draw")
        await self._pause()
        if offers(shown, "see"):
            shown = await seat.press(shown, "see")
            await self._pause()
        if offers(shown, "show"):
            await seat.press(shown, "show")
            self.discarded_at = 0.0
            return
        seen = panel(shown)
        chosen = worst(seen.may_discard, seen.hand, seen.wild)[0]
        self.discarded_at = time.monotonic()
        shown = await seat.press(shown, "discard", [str(chosen)])
        if panel(shown).asks:
            await self._pause()
            self.discarded_at = time.monotonic()
            await seat.press(shown, "sure")

    async def _pause(self) -> None:
        if self.think:
            await asyncio.sleep(self.think * random.uniform(0.5, 1.5))


def seat_is_called(message: Json) -> bool:
    """Whether a message is a board that calls somebody, not the end of a deal."""
    return not offers(message, "next") and not offers(message, "again")


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
        runs = await asyncio.gather(*(_opened(made, number, think, times, session, gate) for number in range(tables)))
        playing = [asyncio.create_task(_started(run, think)) for run in runs]
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


async def _opened(
    made: Town, number: int, think: float, times: Times, session: aiohttp.ClientSession, gate: asyncio.Semaphore
) -> TableRun:
    async with gate:
        room = made.room()
        people = [
            await Person.login(
                made.playground.base_url, f"{name} {number} {room[-5:]}", session=session, channels=[room], state=False
            )
            for name in ("asha", "bikram")
        ]
        run = TableRun((Seat(people[0], times), Seat(people[1], times)), room, think, times)
        for person in people:
            await person.wait_command("marriage new", PATIENCE)
        await run.open()
        return run


async def _started(run: TableRun, think: float) -> None:
    await asyncio.sleep(random.uniform(0, think))
    await run.run()


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


def figures(tables: int = 200, think: float = 3.0, seconds: float = 30.0) -> Iterator[Figure]:
    """The rows for `python -m bench`."""
    for many, count, pause in ((False, 1, 0.2), (True, tables, think)):
        found = asyncio.run(run(count, pause, seconds, 5.0))
        note = f"{found.clicks_per_second:.0f} clicks/s, bot {found.bot_cpu:.2f} and driver {found.driver_cpu:.2f} cpu"
        for kind in (CLICK, SHOWN, CALLED):
            question = f"{count} table{'s' * many}: {kind}, p99"
            value, goal = found.times[kind]["p99"], GOALS[many].get(kind)
            yield (
                Figure(question, value, "ms", note=note) if goal is None else at_most(question, value, "ms", goal, note)
            )


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
