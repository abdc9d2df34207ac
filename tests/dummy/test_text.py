"""Every move and event has a text, and every text parses back; what does not parse is quoted."""

import pytest

from marriage_core.cards import JOKER, card_of, face, faces
from marriage_core.dummy.events import (
    Added,
    Asked,
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Event,
    Granted,
    Laid,
    Recycled,
    Taken,
    Withdrawn,
)
from marriage_core.dummy.melds import End
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.rules import DUMMY, PRESETS
from marriage_core.dummy.text import (
    read_card,
    read_event,
    read_move,
    read_rules,
    write_card,
    write_event,
    write_move,
    write_rules,
)
from marriage_core.errors import BadRules, BadText

QC, JK3 = card_of(face("QC"), 1), card_of(JOKER, 3)

MOVES = [
    (Draw(), "draw"),
    (Take(), "take"),
    (Pass(), "pass"),
    (Lay(), "lay"),
    (Lay(()), "lay="),
    (Lay((faces("7S 7H 2D"), faces("4S JK 6S 7S"))), "lay=7S.7H.2D/4S.JK.6S.7S"),
    (Add(faces("8S 9S"), 2), "add=8S.9S:2"),
    (Add(faces("JK"), 11, End.LOW), "add=JK:11:low"),
    (Add(faces("JK"), 0, End.HIGH), "add=JK:0:high"),
    (Add((), 0), "add=:0"),
    (Discard(JOKER), "discard=JK"),
    (CutIn(face("9D")), "cutin=9D"),
]


@pytest.mark.parametrize(("move", "word"), MOVES)
def test_a_move_is_a_word_that_parses_back(move: Move, word: str) -> None:
    assert write_move(move) == word
    assert read_move(word) == move
    assert " " not in word
    assert "," not in word


NO_MOVES = [
    "",
    "fly",
    "draw=2S",
    "draw=",
    "pass=1",
    "discard",
    "discard=",
    "discard=1S",
    "cutin",
    "lay=7S..7H",
    "lay=7S 7H",
    "lay=/",
    "lay=7Z",
    "add",
    "add=7S",
    "add=7S:",
    "add=7S:x",
    "add=7S:-1",
    "add=7S:²",
    "add=7S:1234",
    "add=7S:1:",
    "add=7S:1:mid",
    "add=7Z:1",
]


@pytest.mark.parametrize("word", [word for word in NO_MOVES if word != "lay=/"])
def test_a_word_that_is_no_move_is_quoted(word: str) -> None:
    with pytest.raises(BadText, match=r"is no (move|card)"):
        read_move(word)


def test_empty_melds_are_a_move_that_the_rules_refuse() -> None:
    assert read_move("lay=/") == Lay(((), ()))
    assert read_move(write_move(Lay(((), ())))) == Lay(((), ()))


@pytest.mark.parametrize(("card", "word"), [(QC, "QC.1"), (card_of(face("AS"), 0), "AS.0"), (JK3, "JK.3")])
def test_a_physical_card_is_face_and_copy(card: int, word: str) -> None:
    assert write_card(card) == word  # type: ignore[arg-type]
    assert read_card(word) == card


@pytest.mark.parametrize("word", ["QC", "QC.", "QC.x", "QC.-1", "ZZ.0", ".0", "QC.4", "AS.99", "AS.²", "JK.4", "JK.6"])
def test_a_word_that_is_no_physical_card_is_quoted(word: str) -> None:
    with pytest.raises(BadText):
        read_card(word)


EVENTS: list[tuple[Event, str]] = [
    (Dealt(DUMMY, 2, 1, bytes(2), None), '["Dealt",{"preset":"dummy","options":{}},2,1,"0000",null]'),
    (
        Dealt(DUMMY.with_options({"cut_in": True}), 3, 0, bytes(2), (0, 4, 11)),
        '["Dealt",{"preset":"dummy","options":{"cut_in":true}},3,0,"0000",[0,4,11]]',
    ),
    (Recycled((QC,)), '["Recycled",["QC.1"]]'),
    (Recycled(()), '["Recycled",[]]'),
    (Drawn(0, QC), '["Drawn",0,"QC.1"]'),
    (Taken(0, QC), '["Taken",0,"QC.1"]'),
    (Asked(2), '["Asked",2]'),
    (Withdrawn(2), '["Withdrawn",2]'),
    (Granted(2, QC, (JK3, QC)), '["Granted",2,"QC.1",["JK.3","QC.1"]]'),
    (Laid(3, ((QC, JK3), (QC,))), '["Laid",3,[["QC.1","JK.3"],["QC.1"]]]'),
    (Added(1, 4, QC, End.LOW), '["Added",1,4,"QC.1","low"]'),
    (Added(1, 4, QC, None), '["Added",1,4,"QC.1",null]'),
    (Discarded(2, JK3), '["Discarded",2,"JK.3"]'),
    (Ended(1), '["Ended",1]'),
    (Ended(None), '["Ended",null]'),
]


@pytest.mark.parametrize(("event", "line"), EVENTS)
def test_an_event_is_a_line_that_parses_back(event: Event, line: str) -> None:
    assert write_event(event) == line
    assert read_event(line) == event
    assert type(read_event(line)) is type(event)


NO_EVENTS = [
    "",
    "Drawn",
    "[]",
    "{}",
    "5",
    "[" * 100_000,
    '["Flown",0]',
    '[["Drawn"],0]',
    '["Drawn",0]',
    '["Drawn",0,"QC.1",1]',
    '["Drawn","0","QC.1"]',
    '["Drawn",true,"QC.1"]',
    '["Drawn",0,"QC"]',
    '["Drawn",0,5]',
    '["Drawn",0,"JK.6"]',
    '["Ended","0"]',
    '["Recycled",5]',
    '["Recycled",[5]]',
    '["Added",0,0,"QC.1","mid"]',
    '["Laid",0,[5]]',
    '["Dealt",{"preset":"poker","options":{}},2,0,"00",null]',
    '["Dealt",{"preset":"dummy"},2,0,"00",null]',
    '["Dealt",5,2,0,"00",null]',
    '["Dealt",{"preset":"dummy","options":{"max_turns":5}},2,0,"00",null]',
    '["Dealt",{"preset":"dummy","options":{}},2,0,"zz",null]',
    '["Dealt",{"preset":"dummy","options":{}},2,0,"00",["0"]]',
]


@pytest.mark.parametrize("line", NO_EVENTS)
def test_a_line_that_is_no_event_is_quoted(line: str) -> None:
    with pytest.raises(BadText, match="is no event"):
        read_event(line)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_preset_and_differences(preset: str) -> None:
    assert write_rules(PRESETS[preset]) == {"preset": preset, "options": {}}
    changed = PRESETS[preset].with_options({"max_turns": 30, "run_same_suit": True})
    assert read_rules(write_rules(changed)) == changed


@pytest.mark.parametrize("value", [None, 5, "dummy", [], {}, {"preset": "dummy"}, {"preset": [], "options": {}}])
def test_what_are_no_rules_is_quoted(value: object) -> None:
    with pytest.raises(BadText, match="are no rules"):
        read_rules(value)
    with pytest.raises(BadRules, match="option max_turns"):
        read_rules({"preset": "dummy", "options": {"max_turns": 9}})


def test_values_can_be_pasted_into_a_test() -> None:
    assert repr(Add(faces("7S"), 1, End.LOW)) == "Add(faces=(6,), meld=1, end=End.LOW)"
