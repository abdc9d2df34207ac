"""Requests and the gateway, as the wire has them."""

from __future__ import annotations

import logging
from typing import Any

import aiohttp
import pytest

from playground import Playground, serve
from playground.driver import Person

from .raw_bot import RawBot, raw_bot

Json = dict[str, Any]


def where(playground: Playground, name: str = "marriage") -> str:
    return f"/channels/{playground.channel(name).id}/messages"


async def test_tokens_routes_and_bodies(raw: RawBot, caplog: pytest.LogCaptureFixture) -> None:
    assert (await raw.rest("GET", "/users/@me", token="wrong"))[0] == 401
    with caplog.at_level(logging.ERROR, "playground.rest"):
        status, body = await raw.rest("GET", "/channels/1/webhooks")
    assert (status, body["code"]) == (404, 0)
    assert "no route GET /channels/1/webhooks" in caplog.text
    assert (await raw.rest("GET", "/channels/abc"))[1]["code"] == 50035
    assert (await raw.rest("GET", "/channels/1"))[1]["code"] == 10003
    assert (await raw.rest("GET", "/guilds/1"))[1]["code"] == 10004
    assert (await raw.rest("GET", "/users/1"))[1]["code"] == 10013
    recorded = raw.playground.requests()
    assert recorded[-5]["route"] == "unknown"
    assert recorded[-1]["route"] == "/users/{user_id}"
    assert recorded[-1]["status"] == 404
    assert recorded[-1]["code"] == 10013


async def test_messages_are_refused_as_discord_does(raw: RawBot, playground: Playground, asha: Person) -> None:
    path = where(playground)
    assert (await raw.rest("POST", path, {"content": " "}))[1]["code"] == 50006
    assert (await raw.rest("POST", path, {"content": "x" * 2001}))[1]["errors"]["content"]["_errors"]
    assert (await raw.rest("PATCH", path + "/1", {"content": "x"}))[1]["code"] == 10008
    assert (await raw.rest("POST", path, {"content": "x", "poll": {}}))[0] == 501
    status, message = await raw.rest("POST", path, {"content": "x"})
    assert status == 200
    assert (await raw.rest("PATCH", f"{path}/{message['id']}", {"content": ""}))[1]["code"] == 50006
    assert (await raw.rest("GET", f"{path}/{message['id']}"))[1]["content"] == "x"
    spoken = await asha.speak("marriage", "mine")
    assert (await raw.rest("PATCH", f"{path}/{spoken['id']}", {"content": "x"}))[1]["code"] == 50005
    assert (await raw.rest("DELETE", f"{path}/{spoken['id']}"))[1]["code"] == 50013


async def test_layouts_stay_layouts(raw: RawBot, playground: Playground) -> None:
    path = where(playground)
    text = {"type": 10, "content": "text"}
    _, message = await raw.rest("POST", path, {"flags": 32768, "components": [text]})
    status, body = await raw.rest("PATCH", f"{path}/{message['id']}", {"content": "plain", "flags": 0})
    assert (status, body["code"]) == (400, 50035)
    _, plain = await raw.rest("POST", path, {"content": "plain"})
    status, body = await raw.rest("PATCH", f"{path}/{plain['id']}", {"flags": 32768, "components": [text]})
    assert (status, list(body["errors"])) == (400, ["content"])
    turned = {"flags": 32768, "components": [text], "content": None}
    assert (await raw.rest("PATCH", f"{path}/{plain['id']}", turned))[0] == 200


@pytest.mark.parametrize(
    ("denied", "body", "files", "code"),
    [
        ("view_channel", {"content": "x"}, None, 50001),
        ("send_messages", {"content": "x"}, None, 50013),
        ("embed_links", {"embeds": [{"title": "x"}]}, None, 50013),
        ("attach_files", {"content": "x"}, {"a.txt": b"a"}, 50013),
    ],
)
async def test_permissions(
    raw: RawBot, playground: Playground, denied: str, body: Json, files: dict[str, bytes] | None, code: int
) -> None:
    channel = playground.channel("marriage")
    async with raw.session.post(
        playground.base_url + "/control/permissions",
        json={"channel_id": str(channel.id), "deny": [denied]},
        headers={"X-Control": "control"},
    ) as response:
        assert response.status == 200
    assert (await raw.event("CHANNEL_UPDATE"))["permission_overwrites"]
    assert (await raw.rest("POST", where(playground), body, files=files))[1]["code"] == code
    assert (await raw.rest("POST", where(playground, "adda"), body, files=files))[0] == 200


