"""The protocol that a table knows, over every game and preset there is."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import marriage_core
from marriage_core.engine import Decision, Game, find_preset, games, turn_of
from marriage_core.errors import BadRules, BadText
from marriage_core.marriage.game import GAME
from marriage_core.marriage.rules import PRESETS
from tests.core.builder import KEY

PRESET_NAMES = [(game, name) for game in games() for name in game.presets]


def begun(game: Game, rules: Any, players: int, dealer: int = 0, key: bytes = KEY) -> tuple[Any, list[Any]]:
    state, events = None, list(game.start(rules, players, dealer, key))
    for event in events:
        state = game.evolve(state, event)
    return state, events


def test_games_are_discovered() -> None:
    assert GAME in games()
    assert find_preset("bhoos") == (GAME, PRESETS["bhoos"])
    names = [name for game in games() for name in game.presets]
    assert len(names) == len(set(names)), "a preset belongs to one game"


def test_an_unknown_preset_is_refused_by_name() -> None:
    with pytest.raises(BadRules, match=r"unknown preset 'poker'; known: .*nepali"):
        find_preset("poker")


@pytest.fixture
def broken_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package of a game whose module needs something that is not there."""
    package = tmp_path / "broken"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text("import nothing_of_that_name\n")
    monkeypatch.setattr(marriage_core, "__path__", [*marriage_core.__path__, str(tmp_path)])
    yield
    for name in [name for name in sys.modules if name.startswith("marriage_core.broken")]:
        del sys.modules[name]


@pytest.mark.usefixtures("broken_game")
def test_a_game_that_cannot_be_loaded_is_no_missing_game() -> None:
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        games()


@pytest.mark.parametrize(("game", "name"), PRESET_NAMES)
def test_a_preset_says_what_a_table_needs(game: Game, name: str) -> None:
    rules = game.presets[name]
    assert rules.preset == name
    assert rules.options() == {}
    assert rules.with_options({}) == rules
    assert rules.most_players >= 2
    assert rules.deals_for(2) >= 0
    assert rules.turn_seconds >= 30


@pytest.mark.parametrize(("game", "name"), PRESET_NAMES)
def test_a_deal_of_computer_players_from_its_key_to_its_outcome(game: Game, name: str) -> None:
    rules = game.presets[name]
    weakest = next(iter(game.players.values()))
    for players in range(2, min(rules.most_players, 5) + 1):
        state, events = begun(game, rules, players, players - 1)
        assert game.outcome(state) is None
        assert game.account(state) == ()
        while (seat := game.to_move(state)) is not None:
            check_decision(game, state, seat, players)
            move = weakest(game.view(state, seat))
            assert game.read_move(game.write_move(move)) == move
            for event in game.decide(state, seat, move):
                assert game.read_event(game.write_event(event)) == event
                state = game.evolve(state, event)
                events.append(event)
        check_end(game, state, events, players)


def check_decision(game: Game, state: Any, seat: int, players: int) -> None:
    decision = game.decision(state, seat)
    assert decision is not None
    assert game.options(game.view(state, seat)) is not None
    assert decision.turn or game is not GAME or game.hint(game.view(state, seat)) is not None
    assert str(decision) == f"{seat}.{decision.turn}.{decision.phase}"
    assert all(game.decision(state, other) is None for other in range(players) if other != seat)


def check_end(game: Game, state: Any, events: list[Any], players: int) -> None:
    outcome = game.outcome(state)
    assert outcome is not None
    assert sum(outcome.nets) == 0 or not game.zero_sum
    assert len(outcome.nets) == len(outcome.facts) == players
    assert (outcome.winner is None) == (outcome.by is None)
    accounts = game.account(state)
    assert len(accounts) == players
    assert not game.zero_sum or [entry["net"] for entry in accounts] == list(outcome.nets)
    assert game.differences(events) == ()
    assert all(game.decision(state, seat) is None for seat in range(players))
    assert game.origin_of(events).players == players
    assert min(game.places(outcome.nets, outcome.carried)) == 1
    assert isinstance(game.turning_points(events), tuple)
    for seat in (*range(players), None):
        assert game.view(state, seat) is not None


@pytest.mark.parametrize(("game", "name"), PRESET_NAMES)
def test_everybody_deals_in_turn(game: Game, name: str) -> None:
    rules = game.presets[name]
    for players in range(2, rules.most_players + 1):
        dealers = [0]
        while len(dealers) < players:
            dealers.append(game.next_dealer(rules, players, dealers[-1]))
        assert sorted(dealers) == list(range(players))
        assert game.next_dealer(rules, players, dealers[-1]) == 0


@pytest.mark.parametrize(("game", "name"), PRESET_NAMES)
def test_what_is_no_text_is_refused(game: Game, name: str) -> None:
    for read in (game.read_event, game.read_move):
        with pytest.raises(BadText):
            read("nonsense")
    with pytest.raises(BadRules):
        game.start(game.presets[name], 1, 0, KEY)


def test_m12_1_a_decision_is_the_seat_s_own_turn_and_phase() -> None:
    state, _ = begun(GAME, PRESETS["nepali"], 3)
    assert GAME.decision(state, 1) == Decision(1, 0, "draw")
    for event in GAME.decide(state, 1, GAME.read_move("draw")):
        state = GAME.evolve(state, event)
    assert GAME.decision(state, 1) == Decision(1, 0, "play")


def test_a_decision_is_a_text_that_tells_its_turn() -> None:
    assert str(Decision(2, 5, "draw")) == "2.5.draw"
    assert turn_of("2.5.draw") == "2.5"
    assert turn_of(f"1.{Decision(2, 5, 'draw')}") == "1.2.5"
    assert turn_of("") == ""
