"""The options: read by their kinds, and each of them changes what happens."""

import pytest

from marriage_core.dummy.rules import DUMMY, OPTIONS, PRESETS
from marriage_core.errors import BadRules
from tests.dummy.builder import accepted, down, events, played, seat, table


def test_the_preset_and_its_options() -> None:
    assert list(PRESETS) == ["dummy"]
    assert DUMMY.keys() == ("run_same_suit", "exact_contract", "cut_in", "max_turns", "turn_seconds")
    assert {key: DUMMY.shown(key) for key in DUMMY.keys()} == {
        "run_same_suit": False,
        "exact_contract": False,
        "cut_in": False,
        "max_turns": 100,
        "turn_seconds": 90,
    }
    assert DUMMY.most_players == 4
    assert all(of.metadata["rule"][0] == "D" for of in OPTIONS.values())


def test_options_are_what_differs_from_the_preset() -> None:
    changed = DUMMY.with_options({"cut_in": "true", "max_turns": "20"})
    assert changed.options() == {"cut_in": True, "max_turns": 20}
    assert DUMMY.with_options(changed.options()) == changed
    assert DUMMY.restored(changed.options()) == changed
    assert DUMMY.options() == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 4}, "unknown option 'deals'; known: run_same_suit"),
        ({"cut_in": 1}, "option cut_in: 1 is not allowed; allowed: true, false"),
        ({"max_turns": 9}, "option max_turns: 9 is not allowed; allowed: 10–1000"),
        ({"turn_seconds": 29}, "option turn_seconds: 29 is not allowed"),
    ],
)
def test_a_refused_option_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadRules, match=message):
        DUMMY.with_options(options)


def lay_free_run(**options: object) -> bool:
    state = table(seat("7S 7H 7D 3S 4H 5D 6C KC", 2), seat("3H"), drew="KC", **options)  # type: ignore[arg-type]
    return accepted(state, 0, "lay=7S.7H.7D/3S.4H.5D.6C")


def lay_long_set(**options: object) -> bool:
    state = table(seat("7S 7H 7D 7C 9S 9H 9D KC"), seat("3H"), drew="KC", **options)  # type: ignore[arg-type]
    return accepted(state, 0, "lay=7S.7H.7D.7C/9S.9H.9D")


def cut_in(**options: object) -> bool:
    state = table(seat("3S"), seat("3H"), seat("3D"), thrower=2, discards="9D", **options)  # type: ignore[arg-type]
    return accepted(state, 1, "cutin=9D")


def goes_on(**options: object) -> bool:
    state = table(down("3S 4S"), seat("3H", turns=10), drew="4S", **options)  # type: ignore[arg-type]
    return len(events(state, 0, "discard=4S")) == 1


@pytest.mark.parametrize(
    ("shown", "option", "value", "before"),
    [
        (lay_free_run, "run_same_suit", True, True),
        (lay_long_set, "exact_contract", True, True),
        (cut_in, "cut_in", True, False),
        (goes_on, "max_turns", 10, True),
    ],
)
def test_every_option_changes_a_result(shown: object, option: str, value: object, before: bool) -> None:
    assert callable(shown)
    assert shown() is before
    assert shown(**{option: value}) is not before


def test_turn_seconds_are_the_table_s() -> None:
    assert DUMMY.with_options({"turn_seconds": 30}).turn_seconds == 30


def test_a_lay_with_too_few_melds_names_the_number() -> None:
    state = table(seat("7S 7H 7D 9S 9H 9D KC"), seat("3H"), drew="KC")
    assert not accepted(state, 0, "lay=")
    assert played(state, 0, "lay=7S.7H.7D/9S.9H.9D").places[0].down
