"""Putting the parts together and listening on loopback."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from playground.buckets import Buckets
from playground.commands import Commands
from playground.control import Control
from playground.errors import Json
from playground.faults import Fault, Faults, Journal
from playground.gateway import GatewayServer
from playground.interactions import Interactions
from playground.messages import Messages
from playground.model import Channel, Guild
from playground.page import PageApi
from playground.rest import MOST_BODY_BYTES, PREFIX, Api
from playground.routes import ROUTES
from playground.routes_messages import MESSAGE_ROUTES
from playground.tabs import Tabs
from playground.world import World

LOG = logging.getLogger(__name__)
HOST = "127.0.0.1"
DEFAULT_PORT = 8765
DEFAULT_TOKEN = "playground"
DEFAULT_CHANNELS = ("marriage", "adda", "chautari")
WEB = Path(__file__).parent / "web"
_SAFE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
}


@dataclass(slots=True)
class Playground:
    """A running playground: its addresses and its world, for tests in the same process."""

    base_url: str
    gateway_url: str
    token: str
    control_token: str
    world: World
    messages: Messages
    interactions: Interactions
    commands: Commands
    gateway: GatewayServer
    tabs: Tabs
    faults: Faults
    journal: Journal

    @property
    def api_url(self) -> str:
        """The base of Discord's REST API here."""
        return self.base_url + PREFIX

    @property
    def guild(self) -> Guild:
        """The first guild."""
        return next(iter(self.world.guilds.values()))

    def channel(self, name: str) -> Channel:
        """A channel of the first guild by name; ``KeyError`` where there is none."""
        for channel in self.guild.channels.values():
            if channel.name == name:
                return channel
        raise KeyError(name)

    def fault(self, route: str, kind: str, **settings: float | str) -> None:
        """Orders a fault as ``POST /control/fault`` does."""
        self.faults.order(Fault(route, kind, **settings))  # type: ignore[arg-type]

    def requests(self, since: int = 0) -> list[Json]:
        """The bot's requests as ``GET /control/requests`` lists them."""
        return [record.json() for record in self.journal.since(since)]

    async def drop(self, *, resumable: bool = True) -> int:
        """Drops the bot's connections; answers how many."""
        return await self.gateway.drop(resumable=resumable)


def _guard(base_url: str) -> Middleware:
    """Only requests for the loopback address served, and only from the page's own origin, pass."""
    host = base_url.removeprefix("http://")
    port = host.rpartition(":")[2]

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.host == f"localhost:{port}" and request.path == "/":
            raise web.HTTPTemporaryRedirect(base_url + "/")
        if request.host != host:
            raise web.HTTPMisdirectedRequest(text=f"This is {host}.")
        if request.headers.get("Origin", base_url) != base_url:
            raise web.HTTPForbidden(text="Another origin.")
        return await handler(request)

    return guard


async def _secure(request: web.Request, response: web.StreamResponse) -> None:
    if not request.path.startswith(PREFIX):
        for name, value in _SAFE.items():
            response.headers.setdefault(name, value)


async def _index(_request: web.Request) -> web.Response:
    return _static("index.html")


async def _web(request: web.Request) -> web.Response:
    return _static(request.match_info["name"])


def _static(name: str) -> web.Response:
    path = (WEB / name).resolve()
    if not path.is_relative_to(WEB.resolve()) or not path.is_file() or path.suffix not in _TYPES:
        raise web.HTTPNotFound(text="There is no such file.")
    return web.Response(body=path.read_bytes(), content_type=_TYPES[path.suffix], charset="utf-8")


def _files(world: World) -> list[web.RouteDef]:
    async def attachment(request: web.Request) -> web.Response:
        found = world.file(request.match_info["secret"])
        if found is None:
            raise web.HTTPNotFound(text="There is no such file.")
        response = web.Response(body=found.data, content_type=found.content_type)
        if not found.content_type.startswith("image/"):
            response.headers["Content-Disposition"] = "attachment"
        return response

    async def emoji(request: web.Request) -> web.Response:
        found = world.emoji_images.get(request.match_info["ident"])
        if found is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return web.Response(body=found[1], content_type=found[0])

    return [
        web.get("/attachments/{channel}/{ident}/{secret}/{name}", attachment),
        web.get("/emojis/{ident}.{suffix}", emoji),
    ]


def build(
    base_url: str, *, token: str, control_token: str, bot_name: str, rate_limits: bool
) -> tuple[web.Application, Playground]:
    """The application and its parts, without guilds and not yet listening."""
    world = World(base_url=base_url, token=token, bot_name=bot_name)
    gateway_url = base_url.replace("http://", "ws://") + "/gateway/"
    messages = Messages(world)
    interactions = Interactions(world, messages)
    commands = Commands(world)
    gateway = GatewayServer(world, gateway_url)
    tabs = Tabs(world, commands, gateway)
    world.gateway, world.page = gateway, tabs
    faults, journal = Faults(), Journal()
    buckets = Buckets(enabled=rate_limits)
    api = Api(world, messages, interactions, commands, faults, journal, buckets, [ROUTES, MESSAGE_ROUTES], gateway_url)
    app = web.Application(middlewares=[_guard(base_url)], client_max_size=MOST_BODY_BYTES)
    app.on_response_prepare.append(_secure)
    app.router.add_route("*", PREFIX + "/{path:.*}", api.serve)
    app.router.add_get("/gateway/", gateway.connect)
    app.router.add_get("/", _index)
    app.router.add_get("/web/{name:.+}", _web)
    app.add_routes(_files(world))
    app.add_routes(PageApi(world, tabs, commands, messages, interactions).routes())
    app.add_routes(Control(api, gateway, control_token).routes())
    parts = Playground(
        base_url,
        gateway_url,
        token,
        control_token,
        world,
        messages,
        interactions,
        commands,
        gateway,
        tabs,
        faults,
        journal,
    )
    return app, parts


@asynccontextmanager
async def serve(
    *,
    port: int = 0,
    token: str = DEFAULT_TOKEN,
    control_token: str | None = None,
    guild: str = "Chautari",
    channels: Sequence[str] = DEFAULT_CHANNELS,
    bot_name: str = "marriage",
    rate_limits: bool = False,
) -> AsyncIterator[Playground]:
    """Runs a playground on loopback, by default on a free port, until the block is left.

    ``rate_limits`` counts requests by channel and answers 429 as Discord does.

    Raises ``OSError`` where the port is taken.
    """
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError:
        listening.close()
        raise
    base_url = f"http://{HOST}:{listening.getsockname()[1]}"
    app, playground = build(
        base_url,
        token=token,
        control_token=control_token or secrets.token_urlsafe(16),
        bot_name=bot_name,
        rate_limits=rate_limits,
    )
    playground.world.create_guild(guild, list(channels))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.SockSite(runner, listening, backlog=1024).start()
    try:
        yield playground
    finally:
        await playground.tabs.close()
        await playground.gateway.close()
        await runner.cleanup()
        await asyncio.sleep(0)
