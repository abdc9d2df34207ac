"""A bot in simcord's Discord, with a store of its own and hardly any waiting."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.env import Env

from cogs import presenter
from marriage_core.hosting.telling import Teller
from tests.bot.world import ParkedQueue, World, running


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> object:
    """The test itself lives in simcord's time too; a fixture has a context of its own."""
    worlds = [value for value in getattr(item, "funcargs", {}).values() if isinstance(value, World)]
    if not worlds:
        return (yield)
    with worlds[0].env.time_context():
        return (yield)


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """simcord looks for stillness every millisecond and knows what idles; boards are edited without a pause."""
    made = Teller.__init__

    def parked(teller: Teller, *arguments: object) -> None:
        made(teller, *arguments)  # type: ignore[arg-type]
        teller._news = ParkedQueue()

    monkeypatch.setattr(Teller, "__init__", parked)
    settle = Env._settle_internal
    monkeypatch.setitem(settle.__kwdefaults__, "idle", 0.001)
    monkeypatch.setattr(presenter, "EDIT_PAUSE", 0.0)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A running bot, a channel and a few people."""
    async with running(tmp_path / "marriage.db") as made:
        yield made
