"""The lobby by commands and by buttons, and every way it can say no."""

import pytest

from cogs import panels
from marriage_core.hosting.lobby import Status
from tests.bot.world import World, control, ids, labels, read, words


async def test_a_lobby_by_commands(world: World) -> None:
    assert "The table is open" in await world.told(world.asha, "marriage new", deals=3, turn_seconds=60)
    assert "Deals: 3 · 60 seconds a turn" in words(world.board)
    assert "Join to sit down" in words(world.board)
    assert "Start" not in labels(world.board)
    assert await world.told(world.bikram, "marriage join") == "You sit at seat 2."
    assert "The host starts" in words(world.board)
    assert "computer player (easy) sits" in await world.told(world.asha, "marriage add", level="easy")
    assert await world.told(world.asha, "marriage remove", seat=3) == "The seat is empty."
    assert await world.told(world.bikram, "marriage leave") == "You have left the table."
    assert [sitter.name for sitter in world.table.public_view().sitters] == ["Asha"]
    assert len(world.posts) == 1
    await world.slash(world.bikram, "marriage join")
    told = await world.told(world.asha, "marriage start")
    assert "Your hand · deal 1 of 3" in told
    assert world.table.public_view().status is Status.PLAYING


async def test_levels_are_those_of_the_game_that_is_played_here(world: World) -> None:
    async def levels() -> list[str]:
        return [one["value"] for one in await world.asha.autocomplete(world.channel, "marriage add", "level", "")]

    assert await levels() == ["easy", "steady", "sharp", "master"]
    await world.slash(world.asha, "marriage new", preset="dummy")
    assert await levels() == ["easy", "steady"]


