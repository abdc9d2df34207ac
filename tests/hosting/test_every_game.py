"""Hosting knows no game: it names none, and hosts every game and preset there is, hiding what must be hidden (M14)."""

import ast
import random
import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import marriage_core.hosting
from marriage_core import engine
from marriage_core.cards import Card
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.table import Table
from marriage_core.marriage.state import Place
from marriage_core.notation.record import read, replay
from tests.hosting.toy import TOY
from tests.hosting.world import ANNA, BINA, CHAND, World, world

FOLDER = Path(marriage_core.hosting.__path__[0])
GAMES = (*engine.games(), TOY) if TOY not in engine.games() else engine.games()
EVERY_PRESET = [(game.name, preset) for game in GAMES for preset in game.presets]


@pytest.mark.parametrize("module", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_game_is_named(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    names = {name for game in engine.games() for name in (game.name, *game.presets)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[:2] not in [["marriage_core", name] for name in names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not names & set(re.findall(r"\w+", node.value.lower())), node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            word = node.id if isinstance(node, ast.Name) else node.attr
            assert word.lower() not in names


def hasty(options: dict[str, Any], preset: str) -> dict[str, Any]:
    """Options under which a deal is short, where the game has them."""
    rules = engine.find_preset(preset)[1]
    return {key: value for key, value in options.items() if hasattr(rules, key)}


async def opened(w: World, preset: str, *people: int) -> Table:
    return await w.match(*people, preset=preset, **hasty({"max_turns": 10, "deals": 1}, preset))


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
async def test_a_match_of_every_game_and_preset(game: str, preset: str) -> None:
    """Two people and nobody's help: one plays the safe moves by hand, the other's time runs out."""
    async with world() as w:
        w.computers.safe = True
        table = await opened(w, preset, ANNA, BINA)
        found = table._live.lobby.game
        key = table._live.deal.key
        steps = 0
        while table.public_view().status is Status.PLAYING:
            steps += 1
            board = table.public_view()
            assert board.game == game
            person = board.sitters[board.awaited or 0].person
            if person == ANNA:
                desk = table.view_for(ANNA)
                assert desk.decision == board.decision
                await table.submit(ANNA, found.absent_move(desk.view), desk.decision)
            else:
                await w.clock.advance(5 if board.sitters[board.awaited or 0].away else board.rules.turn_seconds + 1)
            for who in (ANNA, BINA):
                hidden(table, who, key)
            if steps % 7 == 0:
                w.check(table)
        ends_by_number = engine.find_preset(preset)[1].deals_for(2) > 0
        assert table.public_view().status is (Status.AFTER if ends_by_number else Status.BETWEEN)
        row = w.journal.deals[table.id, 1]
        assert sum(seat.net for seat in row.seats) == 0 or not found.zero_sum
        record = read(row.record)
        assert record.key == key
        outcome = found.outcome(replay(record)[1])
        assert outcome is not None
        assert outcome.nets == tuple(seat.net for seat in row.seats)
        assert found.places(outcome.nets, None) == tuple(seat.place for seat in row.seats)


def hidden(table: Table, person: int, key: bytes) -> None:
    """While a deal runs, no key, no event, no state and no journal is in what the face gets."""
    if table.public_view().status is not Status.PLAYING:
        return
    state, events = table._live.deal, table._live.events
    forbidden = {type(state), *map(type, events)}
    for seen in (table.public_view(), table.view_for(person)):
        told = repr(seen)
        assert key.hex() not in told
        assert repr(key) not in told
        assert not forbidden & set(types_in(seen))


def types_in(value: Any) -> list[type]:
    """Types of every value inside a value, less the game and rules themselves."""
    found = [type(value)]
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            found += types_in(getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            found += types_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            found += types_in(key) + types_in(item)
    return found


async def test_a_desk_is_the_same_whatever_the_desk_may_not_know() -> None:
    """Another's hand and the stock change places: this desk and the board stay byte for byte the same."""
    async with world() as w:
        table = await opened(w, "nepali", ANNA, BINA, CHAND)
        await table.submit(BINA, table.read_move("draw"))
        before = repr((table.view_for(ANNA), table.public_view()))
        live = table._live
        state = live.deal
        chance = random.Random(5)
        unknown: list[Card] = [*state.stock, *state.places[1].hand, *state.places[2].hand]
        chance.shuffle(unknown)
        n = len(state.stock)
        places = (state.places[0], Place.of(tuple(unknown[n : n + 22])), Place.of(tuple(unknown[n + 22 :])))
        acquired = state.acquired._replace(card=unknown[n])
        table._live = replace(live, deal=state._replace(stock=tuple(unknown[:n]), places=places, acquired=acquired))
        assert repr((table.view_for(ANNA), table.public_view())) == before
        assert repr(table.view_for(BINA)) != before
        table._live = live


async def test_nothing_told_or_logged_holds_the_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with world() as w:
        table = await opened(w, "nepali", ANNA, BINA)
        w.face.errors = [RuntimeError("x")]
        w.computers.moves = ["nonsense"]
        await w.clock.advance(91 * 4)
        key = table._live.deal.key.hex()
        assert key not in repr(w.face.told)
        assert key not in caplog.text
        assert "presenting failed" in caplog.text
