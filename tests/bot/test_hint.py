"""`/hint` and its button: the coach's advice, privately, for one's own turn, as often as one asks."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.hint import COOLDOWN, Hint
from cogs.panels.marriage import hand, hint, turning_point
from cogs.speech import Speaker
from marriage_core.errors import IllegalMove
from marriage_core.marriage import coach
from marriage_core.marriage.coach import Turned, TurningPoint
from marriage_core.marriage.game import GAME
from tests.bot.scenes import EN, FRIENDS, SETTINGS, SPEAKERS, items, playing
from tests.bot.world import Player, World, labels, read, words
from tests.core.hidden import hidden_permutations
from tests.core.test_leak import states
from tests.core.walkers import walk


async def my_turn(world: World) -> None:
    """Asha against a computer, Asha to move."""
    await world.open(world.asha, computers=1, turn_seconds=86400)
    while world.table.public_view().awaited != 0:
        await world.env.settle()


async def test_a_hint_by_command_and_by_button(world: World) -> None:
    await my_turn(world)
    told = await world.told(world.asha, "hint")
    assert "💡 **" in told
    assert "to go; " in told
    assert "Your hand" in told
    player = Player(world, world.asha)
    await player.open()
    assert "Hint" in labels(player.panel)
    assert spoken(await player.press("hint")) == spoken(told)
    assert "Your hand" in words(player.panel)
    await player.press("draw")
    assert "a hint just now" in await player.press("hint")
    assert "Your hand" in words(player.panel)
    await world.env.advance_time(COOLDOWN)
    assert "💡 **Discard" in await player.press("hint") or "💡 **See" in words(player.panel)


def spoken(told: str) -> list[str]:
    """What the coach said."""
    return [line for line in told.splitlines() if "💡" in line]


async def test_a_person_makes_the_coach_think_of_one_thing_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often and wherever they ask at once."""
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.asha.slash(elsewhere, "marriage new")
    await world.asha.slash(elsewhere, "marriage add", level="easy")
    await world.asha.slash(elsewhere, "marriage start")
    await my_turn(world)
    tables = world.bot.face.registry.tables
    while any(table.public_view().awaited != 0 for table in tables):
        await world.env.settle()
    thinking = thought = most = 0

    async def advise(game: Any, view: Any) -> Any:
        nonlocal thinking, thought, most
        thinking, thought = thinking + 1, thought + 1
        most = max(most, thinking)
        await asyncio.sleep(0)
        thinking -= 1
        return game.hint(view)

    monkeypatch.setattr(world.bot.computers, "advise", advise)
    monkeypatch.setattr("cogs.hint.COOLDOWN", 0.0)
    cog = world.bot.get_cog("Hint")
    assert isinstance(cog, Hint)
    asking: Any = SimpleNamespace(user=SimpleNamespace(id=world.asha.id))
    with world.env._bot_scope():
        told = await asyncio.gather(*(cog._hint(asking, table, EN) for table in tables for _ in range(5)))
    assert all("💡" in one for one in told)
    assert (thought, most) == (2, 1)


async def test_hints_can_be_switched_off_by_host_and_server(world: World) -> None:
    await my_turn(world)
    assert "Only the host" in await world.told(world.bikram, "marriage hints", switch="off")
    assert "Hints are off" in await world.told(world.asha, "marriage hints", switch="off")
    assert "switched off at this table" in await world.told(world.asha, "hint")
    player = Player(world, world.asha)
    await player.open()
    assert "Hint" not in labels(player.panel)
    await world.slash(world.asha, "marriage hints", switch="on")
    assert "**off**" in await world.told(world.asha, "settings server", hints=False)
    assert "switched off on this server" in await world.told(world.asha, "hint")
    await world.slash(world.asha, "settings server", hints=True)
    # What was refused was no hint.
    assert "💡" in await world.told(world.asha, "hint")
    await world.surely(world.asha, "marriage end")
    await world.slash(world.asha, "settings server", hints=False)
    await world.slash(world.asha, "marriage new")
    assert "No hints at this table" in words(world.board)


