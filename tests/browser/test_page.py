"""The playground's page in a real browser, with a real bot behind it."""

from __future__ import annotations

import discord
import pytest
from playwright.async_api import Page, expect

from tests.browser.bot import Poster
from tests.browser.conftest import PHONE, OpenPage, Room

pytestmark = pytest.mark.asyncio(loop_scope="session")
expect.set_options(timeout=6000)

HOSTILE_NAME = '<img src="x" onerror=alert(1)>'
HOSTILE_TEXT = '<script>alert(1)</script><b id="bad">b</b> [press](javascript:alert(1)) <a href="//evil.example">a</a>'


async def send(page: Page, text: str) -> None:
    """Types into the composer and presses Enter."""
    await page.fill("#composer", text)
    await page.press("#composer", "Enter")


async def test_names_and_messages_are_text(open_page: OpenPage, room: Room) -> None:
    page = await open_page(HOSTILE_NAME)
    await send(page, HOSTILE_TEXT)
    message = page.locator("[data-message-id]").last
    await expect(message.locator(".author")).to_have_text(HOSTILE_NAME)
    await expect(message.locator(".content")).to_have_text(HOSTILE_TEXT)
    await expect(page.locator("#log script, #log img, #log #bad, #log a")).to_have_count(0)
    embed = discord.Embed(title=HOSTILE_TEXT, description=HOSTILE_TEXT, url="https://example.com/")
    embed.add_field(name=HOSTILE_TEXT, value="**bold** `code` ||hidden||")
    await room.channel.send(embed=embed)
    shown = page.locator(".embed")
    await expect(shown.locator(".embed-text")).to_have_text(HOSTILE_TEXT)
    await expect(shown.locator("strong")).to_have_text("bold")
    await expect(shown.locator("script, img, #bad")).to_have_count(0)
    assert await shown.locator("a").evaluate_all("links => links.map(link => link.href)") == ["https://example.com/"]


