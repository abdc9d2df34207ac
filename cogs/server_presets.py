"""Presets that a server named itself: a preset of a game and the options that differ from it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cogs.names import LONGEST, blank, plain
from cogs.panels import check_preset, playable
from data.people import MOST_PRESETS, GuildSettings
from marriage_core.engine import find_preset
from marriage_core.errors import BadRules, TableRefusal
from marriage_core.marriage.rules import USUAL_PRESET


def built_in() -> tuple[str, ...]:
    """The names of all games' own presets, the usual one and its game first."""
    usual_first = sorted(playable(), key=lambda game: USUAL_PRESET not in game.presets)
    return tuple(name for game in usual_first for name in sorted(game.presets, key=lambda name: name != USUAL_PRESET))


def names_of(settings: GuildSettings) -> tuple[str, ...]:
    """Everything that a preset's name may be on a server."""
    usual = find_preset(USUAL_PRESET)[0].presets
    others = tuple(name for name in built_in() if name not in usual)
    return (*(name for name in built_in() if name in usual), *settings.presets, *others)


def resolved(settings: GuildSettings, name: str) -> tuple[str, Mapping[str, Any]]:
    """A preset of a game and the options that a name stands for on this server. Raises BadRules."""
    found = settings.presets.get(name)
    if found is not None:
        return found["preset"], found["options"]
    if name not in built_in() and settings.presets:
        known = ", ".join(names_of(settings))
        raise BadRules("unknown preset {preset}; known: {known}", preset=repr(name), known=known)
    check_preset(name)
    return name, {}


def defaults(settings: GuildSettings, fallback: str) -> tuple[str, Mapping[str, Any]]:
    """What a new table plays by where nobody names a preset."""
    preset, options = resolved(settings, settings.preset or fallback)
    return preset, {**options, **settings.options}


def saved(settings: GuildSettings, name: str, rules: Any) -> GuildSettings:
    """The settings with some rules under a name, anew where there was one. Raises TableRefusal."""
    if blank(name):
        raise TableRefusal("preset_no_name", longest=LONGEST)
    kept = plain(name)
    if kept.lower() in {preset.lower() for preset in built_in()}:
        raise TableRefusal("preset_taken", preset=kept)
    presets = {**settings.presets, kept: {"preset": rules.preset, "options": rules.options()}}
    if len(presets) > MOST_PRESETS:
        raise TableRefusal("presets_full", most=MOST_PRESETS)
    return replace(settings, presets=presets)


def deleted(settings: GuildSettings, name: str) -> GuildSettings:
    """The settings without a preset; new tables no longer play by it. Raises TableRefusal."""
    if name not in settings.presets:
        raise TableRefusal("no_such_preset", preset=name)
    presets = {kept: rules for kept, rules in settings.presets.items() if kept != name}
    return replace(settings, presets=presets, preset=None if settings.preset == name else settings.preset)


def rules_named(settings: GuildSettings, name: str) -> Any:
    """The rules that a name stands for. Raises BadRules."""
    preset, options = resolved(settings, name)
    return find_preset(preset)[1].with_options(options)
