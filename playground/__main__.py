"""``python -m playground``: runs until interrupted, and prints the links."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys

from playground.server import DEFAULT_CHANNELS, DEFAULT_PORT, DEFAULT_TOKEN, serve


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m playground", description="A Discord on your own machine.")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 takes a free one (default %(default)s)")
    parser.add_argument("--token", default=DEFAULT_TOKEN, help="the bot's token (default %(default)s)")
    parser.add_argument("--control-token", default=None, help="for /control/ (default: a new one, printed)")
    parser.add_argument("--guild", default="Chautari", help="name of the server (default %(default)s)")
    parser.add_argument(
        "--channels", default=",".join(DEFAULT_CHANNELS), help="names with commas (default %(default)s)"
    )
    parser.add_argument("--rate-limits", action="store_true", help="limit the bot's requests as Discord does")
    parser.add_argument("--log-level", default="WARNING")
    return parser.parse_args()


async def _run(arguments: argparse.Namespace) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    channels = [name.strip() for name in arguments.channels.split(",") if name.strip()]
    try:
        async with serve(
            port=arguments.port,
            token=arguments.token,
            control_token=arguments.control_token,
            guild=arguments.guild,
            channels=channels,
            rate_limits=arguments.rate_limits,
        ) as playground:
            print(f"The page:   {playground.base_url}/")
            print(f"For a bot:  DISCORD_API_URL={playground.api_url} DISCORD_GATEWAY_URL={playground.gateway_url}")
            print(f"            DISCORD_TOKEN={playground.token}")
            if arguments.control_token is None:
                print(f"For tests:  X-Control: {playground.control_token}")
            sys.stdout.flush()
            await stop.wait()
    except OSError as fault:
        print(f"Port {arguments.port} cannot be had: {fault.strerror}. Choose another with --port.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    _parsed = _arguments()
    logging.basicConfig(level=_parsed.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    sys.exit(asyncio.run(_run(_parsed)))
