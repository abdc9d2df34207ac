"""The gateway: sessions of the bot, their sequence numbers and what they missed."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from playground.errors import Json
from playground.outbox import Outbox
from playground.world import World

LOG = logging.getLogger(__name__)
HEARTBEAT_MS = 41_250
HEARTBEAT_WAY = 0.01
"""Seconds that a heartbeat takes to be answered."""
MOST_MISSED_BYTES = 8 * 1024 * 1024
"""Bytes of the last events kept for a session, to be sent again when it resumes."""
MOST_SESSIONS = 16
"""Sessions kept, as far as they have no connection."""
GUILDS, MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
_OPEN_TO_ALL = frozenset({"READY", "RESUMED", "INTERACTION_CREATE"})
_CONTENT_FIELDS: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def intent_of(event: str, *, direct: bool) -> int:
    """The intent bits of which a session needs one to get this event; 0 where all get it."""
    if event in _OPEN_TO_ALL:
        return 0
    if event.startswith("MESSAGE_"):
        return DIRECT_MESSAGES if direct else GUILD_MESSAGES
    if event.startswith("GUILD_MEMBER_"):
        return MEMBERS
    return GUILDS


@dataclass(slots=True)
class Session:
    """One shard's session; without a socket it waits to be resumed."""

    id: str
    shard: int
    shards: int
    intents: int
    sequence: int = 0
    recent: deque[tuple[int, str]] = field(default_factory=deque)
    recent_bytes: int = 0
    socket: web.WebSocketResponse | None = None
    outbox: Outbox = field(default_factory=Outbox)
    expected_back: bool = False
    """We dropped it ourselves and it will resume at once: interactions wait for it."""

    def wants(self, guild_id: int | None) -> bool:
        """Whether a guild belongs to this shard; direct messages go to shard 0."""
        return ((guild_id or 0) >> 22) % self.shards == self.shard

    def send(self, event: str, text: str) -> None:
        """Numbers an event, keeps it, and hands it to the socket where there is one."""
        self.sequence += 1
        frame = f'{{"op":0,"s":{self.sequence},"t":"{event}","d":{text}}}'
        self.recent.append((self.sequence, frame))
        self.recent_bytes += len(frame)
        while self.recent_bytes > MOST_MISSED_BYTES and len(self.recent) > 1:
            self.recent_bytes -= len(self.recent.popleft()[1])
        self.push(frame)

    def push(self, frame: str) -> None:
        """Queues a frame for the socket."""
        if self.socket is not None:
            self.outbox.push(frame)


