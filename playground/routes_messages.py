"""The routes of Discord's REST API about messages and interactions."""

from __future__ import annotations

from playground.errors import Json, refusal, unsupported
from playground.interactions import Interactions
from playground.model import Channel, Interaction, Message
from playground.rest import Answer, Api, Call, Raw, Routes

MESSAGE_ROUTES = Routes()
_ORIGINAL = "/webhooks/{application_id}/{token}/messages/{message_id}"


def _found(api: Api, call: Call) -> tuple[Channel, Message]:
    channel = api.world.channel(call.ident("channel_id"))
    api.world.require(channel)
    return channel, api.world.find_message(channel, call.ident("message_id"))


@MESSAGE_ROUTES.add("POST", "/channels/{channel_id}/messages")
def post_message(api: Api, call: Call) -> Answer:
    """The bot writes."""
    channel = api.world.channel(call.ident("channel_id"))
    return Raw(api.messages.bot_post(channel, call.form, call.uploads).text)


@MESSAGE_ROUTES.add("GET", "/channels/{channel_id}/messages")
def get_messages(api: Api, call: Call) -> Answer:
    """The last messages, newest first; ``before``, ``after`` and ``limit`` as on Discord."""
    channel = api.world.channel(call.ident("channel_id"))
    api.world.require(channel, "read_message_history")
    limit = min(max(int(call.query.get("limit", 50)), 1), 100)
    found = list(channel.messages.values())
    if "after" in call.query:
        after = int(call.query["after"])
        found = [message for message in found if message.id > after][:limit]
    else:
        before = int(call.query.get("before", 1 << 63))
        found = [message for message in found if message.id < before][-limit:]
    return Raw("[" + ",".join(message.text for message in reversed(found)) + "]")


@MESSAGE_ROUTES.add("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(api: Api, call: Call) -> Answer:
    """One message."""
    channel, message = _found(api, call)
    api.world.require(channel, "read_message_history")
    return Raw(message.text)


@MESSAGE_ROUTES.add("PATCH", "/channels/{channel_id}/messages/{message_id}")
def patch_message(api: Api, call: Call) -> Answer:
    """The bot edits its own message."""
    channel, message = _found(api, call)
    return Raw(api.messages.bot_edit(channel, message, call.form, call.uploads).text)


@MESSAGE_ROUTES.add("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(api: Api, call: Call) -> Answer:
    """The bot deletes a message."""
    channel, message = _found(api, call)
    api.messages.bot_delete(channel, message)
    return None


@MESSAGE_ROUTES.add("POST", "/interactions/{interaction_id}/{token}/callback", open_to_all=True)
def answer_interaction(api: Api, call: Call) -> Answer:
    """The first answer to an interaction."""
    text = api.interactions.answer(call.ident("interaction_id"), call.args["token"], call.form, call.uploads)
    return Raw(text) if call.query.get("with_response", "").lower() in ("1", "true") else None


def _of(api: Api, call: Call) -> tuple[Interactions, Interaction]:
    if not call.args["application_id"].isdigit():
        raise refusal(10015)
    return api.interactions, api.interactions.of_token(int(call.args["application_id"]), call.args["token"])


@MESSAGE_ROUTES.add("POST", "/webhooks/{application_id}/{token}", open_to_all=True)
def follow_up(api: Api, call: Call) -> Answer:
    """A follow-up, or the content of a deferred answer."""
    if "thread_id" in call.query:
        raise unsupported("follow-ups in another thread")
    interactions, made = _of(api, call)
    return Raw(interactions.follow_up(made, call.form, call.uploads).text)


@MESSAGE_ROUTES.add("GET", _ORIGINAL, open_to_all=True)
def get_answer(api: Api, call: Call) -> Answer:
    """An answer or follow-up."""
    interactions, made = _of(api, call)
    return Raw(interactions.message(made, call.args["message_id"]).text)


@MESSAGE_ROUTES.add("PATCH", _ORIGINAL, open_to_all=True)
def edit_answer(api: Api, call: Call) -> Answer:
    """Edits an answer or follow-up, or fills a deferred answer."""
    interactions, made = _of(api, call)
    message = interactions.message(made, call.args["message_id"])
    body: Json = call.form
    return Raw(interactions.edit(made, message, body, call.uploads).text)


@MESSAGE_ROUTES.add("DELETE", _ORIGINAL, open_to_all=True)
def delete_answer(api: Api, call: Call) -> Answer:
    """Deletes an answer or follow-up."""
    interactions, made = _of(api, call)
    interactions.delete(made, interactions.message(made, call.args["message_id"]))
    return None
