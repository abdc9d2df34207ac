"""The tabs of the page: who they belong to and what each of them is told."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from aiohttp import web

from playground.commands import Commands
from playground.errors import Json
from playground.gateway import GatewayServer
from playground.model import Message, User
from playground.outbox import Outbox
from playground.world import World

MOST_TABS = 10_000
STATE_PAUSE = 0.1
"""Seconds over which changes of the state are gathered into one frame."""


@dataclass(slots=True)
class Tab:
    """One tab of one person."""

    token: str
    user: User
    socket: web.WebSocketResponse | None = None
    outbox: Outbox = field(default_factory=Outbox)
    only: frozenset[int] | None = None
    """The channels it wants public messages of; None for all."""
    wants_state: bool = True


class Tabs:
    """All tabs; the world's ``Page``."""

    def __init__(self, world: World, commands: Commands, gateway: GatewayServer) -> None:
        self._world = world
        self._commands = commands
        self._gateway = gateway
        self._tabs: OrderedDict[str, Tab] = OrderedDict()
        self._open: dict[int, list[Tab]] = {}
        self._pending: asyncio.TimerHandle | None = None

    def open(self, user: User) -> Tab:
        """A new tab for a person; the oldest without a socket give way beyond the bound."""
        tab = Tab(secrets.token_urlsafe(32), user)
        self._tabs[tab.token] = tab
        while len(self._tabs) > MOST_TABS:
            idle = next((t for t in self._tabs.values() if t.socket is None), None)
            if idle is None:
                break
            del self._tabs[idle.token]
        return tab

    def find(self, token: str) -> Tab | None:
        """The tab of a token."""
        return self._tabs.get(token)

    async def attach(self, tab: Tab, socket: web.WebSocketResponse) -> None:
        """Connects a tab, in place of the socket it had."""
        former, tab.socket = tab.socket, socket
        tab.outbox = Outbox()
        if former is None:
            self._open.setdefault(tab.user.id, []).append(tab)
        else:
            await former.close(code=4001, message=b"Another tab took over.")
        tab.outbox.push(_frame("READY", self.state(tab.user)))

    def detach(self, tab: Tab, socket: web.WebSocketResponse) -> None:
        """A tab's socket is gone."""
        if tab.socket is not socket:
            return
        tab.socket = None
        mine = self._open.get(tab.user.id, [])
        if tab in mine:
            mine.remove(tab)
        if not mine:
            self._open.pop(tab.user.id, None)

    async def close(self) -> None:
        """Closes every socket."""
        if self._pending is not None:
            self._pending.cancel()
        for tab in [tab for tabs in self._open.values() for tab in tabs]:
            if tab.socket is not None:
                await tab.socket.close(code=1001)

    def state(self, user: User) -> Json:
        """The page's STATE for one person: only what this person may see."""
        world = self._world
        guilds = []
        for guild in world.guilds.values():
            if user.id not in guild.members:
                continue
            channels = [channel.page_json() for channel in guild.channels.values() if world.sees(channel, user.id)]
            members = [world.users[ident].page_json() for ident in guild.members]
            guilds.append({"id": str(guild.id), "name": guild.name, "channels": channels, "members": members})
        return {
            "me": user.page_json(),
            "bot": world.bot.page_json() if self._gateway.connected else None,
            "guilds": guilds,
            "dms": [c.page_json() for c in world.channels.values() if c.recipient_id == user.id],
            "commands": [leaf.json() for leaf in self._commands.offered(user.id)],
        }

    def message_text(self, message: Message, user_id: int) -> str:
        """The page's MESSAGE for one person, as JSON text."""
        pings = "true" if message.mentions(user_id) else "false"
        return f'{message.text[:-1]},"mentions_me":{pings}}}'

    # What the world tells

    def created(self, message: Message) -> None:
        """A message appeared."""
        self._spread("MESSAGE_CREATE", message)

    def updated(self, message: Message) -> None:
        """A message changed."""
        self._spread("MESSAGE_UPDATE", message)

    def deleted(self, message: Message) -> None:
        """A message is gone."""
        frame = _frame("MESSAGE_DELETE", {"id": str(message.id), "channel_id": str(message.channel_id)})
        for tab in self._audience(message):
            tab.outbox.push(frame)

    def changed(self) -> None:
        """Tells all tabs the new state, once for all changes of a moment."""
        if self._pending is None:
            self._pending = asyncio.get_running_loop().call_later(STATE_PAUSE, self._tell_state)

    def tell(self, tab: str, kind: str, data: Json) -> None:
        """Something for one tab alone; lost where it is not connected."""
        found = self._tabs.get(tab)
        if found is not None and found.socket is not None:
            found.outbox.push(_frame(kind, data))

    def _tell_state(self) -> None:
        self._pending = None
        for tabs in self._open.values():
            wanting = [tab for tab in tabs if tab.wants_state]
            if wanting:
                frame = _frame("STATE", self.state(wanting[0].user))
                for tab in wanting:
                    tab.outbox.push(frame)

    def _audience(self, message: Message) -> list[Tab]:
        if message.private_to is not None:
            return list(self._open.get(message.private_to, ()))
        channel = self._world.channels.get(message.channel_id)
        if channel is None:
            return []
        found: list[Tab] = []
        for user_id, tabs in self._open.items():
            listening = [tab for tab in tabs if tab.only is None or channel.id in tab.only]
            if listening and self._world.sees(channel, user_id):
                found += listening
        return found

    def _spread(self, kind: str, message: Message) -> None:
        head = f'{{"t":"{kind}","at":{time.monotonic():.6f},"d":'
        frames: dict[bool, str] = {}
        for tab in self._audience(message):
            pinged = message.mentions(tab.user.id)
            if pinged not in frames:
                frames[pinged] = f"{head}{self.message_text(message, tab.user.id)}}}"
            tab.outbox.push(frames[pinged])


def _frame(kind: str, data: Json) -> str:
    return json.dumps({"t": kind, "at": round(time.monotonic(), 6), "d": data}, separators=(",", ":"))
