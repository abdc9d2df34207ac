"""Reads the settings, opens the store, starts the bot.

Exit 1: Discord out of reach, 2: settings, 3: database, 4: another process has it.
"""

import asyncio
import contextlib
import json
import logging
import signal
import sys

import aiohttp
import discord
import yarl
from pydantic import ValidationError

from cogs.client import MarriageBot
from cogs.health import health
from cogs.settings import Settings
from data.errors import StoreError, StoreInUse
from data.store import Store
from marriage_core.hosting.due import Pace
from marriage_core.hosting.ports import Entropy
from marriage_core.hosting.system import SeededEntropy, SystemEntropy

EXIT_UNREACHABLE, EXIT_SETTINGS, EXIT_DATABASE, EXIT_IN_USE = 1, 2, 3, 4
# Below these levels they print parameters, payloads and with them hands.
QUIETEST = {
    "discord": logging.INFO,
    "aiosqlite": logging.WARNING,
    "sqlalchemy": logging.WARNING,
    "alembic": logging.WARNING,
}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up_logging(settings: Settings) -> None:
    """One handler on standard error."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if settings.log_format == "json" else text)
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for name, level in QUIETEST.items():
        logging.getLogger(name).setLevel(max(level, logging.getLevelName(settings.log_level)))


def point_at(settings: Settings) -> None:
    """Sends discord.py to another address than Discord's, before any client starts."""
    if settings.discord_api_url:
        discord.http.Route.BASE = settings.discord_api_url.rstrip("/")
    if settings.discord_gateway_url:
        # discord.py puts the query right behind it, and reconnects by what it is given here.
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url.rstrip("/") + "/")


async def run(settings: Settings) -> None:
    """Runs until SIGINT or SIGTERM; raises StoreError or what discord.py raises."""
    entropy: Entropy = SystemEntropy() if settings.deal_seed is None else SeededEntropy(settings.deal_seed)
    async with await Store.open(settings.database_url) as store, MarriageBot(store, entropy, Pace()) as bot:
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, stop.set)
        running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        stopping = asyncio.create_task(stop.wait())
        async with health(bot, settings.metrics_port):
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        await bot.close()
        stopping.cancel()
        await running


def main() -> int:
    """Starts the bot; the exit code says why it stopped."""
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = "_".join(map(str, fault["loc"])).upper() or "settings"
            print(f"{name}: {fault['msg'].removeprefix('Value error, ')}", file=sys.stderr)
        return EXIT_SETTINGS
    except UnicodeDecodeError as error:
        print(f".env: byte {error.start} is no UTF-8; write the file as plain UTF-8 text", file=sys.stderr)
        return EXIT_SETTINGS
    set_up_logging(settings)
    # There is no voice in this game, and nobody should read that it is missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    point_at(settings)
    try:
        asyncio.run(run(settings))
    except StoreInUse as error:
        print(error, file=sys.stderr)
        return EXIT_IN_USE
    except StoreError as error:
        print(error, file=sys.stderr)
        return EXIT_DATABASE
    except discord.LoginFailure:
        print("DISCORD_TOKEN: Discord does not know this token; make a new one and put it in .env", file=sys.stderr)
        return EXIT_SETTINGS
    except (aiohttp.ClientError, TimeoutError) as error:
        print(f"Discord cannot be reached: {error}; check the network and DISCORD_API_URL", file=sys.stderr)
        return EXIT_UNREACHABLE
    except KeyboardInterrupt:
        pass
    return 0
