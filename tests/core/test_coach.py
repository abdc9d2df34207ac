"""The coach: hints that tell no more than the view, and the turning points of deals that are over."""

from collections import Counter
from random import Random

import pytest

from marriage_core.errors import IllegalMove
from marriage_core.marriage.coach import BEST, Draws, Turned, TurningPoint, _luck, _Story, hint, turning_points
from marriage_core.marriage.decide import decide
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.players import ADVISERS
from marriage_core.marriage.rules import PRESETS
from marriage_core.marriage.state import State
from marriage_core.marriage.text import read_move, write_move
from tests.core.builder import PAIRS_HAND, PURE_HAND, after, dealt, paired, seat, seen, seen_by, table
from tests.core.hidden import hidden_permutations
from tests.core.walkers import walk

OTHER = seat("2H")
SIX = "3S 4S 8H 9H QD KD"
TWO_PURE = "3S 4S 5S 10D JD QD 7H 8H KC KH 2C"
ALMOST = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9S 5H"


def hinted(state: State) -> tuple[str, str, dict[str, object]]:
    """A hint's move, reason and facts."""
    advice = hint(seen_by(state, state.turn))
    return write_move(advice.move), advice.why.value, dict(advice.facts)


HINTS = [
    # state, move, reason, facts
    (
        table(seat("QC QC QC", "2S 3S"), OTHER),
        ("tunnela=QC", "tunnela", {"goal": "three_pure", "missing": 0, "helps": 0, "card": "QC"}),
    ),
    (
        table(seat(SIX), OTHER, discards="5S"),
        ("take", "take_nearer", {"goal": "three_pure", "missing": 3, "helps": 17, "card": "5S"}),
    ),
    (table(seat(SIX), OTHER, discards="9C"), ("draw", "draw", {"goal": "three_pure", "missing": 3, "helps": 18})),
    (
        table(seat(TWO_PURE), OTHER, drew="2C"),
        ("discard=2C", "nearest", {"goal": "three_pure", "missing": 1, "helps": 6, "card": "2C"}),
    ),
    (
        table(seat(f"{PURE_HAND} KC"), OTHER, drew="KC"),
        ("see=melds:3S.4S.5S/7H.8H.9H/10D.JD.QD", "see", {"goal": "three_pure"}),
    ),
    (
        table(seat("2S 2S 4S 4S 6S 6S 8S 8S 10S 10S 3H KC"), OTHER, drew="KC"),
        ("discard=3H", "dublees", {"goal": "seven_dublees", "missing": 2, "helps": 2, "card": "3H"}),
    ),
    (
        table(seen(ALMOST), OTHER, tiplu="JC"),
        ("draw", "draw", {"goal": "show", "missing": 1, "helps": 21}),
    ),
    (
        # A longer meld of the others leaves the nines as they are, so the same cards help.
        table(seen(ALMOST), OTHER, tiplu="JC", meld_size="3+"),
        ("draw", "draw", {"goal": "show", "missing": 1, "helps": 21}),
    ),
    (
        table(paired("5H KD 7C"), OTHER, drew="7C", tiplu="JC"),
        ("discard=5H", "dublees", {"goal": "eighth_dublee", "missing": 1, "helps": 4, "card": "5H"}),
    ),
    (
        # Ready before drawing: neither seeing nor showing is possible yet.
        table(seat(f"{PURE_HAND}"), OTHER, discards="5D"),
        ("draw", "ready", {"goal": "three_pure"}),
    ),
    (
        # M7.4: JD would help, but it is wild and may not be taken.
        table(seen(ALMOST), OTHER, discards="JD", tiplu="JC"),
        ("draw", "only_move", {"goal": "show", "missing": 1, "helps": 20}),
    ),
    (
        # M10: the alter brings points here, so that another single card goes.
        table(paired("5S 2H 7H"), OTHER, drew="7H", tiplu="5C", alter_points="each:5"),
        ("discard=2H", "dublees", {"goal": "eighth_dublee", "missing": 1, "helps": 4, "card": "2H"}),
    ),
    (
        # I4: 5C and 8C change places, and one card is missing; as the melds lie it would be two.
        table(
            seen("5S 8S 8H 10H 3D 5D 9D 10D 2C 4C 5C 5C", laid="QS KS AS / 7H 8H 9H / 6C 7C 8C"),
            OTHER,
            discards="7C",
            tiplu="JH",
            rules=PRESETS["indian"],
        ),
        ("draw", "draw", {"goal": "show_anew", "missing": 1, "helps": 22}),
    ),
    (
        table(paired("5H KD 7C"), OTHER, discards="5H", tiplu="JC"),
        ("takeshow=KD", "eighth_dublee", {"goal": "eighth_dublee", "card": "5H"}),
    ),
]


@pytest.mark.parametrize(("state", "expected"), HINTS)
def test_hint(state: State, expected: object) -> None:
    assert hinted(state) == expected


def test_a_hint_is_refused_as_a_move_would_be() -> None:
    state = dealt(2)
    with pytest.raises(IllegalMove, match="not_your_turn"):
        hint(seen_by(state, 1 - state.turn))
    over = after(None, *walk("nepali", "collector collector", 1))
    with pytest.raises(IllegalMove, match="deal_over"):
        hint(seen_by(over, 0))


def test_m14_hints_are_the_best_players_moves_and_depend_on_no_secret() -> None:
    draw = Random("hints")
    for number in range(4):
        state = dealt(2 + number, 0, draw.randbytes(32))
        for _ in range(25):
            view = seen_by(state, state.turn)
            advice = hint(view)
            assert advice.move == ADVISERS[BEST](view).move
            for other in hidden_permutations(state, state.turn, draw):
                assert hint(seen_by(other, state.turn)) == advice
            state = after(state, *decide(state, state.turn, advice.move))
            if state.phase is Phase.OVER:
                break


