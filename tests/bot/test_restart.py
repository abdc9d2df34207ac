"""Another process on the same database: controls of before the restart work, hands and settings are as they were."""

import pytest

from cogs.client import MarriageBot
from cogs.presenter import RETRY_PAUSE
from marriage_core.hosting.due import Pace
from marriage_core.hosting.lobby import Status
from tests.bot.world import Player, World, bot_of, control, end, ids, labels, read, words


async def restart(world: World) -> MarriageBot:
    """The bot dies without a word and another takes over."""
    await end(world.bot)
    fresh = bot_of(world.store, seed="another")
    await world.env.restart_bot(fresh)
    await world.env.settle()
    return fresh


async def test_f06_old_controls_work_after_a_restart(world: World) -> None:
    await world.open(world.asha, world.bikram)
    await world.pass_turn()
    player = Player(world, world.mover)
    await player.open()
    hand = world.view(player.who)
    board = world.board.id
    old_panel = player.panel
    await restart(world)
    assert world.view(player.who) == hand
    # The stored board is edited, not posted again; it says that it goes on.
    assert "Back again" in world.board.content
    assert world.board.id == board
    assert len([message for message in world.posts if ids(message)]) == 1
    await player.who.click(old_panel, custom_id=control(old_panel, "draw"))
    assert "You drew" in words(player.panel)
    assert "22 cards" in words(world.board)


async def test_f06_the_old_boards_and_lobbys_buttons_work(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    lobby = world.board
    await restart(world)
    assert "You sit at seat 2" in read(await world.bikram.click(lobby, label="Join"))
    await world.asha.click(world.board, label="Start")
    board = world.board
    await restart(world)
    assert "You drew" in read(await world.mover.click(board, label="Draw"))


async def test_f70_the_word_of_a_restart_stands_once_and_goes_with_the_turn(world: World) -> None:
    await world.open(world.asha, world.bikram)
    posts = len(world.posts)
    for _ in range(3):
        await restart(world)
        assert len(world.posts) == posts
        assert [message.content.count("Back again") for message in world.posts[-2:]] == [0, 1]
    # It stays while the turn does, also where the board is posted anew.
    await world.slash(world.mover, "draw", **{"from": "stock"})
    assert "Back again" in world.board.content
    await world.slash(world.bikram, "marriage table")
    assert "Back again" in world.board.content
    await world.throw(world.mover)
    assert f"<@{world.mover.id}>, your turn" in world.board.content
    assert not any("Back again" in message.content for message in world.posts)


async def test_f70_back_in_a_computers_turn_it_is_told_until_a_person_is_called(world: World) -> None:
    await world.open(world.asha, world.bikram)
    away = world.asha
    await world.told(away, "marriage leave")
    slow = bot_of(world.store, pace=Pace(computer=50.0))
    while world.mover is not world.bikram:
        await world.env.settle()
    await end(world.bot)
    await world.env.restart_bot(slow)
    await world.pass_turn()
    await end(world.bot)
    await world.env.restart_bot(bot_of(world.store, pace=Pace(computer=50.0)))
    await world.env.settle()
    assert world.board.content == "▶️ Back again. The table goes on where it was, with its time extended."
    await world.env.advance_time(150)
    assert world.table.public_view().awaited == world.table.view_for(world.bikram.id).seat
    assert "Back again" not in world.board.content


async def test_f29_a_restart_gives_the_whole_turn_again(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=90)
    await world.env.advance_time(80)
    first = world.table.public_view().deadline
    await restart(world)
    again = world.table.public_view().deadline
    assert first is not None
    assert again is not None
    assert again >= first + 80
    assert world.table.public_view().sitters[0].misses == 0


async def test_f69_a_board_that_was_begun_is_asked_for_until_it_stands(world: World) -> None:
    """The first try after the restart fails; by another nonce a second board would stand beside the one begun."""
    await world.open(world.asha, world.bikram)
    world.store.begin_board(world.table.id, "begun")
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await restart(world)
    await world.env.advance_time(RETRY_PAUSE + 1)
    await world.pass_turn()
    sent = [entry.json["nonce"] for entry in world.env.http_requests if "nonce" in (entry.json or {})]
    assert sent.count("begun") == 2
    assert sent[-1] != "begun"
    assert len([message for message in world.posts if ids(message)]) == 1


async def test_f36_a_board_deleted_meanwhile_is_posted_again(world: World) -> None:
    await world.open(world.asha, world.bikram)
    world.env.backend.delete_message(world.channel.id, world.board.id)
    await restart(world)
    boards = [message for message in world.posts if ids(message)]
    assert len(boards) == 1
    assert "your turn" in words(boards[0])


async def test_f36_a_channel_deleted_meanwhile_closes_its_table(world: World) -> None:
    await world.open(world.asha, world.bikram)
    await end(world.bot)
    channel = world.env.backend.channels[world.channel.id]
    del world.env.backend.channels[world.channel.id]
    world.env.backend.get_guild(world.guild.id).channel_ids.remove(channel.id)
    await world.env.restart_bot(bot_of(world.store))
    await world.env.settle()
    assert world.bot.face.registry.tables == ()


async def test_settings_and_results_are_still_there(world: World) -> None:
    from tests.bot.test_playing import play_by_buttons

    await world.slash(world.asha, "settings me", sort="groups", language="ne")
    await world.open(world.asha, world.bikram, deals=2)
    await play_by_buttons(world)
    totals = world.table.public_view().totals
    await restart(world)
    board = world.table.public_view()
    assert board.status is Status.BETWEEN
    assert board.totals == totals
    assert "तपाईंका पत्ती" in await world.told(world.asha, "hand")
    assert labels(world.board) == ["Next deal"]
    await world.bikram.click(world.board, label="Next deal")
    assert world.table.public_view().status is Status.PLAYING
    assert "Asha" in await world.told(world.bikram, "leaderboard")


async def test_a_closed_bot_says_goodbye_and_leaves_its_tables(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.open(world.asha, world.bikram)
    version = world.table.public_view().version
    with world.env._bot_scope():
        await world.bot.close()
    assert "The bot restarts" in world.board.content
    board, posts = world.board.id, len(world.posts)
    fresh = bot_of(world.store)
    await world.env.restart_bot(fresh)
    await world.env.settle()
    assert (world.board.id, len(world.posts)) == (board, posts)
    assert "The bot restarts" not in world.board.content
    assert "Back again" in world.board.content
    assert world.table.public_view().version >= version
    assert "Your hand" in await world.told(world.mover, "hand")


async def test_commands_that_cannot_be_registered_do_not_stop_the_bot(world: World) -> None:
    await world.open(world.asha, world.bikram)
    await end(world.bot)
    world.env.inject_error("PUT", "/applications/*/commands", status=400, code=30034)
    await world.env.restart_bot(bot_of(world.store))
    assert "You drew" in read(await world.mover.click(world.live, label="Draw"))