class GatewayServer:
    """All sessions; the world's ``Gateway``."""

    def __init__(self, world: World, address: str) -> None:
        self._world = world
        self._address = address
        self._sessions: dict[str, Session] = {}

    @property
    def address(self) -> str:
        """The WebSocket address to give to bots."""
        return self._address

    @property
    def connected(self) -> bool:
        """Whether any session has a socket."""
        return any(session.socket is not None for session in self._sessions.values())

    def dispatch(self, event: str, payload: Json | str, guild_id: int | None, author_id: int | None = None) -> None:
        """Sends an event to the sessions whose shard and intents want it."""
        needed = intent_of(event, direct=guild_id is None)
        text = payload if isinstance(payload, str) else ""
        for session in self._sessions.values():
            if not session.wants(guild_id) or (needed and not session.intents & needed):
                continue
            text = text or json.dumps(payload, separators=(",", ":"))
            if author_id not in (None, self._world.bot.id) and not session.intents & CONTENT:
                session.send(event, self._censored(text))
            else:
                session.send(event, text)

    def _censored(self, text: str) -> str:
        """A message without its content, unless it mentions the bot."""
        payload = json.loads(text)
        if any(user["id"] == str(self._world.bot.id) for user in payload["mentions"]) or "guild_id" not in payload:
            return text
        return json.dumps(payload | _CONTENT_FIELDS)

    def interact(self, text: str, guild_id: int | None) -> bool:
        """Sends INTERACTION_CREATE to one session of the right shard; False where none is there to take it."""
        fit = [s for s in self._sessions.values() if s.wants(guild_id) and (s.socket is not None or s.expected_back)]
        if not fit:
            return False
        fit[-1].send("INTERACTION_CREATE", text)
        return True

    async def drop(self, *, resumable: bool) -> int:
        """Asks every connection to reconnect (op 7), or calls its session invalid (op 9); answers how many."""
        dropped = 0
        for session in [s for s in self._sessions.values() if s.socket is not None]:
            socket, session.socket = session.socket, None
            session.outbox.clear()
            session.expected_back = resumable
            if not resumable:
                self._sessions.pop(session.id, None)
            dropped += 1
            if socket is not None and not socket.closed:
                await socket.send_str('{"op":7,"d":null}' if resumable else '{"op":9,"d":false}')
        self._world.page.changed()
        return dropped

    async def close(self) -> None:
        """Closes every connection."""
        for session in list(self._sessions.values()):
            if session.socket is not None:
                await session.socket.close(code=1001)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """One bot connection, from hello to its end."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        await socket.send_str(f'{{"op":10,"d":{{"heartbeat_interval":{HEARTBEAT_MS}}}}}')
        session: Session | None = None
        writer: asyncio.Task[None] | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                asked = json.loads(frame.data)
                if asked.get("op") in (2, 6):
                    session = await self._begin(socket, asked)
                    if session is not None:
                        writer = asyncio.create_task(session.outbox.deliver(socket))
                else:
                    await self._answer(socket, session, asked)
        except (ValueError, KeyError, TypeError) as fault:
            LOG.warning("gateway: a frame could not be read: %r", fault)
            await socket.close(code=4002)
        finally:
            if writer is not None:
                writer.cancel()
            self._ended(session, socket)
        return socket

    async def _begin(self, socket: web.WebSocketResponse, asked: Json) -> Session | None:
        data: Json = asked["d"]
        if data.get("token") != self._world.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return None
        if asked["op"] == 6:
            return await self._resume(socket, data)
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= int(shard) < int(shards):
            await socket.close(code=4010, message=b"Invalid shard.")
            return None
        session = Session(secrets.token_hex(16), int(shard), int(shards), int(data.get("intents") or 0))
        session.socket = socket
        self._sessions[session.id] = session
        while len(self._sessions) > MOST_SESSIONS:
            idle = next((s for s in self._sessions.values() if s.socket is None), None)
            if idle is None:
                break
            del self._sessions[idle.id]
        self._greet(session)
        self._world.page.changed()
        return session

    def _greet(self, session: Session) -> None:
        guilds = [guild for guild in self._world.guilds.values() if session.wants(guild.id)]
        ready: dict[str, Any] = {
            "v": 10,
            "user": self._world.bot.json() | {"verified": True, "mfa_enabled": True, "flags": 0, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._address,
            "shard": [session.shard, session.shards],
            "application": {"id": str(self._world.application_id), "flags": 0},
            "session_type": "normal",
            "private_channels": [],
        }
        session.send("READY", json.dumps(ready))
        if session.intents & GUILDS:
            members = bool(session.intents & MEMBERS)
            for guild in guilds:
                session.send("GUILD_CREATE", json.dumps(self._world.guild_create_json(guild, members=members)))

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self._sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        lost = session is not None and bool(session.recent) and session.recent[0][0] > seen + 1
        if session is None or lost or seen > session.sequence:
            await socket.send_str('{"op":9,"d":false}')
            return None
        session.outbox.clear()
        session.socket = socket
        session.expected_back = False
        for sequence, frame in session.recent:
            if sequence > seen:
                session.push(frame)
        session.send("RESUMED", '{"_trace":[]}')
        self._world.page.changed()
        return session

    async def _answer(self, socket: web.WebSocketResponse, session: Session | None, asked: Json) -> None:
        operation = asked.get("op")
        if operation == 1:
            # As far as Discord is away: discord.py notes the time of its beat after it has sent it.
            await asyncio.sleep(HEARTBEAT_WAY)
            await socket.send_str('{"op":11,"d":null}')
        elif session is None:
            await socket.close(code=4003, message=b"Not authenticated.")
        elif operation == 8:
            self._members(session, asked["d"])
        elif operation not in (3, 4):
            await socket.close(code=4001, message=b"Unknown opcode.")

    def _members(self, session: Session, data: Json) -> None:
        guild = self._world.guilds.get(int(data["guild_id"]))
        if guild is None:
            return
        users = [self._world.users[user_id] for user_id in guild.members]
        if data.get("user_ids"):
            wanted = {str(user_id) for user_id in data["user_ids"]}
            users = [user for user in users if str(user.id) in wanted]
        elif data.get("query"):
            users = [user for user in users if user.username.lower().startswith(str(data["query"]).lower())]
        if data.get("limit"):
            users = users[: int(data["limit"])]
        chunk: Json = {"guild_id": str(guild.id), "chunk_index": 0, "chunk_count": 1, "not_found": []}
        chunk |= {"members": [self._world.member_json(guild, user) for user in users], "nonce": data.get("nonce")}
        session.send("GUILD_MEMBERS_CHUNK", json.dumps(chunk))

    def _ended(self, session: Session | None, socket: web.WebSocketResponse) -> None:
        """A clean close ends the session, any other leaves it to be resumed."""
        if session is None or session.socket is not socket:
            return
        session.socket = None
        session.outbox.clear()
        if socket.close_code in (1000, 1001):
            self._sessions.pop(session.id, None)
        self._world.page.changed()
