"""Acknowledged first, never half done, and an answer for every error."""

import logging
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from cogs.answers import acknowledge, show
from cogs.pages import Page
from tests.bot.scenes import EN
from tests.bot.world import World, control, labels, read, words

CALLBACK = "/interactions/*/*/callback"
DEFER_NEW, DEFER_UPDATE = 5, 6


def acknowledged(world: World) -> list[int]:
    """The kinds of first answers given so far."""
    return [entry.json["type"] for entry in world.env.http_requests if entry.path.endswith("/callback") and entry.json]


async def test_f01_the_acknowledgement_does_not_wait_for_the_tables_lock(world: World) -> None:
    await world.open(world.asha, world.bikram)
    panel = await world.slash(world.mover, "hand")
    assert panel.response is not None
    world.env.settle_timeout = 0.2
    before = world.table.public_view().version
    async with world.table._lock:
        for at, ask in enumerate(
            (
                lambda: world.slash(world.mover, "draw", **{"from": "stock"}),
                lambda: world.mover.click(world.board, label="Draw"),
                lambda: world.mover.click(panel.response.message, label="Draw"),
            ),
            1,
        ):
            given = len(acknowledged(world))
            with pytest.raises(TimeoutError):
                await ask()
            assert len(acknowledged(world)) == given + 1, at
        assert world.table.public_view().version == before
    world.env.settle_timeout = 5.0
    await world.env.settle()
    # Three clicks are one card (F14).
    assert acknowledged(world)[-3:] == [DEFER_NEW, DEFER_NEW, DEFER_UPDATE]
    assert world.table.public_view().view.seats[world.table.public_view().awaited].hand == 22


FAILURES = [(404, 10062), (400, 40060), (500, 0), (401, 50027)]


@pytest.mark.parametrize(("status", "code"), FAILURES)
async def test_f02_where_the_acknowledgement_fails_nothing_is_done(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open(world.asha, world.bikram)
    before = world.table._live
    caplog.clear()
    for ask in (
        lambda: world.slash(world.mover, "draw", **{"from": "stock"}),
        lambda: world.mover.click(world.board, label="Draw"),
    ):
        world.env.inject_error("POST", CALLBACK, status=status, code=code)
        await ask()
        assert world.table._live is before
    warned = [record for record in caplog.records if record.name == "cogs.answers"]
    assert [record.levelno for record in warned] == [logging.WARNING] * 2


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027), (404, 10008), (500, 0)])
async def test_f02_where_the_answer_fails_the_move_stands(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    await world.open(world.asha, world.bikram)
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=status, code=code)
    await world.slash(world.mover, "draw", **{"from": "stock"})
    assert "22 cards" in words(world.board)
    assert [record.levelno for record in caplog.records if record.name == "cogs.answers"] == [logging.WARNING]
    assert "You drew" in await world.told(world.mover, "hand")


class Silent:
    """An interaction of a connection that breaks."""

    def __init__(self, error: Exception) -> None:
        self.id = 1
        self.type = discord.InteractionType.component
        self.error = error
        self.response = SimpleNamespace(defer=self.fail)
        self.edit_original_response = self.fail
        self.shown: list[dict[str, Any]] = []

    async def fail(self, **told: Any) -> None:
        self.shown.append(told)
        raise self.error


@pytest.mark.parametrize("error", [aiohttp.ClientError("gone"), ConnectionResetError(), TimeoutError()])
async def test_a_broken_connection_is_no_exception(error: Exception) -> None:
    interaction: Any = Silent(error)
    assert await acknowledge(interaction, update=True) is False
    assert await acknowledge(interaction, update=False) is False
    await show(interaction, Page(text="hello"), EN)
    assert interaction.shown[-1]["content"] == "hello"


async def test_a_page_that_cannot_be_sent_is_answered_all_the_same() -> None:
    interaction: Any = Silent(ConnectionResetError())
    await show(interaction, Page(text="x" * 3000), EN)
    assert "Something went wrong on our side" in interaction.shown[-1]["content"]