async def test_the_policy_allows_nothing_inline(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    answer = await page.request.get(room.playground.base_url + "/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert " style=" not in await answer.text()
    assert "<script>" not in await answer.text()


async def test_an_ephemeral_answer_is_in_its_own_tab_only(open_page: OpenPage, room: Room) -> None:
    asha, bikram = await open_page("asha"), await open_page("bikram")
    await send(asha, "/secret")
    mine = asha.locator("[data-ephemeral=true]")
    await expect(mine).to_contain_text("only for asha")
    await expect(mine).to_contain_text("Only you can see this")
    await expect(mine.locator(".reply")).to_contain_text("asha used /secret")
    await room.channel.send("for all")
    await expect(bikram.locator("[data-message-id]").last).to_contain_text("for all")
    await expect(bikram.locator("[data-message-id]")).to_have_count(1)
    await mine.get_by_role("button", name="Dismiss message").click()
    await expect(mine).to_have_count(0)


async def test_a_reload_keeps_the_person_and_the_channel(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await send(page, "before")
    await expect(page.locator("[data-message-id]")).to_have_count(1)
    token = await page.evaluate("sessionStorage.getItem('playground.token.asha')")
    await page.reload()
    await expect(page.locator("[data-message-id]")).to_contain_text("before")
    assert token
    assert await page.evaluate("sessionStorage.getItem('playground.token.asha')") == token


async def test_buttons(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await send(page, "/panel")
    await page.locator("[data-custom-id=press]").click()
    answer = page.locator("[data-ephemeral=true]")
    await expect(answer).to_contain_text("pressed by asha")
    count = page.locator("[data-custom-id=count]")
    await count.click()
    await expect(count).to_have_text("Count 1")
    await expect(count).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(count).to_have_text("Count 2")
    await expect(page.locator("[data-custom-id=off]")).to_be_disabled()


async def test_selects(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await send(page, "/panel")
    await page.locator("[data-custom-id=several]").click()
    done = page.get_by_role("button", name="Done")
    await page.get_by_role("option", name="K♣").click()
    await expect(done).to_be_disabled()
    await page.get_by_role("option", name="7♥").click()
    await done.click()
    await expect(page.locator("[data-ephemeral=true]").last).to_contain_text("chosen: v0 v4")
    await page.locator("[data-custom-id=who]").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.type("ash")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-ephemeral=true]").last).to_contain_text("somebody: asha")


async def test_a_modal(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await send(page, "/panel")
    await page.locator("[data-custom-id=form]").click()
    form = page.locator("[role=dialog]")
    await expect(form).to_contain_text("A form")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await expect(page.locator("[data-custom-id=form]")).to_be_focused()
    await page.locator("[data-custom-id=form]").click()
    await expect(form.get_by_label("Word")).to_be_focused()
    await page.keyboard.type("x")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("At least 2 characters")
    await page.keyboard.type("yz")
    await form.locator("[data-custom-id=kind]").click()
    await page.get_by_role("option", name="Large").click()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(page.locator("[data-ephemeral=true]")).to_contain_text("form: xyz Large")


async def test_completion_and_free_text(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await page.fill("#composer", "/pi")
    await page.keyboard.press("Tab")
    await expect(page.locator("[data-option=card]")).to_be_focused()
    await page.keyboard.type("7")
    await expect(page.locator(".suggestion")).to_have_text(["7♥", "7♠"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("input[data-option=card]")).to_have_value("7♠")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-message-id]").last).to_contain_text("picked: card-7♠")
    await send(page, "/pick card: something else")
    await expect(page.locator("[data-message-id]").last).to_contain_text("picked: something else")
    await page.fill("#composer", "/pick card: 10")
    await page.locator(".suggestion", has_text="10♦").click()
    await expect(page.locator("#composer")).to_have_value("/pick card: 10♦")


async def test_commands_typed_out(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    last = page.locator("[data-message-id]").last
    await send(page, "/tower build kind: high tower storeys: 3")
    await expect(last).to_contain_text("high 3")
    await send(page, "/echo text: two words times: 9")
    await expect(page.locator("#composer-hint")).to_have_text("times: 3 or less")
    await expect(page.locator("input[data-option=times]")).to_be_focused()
    await page.fill("input[data-option=times]", "2")
    await page.keyboard.press("Enter")
    await expect(last).to_contain_text("two words / two words")
    # A command taken from the list, its options typed behind it.
    await page.fill("#composer", "/echo")
    await page.keyboard.press("Tab")
    await page.fill("input[data-option=text]", "typed")
    await page.fill("#composer", "times:3")
    await page.press("#composer", "Enter")
    await expect(last).to_contain_text("typed / typed / typed")
    await send(page, "/nothing")
    await expect(page.locator("#composer-hint")).to_contain_text("no command")


async def test_waiting_and_silence(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await send(page, "/late")
    await expect(page.locator("[data-loading=true]")).to_contain_text("is thinking")
    await expect(page.locator("[data-message-id]")).to_contain_text("thought of it")
    await expect(page.locator("[data-loading=true]")).to_have_count(0)
    await send(page, "/slow")
    await expect(page.locator(".local-failed")).to_contain_text("did not respond")


async def test_a_phone(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha", PHONE)
    await send(page, "/panel")
    await room.channel.send(view=Poster())
    await send(page, f"```\n{'wide ' * 60}\n``` {'word' * 80}\nनमस्ते ♠♥♦♣")
    await expect(page.locator("[data-message-id]")).to_have_count(3)
    await expect(page.locator(".container h4")).to_have_text("Heading")
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    outside = await page.evaluate(
        "[...document.querySelectorAll('main *')].filter(e => !e.closest('pre')"
        " && e.getBoundingClientRect().right > innerWidth).map(e => e.className)"
    )
    assert outside == []
    heights = await page.locator("#log .button, #log .select").evaluate_all("a => a.map(e => e.offsetHeight)")
    assert len(heights) == 12
    assert min(heights) >= 40
    await expect(page.locator("#composer")).to_be_in_viewport(ratio=1)
    sidebar = page.locator("#sidebar")
    await expect(sidebar).not_to_be_visible()
    await page.locator("#menu-button").tap()
    await expect(sidebar).to_be_visible()
    await page.locator("[data-channel-id]").first.tap()
    await expect(sidebar).not_to_be_visible()


async def test_new_messages_do_not_pull_the_reader_down(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    for number in range(8):
        await room.channel.send(f"line {number}\n" * 8)
    await expect(page.locator("[data-message-id]")).to_have_count(8)
    scroller = page.locator("#log-scroller")
    from_bottom = "e => e.scrollHeight - e.scrollTop - e.clientHeight"
    assert await scroller.evaluate(from_bottom) < 2
    await scroller.evaluate("e => e.scrollTo(0, 100)")
    await room.channel.send("the newest")
    await expect(page.locator("#new-pill")).to_have_text("1 new message")
    assert await scroller.evaluate("e => e.scrollTop") == 100
    await page.locator("#new-pill").click()
    assert await scroller.evaluate(from_bottom) < 2
    await expect(page.locator("#new-pill")).not_to_be_visible()


async def test_earlier_messages(open_page: OpenPage, room: Room) -> None:
    town = room.playground
    for number in range(60):
        town.messages.speak(town.world.channels[room.channel_id], town.world.person("bikram"), f"line {number}")
    page = await open_page("asha")
    messages = page.locator("[data-message-id]")
    await expect(messages).to_have_count(50)
    await page.locator("#log-scroller").evaluate("e => e.scrollTo(0, 0)")
    oldest = messages.filter(has_text="line 10")
    await expect(oldest).to_be_in_viewport()
    await page.get_by_role("button", name="Show earlier messages").click()
    await expect(messages).to_have_count(60)
    await expect(oldest).to_be_in_viewport()
    await expect(messages.first).not_to_be_in_viewport()
    await expect(page.locator("#new-pill")).not_to_be_visible()


async def test_a_lost_connection_comes_back(open_page: OpenPage, room: Room) -> None:
    page = await open_page("asha")
    await send(page, "before")
    await expect(page.locator("[data-message-id]")).to_have_count(1)
    await page.evaluate(
        "() => { const banner = document.querySelector('#banner'); window.seen = [];"
        " new MutationObserver(() => window.seen.push(banner.textContent)).observe(banner, {childList: true}); }"
    )
    await room.playground.tabs.close()
    await room.channel.send("meanwhile")
    await expect(page.locator("[data-message-id]").last).to_contain_text("meanwhile")
    await expect(page.locator("#banner")).not_to_be_visible()
    assert "Connection lost" in (await page.evaluate("window.seen"))[0]
    await room.channel.send("after")
    await expect(page.locator("[data-message-id]").last).to_contain_text("after")


async def test_a_duplicated_tab_gets_a_token_of_its_own(open_page: OpenPage, room: Room) -> None:
    first, second = await open_page("asha"), await open_page("asha")
    token = await first.evaluate("sessionStorage.getItem('playground.token.asha')")
    await second.evaluate("token => sessionStorage.setItem('playground.token.asha', token)", token)
    await second.reload()
    await send(second, "from the second")
    await expect(first.locator("[data-message-id]")).to_contain_text("from the second")
    await send(first, "/secret")
    for page in (first, second):
        await expect(page.locator("[data-ephemeral=true]")).to_contain_text("only for asha")
    assert await first.evaluate("sessionStorage.getItem('playground.token.asha')") != token
