"""A whole match through the wire, with slash commands alone."""

from __future__ import annotations

import asyncio
import re

import pytest

from playground.driver import text
from playground.seen import Json
from tests.wire.playing import Player, at_table
from tests.wire.reading import Sheet, is_sheet, number, sheet, standings, stands, unescaped
from tests.wire.town import Town

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_four_people_play_a_match(town: Town) -> None:
    room = town.room(elsewhere=True)
    players = [Player(p, room) for p in await town.people(room, "asha", "bikram", "chandra", "deepa")]
    await at_table(players, room, deals=2)
    for number_of_deal in (1, 2):
        await asyncio.gather(*(player.deal() for player in players))
        if number_of_deal == 1:
            await players[1].command("marriage start")
    end = await players[0].person.wait_for(lambda m: stands(m, "again"))

    sheets = [sheet(message) for message in sheets_of(players[0])]
    assert len(sheets) == 2
    for told in sheets:
        assert sum(told.nets.values()) == 0
        assert set(told.nets) == {player.name for player in players}
    totals = {name: sum(told.nets[name] for told in sheets) for name in sheets[0].nets}
    assert standings(end) == totals
    assert any(player.shown for player in players), "nobody ended a deal by showing"
    await results_agree(players, sheets, totals)


def sheets_of(player: Player) -> list[Json]:
    """The score sheets in the channel, oldest first."""
    return [message for message in player.person.messages(player.room) if is_sheet(message)]


async def results_agree(players: list[Player], sheets: list[Sheet], totals: dict[str, int]) -> None:
    """The leaderboard, everybody's statistics and the history tell what the sheets told."""
    names = {player.name for player in players}
    board = text(await players[0].command("leaderboard", period="all"))
    listed = re.findall(r"\*\*(.+?)\*\* ([+−-]?\d+) · deals (\d+), won (\d+)", board)
    found = {unescaped(name): (number(net), int(deals), int(won)) for name, net, deals, won in listed}
    for name in names:
        won = sum(told.winner == name for told in sheets)
        assert found[name] == (totals[name], len(sheets), won), board
    for player in players:
        own = text(await player.command("stats"))
        assert re.search(rf"Deals {len(sheets)} · points {re.escape(signed(totals[player.name]))} ", own), own
    history = text(await players[0].command("history"))
    for told in sheets:
        assert any(is_of(line, told) for line in history.splitlines()), history


def is_of(line: str, told: Sheet) -> bool:
    """Whether a line of the history is about this sheet's deal."""
    return all(f"{name} {signed(net)}" in unescaped(line) for name, net in told.nets.items())


def signed(net: int) -> str:
    """As the bot writes results."""
    return f"{net:+d}".replace("-", "−") if net else "0"
