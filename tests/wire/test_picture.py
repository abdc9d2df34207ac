"""The picture of a hand through the wire: uploaded to the panel and taken away again."""

from __future__ import annotations

import pytest

from playground.driver import text
from tests.wire.playing import Player, at_table
from tests.wire.town import Town

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_panel_gets_its_picture_and_loses_it(town: Town) -> None:
    room = town.room(elsewhere=True)
    players = [Player(p, room) for p in await town.people(room, "asha", "bikram")]
    await at_table(players, room)
    panel = await players[0].command("hand")
    pictured = await players[0].press(panel, "picture")
    assert text(pictured) == text(panel)
    assert [file["filename"] for file in pictured["attachments"]] == ["my-hand.png"]
    assert pictured["embeds"][0]["image"]["url"]
    refreshed = await players[0].press(pictured, "hand")
    assert refreshed["attachments"] == []
    assert "image" not in refreshed["embeds"][0]
