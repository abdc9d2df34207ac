"""Every refusal of the rules with a deal that produces it: code and facts."""

import ast
import pickle
from pathlib import Path

import pytest

import marriage_core.marriage.checks as rules_of_play
from marriage_core.errors import BadInput, BadRules, BadSheet, BadText, CoreError, IllegalMove, Phrase, Refusal
from marriage_core.marriage.state import State
from tests.core.builder import PAIRS_HAND, PURE_HAND, Seat, paired, played, refused, seat, seen, table

FOUR = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C"


def deal(of: Seat, pile: str = "AH", **more: object) -> State:
    return table(of, seat("2H"), discards=pile, **more)


LONG = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
SEER = seat(f"{PURE_HAND} KC")
CASES = [
    # rule, deal, move of seat 0, refusal
    ("M8", played(deal(seen(f"{FOUR} 5H"), tiplu="JC", drew="5H"), 0, "show"), "draw", "deal_over()"),
    ("M6", deal(seat("2S"), turn=1), "draw", "not_your_turn(seat=1)"),
    ("M6.1", deal(seat("2S"), drew="2S"), "draw", "already_drew()"),
    ("M6.1", deal(seat("2S"), drew="2S"), "take", "already_drew()"),
    ("M6.3", deal(seat("2S")), "discard=2S", "draw_first()"),
    ("M7.6", deal(seat("2S")), "takeshow", "draw_first()"),
    ("M13", deal(seat("QC QC QC"), start_tunnelas="off"), "tunnela=QC", "tunnelas_off()"),
    ("M5.1", deal(seat("QC QC QC", turns=1)), "tunnela=QC", "tunnela_too_late(card='QC')"),
    ("M5.1", deal(seat("QC QC 2S")), "tunnela=QC", "no_tunnela(card='QC', held=2)"),
    ("M2.5", deal(seat("JK JK JK"), printed_jokers=3), "tunnela=JK", "no_tunnela(card='JK', held=3)"),
    ("M9.2", deal(seat("2S"), stock=""), "draw", "stock_empty()"),
    ("M6.1", deal(seat("2S"), pile=""), "take", "pile_empty()"),
    ("M13", deal(seat("2S"), unseen_discard="barred"), "take", "unseen_barred(card='AH')"),
    ("M7.4", deal(seen("2S"), pile="QC", tiplu="JC"), "take", "wild_barred(card='QC')"),
    ("M7.6", deal(paired("9C 9C"), pile="8C", tiplu="JC"), "take", "dublee_holds_eight(card='8C')"),
    ("M7.6", deal(paired("9C 7C"), pile="8C", tiplu="JC"), "takeshow", "dublee_not_completed(card='8C')"),
    ("M7.6", deal(paired("8C 7C"), pile="8C", tiplu="JC"), "take", "take_is_show(card='8C')"),
    ("M7.5", deal(seen("2S"), tiplu="JC", drew="2S"), "see=melds", "already_seen()"),
    ("M9.2", deal(SEER, stock="", drew="KC"), "see=melds", "no_tiplu_left()"),
    ("M7.1", deal(seat("3S 4S 5S KC"), drew="KC"), "see=melds", "no_three_pure(need=3, held=1)"),
    ("M7.1", deal(SEER, drew="KC"), "see=melds:3S.4S.5S", "see_count(need=3, named=1)"),
    ("M7.1", deal(SEER, drew="KC"), "see=melds:3S.4S.KC/7H.8H.9H/10D.JD.QD", "not_pure(cards='3S 4S KC')"),
    ("M7.1", deal(SEER, drew="KC"), "see=melds:4S.5S.6S/7H.8H.9H/10D.JD.QD", "not_held(card='6S')"),
    (
        "I3",
        deal(seat(f"{LONG} 2D 3D 4D 5D 6D 7H 8H 9H"), drew="3D", meld_size="3+"),
        f"see=melds:{LONG.replace(' ', '.')}/2D.3D.4D.5D.6D/7H.8H.9H",
        "none_to_discard()",
    ),
    (
        "M6.3",
        deal(seat(f"{LONG} 2D 3D 4D 5D 7H 8H 9H KC"), took="KC", meld_size="3+"),
        f"see=melds:{LONG.replace(' ', '.')}/2D.3D.4D.5D/7H.8H.9H",
        "none_to_discard()",
    ),
    (
        "I4",
        deal(seen("2S KC"), tiplu="JC", drew="KC", table_melds="exchange"),
        "discard=7H",
        "pure_melds_needed(card='7H', need=3)",
    ),
    (
        "M6.3",
        deal(seen("2S 6S", "3S 4S 5S / 7H 8H 9H / 10D JD QD"), tiplu="JC", took="6S", table_melds="exchange"),
        "discard=6S",
        "just_taken(card='6S')",
    ),
    ("M13", deal(seat(f"{PAIRS_HAND} KC"), drew="KC", dublees="off"), "see=dublees", "dublees_off()"),
    (
        "M13",
        deal(seat(f"{PAIRS_HAND} KC"), drew="KC", dublee_min_players=4),
        "see=dublees",
        "dublees_players(need=4, players=2)",
    ),
    ("M7.1", deal(seat("2S 2S KC"), drew="KC"), "see=dublees", "no_seven_dublees(need=7, held=1)"),
    ("M6.3", deal(seat("2S KC"), drew="KC"), "discard=9D", "not_held(card='9D')"),
    ("M7.5", deal(seen("2S KC"), tiplu="JC", drew="KC"), "discard=3S", "laid_fixed(card='3S')"),
    ("M5.3", deal(seat("2S KC", "QC"), drew="KC"), "discard=QC", "laid_fixed(card='QC')"),
    ("M6.3", deal(seat("2S KC"), took="KC"), "discard=KC", "just_taken(card='KC')"),
    ("M6.3", deal(seat("", "QC 2C 4C 6C 8C 10C AD")), "take", "just_taken(card='AH')"),
    ("M8.3", deal(seen(f"{FOUR} 5H"), tiplu="JC", took="5H"), "show", "just_taken(card='5H')"),
    ("M8.1", deal(seat("2S KC"), drew="KC"), "show", "not_seen()"),
    ("M8.1", deal(seen("2S KC"), tiplu="JC", drew="KC"), "show", "cannot_show()"),
    ("M8.1", deal(paired("2S KC"), tiplu="JC", drew="KC"), "show", "cannot_show()"),
    ("M8.1", deal(seen(f"{FOUR} 5H"), tiplu="JC", drew="5H"), "show=2C", "show_not_with(card='2C', allowed=('5H',))"),
    ("M8.1", deal(seen(f"{FOUR} 5H"), tiplu="JC", drew="5H"), "show=QD", "not_held(card='QD', allowed=('5H',))"),
]


