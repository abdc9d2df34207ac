"""What a panel offers is exactly what the rules allow; every refusal has its code; computers and the absent."""

import ast
import re
from pathlib import Path

import pytest

import marriage_core.dummy.decide as rules_of_play
import tests.dummy
from marriage_core.cards import face, faces, text
from marriage_core.dummy.coach import hint
from marriage_core.dummy.game import GAME
from marriage_core.dummy.moves import Add, Discard, Draw, Lay, Take
from marriage_core.dummy.options import Options, legal_moves, options
from marriage_core.dummy.players import ADVISERS, PLAYERS
from marriage_core.dummy.players.advice import Why
from marriage_core.dummy.players.danger import Danger
from marriage_core.dummy.rules import DUMMY
from marriage_core.dummy.state import State
from marriage_core.dummy.view import view
from marriage_core.engine import Decision, find_preset, games
from marriage_core.errors import IllegalMove
from tests.dummy.builder import dealt, down, played, refused, seat, table
from tests.dummy.test_view import TRIED, refusal, states

SETS = "7S 7H 7D 9S 9H 9D"


@pytest.mark.parametrize("number", range(6))
def test_the_legal_moves_are_those_accepted(number: int) -> None:
    for state in [*states(number)][:5]:
        for who in range(state.players):
            legal = legal_moves(view(state, who))
            accepted = {move for move in TRIED if refusal(state, who, move) == "" and not isinstance(move, Add)}
            assert {move for move in legal if not isinstance(move, Add)} == accepted - {TRIED[-1]}
            assert all(refusal(state, who, move) == "" for move in legal)
            assert len(legal) == len(set(legal))
            added = {(add.faces, add.meld) for add in legal if isinstance(add, Add) and add.meld < 3}
            tried = {(add.faces, add.meld) for add in TRIED if isinstance(add, Add) and not refusal(state, who, add)}
            assert added == tried
        assert legal_moves(view(state, state.turn)), "the seat to move can always move"


def test_a_panel_before_and_after_drawing() -> None:
    state = table(seat(f"{SETS} KC"), seat("3H"), discards="QC", stock="4D")
    before = options(view(state, 0))
    assert (before.draw, before.take, before.lay, before.discards, before.missing) == (True, True, None, (), 0)
    after = options(view(played(state, 0, "draw"), 0))
    assert (after.draw, after.take, after.missing) == (False, False, 0)
    assert after.lay == (faces("7S 7H 7D"), faces("9S 9H 9D"))
    other = options(view(state, 1))
    assert other == Options(missing=5)
    assert (options(view(played(table(down("KC"), seat("3H"), drew="KC"), 0, "discard=KC"), 1))) == Options()


def test_a_panel_for_adding() -> None:
    melds = "0 set 7S 7H 7D / 1 run 4S 5S 6S 7C"
    state = table(down("7C 3S JK KC"), seat("3H"), melds=melds, drew="KC", discards="QC")
    can = options(view(state, 0))
    assert [f"{text(add.faces[0])} {add.meld} {add.end}" for add in can.adds] == [
        "7C 0 None",
        "JK 0 None",
        "3S 1 low",
        "JK 1 high",
        "JK 1 low",
    ]
    assert can.missing is None
    assert can.lay is None


