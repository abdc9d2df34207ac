"""Playing: `/hand`, `/draw`, `/tunnela`, `/see`, `/tiplu`, `/discard`, `/show`. Buttons of the panel do the same."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.card_words import matches, meant
from cogs.face import Asked, Face
from cogs.pages import Page
from cogs.panels import panel_of
from cogs.speech import Speaker
from marriage_core.cards import pretties, pretty, text
from marriage_core.errors import BadText, TableRefusal
from marriage_core.hosting.table import Table

CHOICES = 25


async def complete_card(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Cards of one's own hand that the command may name; answered from memory, at once."""
    table = interaction.client.face.registry.in_channel(interaction.channel_id or 0)
    if table is None or not table.seats(interaction.user.id):
        return []
    desk = table.view_for(interaction.user.id)
    verb = interaction.command.name if interaction.command else ""
    found = matches(current, panel_of(desk.board.game).holdings(desk, verb))
    return [app_commands.Choice(name=pretty(face), value=text(face)) for face in found[:CHOICES]]


def held_of(options: Any, what: str) -> Any:
    """Some of what a game's options hold. Raises TableRefusal where this table's game knows no such thing."""
    try:
        return getattr(options, what)
    except AttributeError:
        raise TableRefusal("other_game") from None


def named_card(interaction: Interaction, table: Table, typed: str) -> str:
    """The card that a text means, as plain text. Raises TableRefusal where it may mean several, or none."""
    desk = table.view_for(interaction.user.id)
    among = panel_of(desk.board.game).holdings(desk)
    try:
        face = meant(typed, among)
    except BadText:
        raise TableRefusal("no_card", typed=typed) from None
    if face is not None:
        return text(face)
    possible = matches(typed, among)
    if not possible:
        raise TableRefusal("none_held", typed=typed)
    raise TableRefusal("which_card", typed=typed, choices=pretties(possible))


class Play(commands.Cog):
    """The commands of a turn."""

    def __init__(self, face: Face) -> None:
        self.face = face

    async def _move(self, interaction: Interaction, word: str) -> None:
        await self.face.answer(
            interaction,
            lambda speaker: self.face.move(interaction, self.face.table_here(interaction), speaker, Asked(word)),
        )

    async def _move_card(self, interaction: Interaction, verb: str, typed: str) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            word = f"{verb}={named_card(interaction, table, typed)}"
            return await self.face.move(interaction, table, speaker, Asked(word))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Your hand, privately, and what you can do now")
    async def hand(self, interaction: Interaction) -> None:
        await self.face.answer(
            interaction, lambda speaker: self.face.hand(interaction, self.face.table_here(interaction), speaker)
        )

    @app_commands.command(description="Draw a card")
    @app_commands.rename(source="from")
    @app_commands.describe(source="Where from")
    @app_commands.choices(
        source=[
            app_commands.Choice(name="stock", value="stock"),
            app_commands.Choice(name="discard", value="discard"),
        ]
    )
    async def draw(self, interaction: Interaction, source: app_commands.Choice[str]) -> None:
        await self._move(interaction, "draw" if source.value == "stock" else "take")

    @app_commands.command(description="Show the tunnelas you were dealt, all or one")
    @app_commands.describe(card="One of its cards; without it all are shown")
    @app_commands.autocomplete(card=complete_card)
    async def tunnela(self, interaction: Interaction, card: str | None = None) -> None:
        if card is not None:
            await self._move_card(interaction, "tunnela", card)
            return

        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            held = table.view_for(interaction.user.id).options
            faces = () if held is None else held_of(held, "tunnelas")
            if not faces:
                raise TableRefusal("no_tunnelas")
            for face in faces:
                await table.submit(interaction.user.id, table.read_move(f"tunnela={text(face)}"))
            return await self.face.hand(interaction, table, speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="Lay three pure melds or seven dublees and look at the tiplu")
    @app_commands.describe(route="By melds or by dublees")
    @app_commands.choices(
        route=[
            app_commands.Choice(name="melds", value="melds"),
            app_commands.Choice(name="dublees", value="dublees"),
        ]
    )
    async def see(self, interaction: Interaction, route: app_commands.Choice[str] | None = None) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            options = table.view_for(interaction.user.id).options
            possible = [] if options is None else [name for name, _ in held_of(options, "see")]
            chosen = route.value if route else str(next(iter(possible), "melds"))
            return await self.face.move(interaction, table, speaker, Asked(f"see={chosen}"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Look at the tiplu again, if you have seen it")
    async def tiplu(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            desk = self.face.table_here(interaction).view_for(interaction.user.id)
            return panel_of(desk.board.game).secret(desk, speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="Discard a card and end your turn")
    @app_commands.describe(card="Like 7h, 7♥, 7 paan")
    @app_commands.autocomplete(card=complete_card)
    async def discard(self, interaction: Interaction, card: str) -> None:
        await self._move_card(interaction, "discard", card)

    @app_commands.command(description="Show: end the deal")
    @app_commands.describe(discard="The last card to discard; without it the one that costs least")
    @app_commands.autocomplete(discard=complete_card)
    async def show(self, interaction: Interaction, discard: str | None = None) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            desk = table.view_for(interaction.user.id)
            last = None if discard is None else named_card(interaction, table, discard)
            word = panel_of(desk.board.game).show_word(desk, last)
            return await self.face.move(interaction, table, speaker, Asked(word))

        await self.face.answer(interaction, work)
