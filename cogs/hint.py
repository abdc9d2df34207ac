"""`/hint` and the panel's button: what the coach would do in a person's place, told to them alone."""

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

COOLDOWN = 20.0
"""Seconds between a person's hints: thought is dear, and the game should stay theirs."""


class Hint(commands.Cog):
    """The coach's voice."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._asked: dict[int, float] = {}
        face.looks["hint"] = self._button

    @app_commands.command(description="What the coach would do now, and why; only you see it")
    async def hint(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            return await self.face.hand(interaction, table, speaker, await self._hint(interaction, table, speaker))

        await self.face.answer(interaction, work)

    async def _button(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        """On the panel a refusal stands above the cards, so that they stay in sight."""
        table = self.face.registry.table(control.table)
        if table is None:
            raise TableRefusal("table_closed")
        try:
            told = await self._hint(interaction, table, speaker)
        except Refusal as refusal:
            board = table.public_view()
            told = f"⚠️ {speaker.refused(refusal, names(board), panel_of(board.game).refusal)}"
        return await self.face.hand(interaction, table, speaker, told)

    async def _hint(self, interaction: Interaction, table: Table, speaker: Speaker) -> str:
        """The advice in words; that the choice is made meanwhile where it is. Raises Refusal."""
        person = interaction.user.id
        desk = table.view_for(person)
        if not (await self.face.store.people.guild(table.guild)).hints:
            raise TableRefusal("hints_off_server")
        now = discord.utils.utcnow().timestamp()
        self._asked = {who: at for who, at in self._asked.items() if now - at < COOLDOWN}
        if person in self._asked:
            raise TableRefusal("hint_lately", seconds=int(self._asked[person] + COOLDOWN - now) + 1)
        self._asked[person] = now
        try:
            advice = await table.hint(person)
            past = table.view_for(person).decision != desk.decision
        except BaseException:
            # Only advice counts as a hint.
            self._asked.pop(person, None)
            raise
        if past:
            self._asked.pop(person, None)
            return speaker.say("hand.past")
        return panel_of(desk.board.game).hint(advice, speaker)
