"""The message that stands for a table: pings, pauses, lost permissions, lost messages, lost channels."""

import asyncio
from datetime import UTC, datetime

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite

from cogs import presenter
from marriage_core.errors import TableRefusal
from marriage_core.hosting.actions import Leave
from marriage_core.hosting.lobby import Status
from tests.bot.scenes import HOSTILE
from tests.bot.world import World, ids, labels, read, words

MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"


async def test_f44_hostile_names_ping_nobody_and_format_nothing(world: World) -> None:
    enemies = []
    for i, name in enumerate(HOSTILE[:3]):
        user = world.env.create_user(f"enemy{i}", global_name=name)
        enemies.append(world.guild.add_member(user))
    await world.slash(enemies[0], "marriage new")
    for enemy in enemies[1:]:
        await world.slash(enemy, "marriage join")
    assert world.board.mentions == []
    await world.slash(enemies[0], "marriage start")
    for message in world.posts:
        assert not message.mention_everyone
        assert {person.id for person in message.mentions} <= {enemy.id for enemy in enemies}
        assert "@everyone" not in words(message)
    assert len(world.board.mentions) == 1
    for entry in world.env.http_requests:
        allowed = (entry.json or {}).get("allowed_mentions") if isinstance(entry.json, dict) else None
        if allowed:
            assert set(allowed) <= {"parse", "users", "replied_user"}
            assert allowed.get("parse", []) == []


async def test_f27_one_warning_with_one_mention(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=90)
    who = world.mover
    await world.env.advance_time(71)
    ends = int(world.table.public_view().deadline or 0)
    assert world.board.content == f"⏰ <@{who.id}>, your time runs out <t:{ends}:R>."
    assert [person.id for person in world.board.mentions] == [who.id]
    posts = len(world.posts)
    await world.env.advance_time(5)
    assert len(world.posts) == posts


def called(world: World) -> list[str]:
    """The messages that call somebody besides the board."""
    return [message.content for message in world.posts if message.content.startswith(("⏰", "👋"))]


@pytest.mark.parametrize("end", ["plays", "times_out", "closes", "leaves"])
async def test_warning_and_nudge_go_with_their_turn(world: World, end: str) -> None:
    table = await world.open(world.asha, world.bikram, world.chameli, turn_seconds=90)
    who = world.mover
    await world.slash(world.other(who), "marriage nudge")
    await world.env.advance_time(71)
    assert [content[0] for content in called(world)] == ["👋", "⏰"]
    # What is no turn takes nothing away: the board anew, drawing, another's vote.
    await world.slash(world.bikram, "marriage table")
    await world.slash(who, "draw", **{"from": "stock"})
    assert len(called(world)) == 2
    match end:
        case "plays":
            await world.throw(who)
        case "times_out":
            await world.env.advance_time(20)
        case "closes":
            await table.expire("expired")
        case "leaves":
            await table.submit(who.id, Leave())
    await world.env.settle()
    assert called(world) == []
    assert world.bot.presenter._calls._standing == {}


async def test_a_call_that_cannot_be_deleted_is_in_nobodys_way(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=90)
    await world.env.advance_time(71)
    warning = world.board.id
    world.env.backend.delete_message(world.channel.id, warning)
    await world.pass_turn()
    assert f"<@{world.mover.id}>, your turn" in words(world.board)
    assert world.bot.presenter._calls._standing == {}


async def test_f43_a_nudge_pings_once_and_then_waits(world: World) -> None:
    await world.open(world.asha, world.bikram)
    who = world.mover
    assert await world.told(world.other(who), "marriage nudge") == "Pinged."
    assert [person.id for person in world.board.mentions] == [who.id]
    assert "the table waits for you" in world.board.content
    assert "pinged just now. Try again in 3" in await world.told(world.other(who), "marriage nudge")


async def test_f42_pings_can_be_turned_off(world: World) -> None:
    await world.slash(world.asha, "settings me", pings=False)
    await world.slash(world.bikram, "settings me", pings=False)
    await world.open(world.asha, world.bikram)
    posted = [entry for entry in world.env.http_requests if entry.method == "POST" and entry.path.endswith("/messages")]
    assert all(entry.json["allowed_mentions"] == {"parse": []} for entry in posted if entry.json)
    assert f"<@{world.mover.id}>, your turn" in words(world.board)
    posts = len(world.posts)
    await world.env.advance_time(71)
    await world.slash(world.other(world.mover), "marriage nudge")
    assert len(world.posts) == posts


