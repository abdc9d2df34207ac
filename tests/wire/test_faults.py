"""A gateway that drops and a Discord that fails: the game goes on, and nothing is posted twice."""

from __future__ import annotations

import asyncio

import pytest

from playground.driver import text
from playground.seen import Json
from tests.wire.playing import Clicker, Player, at_table
from tests.wire.reading import panel
from tests.wire.test_races import called, table
from tests.wire.test_restart import boards
from tests.wire.town import Town, until

pytestmark = pytest.mark.asyncio(loop_scope="session")

MESSAGES = "POST /channels/*/messages"
EDITS = "PATCH /channels/*/messages/*"
ANSWERS = "PATCH /webhooks/*"


async def turns(players: list[Player], count: int) -> None:
    """Some turns, as far as the deal goes, with one board before each."""
    for _ in range(count):
        if any(player.shown for player in players):
            return
        player, board = await called(players)
        await one_board(player, board)
        await player.turn(board)


async def one_board(player: Player, board: Json) -> None:
    """This board stands alone, as soon as the one before is put away."""
    await until(lambda: [m["id"] for m in boards(player)] == [board["id"]])


async def met(town: Town) -> None:
    """Every fault that was ordered has happened."""
    await until(lambda: not town.playground.faults.ordered)


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_dropped_gateway(town: Town, resumable: bool) -> None:
    players = await table(town)
    player, board = await called(players)
    drawn = await player.command("draw", **{"from": "stock"})
    assert await town.playground.drop(resumable=resumable) == 1
    if resumable:
        # Clicks while it is away wait for the resume.
        assert panel(await player.command("hand")).hand == panel(drawn).hand
    await until(lambda: town.playground.gateway.connected, 20)
    player.acted_on(board)
    await player.finish_turn(drawn)
    await turns(players, 4)


@pytest.mark.parametrize(
    ("kind", "status", "code"), [("status", 500, 0), ("lost", 502, 0), ("status", 429, 0), ("delay", 0, 0)]
)
async def test_a_board_that_meets_a_fault_is_posted_once(town: Town, kind: str, status: int, code: int) -> None:
    """Refused, carried out but answered with an error, limited, late: one board in the end (its nonce sees to it)."""
    town.meant = frozenset({f"{status} POST /channels/"})
    players = await table(town)
    player, board = await called(players)
    town.playground.fault(MESSAGES, kind, seconds=0.4, status=status, code=code)
    await player.turn(board)
    await met(town)
    await turns(players, 3)


async def test_answers_that_are_late_or_limited(town: Town) -> None:
    town.meant = frozenset({"500 PATCH /webhooks/", "429 PATCH /webhooks/", "500 PATCH /channels/"})
    players = await table(town)
    player, board = await called(players)
    town.playground.fault(EDITS, "status", status=500)
    town.playground.fault(ANSWERS, "delay", seconds=0.5)
    drawn = await player.command("draw", **{"from": "stock"})
    town.playground.fault(ANSWERS, "status", status=429, seconds=0.3)
    assert panel(await player.command("hand")).hand == panel(drawn).hand
    town.playground.fault(ANSWERS, "status", status=500)
    assert panel(await player.command("hand")).hand == panel(drawn).hand
    await met(town)
    player.acted_on(board)
    await player.finish_turn(drawn)
    await turns(players, 2)


async def test_an_acknowledgement_that_is_refused_does_nothing(town: Town) -> None:
    """Who is told that it failed finds that nothing was done (F02)."""
    town.meant = frozenset({"404 POST /interactions/", "could not be acknowledged"})
    players = await table(town)
    player, _ = await called(players)
    town.playground.fault("POST /interactions/*", "status", status=404, code=10062)
    outcome = await player.person.command("draw", channel=player.room, options={"from": "stock"})
    assert outcome.kind == "failed"
    assert len(panel(await player.command("hand")).hand) == 21
    await turns(players, 2)


async def test_a_board_that_may_not_be_posted_loses_no_move(town: Town) -> None:
    """F38: the moves go on by command, and the board comes back with the permission."""
    town.meant = frozenset({"403 ", "cannot post"})
    players = await table(town)
    player, board = await called(players)
    other = next(p for p in players if p is not player)
    town.playground.fault("* /channels/*", "status", status=403, code=50013, times=1000)
    await player.turn(board)
    message = await other.command("hand")
    assert panel(message).may_draw
    drawn = await other.command("draw", **{"from": "stock"})
    town.playground.faults.clear()
    other.acted_on(board)
    await other.finish_turn(drawn)
    await turns(players, 2)


async def test_a_deleted_board_comes_back(town: Town) -> None:
    """F36: somebody deletes the board; the next change posts it again."""
    town.meant = frozenset({"404 PATCH /channels/", "404 DELETE /channels/"})
    players = await table(town)
    player, board = await called(players)
    channel = town.playground.world.channel(int(player.room))
    town.playground.messages.delete(channel, channel.messages[int(board["id"])])
    drawn = await player.command("draw", **{"from": "stock"})
    await player.person.wait_for(lambda m: m["id"] != board["id"] and m in boards(player))
    player.acted_on(boards(player)[-1])
    await player.finish_turn(drawn)
    await turns(players, 2)
    await until(lambda: len(boards(player)) <= 1)


async def test_a_deleted_channel_frees_its_people(town: Town) -> None:
    """F36: nobody stays "in a game"."""
    players = await table(town)
    town.meant = frozenset({"404 PATCH /channels/", "404 POST /channels/", "404 PATCH /webhooks/"})
    town.playground.world.delete_channel(town.playground.world.channel(int(players[0].room)))
    await asyncio.sleep(0.2)
    room = town.room()
    again = [Clicker(await town.person(player.name, room), room) for player in players]
    assert "do not sit" in text(await again[0].command("marriage leave"))
    await at_table(again, room)
    await turns([*again], 2)
