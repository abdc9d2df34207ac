"""Dummy Rummy through the wire: two people play whole matches with the controls that their panels offer."""

from __future__ import annotations

import asyncio
import re

import pytest

from marriage_core.cards import face
from marriage_core.dummy.contracts import LAST_CONTRACT
from marriage_core.dummy.scoring import points_of
from marriage_core.dummy.search import missing
from playground.driver import text as words
from playground.seen import Json
from tests.wire.playing import Clicker, at_table
from tests.wire.reading import controls, is_sheet, offers, panel, sheet, standings, stands, top
from tests.wire.town import Town

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_DEALS = 60


class Layer(Clicker):
    """Draws what brings the contract nearer, lays as soon as it is offered, adds all it can, discards what helps least.

    Everything it knows it has read in its panel.
    """

    laid: int = 0

    async def draw(self, board: Json) -> Json:
        """Takes the discard where it helps, draws else."""
        message = await self.ready(board)
        upcard = top(message)
        hand, contract = held(message), contract_of(message)
        helps = upcard is not None and missing([*hand, face(str(upcard))], contract) < missing(hand, contract)
        return await self.press(message, "take" if helps and offers(message, "take") else "draw")

    async def finish_turn(self, message: Json) -> None:
        """Lays and adds where that is offered, then discards."""
        if offers(message, "lay"):
            message = await self.press(message, "lay")
            self.laid += 1
        while offers(message, "addto"):
            message = await self.add(message)
        choices = panel(message).may_discard or ()
        hand, contract = held(message), contract_of(message)
        down = "✅" in words(message)

        def worth(word: str) -> tuple[int, int]:
            rest = [*hand]
            rest.remove(face(word))
            return (0 if down else missing(rest, contract), -points_of(face(word)))

        answer = await self.choose(message, min(offered(message, "discard") or map(str, choices), key=worth))
        if panel(answer).asks:
            await self.press(answer, "sure")

    async def add(self, message: Json) -> Json:
        """The first of the places that the panel offers."""
        ident = next(str(one["custom_id"]) for verb, _, one in controls(message) if verb == "addto")
        return await self._filled(await self.person.select(message, ident, offered(message, "addto")[:1]))


def offered(message: Json, verb: str) -> list[str]:
    """The values of a picker."""
    return [str(o["value"]) for found, _, one in controls(message) if found == verb for o in one.get("options") or []]


def held(message: Json) -> list[int]:
    """The hand that a panel shows by suits."""
    jokers = re.search(r"^🃏 +\*\*×(\d+)", words(message), re.MULTILINE)
    return [*(face(str(card)) for card in panel(message).hand), *[face("JK")] * int(jokers[1] if jokers else 0)]


def contract_of(message: Json) -> int:
    """The number of the own contract."""
    found = re.search(r"Your contract (\d+):", words(message))
    assert found is not None, words(message)
    return int(found[1])


async def test_two_people_play_a_match_to_the_twelfth_contract(town: Town) -> None:
    room = town.room(elsewhere=True)
    players = [Layer(p, room) for p in await town.people(room, "asha", "bikram")]
    opened = await at_table(players, room, preset="dummy")
    assert "Your hand · deal 1" in words(opened)
    deals = 0
    while True:
        await asyncio.gather(*(player.deal() for player in players))
        deals += 1
        assert deals <= MOST_DEALS
        end = await players[0].person.wait_for(lambda m: stands(m, "next") or stands(m, "again"))
        if stands(end, "again"):
            break
        await players[deals % 2].press(end, "next")
    print(deals, [player.laid for player in players], [player.turns for player in players])
    assert max(player.laid for player in players) == LAST_CONTRACT
    sheets = [message for message in players[0].person.messages(room) if is_sheet(message)]
    assert len(sheets) == deals
    totals: dict[str, int] = {}
    for told in sheets:
        for name, points in sheet(told).nets.items():
            totals[name] = totals.get(name, 0) + points
    assert standings(end) == totals
    history = words(await players[0].command("history"))
    assert "dummy" in history
    for command in ("stats", "leaderboard"):
        assert "error" not in words(await players[0].command(command))
