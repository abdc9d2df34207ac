"""`make play`: the playground and the unmodified bot beside it, until interrupted.

The bot is another program; it is started as anyone would start it, with addresses in its environment.
"""

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path

from playground.server import DEFAULT_CHANNELS, DEFAULT_PORT, serve

ROOT = Path(__file__).resolve().parent.parent


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m playground.play", description="Play on your own machine.")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--data", type=Path, default=ROOT / "data" / "var", help="folder of the bot's database")
    parser.add_argument("--bot", default="bot.py", help="the bot's program (default %(default)s)")
    return parser.parse_args()


async def _play(arguments: argparse.Namespace) -> int:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        async with serve(port=arguments.port, channels=list(DEFAULT_CHANNELS)) as playground:
            settings = {
                "DISCORD_TOKEN": playground.token,
                "DISCORD_API_URL": playground.api_url,
                "DISCORD_GATEWAY_URL": playground.gateway_url,
                "DATABASE_URL": f"sqlite+aiosqlite:///{arguments.data.resolve() / 'playground.db'}",
            }
            environment = {"LOG_LEVEL": "WARNING", **os.environ, **settings}
            print(f"\n  Play here:      {playground.base_url}/?as=asha")
            print(f"  Somebody else:  {playground.base_url}/?as=bikram\n")
            print("  Type /marriage new, add a computer player, start. Ctrl+C stops.\n", flush=True)
            return await _keep(arguments.bot, environment, stop)
    except (OSError, OverflowError) as fault:
        print(f"Port {arguments.port} cannot be had: {fault}. Choose another: make play PORT=…", file=sys.stderr)
        return 1


async def _keep(program: str, environment: dict[str, str], stop: asyncio.Event) -> int:
    """Runs the bot until the interrupt or its own end; one that was killed comes back, as on a server."""
    while True:
        # A session of its own, so that Ctrl+C reaches the bot once, from here, and it can say goodbye.
        bot = await asyncio.create_subprocess_exec(
            sys.executable, program, cwd=ROOT, env=environment, start_new_session=True
        )
        code = await _until(stop, bot)
        if code >= 0:
            return code
        print("The bot was killed; it starts again.", file=sys.stderr, flush=True)


async def _until(stop: asyncio.Event, bot: asyncio.subprocess.Process) -> int:
    """Waits for the interrupt or the bot's end; the bot always ends with us."""
    stopped, ended = asyncio.create_task(stop.wait()), asyncio.create_task(bot.wait())
    await asyncio.wait((stopped, ended), return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        bot.terminate()
        await ended
        return 0
    stopped.cancel()
    code = ended.result()
    if code >= 0:
        print(f"The bot ended with exit code {code}.", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(asyncio.run(_play(_arguments())))
