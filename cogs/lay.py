"""Laying: `/lay`, `/add`, `/cutin`, for games in which melds are laid on the table and grow there."""

from typing import Protocol, cast

from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Asked, Face
from cogs.ids import ControlId
from cogs.pages import Page
from cogs.panels import panel_of
from cogs.play import complete_card, named_card
from cogs.speech import Speaker
from marriage_core.errors import TableRefusal
from marriage_core.hosting.seen import Desk

CHOICES = 25


class LayingPanel(Protocol):
    """What the panel of a game with melds on the table has besides."""

    def add_word(self, desk: Desk, cards: tuple[str, ...], meld: int | None) -> str:
        """The move that adds cards to a meld, counted from 1; without one to the first that takes the first card."""

    def cut_in_word(self, desk: Desk) -> str:
        """The move that asks for the top discard out of turn, or takes the asking back."""

    def melds(self, desk: Desk) -> tuple[str, ...]:
        """The melds on the table in words, in order of their numbers."""


def laying_panel(desk: Desk) -> LayingPanel:
    """The panel, where its game has melds on the table. Raises TableRefusal for another."""
    panel = panel_of(desk.board.game)
    if not hasattr(panel, "add_word"):
        raise TableRefusal("other_game")
    return cast(LayingPanel, panel)


async def complete_meld(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The melds on the table; answered from memory, at once."""
    table = interaction.client.face.registry.in_channel(interaction.channel_id or 0)
    if table is None or not table.seats(interaction.user.id):
        return []
    desk = table.view_for(interaction.user.id)
    try:
        melds = laying_panel(desk).melds(desk)
    except TableRefusal:
        return []
    told = [(number, f"{number}: {meld}"[:100]) for number, meld in enumerate(melds, 1)]
    return [app_commands.Choice(name=name, value=number) for number, name in told if str(current) in name][:CHOICES]


class Lay(commands.Cog):
    """The commands of laying. The hand panel's controls do the same."""

    def __init__(self, face: Face) -> None:
        self.face = face
        # Its moves are `add=…`; that verb's control is the lobby's, which seats a computer.
        face.looks["addto"] = self._added

    @app_commands.command(description="Lay your contract down, so that fewest points stay in your hand")
    async def lay(self, interaction: Interaction) -> None:
        await self.face.answer(
            interaction,
            lambda speaker: self.face.move(interaction, self.face.table_here(interaction), speaker, Asked("lay")),
        )

    @app_commands.command(description="Add a card, or several with commas between them, to a meld on the table")
    @app_commands.describe(card="Like 7h, 7♥, 7 paan", meld="The meld's number; without it the first where it fits")
    @app_commands.autocomplete(card=complete_card)
    @app_commands.autocomplete(meld=complete_meld)
    async def add(
        self, interaction: Interaction, card: str, meld: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            desk = table.view_for(interaction.user.id)
            panel = laying_panel(desk)
            cards = tuple(named_card(interaction, table, typed) for typed in card.split(",") if typed.strip())
            return await self.face.move(interaction, table, speaker, Asked(panel.add_word(desk, cards, meld)))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Ask for the card just discarded, out of turn; again to take it back")
    async def cutin(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            desk = table.view_for(interaction.user.id)
            word = laying_panel(desk).cut_in_word(desk)
            return await self.face.move(interaction, table, speaker, Asked(word))

        await self.face.answer(interaction, work)

    async def _added(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        """The panel's picker of cards and melds."""
        table = self.face.table_of(control)
        return await self.face.move(interaction, table, speaker, Asked(f"add={control.arg}", control.decision))
