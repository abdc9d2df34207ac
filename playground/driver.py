"""A person as a program: an asynchronous client of ``/app/`` for tests and load.

Errors: ``Refusal`` where the playground refuses what a person may not do, ``TimeoutError`` where nothing comes,
``ConnectionError`` where the socket is gone.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

import aiohttp

from playground.seen import LOADING, Json, Outcome, Refusal, components, find_component, text

__all__ = ["Outcome", "Person", "Refusal", "components", "find_component", "text"]
Predicate = Callable[[Json], bool]
MOST_KEPT = 300
"""Messages a person keeps of a channel."""
PATIENCE = 10.0
"""Seconds to wait for an answer unless told otherwise."""


class Person:
    """One person in one tab."""

    def __init__(self, base_url: str, session: aiohttp.ClientSession, *, own_session: bool) -> None:
        self.base_url = base_url
        self.me: Json = {}
        self.state: Json = {}
        self._session = session
        self._own_session = own_session
        self._headers: dict[str, str] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._views: dict[str, OrderedDict[str, Json]] = {}
        self._answers: dict[str, asyncio.Future[tuple[str, float, Json]]] = {}
        self._extras: dict[str, Json] = {}
        self._waiting: list[tuple[Predicate, asyncio.Future[Json]]] = []
        self._changed: list[asyncio.Future[None]] = []
        self._nonces = itertools.count(1)
        self.gone: set[str] = set()
        """Ids of messages that were deleted."""

    @classmethod
    async def login(
        cls,
        base_url: str,
        name: str,
        *,
        session: aiohttp.ClientSession | None = None,
        channels: Iterable[str] | None = None,
        state: bool = True,
    ) -> Self:
        """Logs in and connects the tab.

        For load: share one ``session``, listen to the public messages of some ``channels`` (ids) only, and do without
        STATE frames after the first (``state=False``).
        """
        own = session is None
        session = session or aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        person = cls(base_url.rstrip("/"), session, own_session=own)
        try:
            answer = await person._request("POST", "/app/login", {"name": name})
            person.me = answer["user"]
            person._headers = {"Authorization": f"Bearer {answer['token']}"}
            socket = await session.ws_connect(person.base_url + "/app/socket", compress=0, max_msg_size=0)
            person._socket = socket
            hello: Json = {"token": answer["token"], "state": state}
            if channels is not None:
                hello["channels"] = list(channels)
            await socket.send_str(json.dumps(hello))
            first = await socket.receive_json(timeout=PATIENCE)
            person.state = first["d"]
            person._reader = asyncio.create_task(person._read(socket))
        except BaseException:
            await person.close()
            raise
        return person

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the tab."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader
        if self._own_session:
            await self._session.close()

    # What the person sees

    @property
    def id(self) -> str:
        """The person's user id."""
        return str(self.me["id"])

    def channel(self, name: str, guild: str | None = None) -> str:
        """A channel's id by name; an id is given back as it is. ``LookupError`` where there is none."""
        for place in self.state["guilds"]:
            if guild is not None and guild not in (place["name"], place["id"]):
                continue
            for channel in place["channels"]:
                if name in (channel["name"], channel["id"]):
                    return str(channel["id"])
        if name.isdigit():
            return name
        raise LookupError(f"no channel {name!r}")

    def messages(self, channel: str) -> list[Json]:
        """What this tab has seen of a channel since it connected, own ephemeral messages included, oldest first."""
        view = self._views.get(self.channel(channel), OrderedDict())
        return sorted(view.values(), key=lambda message: int(message["id"]))

    def message(self, message: Json | str) -> Json | None:
        """The present form of a message, None where it is gone or was never seen."""
        ident = message if isinstance(message, str) else message["id"]
        return next((view[ident] for view in self._views.values() if ident in view), None)

    async def history(self, channel: str, limit: int = 50) -> list[Json]:
        """The channel's messages from the playground, oldest first; the local view takes them in."""
        found: list[Json] = await self._request("GET", f"/app/channels/{self.channel(channel)}/messages?limit={limit}")
        for message in found:
            self._keep(message)
        return found

    async def wait_for(self, predicate: Predicate, timeout: float = PATIENCE, *, fresh: bool = False) -> Json:  # noqa: ASYNC109
        """The newest message that satisfies, seen already or to come; ``fresh``: only one that comes from now on."""
        if not fresh:
            seen = [message for view in self._views.values() for message in view.values()]
            for message in sorted(seen, key=lambda message: int(message["id"]), reverse=True):
                if predicate(message):
                    return message
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting.append((predicate, future))
        try:
            return await asyncio.wait_for(future, timeout)
        finally:
            self._waiting.remove((predicate, future))

    async def filled(self, outcome: Outcome, timeout: float = PATIENCE) -> Json:  # noqa: ASYNC109
        """The answer's message once a deferred one has its content."""
        if outcome.message is None:
            raise LookupError(f"the answer was {outcome.kind}, not a message")
        ident = outcome.message["id"]
        return await self.wait_for(lambda m: m["id"] == ident and not m["flags"] & LOADING, timeout)

    async def wait_state(self, predicate: Callable[[Json], bool], timeout: float = PATIENCE) -> Json:  # noqa: ASYNC109
        """The state once it satisfies, as when the bot has registered its commands."""

        async def until() -> Json:
            while not predicate(self.state):
                future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._changed.append(future)
                await future
            return self.state

        return await asyncio.wait_for(until(), timeout)

    async def wait_command(self, name: str, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        """Waits until the bot is there and offers this command."""
        await self.wait_state(lambda s: bool(s["bot"]) and any(c["name"] == name for c in s["commands"]), timeout)

    # What the person does

    async def speak(self, channel: str, content: str) -> Json:
        """Writes a message."""
        answer: Json = await self._request(
            "POST", f"/app/channels/{self.channel(channel)}/messages", {"content": content}
        )
        return answer

    async def command(
        self,
        name: str,
        *,
        channel: str,
        timeout: float = PATIENCE,  # noqa: ASYNC109
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Outcome:
        """Runs a command by its full name, options by name."""
        given = {**(options or {}), **more}
        body = {"type": "command", "channel_id": self.channel(channel), "name": name, "options": given}
        return await self._interact(body, timeout)

    async def complete(
        self,
        name: str,
        options: Mapping[str, Any],
        focused: str,
        *,
        channel: str,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Outcome:
        """Asks for completions of the option ``focused``; ``choices`` has them."""
        body = {"type": "autocomplete", "channel_id": self.channel(channel), "name": name}
        return await self._interact(body | {"options": dict(options), "focused": focused}, timeout)

    async def click(self, message: Json, which: str, *, timeout: float = PATIENCE) -> Outcome:  # noqa: ASYNC109
        """Presses a button, found by custom_id or label in the message's present form."""
        return await self._component(message, which, None, timeout)

    async def select(
        self,
        message: Json,
        which: str,
        values: Iterable[str],
        *,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Outcome:
        """Chooses values in a select, found by custom_id or placeholder; values may be labels of options."""
        component = find_component(self.message(message) or message, which)
        by_label = {option["label"]: option["value"] for option in component.get("options") or []}
        known = set(by_label.values())
        chosen = [value if value in known else by_label.get(value, value) for value in values]
        return await self._component(message, which, chosen, timeout)

    async def submit_modal(
        self,
        modal: Outcome | Json,
        fields: Mapping[str, Any] | None = None,
        *,
        timeout: float = PATIENCE,  # noqa: ASYNC109
        **more: Any,
    ) -> Outcome:
        """Sends a form, fields by custom_id."""
        shown = modal.modal if isinstance(modal, Outcome) else modal
        if shown is None:
            raise LookupError("the answer was no modal")
        body = {"type": "modal", "channel_id": shown["channel_id"], "modal_id": shown["modal_id"]}
        body |= {"custom_id": shown["custom_id"], "fields": {**(fields or {}), **more}}
        return await self._interact(body, timeout)

    async def _component(self, message: Json, which: str, values: list[str] | None, timeout: float) -> Outcome:  # noqa: ASYNC109
        component = find_component(self.message(message) or message, which)
        body: Json = {"type": "component", "channel_id": message["channel_id"], "message_id": message["id"]}
        body["custom_id"] = component["custom_id"]
        if values is not None:
            body["values"] = values
        return await self._interact(body, timeout)

    async def _interact(self, body: Json, timeout: float) -> Outcome:  # noqa: ASYNC109
        nonce = str(next(self._nonces))
        future: asyncio.Future[tuple[str, float, Json]] = asyncio.get_running_loop().create_future()
        self._answers[nonce] = future
        sent_at = time.monotonic()
        try:
            accepted = await self._request("POST", "/app/interactions", body | {"nonce": nonce})
            kind, at, data = await asyncio.wait_for(future, timeout)
        finally:
            self._answers.pop(nonce, None)
        outcome = Outcome(nonce, accepted["interaction_id"], sent_at, accepted["at"], at, kind)
        if data.get("message_id"):
            outcome.message = self.message(str(data["message_id"]))
        extra = self._extras.pop(nonce, None)
        if kind == "modal" and extra is not None:
            outcome.modal = extra | {"channel_id": body["channel_id"]}
        elif kind == "choices" and extra is not None:
            outcome.choices = extra["choices"]
        return outcome

    async def _request(self, method: str, path: str, body: Json | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers | ({"Content-Type": "application/json"} if data else {})
        async with self._session.request(method, self.base_url + path, data=data, headers=headers) as response:
            raw = await response.read()
            if response.status == 200:
                return json.loads(raw)
            try:
                error = json.loads(raw)["error"]
            except (ValueError, KeyError):
                error = {"code": "no_answer", "message": raw.decode(errors="replace")[:200]}
            raise Refusal(response.status, error["code"], error["message"])

    # The socket

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                told = json.loads(frame.data)
                self._take(told["t"], told["d"], told["at"])
        fault = ConnectionError("the tab's socket is closed")
        open_ends: list[asyncio.Future[Any]] = [*self._answers.values(), *(f for _, f in self._waiting), *self._changed]
        for future in open_ends:
            if not future.done():
                future.set_exception(fault)

    def _take(self, kind: str, data: Json, at: float) -> None:
        if kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._keep(data)
            for predicate, waiting in self._waiting:
                if not waiting.done() and predicate(data):
                    waiting.set_result(data)
        elif kind == "MESSAGE_DELETE":
            self._views.get(data["channel_id"], {}).pop(data["id"], None)
            self.gone.add(data["id"])
        elif kind in ("MODAL", "CHOICES"):
            if data["nonce"] in self._answers:
                self._extras[data["nonce"]] = data
        elif kind in ("ANSWER", "FAILED"):
            future = self._answers.get(data["nonce"])
            if future is not None and not future.done():
                future.set_result(("failed" if kind == "FAILED" else data["kind"], at, data))
        elif kind in ("STATE", "READY"):
            self.state = data
            changed, self._changed = self._changed, []
            for waiter in changed:
                if not waiter.done():
                    waiter.set_result(None)

    def _keep(self, message: Json) -> None:
        view = self._views.setdefault(message["channel_id"], OrderedDict())
        view[message["id"]] = message
        while len(view) > MOST_KEPT:
            view.popitem(last=False)
