"""A bot that is killed and comes back: nothing that was answered is lost, nothing is told twice."""

from __future__ import annotations

import asyncio
import re

import pytest

from playground.driver import text
from playground.faults import Fault
from playground.seen import Json
from tests.wire.playing import Player, at_table
from tests.wire.reading import is_sheet, panel, sheet, standings, stands
from tests.wire.test_races import called, players_in, table
from tests.wire.town import Town, until

NOTED_SECONDS = 0.2
pytestmark = pytest.mark.asyncio(loop_scope="session")


def boards(player: Player) -> list[Json]:
    """The messages in the channel that offer the board's draw button, enabled or not."""
    found = player.person.messages(player.room)
    return [m for m in found if not m["flags"] & 64 and ":draw" in str(m["components"])]


def deadline(message: Json) -> int:
    """The time that a board says."""
    found = re.search(r"<t:(\d+):R>", text(message))
    assert found is not None, text(message)
    return int(found[1])


async def hands(players: list[Player]) -> list[tuple[object, ...]]:
    """Everybody's hand as `/hand` shows it."""
    return [panel(await player.command("hand")).hand for player in players]


async def again(town: Town) -> None:
    """Kills the bot and starts it again.

    Where a message was posted just now, the bot notes its place within a moment; killed before, it posts another.
    """
    await asyncio.sleep(NOTED_SECONDS)
    await town.bot.kill()
    await town.bot.start()


async def test_killed_at_any_point(own_town: Town) -> None:
    """A match of two deals, the bot killed in the lobby, right after an answer, between draw and discard, after
    seeing or so, and between deals; then played to its standings."""
    town = own_town
    room = town.room(elsewhere=True)
    players = await players_in(town, room, 2)
    await players[0].command("marriage new", deals=2)
    lobby = await players[0].person.wait_for(lambda m: stands(m, "join"))

    # In the lobby: its old buttons work.
    await again(town)
    await players[1].press(lobby, "join")
    ready = await players[0].person.wait_for(lambda m: m["id"] == lobby["id"] and stands(m, "start"))
    await players[0].press(ready, "start")

    # Right after an acknowledgement of a move, between draw and discard.
    player, board = await called(players)
    await asyncio.sleep(NOTED_SECONDS)
    drawn = await player.press(board, "draw")
    await town.bot.kill()
    held = panel(drawn).hand
    before = deadline(board)
    seen_before = len(player.person.received)
    await town.bot.start()
    assert panel(await player.command("hand")).hand == held
    # Told once: on the board, edited in its place, the time extended; no message of its own.
    edited = await player.person.wait_for(lambda m: m["id"] == board["id"] and deadline(m) > before + 30)
    assert edited["content"].count("Back again") == 1
    assert [m["id"] for m in boards(player)] == [edited["id"]]
    news = [m for m in player.person.received[seen_before:] if not m["flags"] & 64 and m["id"] > board["id"]]
    assert not news, [text(m) for m in news]
    # The old board's buttons still work, and a card is not drawn twice; the old panel's select too.
    assert len((await player.command("draw", **{"from": "stock"}))["components"]) > 0
    assert panel(await player.command("hand")).hand == held
    player.acted_on(board)
    await player.finish_turn(drawn)

    # Between the turns of others, again and again, at moments that nobody chose.
    other, board = await called(players)
    assert other is not player
    all_hands = await hands(players)
    await again(town)
    assert await hands(players) == all_hands
    assert len(boards(player)) == 1
    assert boards(player)[0]["id"] == board["id"], "the board was posted again, though it was there"

    # Between deals: the sheet stands, its button works.
    ends = await asyncio.gather(*(p.deal() for p in players))
    result = sheet(ends[0])
    await again(town)
    await players[0].press(next(filter(is_sheet, ends)), "next")
    await asyncio.gather(*(p.deal() for p in players))
    end = await players[0].person.wait_for(lambda m: stands(m, "again"))
    sheets = [sheet(m) for m in players[0].person.messages(room) if is_sheet(m)]
    assert [one.title for one in sheets].count(result.title) == 1
    assert len(sheets) == 2
    assert standings(end) == {name: sum(one.nets[name] for one in sheets) for name in result.nets}

    # After the match: play again, with the old button.
    await again(town)
    await players[1].press(end, "again")
    assert len(panel(await players[0].command("hand")).hand) == 21


async def awaited(players: list[Player]) -> tuple[Player, Json]:
    """Whose turn it is, by everybody's panel; and that panel."""
    for player in players:
        message = await player.command("hand")
        if panel(message).may_draw or panel(message).may_discard:
            return player, message
    raise AssertionError("nobody is awaited")


