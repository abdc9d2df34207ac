"""D1–D12 in whole matches by computers; `python -m tests.dummy.matches 1000` is the long form."""

import pytest

from marriage_core.dummy.game import GAME
from marriage_core.dummy.rules import DUMMY
from tests.dummy import matches
from tests.dummy.matches import Tally, play_match, play_matches

MATCHES = 40


@pytest.mark.parametrize("part", range(5))
def test_whole_matches_keep_every_invariant(part: int) -> None:
    """D1–D12 after every event; eight matches a part, one for each set of options."""
    first = part * MATCHES // 5
    tally = play_matches(range(first, first + MATCHES // 5))
    assert tally.matches == MATCHES // 5
    assert set(tally.laid) == set(range(1, 13)), "every contract is laid"
    assert tally.ended["out"] > 0.8 * tally.deals


@pytest.mark.parametrize("level", GAME.players)
def test_two_players_of_a_level_finish_all_twelve_contracts(level: str) -> None:
    tally = Tally()
    places = play_match(1, (level, level), DUMMY, tally)
    assert 1 in places
    assert tally.deals < 40


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    matches.main(["1"])
    assert capsys.readouterr().out.startswith("1 matches, ")
