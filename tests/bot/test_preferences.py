"""`/settings` and `/howto`."""

import pytest

from tests.bot.world import Player, World, ids, labels, read, words


async def test_a_persons_language_is_theirs_alone(world: World) -> None:
    told = await world.told(world.asha, "settings me", language="ne", pings=False, confirmations=False, sort="rank")
    assert "तपाईंका सेटिङ" in told
    assert "भाषा: **नेपाली**" in told
    assert told.count("**बन्द**") == 3
    await world.open(world.asha, world.bikram)
    assert "तपाईंको पालो" in await world.told(world.asha, "hand") or "पर्खँदै" in await world.told(world.asha, "hand")
    assert "Your hand" in await world.told(world.bikram, "hand")
    assert "your turn" in words(world.live)
    assert "भाषा: **नेपाली**" in await world.told(world.asha, "settings me")
    assert "Language: **as set" in await world.told(world.asha, "settings me", language="default")


async def test_the_servers_language_is_the_tables(world: World) -> None:
    assert "Only who may manage" in await world.told(world.bikram, "settings server", language="ne")
    assert "Language" in await world.told(world.bikram, "settings server")
    assert "यो सर्भरका सेटिङ" in await world.told(world.asha, "settings server", language="ne", preset="murder")
    await world.slash(world.bikram, "marriage new")
    assert "टेबल खुला छ" in words(world.board)
    assert "**murder**" in words(world.board)
    assert labels(world.board)[0] == "बस्ने"
    # A person's own choice comes first.
    await world.slash(world.chameli, "settings me", language="en")
    assert "You sit at seat २" not in await world.told(world.chameli, "marriage join")
    await world.slash(world.bikram, "marriage start")
    assert "तपाईंको पालो" in words(world.live)
    assert "'chess' नामको नियम छैन" in await world.told(world.asha, "settings server", preset="chess")
    told = await world.told(world.asha, "settings server", language="default", preset="default")
    assert "not set (English)" in told
    assert "Rules of new tables: **nepali**" in told


async def test_a_whole_lobby_and_turn_in_nepali(world: World) -> None:
    for who in (world.asha, world.bikram):
        await world.slash(who, "settings me", language="ne")
    await world.slash(world.asha, "settings server", language="ne")
    await world.open(world.asha, world.bikram)
    player = Player(world, world.mover)
    await world.mover.click(world.live, label="मेरा पत्ती")
    told = await world.mover.click(world.live, label="तान्ने")
    assert "तान्नुभयो" in read(told)
    other = world.other(world.mover)
    assert "को पालो हो" in await world.told(other, "draw", **{"from": "stock"})
    assert player.who is world.mover


@pytest.mark.parametrize(("topic", "expected"), [(None, "First lesson"), ("rules", "Showing."), ("glossary", "Tiplu")])
async def test_howto(world: World, topic: str | None, expected: str) -> None:
    told = await world.slash(world.dorje, "howto", **({} if topic is None else {"topic": topic}))
    assert told.ephemeral
    assert expected in read(told)
    assert len(ids(told.response)) == 3


async def test_howto_turns_its_pages_in_ones_language(world: World) -> None:
    await world.slash(world.dorje, "settings me", language="ne")
    told = await world.slash(world.dorje, "howto")
    assert told.response is not None
    await world.dorje.click(told.response.message, label="शब्दावली")
    assert "गड्डीमुनि" in words(told.response)


async def test_howto_teaches_the_game_that_is_played_here(world: World) -> None:
    assert "tiplu" in await world.told(world.asha, "howto", topic="rules")
    await world.slash(world.asha, "settings server", preset="dummy")
    assert "Two packs" in await world.told(world.asha, "howto", topic="rules")
    await world.slash(world.asha, "marriage new", preset="murder")
    told = await world.slash(world.bikram, "howto", topic="rules")
    assert "tiplu" in read(told)
    assert told.response is not None
    await world.bikram.click(told.response.message, label="Dummy Rummy")
    assert "Two packs" in words(told.response)
    await world.bikram.click(told.response.message, label="Glossary")
    assert "Contract" in words(told.response)


async def test_every_command_is_described_and_for_servers_only(world: World) -> None:
    commands = [command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()]
    assert {command["name"] for command in commands} == {
        "about", "add", "cutin", "discard", "draw", "hand", "hint", "hisab", "history", "howto", "lay", "leaderboard",
        "marriage", "see", "settings", "show", "stats", "tiplu", "tunnela",
    }  # fmt: skip
    for command in commands:
        assert command["description"] != "…"
        assert command["dm_permission"] is False
        for option in command["options"]:
            assert option["description"] != "…", (command["name"], option["name"])