async def test_threads(raw: RawBot, playground: Playground) -> None:
    parent = playground.channel("marriage")
    _, thread = await raw.rest("POST", f"/channels/{parent.id}/threads", {"name": "side", "type": 11})
    assert (await raw.event("THREAD_CREATE"))["id"] == thread["id"]
    parent.overwrites[playground.world.bot.id] = (1, 0, 1 << 38)
    assert (await raw.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"}))[1]["code"] == 50013
    assert (await raw.rest("POST", where(playground), {"content": "x"}))[0] == 200
    parent.overwrites.clear()
    _, message = await raw.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    status, changed = await raw.rest("PATCH", f"/channels/{thread['id']}", {"archived": True, "locked": True})
    assert (status, changed["thread_metadata"]["archived"]) == (200, True)
    assert (await raw.rest("POST", f"/channels/{thread['id']}/messages", {"content": "x"}))[1]["code"] == 50083
    edit = await raw.rest("PATCH", f"/channels/{thread['id']}/messages/{message['id']}", {"content": "y"})
    assert edit[1]["code"] == 50083
    forum = playground.world.create_channel(playground.guild, "forum", 15)
    assert (await raw.rest("POST", f"/channels/{forum.id}/messages", {"content": "x"}))[1]["code"] == 50008
    status, post = await raw.rest("POST", f"/channels/{forum.id}/threads", {"name": "p", "message": {"content": "x"}})
    assert (status, post["message"]["content"]) == (201, "x")


async def test_edits_of_old_messages_are_limited(raw: RawBot, playground: Playground) -> None:
    _, message = await raw.rest("POST", where(playground), {"content": "board"})
    path = f"{where(playground)}/{message['id']}"
    playground.world.clock.advance(3500)
    for _ in range(5):
        assert (await raw.rest("PATCH", path, {"content": "young"}))[0] == 200
    playground.world.clock.advance(200)
    for _ in range(3):
        assert (await raw.rest("PATCH", path, {"content": "old"}))[0] == 200
    status, body = await raw.rest("PATCH", path, {"content": "old"})
    assert (status, body["code"]) == (429, 30046)
    assert 3500 < body["retry_after"] <= 3600
    playground.world.clock.advance(3601)
    assert (await raw.rest("PATCH", path, {"content": "old"}))[0] == 200


async def test_closed_conversations(raw: RawBot, playground: Playground, asha: Person) -> None:
    _, channel = await raw.rest("POST", "/users/@me/channels", {"recipient_id": asha.id})
    assert (await raw.rest("POST", f"/channels/{channel['id']}/messages", {"content": "x"}))[0] == 200
    playground.world.users[int(asha.id)].dms_closed = True
    assert (await raw.rest("POST", f"/channels/{channel['id']}/messages", {"content": "x"}))[1]["code"] == 50007


async def test_commands_are_replaced_added_and_removed(raw: RawBot, playground: Playground, asha: Person) -> None:
    base = f"/applications/{raw.application_id}/commands"
    _, before = await raw.rest("GET", base)
    _, after = await raw.rest("PUT", base, [{"name": "ping", "description": "Anew"}])
    assert [c["id"] for c in after] == [c["id"] for c in before if c["name"] == "ping"]
    _, made = await raw.rest("POST", base, {"name": "other", "description": "Other"})
    assert (await raw.rest("PATCH", f"{base}/{made['id']}", {"description": "Changed"}))[1]["description"] == "Changed"
    assert (await raw.rest("DELETE", f"{base}/{made['id']}"))[0] == 204
    assert (await raw.rest("GET", f"{base}/{made['id']}"))[1]["code"] == 10063
    twice = [{"name": "a", "description": "A"}] * 2
    assert (await raw.rest("PUT", base, twice))[1]["code"] == 50035
    many = [{"name": f"c{n}", "description": "C"} for n in range(101)]
    assert (await raw.rest("PUT", base, many))[1]["code"] == 30032
    own = f"/applications/{raw.application_id}/guilds/{playground.guild.id}/commands"
    hidden = {"name": "admin", "description": "For the owner", "default_member_permissions": "32"}
    await raw.rest("PUT", own, [{"name": "ping", "description": "Here"}, hidden])
    await asha.wait_state(lambda s: [c["name"] for c in s["commands"]] == ["ping", "ping", "admin"])
    async with await Person.login(playground.base_url, "bim") as bim:
        assert [c["name"] for c in bim.state["commands"]] == ["ping", "ping"]


async def test_missed_events_come_with_the_resume(raw: RawBot, playground: Playground) -> None:
    await playground.drop(resumable=True)
    assert (await raw.quiet())[-1]["op"] == 7
    assert raw.socket is not None
    await raw.socket.close(code=4000)
    channel = playground.world.create_channel(playground.guild, "missed")
    await raw.connect(resume=True)
    assert (await raw.event("CHANNEL_CREATE"))["id"] == str(channel.id)
    await raw.event("RESUMED")
    numbers = [frame["s"] for frame in raw.seen if frame.get("s")]
    assert numbers == sorted(set(numbers))


async def test_a_session_closed_cleanly_is_over(raw: RawBot) -> None:
    assert raw.socket is not None
    await raw.socket.close(code=1000)
    await raw.connect(resume=True)
    assert await raw.frame() == {"op": 9, "d": False}


async def test_intents_decide_what_is_told(playground: Playground, raw: RawBot, asha: Person) -> None:
    await raw.quiet()
    async with raw_bot(playground) as reader, raw_bot(playground) as blind:
        await reader.connect(intents=1 | 1 << 9 | 1 << 15)
        await blind.connect(intents=1 | 1 << 9)
        await asha.speak("marriage", "hello")
        assert (await reader.event("MESSAGE_CREATE"))["content"] == "hello"
        assert (await blind.event("MESSAGE_CREATE"))["content"] == ""
        assert await raw.quiet() == []


async def test_wrong_tokens_and_frames_close_the_gateway(playground: Playground, raw: RawBot) -> None:
    for frame, code in [
        ({"op": 2, "d": {"token": "wrong", "intents": 1}}, 4004),
        ({"op": 2, "d": {"token": playground.token, "intents": 1, "shard": [3, 2]}}, 4010),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 2}, 4002),
    ]:
        socket = await raw.session.ws_connect(playground.gateway_url)
        await socket.receive_json()
        await socket.send_json(frame)
        closing = await socket.receive(timeout=5)
        assert (closing.type, closing.data) == (aiohttp.WSMsgType.CLOSE, code)
        await socket.close()


