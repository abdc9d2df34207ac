"""Two people in two pages play a deal of Marriage to its settlement: the real bot, real clicks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.conftest import WIDE
from tests.wire.reading import Card, card, cards, completes, number, worst
from tests.wire.town import Town, town

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEED = "browser 15"
"""A deal of ten turns, in which both see."""
SECONDS = 10_000
_SUIT_LINE = re.compile(r"^[♠♥♦♣]")
_LETTERS = dict(zip("♠♥♦♣", "SHDC", strict=True))


@pytest_asyncio.fixture(loop_scope="session")
async def game_town(browser: Browser, tmp_path: Path) -> AsyncIterator[Town]:
    """A town with the real bot; without a browser nothing is started."""
    async with town(tmp_path, DEAL_SEED=SEED) as made:
        yield made
        assert made.bot.complaints() == []


class Seat:
    """One person's page, read and clicked as a person would."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.panel = page.locator("[data-ephemeral=true]", has_text="Your hand").last
        self.turns = 0

    async def say(self, command: str) -> None:
        """Types a command and sends it."""
        await self.page.fill("#composer", command)
        await self.page.press("#composer", "Enter")

    def control(self, within: Locator, verb: str) -> Locator:
        """The button or select for a verb."""
        return within.locator(f"[data-custom-id*=':{verb}:'], [data-custom-id$=':{verb}']").first

    async def hand(self) -> list[Card]:
        """The cards that the panel shows."""
        lines = (await self.panel.inner_text()).splitlines()
        found: list[Card] = []
        for line in lines:
            if _SUIT_LINE.match(line):
                found += [card(rank + _LETTERS[line[0]]) for rank in re.findall(r"10|[2-9AJQK]", line)]
        return found

    async def wild(self) -> frozenset[Card]:
        """The wild cards that the panel names, for one who has seen."""
        lines = (await self.panel.inner_text()).splitlines()
        return frozenset(found for line in lines if "wild" in line for found in cards(line))

    async def turn(self) -> bool:
        """One turn by clicks; whether it ended the deal."""
        self.turns += 1
        if await self.control(self.panel, "tunnela").count():
            await self.control(self.panel, "tunnela").click()
            await expect(self.control(self.panel, "tunnela")).to_have_count(0)
        take = self.control(self.panel, "take")
        top = cards(await take.inner_text())
        wanted = bool(top) and await take.is_enabled() and completes(top[0], tuple(await self.hand()))
        await (take if wanted else self.control(self.panel, "draw")).click()
        picker = self.control(self.panel, "discard")
        await expect(picker).to_be_visible()
        if await self.control(self.panel, "see").count():
            await self.control(self.panel, "see").click()
            await expect(self.panel).to_contain_text("Tiplu")
        if await self.control(self.panel, "show").count():
            await self.control(self.panel, "show").click()
            return True
        await self.discard(picker)
        return False

    async def discard(self, picker: Locator) -> None:
        """Chooses the most useless card in the select; confirms where the bot asks."""
        hand, wild = await self.hand(), await self.wild()
        await picker.click()
        offered = [cards(label)[0] for label in await self.page.get_by_role("option").all_inner_texts()]
        chosen = worst(tuple(offered), tuple(hand), wild)[0]
        await self.page.get_by_role("option").nth(offered.index(chosen)).click()
        sure = self.control(self.panel, "sure")
        done = self.panel.get_by_text("Waiting for")
        await expect(sure.or_(done).first).to_be_visible()
        if await sure.count():
            await sure.click()
        await expect(done).to_be_visible()


async def sit_down(browser: Browser, town: Town, name: str, complaints: list[str]) -> Seat:
    """Opens a page as somebody. No console may complain."""
    page = await (await browser.new_context(viewport=WIDE)).new_page()
    page.set_default_timeout(SECONDS)

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    await page.goto(f"{town.playground.base_url}/?as={name}#{town.playground.channel('marriage').id}")
    await expect(page.locator("#channel-name")).to_contain_text("marriage")
    return Seat(page, name)


async def test_two_people_play_a_deal(browser: Browser, game_town: Town) -> None:
    expect.set_options(timeout=SECONDS)
    complaints: list[str] = []
    asha, bikram = [await sit_down(browser, game_town, name, complaints) for name in ("asha", "bikram")]
    await asha.say("/marriage new deals: 1")
    await bikram.page.get_by_role("button", name="Join").click()
    start = asha.page.get_by_role("button", name="Start")
    await expect(start).to_be_enabled()
    await start.click()
    await bikram.page.get_by_role("button", name="My hand").click()

    seats = (asha, bikram)
    for seat in seats:
        await expect(seat.panel).to_be_visible()
        assert len(await seat.hand()) == 21
    over = False
    while not over:
        waits = {asyncio.create_task(seat.control(seat.panel, "draw").wait_for()): seat for seat in seats}
        done, idle = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in idle:
            task.cancel()
        await asyncio.gather(*idle, return_exceptions=True)
        over = await waits[done.pop()].turn()
        assert sum(seat.turns for seat in seats) < 40, "the deal does not end"

    for seat in seats:
        sheet = seat.page.locator(".embed", has_text="Result of deal 1 of 1")
        await expect(sheet).to_be_visible()
        told = await sheet.inner_text()
        nets = [number(net) for net in re.findall(r"(?:asha|bikram) ([+−]?\d+)$", told, re.MULTILINE)]
        assert len(nets) == 2, told
        assert sum(nets) == 0
        await expect(seat.page.get_by_role("button", name="Play again").last).to_be_visible()
    assert complaints == []
