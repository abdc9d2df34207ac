"""Health and figures over HTTP on the loopback address, where METRICS_PORT names a port (F77)."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator

from aiohttp import web

from cogs.client import MarriageBot

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
PING_SECONDS = 2.0
"""A store that takes longer is stuck."""


@contextlib.asynccontextmanager
async def health(bot: MarriageBot, port: int | None) -> AsyncIterator[None]:
    """Serves `/health` and `/metrics` meanwhile; nothing where there is no port, or it cannot be had."""
    if port is None:
        yield
        return
    runner = web.AppRunner(application(bot), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            log.error("METRICS_PORT %d cannot be had: %s", port, error.strerror)
        yield
    finally:
        await runner.cleanup()


def application(bot: MarriageBot) -> web.Application:
    """The two pages."""
    started = time.monotonic()

    async def ping() -> float | None:
        """Seconds that the store takes; None where it fails."""
        try:
            return await asyncio.wait_for(bot.store.ping(), PING_SECONDS)
        except Exception:
            log.exception("the store does not answer")
            return None

    async def tell_health(_: web.Request) -> web.Response:
        took = await ping()
        ok = took is not None and bot.is_ready()
        told = {
            "ok": ok,
            "uptime": round(time.monotonic() - started, 1),
            "ready": bot.is_ready(),
            "tables": len(bot.face.registry.tables),
            "store_seconds": took,
        }
        return web.json_response(told, status=200 if ok else 503)

    async def tell_metrics(_: web.Request) -> web.Response:
        return web.Response(text=metrics(bot, time.monotonic() - started, await ping()))

    pages = web.Application()
    pages.add_routes([web.get("/health", tell_health), web.get("/metrics", tell_metrics)])
    return pages


def metrics(bot: MarriageBot, uptime: float, ping: float | None) -> str:
    """Prometheus' text format."""
    tables = Counter(table.public_view().status.value for table in bot.face.registry.tables)
    lines = [
        "# TYPE marriage_up gauge",
        f"marriage_up {int(bot.is_ready() and ping is not None)}",
        "# TYPE marriage_uptime_seconds counter",
        f"marriage_uptime_seconds {uptime:.1f}",
        "# TYPE marriage_guilds gauge",
        f"marriage_guilds {len(bot.guilds)}",
        "# TYPE marriage_tables gauge",
        *(f'marriage_tables{{status="{status}"}} {n}' for status, n in sorted(tables.items())),
        "# TYPE marriage_store_transactions counter",
        f"marriage_store_transactions {bot.store.transactions}",
    ]
    if ping is not None:
        lines += ["# TYPE marriage_store_ping_seconds gauge", f"marriage_store_ping_seconds {ping:.6f}"]
    return "\n".join(lines) + "\n"