@pytest.mark.parametrize(("rule", "state", "word", "refusal"), CASES)
def test_f23_f67_every_refusal_has_a_code_and_facts(rule: str, state: State, word: str, refusal: str) -> None:
    assert refused(state, 0, word) == refusal


def test_f67_the_table_names_every_code() -> None:
    tree = ast.parse(Path(rules_of_play.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_refusal(node)]
    codes = {
        word.value
        for call in calls
        for word in (ast.walk(call.args[0]) if not isinstance(call.args[0], ast.Name) else _named(tree, call.args[0]))
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    assert codes == {refusal.split("(")[0] for _, _, _, refusal in CASES}


def _is_refusal(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "IllegalMove"


def _named(tree: ast.Module, name: ast.Name) -> list[ast.expr]:
    """The words that a variable of this name is given, tests of conditions left out."""
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name.id for t in node.targets):
            found += _branches(node.value)
    return found


def _branches(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, ast.IfExp):
        return [*_branches(value.body), *_branches(value.orelse)]
    return [value]


def test_errors_are_one_tree() -> None:
    assert issubclass(IllegalMove, Refusal)
    assert issubclass(Refusal, CoreError)
    for of in (BadText, BadRules, BadSheet):
        assert issubclass(of, BadInput)
    assert issubclass(BadInput, CoreError)
    assert issubclass(BadInput, ValueError)
    error = IllegalMove("not_held", card="QC", allowed=("2S",))
    assert (error.code, error.facts) == ("not_held", {"card": "QC", "allowed": ("2S",)})
    assert str(error) == "not_held(card='QC', allowed=('2S',))"


def test_bad_input_is_a_template_with_facts_and_english_by_itself() -> None:
    inner = BadText("{text} is no card", text="'{what}'")
    error = BadSheet("{what}: {error}", what=Phrase("player {number}", number=2), error=inner)
    assert str(error) == "player 2: '{what}' is no card"
    assert type(str(error)) is str
    assert error.template == "{what}: {error}"
    assert error.facts == {"what": "player 2", "error": "'{what}' is no card"}
    parts = {name: fact for name, fact in error.facts.items() if isinstance(fact, Phrase)}
    assert {name: part.template for name, part in parts.items()} == {"what": "player {number}", "error": inner.template}
    assert parts["error"].facts == {"text": "'{what}'"}


def test_a_template_without_facts_is_taken_as_it_is() -> None:
    assert str(BadText("{typed} by somebody")) == "{typed} by somebody"
    assert BadText("{typed} by somebody").facts == {}


@pytest.mark.parametrize("error", [
    BadText("no {card}", card=BadRules("{n} of {what}", n=3, what=Phrase("player {number}", number=2))),
    BadSheet("dublees is off"),
    IllegalMove("not_held", card="QC"),
], ids=str)  # fmt: skip
def test_errors_come_back_from_other_processes(error: BadInput | Refusal) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert back.facts == error.facts
    if isinstance(error, BadInput):
        assert back.template == error.template
        for name, fact in error.facts.items():
            assert type(back.facts[name]) is type(fact)
            assert getattr(back.facts[name], "facts", None) == getattr(fact, "facts", None)
