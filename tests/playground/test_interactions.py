"""Discord's rules for answering: time, order, privacy, tokens; seen from the wire."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from playground import Playground
from playground.driver import Outcome, Person

from .raw_bot import RawBot

Json = dict[str, Any]
ROW: Json = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


async def ping(raw: RawBot, person: Person) -> tuple[Json, asyncio.Task[Outcome]]:
    """A person runs /ping; what the bot got, and what the person will have."""
    await person.wait_command("ping")
    task = asyncio.create_task(person.command("ping", channel="marriage"))
    return await raw.event("INTERACTION_CREATE"), task


async def test_what_an_interaction_carries(raw: RawBot, asha: Person, playground: Playground) -> None:
    interaction, task = await ping(raw, asha)
    assert interaction["type"] == 2
    assert interaction["data"] == {"id": interaction["data"]["id"], "name": "ping", "type": 1, "options": []}
    assert interaction["member"]["user"]["id"] == asha.id
    assert int(interaction["member"]["permissions"]) & 1 << 31
    assert interaction["guild_id"] == str(playground.guild.id)
    assert interaction["channel"]["name"] == "marriage"
    assert interaction["authorizing_integration_owners"] == {"0": interaction["guild_id"]}
    assert (interaction["context"], interaction["locale"], interaction["entitlements"]) == (0, "en-US", [])
    assert interaction["attachment_size_limit"] > 0
    assert int(interaction["app_permissions"]) & 1 << 11
    status, answer = await raw.answer(interaction, 4, {"content": "pong"})
    assert status == 200
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    assert answer["resource"]["message"]["interaction_metadata"]["user"]["id"] == asha.id
    assert (await task).kind == "message"


async def test_the_first_answer_is_given_once(raw: RawBot, asha: Person) -> None:
    interaction, task = await ping(raw, asha)
    assert (await raw.answer(interaction, 4, {"content": "x" * 2001}))[0] == 400
    assert (await raw.answer(interaction, 7, {"content": "update"}))[0] == 400
    assert (await raw.answer(interaction, 4))[1]["code"] == 50006
    assert (await raw.answer(interaction, 4, {"content": "pong"}))[0] == 200
    status, body = await raw.answer(interaction, 4, {"content": "pong"})
    assert (status, body["code"]) == (400, 40060)
    await task
    status, body = await raw.answer(interaction | {"token": "other"}, 4, {"content": "pong"})
    assert (status, body["code"]) == (404, 10062)


async def test_no_answer_in_time(raw: RawBot, asha: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.interactions.ANSWER_SECONDS", 0.1)
    interaction, task = await ping(raw, asha)
    assert (await task).kind == "failed"
    status, body = await raw.answer(interaction, 4, {"content": "pong"})
    assert (status, body["code"]) == (404, 10062)
    assert asha.messages("marriage") == []


async def test_webhook_before_the_first_answer(raw: RawBot, asha: Person) -> None:
    interaction, task = await ping(raw, asha)
    for method, suffix in (("POST", ""), ("GET", "/messages/@original")):
        status, body = await raw.webhook(
            method, interaction, suffix, {"content": "early"} if method == "POST" else None
        )
        assert (status, body["code"]) == (404, 10015)
    await raw.answer(interaction, 4, {"content": "pong"})
    await task


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("way", ["follow-up", "edit"])
async def test_a_deferral_is_filled_and_keeps_its_privacy(
    raw: RawBot, asha: Person, bim: Person, private: bool, way: str
) -> None:
    interaction, task = await ping(raw, asha)
    status, answer = await raw.answer(interaction, 5, {"flags": 64 if private else 0})
    assert (status, answer["interaction"]["response_message_loading"]) == (200, True)
    outcome = await task
    assert outcome.message is not None
    assert outcome.message["flags"] == 128 | (64 if private else 0)
    if way == "edit":
        status, filled = await raw.webhook("PATCH", interaction, "/messages/@original", {"content": "done"})
    else:
        # The opposite flag does not matter: the deferral decided.
        status, filled = await raw.webhook("POST", interaction, "", {"content": "done", "flags": 0 if private else 64})
    assert (status, filled["id"], filled["edited_timestamp"]) == (200, outcome.message["id"], None)
    assert (await asha.filled(outcome))["flags"] == (64 if private else 0)
    second = (await raw.webhook("POST", interaction, "", {"content": "more", "flags": 0 if private else 64}))[1]
    assert second["id"] != filled["id"]
    public = second if private else filled
    await bim.wait_for(lambda m: m["id"] == public["id"] and not m["flags"] & 128)
    assert [m["id"] for m in bim.messages("marriage")] == [public["id"]]
    await asha.wait_for(lambda m: m["id"] == second["id"])
    assert len(asha.messages("marriage")) == 2


async def test_tokens_end_after_fifteen_minutes(raw: RawBot, asha: Person, playground: Playground) -> None:
    interaction, task = await ping(raw, asha)
    await raw.answer(interaction, 4, {"content": "pong"})
    await task
    playground.world.clock.advance(899)
    assert (await raw.webhook("PATCH", interaction, "/messages/@original", {"content": "in time"}))[0] == 200
    playground.world.clock.advance(2)
    for method, suffix in (("POST", ""), ("PATCH", "/messages/@original"), ("DELETE", "/messages/@original")):
        status, body = await raw.webhook(method, interaction, suffix, {"content": "late"})
        assert (status, body["code"]) == (401, 50027)
    status, body = await raw.webhook("POST", {"token": "never-was"}, "", {"content": "x"})
    assert (status, body["code"]) == (404, 10015)


async def test_components_update_their_message(raw: RawBot, asha: Person, bim: Person) -> None:
    interaction, task = await ping(raw, asha)
    await raw.answer(interaction, 4, {"content": "board", "components": [ROW]})
    board = (await task).message
    assert board is not None
    click = asyncio.create_task(bim.click(await bim.wait_for(lambda m: m["content"] == "board"), "Go"))
    pressed = await raw.event("INTERACTION_CREATE")
    assert pressed["message"]["id"] == board["id"]
    assert pressed["data"]["custom_id"] == "go"
    assert pressed["data"]["component_type"] == 2
    status, answer = await raw.answer(pressed, 7, {"content": "new", "components": []})
    assert (status, answer["resource"]["message"]["content"]) == (200, "new")
    assert (await click).kind == "update"
    assert (await raw.webhook("GET", pressed, "/messages/@original"))[1]["id"] == board["id"]
    note = (await raw.webhook("POST", pressed, "", {"content": "for bim", "flags": 64}))[1]
    await bim.wait_for(lambda m: m["id"] == note["id"])
    assert all(m["id"] != note["id"] for m in asha.messages("marriage"))
    status, body = await raw.rest("GET", f"/channels/{note['channel_id']}/messages/{note['id']}")
    assert (status, body["code"]) == (404, 10008)
    status, body = await raw.webhook("PATCH", interaction, f"/messages/{note['id']}", {"content": "by another token"})
    assert (status, body["code"]) == (404, 10008)
    assert (await raw.webhook("DELETE", pressed, f"/messages/{note['id']}"))[0] == 204
    assert (await raw.webhook("GET", pressed, f"/messages/{note['id']}"))[1]["code"] == 10008


async def test_choices_are_limited(raw: RawBot, asha: Person) -> None:
    await asha.wait_command("pick")
    task = asyncio.create_task(asha.complete("pick", {"card": ""}, "card", channel="marriage"))
    interaction = await raw.event("INTERACTION_CREATE")
    assert interaction["data"]["options"] == [{"name": "card", "type": 3, "value": "", "focused": True}]
    many = [{"name": f"n{n}", "value": f"v{n}"} for n in range(26)]
    assert (await raw.answer(interaction, 8, {"choices": many}))[1]["code"] == 50035
    assert (await raw.answer(interaction, 4, {"content": "no"}))[1]["code"] == 50035
    assert (await raw.answer(interaction, 8, {"choices": many[:25]}))[0] == 200
    assert len((await task).choices) == 25


async def test_uploads_of_an_answer(raw: RawBot, asha: Person) -> None:
    interaction, task = await ping(raw, asha)
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
    data = {"content": "file", "flags": 64, "attachments": [{"id": 0, "description": "what"}]}
    status, _ = await raw.rest("POST", path, {"type": 4, "data": data}, files={"a.txt": b"hello"})
    assert status == 200
    attachment = ((await task).message or {})["attachments"][0]
    assert (attachment["filename"], attachment["size"], attachment["description"]) == ("a.txt", 5, "what")
    async with raw.session.get(attachment["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert await response.read() == b"hello"
    async with raw.session.get(attachment["url"].replace(attachment["url"].split("/")[-2], "guess")) as response:
        assert response.status == 404
    big = {"big.bin": bytes(10 * 1024 * 1024 + 1)}
    status, body = await raw.webhook("POST", interaction, "", {"content": "big"}, files=big)
    assert (status, body["code"]) == (413, 40005)
