"""The routes of Discord's REST API about the bot, its commands, servers and channels."""

from __future__ import annotations

import base64
import re
from typing import Any

from playground.errors import ApiError, Json, Problems, refusal, unsupported
from playground.model import Channel, User
from playground.rest import Answer, Api, Call, Routes

MOST_EMOJIS = 2000
MOST_EMOJI_BYTES = 256 * 1024
ROUTES = Routes()
_EMOJI_NAME = re.compile(r"^[A-Za-z0-9_]{2,32}$")
_DATA_URI = re.compile(r"^data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)$", re.DOTALL)


@ROUTES.add("GET", "/gateway", open_to_all=True)
def get_gateway(api: Api, _call: Call) -> Answer:
    """Where the gateway is."""
    return {"url": api.gateway_address}


@ROUTES.add("GET", "/gateway/bot")
def get_gateway_bot(api: Api, _call: Call) -> Answer:
    """Where the gateway is, and how many shards to use."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
    return {"url": api.gateway_address, "shards": 1, "session_start_limit": limit}


@ROUTES.add("GET", "/users/@me")
def get_me(api: Api, _call: Call) -> Answer:
    """The bot's own user."""
    return api.world.bot.json() | {"verified": True, "mfa_enabled": True, "email": None, "flags": 0, "locale": "en-US"}


@ROUTES.add("GET", "/users/{user_id}")
def get_user(api: Api, call: Call) -> Answer:
    """Any user."""
    user = api.world.users.get(call.ident("user_id"))
    if user is None:
        raise refusal(10013)
    return user.json()


@ROUTES.add("GET", "/users/@me/guilds")
def get_my_guilds(api: Api, _call: Call) -> Answer:
    """The guilds the bot is in."""
    keys = ("id", "name", "icon", "features")
    found = [api.world.guild_json(guild) for guild in api.world.guilds.values()]
    return [{key: guild[key] for key in keys} | {"owner": False, "permissions": "0"} for guild in found]


