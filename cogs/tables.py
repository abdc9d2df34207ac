"""`/marriage …`: opening a table, the lobby, the board."""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.names import plain
from cogs.pages import Page
from cogs.panels import playable
from cogs.panels.rules_sheet import rules_page, shown
from cogs.server_presets import built_in, defaults, names_of, resolved
from cogs.speech import Speaker
from marriage_core.errors import TableRefusal
from marriage_core.hosting.actions import (
    Action,
    AddComputer,
    ChangeRules,
    NextDeal,
    Nudge,
    PlayAgain,
    RemoveSeat,
    Start,
    SwitchHints,
)
from marriage_core.hosting.lobby import Status
from marriage_core.marriage.rules import USUAL_PRESET
from marriage_core.options import kind_of

CHOICES, CHOICE_LABEL = 25, 100
NEEDED = ("view_channel", "send_messages", "embed_links")


async def complete_preset(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Presets of all games."""
    return await _preset_choices(interaction, built_in(), current)


async def complete_server_preset(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Presets of all games and those that the server named itself, the one of new tables first."""
    server = await interaction.client.store.people.guild(interaction.guild_id or 0)
    usual = server.preset or USUAL_PRESET
    names = sorted(names_of(server), key=lambda name: name != usual)
    return await _preset_choices(interaction, names, current)


async def _preset_choices(
    interaction: Interaction, names: Iterable[str], current: str
) -> list[app_commands.Choice[str]]:
    """Presets with a few words about each; the value is the bare name."""
    speaker = await interaction.client.face.speaker(interaction)
    wanted = [name for name in names if current.lower() in name.lower()][:CHOICES]
    return [app_commands.Choice(name=_described(name, speaker)[:CHOICE_LABEL], value=name) for name in wanted]


def _described(name: str, speaker: Speaker) -> str:
    what = speaker.say(f"preset.{name}" if name in built_in() else "preset.own")
    return f"{name} – {what}"


async def complete_level(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Levels of computer players of the game that is played here."""
    table = interaction.client.face.registry.in_channel(interaction.channel_id or 0)
    known = [level for game in playable() for level in game.players] if table is None else table.public_view().levels
    levels = dict.fromkeys(level for level in known if current.lower() in level)
    return [app_commands.Choice(name=level, value=level) for level in levels][:CHOICES]


async def complete_option(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Options of the table's rules, with their values now."""
    table = interaction.client.face.registry.in_channel(interaction.channel_id or 0)
    if table is None:
        return []
    rules = table.public_view().rules
    keys = [key for key in rules.keys() if current.lower() in key]
    return [app_commands.Choice(name=f"{key}: {shown(rules.shown(key))}"[:100], value=key) for key in keys[:CHOICES]]


def check_permissions(interaction: Interaction) -> None:
    """Raises TableRefusal naming what the bot lacks in this channel to keep a table there (F37)."""
    needed = list(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    have = interaction.app_permissions
    lacking = [name.replace("_", " ").title() for name in needed if not getattr(have, name)]
    if lacking:
        raise TableRefusal("permissions", names=tuple(lacking))


def typed(value: str) -> object:
    """An option's value as a person types it: a list in brackets, else the words themselves."""
    if value.strip().startswith("["):
        with contextlib.suppress(ValueError, RecursionError):
            return json.loads(value)
    return value.strip()


async def complete_value(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The words that the chosen option allows; lists and numbers are typed freely."""
    table = interaction.client.face.registry.in_channel(interaction.channel_id or 0)
    option = interaction.namespace.option
    if table is None or option not in (rules := table.public_view().rules).keys():
        return []
    words = getattr(kind_of(next(of for of in fields(rules) if of.name == option)), "words", ())
    return [app_commands.Choice(name=word, value=word) for word in words if current.lower() in word]


@app_commands.guild_only()
class Tables(commands.GroupCog, group_name="marriage", group_description="Marriage: tables, lobby and board"):
    """The commands that open and run a table. Buttons do the same."""

    def __init__(self, face: Face) -> None:
        self.face = face

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(preset="Which rules", deals="How many deals", turn_seconds="Seconds for a turn")
    @app_commands.autocomplete(preset=complete_server_preset)
    async def new(
        self,
        interaction: Interaction,
        preset: str | None = None,
        deals: app_commands.Range[int, 1, 50] | None = None,
        turn_seconds: app_commands.Range[int, 30, 86400] | None = None,
    ) -> None:
        async def work(speaker: Speaker) -> Page:
            check_permissions(interaction)
            server = await self.face.store.people.guild(interaction.guild_id or 0)
            chosen, given = resolved(server, preset) if preset else defaults(server, USUAL_PRESET)
            options: dict[str, Any] = dict(given)
            options |= {"deals": deals} if deals else {}
            options |= {"turn_seconds": turn_seconds} if turn_seconds else {}
            table = await self.face.registry.open(
                guild=interaction.guild_id or 0,
                channel=interaction.channel_id or 0,
                host=interaction.user.id,
                name=plain(interaction.user.display_name),
                preset=chosen,
                options=options,
            )
            if not server.hints:
                await table.submit(interaction.user.id, SwitchHints(on=False))
            return Page(text=speaker.say("done.opened"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Sit down at the table")
    async def join(self, interaction: Interaction) -> None:
        await self.face.answer(
            interaction, lambda speaker: self.face.join(interaction, self.face.table_here(interaction), speaker)
        )

    @app_commands.command(description="Leave the table: yours here, or elsewhere on this server")
    async def leave(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            here = self.face.registry.in_channel(interaction.channel_id or 0)
            seated = self.face.registry.with_person(interaction.guild_id or 0, interaction.user.id)
            tables = [here] if here in seated and here is not None else list(seated)
            if not tables:
                raise TableRefusal("not_seated")
            told = [await self.face.leave(interaction, table, speaker) for table in tables]
            return told[-1]

        await self.face.answer(interaction, work)

    @app_commands.command(description="Seat a computer player")
    @app_commands.describe(level="How well it plays")
    @app_commands.autocomplete(level=complete_level)
    async def add(self, interaction: Interaction, level: str) -> None:
        async def work(speaker: Speaker) -> Page:
            await self.face.ask(self.face.table_here(interaction), interaction.user.id, AddComputer(level))
            return Page(text=speaker.say("done.added", level=level))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Empty a seat in the lobby")
    @app_commands.describe(seat="The seat's number, from 1")
    async def remove(self, interaction: Interaction, seat: app_commands.Range[int, 1, 7]) -> None:
        async def work(speaker: Speaker) -> Page:
            await self.face.ask(self.face.table_here(interaction), interaction.user.id, RemoveSeat(seat - 1))
            return Page(text=speaker.say("done.removed"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Start the match; between deals the next deal, after a match another")
    async def start(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            due: dict[Status, Action] = {Status.BETWEEN: NextDeal(), Status.AFTER: PlayAgain()}
            await self.face.ask(table, interaction.user.id, due.get(table.public_view().status, Start()))
            return await self.face.hand(interaction, table, speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="The table's rules; the host changes them before the start, later if all agree")
    @app_commands.describe(option="What to change", value="Its new value")
    @app_commands.autocomplete(option=complete_option, value=complete_value)
    async def rules(self, interaction: Interaction, option: str | None = None, value: str | None = None) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            if option is not None and value is not None:
                await self.face.ask(table, interaction.user.id, ChangeRules({option: typed(value)}))
                if table.public_view().proposal is not None:
                    return Page(text=speaker.say("done.proposed"))
            elif option is not None or value is not None:
                raise TableRefusal("option_and_value")
            return rules_page(table.public_view(), speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="Let players ask for hints at this table, or not (host)")
    @app_commands.describe(switch="On or off")
    @app_commands.choices(switch=[app_commands.Choice(name=word, value=word) for word in ("on", "off")])
    async def hints(self, interaction: Interaction, switch: app_commands.Choice[str]) -> None:
        async def work(speaker: Speaker) -> Page:
            on = switch.value == "on"
            await self.face.ask(self.face.table_here(interaction), interaction.user.id, SwitchHints(on))
            return Page(text=speaker.say("done.hints_on" if on else "done.hints_off"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Post the board anew")
    async def table(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            table = self.face.table_here(interaction)
            check_permissions(interaction)
            await interaction.client.presenter.post_anew(table)
            return Page(text=speaker.say("done.posted"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Ping whoever is awaited")
    async def nudge(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            await self.face.ask(self.face.table_here(interaction), interaction.user.id, Nudge())
            return Page(text=speaker.say("done.nudged"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="End the match: host and moderators at once, others by vote")
    async def end(self, interaction: Interaction) -> None:
        await self.face.answer(
            interaction, lambda speaker: self.face.end(interaction, self.face.table_here(interaction), speaker)
        )
