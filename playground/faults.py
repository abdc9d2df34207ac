"""Faults that tests order, and the record of what the bot asked for."""

from __future__ import annotations

import asyncio
import fnmatch
import json
from collections import deque
from dataclasses import dataclass
from typing import Any

from playground.errors import ApiError, Json

MOST_RECORDS = 20_000
MOST_RECORD_BYTES = 32 * 1024 * 1024
"""Bytes of the bodies of the requests recorded."""
KINDS = ("delay", "status", "lost")


@dataclass(slots=True)
class Fault:
    """One ordered fault.

    ``delay`` waits ``seconds`` before the request is carried out, ``status`` refuses it, ``lost`` carries it out and
    then answers ``status`` all the same (a gateway error on the way back).
    """

    route: str
    kind: str
    seconds: float = 0.0
    status: int = 500
    code: int = 0
    message: str = "An injected fault"
    times: int = 1

    def error(self) -> ApiError:
        """What the bot is told; a 429 carries ``retry_after``."""
        if self.status == 429:
            return ApiError(429, self.code, "You are being rate limited.", retry_after=self.seconds)
        return ApiError(self.status, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Record:
    """One request of the bot as it was answered."""

    number: int
    at: float
    method: str
    route: str
    path: str
    body: bytes
    """As it was sent; of a form, its ``payload_json``."""
    files: tuple[tuple[str, int], ...]
    status: int
    code: int | None

    def json(self) -> Json:
        """For ``GET /control/requests``."""
        return {
            "n": self.number,
            "at": self.at,
            "method": self.method,
            "route": self.route,
            "path": self.path,
            "body": _parsed(self.body),
            "files": [{"filename": name, "size": size} for name, size in self.files],
            "status": self.status,
            "code": self.code,
        }


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return body.decode(errors="replace")


class Faults:
    """The faults still to happen."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def order(self, fault: Fault) -> None:
        """Adds a fault; ``ValueError`` for an unknown kind."""
        if fault.kind not in KINDS:
            raise ValueError(f"kind is one of {', '.join(KINDS)}, not {fault.kind!r}")
        self._ordered.append(fault)

    @property
    def ordered(self) -> int:
        """How many are still to happen."""
        return len(self._ordered)

    def clear(self) -> None:
        """Forgets all ordered faults."""
        self._ordered.clear()

    async def meet(self, method: str, path: str) -> Fault | None:
        """Meets the first fault for this request: waits, or raises; answers one that is to happen afterwards."""
        if not self._ordered:
            return None
        name = f"{method} {path}"
        fault = next((f for f in self._ordered if fnmatch.fnmatchcase(name, f.route)), None)
        if fault is None:
            return None
        fault.times -= 1
        if fault.times <= 0:
            self._ordered.remove(fault)
        if fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
            return None
        if fault.kind == "status":
            raise fault.error()
        return fault


class Journal:
    """The last requests of the bot, numbered from 1."""

    def __init__(self) -> None:
        self._records: deque[Record] = deque()
        self._bytes = 0
        self.count = 0

    def add(self, record: Record) -> None:
        """Keeps a record, the oldest goes."""
        self._records.append(record)
        self._bytes += len(record.body)
        while len(self._records) > MOST_RECORDS or self._bytes > MOST_RECORD_BYTES:
            self._bytes -= len(self._records.popleft().body)

    def number(self) -> int:
        """The next number."""
        self.count += 1
        return self.count

    def since(self, number: int) -> list[Record]:
        """Records with a greater number, in the order they were answered."""
        return [record for record in self._records if record.number > number]
