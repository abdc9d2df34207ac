"""The page's interface: who may ask what, and the safety around it."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground import Playground, serve
from playground.driver import Person, Refusal

from .raw_bot import RawBot

Json = dict[str, Any]
CONTROL = {"X-Control": "control"}


async def control(raw: RawBot, method: str, path: str, body: Json | None = None) -> Any:
    url = f"{raw.playground.base_url}/control/{path}"
    async with raw.session.request(method, url, json=body, headers=CONTROL) as response:
        assert response.status == 200, await response.text()
        return await response.json()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost:1"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Authorization": "Bearer nobody"}, 401),
    ],
)
@pytest.mark.parametrize("path", ["/app/state", "/control/requests", "/api/v10/users/@me"])
async def test_strangers_are_refused(playground: Playground, headers: Json, status: int, path: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground.base_url + path, headers=headers) as response:
        assert response.status == status


async def test_the_page_is_served_safely(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/web/nothing.js", "/web/../server.py", "/web/%2e%2e/server.py", "/app/state"):
            async with session.get(playground.base_url + path) as response:
                assert "default-src 'none'" in response.headers["Content-Security-Policy"]
                assert "unsafe" not in response.headers["Content-Security-Policy"]
                assert response.headers["X-Content-Type-Options"] == "nosniff"
                assert response.headers["Referrer-Policy"] == "no-referrer"
                assert response.headers["Cache-Control"] == "no-store"
                assert b"import" not in await response.read() or path == "/"
        address = playground.base_url.replace("127.0.0.1", "localhost")
        async with session.get(address + "/", allow_redirects=False) as response:
            assert response.headers["Location"] == playground.base_url + "/"


async def test_names(playground: Playground, asha: Person) -> None:
    assert (asha.me["username"], asha.me["bot"]) == ("asha", False)
    for name in ("", "   ", "x" * 33, "a\nb", "\u202eevil"):
        with pytest.raises(Refusal, match="bad_name"):
            await Person.login(playground.base_url, name)
    async with await Person.login(playground.base_url, "<b>@everyone</b>") as odd:
        assert odd.me["username"] == "<b>@everyone</b>"
        await asha.wait_state(lambda s: any(m["id"] == odd.id for m in s["guilds"][0]["members"]))


async def test_what_is_not_there_is_refused(raw: RawBot, asha: Person) -> None:
    await asha.wait_command("ping")
    message = await asha.speak("marriage", "hello")
    base: Json = {"nonce": "n", "channel_id": message["channel_id"]}
    for body, code in [
        ({"type": "other"}, "bad_type"),
        ({"type": "command", "name": "nothing"}, "unknown_command"),
        ({"type": "command", "name": "ping", "channel_id": "1"}, "unknown_channel"),
        ({"type": "command", "name": "ping", "options": []}, None),
        ({"type": "command", "name": "ping", "options": [1]}, "bad_options"),
        ({"type": "autocomplete", "name": "ping", "focused": "card"}, "unknown_option"),
        ({"type": "component", "message_id": "1", "custom_id": "x"}, "unknown_message"),
        ({"type": "component", "message_id": message["id"], "custom_id": "x"}, "unknown_component"),
        ({"type": "modal", "modal_id": "x", "custom_id": "x", "fields": {}}, "unknown_modal"),
    ]:
        if code is None:
            continue
        with pytest.raises(Refusal) as refused:
            await asha._request("POST", "/app/interactions", base | body)
        assert refused.value.code == code
    with pytest.raises(Refusal, match="Invalid Form Body"):
        await asha.speak("marriage", "x" * 2001)


async def test_sockets_need_a_token(playground: Playground, asha: Person) -> None:
    async with aiohttp.ClientSession() as session:
        for hello in ({"token": "nobody"}, [], {}):
            socket = await session.ws_connect(playground.base_url + "/app/socket")
            await socket.send_str(json.dumps(hello))
            assert (await socket.receive(timeout=5)).data == 4004
            await socket.close()
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(playground.base_url + "/app/socket", headers={"Origin": "https://evil.example"})


async def test_a_tab_hears_the_channels_it_asked_for(playground: Playground, asha: Person) -> None:
    only = [asha.channel("adda")]
    async with await Person.login(playground.base_url, "bim", channels=only, state=False) as bim:
        await asha.speak("marriage", "there")
        await asha.speak("adda", "here")
        await bim.wait_for(lambda m: m["content"] == "here")
        assert bim.messages("marriage") == []


async def test_hidden_channels_are_hidden(raw: RawBot, playground: Playground, asha: Person, bim: Person) -> None:
    body = {"channel_id": asha.channel("adda"), "who": "everyone", "deny": ["view_channel"]}
    await control(raw, "POST", "permissions", body)
    await bim.wait_state(lambda s: len(s["guilds"][0]["channels"]) == 2)
    await asha.speak("adda", "owners only")
    with pytest.raises(Refusal, match="unknown_channel"):
        await bim.history(body["channel_id"])  # type: ignore[arg-type]
    assert bim.messages(str(body["channel_id"])) == []


async def test_faults(raw: RawBot, playground: Playground) -> None:
    path = f"/channels/{playground.channel('marriage').id}/messages"
    fault = {"route": "POST /channels/*/messages", "kind": "status", "status": 403, "code": 50013, "times": 2}
    await control(raw, "POST", "fault", fault)
    for _ in range(2):
        assert (await raw.rest("POST", path, {"content": "x"}))[1]["code"] == 50013
    assert (await raw.rest("POST", path, {"content": "x"}))[0] == 200
    await control(raw, "POST", "fault", fault | {"kind": "status", "status": 429, "seconds": 0.5, "times": 1})
    status, body = await raw.rest("POST", path, {"content": "x"})
    assert (status, body["retry_after"], body["global"]) == (429, 0.5, False)
    await control(raw, "POST", "fault", {"route": "GET *", "kind": "delay", "seconds": 0.2})
    started = asyncio.get_running_loop().time()
    await raw.rest("GET", "/users/@me")
    assert asyncio.get_running_loop().time() - started >= 0.2
    before = len(playground.channel("marriage").messages)
    nonce = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    await control(raw, "POST", "fault", {"route": "POST *", "kind": "lost", "status": 502})
    assert (await raw.rest("POST", path, nonce))[0] == 502
    assert (await raw.rest("POST", path, nonce))[0] == 200
    assert len(playground.channel("marriage").messages) == before + 1
    found = await control(raw, "GET", "requests?since=2")
    assert found["requests"][0]["n"] > 2
    assert found["last"] == found["requests"][-1]["n"]
    posts = [request for request in found["requests"] if request["method"] == "POST"]
    assert posts[-1]["route"] == "/channels/{channel_id}/messages"
    assert posts[-1]["body"] == nonce


async def test_controls(raw: RawBot, playground: Playground, asha: Person, bim: Person) -> None:
    made = await control(raw, "POST", "channels", {"name": "new"})
    assert (await raw.event("CHANNEL_CREATE"))["id"] == made["id"]
    message = await asha.speak("marriage", "x")
    await control(raw, "DELETE", f"messages/{message['id']}")
    await control(raw, "DELETE", f"channels/{made['id']}")
    await raw.event("CHANNEL_DELETE")
    guild = await control(raw, "POST", "guilds", {"name": "Other"})
    assert (await raw.event("GUILD_CREATE"))["name"] == "Other"
    await control(raw, "DELETE", f"guilds/{guild['id']}")
    await raw.event("GUILD_DELETE")
    assert (await control(raw, "POST", "clock", {"advance": 60}))["now"] > 0
    await control(raw, "POST", "members", {"name": "bim", "permissions": ["manage_guild"], "dms_closed": True})
    marriage = playground.channel("marriage")
    assert playground.world.permissions(marriage, int(bim.id)) & 1 << 5
    assert playground.world.users[int(bim.id)].dms_closed
    await control(raw, "DELETE", f"members/{bim.id}")
    await bim.wait_state(lambda s: s["guilds"] == [])
    status, body = await raw.rest("GET", f"/guilds/{playground.guild.id}/members/{bim.id}")
    assert (status, body["code"]) == (404, 10007)
    assert (await control(raw, "POST", "drop", {"resumable": False}))["dropped"] == 1
    for path, sent in (("fault", {"route": "x", "kind": "odd"}), ("fault", {"odd": 1}), ("clock", {})):
        url = f"{playground.base_url}/control/{path}"
        async with raw.session.post(url, json=sent, headers=CONTROL) as response:
            assert response.status == 400


async def test_memory_is_bounded(
    raw: RawBot, playground: Playground, monkeypatch: pytest.MonkeyPatch, asha: Person
) -> None:
    monkeypatch.setattr("playground.world.MOST_MESSAGES", 5)
    playground.world._private.most_bytes = 3500
    monkeypatch.setattr("playground.interactions.MOST_INTERACTIONS", 4)
    await asha.wait_command("ping")
    marriage = playground.channel("marriage")
    for number in range(8):
        task = asyncio.create_task(asha.command("ping", channel="marriage"))
        await raw.answer(await raw.event("INTERACTION_CREATE"), 4, {"content": f"{number}", "flags": 64})
        await task
        await asha.speak("marriage", str(number))
    assert len(marriage.messages) == 5
    kept = [message.payload["content"] for message in marriage.private.values()]
    assert kept == [str(number) for number in range(8)][-len(kept) :]
    assert 1 < len(kept) < 6
    assert len(playground.interactions._by_id) == len(playground.interactions._by_token) == 4


async def test_from_the_command_line() -> None:
    root = Path(__file__).parents[2]
    arguments = ["-m", "playground", "--port", "0", "--channels", "one,two", "--token", "t"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=root, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    link = (await asyncio.wait_for(process.stdout.readline(), 20)).decode().split()[-1]
    async with await Person.login(link, "asha") as person:
        assert [channel["name"] for channel in person.state["guilds"][0]["channels"]] == ["one", "two"]
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), 10)
    assert process.returncode == 0
    assert errors == b""


async def test_a_taken_port() -> None:
    async with serve() as playground:
        port = int(playground.base_url.rpartition(":")[2])
        with pytest.raises(OSError, match="use"):
            async with serve(port=port):
                pass
