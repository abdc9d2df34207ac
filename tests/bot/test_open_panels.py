"""Private panels that nobody clicks: what is written into them when the table closes or another is opened."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import open_panels
from marriage_core.cards import text
from marriage_core.hosting.actions import Leave
from tests.bot.world import Player, World, control, ids, labels, read, words

OVER = "That table is over. `/marriage new` opens another."


def shown(world: World, who: Any, message: int) -> Any:
    """A message as somebody sees it now."""
    return next(one for one in world.channel.history(viewer=who) if one.id == message)


async def opened(world: World, who: Any) -> int:
    """The message of a panel opened by command."""
    result = await world.slash(who, "hand")
    assert result.response is not None
    return int(result.response.id)


async def test_f10_panels_of_a_closed_table_say_so_without_controls(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    panels = {who: await opened(world, who) for who in (world.asha, world.bikram)}
    await table.expire("channel_gone")
    await world.env.settle()
    for who, message in panels.items():
        panel = shown(world, who, message)
        assert words(panel) == OVER
        assert ids(panel) == []
    assert world.bot.face.panels._open == {}


async def test_f04_a_panel_too_old_to_be_edited_is_left_alone(world: World) -> None:
    table = await world.open(world.asha, world.bikram, turn_seconds=3600)
    message = await opened(world, world.asha)
    await world.env.advance_time(14 * 60 + 1)
    await table.expire("channel_gone")
    await world.env.settle()
    assert "Your hand" in words(shown(world, world.asha, message))


async def test_a_panel_that_is_shown_after_its_table_closed_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.open(world.asha, world.bikram)
    made = open_panels.OpenPanels.shown

    async def late(panels: Any, *told: Any) -> None:
        if table.open:
            await table.expire("channel_gone")
        await made(panels, *told)

    monkeypatch.setattr(open_panels.OpenPanels, "shown", late)
    message = await opened(world, world.asha)
    assert words(shown(world, world.asha, message)) == OVER
    assert world.bot.face.panels._open == {}


async def test_who_has_left_has_no_controls(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    message = await opened(world, world.bikram)
    await table.submit(world.bikram.id, Leave())
    await world.env.settle()
    panel = shown(world, world.bikram, message)
    assert "do not sit" in words(panel)
    assert ids(panel) == []


async def test_a_new_panel_puts_the_one_before_away(world: World) -> None:
    await world.open(world.asha, world.bikram)
    first = await opened(world, world.mover)
    second = await world.mover.click(world.board, label="My hand")
    assert words(shown(world, world.mover, first)) == "Your hand is further down ↓"
    assert ids(shown(world, world.mover, first)) == []
    assert "Draw" in labels(second.response)
    # Another's panel is theirs.
    other = world.other(world.mover)
    theirs = await opened(world, other)
    assert "Draw" in labels(second.response)
    assert ids(shown(world, other, theirs))


async def test_a_panel_edited_by_its_own_control_stays(world: World) -> None:
    await world.open(world.asha, world.bikram)
    player = Player(world, world.mover)
    await player.open()
    for verb in ("hand", "pile", "hand", "draw", "hand"):
        await player.press(verb)
        assert ids(player.panel)
    assert len(world.bot.face.panels._open) == 1


async def test_a_turn_made_by_the_panel_is_shown_in_it_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the board is told of the turn before the answer has arrived."""
    edit = discord.Interaction.edit_original_response

    async def slowly(interaction: Any, **told: Any) -> Any:
        for _ in range(50):
            await asyncio.sleep(0)
        return await edit(interaction, **told)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", slowly)
    await world.open(world.asha, world.bikram)
    player = Player(world, world.mover)
    await world.slash(player.who, "settings me", confirmations=False)
    await player.open()
    await player.press("draw")
    drawn = world.view(player.who).me[0].drawn
    assert drawn is not None
    before = len(world.env.http_requests)
    assert "Waiting for" in await player.press("discard", text(drawn))
    edits = [one for one in world.env.http_requests[before:] if one.path.endswith("/messages/@original")]
    assert len(edits) == 1


async def test_a_message_further_up_that_becomes_the_panel(world: World) -> None:
    """The pile is looked at in a message of its own, from which one goes to the hand."""
    await world.open(world.asha, world.bikram)
    pile = (await world.mover.click(world.board, label="Discard pile")).response
    assert pile is not None
    below = await opened(world, world.mover)
    await world.mover.click(pile.message, custom_id=control(pile, "hand"))
    assert "Draw" in labels(shown(world, world.mover, pile.id))
    assert words(shown(world, world.mover, below)) == "Your hand is further up ↑"


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (401, 50027), (500, 0)])
async def test_a_panel_that_cannot_be_put_away_is_in_nobodys_way(
    world: World, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    await world.open(world.asha, world.bikram)
    first = await opened(world, world.mover)
    (panel,) = world.bot.face.panels._open.values()
    edit = discord.Interaction.edit_original_response
    refused = []

    async def edited(interaction: Any, **told: Any) -> Any:
        if interaction is not panel.interaction:
            return await edit(interaction, **told)
        refused.append(told["content"])
        raise discord.HTTPException(SimpleNamespace(status=status, reason=""), {"code": code, "message": ""})  # type: ignore[arg-type]

    monkeypatch.setattr(discord.Interaction, "edit_original_response", edited)
    drawn = await world.slash(world.mover, "draw", **{"from": "stock"})
    assert "You drew" in read(drawn)
    assert refused == ["Your hand is further down ↓"]
    assert ids(shown(world, world.mover, first))
    view = world.view(world.mover)
    assert view.seats[view.turn].hand == 22
