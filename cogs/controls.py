"""The one class of item that all our messages carry. Its id says everything; nothing is kept in memory.

discord.py only logs errors of a DynamicItem's constructor or callback and swallows those of its check, so this class
does nothing that can fail and hands over to the bot's `Clicks`, which answer for every error.
"""

import re
from typing import Any, Self

import discord

from cogs import ids


class Control(discord.ui.DynamicItem[discord.ui.Item[Any]], template=ids.PATTERN):
    """A button or select whose id is a ControlId."""

    def __init__(self, item: discord.ui.Item[Any]) -> None:
        super().__init__(item)

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.clicks.control(interaction, self.custom_id)
