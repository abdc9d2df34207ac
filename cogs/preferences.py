"""`/settings me` and `/settings server`: what a person and a server choose."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.names import safe
from cogs.pages import DESCRIPTION, GREY, Page, fitted
from cogs.panels.rules_sheet import rules_line
from cogs.server_presets import deleted, resolved, rules_named, saved
from cogs.speech import Speaker
from cogs.tables import complete_server_preset
from data.people import GuildSettings, PersonSettings, Sort
from marriage_core.errors import TableRefusal
from marriage_core.marriage.rules import USUAL_PRESET

DEFAULT_WORD = "default"
LANGUAGES = [
    app_commands.Choice(name="English", value="en"),
    app_commands.Choice(name="नेपाली", value="ne"),
    app_commands.Choice(name="default", value=DEFAULT_WORD),
]
SORTS = [app_commands.Choice(name=sort, value=sort) for sort in get_args(Sort)]


async def complete_own_preset(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The presets that the server named itself."""
    server = await interaction.client.store.people.guild(interaction.guild_id or 0)
    return [app_commands.Choice(name=name, value=name) for name in server.presets if current.lower() in name.lower()]


@app_commands.guild_only()
class Preferences(commands.GroupCog, group_name="settings", group_description="Your settings and this server's"):
    """Language, pings, questions."""

    def __init__(self, face: Face) -> None:
        self.face = face

    @app_commands.command(description="Your own settings; without options they are shown")
    @app_commands.describe(
        language="The language of what only you see",
        confirmations="Ask before a discard that breaks a group",
        pings="Mention me when it is my turn",
        sort="The order of your hand",
        four_colours="Diamonds blue and clubs green in pictures of your hand",
    )
    @app_commands.choices(language=LANGUAGES, sort=SORTS)
    async def me(
        self,
        interaction: Interaction,
        language: app_commands.Choice[str] | None = None,
        confirmations: bool | None = None,
        pings: bool | None = None,
        sort: app_commands.Choice[str] | None = None,
        four_colours: bool | None = None,
    ) -> None:
        async def work(_: Speaker) -> Page:
            people = self.face.store.people
            changes = _changes(
                language=_language(language),
                confirmations=confirmations,
                pings=pings,
                sort=sort and sort.value,
                four_colours=four_colours,
            )
            if changes:
                settings = await people.change_person(interaction.user.id, lambda own: replace(own, **changes))
            else:
                settings = await people.person(interaction.user.id)
            return _own(settings, await self.face.speaker(interaction))

        await self.face.answer(interaction, work)

    @app_commands.command(description="This server's settings, for who may manage it; without options they are shown")
    @app_commands.describe(
        language="The language of tables",
        preset="The rules of new tables",
        pings="Mention people at their turn",
        hints="Let people ask the coach for hints",
    )
    @app_commands.choices(language=LANGUAGES)
    @app_commands.autocomplete(preset=complete_server_preset)
    async def server(
        self,
        interaction: Interaction,
        language: app_commands.Choice[str] | None = None,
        preset: str | None = None,
        pings: bool | None = None,
        hints: bool | None = None,
    ) -> None:
        async def work(_: Speaker) -> Page:
            changes = _changes(language=_language(language), preset=preset, pings=pings, hints=hints)

            def changed(settings: GuildSettings) -> GuildSettings:
                settings = replace(settings, **changes)
                if settings.preset is not None:
                    resolved(settings, settings.preset)
                return settings

            if changes:
                settings = await self._manage(interaction, changed)
            else:
                settings = await self.face.store.people.guild(interaction.guild_id or 0)
            return _servers(settings, await self.face.speaker(interaction))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Keep the rules of this channel's table under a name, for who manages the server")
    @app_commands.describe(name="The preset's name")
    async def save(self, interaction: Interaction, name: app_commands.Range[str, 1, 24]) -> None:
        async def work(speaker: Speaker) -> Page:
            rules = self.face.table_here(interaction).public_view().rules
            settings = await self._manage(interaction, lambda settings: saved(settings, name, rules))
            return _presets(settings, speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="Forget a preset of this server, for who manages it")
    @app_commands.describe(name="The preset's name")
    @app_commands.autocomplete(name=complete_own_preset)
    async def forget(self, interaction: Interaction, name: str) -> None:
        async def work(speaker: Speaker) -> Page:
            settings = await self._manage(interaction, lambda settings: deleted(settings, name))
            return _presets(settings, speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="The presets that this server named itself")
    async def presets(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            return _presets(await self.face.store.people.guild(interaction.guild_id or 0), speaker)

        await self.face.answer(interaction, work)

    async def _manage(
        self, interaction: Interaction, change: Callable[[GuildSettings], GuildSettings]
    ) -> GuildSettings:
        """The server's settings after a change by who may manage them. Raises TableRefusal, or as `change` does."""
        if not interaction.permissions.manage_guild:
            raise TableRefusal("manage_server")
        return await self.face.store.people.change_guild(interaction.guild_id or 0, change)


def _presets(settings: GuildSettings, speaker: Speaker) -> Page:
    """Every preset of the server and what it means."""
    lines = [
        f"**{safe(name)}** · {rules_line(rules_named(settings, name), speaker)}" for name in sorted(settings.presets)
    ]
    body = fitted(lines, DESCRIPTION) or speaker.say("settings.no_presets")
    return Page(title=speaker.say("settings.presets"), body=body, colour=GREY)


def _language(choice: app_commands.Choice[str] | None) -> str | None:
    return None if choice is None else choice.value


def _changes(**wanted: Any) -> dict[str, Any]:
    """What was given; the word `default` takes a choice back."""
    return {key: None if value == DEFAULT_WORD else value for key, value in wanted.items() if value is not None}


def _own(settings: PersonSettings, speaker: Speaker) -> Page:
    lines = (
        _line("language", speaker.say(f"language.{settings.language or DEFAULT_WORD}"), speaker),
        _line("confirmations", _switch(settings.confirmations, speaker), speaker),
        _line("pings", _switch(settings.pings, speaker), speaker),
        _line("sort", speaker.say(f"sort.{settings.sort}"), speaker),
        _line("four_colours", _switch(settings.four_colours, speaker), speaker),
    )
    return Page(title=speaker.say("settings.me"), body="\n".join(lines), colour=GREY)


def _servers(settings: GuildSettings, speaker: Speaker) -> Page:
    language = speaker.say(f"language.{settings.language}" if settings.language else "language.unset")
    lines = (
        _line("language", language, speaker),
        _line("preset", safe(settings.preset or USUAL_PRESET), speaker),
        _line("pings", _switch(settings.pings, speaker), speaker),
        _line("hints", _switch(settings.hints, speaker), speaker),
    )
    return Page(title=speaker.say("settings.server"), body="\n".join(lines), colour=GREY)


def _line(what: str, value: str, speaker: Speaker) -> str:
    return speaker.say("settings.line", what=speaker.say(f"settings.{what}"), value=value)


def _switch(on: bool, speaker: Speaker) -> str:
    return speaker.say("switch.on" if on else "switch.off")
