"""Frames on their way to one WebSocket, in order, without anyone waiting for a slow reader."""

from __future__ import annotations

import asyncio
from collections import deque

from aiohttp import web

MOST_WAITING = 50_000
"""Frames waiting for a connection that does not read; beyond it the connection is given up."""


class Outbox:
    """A queue of text frames; one ``deliver`` at a time empties it."""

    __slots__ = ("_awake", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._awake = asyncio.Event()

    def push(self, frame: str) -> None:
        """Queues a frame."""
        self._waiting.append(frame)
        self._awake.set()

    def clear(self) -> None:
        """Forgets what was not sent."""
        self._waiting.clear()

    async def deliver(self, socket: web.WebSocketResponse) -> None:
        """Sends frames to a socket until it closes or the task is cancelled."""
        while not socket.closed:
            while self._waiting:
                if len(self._waiting) > MOST_WAITING:
                    await socket.close(code=1011)
                    return
                try:
                    await socket.send_str(self._waiting.popleft())
                except ConnectionError:
                    return
            self._awake.clear()
            await self._awake.wait()