async def test_a_lobby_by_buttons(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    assert read(await world.bikram.click(world.board, label="Join")) == "You sit at seat 2."
    assert read(await world.chameli.click(world.board, label="Join")) == "You sit at seat 3."
    assert read(await world.chameli.click(world.board, label="Leave")) == "You have left the table."
    assert "computer" in read(await world.asha.click(world.board, label="+ 🤖 master"))
    assert "🤖 · master" in words(world.board)
    rules = await world.dorje.click(world.board, label="Rules")
    assert "the usual Nepali game" in read(rules)
    assert [one.split(":")[3] for one in ids(rules.response)] == ["rules"]
    assert "not dealt yet" in await world.told(world.bikram, "hand")
    started = await world.asha.click(world.board, label="Start")
    assert started.ephemeral
    assert "Your hand" in read(started)
    # What everybody saw of it: the lobby without buttons, and the board.
    assert [bool(ids(message)) for message in world.posts] == [False, True]


async def test_everything_private_is_seen_by_its_person_alone(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    await world.slash(world.bikram, "marriage join")
    await world.slash(world.asha, "marriage start")
    await world.bikram.click(world.board, label="My hand")
    for who, other in ((world.asha, world.bikram), (world.bikram, world.asha)):
        mine = {message.id for message in world.channel.history(viewer=who)}
        theirs = {message.id for message in world.channel.history(viewer=other)}
        assert mine - theirs
        assert mine & theirs == {message.id for message in world.posts}
    assert all(not message.flags.ephemeral for message in world.channel.history(viewer=world.dorje))


REFUSED = [
    ("marriage join", {}, "no table in this channel"),
    ("marriage leave", {}, "do not sit"),
    ("marriage add", {"level": "easy"}, "no table in this channel"),
    ("marriage remove", {"seat": 1}, "no table in this channel"),
    ("marriage start", {}, "no table in this channel"),
    ("marriage rules", {}, "no table in this channel"),
    ("marriage table", {}, "no table in this channel"),
    ("marriage nudge", {}, "no table in this channel"),
    ("marriage end", {}, "no table in this channel"),
    ("hand", {}, "no table in this channel"),
    ("draw", {"from": "stock"}, "no table in this channel"),
    ("tunnela", {}, "no table in this channel"),
    ("see", {}, "no table in this channel"),
    ("tiplu", {}, "no table in this channel"),
    ("discard", {"card": "7h"}, "no table in this channel"),
    ("show", {}, "no table in this channel"),
]


@pytest.mark.parametrize(("command", "options", "expected"), REFUSED, ids=[case[0] for case in REFUSED])
async def test_without_a_table(world: World, command: str, options: dict[str, object], expected: str) -> None:
    assert expected in await world.told(world.asha, command, **options)
    assert world.posts == []


async def test_each_refusal_of_the_lobby_is_its_own(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    assert "has a table already" in await world.told(world.bikram, "marriage new")
    assert "sit at this table already" in await world.told(world.asha, "marriage join")
    assert "At least 2 players" in await world.told(world.asha, "marriage start")
    assert f"Only the host, <@{world.asha.id}>" in await world.told(world.bikram, "marriage start")
    assert "Only the host" in await world.told(world.bikram, "marriage add", level="easy")
    assert "Only the host" in await world.told(world.bikram, "marriage rules", option="deals", value="2")
    assert "no computer player “genius”" in await world.told(world.asha, "marriage add", level="genius")
    assert "no seat 7; the table has 1" in await world.told(world.asha, "marriage remove", seat=7)
    assert "leave the table instead" in await world.told(world.asha, "marriage remove", seat=1)
    assert "do not sit at this table" in await world.told(world.bikram, "marriage leave")
    assert "waits for no person" in await world.told(world.asha, "marriage nudge")
    assert "No deal is being played" in await world.told(world.asha, "draw", **{"from": "stock"})
    assert "No deal is being played" in await world.told(world.asha, "tiplu")
    for _ in range(4):
        await world.slash(world.asha, "marriage add", level="easy")
    assert "full: 5 seats" in await world.told(world.bikram, "marriage join")
    assert "Join" not in labels(world.board)


async def test_rules_are_shown_changed_and_locked(world: World) -> None:
    await world.slash(world.asha, "marriage new", preset="murder")
    assert "who has not seen loses their maal" in await world.told(world.bikram, "marriage rules")
    changed = await world.told(world.asha, "marriage rules", option="seen_payment", value="5")
    assert "A loser who has seen pays the winner 5." in changed
    assert "A loser who has seen pays the winner 5." in words(world.board)
    wrong = await world.told(world.asha, "marriage rules", option="seen_payment", value="@everyone `x`")
    assert "not allowed; allowed: 0–100" in wrong
    assert "@everyone" not in wrong
    assert "unknown option" in await world.told(world.asha, "marriage rules", option="colour", value="red")
    assert "Name both" in await world.told(world.asha, "marriage rules", option="deals")
    assert "unknown preset" in await world.told(world.bikram, "marriage new", preset="chess")
    await world.slash(world.bikram, "marriage join")
    await world.slash(world.asha, "marriage start")
    assert "Locked" in await world.told(world.asha, "marriage rules")
    assert "rules are locked while a deal" in await world.told(world.asha, "marriage rules", option="deals", value="2")


async def test_completion_of_presets_levels_and_options(world: World) -> None:
    presets = await world.asha.autocomplete(world.channel, "marriage new", "preset", "mu")
    assert [choice["value"] for choice in presets] == ["murder"]
    assert await world.asha.autocomplete(world.channel, "marriage rules", "option", "") == []
    await world.slash(world.asha, "marriage new")
    options = await world.asha.autocomplete(world.channel, "marriage rules", "option", "payment")
    assert [choice["name"] for choice in options] == ["seen_payment: 3", "unseen_payment: 10"]
    every = await world.asha.autocomplete(world.channel, "marriage rules", "option", "")
    assert len(every) == 25
    values = await world.asha.autocomplete(world.channel, "marriage rules", "value", "", option="unseen_maal")
    assert [choice["value"] for choice in values] == ["keep", "murder", "kidnap"]
    for option in ("deals", "no such option"):
        assert await world.asha.autocomplete(world.channel, "marriage rules", "value", "", option=option) == []
    levels = await world.asha.autocomplete(world.channel, "marriage add", "level", "EASY")
    assert [choice["value"] for choice in levels] == ["easy"]


async def test_f60_an_idle_lobby_closes_with_its_message(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    await world.env.advance_time(901)
    assert len(world.posts) == 1
    assert "Nobody came for a while" in words(world.board)
    assert ids(world.board) == []
    assert "table is open" in await world.told(world.bikram, "marriage new")


async def test_the_last_to_leave_closes_the_table_and_the_host_passes(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    await world.slash(world.bikram, "marriage join")
    await world.asha.click(world.board, label="Leave")
    assert f"Host: <@{world.bikram.id}>" in words(world.board)
    await world.bikram.click(world.board, label="Leave")
    assert "Everybody left" in words(world.board)


async def test_f33_leaving_works_from_another_channel(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.slash(world.asha, "marriage new")
    await world.slash(world.bikram, "marriage join")
    left = await world.bikram.slash(elsewhere, "marriage leave")
    assert read(left) == "You have left the table."
    assert not world.table.seats(world.bikram.id)


async def test_f08_two_channels_two_tables(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.slash(world.asha, "marriage new")
    await world.asha.slash(elsewhere, "marriage new")
    there = elsewhere.history()[-1]
    here = [message for message in world.channel.history() if not message.flags.ephemeral][-1]
    assert set(ids(there)).isdisjoint(ids(here))
    there = next(message for message in elsewhere.history() if not message.flags.ephemeral)
    await world.bikram.click(there, custom_id=control(there, "join"))
    assert not world.table.seats(world.bikram.id)
    other = world.bot.face.registry.in_channel(elsewhere.id)
    assert other is not None
    assert other.seats(world.bikram.id)


async def test_a_game_without_a_face_is_not_offered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "has_panel", lambda _: False)
    assert await world.asha.autocomplete(world.channel, "marriage new", "preset", "") == []
    assert "unknown preset 'nepali'" in await world.told(world.asha, "marriage new")
    assert "unknown preset 'murder'" in await world.told(world.asha, "settings server", preset="murder")


async def test_a_level_that_is_none_is_told_in_short(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    told = await world.told(world.asha, "marriage add", level="**\u202e@everyone** " + "x" * 5000)
    assert "There is no computer player" in told
    assert len(told) < 200
    assert "@everyone" not in told
    assert "\u202e" not in told
