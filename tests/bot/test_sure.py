"""Ending a match and leaving it in a running deal: asked about first (F26, F33)."""

from dataclasses import replace

import discord
import pytest

from cogs.panels.seats import confirm
from marriage_core.hosting.actions import Leave
from marriage_core.hosting.lobby import Status
from tests.bot.scenes import SPEAKERS, lint, playing
from tests.bot.world import World, control, ids, labels, read, words
from tests.core.builder import dealt

END = "End the match? The deal that is being played counts for nobody."
LEAVE = "Leave? The computer plays your cards; your points stay yours."
LAST = "Leave? Nobody would be left: the match ends, and the deal that is being played counts for nobody."


@pytest.mark.parametrize("what", ["end", "leave"])
def test_questions_fit(what: str) -> None:
    for speaker in SPEAKERS:
        lint(confirm(playing(dealt(4)).board, speaker, what))


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


async def test_leaving_is_asked_about_in_a_deal(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    asked = await world.slash(world.bikram, "marriage leave")
    assert read(asked) == LEAVE
    assert table.seats(world.bikram.id)
    assert asked.response is not None
    assert labels(asked.response) == ["Leave", "Keep playing"]
    await world.bikram.click(asked.response.message, label="Leave")
    assert words(asked.response).startswith("You have left. The computer plays your cards")
    assert not table.seats(world.bikram.id)
    assert "do not sit" in await world.told(world.bikram, "marriage leave")
    assert await world.told(world.asha, "marriage leave") == LAST
    assert await world.surely(world.asha, "marriage leave") == "You have left the table."
    assert not table.open


async def test_f33_from_elsewhere_what_is_not_played_is_left_and_the_rest_asked_about(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.bikram.slash(elsewhere, "marriage new")
    third = world.guild.create_text_channel("third")
    asked = await world.bikram.slash(third, "marriage leave")
    assert read(asked) == LEAVE
    assert world.bot.face.registry.in_channel(elsewhere.id) is None
    assert asked.response is not None
    await world.bikram.click(asked.response.message, label="Leave")
    assert not table.seats(world.bikram.id)


async def test_a_question_whose_table_is_gone(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    asked = await world.slash(world.asha, "marriage end")
    await table.submit(world.asha.id, Leave())
    await table.submit(world.bikram.id, Leave())
    await world.env.settle()
    assert asked.response is not None
    await world.asha.click(asked.response.message, label="End it")
    assert "That table is over" in words(asked.response)