@ROUTES.add("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(api: Api, call: Call) -> Answer:
    """The bot leaves a guild."""
    api.world.delete_guild(api.world.guild(call.ident("guild_id")))
    return None


@ROUTES.add("POST", "/users/@me/channels")
def open_direct(api: Api, call: Call) -> Answer:
    """Opens the direct conversation with a person."""
    user = api.world.users.get(int(call.form.get("recipient_id") or 0))
    if user is None or user.bot:
        raise refusal(50007 if user is not None else 10013)
    return api.world.direct(user).json() | {"recipients": [user.json()]}


def _application(api: Api) -> Json:
    owner = User(1, "playground").json()
    return {
        "id": str(api.world.application_id),
        "name": api.world.bot.username,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "type": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "owner": owner,
        "team": None,
        "approximate_guild_count": len(api.world.guilds),
        "bot": api.world.bot.json(),
    }


@ROUTES.add("GET", "/oauth2/applications/@me")
@ROUTES.add("GET", "/applications/@me")
def get_application(api: Api, _call: Call) -> Answer:
    """The bot's application."""
    return _application(api)


def _scope(api: Api, call: Call) -> int | None:
    if call.ident("application_id") != api.world.application_id:
        raise refusal(10002)
    if "guild_id" not in call.args:
        return None
    if call.ident("guild_id") not in api.world.guilds:
        raise refusal(50001)
    return call.ident("guild_id")


for _base in ("/applications/{application_id}/commands", "/applications/{application_id}/guilds/{guild_id}/commands"):

    @ROUTES.add("GET", _base)
    def get_commands(api: Api, call: Call) -> Answer:
        """The commands of a scope."""
        return api.commands.all(_scope(api, call))

    @ROUTES.add("PUT", _base)
    def put_commands(api: Api, call: Call) -> Answer:
        """Replaces the commands of a scope."""
        if not isinstance(call.body, list):
            raise ApiError(400, 50035, "Invalid Form Body")
        return api.commands.replace(_scope(api, call), call.body)

    @ROUTES.add("POST", _base)
    def post_command(api: Api, call: Call) -> Answer:
        """Adds or replaces one command."""
        return api.commands.upsert(_scope(api, call), call.form)

    @ROUTES.add("GET", _base + "/{command_id}")
    def get_command(api: Api, call: Call) -> Answer:
        """One command."""
        return api.commands.get(_scope(api, call), call.ident("command_id"))

    @ROUTES.add("PATCH", _base + "/{command_id}")
    def patch_command(api: Api, call: Call) -> Answer:
        """Edits one command."""
        return api.commands.edit(_scope(api, call), call.ident("command_id"), call.form)

    @ROUTES.add("DELETE", _base + "/{command_id}")
    def delete_command(api: Api, call: Call) -> Answer:
        """Deletes one command."""
        api.commands.delete(_scope(api, call), call.ident("command_id"))
        return None


@ROUTES.add("GET", "/applications/{application_id}/emojis")
def get_emojis(api: Api, call: Call) -> Answer:
    """The application's emojis."""
    _scope(api, call)
    return {"items": list(api.world.emojis.values())}


def _emoji_name(name: Any) -> str:
    problems = Problems()
    if not isinstance(name, str) or not _EMOJI_NAME.match(name):
        problems.add(("name",), "STRING_TYPE_REGEX", "Names are 2 to 32 letters, digits and underscores.")
    problems.settle()
    return str(name)


@ROUTES.add("POST", "/applications/{application_id}/emojis")
def post_emoji(api: Api, call: Call) -> Answer:
    """Uploads an emoji, a data URI of at most 256 KiB."""
    _scope(api, call)
    name = _emoji_name(call.form.get("name"))
    problems = Problems()
    found = _DATA_URI.match(str(call.form.get("image") or ""))
    if any(emoji["name"] == name for emoji in api.world.emojis.values()):
        problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
    if len(api.world.emojis) >= MOST_EMOJIS:
        raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
    data = base64.b64decode(found[2], validate=True) if found else b""
    if found is None:
        problems.add(("image",), "BASE_TYPE_REQUIRED", "This field is required")
    elif len(data) > MOST_EMOJI_BYTES:
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    problems.settle()
    ident = str(api.world.ids.next())
    emoji: Json = {"id": ident, "name": name, "roles": [], "require_colons": True, "managed": False, "animated": False}
    emoji |= {"available": True, "user": api.world.bot.json()}
    api.world.emojis[ident] = emoji
    api.world.emoji_images[ident] = (found[1] if found else "", data)
    return emoji


def _emoji(api: Api, call: Call) -> Json:
    _scope(api, call)
    found = api.world.emojis.get(call.args["emoji_id"])
    if found is None:
        raise refusal(10014)
    return found


@ROUTES.add("GET", "/applications/{application_id}/emojis/{emoji_id}")
def get_emoji(api: Api, call: Call) -> Answer:
    """One emoji."""
    return _emoji(api, call)


@ROUTES.add("PATCH", "/applications/{application_id}/emojis/{emoji_id}")
def patch_emoji(api: Api, call: Call) -> Answer:
    """Renames an emoji."""
    emoji = _emoji(api, call)
    emoji["name"] = _emoji_name(call.form.get("name"))
    return emoji


@ROUTES.add("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def delete_emoji(api: Api, call: Call) -> Answer:
    """Deletes an emoji."""
    ident = _emoji(api, call)["id"]
    del api.world.emojis[ident]
    del api.world.emoji_images[ident]
    return None


@ROUTES.add("GET", "/guilds/{guild_id}")
def get_guild(api: Api, call: Call) -> Answer:
    """One guild."""
    return api.world.guild_json(api.world.guild(call.ident("guild_id")))


@ROUTES.add("GET", "/guilds/{guild_id}/channels")
def get_guild_channels(api: Api, call: Call) -> Answer:
    """A guild's channels without its threads."""
    return [c.json() for c in api.world.guild(call.ident("guild_id")).channels.values() if not c.is_thread]


@ROUTES.add("GET", "/guilds/{guild_id}/roles")
def get_guild_roles(api: Api, call: Call) -> Answer:
    """A guild's roles."""
    return api.world.roles_json(api.world.guild(call.ident("guild_id")))


@ROUTES.add("GET", "/guilds/{guild_id}/threads/active")
def get_active_threads(api: Api, call: Call) -> Answer:
    """A guild's open threads."""
    guild = api.world.guild(call.ident("guild_id"))
    threads = [c.json() for c in guild.channels.values() if c.is_thread and not c.archived]
    return {"threads": threads, "members": [], "has_more": False}


@ROUTES.add("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(api: Api, call: Call) -> Answer:
    """One member; ``@me`` is the bot."""
    guild = api.world.guild(call.ident("guild_id"))
    user_id = api.world.bot.id if call.args["user_id"] == "@me" else call.ident("user_id")
    if user_id not in api.world.users:
        raise refusal(10013)
    if user_id not in guild.members:
        raise refusal(10007)
    return api.world.member_json(guild, api.world.users[user_id])


def _visible(api: Api, call: Call) -> Channel:
    channel = api.world.channel(call.ident("channel_id"))
    api.world.require(channel)
    return channel


@ROUTES.add("GET", "/channels/{channel_id}")
def get_channel(api: Api, call: Call) -> Answer:
    """One channel."""
    return _visible(api, call).json()


@ROUTES.add("PATCH", "/channels/{channel_id}")
def patch_channel(api: Api, call: Call) -> Answer:
    """Renames a channel; opens, closes, locks a thread."""
    channel = _visible(api, call)
    known = {"name", "archived", "locked", "auto_archive_duration"}
    if set(call.form) - known:
        raise unsupported(f"editing {sorted(set(call.form) - known)} of a channel")
    opens = (channel.is_thread and channel.owner_id == api.world.bot.id) or set(call.form) == {"archived"}
    api.world.require(channel, *([] if opens else ["manage_threads" if channel.is_thread else "manage_channels"]))
    channel.name = str(call.form.get("name") or channel.name)
    channel.archived = bool(call.form.get("archived", channel.archived))
    channel.locked = bool(call.form.get("locked", channel.locked))
    api.world.update_channel(channel)
    return channel.json()


@ROUTES.add("DELETE", "/channels/{channel_id}")
def delete_channel(api: Api, call: Call) -> Answer:
    """Deletes a channel or thread."""
    channel = _visible(api, call)
    api.world.require(channel, "manage_threads" if channel.is_thread else "manage_channels")
    api.world.delete_channel(channel)
    return channel.json()


@ROUTES.add("POST", "/channels/{channel_id}/threads")
def post_thread(api: Api, call: Call) -> Answer:
    """Opens a thread; in a forum with its first message."""
    parent = _visible(api, call)
    api.world.require(parent, "create_public_threads")
    problems = Problems()
    problems.text(("name",), call.form.get("name"), 100, shortest=1, needed=True)
    problems.settle()
    if parent.type not in (0, 5, 15):
        raise refusal(50024)
    guild = api.world.guild_of(parent)
    thread = api.world.create_channel(guild, call.form["name"], int(call.form.get("type") or 11), parent.id)
    if parent.type == 15:
        message = api.messages.bot_post(thread, call.form.get("message") or {}, call.uploads)
        return thread.json() | {"message": message.payload}
    return thread.json()


@ROUTES.add("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def post_message_thread(api: Api, call: Call) -> Answer:
    """Opens a thread at a message."""
    parent = _visible(api, call)
    api.world.require(parent, "create_public_threads")
    api.world.find_message(parent, call.ident("message_id"))
    return api.world.create_channel(api.world.guild_of(parent), str(call.form["name"])[:100], 11, parent.id).json()


@ROUTES.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
@ROUTES.add("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def thread_member(api: Api, call: Call) -> Answer:
    """Membership in threads changes nothing here: everyone who sees the parent sees the thread."""
    _visible(api, call)
    return None


@ROUTES.add("POST", "/channels/{channel_id}/typing")
def post_typing(api: Api, call: Call) -> Answer:
    """Typing is accepted and not shown."""
    _visible(api, call)
    return None