async def test_f77_a_fault_of_ours_has_an_id_and_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.open(world.asha, world.bikram)
    before = world.table._live

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(world.table, "submit", broken)
    told = await world.told(world.mover, "draw", **{"from": "stock"})
    assert "Something went wrong on our side (error " in told
    fault = told.split("(error ")[1].split(")")[0]
    assert fault in caplog.text
    clicked = await world.mover.click(world.board, label="Draw")
    assert "Something went wrong" in read(clicked)
    assert world.table._live is before


async def test_a_store_that_cannot_save_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.open(world.asha, world.bikram)

    async def full(_batch: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "append", full)
        told = await world.told(world.mover, "draw", **{"from": "stock"})
        assert "could not be saved, so nothing has changed" in told
    await world.env.settle()
    assert "You drew" in await world.told(world.mover, "draw", **{"from": "stock"})


async def test_f46_a_command_that_has_changed_is_answered_politely(world: World) -> None:
    sent: list[tuple[str, bool]] = []

    async def send_message(text: str, *, ephemeral: bool) -> None:
        sent.append((text, ephemeral))

    response = SimpleNamespace(is_done=lambda: False, send_message=send_message)
    interaction: Any = SimpleNamespace(id=1, client=world.bot, response=response, type=discord.InteractionType.ping)
    command: Any = SimpleNamespace(name="draw", qualified_name="draw")
    await type(world.bot.tree).on_error(world.bot.tree, interaction, app_commands.CommandSignatureMismatch(command))
    assert "has changed" in sent[0][0]
    await type(world.bot.tree).on_error(world.bot.tree, interaction, app_commands.AppCommandError("odd"))
    assert "went wrong" in sent[1][0]
    assert all(ephemeral for _, ephemeral in sent)


async def test_f07_a_second_ready_doubles_nothing(world: World) -> None:
    await world.open(world.asha, world.bikram)
    posts = len(world.posts)
    commands = [command.name for command in world.bot.tree.get_commands()]
    world.bot.dispatch("ready")
    world.bot.dispatch("shard_ready", 0)
    await world.env.settle()
    assert [command.name for command in world.bot.tree.get_commands()] == commands
    assert len(world.posts) == posts
    assert "You drew" in read(await world.mover.click(world.board, label="Draw"))
    assert world.table.public_view().view.seats[world.table.public_view().awaited].hand == 22


async def test_f04_an_old_panel_is_left_alone(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=3600)
    first = world.mover
    other = world.other(first)
    await world.slash(other, "hand")
    panels = world.bot.face.panels._open
    assert (world.table.id, other.id) in panels
    await world.env.advance_time(14 * 60 + 1)
    old = {entry.path for entry in world.env.http_requests if "@original" in entry.path}
    edits = len(world.env.http_requests)
    await world.pass_turn()
    # The mover's own command edits its own fresh answer; what is 14 minutes old is not touched.
    after = {entry.path for entry in world.env.http_requests[edits:] if "@original" in entry.path}
    assert len(after) == 1
    assert after.isdisjoint(old)
    assert (world.table.id, other.id) not in panels
    clicked = await other.click(world.board, label="My hand")
    assert "Your turn" in read(clicked)
    assert labels(clicked.response)


async def test_f03_controls_live_for_a_day(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=86400)
    await world.env.advance_time(86000)
    assert "You drew" in read(await world.mover.click(world.board, label="Draw"))


async def test_a_strange_control_is_answered(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    stored = world.env.backend.messages[world.channel.id][world.board.id]
    stored.components[0]["components"][0]["custom_id"] = "m:0a:-:fly:away"
    clicked = await world.bikram.click(world.board, custom_id="m:0a:-:fly:away")
    assert "That table is over" in read(clicked)
    stored.components[0]["components"][0]["custom_id"] = f"m:{world.table.id}:-:fly:away"
    clicked = await world.asha.click(world.board, custom_id=f"m:{world.table.id}:-:fly:away")
    assert "cannot be read" in read(clicked)
    assert control(world.board, "fly")
