"""The messages that call somebody to their turn besides the board, the warning and the nudge: they go with the turn.

Known in memory only: one that stands when the bot stops stays.
"""

import contextlib

import discord

from cogs.answers import UNSENT


class Calls:
    """The calls that stand, by table, each with the turn that it is for."""

    def __init__(self) -> None:
        self._standing: dict[str, list[tuple[str, discord.PartialMessage]]] = {}

    def note(self, table: str, turn: str, message: discord.PartialMessage) -> None:
        """A call was posted."""
        self._standing.setdefault(table, []).append((turn, message))

    async def clear(self, table: str, turn: str) -> None:
        """Deletes the calls of all turns but this one, which is the table's now; as far as Discord lets us."""
        standing = self._standing.pop(table, [])
        kept = [call for call in standing if call[0] == turn]
        if kept:
            self._standing[table] = kept
        for of, message in standing:
            if of != turn:
                with contextlib.suppress(*UNSENT):
                    await message.delete()
