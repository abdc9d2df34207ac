"""The bot as discord.py runs it: guilds only, no member cache, every control one DynamicItem class."""

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import UNSENT, Interaction, failed
from cogs.clicks import Clicks
from cogs.controls import Control
from cogs.face import Face
from cogs.help import Help
from cogs.hint import Hint
from cogs.hisab import Hisab
from cogs.lay import Lay
from cogs.play import Play
from cogs.preferences import Preferences
from cogs.presenter import TablePresenter
from cogs.results import Results
from cogs.speech import Speaker
from cogs.tables import Tables
from data.store import Store
from data.words import DEFAULT, Words
from marriage_core.errors import TableRefusal
from marriage_core.hosting.computers import ProcessComputers
from marriage_core.hosting.due import Pace
from marriage_core.hosting.ports import Clock, Entropy
from marriage_core.hosting.registry import Registry
from marriage_core.hosting.system import SystemClock
from marriage_core.hosting.table import Ports, Table

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree[Any]):
    """Commands, with a polite answer to every error."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        speaker = Speaker(interaction.client.words, DEFAULT)
        stale = isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound)
        try:
            raise error
        except app_commands.AppCommandError:
            told = speaker.say("error.commands_changed") if stale else failed(interaction, speaker)
        try:
            if not interaction.response.is_done():
                await interaction.response.send_message(told, ephemeral=True)
        except UNSENT as unsent:
            log.warning("interaction %s could not be answered: %s", interaction.id, unsent)


class MarriageBot(commands.AutoShardedBot):
    """The bot. Open tables come back in `setup_hook`, before the first event arrives (F06, F07)."""

    def __init__(self, store: Store, entropy: Entropy, pace: Pace, clock: Clock | None = None, **options: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            **options,
        )
        self.store = store
        self.words = Words()
        clock = clock or SystemClock()
        self.presenter = TablePresenter(self, clock)
        self.computers = ProcessComputers()
        ports = Ports(store, clock, entropy, self.presenter, self.computers, pace)
        self.face = Face(Registry(ports), store, self.words)
        self.clicks = Clicks(self.face)
        self.presenter.face = self.face

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control)
        for cog in (Tables, Play, Lay, Hint, Results, Preferences, Hisab, Help):
            await self.add_cog(cog(self.face))
        for command in self.tree.get_commands():
            # A cog's own mark would reach groups only; tables are in channels of servers.
            command.guild_only = True
        try:
            await self.tree.sync()
        except UNSENT:
            # The commands of the last start are still there; tables matter more.
            log.exception("the commands could not be registered")
        restored = await self.face.registry.restore()
        log.info("%d tables restored", len(restored))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Modals are found by their ids alone: discord.py keeps none of ours."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.clicks.submitted(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._gone(self.face.registry.in_channel(channel.id))

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        await self._gone(self.face.registry.in_channel(thread.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._gone(self.face.registry.in_channel(payload.thread_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._gone(*(table for table in self.face.registry.tables if table.guild == guild.id))

    async def _gone(self, *tables: Table | None) -> None:
        """F36: a table whose channel is gone closes, and nobody stays "in a game"; none keeps another back."""
        for table in filter(None, tables):
            try:
                await table.expire("channel_gone")
            except TableRefusal as refusal:
                log.error("table %s, whose channel is gone, could not be closed: %s", table.id, refusal)

    async def close(self) -> None:
        """Says goodbye at running tables, then stops; every table stays in the journal (F70)."""
        if not self.is_closed():
            try:
                await asyncio.wait_for(self.presenter.goodbye(), timeout=5)
            except Exception:
                log.exception("the goodbye could not be said")
            await self.face.registry.close()
            await self.presenter.close()
            self.computers.close()
        await super().close()
