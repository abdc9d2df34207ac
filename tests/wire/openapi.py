"""The bot's requests, held against Discord's own description of its API ($DISCORD_OPENAPI)."""

from __future__ import annotations

from playground import Playground


def check(playground: Playground, since: int) -> int:
    return playground.journal.count
