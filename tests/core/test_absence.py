"""M12.2: what is played for a seat whose player stays away."""

import pytest

from marriage_core.marriage.game import GAME
from marriage_core.marriage.rules import PRESETS
from marriage_core.marriage.state import State
from marriage_core.marriage.text import write_move
from tests.core.builder import (
    PAIRS_HAND,
    PURE_HAND,
    accepted,
    dealt,
    paired,
    played,
    seat,
    seen,
    seen_by,
    table,
)

FOUR = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C"


def move(state: State) -> str:
    return write_move(GAME.absent_move(seen_by(state, state.turn)))


def deal(*seats: object, **more: object) -> State:
    return table(*seats, seat("2H"), discards=more.pop("discards", "AH"), **more)


EXACT = [
    # why, state, the move
    ("not drawn yet", deal(seat("9S 2S")), "draw"),
    ("never a tunnela", deal(seat("QC QC QC 2S")), "draw"),
    ("drawn and still in hand", deal(seat("9S 2S"), drew="9S"), "discard=9S"),
    ("never sees", deal(seat(f"{PURE_HAND} KC"), drew="KC"), "discard=KC"),
    ("never sees by dublees", deal(seat(f"{PAIRS_HAND} KC"), drew="KC"), "discard=KC"),
    ("never shows", deal(seen(f"{FOUR} 5H"), drew="5H", tiplu="JC"), "discard=5H"),
    ("a wild card drawn goes too", deal(seen("9C 2H QC"), drew="QC", tiplu="JC"), "discard=QC"),
    ("never takes a gift", deal(paired("5H 9C"), discards="AH 9C", tiplu="JC"), "draw"),
    ("empty stock recycled", deal(seat("9S 2S"), discards="AH 2D", stock=""), "draw"),
    ("nothing to draw", deal(seat("9S 2S"), stock=""), "take"),
    ("nothing to draw on the dublee route", deal(paired("5H 9C"), discards="9C", stock="", tiplu="JC"), "takeshow"),
]


@pytest.mark.parametrize(("why", "state", "expected"), EXACT)
def test_m12_2_the_move_for_an_absent_player(why: str, state: State, expected: str) -> None:
    assert move(state) == expected
    assert played(state, 0, expected)


OTHERWISE = [
    ("taken from the pile", deal(seat("9S 2S"), took="9S"), {"discard=2S"}),
    ("taken with a copy", deal(seat("9S 9S 2S"), took="9S"), {"discard=2S", "discard=9S"}),
    ("drawn and laid", deal(seen("KC 2S", "3S 4S 5S / 7H 8H 9H / 10D JD QD"), tiplu="JC", drew="KC"), {"discard=KC"}),
]


@pytest.mark.parametrize(("why", "state", "allowed"), OTHERWISE)
def test_m12_2_otherwise_the_computer_picks_a_legal_discard(why: str, state: State, allowed: set[str]) -> None:
    assert move(state) in allowed


def test_m12_2_the_card_drawn_was_laid_when_seeing() -> None:
    state = played(deal(seat(f"{PURE_HAND} KC 2D"), drew="5S"), 0, "see=melds")
    assert move(state) in ("discard=KC", "discard=2D")


def test_m12_2_i4_nor_are_laid_melds_laid_anew_for_it() -> None:
    hand = "3S 4S 5H 6H 7H 8D 9D 10D JC QC KC 2D 2H 5C 7C 9C 9H JS QS KD AH 5S"
    state = deal(seat(hand), drew="5S", rules=PRESETS["indian"], tiplu="4C", discards="AS")
    state = played(state, 0, "see=melds:3S.4S.5S/5H.6H.7H/8D.9D.10D")
    assert accepted(state, 0, "discard=5S")
    assert move(state).startswith("discard=")
    assert move(state) != "discard=5S"


def test_m12_2_a_whole_deal_of_absent_players_ends_without_a_winner() -> None:
    state = dealt(3, max_turns=20)
    moves = 0
    while state.phase != "over":
        who = state.turn
        word = move(state)
        assert word == "draw" or word.startswith("discard=")
        state = played(state, who, word)
        moves += 1
    assert moves == 3 * 20 * 2
    assert state.winner is None
    assert GAME.outcome(state).nets == (0, 0, 0)
