"""The page's own interface under ``/app/``: what a person may do."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import WSMsgType, web

from playground.command_limits import CHANNEL, MENTIONABLE, ROLE, USER
from playground.commands import Commands, Refused, invocation
from playground.components import SELECT, SELECTS, walk
from playground.errors import ApiError, Json
from playground.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, Interactions
from playground.messages import Messages
from playground.modals import FormError, choose, entity_selects, submitted
from playground.model import LOADING, SPEAKABLE, Channel, Interaction, Message
from playground.permissions import BITS
from playground.tabs import Tab, Tabs
from playground.world import World

MOST_NAME = 32
LOGIN_SECONDS = 10.0
_ENTITIES = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
"""Which kind of option the values of an entity select are like."""


class PageApi:
    """The handlers of ``/app/``."""

    def __init__(
        self, world: World, tabs: Tabs, commands: Commands, messages: Messages, interactions: Interactions
    ) -> None:
        self._world = world
        self._tabs = tabs
        self._commands = commands
        self._messages = messages
        self._interactions = interactions

    def routes(self) -> list[web.RouteDef]:
        """For aiohttp."""
        return [
            web.post("/app/login", self._guarded(self._login)),
            web.get("/app/state", self._guarded(self._state)),
            web.get("/app/channels/{channel_id}/messages", self._guarded(self._history)),
            web.post("/app/channels/{channel_id}/messages", self._guarded(self._speak)),
            web.post("/app/interactions", self._guarded(self._interact)),
            web.get("/app/socket", self._socket),
        ]

    def _guarded(
        self, inner: Callable[[web.Request], Awaitable[str]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handler(request: web.Request) -> web.Response:
            try:
                text = await inner(request)
            except Refused as refused:
                return _error(refused.code, refused.message)
            except FormError as fault:
                return _error("bad_form", str(fault))
            except ApiError as fault:
                return _error("refused", fault.message, 404 if fault.status == 404 else 400)
            return web.Response(body=text.encode(), content_type="application/json")

        return handler

    async def _login(self, request: web.Request) -> str:
        name = _text(await _body(request), "name").strip()
        if not 1 <= len(name) <= MOST_NAME or not name.isprintable():
            raise Refused("bad_name", f"A name has 1 to {MOST_NAME} printable characters.")
        tab = self._tabs.open(self._world.person(name))
        return json.dumps({"token": tab.token, "user": tab.user.page_json()})

    def _tab(self, request: web.Request) -> Tab:
        tab = self._tabs.find(request.headers.get("Authorization", "").removeprefix("Bearer "))
        if tab is None:
            raise Refused("unknown_token", "Log in first.")
        return tab

    async def _state(self, request: web.Request) -> str:
        return json.dumps(self._tabs.state(self._tab(request).user))

    def _channel(self, tab: Tab, ident: str) -> Channel:
        channel = self._world.channels.get(int(ident) if ident.isdigit() else 0)
        if channel is None or not self._world.sees(channel, tab.user.id):
            raise Refused("unknown_channel", "There is no such channel.")
        return channel

    async def _history(self, request: web.Request) -> str:
        tab = self._tab(request)
        channel = self._channel(tab, request.match_info["channel_id"])
        limit = request.query.get("limit", "50")
        most = min(max(int(limit) if limit.isdigit() else 50, 1), 500)
        own = [message for message in channel.private.values() if message.visible_to(tab.user.id)]
        found = sorted((*channel.messages.values(), *own), key=lambda message: message.id)[-most:]
        return "[" + ",".join(self._tabs.message_text(message, tab.user.id) for message in found) + "]"

    async def _speak(self, request: web.Request) -> str:
        tab = self._tab(request)
        channel = self._channel(tab, request.match_info["channel_id"])
        content = _text(await _body(request), "content")
        bit = BITS["send_messages_in_threads" if channel.is_thread else "send_messages"]
        if channel.type not in SPEAKABLE or not self._world.permissions(channel, tab.user.id) & bit:
            raise Refused("not_allowed", "You may not write here.")
        message = self._messages.speak(channel, tab.user, content)
        return self._tabs.message_text(message, tab.user.id)

    async def _interact(self, request: web.Request) -> str:
        tab = self._tab(request)
        body = await _body(request)
        channel = self._channel(tab, str(body.get("channel_id", "")))
        start = {
            "command": self._command,
            "autocomplete": self._complete,
            "component": self._component,
            "modal": self._modal,
        }.get(str(body.get("type")))
        if start is None:
            raise Refused("bad_type", "type is command, autocomplete, component or modal.")
        nonce = body.get("nonce", "")
        if not isinstance(nonce, str) or len(nonce) > 100:
            raise Refused("bad_nonce", "nonce is a text of at most 100 characters.")
        at = time.monotonic()
        made = start(tab, channel, body, nonce)
        return json.dumps({"interaction_id": str(made.id), "nonce": nonce, "at": round(at, 6)})

    def _command(self, tab: Tab, channel: Channel, body: Json, nonce: str) -> Interaction:
        data = self._invoke(tab, channel, body, None)[0]
        return self._interactions.start(COMMAND, tab.token, tab.user, channel, data, nonce)

    def _complete(self, tab: Tab, channel: Channel, body: Json, nonce: str) -> Interaction:
        focused = _text(body, "focused")
        data, kind = self._invoke(tab, channel, body, focused)
        return self._interactions.complete(tab.token, tab.user, channel, data, nonce, kind)

    def _invoke(self, tab: Tab, channel: Channel, body: Json, focused: str | None) -> tuple[Json, int]:
        if channel.guild_id is None:
            raise Refused("not_allowed", "Commands are for servers.")
        leaf = self._commands.find(_text(body, "name"), self._world.guilds[channel.guild_id], channel, tab.user.id)
        given = body.get("options") or {}
        if not isinstance(given, dict):
            raise Refused("bad_options", "options is an object.")
        data = invocation(leaf, given, self._resolver(channel, tab), focused)
        return data, next((int(o["type"]) for o in leaf.options if o["name"] == focused), 3)

    def _component(self, tab: Tab, channel: Channel, body: Json, nonce: str) -> Interaction:
        message = self._message(tab, channel, str(body.get("message_id", "")))
        custom_id = _text(body, "custom_id")
        found = [c for _, c in walk(message.payload["components"]) if c.get("custom_id") == custom_id]
        if not found or message.payload["flags"] & LOADING:
            raise Refused("unknown_component", "The message has no such component.")
        component = found[0]
        if component.get("disabled"):
            raise Refused("disabled", "This component is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
        if component["type"] in SELECTS:
            values = body.get("values")
            if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
                raise Refused("bad_values", "values is a list of texts.")
            data["values"] = choose(component, values)
            resolved = self._resolved(component, values, channel, tab)
            if resolved:
                data["resolved"] = resolved
        return self._interactions.start(COMPONENT, tab.token, tab.user, channel, data, nonce, source=message)

    def _modal(self, tab: Tab, channel: Channel, body: Json, nonce: str) -> Interaction:
        modal = self._interactions.modals.get(str(body.get("modal_id", "")))
        if modal is None or modal.user_id != tab.user.id or modal.channel_id != channel.id:
            raise Refused("unknown_modal", "There is no such form, or it is no longer open.")
        if body.get("custom_id", modal.custom_id) != modal.custom_id:
            raise Refused("unknown_modal", "That is another form.")
        fields = body.get("fields") or {}
        if not isinstance(fields, dict):
            raise Refused("bad_form", "fields is an object.")
        data: Json = {"custom_id": modal.custom_id, "components": submitted(modal.components, fields)}
        for select in entity_selects(modal.components):
            for kind, entries in self._resolved(select, fields.get(select["custom_id"]) or [], channel, tab).items():
                data.setdefault("resolved", {}).setdefault(kind, {}).update(entries)
        ident = modal.source_message_id or 0
        source = channel.messages.get(ident) or channel.private.get(ident)
        return self._interactions.start(
            MODAL_SUBMIT, tab.token, tab.user, channel, data, nonce, source=source, origin=modal.origin
        )

    def _message(self, tab: Tab, channel: Channel, ident: str) -> Message:
        number = int(ident) if ident.isdigit() else 0
        message = channel.messages.get(number) or channel.private.get(number)
        if message is None or not message.visible_to(tab.user.id):
            raise Refused("unknown_message", "There is no such message.")
        return message

    def _resolved(self, select: Json, values: list[str], channel: Channel, tab: Tab) -> Json:
        resolved: Json = {}
        if select["type"] != SELECT:
            resolve = self._resolver(channel, tab)
            for value in values:
                resolve(_ENTITIES[select["type"]], value, resolved)
        return resolved

    def _resolver(self, channel: Channel, tab: Tab) -> Callable[[int, str, Json], None]:
        guild = self._world.guilds.get(channel.guild_id or 0)

        def resolve(kind: int, value: str, into: Json) -> None:
            ident = int(value) if value.isdigit() else 0
            if guild is None:
                raise Refused("bad_option", "There is nobody else here.")
            if kind in (USER, MENTIONABLE) and ident in guild.members:
                user = self._world.users[ident]
                into.setdefault("users", {})[value] = user.json()
                member = self._world.member_json(guild, user)
                del member["user"]
                member["permissions"] = str(self._world.permissions(channel, ident))
                into.setdefault("members", {})[value] = member
                return
            if kind in (ROLE, MENTIONABLE):
                role = next((r for r in self._world.roles_json(guild) if r["id"] == value), None)
                if role is not None:
                    into.setdefault("roles", {})[value] = role
                    return
            if kind == CHANNEL and ident in guild.channels and self._world.sees(guild.channels[ident], tab.user.id):
                place = guild.channels[ident]
                held = {"permissions": str(self._world.permissions(place, tab.user.id))}
                into.setdefault("channels", {})[value] = place.json() | held
                return
            raise Refused("bad_option", f"{value!r} is not to be found here.")

        return resolve

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30.0, compress=False, max_msg_size=1 << 16)
        await socket.prepare(request)
        tab: Tab | None = None
        writer: asyncio.Task[None] | None = None
        try:
            hello = await _hello(socket)
            tab = self._tabs.find(str(hello.get("token", "")))
            if tab is None:
                await socket.close(code=4004, message=b"Log in first.")
                return socket
            only = hello.get("channels")
            tab.only = frozenset(int(ident) for ident in only) if isinstance(only, list) else None
            tab.wants_state = bool(hello.get("state", True))
            await self._tabs.attach(tab, socket)
            writer = asyncio.create_task(tab.outbox.deliver(socket))
            async for _ in socket:
                pass
        except (ValueError, TimeoutError):
            await socket.close(code=4002, message=b'The first frame is {"token": ...}.')
        finally:
            if writer is not None:
                writer.cancel()
            if tab is not None:
                self._tabs.detach(tab, socket)
        return socket


async def _hello(socket: web.WebSocketResponse) -> Json:
    frame = await socket.receive(timeout=LOGIN_SECONDS)
    if frame.type is not WSMsgType.TEXT:
        return {}
    body = json.loads(frame.data)
    return body if isinstance(body, dict) else {}


async def _body(request: web.Request) -> Json:
    try:
        body: Any = json.loads(await request.read() or b"{}")
    except ValueError:
        raise Refused("bad_json", "The body is no JSON.") from None
    if not isinstance(body, dict):
        raise Refused("bad_json", "The body is an object.")
    return body


def _text(body: Json, name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise Refused("bad_request", f"{name} is a text.")
    return value


def _error(code: str, message: str, status: int | None = None) -> web.Response:
    if status is None:
        status = 401 if code == "unknown_token" else 404 if code.startswith("unknown_") else 400
    body = json.dumps({"error": {"code": code, "message": message}})
    return web.Response(status=status, body=body.encode(), content_type="application/json")