async def test_a_server_can_turn_pings_off(world: World) -> None:
    await world.slash(world.asha, "settings server", pings=False)
    await world.open(world.asha, world.bikram)
    await world.env.advance_time(71)
    assert not any(message.content.startswith("⏰") for message in world.posts)


async def test_f26_missing_two_turns_seats_the_computer_until_the_person_acts(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=30)
    away = world.asha
    while not world.table.public_view().sitters[_seat(world, away)].away:
        if world.mover is away:
            await world.env.advance_time(31)
        else:
            await world.pass_turn()
    assert "💤" in words(world.live)
    panel = await world.slash(away, "hand")
    assert "the computer plays for you" in read(panel)
    assert panel.response is not None
    await away.click(panel.response.message, label="I am back")
    assert "the computer plays for you" not in words(panel.response)
    assert not world.table.public_view().sitters[_seat(world, away)].away


def _seat(world: World, who: simcord.MemberActor) -> int:
    return world.table.view_for(who.id).seat


async def test_f26_ending_by_vote_by_moderator_and_by_host(world: World) -> None:
    await world.open(world.asha, world.bikram, world.chameli, world.dorje)
    assert "2 of 3" not in words(world.board)
    assert "1 of 3" in await world.told(world.bikram, "marriage end")
    assert "1 of 3 votes" in words(world.board)
    assert "voted already" in await world.told(world.bikram, "marriage end")
    assert "2 of 3" in await world.told(world.chameli, "marriage end")
    assert await world.told(world.dorje, "marriage end") == "The table is closed."
    assert "The table was closed" in words(world.board)
    assert ids(world.board) == []
    assert world.bot.face.registry.tables == ()


async def test_f26_a_moderator_who_does_not_sit_ends_it_at_once(world: World) -> None:
    role = world.guild.create_role("moderator", permissions=discord.Permissions(manage_messages=True))
    user = world.env.create_user("moderator")
    moderator = world.guild.add_member(user, roles=[role])
    await world.open(world.bikram, world.chameli)
    assert await world.surely(moderator, "marriage end") == "The table is closed."


async def test_a_match_that_is_stopped_keeps_its_standings(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=3)
    from tests.bot.test_playing import play_by_buttons

    await play_by_buttons(world)
    sheet = world.board
    assert world.table.public_view().status is Status.BETWEEN
    await world.surely(world.asha, "marriage end")
    assert "Result of deal 1 of 3" in words(world.posts[-2])
    assert world.posts[-2].id == sheet.id
    assert ids(world.posts[-2]) == []
    assert "ended early. Deals played: 1 of 3" in words(world.board)
    assert "🥇" in words(world.board)


async def test_a_new_table_after_a_match_retires_the_old_standings(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=1)
    from tests.bot.test_playing import play_by_buttons

    await play_by_buttons(world)
    standings = world.board
    await world.slash(world.chameli, "marriage new")
    assert ids(next(message for message in world.posts if message.id == standings.id)) == []
    assert "table is open" in words(world.board)


# --- permissions and losses -------------------------------------------------------------------------------------------


def forbid(world: World, *names: str) -> None:
    """Takes permissions from the bot in the channel."""
    deny = discord.Permissions(**dict.fromkeys(names, True)).value
    kind = simcord.enums.OverwriteType.MEMBER
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=world.env.backend.bot_user.id, type=kind, allow=0, deny=deny)
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [("send_messages", "Send Messages"), ("embed_links", "Embed Links"), ("view_channel", "View Channel")],
)
async def test_f37_what_is_missing_is_named(world: World, name: str, expected: str) -> None:
    forbid(world, name)
    told = await world.told(world.asha, "marriage new")
    assert "I lack permissions in this channel" in told
    assert expected in told
    assert world.bot.face.registry.tables == ()


async def test_f37_a_board_cannot_be_posted_anew_without_permission(world: World) -> None:
    await world.open(world.asha, world.bikram)
    forbid(world, "send_messages")
    assert "Send Messages" in await world.told(world.asha, "marriage table")


