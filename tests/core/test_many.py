"""Each preset played by computers with the invariants checked after every event; `tests.core.many` plays more."""

import pytest

from marriage_core.marriage.rules import PRESETS
from tests.core.many import main, play

DEALS = 10


def differs(key: str) -> bool:
    """Whether an option of the Indian game is another than that of the Nepali one."""
    return PRESETS["indian"].shown(key) != PRESETS["nepali"].shown(key)


@pytest.mark.parametrize("preset", PRESETS)
def test_f22_every_preset_plays_whole_deals(preset: str) -> None:
    for number in range(DEALS):
        play(PRESETS[preset], number, ("easy",))


ALONE = [{key: PRESETS["indian"].shown(key)} for key in PRESETS["indian"].keys() if differs(key)]


@pytest.mark.parametrize("options", ALONE, ids=lambda options: next(iter(options)))
def test_f22_so_does_each_option_of_the_indian_game_alone(options: dict[str, object]) -> None:
    for number in range(3):
        play(PRESETS["nepali"].with_options(options), number, ("easy",))


def test_f22_and_the_indian_game_with_dublees_start_tunnelas_and_printed_jokers() -> None:
    more = {"dublees": "on", "start_tunnelas": "on", "printed_jokers": 3, "open_tiplu": True, "cap_seen": "none"}
    for number in range(3):
        play(PRESETS["indian"].with_options(more), number, ("easy",))


def test_the_command_plays_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "2", "--preset", "indian", "--levels", "easy"]) == 0
    assert capsys.readouterr().out.startswith("indian 2 {")
