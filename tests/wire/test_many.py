"""Many tables at once: nobody waits in vain, and nobody sees another's cards."""

from __future__ import annotations

import asyncio

import pytest

from tests.wire.playing import Clicker, at_table
from tests.wire.test_races import called
from tests.wire.town import Town

pytestmark = pytest.mark.asyncio(loop_scope="session")

TABLES, TURNS = 40, 6


async def test_forty_tables(own_town: Town) -> None:
    """Every answer is asserted where it comes in: none failed, all private; whose they are, when the test is over."""
    town = own_town

    async def play() -> list[Clicker]:
        room = town.room()
        players = [Clicker(person, room) for person in await town.people(room, "asha", "bikram")]
        await at_table(players, room)
        for _ in range(TURNS):
            player, board = await called(players)
            await player.turn(board)
            if player.shown:
                break
        return players

    seats = [player for players in await asyncio.gather(*(play() for _ in range(TABLES))) for player in players]
    assert len(seats) == 2 * TABLES
    assert all(player.turns or player.outcomes for player in seats)
    slowest = max(outcome.seconds for player in seats for outcome in player.outcomes)
    assert slowest < 3.0, f"the slowest first answer took {slowest:.2f} s"
