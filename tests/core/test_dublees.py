"""M7.6: taking on the dublee route."""

import pytest

from marriage_core.cards import face
from marriage_core.marriage.events import Ended, Shown, Taken
from marriage_core.marriage.moves import Draw, Route, TakeAndShow
from marriage_core.marriage.options import legal_moves, options
from marriage_core.marriage.state import State
from tests.core.builder import accepted, events, hand, laid, paired, pile, played, refused, seat, seen_by, table, whole


def deal(cards: str, top: str, **more: object) -> State:
    return table(paired(cards), seat("2H"), discards=f"AH {top}", tiplu="JC", **more)


TAKES = [
    # hand before drawing, on top of the pile, why it may not be taken (None: taken and shown)
    ("5H 9C", "9C", None),
    ("5H", "9C", "dublee_not_completed(card='9C')"),
    ("QC", "QC", "wild_barred(card='QC')"),
    ("JK", "JK", "wild_barred(card='JK')"),
    ("5H 5H", "9C", "dublee_holds_eight(card='9C')"),
    ("5H 5H 9C", "9C", "dublee_holds_eight(card='9C')"),
]


@pytest.mark.parametrize(("cards", "top", "refusal"), TAKES)
def test_m7_6_only_what_completes_the_eighth_dublee(cards: str, top: str, refusal: str | None) -> None:
    state = deal(cards, top, printed_jokers=2)
    if refusal is None:
        after = played(state, 0, "takeshow")
        assert (after.winner, after.by) == (0, Route.DUBLEES)
        assert whole(after)
    else:
        assert refused(state, 0, "take") == refusal
        assert refused(state, 0, "takeshow") == refusal
        assert not options(seen_by(state, 0)).take
        assert not options(seen_by(state, 0)).take_and_show


def test_m7_6_taking_and_showing_are_one_move() -> None:
    state = deal("5H 9C", "9C")
    assert refused(state, 0, "take") == "take_is_show(card='9C')"
    taken, shown, ended = events(state, 0, "takeshow")
    assert isinstance(taken, Taken)
    assert isinstance(shown, Shown)
    assert ended == Ended(0, Route.DUBLEES)
    after = played(state, 0, "takeshow")
    assert (pile(after), hand(after, 0)) == ("AH 5H", "")
    assert laid(after, 0).endswith("/ 9C 9C")
    assert [note.fact for note in after.log] == ["take", "show"]


def test_m7_6_the_discard_may_be_named() -> None:
    state = table(
        paired("5H KD 9C", "2S 2S / 4S 4S / 6S 6S / 8S 8S / 10S 10S / QS QS", "3C"),
        seat("2H"),
        discards="AH 9C",
        tiplu="JC",
    )
    assert pile(played(state, 0, "takeshow=KD")) == "AH KD"
    assert refused(state, 0, "takeshow=9C") == "show_not_with(card='9C', allowed=('5H', 'KD'))"
    assert refused(state, 0, "takeshow=2D") == "not_held(card='2D', allowed=('5H', 'KD'))"


def test_m7_6_m8_1_an_eighth_dublee_that_leaves_no_discard_completes_nothing() -> None:
    six = table(paired("5H", "2S 2S", "QS 2D 4D KH KS 9C"), seat("2H"), discards="AH 5H", tiplu="JC")
    seven = table(paired("", "", "QS 2D 4D KH KS 9C 9S"), seat("2H"), discards="AH 5H", tiplu="JC")
    for state in (six, seven):
        assert refused(state, 0, "take") == "dublee_not_completed(card='5H')"
        assert refused(state, 0, "takeshow") == "dublee_not_completed(card='5H')"


def test_m7_6_m7_4_the_wild_card_that_completes_is_taken_only_where_the_option_allows() -> None:
    assert refused(deal("5H QC", "QC"), 0, "takeshow") == "wild_barred(card='QC')"
    assert accepted(deal("5H QC", "QC", wild_discard="allowed"), 0, "takeshow")


def test_m2_5_a_printed_joker_completes_no_dublee_even_where_wild_discards_are_allowed() -> None:
    state = deal("5H JK", "JK", wild_discard="allowed", printed_jokers=2)
    assert refused(state, 0, "takeshow") == "dublee_not_completed(card='JK')"
    assert refused(state, 0, "take") == "dublee_not_completed(card='JK')"


def test_m2_5_m9_2_nor_does_it_keep_an_endless_deal_going() -> None:
    more: dict[str, object] = {"wild_discard": "allowed", "printed_jokers": 2}
    two = (paired("5H JK"), seat("JK 2H"))
    state = table(*two, discards="", stock="", tiplu="JC", turn=1, took="JK", **more)
    assert refused(state, 1, "discard=JK") == "just_taken(card='JK')"
    drawn = table(*two, discards="", stock="", tiplu="JC", turn=1, drew="JK", **more)
    assert events(drawn, 1, "discard=JK")[-1] == Ended(None, None)


def test_m7_6_a_collector_who_has_not_seen_takes_freely() -> None:
    state = table(seat("2S 2S 4S 5H"), seat("2H"), discards="AH KD")
    assert accepted(state, 0, "take")
    assert refused(state, 0, "takeshow") == "draw_first()"


def test_m7_6_one_who_holds_eight_draws_and_shows() -> None:
    state = played(deal("5H 5H", "9C", stock="7D"), 0, "draw")
    assert options(seen_by(state, 0)).shows == (face("7D"),)
    assert played(state, 0, "show").winner == 0


def test_m7_6_legal_moves_of_a_dublee_player_before_drawing() -> None:
    assert set(legal_moves(seen_by(deal("5H 9C", "9C"), 0))) == {Draw(), TakeAndShow()}
    assert set(legal_moves(seen_by(deal("5H 9C", "8C"), 0))) == {Draw()}
