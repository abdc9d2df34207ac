"""A bot that answers in every way the page must show. It plays nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands, ui

CARDS = ["7♥", "7♠", "A♠", "10♦", "K♣"]


class Form(ui.Modal, title="A form"):
    """Asks for a word and a choice."""

    word: ui.TextInput[Form] = ui.TextInput(label="Word", min_length=2, max_length=20)
    kind: ui.Label[Form] = ui.Label(
        text="Kind",
        component=ui.Select(
            custom_id="kind", options=[discord.SelectOption(label="Small"), discord.SelectOption(label="Large")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Says what was given."""
        select = self.kind.component
        assert isinstance(select, ui.Select)
        await interaction.response.send_message(f"form: {self.word.value} {select.values[0]}", ephemeral=True)


class Panel(ui.View):
    """Buttons and selects."""

    @ui.button(label="Press", style=discord.ButtonStyle.primary, custom_id="press")
    async def press(self, interaction: discord.Interaction, button: ui.Button[Panel]) -> None:
        """Answers for the presser alone."""
        await interaction.response.send_message(f"pressed by {interaction.user.name}", ephemeral=True)

    @ui.button(label="Count 0", style=discord.ButtonStyle.success, custom_id="count")
    async def count(self, interaction: discord.Interaction, button: ui.Button[Panel]) -> None:
        """Edits the message it hangs on."""
        assert button.label
        button.label = f"Count {int(button.label.split()[1]) + 1}"
        await interaction.response.edit_message(view=self)

    @ui.button(label="Form", style=discord.ButtonStyle.secondary, custom_id="form")
    async def form(self, interaction: discord.Interaction, button: ui.Button[Panel]) -> None:
        """Opens a modal."""
        await interaction.response.send_modal(Form())

    @ui.button(label="Off", style=discord.ButtonStyle.danger, custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, button: ui.Button[Panel]) -> None:
        """Cannot be pressed."""

    @ui.select(
        custom_id="several",
        placeholder="Choose two",
        min_values=2,
        max_values=3,
        options=[discord.SelectOption(label=card, value=f"v{at}") for at, card in enumerate(CARDS)],
    )
    async def several(self, interaction: discord.Interaction, select: ui.Select[Panel]) -> None:
        """Says what was chosen."""
        await interaction.response.send_message(f"chosen: {' '.join(select.values)}", ephemeral=True)

    @ui.select(cls=ui.UserSelect, custom_id="who", placeholder="Choose somebody")
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect[Panel]) -> None:
        """Says who was chosen."""
        await interaction.response.send_message(f"somebody: {select.values[0].name}", ephemeral=True)


class Poster(ui.LayoutView):
    """A Components V2 message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        more: ui.Button[Poster] = ui.Button(label="More", custom_id="more", disabled=True)
        container: ui.Container[Poster] = ui.Container(accent_colour=0x3BA55D)
        container.add_item(ui.TextDisplay("## Heading\nबिक्रम **bold** <@1>"))
        container.add_item(ui.Separator())
        container.add_item(ui.Section(ui.TextDisplay("Beside a button"), accessory=more))
        row: ui.ActionRow[Poster] = ui.ActionRow()
        for card in CARDS:
            row.add_item(ui.Button(label=card, custom_id=f"card {card}"))
        container.add_item(row)
        self.add_item(container)


class PageBot(discord.Client):
    """``prepared`` is set once the commands are registered."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.prepared = asyncio.Event()
        commands: list[app_commands.Command[Any, ..., Any] | app_commands.Group]
        commands = [secret, pick, panel, slow, echo, late, tower]
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Registers the commands."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Connected: guilds are known."""
        self.prepared.set()


@app_commands.command(description="An answer for you alone")
async def secret(interaction: discord.Interaction) -> None:
    """Ephemeral."""
    await interaction.response.send_message(f"only for {interaction.user.name}", ephemeral=True)


@app_commands.command(description="Choose a card")
@app_commands.describe(card="One of the cards")
async def pick(interaction: discord.Interaction, card: str) -> None:
    """Repeats the option as it came."""
    await interaction.response.send_message(f"picked: {card}")


@pick.autocomplete("card")
async def _cards(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=card, value=f"card-{card}") for card in CARDS if current in card]


@app_commands.command(description="Buttons and selects")
async def panel(interaction: discord.Interaction) -> None:
    """Public."""
    await interaction.response.send_message("the panel", view=Panel(timeout=None))


@app_commands.command(description="Never answers")
async def slow(interaction: discord.Interaction) -> None:
    """Lets the three seconds pass."""


@app_commands.command(description="Says the same")
async def echo(interaction: discord.Interaction, text: str, times: app_commands.Range[int, 1, 3] = 1) -> None:
    """Repeats."""
    await interaction.response.send_message(" / ".join([text] * times))


@app_commands.command(description="Thinks first")
async def late(interaction: discord.Interaction) -> None:
    """Defers."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await asyncio.sleep(0.4)
    await interaction.followup.send("thought of it")


tower = app_commands.Group(name="tower", description="A group")


@tower.command(name="build", description="A command with a name of two words")
@app_commands.choices(kind=[app_commands.Choice(name="High tower", value="high")])
async def _build(interaction: discord.Interaction, kind: app_commands.Choice[str], storeys: int = 1) -> None:
    await interaction.response.send_message(f"{kind.value} {storeys}")
