"""What comes late, twice or not at all: answers of Discord that are lost, refreshes that clicks overtake."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.absences import Absences
from cogs.answers import show
from cogs.face import Asked
from marriage_core.cards import text
from marriage_core.hosting.lobby import Status
from marriage_core.marriage.notes import Phase
from tests.bot.scenes import EN
from tests.bot.test_open_panels import opened, shown
from tests.bot.world import World, control, labels, next_word, read, words


def http(status: int) -> discord.HTTPException:
    """A refusal of Discord's."""
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(SimpleNamespace(status=status, reason=""), {"code": 0, "message": ""})


def failing(world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, *, after: bool = False) -> list[Any]:
    """The next post fails once, before it is made or `after`; the nonces of all that were tried."""
    real, nonces = world.bot.presenter._send, []

    async def sent(board: Any, page: Any, nonce: str | None = None) -> Any:
        nonces.append(nonce)
        if len(nonces) == 1 and not after:
            raise error
        told = await real(board, page, nonce)
        if len(nonces) == 1:
            raise error
        return told

    monkeypatch.setattr(world.bot.presenter, "_send", sent)
    return nonces


async def test_f69_a_board_whose_answer_was_lost_is_sent_with_its_nonce_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a nonce brings one message only is Discord's part, which tests/wire show; this world has none of it."""
    await world.open(world.asha, world.bikram, turn_seconds=300)
    nonces = failing(world, monkeypatch, aiohttp.ServerDisconnectedError(), after=True)
    await world.pass_turn()
    await world.env.advance_time(20)
    assert len(nonces) > 1
    assert len(set(nonces)) == 1
    await world.pass_turn()
    assert len(set(nonces)) == 2


async def test_a_board_that_met_a_limit_comes_in_a_while(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=300)
    nonces = failing(world, monkeypatch, http(429))
    await world.pass_turn()
    await world.env.advance_time(20)
    assert len(set(nonces)) == 2
    assert str(world.mover.id) in world.board.content


@pytest.mark.parametrize(("status", "comes"), [(503, True), (400, False)])
async def test_the_last_sheet_of_a_match_comes_in_a_while(
    world: World, monkeypatch: pytest.MonkeyPatch, status: int, comes: bool
) -> None:
    await world.open(world.asha, world.bikram, deals=1, turn_seconds=600)
    real, failed = world.bot.presenter._send, []

    async def sent(board: Any, page: Any, nonce: str | None = None) -> Any:
        if board.status is Status.AFTER and not failed:
            failed.append(page.title)
            raise http(status)
        return await real(board, page, nonce)

    monkeypatch.setattr(world.bot.presenter, "_send", sent)
    while world.table.public_view().status is Status.PLAYING:
        who = world.mover
        await world.table.submit(who.id, world.table.read_move(next_word(world, who)))
        await world.env.settle()
    assert failed
    await world.env.advance_time(40)
    titles = [words(message).splitlines()[0] for message in world.posts]
    assert (failed[0] in titles) is comes
    assert any("Play again" in labels(message) for message in world.posts)
    assert world.bot.presenter._outbox._waiting == {}


async def test_only_who_lost_the_turn_reads_that_time_was_up(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=30)
    old = control(world.board, "draw")
    await world.env.advance_time(31)
    # The click was under way when the board went.
    stored = world.env.backend.messages[world.channel.id][world.board.id]
    stored.components[0]["components"][1]["custom_id"] = old
    told = read(await world.mover.click(world.board, custom_id=old))
    assert "time was up" not in told
    assert "That choice was made already" in told


def test_who_left_a_match_is_not_told_of_in_the_next() -> None:
    from tests.bot.scenes import FRIENDS, playing
    from tests.core.builder import dealt

    board = playing(dealt(3), FRIENDS).board
    left = replace(board.sitters[2], left=True)
    absences = Absences()
    assert absences.told(board, "1.0.0", EN) == []
    gone = replace(board, sitters=(*board.sitters[:2], left))
    assert len(absences.told(gone, "1.0.0", EN)) == 1
    again = replace(board, match=2, sitters=board.sitters[:2])
    assert absences.told(again, "", EN) == []
    assert absences.told(again, "2.0.0", EN) == []


class Asking:
    """An interaction whose edits go into one message of ours; they wait as long as `gate` is shut."""

    def __init__(self, number: int, user: Any, edits: list[tuple[int, str]], gate: asyncio.Event) -> None:
        self.id, self.user = number, SimpleNamespace(id=user.id, display_name=user.name)
        self.guild_id, self.channel_id, self.created_at = 1, 1, discord.utils.utcnow()
        self.edits, self.gate = edits, gate

    async def edit_original_response(self, **told: Any) -> Any:
        await self.gate.wait()
        self.edits.append((self.id, told["embed"].description if told["embed"] else told["content"]))
        return SimpleNamespace(id=7)


async def test_a_refresh_that_a_click_overtook_does_not_stay(world: World) -> None:
    await world.open(world.asha, world.bikram)
    face, table, who = world.bot.face, world.table, world.other(world.mover)
    edits: list[tuple[int, str]] = []
    quick, slow = asyncio.Event(), asyncio.Event()
    quick.set()
    slow.set()
    first: Any = Asking(1001, who, edits, slow)
    await face.panels.shown(first, await show(first, await face.hand(first, table, EN), EN), EN)
    slow.clear()
    await table.submit(world.mover.id, table.read_move("draw"))
    drawn = world.view(world.mover).me[0].drawn
    assert drawn is not None
    await table.submit(world.mover.id, table.read_move(f"discard={text(drawn)}"))
    await asyncio.sleep(0.05)
    click: Any = Asking(1002, who, edits, quick)
    page = await face.move(click, table, EN, Asked("draw", table.view_for(who.id).decision))
    await face.panels.shown(click, await show(click, page, EN), EN)
    slow.set()
    await asyncio.sleep(0.05)
    await world.env.settle()
    assert world.view(who).phase is Phase.PLAY
    assert [number for number, _ in edits][-2:] == [1001, 1002]
    assert "You drew" in edits[-1][1]


async def test_a_panel_is_brought_up_to_date_where_the_newer_one_did_not_arrive(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.asha, world.bikram)
    who = world.mover
    await world.slash(who, "settings me", confirmations=False)
    await world.table.submit(who.id, world.table.read_move("draw"))
    await opened(world, who)
    (panel,) = [of for of in world.bot.face.panels._open.values() if of.interaction.user.id == who.id]
    edit = discord.Interaction.edit_original_response

    async def edited(interaction: Any, **told: Any) -> Any:
        if interaction is not panel.interaction:
            raise http(500)
        return await edit(interaction, **told)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", edited)
    drawn = world.view(who).me[0].drawn
    assert drawn is not None
    # What the driver says of an answer that stays out is not looked at.
    await asyncio.gather(world.slash(who, "discard", card=text(drawn)), return_exceptions=True)
    await world.env.settle()
    assert world.mover is not who
    assert "Waiting for" in words(shown(world, who, panel.message))
    assert world.bot.face.panels._made == {}
