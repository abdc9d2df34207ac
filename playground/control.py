"""Controls for tests under ``/control/``: faults, drops, channels, permissions, the clock."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from playground import permissions
from playground.errors import ApiError, Json
from playground.faults import Fault
from playground.gateway import GatewayServer
from playground.messages import Messages
from playground.model import Channel, Guild, User
from playground.rest import Api


@dataclass(frozen=True, slots=True)
class Ask:
    """One call of a control."""

    args: Mapping[str, str]
    query: Mapping[str, str]
    body: Json


class Control:
    """The handlers of ``/control/``; each wants the header ``X-Control``."""

    def __init__(self, api: Api, gateway: GatewayServer, token: str) -> None:
        self._api = api
        self._world = api.world
        self._messages: Messages = api.messages
        self._gateway = gateway
        self._token = token

    def routes(self) -> list[web.RouteDef]:
        """For aiohttp."""
        guarded = self._guarded
        return [
            web.post("/control/fault", guarded(self._fault)),
            web.delete("/control/fault", guarded(self._no_faults)),
            web.post("/control/drop", guarded(self._drop)),
            web.post("/control/channels", guarded(self._new_channel)),
            web.patch("/control/channels/{ident}", guarded(self._edit_channel)),
            web.delete("/control/channels/{ident}", guarded(self._delete_channel)),
            web.post("/control/permissions", guarded(self._permissions)),
            web.post("/control/clock", guarded(self._clock)),
            web.get("/control/requests", guarded(self._requests)),
            web.post("/control/guilds", guarded(self._new_guild)),
            web.delete("/control/guilds/{ident}", guarded(self._delete_guild)),
            web.delete("/control/messages/{ident}", guarded(self._delete_message)),
            web.post("/control/members", guarded(self._member)),
            web.delete("/control/members/{ident}", guarded(self._leave)),
        ]

    def _guarded(self, inner: Callable[[Ask], Awaitable[Any]]) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handler(request: web.Request) -> web.Response:
            given = request.headers.get("X-Control", "").encode()
            if not secrets.compare_digest(given, self._token.encode()):
                return _answer({"error": {"code": "unknown_token", "message": "X-Control is missing or wrong."}}, 401)
            try:
                raw = await request.read()
                body = json.loads(raw) if raw else {}
                return _answer(await inner(Ask(request.match_info, request.query, body)))
            except ApiError as fault:
                return _answer({"error": {"code": "refused", "message": fault.message}}, 404)
            except (ValueError, TypeError, KeyError) as fault:
                return _answer({"error": {"code": "bad_request", "message": repr(fault)}}, 400)

        return handler

    async def _fault(self, ask: Ask) -> Json:
        self._api.faults.order(Fault(**ask.body))
        return {}

    async def _no_faults(self, _ask: Ask) -> Json:
        self._api.faults.clear()
        return {}

    async def _drop(self, ask: Ask) -> Json:
        return {"dropped": await self._gateway.drop(resumable=bool(ask.body.get("resumable", True)))}

    def _guild(self, body: Json) -> Guild:
        if body.get("guild_id"):
            return self._world.guild(int(body["guild_id"]))
        return next(iter(self._world.guilds.values()))

    def _user(self, body: Json) -> User:
        if body.get("name"):
            return self._world.person(str(body["name"]))
        return self._world.users[int(body["user_id"])]

    def _channel(self, ident: object) -> Channel:
        return self._world.channel(int(str(ident)))

    async def _new_channel(self, ask: Ask) -> Json:
        parent = int(ask.body["parent_id"]) if ask.body.get("parent_id") else None
        channel = self._world.create_channel(
            self._guild(ask.body), str(ask.body["name"]), int(ask.body.get("type", 0)), parent
        )
        return channel.page_json()

    async def _edit_channel(self, ask: Ask) -> Json:
        channel = self._channel(ask.args["ident"])
        channel.archived = bool(ask.body.get("archived", channel.archived))
        channel.locked = bool(ask.body.get("locked", channel.locked))
        self._world.update_channel(channel)
        return channel.page_json()

    async def _delete_channel(self, ask: Ask) -> Json:
        self._world.delete_channel(self._channel(ask.args["ident"]))
        return {}

    async def _permissions(self, ask: Ask) -> Json:
        channel = self._channel(ask.body["channel_id"])
        guild = self._world.guild_of(channel)
        who = ask.body.get("who", "bot")
        key, kind = (guild.id, 0) if who == "everyone" else (self._world.bot.id, 1)
        if who not in ("bot", "everyone"):
            key = self._world.person(str(who)).id
        channel.overwrites[key] = (
            kind,
            permissions.bits(ask.body.get("allow", [])),
            permissions.bits(ask.body.get("deny", [])),
        )
        self._world.update_channel(channel)
        return {}

    async def _clock(self, ask: Ask) -> Json:
        self._world.clock.advance(float(ask.body["advance"]))
        return {"now": self._world.clock.now()}

    async def _requests(self, ask: Ask) -> Json:
        found = self._api.journal.since(int(ask.query.get("since", "0")))
        return {"requests": [record.json() for record in found], "last": self._api.journal.count}

    async def _new_guild(self, ask: Ask) -> Json:
        guild = self._world.create_guild(str(ask.body["name"]), list(ask.body.get("channels", ["general"])))
        channels = [channel.page_json() for channel in guild.channels.values()]
        return {"id": str(guild.id), "name": guild.name, "channels": channels}

    async def _delete_guild(self, ask: Ask) -> Json:
        self._world.delete_guild(self._world.guild(int(ask.args["ident"])))
        return {}

    async def _delete_message(self, ask: Ask) -> Json:
        ident = int(ask.args["ident"])
        for channel in self._world.channels.values():
            message = channel.messages.get(ident) or channel.private.get(ident)
            if message is not None:
                self._messages.delete(channel, message)
                return {}
        raise KeyError(ident)

    async def _member(self, ask: Ask) -> Json:
        user = self._user(ask.body)
        if "permissions" in ask.body:
            self._world.grant(self._guild(ask.body), user, permissions.bits(ask.body["permissions"]))
        user.dms_closed = bool(ask.body.get("dms_closed", user.dms_closed))
        return user.page_json()

    async def _leave(self, ask: Ask) -> Json:
        self._world.leave(self._guild(dict(ask.query)), self._world.users[int(ask.args["ident"])])
        return {}


def _answer(body: Any, status: int = 200) -> web.Response:
    return web.Response(status=status, body=json.dumps(body).encode(), content_type="application/json")
