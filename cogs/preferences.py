"""`/settings me` and `/settings server`: what a person and a server choose."""

from dataclasses import replace
from typing import Any, get_args

from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.pages import GREY, Page
from cogs.panels import check_preset
from cogs.speech import Speaker
from cogs.tables import DEFAULT_PRESET, complete_preset
from data.people import GuildSettings, PersonSettings, Sort
from marriage_core.errors import TableRefusal

DEFAULT_WORD = "default"
LANGUAGES = [
    app_commands.Choice(name="English", value="en"),
    app_commands.Choice(name="नेपाली", value="ne"),
    app_commands.Choice(name="default", value=DEFAULT_WORD),
]
SORTS = [app_commands.Choice(name=sort, value=sort) for sort in get_args(Sort)]


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
    )
    @app_commands.choices(language=LANGUAGES, sort=SORTS)
    async def me(
        self,
        interaction: Interaction,
        language: app_commands.Choice[str] | None = None,
        confirmations: bool | None = None,
        pings: bool | None = None,
        sort: app_commands.Choice[str] | None = None,
    ) -> None:
        async def work(_: Speaker) -> Page:
            people = self.face.store.people
            changes = _changes(
                language=_language(language), confirmations=confirmations, pings=pings, sort=sort and sort.value
            )
            settings = replace(await people.person(interaction.user.id), **changes)
            if changes:
                await people.save_person(settings)
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
    @app_commands.autocomplete(preset=complete_preset)
    async def server(
        self,
        interaction: Interaction,
        language: app_commands.Choice[str] | None = None,
        preset: str | None = None,
        pings: bool | None = None,
        hints: bool | None = None,
    ) -> None:
        async def work(_: Speaker) -> Page:
            people = self.face.store.people
            changes = _changes(language=_language(language), preset=preset, pings=pings, hints=hints)
            settings = replace(await people.guild(interaction.guild_id or 0), **changes)
            if changes and not interaction.permissions.manage_guild:
                raise TableRefusal("manage_server")
            if settings.preset is not None:
                check_preset(settings.preset)
            if changes:
                await people.save_guild(settings)
            return _servers(settings, await self.face.speaker(interaction))

        await self.face.answer(interaction, work)


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
    )
    return Page(title=speaker.say("settings.me"), body="\n".join(lines), colour=GREY)


def _servers(settings: GuildSettings, speaker: Speaker) -> Page:
    lines = (
        _line("language", speaker.say(f"language.{settings.language or DEFAULT_WORD}"), speaker),
        _line("preset", settings.preset or DEFAULT_PRESET, speaker),
        _line("pings", _switch(settings.pings, speaker), speaker),
        _line("hints", _switch(settings.hints, speaker), speaker),
    )
    return Page(title=speaker.say("settings.server"), body="\n".join(lines), colour=GREY)


def _line(what: str, value: str, speaker: Speaker) -> str:
    return speaker.say("settings.line", what=speaker.say(f"settings.{what}"), value=value)


def _switch(on: bool, speaker: Speaker) -> str:
    return speaker.say("switch.on" if on else "switch.off")
