"""Health and figures on the loopback address (F77)."""

import socket
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from cogs.health import application, health, metrics
from tests.bot.world import World


@pytest.fixture
async def client(world: World) -> Any:
    async with TestClient(TestServer(application(world.bot))) as made:
        yield made


async def test_health(world: World, client: TestClient[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    told = await client.get("/health")
    assert told.status == 200
    read = await told.json()
    assert read["ok"] is True
    assert read["tables"] == 0
    assert read["uptime"] >= 0
    assert read["store_seconds"] >= 0

    async def stuck() -> float:
        raise OSError("disk")

    monkeypatch.setattr(world.store, "ping", stuck)
    told = await client.get("/health")
    assert told.status == 503
    assert (await told.json())["ok"] is False


async def test_metrics(world: World) -> None:
    await world.open(world.asha, world.bikram)
    text = metrics(world.bot, 12.5, 0.001)
    assert 'marriage_tables{status="playing"} 1' in text
    assert "marriage_up 1" in text
    assert "marriage_uptime_seconds 12.5" in text
    assert "marriage_store_ping_seconds 0.001000" in text
    assert text.endswith("\n")
    for line in text.splitlines():
        assert line.startswith("# TYPE ") or len(line.split()) == 2
    assert "marriage_up 0" in metrics(world.bot, 1, None)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


async def test_it_is_served_on_loopback_while_the_bot_runs(caplog: pytest.LogCaptureFixture) -> None:
    bot: Any = None
    async with health(bot, None):
        pass
    port = free_port()
    async with health(bot, port), aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/nothing") as told:
            assert told.status == 404
        async with health(bot, port):
            assert "cannot be had" in caplog.text
    with pytest.raises(OSError, match=r"."):
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