async def test_f37_where_embeds_are_refused_the_board_is_text(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    await world.slash(world.bikram, "marriage join")
    world.env.inject_error("POST", MESSAGES, status=403, code=50013)
    await world.slash(world.asha, "marriage start")
    assert world.board.embeds == []
    assert "Marriage · deal 1 of 4" in world.board.content
    assert labels(world.board) == ["My hand", "Draw", world_take(world), "Discard pile", "Rules"]


def world_take(world: World) -> str:
    return next(label for label in labels(world.board) if label.startswith("Take"))


async def test_f38_a_board_that_may_not_be_posted_does_not_lose_the_move(world: World) -> None:
    await world.open(world.asha, world.bikram)
    first = world.board
    forbid(world, "send_messages")
    await world.pass_turn()
    who = world.mover
    assert world.board.id == first.id
    assert "You drew" in await world.told(who, "draw", **{"from": "stock"})
    world.env.backend.delete_overwrite(world.channel.id, world.env.backend.bot_user.id)
    await world.throw(who)
    # The board is back, as a turn notice, and the old one is gone.
    assert world.board.id != first.id
    assert [person.id for person in world.board.mentions] == [world.mover.id]
    assert first.id not in {message.id for message in world.posts}


async def test_f38_a_permission_that_comes_back_brings_the_board(world: World) -> None:
    """Nobody does anything: the person whose turn it is has not been called yet."""
    await world.open(world.asha, world.bikram)
    first = world.board
    forbid(world, "send_messages")
    await world.pass_turn()
    await world.env.advance_time(presenter.RETRY_PAUSE + 1)
    assert world.board.id == first.id
    world.env.backend.delete_overwrite(world.channel.id, world.env.backend.bot_user.id)
    await world.env.advance_time(presenter.RETRY_PAUSE + 1)
    assert [person.id for person in world.board.mentions] == [world.mover.id]


@pytest.mark.parametrize("status", [500, 502])
async def test_a_board_that_discord_lost_is_tried_again(world: World, status: int) -> None:
    await world.open(world.asha, world.bikram)
    world.env.inject_error("POST", MESSAGES, status=status, times=1)
    await world.pass_turn()
    await world.pass_turn()
    assert [person.id for person in world.board.mentions] == [world.mover.id]


@pytest.mark.parametrize("fault", [{"status": 403, "code": 50013}, {"status": 500}, {"status": 503}])
async def test_a_board_that_could_not_be_posted_comes_by_itself(world: World, fault: dict[str, int]) -> None:
    """Nobody does anything meanwhile: the person whose turn it is would never be called."""
    await world.open(world.asha, world.bikram)
    # Twice: the board is tried again as text where it was forbidden.
    world.env.inject_error("POST", MESSAGES, times=2, **fault)
    await world.pass_turn()
    await world.env.advance_time(2 * presenter.RETRY_PAUSE + 2)
    assert [person.id for person in world.board.mentions] == [world.mover.id]
    assert len([message for message in world.posts if ids(message)]) == 1


async def test_a_table_that_closes_meanwhile_is_not_posted_anew(world: World) -> None:
    table = await world.open(world.asha, world.bikram)
    await world.surely(world.asha, "marriage end")
    posts = len(world.posts)
    with world.env._bot_scope(), pytest.raises(TableRefusal, match="table_closed"):
        await world.bot.presenter.post_anew(table)
    assert len(world.posts) == posts


async def test_f36_a_deleted_board_is_posted_again(world: World) -> None:
    await world.open(world.asha, world.bikram)
    world.env.backend.delete_message(world.channel.id, world.board.id)
    await world.env.settle()
    assert not any(ids(message) for message in world.posts)
    await world.slash(world.mover, "draw", **{"from": "stock"})
    assert "22 cards" in words(world.board)


async def test_f36_a_deleted_channel_closes_its_table(world: World) -> None:
    await world.open(world.asha, world.bikram)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert world.bot.face.registry.tables == ()
    assert world.bot.face.registry.with_person(world.guild.id, world.asha.id) == ()
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert "table is open" in read(await world.asha.slash(elsewhere, "marriage new"))


async def test_f36_a_channel_found_gone_closes_its_table(world: World) -> None:
    await world.open(world.asha, world.bikram)
    who = world.mover
    world.env.inject_error("*", "/channels/*/messages*", status=404, code=10003, times=None)
    await world.slash(who, "draw", **{"from": "stock"})
    assert world.bot.face.registry.tables == ()


async def test_f36_removed_from_the_server(world: World) -> None:
    await world.open(world.asha, world.bikram)
    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()
    assert world.bot.face.registry.tables == ()


async def test_f36_a_table_that_cannot_be_closed_keeps_no_other_back(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = await world.open(world.asha, world.bikram)
    await world.chameli.slash(world.guild.create_text_channel("elsewhere"), "marriage new")

    async def expire(reason: str) -> None:
        raise TableRefusal("not_saved")

    monkeypatch.setattr(first, "expire", expire)
    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()
    assert world.bot.face.registry.tables == (first,)
    assert "could not be closed: not_saved" in caplog.text


async def test_f39_a_table_in_a_thread(world: World) -> None:
    thread = world.env.backend.create_thread(world.channel.id, "thread", world.asha.id)
    channel = simcord.ChannelHandle(world.env, world.guild, thread)
    assert "table is open" in read(await world.asha.slash(channel, "marriage new"))
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert world.bot.face.registry.tables == ()


# --- time -------------------------------------------------------------------------------------------------------------


def made_at(message_id: int) -> datetime:
    return discord.utils.snowflake_time(message_id)


async def test_f41_nothing_older_than_an_hour_is_edited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    edited: list[tuple[datetime, datetime]] = []
    real = discord.PartialMessage.edit

    async def edit(message: discord.PartialMessage, **told: object) -> object:
        edited.append((discord.utils.utcnow(), made_at(message.id)))
        return await real(message, **told)

    monkeypatch.setattr(discord.PartialMessage, "edit", edit)
    await world.open(world.asha, world.bikram, turn_seconds=86400)
    for minutes in (1, 30, 50, 10, 70, 5):
        await world.slash(world.mover, "draw", **{"from": "stock"})
        await world.env.advance_time(60 * minutes)
        await world.throw(world.mover)
        await world.env.advance_time(60 * minutes)
    assert edited
    assert max((at - made).total_seconds() for at, made in edited) < 3600
    assert len([message for message in world.posts if ids(message)]) == 1


async def test_f41_edits_are_a_second_apart_and_the_latest_wins(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "EDIT_PAUSE", 60.0)
    await world.open(world.asha, world.bikram, turn_seconds=3600)
    board, who = world.board, world.mover
    await world.slash(who, "draw", **{"from": "stock"})
    assert "22 cards" not in words(world.board)
    await world.surely(world.other(who), "marriage end") if who is world.asha else None
    await world.env.advance_time(61)
    assert world.board.id == board.id
    assert "22 cards" in words(world.board)
    # A turn's notice does not wait.
    await world.throw(world.mover)
    assert world.board.id != board.id
    assert [person.id for person in world.board.mentions] == [world.mover.id]
    await world.env.advance_time(61)
    assert len([message for message in world.posts if ids(message)]) == 1


async def test_a_board_posted_anew_replaces_the_old_one(world: World) -> None:
    await world.open(world.asha, world.bikram)
    nonces = []
    for _ in range(3):
        before = world.board.id
        assert "Here is the board again" in await world.told(world.bikram, "marriage table")
        assert world.board.id != before
        assert len([message for message in world.posts if ids(message)]) == 1
        nonces.append(world.env.http_requests[-2].json)
    sent = [
        entry.json["nonce"]
        for entry in world.env.http_requests
        if isinstance(entry.json, dict) and "nonce" in entry.json
    ]
    # A nonce used twice would give back the old message, which is then deleted.
    assert len(set(sent)) == len(sent) >= 4
    assert all(len(nonce) <= 25 for nonce in sent)


async def test_two_who_post_anew_at_once_leave_one_board(world: World) -> None:
    await world.open(world.asha, world.bikram)
    with world.env._bot_scope():
        await asyncio.gather(*(world.bot.presenter.post_anew(world.table) for _ in range(3)))
    assert len([message for message in world.posts if ids(message)]) == 1


async def test_f70_goodbye_at_running_tables_only(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.chameli.slash(elsewhere, "marriage new")
    await world.open(world.asha, world.bikram)
    board, posts = world.board.id, len(world.posts)
    with world.env._bot_scope():
        await world.bot.presenter.goodbye()
    assert "The bot restarts" in world.board.content
    assert (world.board.id, len(world.posts)) == (board, posts)
    assert not any("restarts" in message.content for message in elsewhere.history())
    # A turn that ends in the last moments is told with the same word.
    await world.pass_turn()
    assert f"<@{world.mover.id}>, your turn" in world.board.content
    assert "The bot restarts" in world.board.content


async def test_f70_a_goodbye_that_discord_refuses_is_no_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(presenter, "EDIT_PAUSE", 60.0)
    await world.open(world.asha, world.bikram)
    world.env.inject_error("PATCH", MESSAGE, status=400, code=50035)
    with world.env._bot_scope():
        await world.bot.presenter.goodbye()
    assert "could not be brought up to date" in caplog.text
    # The last edit waits for nothing.
    with world.env._bot_scope():
        await world.bot.presenter.goodbye()
    assert "The bot restarts" in world.board.content


async def test_seconds_are_utc(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=90)
    ends = int(words(world.board).split("<t:")[1].split(":")[0])
    assert abs(ends - datetime.now(UTC).timestamp()) > 0
    assert ends - discord.utils.utcnow().timestamp() == pytest.approx(90, abs=2)
