"""Ending a match in a running deal: asked about first (F26)."""

from dataclasses import replace

import discord

from cogs.panels.seats import confirm_end
from marriage_core.hosting.actions import Leave
from marriage_core.hosting.lobby import Status
from tests.bot.scenes import SPEAKERS, lint, playing
from tests.bot.world import World, control, ids, labels, read, words
from tests.core.builder import dealt

END = "End the match? The deal that is being played counts for nobody."


def test_the_question_fits() -> None:
    for speaker in SPEAKERS:
        lint(confirm_end(playing(dealt(4)).board, speaker))


async def test_the_host_is_asked_before_a_deal_is_annulled(world: World) -> None:
    await world.open(world.asha, world.bikram)
    asked = await world.slash(world.asha, "marriage end")
    assert asked.ephemeral
    assert read(asked) == END
    assert asked.response is not None
    assert labels(asked.response) == ["End it", "Keep playing"]
    assert world.table.public_view().status is Status.PLAYING
    question = asked.response.message
    sure = control(question, "sure")
    await world.asha.click(question, label="Keep playing")
    assert "Your hand" in words(asked.response)
    assert world.table.public_view().status is Status.PLAYING
    again = await world.slash(world.asha, "marriage end")
    assert again.response is not None
    assert control(again.response, "sure") == sure
    await world.asha.click(again.response.message, label="End it")
    assert words(again.response) == "The table is closed."
    assert world.bot.face.registry.tables == ()


async def test_a_moderator_who_does_not_sit_may_think_better_of_it(world: World) -> None:
    role = world.guild.create_role("moderator", permissions=discord.Permissions(manage_messages=True))
    moderator = world.guild.add_member(world.env.create_user("moderator"), roles=[role])
    await world.open(world.bikram, world.chameli)
    asked = await world.slash(moderator, "marriage end")
    assert asked.response is not None
    await moderator.click(asked.response.message, label="Keep playing")
    assert words(asked.response) == "The match goes on."
    assert ids(asked.response) == []


async def test_nothing_is_asked_where_nothing_is_played_nor_where_it_is_a_vote(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    await world.slash(world.bikram, "marriage join")
    assert await world.told(world.bikram, "marriage leave") == "You have left the table."
    assert await world.told(world.asha, "marriage end") == "The table is closed."
    await world.open(world.asha, world.bikram, world.chameli, world.dorje)
    assert "1 of 3" in await world.told(world.bikram, "marriage end")
    play_on(world, Status.BETWEEN)
    assert "You have left." in await world.told(world.dorje, "marriage leave")
    assert await world.told(world.asha, "marriage end") == "The table is closed."


def play_on(world: World, status: Status) -> None:
    """The deal is over, or another is played."""
    live = world.table._live
    world.table._live = replace(live, lobby=replace(live.lobby, status=status, deal=live.lobby.deal + 1))


async def test_an_answer_is_good_for_the_deal_that_was_asked_about(world: World) -> None:
    await world.open(world.asha, world.bikram)
    asked = await world.slash(world.asha, "marriage end")
    assert asked.response is not None
    play_on(world, Status.PLAYING)
    await world.asha.click(asked.response.message, label="End it")
    assert words(asked.response) == END
    assert world.table.public_view().status is Status.PLAYING
    await world.asha.click(asked.response.message, label="End it")
    assert words(asked.response) == "The table is closed."


async def test_a_question_whose_table_is_gone(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    asked = await world.slash(world.asha, "marriage end")
    await table.submit(world.asha.id, Leave())
    await table.submit(world.bikram.id, Leave())
    await world.env.settle()
    assert asked.response is not None
    await world.asha.click(asked.response.message, label="End it")
    assert "That table is over" in words(asked.response)
