"""The page's pure modules, tried in the browser they are made for: Discord's markdown, and commands typed out."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page

from tests.browser.conftest import OpenPage, as_query

pytestmark = pytest.mark.asyncio(loop_scope="session")

MARKDOWN: list[tuple[str, str]] = [
    ("a **b *c* d** e", "a <strong>b <em>c</em> d</strong> e"),
    ("***both***", "<strong><em>both</em></strong>"),
    ("__u__ _i_ snake_case_name ~~s~~", "<u>u</u> <em>i</em> snake_case_name <s>s</s>"),
    ("2 * 3 * 4 = 24", "2 * 3 * 4 = 24"),
    ("`a*b*` ``c`d``", "<code>a*b*</code> <code>c`d</code>"),
    ("```py\n- no list\n```after", "<codeblock>- no list</codeblock>after"),
    ("\\*plain\\* \\_too", "*plain* _too"),
    (
        "- a\n- b\n  - c\n1. d",
        "<list><item>a</item><item>b<list><item>c</item></list></item></list><list><item>d</item></list>",
    ),
    ("> q\n> r\nrest", "<quote>q\nr</quote>rest"),
    (">>> all\n> of it", "<quote>all\n> of it</quote>"),
    ("# One\n### Three\n-# small\nrest", "<heading>One</heading><heading>Three</heading><subtext>small</subtext>rest"),
    ("#no heading\n#### nor this", "#no heading\n#### nor this"),
    ("[a](https://x.y/z_(1))", "<link>a</link>"),
    ("[a](javascript:alert(1)) [b](data:text/html,x)", "[a](javascript:alert(1)) [b](data:text/html,x)"),
    ("[https://good.example](https://bad.example)", "<link>https://good.example</link>"),
    ("see https://a.b/c_d_e.", "see <link>https://a.b/c_d_e</link>."),
    (
        "<@1> <@!2> <#3> </a b:4> <:em:5>",
        "<user></user> <user></user> <channel></channel> <command>a b</command> <emoji>em</emoji>",
    ),
    ("<t:1> <t:1:R> <t:1:Q>", "<time></time> <time></time> <t:1:Q>"),
    ("||hidden **b**||", "<spoiler>hidden <strong>b</strong></spoiler>"),
    ("@everyone @hereby", "<everyone>@everyone</everyone> @hereby"),
    ("** __ ~~ || ` ```", "** __ ~~ || ` ```"),
    ("", ""),
]

FLAT = """async texts => {
  const { parse } = await import("/web/markdown.js");
  const flat = trees => trees.map(tree => typeof tree === "string" ? tree
    : `<${tree.t}>${tree.kids ? flat(tree.kids) : tree.text ?? ""}</${tree.t}>`).join("");
  return texts.map(text => flat(parse(text)));
}"""

COMMANDS: list[dict[str, Any]] = [
    {
        "name": "game new",
        "options": [
            {"name": "kind", "type": 3, "choices": [{"name": "Long one", "value": "long"}]},
            {"name": "rounds", "type": 4, "min_value": 1, "max_value": 9},
            {"name": "open", "type": 5},
            {"name": "with", "type": 6},
        ],
    },
    {"name": "play", "options": [{"name": "note", "type": 3}, {"name": "card", "type": 3, "required": True}]},
]

TYPED: list[tuple[str, Any]] = [
    ("/game new", {}),
    ("/game  new kind:long rounds: 2", {"kind": "long", "rounds": 2}),
    ("/GAME new kind: Long One open: yes", {"kind": "long", "open": True}),
    ("/game new rounds: 10", "rounds: 9 or less"),
    ("/game new rounds: 1.5", "rounds: a whole number, please"),
    ("/game new kind: short", "kind: choose one of Long one"),
    ("/game new with: @Asha", {"with": "7"}),
    ("/game new with: <@7>", {"with": "7"}),
    ("/play card: 7♥ note: at last: two", {"card": "7♥", "note": "at last: two"}),
    ("/play 7♥", {"card": "7♥"}),
    ("/play", "card is needed"),
    ("/player", None),
]

READ = """async ([commands, texts]) => {
  const { findCommand, splitOptions, readCommand } = await import("/web/command_text.js");
  const directory = { users: [{ id: "7", username: "asha" }], channels: [] };
  return texts.map(text => {
    const found = findCommand(commands, text);
    if (!found) return null;
    const read = readCommand(found.command, splitOptions(found.command, found.rest), new Map(), directory);
    return read.error ?? read.values;
  });
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(open_page: OpenPage) -> Page:
    """Any page will do."""
    return await open_page("asha")


async def test_markdown(page: Page) -> None:
    assert dict(zip(MARKDOWN, await page.evaluate(FLAT, [text for text, _ in MARKDOWN]), strict=True)) == {
        row: row[1] for row in MARKDOWN
    }


async def test_hostile_markdown_is_read_quickly(page: Page) -> None:
    pieces = ["*", "_", "**", "||", "`", "[", "~~", "<", "\\", "*a ", "_a ", "[a](", "***a", "> ", "[[a]", "(", "```\n"]
    milliseconds = await page.evaluate(
        """async texts => {
          const { parse } = await import("/web/markdown.js");
          const start = performance.now();
          texts.forEach(text => parse(text));
          return performance.now() - start;
        }""",
        [(piece * 4000)[:4000] for piece in pieces],
    )
    assert milliseconds < 2000


async def test_typed_commands(page: Page) -> None:
    read = await page.evaluate(READ, [COMMANDS, [text for text, _ in TYPED]])
    assert list(zip([text for text, _ in TYPED], read, strict=True)) == TYPED


async def test_the_door(page: Page) -> None:
    await page.goto(page.url.split("?")[0])
    await page.get_by_label("Name").fill("चमेली & co")
    await page.keyboard.press("Enter")
    await page.locator("#me", has_text="चमेली & co").wait_for()
    async with page.context.expect_page() as opened:
        await page.locator("#open-person").click()
        await page.get_by_label("Name").fill("bikram")
        await page.keyboard.press("Enter")
    other = await opened.value
    await other.locator("#me", has_text="bikram").wait_for()
    assert other.url.split("#")[0].endswith(as_query("bikram"))
    assert await other.evaluate("Object.keys(sessionStorage)") == ["playground.token.bikram"]
