"""M6: drawing, taking, discarding; M6.3 in all its forms."""

from random import Random

import pytest

from marriage_core.cards import face
from marriage_core.marriage.events import Discarded, Drawn, Taken
from marriage_core.marriage.notes import Fact, Phase
from marriage_core.marriage.options import options
from marriage_core.marriage.state import State
from tests.core.builder import (
    PURE_HAND,
    accepted,
    copies_of,
    dealt,
    events,
    hand,
    pile,
    played,
    refused,
    seat,
    seen_by,
    table,
)
from tests.core.hidden import hidden_permutations


def test_m6_1_draw_gives_the_top_of_the_stock() -> None:
    state = table(seat("2S"), seat("3S"), stock="4H 5H 6H")
    after = played(state, 0, "draw")
    assert hand(after, 0) == "2S 6H"
    assert len(after.stock) == 2
    assert after.phase is Phase.PLAY
    assert events(state, 0, "draw") == (Drawn(0, copies_of("6H", 1)[0]),)


def test_m6_1_take_gives_the_top_of_the_discard_pile_only() -> None:
    state = table(seat("2S"), seat("3S"), discards="8D QC")
    after = played(state, 0, "take")
    assert (hand(after, 0), pile(after)) == ("2S QC", "8D")
    assert events(state, 0, "take") == (Taken(0, copies_of("QC", 1)[0]),)


def test_m6_1_the_upcard_may_be_taken_on_the_first_turn() -> None:
    state = dealt()
    assert played(state, 1, "take").discards == ()


def test_m6_1_everybody_may_look_through_the_whole_pile() -> None:
    state = table(seat("2S"), seat("3S"), discards="8D QC AD")
    for who in (0, 1):
        assert seen_by(state, who).discards == tuple(map(face, ("8D", "QC", "AD")))


def test_m6_3_a_discard_ends_the_turn() -> None:
    state = played(table(seat("2S"), seat("3S"), seat("4S"), discards="AD"), 0, "draw", "discard=2S")
    assert (state.turn, state.phase, state.acquired) == (1, Phase.DRAW, None)
    assert pile(state) == "AD 2S"
    assert [place.turns for place in state.places] == [1, 0, 0]
    assert [note.fact for note in state.log] == [Fact.DRAW, Fact.DISCARD]


JUST_TAKEN = [
    # hand before, tunnelas, four packs, on the pile, may the face just taken go?
    ("2S 3S", "", 3, "QC", False),
    ("QC 2S", "", 3, "QC", True),
    ("QC QC 2S", "", 3, "QC", True),
    ("2S 3S", "QC", 4, "QC", False),
    ("QC 2S 3S", "", 4, "QC", True),
    ("JK 2S", "", 3, "JK", True),
    ("2S 3S", "", 3, "JK", False),
]


@pytest.mark.parametrize(("cards", "shown", "packs", "top", "may_go"), JUST_TAKEN)
def test_m6_3_the_card_just_taken(cards: str, shown: str, packs: int, top: str, may_go: bool) -> None:
    state = table(seat(cards, shown), seat("3S"), discards=f"AD {top}", packs=packs, printed_jokers=2)
    state = played(state, 0, "take")
    own, _ = seen_by(state, 0).me
    assert (own.barred == face(top)) is not may_go
    assert (face(top) in options(seen_by(state, 0)).discards) is may_go
    if not may_go:
        assert refused(state, 0, f"discard={top}") == f"just_taken(card={top!r})"
    else:
        before = state.places[0].hand
        assert state.acquired is not None
        thrown = events(state, 0, f"discard={top}")[0]
        assert isinstance(thrown, Discarded)
        assert thrown.card in before
        assert thrown.card != state.acquired.card, "the other copy goes, never the very card"


def test_m6_3_a_card_drawn_from_the_stock_may_go_at_once() -> None:
    state = played(table(seat("2S"), seat("3S"), stock="QC"), 0, "draw")
    assert pile(played(state, 0, "discard=QC")) == "2C QC"