async def test_killed_while_people_act(own_town: Town) -> None:
    """SIGKILL with moves in flight: whoever had an answer finds it true, whoever had none finds the one or the other,
    and the deal is played to its end.

    Boards are not looked at: one that was posted when the bot was killed may stay beside the next one.
    """
    town = own_town
    town.meant = frozenset({"404 PATCH /channels/", "404 DELETE /channels/"})
    room = town.room()
    players = await players_in(town, room, 3)
    await at_table(players, room, deals=1)
    for delay in (0.002, 0.006, 0.012, 0.025):
        player, message = await awaited(players)
        before = panel(message).hand
        act = asyncio.create_task(player.command("draw", **{"from": "stock"}))
        await asyncio.sleep(delay)
        await town.bot.kill()
        await asyncio.sleep(0.01)
        shown = act.result() if act.done() else None
        act.cancel()
        await asyncio.gather(act, return_exceptions=True)
        await town.bot.start()
        message = await player.command("hand")
        after = panel(message)
        assert len(after.hand) in (len(before), len(before) + 1)
        if shown is not None:
            assert panel(shown).hand == after.hand, "an answer was shown and is not true"
        if after.may_draw:
            message = await player.command("draw", **{"from": "stock"})
        await player.finish_turn(message)
    while not any(player.shown for player in players):
        player, message = await awaited(players)
        await player.finish_turn(await player.command("draw", **{"from": "stock"}))
    end = await players[0].person.wait_for(is_sheet)
    assert sum(sheet(end).nets.values()) == 0


async def test_a_board_that_is_gone_is_posted_once(own_town: Town) -> None:
    town = own_town
    players = await table(town)
    player, board = await called(players)
    await asyncio.sleep(NOTED_SECONDS)
    town.meant = frozenset({"404 PATCH /channels/"})
    await town.bot.kill()
    channel = town.playground.world.channel(int(player.room))
    town.playground.messages.delete(channel, channel.messages[int(board["id"])])
    await town.bot.start()
    fresh = await player.person.wait_for(lambda m: player.my_turn(m) and m["id"] != board["id"])
    await asyncio.sleep(0.3)
    assert [m["id"] for m in boards(player)] == [fresh["id"]]
    await player.turn(fresh)


@pytest.mark.parametrize("kind", ["lost", "delay"])
async def test_f69_killed_while_a_board_is_posted_it_stands_once(own_town: Town, kind: str) -> None:
    """Killed when Discord had the board and the bot did not know; and when Discord did not have it yet."""
    town = own_town
    players = await table(town)
    player, board = await called(players)
    other = next(one for one in players if one is not player)
    drawn = await player.draw(board)
    await asyncio.sleep(NOTED_SECONDS)
    town.meant = frozenset({"500 POST /channels/"})
    town.playground.faults.order(Fault("POST /channels/*/messages", kind, seconds=5.0))
    discarding = asyncio.create_task(player.finish_turn(drawn))

    def called_anew(message: Json) -> bool:
        return other.my_turn(message) and message["id"] != board["id"]

    if kind == "lost":
        await other.person.wait_for(called_anew)
    await until(lambda: not town.playground.faults.ordered)
    await asyncio.sleep(NOTED_SECONDS)
    await town.bot.kill()
    discarding.cancel()
    await asyncio.gather(discarding, return_exceptions=True)
    town.playground.faults.clear()
    await town.bot.start()
    fresh = await other.person.wait_for(called_anew)
    await until(lambda: [m["id"] for m in boards(other)] == [fresh["id"]])
    await asyncio.sleep(0.3)
    assert [m["id"] for m in boards(other)] == [fresh["id"]]
    await other.turn(fresh)


async def test_f69_killed_before_the_old_board_is_put_away_one_stands(own_town: Town) -> None:
    """The next board stands and is known, the one before waits to be deleted: the restart deletes it."""
    town = own_town
    players = await table(town)
    player, board = await called(players)
    other = next(one for one in players if one is not player)
    town.meant = frozenset({"500 DELETE /channels/"})
    town.playground.faults.order(Fault("DELETE /channels/*/messages/*", "status", status=500))
    await player.turn(board)
    fresh = await other.person.wait_for(lambda m: other.my_turn(m) and m["id"] != board["id"])
    await until(lambda: not town.playground.faults.ordered)
    await asyncio.sleep(NOTED_SECONDS)
    await town.bot.kill()
    assert len(boards(other)) == 2
    await town.bot.start()
    await until(lambda: [m["id"] for m in boards(other)] == [fresh["id"]])
    await other.turn(fresh)


async def test_a_graceful_stop_says_goodbye(own_town: Town) -> None:
    town = own_town
    players = await table(town)
    player, board = await called(players)
    await asyncio.sleep(NOTED_SECONDS)
    held = await hands(players)
    assert await town.bot.stop() == 0, town.bot.said()
    gone = await player.person.wait_for(lambda m: m["id"] == board["id"] and "The bot restarts" in m["content"])
    await town.bot.start()
    back = await player.person.wait_for(lambda m: m["id"] == board["id"] and "Back again" in m["content"])
    assert "The bot restarts" not in back["content"]
    assert gone["id"] == max(m["id"] for m in player.person.messages(player.room) if not m["flags"] & 64)
    assert await hands(players) == held
    await player.press(board, "draw")
