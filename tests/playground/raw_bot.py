"""A bot without a library, for what discord.py would not let through or keeps to itself."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from playground import Playground

Json = dict[str, Any]


class RawBot:
    """Speaks the wire: ``rest`` for requests, ``event`` for what the gateway sends."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.sequence = 0
        self.session_id = ""
        self.seen: list[Json] = []

    @property
    def application_id(self) -> str:
        return str(self.playground.world.application_id)

    async def rest(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        token: str | None = None,
    ) -> tuple[int, Any]:
        """Status and decoded body of a request."""
        headers = {"Authorization": f"Bot {token or self.playground.token}"}
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.playground.api_url + path
        async with self.session.request(method, url, data=data, headers=headers) as response:
            raw = await response.read()
            if raw:
                assert response.headers["Content-Type"] == "application/json"
            return response.status, json.loads(raw) if raw else None

    async def connect(self, *, intents: int = 1, shard: tuple[int, int] = (0, 1), resume: bool = False) -> None:
        """Identifies, or resumes the session it had."""
        self.socket = await self.session.ws_connect(self.playground.gateway_url, compress=0)
        assert (await self.socket.receive_json(timeout=5))["op"] == 10
        if resume:
            data = {"token": self.playground.token, "session_id": self.session_id, "seq": self.sequence}
            await self.socket.send_json({"op": 6, "d": data})
            return
        data = {"token": self.playground.token, "intents": intents, "shard": list(shard), "properties": {}}
        await self.socket.send_json({"op": 2, "d": data})
        self.session_id = (await self.event("READY"))["session_id"]

    async def frame(self) -> Json:
        """The next frame."""
        assert self.socket is not None
        frame: Json = await self.socket.receive_json(timeout=5)
        self.sequence = frame.get("s") or self.sequence
        self.seen.append(frame)
        return frame

    async def event(self, name: str) -> Json:
        """The next event of that name."""
        while True:
            frame = await self.frame()
            if frame.get("t") == name:
                data: Json = frame["d"]
                return data

    async def quiet(self, seconds: float = 0.1) -> list[Json]:
        """The frames that come within a while."""
        found: list[Json] = []
        try:
            while True:
                found.append(await asyncio.wait_for(self.frame(), seconds))
        except TimeoutError:
            return found

    async def register(self, *bodies: Json) -> None:
        """Registers these commands everywhere."""
        status, answer = await self.rest("PUT", f"/applications/{self.application_id}/commands", list(bodies))
        assert status == 200, answer

    async def answer(self, interaction: Json, kind: int, data: Json | None = None) -> tuple[int, Any]:
        """The first answer."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        return await self.rest("POST", path, {"type": kind, "data": data or {}})

    async def webhook(
        self, method: str, interaction: Json, suffix: str = "", body: Any = None, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """A request at an interaction's webhook."""
        path = f"/webhooks/{self.application_id}/{interaction['token']}{suffix}"
        return await self.rest(method, path, body, files=files)


@asynccontextmanager
async def raw_bot(playground: Playground) -> AsyncIterator[RawBot]:
    """A raw bot that is not yet connected."""
    async with aiohttp.ClientSession() as session:
        bot = RawBot(playground, session)
        yield bot
        if bot.socket is not None:
            await bot.socket.close()