async def test_heartbeats_and_members(raw: RawBot, playground: Playground, asha: Person) -> None:
    assert raw.socket is not None
    await raw.socket.send_json({"op": 1, "d": None})
    await raw.socket.send_json({"op": 8, "d": {"guild_id": str(playground.guild.id), "query": "", "limit": 0}})
    found = await raw.event("GUILD_MEMBERS_CHUNK")
    assert {member["user"]["username"] for member in found["members"]} == {"marriage", "asha"}
    assert any(frame["op"] == 11 for frame in raw.seen)


async def test_rate_limits() -> None:
    async with serve(rate_limits=True) as playground, raw_bot(playground) as raw:
        path = where(playground)
        for _ in range(5):
            assert (await raw.rest("POST", path, {"content": "x"}))[0] == 200
        status, body = await raw.rest("POST", path, {"content": "x"})
        assert (status, body["global"]) == (429, False)
        assert 0 < body["retry_after"] <= 5
        assert (await raw.rest("POST", where(playground, "adda"), {"content": "x"}))[0] == 200


async def test_what_is_not_implemented_is_said(raw: RawBot, playground: Playground) -> None:
    for body in ({"content": "x", "shared_client_theme": {}}, {"content": "x", "tts": True}, {"sticker_ids": ["1"]}):
        status, answer = await raw.rest("POST", where(playground), body)
        assert (status, answer["code"]) == (501, 0)


async def test_a_killed_bot_is_noticed_and_may_resume(raw: RawBot, playground: Playground, asha: Person) -> None:
    await asha.wait_command("ping")
    assert raw.socket is not None
    transport = raw.socket.get_extra_info("socket")
    assert transport is not None
    transport.shutdown(2)
    await asha.wait_state(lambda state: state["bot"] is None)
    outcome = await asha.command("ping", channel="marriage")
    assert (outcome.kind, outcome.seconds < 0.5) == ("failed", True)
    await raw.connect(resume=True)
    await raw.event("RESUMED")
    # The interaction has failed for its person: it is not sent once more.
    assert all(frame.get("t") != "INTERACTION_CREATE" for frame in raw.seen)
