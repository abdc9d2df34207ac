"""Towns for tests, and what must be true after every test.

Nobody received what is private to another, every request is one that Discord's own description allows, Discord refused
none that was not meant to be refused, and the bot's log has no complaint.
"""

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
    """Looks back at everything since the last time."""
    assert_private(await town.everybody_goes())
    town.playground.faults.clear()
    records = [record for record in town.playground.journal.since(0) if record.number not in town.looked_at]
    town.looked_at |= {record.number for record in records}
    complaints, town.complaints_seen = town.bot.complaints()[town.complaints_seen :], len(town.bot.complaints())
    meant, town.meant = town.meant, frozenset()
    assert openapi.faults(records) == []
    refused = {f"{one.status} {one.method} {one.route} {one.code}" for one in records if one.status > 399}
    assert {one for one in refused if not any(one.startswith(code) for code in meant)} == set()
    assert [line for line in complaints if not any(code in line for code in meant)] == []
