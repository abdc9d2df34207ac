"""A browser, a playground and a small bot, in this process and started once; each test gets a channel of its own."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import discord
import pytest
import pytest_asyncio
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, ConsoleMessage, Page, ViewportSize, async_playwright

from playground import Playground, serve
from tests.browser.bot import PageBot

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
_numbers = itertools.count(1)


@dataclass(slots=True)
class Room:
    """A running playground with its bot connected, and an empty channel of it."""

    playground: Playground
    bot: PageBot
    channel_id: int

    @property
    def channel(self) -> discord.TextChannel:
        """The channel as the bot knows it."""
        found = self.bot.get_channel(self.channel_id)
        assert isinstance(found, discord.TextChannel)
        return found


OpenPage = Callable[..., Awaitable[Page]]


def _chromium() -> str:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        words = "there is no chromium: set CHROMIUM or install one"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    return path


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One chromium for all tests."""
    path = _chromium()
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield running
        await running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def town(browser: Browser) -> AsyncIterator[tuple[Playground, PageBot]]:
    """One playground with its bot. It wants the browser first: without one nothing is started."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with serve() as playground:
        Route.BASE = playground.api_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway_url)
        bot = PageBot()
        running = asyncio.create_task(bot.start(playground.token))
        try:
            await asyncio.wait_for(bot.prepared.wait(), 10)
            yield playground, bot
        finally:
            await bot.close()
            await asyncio.wait([running], timeout=5)
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@pytest_asyncio.fixture(loop_scope="session")
async def room(town: tuple[Playground, PageBot]) -> Room:
    """A fresh channel that the bot knows."""
    playground, bot = town
    name = f"room-{next(_numbers)}"
    known = bot.wait_for("guild_channel_create", check=lambda channel: bool(channel.name == name), timeout=5)
    made = playground.world.create_channel(playground.guild, name, 0, None)
    await known
    return Room(playground, bot, made.id)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, room: Room) -> AsyncIterator[OpenPage]:
    """Opens the page as somebody in the test's channel. At the end no console may have complained: not even of CSP."""
    complaints: list[str] = []
    contexts = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    async def opened(name: str, viewport: ViewportSize = WIDE) -> Page:
        context = await browser.new_context(viewport=viewport, has_touch=viewport is PHONE, is_mobile=viewport is PHONE)
        context.set_default_timeout(6000)
        contexts.append(context)
        page = await context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
        page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
        await page.goto(f"{room.playground.base_url}/{as_query(name)}#{room.channel_id}")
        await page.locator(f".channel.current[data-channel-id='{room.channel_id}']").wait_for(state="attached")
        await page.locator("#log-top h2, #log-top button").wait_for(state="attached")
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert complaints == []


def as_query(name: str) -> str:
    """The query that logs in as somebody."""
    return "?" + str(yarl.URL.build(query={"as": name})).lstrip("?")
