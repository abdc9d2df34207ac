"""A playground in this process and the unmodified bot beside it, as another process with its own database."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp

from playground import Playground, serve
from tests.wire.witness import Witness

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 30.0
_numbers = itertools.count(1)


async def until(true: Callable[[], object], seconds: float = 10.0) -> None:
    """Waits for something that nothing tells. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


class Bot:
    """`python bot.py`, started, killed and started again on one database."""

    def __init__(
        self, playground: Playground, folder: Path, environment: Mapping[str, str], around: Sequence[str] = ()
    ) -> None:
        self._playground = playground
        self._around = around
        self.database = folder / "marriage.db"
        self.log = folder / "bot.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("DISCORD_", "DEAL_"))},
            "DISCORD_TOKEN": playground.token,
            "DISCORD_API_URL": playground.api_url,
            "DISCORD_GATEWAY_URL": playground.gateway_url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "PYTHONWARNINGS": "default,ignore:'audioop' is deprecated:DeprecationWarning",
            **environment,
        }
        self.process: asyncio.subprocess.Process | None = None

    async def launch(self) -> asyncio.subprocess.Process:
        """Starts the process, without waiting for it to be ready. What it says is appended to `log`."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(self._around or (sys.executable,)), "bot.py", cwd=ROOT, env=self._environment, stdout=log, stderr=log
            )
        return self.process

    async def start(self) -> None:
        """Starts the process and waits until it takes interactions."""
        process = await self.launch()
        async with asyncio.timeout(START_SECONDS):
            while not self._playground.gateway.connected:
                assert process.returncode is None, f"the bot ended with {process.returncode}:\n{self.said()}"
                await asyncio.sleep(0.01)

    async def kill(self) -> None:
        """SIGKILL: nothing is said, nothing is closed."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: int) -> int:
        process = self.process
        assert process is not None
        with suppress(ProcessLookupError):
            process.send_signal(number)
        code = await asyncio.wait_for(process.wait(), START_SECONDS)
        await until(lambda: not self._playground.gateway.connected, START_SECONDS)
        return code

    async def end(self) -> int:
        """Waits for the process to end by itself; the exit code."""
        assert self.process is not None
        return await asyncio.wait_for(self.process.wait(), START_SECONDS)

    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def complaints(self) -> list[str]:
        """Lines of its log that no test should cause."""
        return [line for line in self.said().splitlines() if re.search(r" ERROR |Traceback|Warning:", line)]


class Town:
    """The playground, the bot, and people in it."""

    def __init__(self, playground: Playground, bot: Bot, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.bot = bot
        self.looked_at: set[int] = set()
        """Numbers of the bot's requests that a test looked back at."""
        self.complaints_seen = 0
        self.meant: frozenset[str] = frozenset()
        """What a test brings about on purpose: how a refused request's line begins, or a part of a line of the log."""
        self._session = session
        self._people: list[Witness] = []

    def room(self, *, elsewhere: bool = False) -> str:
        """The id of a fresh channel; `elsewhere` in a server of its own."""
        name = f"room-{next(_numbers)}"
        world = self.playground.world
        if elsewhere:
            return str(next(iter(world.create_guild(f"server of {name}", [name]).channels)))
        return str(world.create_channel(self.playground.guild, name, 0, None).id)

    async def person(self, name: str, room: str | None = None) -> Witness:
        """A person in a tab; with `room` they hear of that channel alone."""
        channels = None if room is None else [room]
        person = await Witness.login(
            self.playground.base_url, name, session=self._session, channels=channels, state=room is None
        )
        self._people.append(person)
        return person

    async def people(self, room: str, *names: str) -> list[Witness]:
        """Several persons, each with a name of their own in this town."""
        return [await self.person(f"{name}{room[-6:]}", room) for name in names]

    async def everybody_goes(self) -> list[Witness]:
        """Closes all tabs and gives back who was there."""
        gone, self._people = self._people, []
        for person in gone:
            await person.close()
        return gone


@asynccontextmanager
async def town(folder: Path, *, around: Sequence[str] = (), **environment: str) -> AsyncIterator[Town]:
    """A playground and a bot that is ready. `around`: what runs the program, instead of this Python."""
    async with (
        serve(control_token="control") as playground,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
    ):
        bot = Bot(playground, folder, environment, around)
        made = Town(playground, bot, session)
        try:
            await bot.start()
            yield made
        finally:
            await made.everybody_goes()
            if bot.process is not None and bot.process.returncode is None:
                await bot.kill()
