"""`python -m scripts.picture`: makes docs/picture.png and docs/picture-phone.png, of a real table in the playground.

It starts the playground and the bot, lets four people play until two have seen, and opens the page as one of them.
Needs a chromium: $CHROMIUM, or one on the path.
"""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from playground.seen import Json
from tests.wire.playing import Clicker
from tests.wire.reading import offers, stands
from tests.wire.town import Town, town

DOCS = Path(__file__).resolve().parent.parent / "docs"
NAMES = ("Asha", "Bikram", "Chandra", "Deepa")
WIDE: ViewportSize = {"width": 1600, "height": 1000}
"""Drawn smaller, so that the picture has 1280 × 800 points and shows a whole board and a hand."""
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_TURNS = 60


async def play(made: Town) -> str:
    """Plays to the moment of the picture: whoever has seen drew a card, and somebody else has seen too. Their name."""
    room = str(made.playground.channel("marriage").id)
    players = [Clicker(await made.person(name, room), room) for name in NAMES]
    host, *others = players
    await host.person.speak(room, "Who's in for a round of Marriage?")
    await host.command("marriage new", deals=4)
    lobby = await host.person.wait_for(lambda m: stands(m, "join"))
    for player in others:
        await player.press(lobby, "join")
    await others[0].person.speak(room, "Me! Deal the cards 🃏")
    lobby = await host.person.wait_for(lambda m: m["id"] == lobby["id"] and stands(m, "start"))
    await host.press(lobby, "start")
    seen: set[str] = set()
    for _ in range(MOST_TURNS):
        player, board = await called(players)
        drawn = await player.draw(board)
        if player.name in seen and len(seen) > 1 and not offers(drawn, "show"):
            await asyncio.sleep(1.5)
            await player.press(player.person.message(board) or board, "hand")
            return player.name
        if offers(drawn, "see"):
            seen.add(player.name)
            drawn = await player.press(drawn, "see")
            if offers(drawn, "show"):
                break
        await player.finish_turn(drawn)
        player.acted_on(board)
    raise SystemExit(f"the deal was over before its picture was taken; choose another seed (seen: {seen})")


async def called(players: list[Clicker]) -> tuple[Clicker, Json]:
    """Whoever is to move, and the board that calls them."""
    waits = {asyncio.create_task(player.person.wait_for(player.my_turn, 20)): player for player in players}
    done, idle = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in idle:
        task.cancel()
    await asyncio.gather(*idle, return_exceptions=True)
    task = done.pop()
    return waits[task], task.result()


async def look(browser: Browser, made: Town, name: str, viewport: ViewportSize, path: Path) -> None:
    """One picture of the page as one person sees it."""
    phone = viewport is PHONE
    context = await browser.new_context(
        viewport=viewport,
        is_mobile=phone,
        has_touch=phone,
        device_scale_factor=2 if phone else 0.8,
        color_scheme="dark",
    )
    page: Page = await context.new_page()
    await page.goto(f"{made.playground.base_url}/?as={name}#{made.playground.channel('marriage').id}")
    await page.locator("[data-ephemeral=true]").last.wait_for()
    if not phone:
        await page.evaluate("document.querySelector('#log').style.zoom = 0.93")
        await page.evaluate("document.querySelector('#log-scroller').scrollTo(0, 1e6)")
    await page.wait_for_timeout(400)
    await page.screenshot(path=path)
    await context.close()
    print(path)


async def run(seed: str, folder: Path) -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("there is no chromium: set CHROMIUM or install one")
    with tempfile.TemporaryDirectory() as place:
        async with town(Path(place), DEAL_SEED=seed) as made, async_playwright() as playwright:
            name = await play(made)
            browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            await look(browser, made, name, WIDE, folder / "picture.png")
            await look(browser, made, name, PHONE, folder / "picture-phone.png")
            await browser.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.picture", description=__doc__)
    parser.add_argument("--seed", default="picture c", help="of the deal (default %(default)s)")
    parser.add_argument("--folder", type=Path, default=DOCS, help="where the pictures go (default %(default)s)")
    told = parser.parse_args()
    asyncio.run(run(told.seed, told.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