def test_m6_3_a_copy_held_when_taking_and_then_laid_leaves_the_other_free_to_go() -> None:
    cards = f"{PURE_HAND} QD KD AD 2H"
    state = table(seat(cards, turns=1), seat("3S"), discards="AC QD")
    state = played(state, 0, "take", "see=melds:3S.4S.5S/7H.8H.9H/10D.JD.QD", "discard=QD")
    assert hand(state, 0) == "2H AD QD KD"


def test_m6_3_both_copies_laid_leave_nothing_to_discard_of_it() -> None:
    cards = "QD QD QD 7H 8H 9H 10S JS QS 2H"
    state = table(seat(cards), seat("3S"), discards="AC", took="QD")
    state = played(state, 0, "see=melds:QD.QD.QD/7H.8H.9H/10S.JS.QS")
    assert refused(state, 0, "discard=QD") == "laid_fixed(card='QD')"


def test_m6_3_the_only_copy_just_taken_may_be_laid() -> None:
    state = table(seat("3S 4S 7H 8H 9H 10D JD QD KC"), seat("3S"), discards="AC 5S")
    state = played(state, 0, "take", "see=melds")
    assert hand(state, 0) == "KC"
    assert refused(state, 0, "discard=5S") == "laid_fixed(card='5S')"


def test_m6_3_the_bar_lasts_one_turn() -> None:
    state = played(table(seat("2S 3S"), seat("4S"), discards="AD QC"), 0, "take", "discard=2S")
    state = played(state, 1, "draw", "discard=4S")
    assert accepted(played(state, 0, "draw"), 0, "discard=QC")


def test_m6_3_a_card_that_could_never_be_discarded_is_not_taken() -> None:
    state = table(seat("", "QC 2C 4C 6C 8C 10C AD"), seat("3S"), discards="AH KD")
    assert refused(state, 0, "take") == "just_taken(card='KD')"
    assert accepted(state, 0, "draw")


def wrong(word: str, refusal: str) -> tuple[str, str]:
    return word, refusal


BEFORE = [
    wrong("discard=2S", "draw_first()"),
    wrong("see=melds", "draw_first()"),
    wrong("see=dublees", "draw_first()"),
    wrong("show", "draw_first()"),
    wrong("takeshow", "draw_first()"),
]
AFTER = [
    wrong("draw", "already_drew()"),
    wrong("take", "already_drew()"),
    wrong("takeshow", "already_drew()"),
    wrong("discard=9D", "not_held(card='9D')"),
    wrong("show", "not_seen()"),
]


@pytest.mark.parametrize(("word", "refusal"), BEFORE)
def test_f23_out_of_phase_before_drawing(word: str, refusal: str) -> None:
    assert refused(table(seat("2S"), seat("3S")), 0, word) == refusal


@pytest.mark.parametrize(("word", "refusal"), AFTER)
def test_f23_out_of_phase_after_drawing(word: str, refusal: str) -> None:
    assert refused(table(seat("2S 3S"), seat("3S"), drew="2S"), 0, word) == refusal


@pytest.mark.parametrize("word", ["draw", "take", "discard=3S", "see=melds", "see=dublees", "show", "takeshow"])
def test_f23_out_of_turn(word: str) -> None:
    for state in (table(seat("2S"), seat("3S")), table(seat("2S"), seat("3S"), drew="2S")):
        assert refused(state, 1, word) == "not_your_turn(seat=0)"


def test_m6_4_others_see_how_many_cards_never_which() -> None:
    state: State = played(table(seat("2S"), seat("3S"), stock="QC"), 0, "draw")
    other = seen_by(state, 1)
    assert other.seats[0].hand == 2
    assert other.own is not None
    assert other.own.hand == (face("3S"),)
    assert other.own.acquired is None
    assert state.log[-1].faces == ()


def test_f51_whichever_copy_was_taken_the_other_goes() -> None:
    state = table(seat("QC 2S"), seat("3S"), discards="AD QC")
    for other in hidden_permutations(state, 0, Random(1), 8):
        after = played(other, 0, "take")
        assert after.acquired is not None
        assert events(after, 0, "discard=QC") != (Discarded(0, after.acquired.card),)
