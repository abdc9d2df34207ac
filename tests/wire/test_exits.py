"""How the process ends when it cannot start: an exit code, a sentence, and files as they were."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from playground import Playground, serve
from tests.wire.playing import Player
from tests.wire.test_races import players_in
from tests.wire.town import Bot, Town

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", name="playground")
async def _playground() -> AsyncIterator[Playground]:
    async with serve() as playground:
        yield playground


def bytes_of(folder: Path) -> dict[str, str]:
    """Every file of a database, but its lock, as hashes."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.suffix not in (".lock", ".log")
    }


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
async def test_a_broken_file_is_left_alone(playground: Playground, tmp_path: Path, content: bytes) -> None:
    bot = Bot(playground, tmp_path, {})
    bot.database.write_bytes(content)
    before = bytes_of(tmp_path)
    await bot.launch()
    assert await bot.end() == 3, bot.said()
    assert str(bot.database) in bot.said()
    assert "Traceback" not in bot.said()
    assert bytes_of(tmp_path) == before
    assert playground.requests() == []


async def test_a_newer_schema_is_left_alone(playground: Playground, tmp_path: Path) -> None:
    bot = Bot(playground, tmp_path, {"LOG_LEVEL": "WARNING"})
    await bot.start()
    assert await bot.stop() == 0, bot.said()
    with closing(sqlite3.connect(bot.database)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    before = bytes_of(tmp_path)
    await bot.launch()
    assert await bot.end() == 3, bot.said()
    assert "newer" in bot.said()
    assert "Traceback" not in bot.said()
    assert bytes_of(tmp_path) == before


async def test_a_second_process_is_turned_away(own_town: Town, tmp_path: Path) -> None:
    room = own_town.room()
    host: Player = (await players_in(own_town, room, 1))[0]
    await host.command("marriage new")
    second = Bot(own_town.playground, tmp_path, {})
    second.log = tmp_path / "second.log"
    sent = own_town.playground.journal.count
    await second.launch()
    assert await second.end() == 4, second.said()
    assert str(own_town.bot.process and own_town.bot.process.pid) in second.said(), "it says who has the database"
    routes = {record["route"] for record in own_town.playground.requests(sent)}
    assert not any(route.startswith(("/users", "/oauth2", "/gateway", "/applications")) for route in routes), routes
    await host.command("marriage add", level="easy")


async def test_a_setting_that_is_missing(playground: Playground, tmp_path: Path) -> None:
    bot = Bot(playground, tmp_path, {"DISCORD_TOKEN": " "})
    await bot.launch()
    assert await bot.end() == 2
    assert "DISCORD_TOKEN" in bot.said()
