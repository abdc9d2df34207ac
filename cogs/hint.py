"""`/hint` and the panel's button: what the coach would do in a person's place, told to them alone.

It may be asked at every decision and again; a table remembers what was said of one. So a person makes the coach think
once for each of their moves, and of one thing at a time: no more than a computer seated beside them would.
"""

import asyncio
from math import ceil
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.ids import ControlId
from cogs.pages import Page
from cogs.panels import panel_of
from cogs.panels.seats import names
from cogs.speech import Speaker
from marriage_core.errors import Refusal, TableRefusal
from marriage_core.hosting.table import Table

COOLDOWN = 3.0
"""Seconds between a person's hints for different decisions: enough to read one, too few to wait for between moves."""


class Hint(commands.Cog):
    """The coach's voice."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._asking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        # By person: the decision of the last hint, and when it was given.
        self._given: dict[int, tuple[str, float]] = {}
        face.looks["hint"] = self._button

    @app_commands.command(description="What the coach would do now, and why; only you see it")
    async def hint(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            return await self.face.hand(interaction, table, speaker, await self._hint(interaction, table, speaker))

        await self.face.answer(interaction, work)

    async def _button(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        """On the panel a refusal stands above the cards, so that they stay in sight."""
        table = self.face.table_of(control)
        try:
            told = await self._hint(interaction, table, speaker)
        except Refusal as refusal:
            board = table.public_view()
            told = f"⚠️ {speaker.refused(refusal, names(board), panel_of(board.game).refusal)}"
        return await self.face.hand(interaction, table, speaker, told)

    async def _hint(self, interaction: Interaction, table: Table, speaker: Speaker) -> str:
        """The advice in words; that the choice is made meanwhile where it is. Raises Refusal."""
        person = interaction.user.id
        if not (await self.face.store.people.guild(table.guild)).hints:
            raise TableRefusal("hints_off_server")
        async with self._asking.setdefault(person, asyncio.Lock()):
            desk = table.view_for(person)
            decision = f"{table.id} {desk.decision}"
            self._check_cooldown(person, decision)
            advice = await table.hint(person)
            if table.view_for(person).decision != desk.decision:
                return speaker.say("hand.past")
            self._given[person] = decision, discord.utils.utcnow().timestamp()
        return panel_of(desk.board.game).hint(advice, speaker)

    def _check_cooldown(self, person: int, decision: str) -> None:
        """Raises TableRefusal where the last hint was just now and for another decision."""
        now = discord.utils.utcnow().timestamp()
        self._given = {who: given for who, given in self._given.items() if now - given[1] < COOLDOWN}
        last, at = self._given.get(person, (decision, now))
        if last != decision:
            raise TableRefusal("hint_lately", seconds=ceil(at + COOLDOWN - now))
