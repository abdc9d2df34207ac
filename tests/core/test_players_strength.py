"""The levels in their order of strength, in short: `python -m bench.players --long` is the proof.

Shuffles are fixed, so nothing here is left to chance; but so few deals order the levels only roughly, and a change of
a player that is no worse may still move a figure across its bound.
"""

from bench.players import Match, entrant, result
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Discard, Take, TakeAndShow
from marriage_core.marriage.rules import NEPALI
from marriage_core.shuffle import pick
from tests.core.builder import after


def taken_share(level: str, deals: int) -> float:
    """The share of discards that the next player takes, where all play one level at two seats."""
    choose, thrown, taken = entrant(level), 0, 0
    for number in range(deals):
        key = number.to_bytes(32, "big")
        state = after(None, *GAME.start(NEPALI, 2, pick(key, "first dealer", 2), key))
        while (seat := GAME.to_move(state)) is not None:
            move = choose(GAME.view(state, seat))
            thrown += isinstance(move, Discard)
            taken += isinstance(move, Take | TakeAndShow)
            state = after(state, *GAME.decide(state, seat, move))
    return taken / thrown


def test_steady_beats_easy() -> None:
    assert result(Match("steady", "easy", 2, 120, "short")).mean > 0


def test_sharp_gives_the_next_player_less_than_steady() -> None:
    assert taken_share("sharp", 40) < taken_share("steady", 40)


def test_master_holds_its_own_against_sharp() -> None:
    """The difference is too small for a short match to order them: it must only not be far behind."""
    assert result(Match("master", "sharp", 2, 200, "short")).mean > -0.5


def test_a_match_of_equals_is_even() -> None:
    found = result(Match("steady", "steady", 2, 6, "even"))
    assert (found.mean, found.low, found.high) == (0, 0, 0)
