"""The rule sheet: every option in words, what differs in the lobby, and consent between deals (M13)."""

from dataclasses import fields, replace
from typing import Any

import pytest

from cogs.panels import playable
from cogs.panels.rules_sheet import OPTIONS_A_PAGE, proposal_page, rules_page, sentence
from cogs.speech import Speaker
from marriage_core.hosting.lobby import Proposal, Status
from marriage_core.options import kind_of, variant, variants
from tests.bot import scenes
from tests.bot.scenes import EN, ENEMIES, SPEAKERS, lint, text_of
from tests.bot.test_restart import restart
from tests.bot.world import World, labels, read, words

EVERY = [(game, of) for game in playable() for of in fields(next(iter(game.presets.values()))) if "kind" in of.metadata]


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
@pytest.mark.parametrize(("game", "option"), EVERY, ids=[of.name for _, of in EVERY])
def test_every_option_has_a_sentence_of_its_own_for_every_value(game: Any, option: Any, speaker: Speaker) -> None:
    rules, kind = next(iter(game.presets.values())), kind_of(option)
    words_of = {variant for variant in variants(kind) if variant}
    keys = {f"option.{option.name}_{word}" for word in words_of} or {f"option.{option.name}"}
    assert keys <= speaker.words.keys(speaker.language)
    assert sentence(rules, option.name, speaker)
    for word in words_of:
        value = f"{word}:7" if word in ("add", "replace") else word
        changed = replace(rules, **{option.name: kind.read(option.name, value)})
        assert variant(kind, getattr(changed, option.name)) == word
        assert sentence(changed, option.name, speaker)


@pytest.mark.parametrize(("key", "value", "said"), [
    ("tunnela_points", "each:7", "tunnelas shown at the start: 7 for each"),
    ("alter_points", "none", "other suit of its colour): nothing"),
    ("tiplu_points", [3, 8], "Maal for tiplus: 3, 8 (for one, two"),
    ("maal_tunnela", "add:9", "counts 9 on top"),
    ("unseen_maal", "kidnap", "Kidnap"),
    ("dublees", "off", "no way by dublees"),
    ("packs", "auto", "four where six or seven play"),
    ("packs", 4, "4 packs of cards"),
    ("deals", 7, "A match has 7 deals"),
])  # fmt: skip
def test_sentences_say_the_value(key: str, value: object, said: str) -> None:
    assert said in sentence(scenes.preset("nepali", **{key: value}), key, EN)


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_the_sheets_pages_say_every_option(speaker: Speaker) -> None:
    rules = scenes.preset("bhoos", tiplu_points=[1000] * 8, alter_points=[1000] * 8, tunnela_points=[1000] * 8)
    board = scenes.lobby(ENEMIES, rules).board
    pages = -(-len(rules.keys()) // OPTIONS_A_PAGE)
    told = ""
    for number in (0, *range(1, pages + 1), 99):
        page = rules_page(board, speaker, number)
        lint(page)
        told += text_of(page)
    assert all(f"`{key}`" in told for key in rules.keys())


async def test_the_lobby_says_what_differs_in_plain_words(world: World) -> None:
    await world.slash(world.asha, "marriage new", preset="murder")
    assert "Rules: **murder** — who has not seen loses their maal" in words(world.board)
    assert "Different here" not in words(world.board)
    await world.slash(world.asha, "marriage rules", option="tiplu_points", value="[3,8,15]")
    assert "Different here" in words(world.board)
    assert "• Maal for tiplus: 3, 8, 15" in words(world.board)
    told = await world.bikram.click(world.board, label="Rules")
    assert told.response is not None
    await world.bikram.click(told.response.message, label="Every rule in words")
    assert "`direction` clockwise — Play goes clockwise" in words(told.response)
    await world.bikram.click(told.response.message, label="▶")
    assert "2 of 3" in words(told.response)
    await world.bikram.click(told.response.message, label="◀")
    assert "1 of 3" in words(told.response)


async def after_a_deal(world: World, *people: Any) -> None:
    """A match after its first deal, which nobody won."""
    await world.slash(people[0], "marriage new", deals=3)
    for person in people[1:]:
        await world.slash(person, "marriage join")
    await world.slash(people[0], "marriage rules", option="max_turns", value="10")
    await world.slash(people[0], "marriage start")
    while world.table.public_view().status is Status.PLAYING:
        await world.pass_turn()
    assert world.table.public_view().status is Status.BETWEEN


async def test_between_deals_everybody_seated_is_asked(world: World) -> None:
    await after_a_deal(world, world.asha, world.bikram, world.chameli)
    assert "Only the host" in await world.told(world.bikram, "marriage rules", option="seen_payment", value="5")
    assert "Proposed" in await world.told(world.asha, "marriage rules", option="seen_payment", value="5")
    asked = world.board
    assert "A loser who has seen pays the winner 5." in words(asked)
    assert asked.content == f"<@{world.bikram.id}> <@{world.chameli.id}>"
    assert "Still to agree: Bikram, Chameli" in words(asked)
    assert labels(asked) == ["Agree", "Keep the rules"]
    assert "do not sit" in read(await world.dorje.click(asked, label="Agree"))
    assert "Still to agree: Chameli" in read(await world.bikram.click(asked, label="Agree"))
    assert "agreed already" in read(await world.bikram.click(asked, label="Agree"))
    await restart(world)
    assert "you agree" in read(await world.chameli.click(asked, label="Agree"))
    assert "Everybody seated agrees" in words(world.board)
    assert world.table.public_view().rules.seen_payment == 5
    assert "proposal is over" in read(await world.bikram.click(asked, label="Keep the rules"))


async def test_one_who_keeps_the_rules_is_named(world: World) -> None:
    await after_a_deal(world, world.asha, world.bikram)
    await world.slash(world.asha, "marriage rules", option="seen_payment", value="5")
    first = world.board
    await world.slash(world.asha, "marriage rules", option="seen_payment", value="6")
    assert "proposal is over" in read(await world.bikram.click(first, label="Agree"))
    assert "rules stay" in read(await world.bikram.click(world.board, label="Keep the rules"))
    assert "**Bikram** keeps the rules" in words(world.board)
    assert world.table.public_view().rules.seen_payment == 3
    assert "plays by that already" in await world.told(world.asha, "marriage rules", option="seen_payment", value="3")


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_the_question_is_harmless_and_fits(speaker: Speaker) -> None:
    rules = scenes.preset("bhoos", tiplu_points=[1000] * 8, alter_points=[1000] * 8, tunnela_points=[1000] * 8)
    scene = scenes.lobby(ENEMIES, scenes.preset("nepali"), status=Status.BETWEEN, proposal=Proposal(3, rules))
    page = proposal_page(scene.board, speaker)
    assert page is not None
    lint(page)
    assert set(page.pings) == {sitter.person for sitter in ENEMIES}
    assert "@everyone" not in text_of(page)


async def test_an_annulled_deal_is_said_to_be_one(world: World) -> None:
    await world.open(world.asha, world.bikram)
    await world.surely(world.asha, "marriage end")
    assert "annulled: it counts for nobody" in words(world.board)
    await after_a_deal(world, world.asha, world.bikram)
    await world.surely(world.asha, "marriage end")
    assert "annulled" not in words(world.board)
