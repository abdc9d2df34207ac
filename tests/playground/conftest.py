"""A playground on a free port, bots and people for it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from playground import Playground, serve
from playground.driver import Person

from .raw_bot import RawBot, raw_bot
from .trial_bot import TrialBot, running


@pytest_asyncio.fixture(name="playground")
async def _playground() -> AsyncIterator[Playground]:
    async with serve(control_token="control") as playground:
        yield playground


@pytest_asyncio.fixture
async def bot(playground: Playground) -> AsyncIterator[TrialBot]:
    """A real discord.py bot, connected."""
    async with running(playground) as bot:
        yield bot


@pytest_asyncio.fixture
async def raw(playground: Playground) -> AsyncIterator[RawBot]:
    """A bot without a library, connected, with the commands ``ping`` and ``pick``."""
    async with raw_bot(playground) as bot:
        await bot.connect()
        option = {"name": "card", "description": "Which", "type": 3, "autocomplete": True, "required": True}
        await bot.register(
            {"name": "ping", "description": "Pings"}, {"name": "pick", "description": "Picks", "options": [option]}
        )
        yield bot


@pytest_asyncio.fixture
async def asha(playground: Playground) -> AsyncIterator[Person]:
    """The first person, who owns the server."""
    async with await Person.login(playground.base_url, "asha") as person:
        yield person


@pytest_asyncio.fixture
async def bim(playground: Playground, asha: Person) -> AsyncIterator[Person]:
    """Another person."""
    async with await Person.login(playground.base_url, "bim") as person:
        yield person
