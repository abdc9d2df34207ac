"""`/settings save`, `forget`, `presets`: a server's own names for rules, up to 25."""

from dataclasses import replace

import pytest

from cogs.server_presets import deleted, saved
from data.people import MOST_PRESETS, GuildSettings
from marriage_core.errors import TableRefusal
from tests.bot import scenes
from tests.bot.world import World, words

OURS = {"preset": "murder", "options": {"seen_payment": 5}}


async def test_the_rules_of_a_table_are_kept_under_a_name(world: World) -> None:
    assert "None yet" in await world.told(world.bikram, "settings presets")
    assert "no table" in await world.told(world.asha, "settings save", name="Ghar")
    await world.slash(world.asha, "marriage new", preset="murder")
    await world.slash(world.asha, "marriage rules", option="seen_payment", value="5")
    assert "Only who may manage" in await world.told(world.bikram, "settings save", name="Ghar")
    told = await world.told(world.asha, "settings save", name="*Ghar*")
    assert r"\*Ghar\*" in told
    assert "A loser who has seen pays the winner 5." in told
    assert "a preset that everybody has" in await world.told(world.asha, "settings save", name="Murder")
    await world.slash(world.asha, "marriage end")
    offered = await world.asha.autocomplete(world.channel, "marriage new", "preset", "gh")
    assert [choice["value"] for choice in offered] == ["*Ghar*"]
    await world.slash(world.bikram, "marriage new", preset="*Ghar*")
    assert "**murder**" in words(world.board)
    assert "pays the winner 5" in words(world.board)
    assert world.table.public_view().rules.seen_payment == 5


async def test_a_named_preset_can_be_the_servers_own(world: World) -> None:
    await world.slash(world.asha, "marriage new", preset="kidnap")
    await world.slash(world.asha, "settings save", name="Ghar")
    await world.slash(world.asha, "marriage end")
    assert "Rules of new tables: **Ghar**" in await world.told(world.asha, "settings server", preset="Ghar")
    await world.slash(world.asha, "marriage new")
    assert "**kidnap**" in words(world.board)
    await world.slash(world.asha, "hisab new", players="A, B")
    assert "**kidnap**" in words(world.board)
    assert "no preset “Nope”" in await world.told(world.asha, "settings forget", name="Nope")
    # A name is made harmless once, not once more by whoever tells it.
    assert r"no preset “my\_rules”" in await world.told(world.asha, "settings forget", name="my_rules")
    assert "Only who may manage" in await world.told(world.bikram, "settings forget", name="Ghar")
    offered = await world.asha.autocomplete(world.channel, "settings forget", "name", "")
    assert [choice["value"] for choice in offered] == ["Ghar"]
    assert "None yet" in await world.told(world.asha, "settings forget", name="Ghar")
    assert "Rules of new tables: **nepali**" in await world.told(world.asha, "settings server")
    await world.slash(world.asha, "marriage end")
    assert "unknown preset 'Ghar'" in await world.told(world.asha, "marriage new", preset="Ghar")


INVISIBLE = (" ", "   ", "\u200b\u2060", "\u3164\u2800", "\u202e \u00ad", "\ufe0f\u0301")


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
async def test_a_name_that_nobody_can_see_is_refused(world: World, name: str) -> None:
    await world.slash(world.asha, "marriage new", preset="murder")
    before = await world.store.people.guild(world.guild.id)
    assert "a name that can be seen: letters, digits or signs, up to 24" in await world.told(
        world.asha, "settings save", name=name
    )
    await world.slash(world.asha, "settings me", language="ne")
    assert "देखिने नाम चाहिन्छ: अक्षर, अंक वा चिह्न, बढीमा २४" in await world.told(world.asha, "settings save", name=name)
    assert await world.store.people.guild(world.guild.id) == before


def test_a_question_mark_is_a_name() -> None:
    assert list(saved(GuildSettings(1), "?", scenes.preset("murder")).presets) == ["?"]


def test_a_server_keeps_so_many_and_an_old_name_anew() -> None:
    full = GuildSettings(1, presets={f"n{i}": OURS for i in range(MOST_PRESETS)})
    rules = scenes.preset("bhoos", alter_points="none")
    with pytest.raises(TableRefusal, match="presets_full"):
        saved(full, "one more", rules)
    again = saved(full, "n3", rules)
    assert again.presets["n3"] == {"preset": "bhoos", "options": {"alter_points": "none"}}
    assert deleted(replace(full, preset="n3"), "n3").preset is None
    assert deleted(replace(full, preset="n4"), "n3").preset == "n4"
