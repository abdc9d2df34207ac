"""What the playground answers and sends, held against Discord's own description of its API."""

from __future__ import annotations

import asyncio
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from playground import Playground
from playground.driver import Person

from .raw_bot import RawBot
from .trial_bot import PNG

Json = dict[str, Any]
OPENAPI = os.environ.get("DISCORD_OPENAPI", "")
pytestmark = pytest.mark.skipif(not OPENAPI, reason="$DISCORD_OPENAPI is not set")


@cache
def description() -> Json:
    document: Json = json.loads(Path(OPENAPI).read_text())
    return document


def fits(schema: Json, found: Any) -> None:
    """Fails with the most telling fault where ``found`` does not fit."""
    whole = schema | {"components": description()["components"]}
    fault = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(whole).iter_errors(found))
    assert fault is None, f"{list(fault.absolute_path)}: {fault.message[:300]}"


def answer_fits(method: str, path: str, status: int, found: Any) -> None:
    """Holds an answer against what the route is said to answer with that status."""
    answers = description()["paths"][path][method.lower()]["responses"]
    fits(answers[str(status)]["content"]["application/json"]["schema"], found)


async def test_routes_that_only_tell(raw: RawBot, playground: Playground, asha: Person) -> None:
    values = {
        "guild_id": playground.guild.id,
        "channel_id": playground.channel("marriage").id,
        "user_id": asha.id,
        "application_id": raw.application_id,
    }
    for path in (
        "/users/@me",
        "/users/{user_id}",
        "/applications/@me",
        "/oauth2/applications/@me",
        "/gateway",
        "/gateway/bot",
        "/guilds/{guild_id}",
        "/guilds/{guild_id}/channels",
        "/guilds/{guild_id}/roles",
        "/guilds/{guild_id}/members/{user_id}",
        "/guilds/{guild_id}/threads/active",
        "/channels/{channel_id}",
        "/applications/{application_id}/emojis",
        "/applications/{application_id}/commands",
        "/applications/{application_id}/guilds/{guild_id}/commands",
    ):
        status, found = await raw.rest("GET", path.format(**values))
        answer_fits("GET", path, status, found)


async def test_messages_and_answers(raw: RawBot, playground: Playground, asha: Person) -> None:
    await asha.wait_command("ping")
    running = asyncio.create_task(asha.command("ping", channel="marriage"))
    interaction = await raw.event("INTERACTION_CREATE")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    embed = {"title": "Title", "fields": [{"name": "a", "value": "b"}]}
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    status, found = await raw.answer(interaction, 4, {"content": "x", "components": [row], "embeds": [embed]})
    answer_fits("POST", callback, status, found)
    pressing = asyncio.create_task(asha.click((await running).message or {}, "Go"))
    pressed = await raw.event("INTERACTION_CREATE")
    status, found = await raw.answer(pressed, 7, {"content": "y"})
    answer_fits("POST", callback, status, found)
    await pressing
    select = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
    picture = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    inside = [{"type": 10, "content": "z"}, {"type": 14}, picture, {"type": 1, "components": [select]}]
    layout = {"flags": 32768, "components": [{"type": 17, "components": inside}], "attachments": [{"id": 0}]}
    _, follow_up = await raw.webhook("POST", pressed, "", layout, files={"a.png": PNG})
    fits({"$ref": "#/components/schemas/MessageResponse"}, follow_up)
    place = f"/channels/{playground.channel('marriage').id}"
    status, message = await raw.rest("POST", place + "/messages", {"content": f"hi <@{asha.id}>"})
    answer_fits("POST", "/channels/{channel_id}/messages", status, message)
    status, listed = await raw.rest("GET", place + "/messages")
    answer_fits("GET", "/channels/{channel_id}/messages", status, listed)
    status, thread = await raw.rest("POST", place + "/threads", {"name": "side", "type": 11})
    answer_fits("POST", "/channels/{channel_id}/threads", status, thread)
    status, direct = await raw.rest("POST", "/users/@me/channels", {"recipient_id": asha.id})
    answer_fits("POST", "/users/@me/channels", status, direct)