def test_every_refusal_is_named_in_a_test() -> None:
    tree = ast.parse(Path(rules_of_play.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    codes = {
        word.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "IllegalMove"
        for word in ast.walk(call.args[0])
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    folder = Path(tests.dummy.__path__[0])
    told = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    assert len(codes) > 20
    assert [code for code in sorted(codes) if not re.search(rf'"{code}\b', told)] == []


REFUSALS = [
    (table(seat("3S"), seat("3H"), turn=1), "draw", "not_your_turn(seat=1)"),
    (table(seat("3S"), seat("3H"), drew="3S"), "draw", "already_drew()"),
    (table(seat("3S"), seat("3H")), "discard=3S", "draw_first()"),
    (table(seat("3S"), seat("3H")), "lay", "draw_first()"),
    (table(seat("3S"), seat("3H")), "add=3S:0", "draw_first()"),
    (table(seat("3S 4S"), seat("3H"), drew="3S"), "lay", "contract_not_held(contract=1, missing=4)"),
    (table(seat("3S 4S"), seat("3H"), drew="3S"), "lay=3S", "lay_count(need=2, named=1)"),
    (table(seat("3S 4S"), seat("3H"), drew="3S"), "lay=3S/3S", "not_held(card='3S')"),
    (table(seat("7S 7H 7D 9S 9H KC"), seat("3H"), drew="KC"), "lay=7S.7H.7D/9S.9H", "no_set(cards='9S 9H')"),
    (
        table(seat("7S 7H 7D 9S 9H 9D KC", 3), seat("3H"), drew="KC"),
        "lay=7S.7H.7D/9S.9H.9D",
        "meld_size(cards='7S 7H 7D', need=4)",
    ),
    (table(seat("3S 4S"), seat("3H"), drew="3S"), "pass", "not_asked()"),
]


@pytest.mark.parametrize(("state", "word", "expected"), REFUSALS)
def test_refusals_with_their_facts(state: State, word: str, expected: str) -> None:
    assert refused(state, 0, word) == expected


# --- the game behind the protocol -------------------------------------------------------------------------------------


def test_the_game_is_discovered() -> None:
    assert GAME in games()
    assert find_preset("dummy") == (GAME, DUMMY)


def test_a_decision_is_the_seat_s_own_turn_and_phase() -> None:
    state = dealt(3)
    assert GAME.decision(state, 1) == Decision(1, 0, "draw")
    assert GAME.decision(state, 0) is None
    assert GAME.decision(played(state, 1, "draw"), 1) == Decision(1, 0, "play")
    over = played(table(down("KC"), seat("3H"), drew="KC"), 0, "discard=KC")
    assert GAME.decision(over, 1) is None
    assert GAME.to_move(over) is None


def test_panel_texts_and_coach_come_through_the_protocol() -> None:
    state = dealt(3)
    assert GAME.options(GAME.view(state, 1)).draw
    for event in GAME.decide(state, 1, GAME.read_move(GAME.write_move(Draw()))):
        assert GAME.read_event(GAME.write_event(event)) == event
    assert GAME.turning_points(()) == ()


def test_a_hint_is_the_best_level_s_advice_and_refused_like_a_move() -> None:
    state = dealt(3)
    assert hint(view(state, 1)) == GAME.hint(view(state, 1)) == ADVISERS["steady"](view(state, 1))
    with pytest.raises(IllegalMove, match="not_your_turn"):
        hint(view(state, 0))
    with pytest.raises(IllegalMove, match="deal_over"):
        hint(view(played(table(down("KC"), seat("3H"), drew="KC"), 0, "discard=KC"), 1))


# --- computers --------------------------------------------------------------------------------------------------------

ADVICE = [
    # state, move, why
    (table(seat("7S 7H KC"), seat("3H"), discards="7D"), Take(), Why.TAKE_NEARER),
    (table(seat("7S 7H KC"), seat("3H"), discards="2D"), Take(), Why.TAKE_NEARER),
    (table(seat("7S 7H KC"), seat("3H"), discards="9D"), Draw(), Why.DRAW),
    (table(down("7S 7H KC"), seat("3H"), discards="7D"), Draw(), Why.STOCK_ONLY),
    (table(seat(SETS), seat("3H"), discards="4S"), Draw(), Why.READY),
    (
        table(seat(f"{SETS} KC"), seat("3H"), drew="KC", discards="4S"),
        Lay((faces("7S 7H 7D"), faces("9S 9H 9D"))),
        Why.LAY,
    ),
    (table(seat(SETS), seat("3H"), drew="9D", discards="4S"), None, None),
    (table(down("7C 7S KC"), seat("3H"), melds="0 set 7S 7H 7D", drew="KC"), Add(faces("7S 7C"), 0), Why.ADD),
    (table(down("KH"), seat("3H"), melds="0 set 7S 7H 7D", drew="KH"), Discard(face("KH")), Why.OUT),
]


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize(("state", "move", "why"), ADVICE)
def test_what_computers_do_and_why(level: str, state: State, move: object, why: Why | None) -> None:
    if move is None:
        return
    advice = ADVISERS[level](view(state, 0))
    assert (advice.move, advice.why) == (move, why)
    assert PLAYERS[level](view(state, 0)) == advice.move


def test_a_wild_card_goes_last() -> None:
    for level in PLAYERS:
        state = table(seat("7S 7H JK"), seat("3H"), drew="JK", discards="QC")
        assert PLAYERS[level](view(state, 0)) != Discard(face("JK"))
        state = table(seat("2S JK"), seat("3H"), drew="JK", discards="QC")
        assert isinstance(PLAYERS[level](view(state, 0)), Discard)


def test_d8_a_computer_throws_no_meld() -> None:
    for level in PLAYERS:
        state = table(seat("7S 7H 7C 4D"), seat("3H"), drew="7S", discards="4S 4H")
        assert PLAYERS[level](view(state, 0)) != Discard(face("4D"))
        state = table(seat("4D 4C"), seat("3H"), drew="4D", discards="4S 4H")
        assert isinstance(PLAYERS[level](view(state, 0)), Discard)


def test_steady_keeps_what_fits_on_the_table_or_nearly() -> None:
    for kept, run in (("8H", "4S 5S 6S 7C"), ("9H", "4S 5S 6S 7C"), ("2H", "4S 5S 6S 7C"), ("AH", "3S 4S 5S 6C")):
        melds = f"1 set QS QH QD / 1 run {run}"
        state = table(down(f"{kept} 5D KH"), down("3H"), melds=melds, drew="KH", fresh=True, discards="QC")
        assert PLAYERS["steady"](view(state, 0)) != Discard(face(kept))


def test_danger_is_what_the_next_player_wants() -> None:
    state = table(seat("3S"), seat("3H", 4), discards="7S 9S", turn=1)
    state = played(state, 1, "take")
    state = played(state, 1, "discard=3H")
    danger = Danger(view(state, 0))
    assert [danger(face(name)) for name in ("9D", "8D", "10D", "3D", "KD", "2D", "JK")] == [3, 3, 3, 0.2, 1, 3, 3]
    sets = played(played(table(seat("3S"), seat("3H"), discards="7S 9S", turn=1), 1, "take"), 1, "discard=3H")
    assert [Danger(view(sets, 0))(face(name)) for name in ("9D", "8D")] == [3, 1]
    assert Danger(view(table(seat("3S"), down("3H")), 0))(face("9D")) == 0


def test_the_absent_draw_and_throw_that_card() -> None:
    state = table(seat("7S 7H"), seat("3H"), discards="QC", stock="9D")
    assert GAME.absent_move(view(state, 0)) == Draw()
    assert GAME.absent_move(view(played(state, 0, "draw"), 0)) == Discard(face("9D"))
    taken = played(state, 0, "take")
    assert isinstance(GAME.absent_move(view(taken, 0)), Discard)
    barred = table(seat("7S 9D"), seat("3H"), drew="9D", discards="9S 9H")
    assert GAME.absent_move(view(barred, 0)) == Discard(face("7S"))
