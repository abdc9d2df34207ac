"""Discord's REST API: finding the route, checking the token, recording, meeting faults, answering."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from playground.buckets import Buckets
from playground.commands import Commands
from playground.errors import ApiError, Json, malformed, refusal
from playground.faults import Fault, Faults, Journal, Record
from playground.interactions import Interactions
from playground.messages import Messages, Upload
from playground.world import World

LOG = logging.getLogger(__name__)
PREFIX = "/api/v10"
MOST_BODY_BYTES = 32 * 1024 * 1024
_CREATE = frozenset(
    {
        "POST /channels/{channel_id}/threads",
        "POST /channels/{channel_id}/messages/{message_id}/threads",
        "POST /applications/{application_id}/emojis",
    }
)
"""The routes that answer 201."""
_JSON = {"Content-Type": "application/json"}


class Raw(str):
    """An answer that is JSON text already."""

    __slots__ = ()


@dataclass(slots=True)
class Call:
    """One request of the bot."""

    method: str
    path: str
    args: dict[str, str]
    query: Mapping[str, str]
    body: Any = None
    raw: bytes = b""
    uploads: list[Upload] = field(default_factory=list)

    def ident(self, name: str) -> int:
        """A snowflake of the path; Discord's 50035 where it is none."""
        value = self.args[name]
        if not value.isdigit():
            raise malformed("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.', name)
        return int(value)

    @property
    def form(self) -> Json:
        """The body as an object."""
        if not isinstance(self.body, dict):
            raise malformed("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return self.body


Answer = Json | list[Json] | Raw | None
Route = Callable[["Api", Call], Answer]


class Routes:
    """A table of routes; literal parts win over parameters."""

    def __init__(self) -> None:
        self._table: dict[tuple[str, int], list[tuple[tuple[str, ...], str, bool, Route]]] = {}

    def add(self, method: str, template: str, *, open_to_all: bool = False) -> Callable[[Route], Route]:
        """Registers a route; ``open_to_all`` ones carry their right in the path instead of the bot's token."""
        parts = tuple(template.strip("/").split("/"))

        def register(route: Route) -> Route:
            rows = self._table.setdefault((method, len(parts)), [])
            rows.append((parts, template, open_to_all, route))
            rows.sort(key=lambda row: sum(part.startswith("{") for part in row[0]))
            return route

        return register

    def find(self, method: str, path: str) -> tuple[str, bool, Route, dict[str, str]] | None:
        """The route of a path and its parameters."""
        segments = path.strip("/").split("/")
        for parts, template, open_to_all, route in self._table.get((method, len(segments)), ()):
            args: dict[str, str] = {}
            for part, segment in zip(parts, segments, strict=True):
                if part[0] == "{":
                    args[part[1:-1]] = segment
                elif part != segment:
                    break
            else:
                return template, open_to_all, route, args
        return None


@dataclass(slots=True)
class Api:
    """What the routes work on, and the entry for aiohttp."""

    world: World
    messages: Messages
    interactions: Interactions
    commands: Commands
    faults: Faults
    journal: Journal
    buckets: Buckets
    routes: list[Routes]
    gateway_address: str

    async def serve(self, request: web.Request) -> web.Response:
        """Answers one request below ``/api/v10``."""
        path = request.path.removeprefix(PREFIX)
        call = Call(request.method, path, {}, request.query)
        template, code = "unknown", None
        headers: dict[str, str] = {}
        number = self.journal.number()
        try:
            found = next(filter(None, (table.find(request.method, path) for table in self.routes)), None)
            if found is None:
                LOG.error("The playground has no route %s %s; the bot was told 404.", request.method, path)
                raise ApiError(404, 0, f"404: Not Found (the playground has no {request.method} {path})")
            template, open_to_all, route, call.args = found
            if not open_to_all and not self._authorised(request):
                raise ApiError(401, 0, "401: Unauthorized")
            await _read(request, call)
            self.buckets.take(request.method, template, call.args, headers)
            afterwards = await self.faults.meet(request.method, path)
            response = _response(route(self, call), afterwards, f"{request.method} {template}" in _CREATE)
        except ApiError as refused:
            code = refused.code
            response = _refuse(refused)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as fault:
            LOG.exception("The playground could not read %s %s", request.method, path)
            unread = malformed("PLAYGROUND", repr(fault))
            code, response = unread.code, _refuse(unread)
        response.headers.update(headers)
        files = tuple((upload.filename, len(upload.data)) for upload in call.uploads)
        self.journal.add(
            Record(number, time.monotonic(), call.method, template, path, call.raw, files, response.status, code)
        )
        return response

    def _authorised(self, request: web.Request) -> bool:
        return secrets.compare_digest(
            request.headers.get("Authorization", "").encode(), f"Bot {self.world.token}".encode()
        )


def _response(answer: Answer, afterwards: Fault | None, created: bool) -> web.Response:
    if afterwards is not None:
        raise afterwards.error()
    if answer is None:
        return web.Response(status=204)
    text = answer if isinstance(answer, Raw) else json.dumps(answer, separators=(",", ":"))
    return web.Response(status=201 if created else 200, body=text.encode(), headers=_JSON)


def _refuse(refused: ApiError) -> web.Response:
    headers = dict(_JSON)
    if refused.retry_after is not None:
        # discord.py takes a 429 without Via for a ban by Cloudflare and does not retry.
        headers |= {"Via": "1.1 playground", "Retry-After": str(refused.retry_after)}
    return web.Response(status=refused.status, body=json.dumps(refused.body()).encode(), headers=headers)


async def _read(request: web.Request, call: Call) -> None:
    """Reads a JSON body, or a form of ``payload_json`` and ``files[n]``."""
    if not request.body_exists:
        return
    if not request.content_type.startswith("multipart/"):
        call.raw = await request.read()
        if call.raw:
            try:
                call.body = json.loads(call.raw)
            except ValueError:
                raise refusal(50109) from None
        return
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        total += len(data)
        if total > MOST_BODY_BYTES:
            raise refusal(40005)
        name = part.name or ""
        if name == "payload_json":
            call.raw, call.body = data, json.loads(data)
        elif name.startswith("files[") and name[6:-1].isdigit():
            call.uploads.append(Upload(int(name[6:-1]), part.filename or "file", data))
    if call.body is None:
        call.body = {}
