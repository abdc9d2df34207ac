"""M5: tunnelas at the start."""

import pytest

from marriage_core.cards import face
from marriage_core.marriage.events import TunnelaShown
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.options import options
from marriage_core.marriage.state import State
from tests.core.builder import copies_of, dealt, events, hand, laid, played, refused, seat, seen_by, table, whole

TUNNELAS = "QC QC QC 4S 4S 4S 7H 7H 7H 2D 3D"


def deal(**options: object) -> State:
    return table(seat("2H 3H 5H"), seat(TUNNELAS), seat("KD KD KD"), **options)


def test_m5_1_tunnelas_are_laid_one_by_one_and_in_any_order() -> None:
    state = played(deal(), 1, "tunnela=QC")
    assert hand(state, 1) == "4S 4S 4S 7H 7H 7H 2D 3D"
    state = played(state, 1, "tunnela=4S", "tunnela=7H")
    assert seen_by(state, 0).seats[1].tunnelas == (face("QC"), face("4S"), face("7H"))
    assert seen_by(state, 0).seats[1].hand == 2
    assert [note.fact for note in state.log] == [Fact.TUNNELA] * 3
    assert whole(state)


def test_m5_1_out_of_turn_and_without_taking_the_turn() -> None:
    state = deal()
    assert state.turn == 0
    after = played(state, 2, "tunnela=KD")
    assert (after.turn, after.phase) == (state.turn, state.phase)


def test_m5_1_until_the_own_first_draw_whatever_others_did() -> None:
    state = played(deal(), 0, "draw", "discard=2H")
    state = played(state, 1, "tunnela=QC", "draw")
    assert refused(state, 1, "tunnela=4S") == "tunnela_too_late(card='4S')"
    state = played(state, 1, "discard=2D")
    assert refused(state, 1, "tunnela=4S") == "tunnela_too_late(card='4S')"
    assert played(state, 2, "tunnela=KD")


def test_m5_1_taking_a_discard_is_a_first_draw_too() -> None:
    state = played(deal(), 0, "draw", "discard=2H")
    state = played(state, 1, "take")
    assert refused(state, 1, "tunnela=QC") == "tunnela_too_late(card='QC')"


def test_m5_1_a_third_card_that_was_taken_makes_no_start_tunnela() -> None:
    state = table(seat("QC QC 2S"), seat("3S"), discards="QC")
    assert refused(state, 0, "tunnela=QC") == "no_tunnela(card='QC', held=2)"
    assert refused(played(state, 0, "take"), 0, "tunnela=QC") == "tunnela_too_late(card='QC')"


def test_m5_3_the_same_cards_are_laid_once_and_the_table_is_fixed() -> None:
    state = played(deal(), 1, "tunnela=QC")
    assert refused(state, 1, "tunnela=QC") == "no_tunnela(card='QC', held=0)"
    state = played(played(state, 0, "draw", "discard=2H"), 1, "draw")
    assert refused(state, 1, "discard=QC") == "laid_fixed(card='QC')"


def test_m5_1_four_packs_leave_the_fourth_copy_in_hand() -> None:
    state = played(table(seat("QC QC QC QC 2S"), seat("3S"), packs=4), 0, "tunnela=QC")
    assert hand(state, 0) == "2S QC"
    assert refused(state, 0, "tunnela=QC") == "no_tunnela(card='QC', held=1)"
    assert hand(played(state, 0, "draw", "discard=QC"), 0).split().count("QC") == 0


def test_m2_5_printed_jokers_are_no_tunnela() -> None:
    state = table(seat("JK JK JK 2S"), seat("3S"), printed_jokers=3)
    assert refused(state, 0, "tunnela=JK") == "no_tunnela(card='JK', held=3)"
    assert options(seen_by(state, 0)).tunnelas == ()


def test_f51_the_event_names_the_cards_laid() -> None:
    assert events(deal(), 1, "tunnela=QC") == (TunnelaShown(1, copies_of("QC", 3)),)


