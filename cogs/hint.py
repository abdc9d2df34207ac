"""`/hint` and the panel's button: what the coach would do in a person's place, told to them alone.

It may be asked at every decision, at once; a table remembers what was said of one. So a person makes the coach think
once for each of their moves, and of one thing at a time: no more than a computer seated beside them would.
"""

import asyncio
from weakref import WeakValueDictionary

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


class Hint(commands.Cog):
    """The coach's voice."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._asking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
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
            advice = await table.hint(person)
        if table.view_for(person).decision != desk.decision:
            return speaker.say("hand.past")
        return panel_of(desk.board.game).hint(advice, speaker)
