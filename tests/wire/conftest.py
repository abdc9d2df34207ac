"""One town for the tests that share it; what the bot sent is held against Discord's description after each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire import openapi
from tests.wire.town import Town, town
from tests.wire.witness import assert_private


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    """Started once; each test plays in rooms of its own."""
    async with town(tmp_path_factory.mktemp("town"), DEAL_SEED="wire") as made:
        yield made
        assert await made.bot.stop() == 0, made.bot.said()


@pytest_asyncio.fixture(loop_scope="session", name="town")
async def _town(shared_town: Town) -> AsyncIterator[Town]:
    """The shared town, for one test."""
    yield shared_town
    await settle(shared_town)


@pytest_asyncio.fixture(loop_scope="session")
async def own_town(tmp_path: Path) -> AsyncIterator[Town]:
    """A town for a test that ends its bot."""
    async with town(tmp_path, DEAL_SEED="wire") as made:
        yield made
        await settle(made)


async def settle(town: Town) -> None:
    """What must be true after every test: nobody saw what is another's, and every request is one that Discord takes."""
    assert_private(await town.everybody_goes())
    town.checked = openapi.check(town.playground, town.checked)
    complaints = town.bot.complaints()
    assert len(complaints) == town.complaints, "\n".join(complaints[town.complaints :])