async def test_no_hints_in_rated_deals_nor_out_of_turn(world: World) -> None:
    assert "no table" in await world.told(world.asha, "hint")
    await world.open(world.asha, world.bikram)
    assert "no hints in a rated deal" in await world.told(world.mover, "hint")
    assert "do not sit" in await world.told(world.dorje, "hint")
    await world.surely(world.asha, "marriage end")
    await my_turn(world)
    await world.slash(world.asha, "draw", **{"from": "stock"})
    await world.throw(world.asha)
    told = await world.told(world.asha, "hint")
    assert "It is" in told or "💡" in told


@pytest.mark.parametrize("number", range(6))
def test_m14_no_hint_depends_on_a_secret(number: int) -> None:
    draw = Random(number)
    for state in states(number)[:2]:
        seat = state.turn
        mine = told(playing(state, FRIENDS).desk(seat).view)
        for other in hidden_permutations(state, seat, draw):
            assert told(playing(other, FRIENDS).desk(seat).view) == mine


def told(view: object) -> str:
    try:
        return hint(coach.hint(view), EN)  # type: ignore[arg-type]
    except IllegalMove as refusal:
        return str(refusal)


DEALS = [
    (1, "collector pairer", "nepali"),
    (2, "pairer pairer collector", "bhoos"),
    (3, "collector collector", "indian"),
]


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_every_hint_of_whole_deals_has_words(speaker: Speaker) -> None:
    said = set()
    for number, walkers, preset in DEALS:
        state = None
        for i, event in enumerate(walk(preset, walkers, number)):
            state = GAME.evolve(state, event)
            if i % 7 == 3 and GAME.to_move(state) is not None:
                said.add(hint(GAME.hint(GAME.view(state, GAME.to_move(state))), speaker))
        points = GAME.turning_points(tuple(walk(preset, walkers, number)))
        said |= {turning_point(point, ("*A*", "@everyone", "C"), speaker) for point in points}
    assert len(said) > 8
    assert all("{" not in one and "@everyone" not in one for one in said)


FACTS = {
    Turned.MISSED_TUNNELA: {"card": "9S"},
    Turned.MISSED_SEE: {"turns": 3},
    Turned.MISSED_SHOW: {"card": None, "turns": None},
    Turned.WILD_THROWN: {"card": "9S", "maal": 3},
    Turned.FED_SHOW: {"card": "9S", "to": 1},
    Turned.LUCKY: {"draws": 9, "helped": 7, "expected": 35},
    Turned.UNLUCKY: {"draws": 9, "helped": 0, "expected": 5},
}


@pytest.mark.parametrize("what", list(Turned))
def test_every_turning_point_has_words(what: Turned) -> None:
    for speaker in SPEAKERS:
        for turns in ({}, {"turns": 2}, {"turns": None}) if "turns" in FACTS[what] else ({},):
            line = turning_point(TurningPoint(what, 0, 4, FACTS[what] | turns), ("A", "B"), speaker)  # type: ignore[operator]
            assert "**A**" in line
            assert "{" not in line


def test_the_button_is_there_in_ones_own_unrated_turn_only() -> None:
    state = states(1)[0]
    for seat in range(state.players):
        verbs = [item.id.verb for item in items(hand(playing(state, FRIENDS).desk(seat), EN, SETTINGS[0]))]
        assert ("hint" in verbs) == (seat == state.turn)
        rated = playing(state, FRIENDS, deal_rated=True).desk(seat)
        assert "hint" not in [item.id.verb for item in items(hand(rated, EN, SETTINGS[0]))]


async def test_history_tells_what_turned_a_deal(world: World) -> None:
    await world.slash(world.asha, "marriage new", deals=1)
    await world.slash(world.bikram, "marriage join")
    await world.slash(world.asha, "marriage rules", option="max_turns", value="10")
    await world.slash(world.asha, "marriage start")
    while world.table.public_view().awaited is not None:
        await world.pass_turn()
    shown = await world.slash(world.chameli, "history")
    assert shown.response is not None
    await world.chameli.select(shown.response.message, ["1"], custom_id="m:0:-:turned")
    assert "Turning points of a deal" in words(shown.response)
    assert "Asha" in words(shown.response)
    await world.chameli.click(shown.response.message, label="Last deals")
    assert "Last deals" in read(shown)