# --- turning points ---------------------------------------------------------------------------------------------------


def story(state: State, *moves: str) -> list[TurningPoint]:
    """What is told of some moves of the seats to move."""
    told = _Story(state)
    for word in moves:
        for event in decide(told.state, told.state.turn, read_move(word)):
            told.tell(event)
    return list(told.finished())


FULL_SHOW = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9S 9H"
SEVEN = "QC QC QC 3S 4S 8H 9H"
TOLD = [
    # why, state, moves, points
    ("a tunnela kept", table(seat(SEVEN), OTHER), ["draw"], [(Turned.MISSED_TUNNELA, 0, 1, {"card": "QC"})]),
    ("or taken over", table(seat(SEVEN), OTHER), ["take"], [(Turned.MISSED_TUNNELA, 0, 1, {"card": "QC"})]),
    ("a tunnela shown", table(seat(SEVEN), OTHER), ["tunnela=QC", "draw"], []),
    ("later it could not be", table(seat(SEVEN, turns=1), OTHER), ["draw"], []),
    (
        "did not see",
        table(seat(f"{PURE_HAND} KC"), OTHER, drew="KC"),
        ["discard=KC", "draw", "discard=2H", "draw", "see=melds"],
        [(Turned.MISSED_SEE, 0, 1, {"turns": 1})],
    ),
    (
        "nor by dublees, twice",
        table(seat(f"{PAIRS_HAND} KC", turns=4), OTHER, drew="KC"),
        ["discard=KC", "draw", "discard=2H", "take", "discard=3H"],
        [(Turned.MISSED_SEE, 0, 5, {"turns": None})],
    ),
    (
        "did not show",
        table(seen(f"{FULL_SHOW} 5H"), OTHER, drew="5H", tiplu="JC", stock="KC AH"),
        ["discard=5H", "draw", "discard=2H", "draw", "show"],
        [(Turned.MISSED_SHOW, 0, 2, {"card": None, "turns": 1})],
    ),
    (
        "drew beside the eighth dublee",
        table(paired("5H KD 7C"), OTHER, discards="5H", tiplu="JC", stock="AH"),
        ["draw"],
        [(Turned.MISSED_SHOW, 0, 2, {"card": "5H", "turns": None})],
    ),
    (
        "threw a wild card",
        table(seen("2C 3C 6D 7D KH KS 9C 9S 5H QC QC AS 8S"), OTHER, drew="8S", tiplu="JC"),
        ["discard=QC"],
        [(Turned.WILD_THROWN, 0, 2, {"card": "QC", "maal": 3})],
    ),
    (
        "all were wild",
        table(seen("QC", tunnelas="2S 2D 3D 5C"), OTHER, drew="QC", tiplu="JC"),
        ["show"],
        [],
    ),
    (
        "a wild card thrown beside dublees",
        table(paired("5H QC AC"), OTHER, drew="5H", tiplu="JC"),
        ["discard=QC"],
        [(Turned.WILD_THROWN, 0, 2, {"card": "QC", "maal": 2})],
    ),
    (
        "beside dublees all brought points",
        table(paired("QC 10C JC"), OTHER, drew="10C", tiplu="JC"),
        ["discard=QC"],
        [],
    ),
    (
        "gave the last card",
        table(seat("KD 9H", turns=1), seen("2C 3C 4C 6D 7D 8D KH KS KC 9C 9S 5H"), tiplu="JC", drew="KD"),
        ["discard=9H", "take", "show"],
        [(Turned.FED_SHOW, 0, 2, {"card": "9H", "to": 1})],
    ),
]


@pytest.mark.parametrize(("why", "state", "moves", "points"), TOLD, ids=[why for why, *_ in TOLD])
def test_turning_points(why: str, state: State, moves: list[str], points: list[tuple[object, ...]]) -> None:
    assert [(of.what, of.seat, of.turn, of.facts) for of in story(state, *moves)] == points


def test_luck_counts_draws_against_what_was_to_be_expected() -> None:
    lucky, unlucky, plain, none = Draws(), Draws(), Draws(), Draws()
    for _ in range(10):
        lucky.add(0.2, True)
        unlucky.add(0.5, False)
    plain.add(0.5, True)
    plain.add(0.5, False)
    assert (lucky.count, lucky.helped, none.luck, plain.luck) == (10, 10, 0.0, 0.0)
    assert list(_luck([plain, unlucky, none, lucky])) == [
        TurningPoint(Turned.LUCKY, 3, 0, {"draws": 10, "helped": 10, "expected": 20}),
        TurningPoint(Turned.UNLUCKY, 1, 0, {"draws": 10, "helped": 0, "expected": 50}),
    ]
    assert list(_luck([plain, none])) == []


def test_turning_points_of_whole_deals() -> None:
    found: Counter[Turned] = Counter()
    for number in range(12):
        players = ("collector dreamer", "pairer collector dreamer")[number % 2]
        events = walk("bhoos", players, number, dublee_min_players=2)
        points = turning_points(events)
        assert points == turning_points(events)
        found.update(of.what for of in points)
        luck = [of.turn == 0 for of in points]
        assert luck == sorted(luck)
    assert found[Turned.LUCKY]
    assert found[Turned.UNLUCKY]


def test_m14_3_nothing_is_told_before_the_deal_is_over() -> None:
    events = walk("nepali", "collector collector", 1)
    for unfinished in ((), events[:1], events[:-1]):
        with pytest.raises(ValueError, match="once the deal is over"):
            turning_points(unfinished)
