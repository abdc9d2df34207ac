"""The people of `bench.wire`: they play by buttons alone, deal after deal, and note how long each click took."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from playground.driver import Person
from playground.seen import Json, Outcome
from tests.wire.reading import control, offers, panel, stands, worst
from tests.wire.town import Town

CLICK, SHOWN, CALLED = "first answer", "own new state", "next one called"
PATIENCE = 20.0
"""Seconds until a person gives up."""


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


async def opened(
    made: Town, number: int, think: float, times: Times, session: aiohttp.ClientSession, gate: asyncio.Semaphore
) -> TableRun:
    """A table in a room of its own, opened and begun by two people of its own; `gate` says how many at once."""
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


async def started(run: TableRun, think: float) -> None:
    """Plays until cancelled, from a moment on that is not everybody's."""
    await asyncio.sleep(random.uniform(0, think))
    await run.run()