def test_m13_start_tunnelas_off() -> None:
    state = deal(start_tunnelas="off")
    assert refused(state, 1, "tunnela=QC") == "tunnelas_off()"
    assert options(seen_by(state, 1)).tunnelas == ()
    assert options(seen_by(deal(), 1)).tunnelas == tuple(map(face, ("4S", "7H", "QC")))


COUNTING = [
    # tunnelas shown, hand, what is laid then
    ("", "3S 4S 5S 7H 8H 9H 10D JD QD KD", "3S 4S 5S / 7H 8H 9H / 10D JD QD"),
    ("QC", "3S 4S 5S 7H 8H 9H KD", "3S 4S 5S / 7H 8H 9H"),
    ("QC 2C", "3S 4S 5S 7H 9H", "3S 4S 5S"),
    ("QC 2C 4C", "3S 5S 9H", ""),
    ("QC 2C 4C 6C", "3S 5S 9H", ""),
    ("QC 2C 4C 6C 8C", "3S 5S 9H", ""),
    ("QC 2C 4C 6C 8C 10C", "3S 5S 9H", ""),
    ("QC 2C 4C 6C 8C 10C AD", "9H", ""),
]


@pytest.mark.parametrize(("shown", "cards", "melds"), COUNTING)
def test_m5_3_shown_tunnelas_count_among_the_three_pure_melds(shown: str, cards: str, melds: str) -> None:
    waiting = table(seat(cards, shown), seat("3S"), discards="AH")
    assert refused(waiting, 0, "see=melds") == "draw_first()", "only after an own draw"
    state = played(table(seat(cards, shown), seat("3S"), discards="AH", drew=cards.split()[-1]), 0, "see=melds")
    assert sorted(laid(state, 0).split(" / ")) == sorted(melds.split(" / "))
    assert state.places[0].seen
    assert state.tiplu is not None


LACKING = [
    # tunnelas shown, hand, refusal
    ("", "3S 4S 5S 7H 8H 9H 10D JD KD", "no_three_pure(need=3, held=2)"),
    ("QC", "3S 4S 5S 7H 8H KD", "no_three_pure(need=2, held=1)"),
    ("QC 2C", "3S 4S 7H 9H QS", "no_three_pure(need=1, held=0)"),
]


@pytest.mark.parametrize(("shown", "cards", "refusal"), LACKING)
def test_m5_3_too_few_pure_melds_beside_the_shown_tunnelas(shown: str, cards: str, refusal: str) -> None:
    state = table(seat(cards, shown), seat("3S"), discards="AH", drew=cards.split()[-1])
    assert refused(state, 0, "see=melds") == refusal


def test_m5_4_on_the_dublee_route_a_shown_tunnela_is_one_of_the_seven() -> None:
    cards = "2S 2S 4S 4S 6S 6S 8S 8S 10S 10S 3H"
    assert refused(table(seat(cards), seat("5D"), drew="3H"), 0, "see=dublees") == "no_seven_dublees(need=7, held=5)"
    one = table(seat(cards, "QC"), seat("5D"), drew="3H")
    assert refused(one, 0, "see=dublees") == "no_seven_dublees(need=6, held=5)"
    two = played(table(seat(cards, "QC KC"), seat("5D"), discards="AH", drew="3H"), 0, "see=dublees")
    assert len(two.places[0].laid) == 5
    assert two.places[0].tunnelas == (copies_of("QC", 3), copies_of("KC", 3))
    assert hand(two, 0) == "3H"


def test_m5_1_a_fresh_deal_lets_every_seat_lay_what_it_was_dealt() -> None:
    for i in range(60):
        state = dealt(5, 0, bytes([i]) * 32)
        for who in range(5):
            cards = hand(state, who).split()
            triples = {name for name in cards if cards.count(name) == 3}
            told = options(seen_by(state, who)).tunnelas
            assert set(told) == set(map(face, triples))
