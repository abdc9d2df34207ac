"""Every move and event has a text, and every text parses back; what does not parse is quoted."""

import pytest

from marriage_core.cards import JOKER, card_of, face, faces
from marriage_core.errors import BadRules, BadText, quoted
from marriage_core.marriage.events import (
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Event,
    Exchanged,
    Recycled,
    Seen,
    Shown,
    StockOut,
    Taken,
    TipluSet,
    TunnelaShown,
)
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.rules import NEPALI, PRESETS
from marriage_core.marriage.text import (
    read_card,
    read_event,
    read_move,
    read_rules,
    write_card,
    write_event,
    write_move,
    write_rules,
)

QC, JK5 = card_of(face("QC"), 2), card_of(JOKER, 5)

MOVES = [
    (Draw(), "draw"),
    (Take(), "take"),
    (ShowTunnela(face("QC")), "tunnela=QC"),
    (See(), "see=melds"),
    (See(Route.DUBLEES), "see=dublees"),
    (See(Route.MELDS, (faces("3S 4S 5S"), faces("10D 10D 10D"))), "see=melds:3S.4S.5S/10D.10D.10D"),
    (See(Route.MELDS, ()), "see=melds:"),
    (Discard(JOKER), "discard=JK"),
    (Show(), "show"),
    (Show(face("9D")), "show=9D"),
    (TakeAndShow(), "takeshow"),
    (TakeAndShow(face("9D")), "takeshow=9D"),
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
    "take=2S",
    "tunnela",
    "tunnela=",
    "tunnela=1S",
    "discard",
    "discard=ZZ",
    "show=ZZ",
    "see",
    "see=",
    "see=both",
    "see=melds:3S.4S/",
    "see=melds:3S..5S",
    "see=melds:3S 4S 5S",
]


@pytest.mark.parametrize("word", NO_MOVES)
def test_a_word_that_is_no_move_is_quoted(word: str) -> None:
    with pytest.raises(BadText, match=r"is no (move|card)"):
        read_move(word)


CARDS = [(QC, "QC.2"), (card_of(face("AS"), 0), "AS.0"), (JK5, "JK.5"), (card_of(face("10D"), 3), "10D.3")]


@pytest.mark.parametrize(("card", "word"), CARDS)
def test_a_physical_card_is_face_and_copy(card: int, word: str) -> None:
    assert write_card(card) == word
    assert read_card(word) == card


@pytest.mark.parametrize("word", ["QC", "QC.", "QC.x", "QC.-1", "ZZ.0", ".0", "QC.4", "AS.99", "KC.99", "JK.6"])
def test_a_word_that_is_no_physical_card_is_quoted(word: str) -> None:
    with pytest.raises(BadText):
        read_card(word)


EVENTS: list[tuple[Event, str]] = [
    (
        Dealt(PRESETS["kidnap"].with_options({"packs": 4}), 6, 5, bytes(2)),
        '["Dealt",{"preset":"kidnap","options":{"packs":4}},6,5,"0000"]',
    ),
    (TunnelaShown(1, (QC, JK5)), '["TunnelaShown",1,["QC.2","JK.5"]]'),
    (Recycled((QC,)), '["Recycled",["QC.2"]]'),
    (Recycled(()), '["Recycled",[]]'),
    (Drawn(0, QC), '["Drawn",0,"QC.2"]'),
    (Taken(0, QC), '["Taken",0,"QC.2"]'),
    (TipluSet(QC), '["TipluSet","QC.2"]'),
    (Seen(3, Route.MELDS, ((QC, JK5), (QC,))), '["Seen",3,"melds",[["QC.2","JK.5"],["QC.2"]]]'),
    (Seen(3, Route.DUBLEES, ()), '["Seen",3,"dublees",[]]'),
    (Discarded(2, JK5), '["Discarded",2,"JK.5"]'),
    (Shown(2, ((QC,),), JK5), '["Shown",2,[["QC.2"]],"JK.5"]'),
    (StockOut(2), '["StockOut",2]'),
    (Exchanged(1, ((QC, JK5), (QC,))), '["Exchanged",1,[["QC.2","JK.5"],["QC.2"]]]'),
    (Ended(1, Route.DUBLEES), '["Ended",1,"dublees"]'),
    (Ended(None, None), '["Ended",null,null]'),
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
    '["Drawn",0,"QC.2",1]',
    '["Drawn","0","QC.2"]',
    '["Drawn",true,"QC.2"]',
    '["Drawn",1.5,"QC.2"]',
    '["Drawn",null,"QC.2"]',
    '["Ended","0",null]',
    '["Drawn",0,"QC"]',
    '["Drawn",0,5]',
    '["Drawn",0,null]',
    '["Recycled",5]',
    '["Recycled",[5]]',
    '["Seen",0,"both",[]]',
    '["Ended",0,5]',
    '["Dealt",{"preset":"poker","options":{}},4,0,"00"]',
    '["Dealt",{"preset":"nepali"},4,0,"00"]',
    '["Dealt",{"preset":"nepali","options":{"packs":9}},4,0,"00"]',
    '["Dealt",5,4,0,"00"]',
    '["Dealt",{"preset":"nepali","options":{}},4,0,"zz"]',
    '["Dealt",{"preset":"nepali","options":{}},"4",0,"00"]',
]


@pytest.mark.parametrize("line", NO_EVENTS)
def test_a_line_that_is_no_event_is_quoted(line: str) -> None:
    with pytest.raises(BadText, match="is no event") as error:
        read_event(line)
    assert quoted(line) in str(error.value)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_preset_and_differences(preset: str) -> None:
    assert write_rules(PRESETS[preset]) == {"preset": preset, "options": {}}
    changed = PRESETS[preset].with_options({"deals": 3, "seen_payment": 5})
    assert read_rules(write_rules(changed)) == changed


@pytest.mark.parametrize("value", [None, 5, "nepali", [], {}, {"preset": "nepali"}, {"preset": [], "options": {}}])
def test_what_are_no_rules_is_quoted(value: object) -> None:
    with pytest.raises(BadText, match="are no rules"):
        read_rules(value)
    with pytest.raises(BadRules, match="option packs"):
        read_rules({"preset": "nepali", "options": {"packs": 9}})


def test_values_can_be_pasted_into_a_test() -> None:
    assert repr(See(Route.DUBLEES)) == "See(route=Route.DUBLEES, melds=None)"
    assert repr(NEPALI.with_options({})) == repr(NEPALI)
