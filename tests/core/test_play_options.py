"""M13: options of play that have no test beside their rule: open tiplu, unseen discards, early tiplu, all together."""

import pytest

from marriage_core.cards import face, face_of, text
from marriage_core.marriage.moves import Route
from marriage_core.marriage.options import options
from marriage_core.marriage.scoring import result
from tests.core.builder import (
    PURE_HAND,
    accepted,
    dealt,
    paired,
    played,
    refused,
    seat,
    seen,
    seen_by,
    table,
)


def test_m13_open_tiplu_is_open_to_all_from_the_deal_on() -> None:
    state = dealt(3, open_tiplu=True)
    assert state.tiplu is not None
    tiplu = face_of(state.tiplu)
    for who in range(3):
        view = seen_by(state, who)
        assert view.me[0].tiplu == tiplu == view.open_tiplu
        assert view.wilds == frozenset(), "wild cards only after seeing"
        assert not view.seats[who].seen
    assert seen_by(state, None).open_tiplu == tiplu


def test_m13_open_tiplu_bars_and_payments_follow_having_laid_melds() -> None:
    state = table(seat("2S"), seen("3H"), discards="AH QC", tiplu="JC", open_tiplu=True)
    assert accepted(state, 0, "take")
    assert refused(state._replace(turn=1), 1, "take") == "wild_barred(card='QC')"
    assert refused(played(state, 0, "draw"), 0, "show") == "not_seen()"


def test_m13_open_tiplu_nobody_takes_another_when_seeing() -> None:
    state = table(seat(f"{PURE_HAND} KC"), seat("2H"), discards="AH", tiplu="JC", open_tiplu=True, drew="KC")
    after = played(state, 0, "see=melds")
    assert (after.tiplu, len(after.stock)) == (state.tiplu, len(state.stock))
    assert face("JC") in seen_by(after, 0).wilds


def test_m13_tiplu_from_deal_is_hidden_from_all_who_have_not_seen() -> None:
    state = dealt(3, tiplu_from="deal")
    for who in (0, 1, 2, None):
        view = seen_by(state, who)
        assert view.tiplu_set
        assert view.open_tiplu is None
        assert view.own is None or view.own.tiplu is None
        assert view.stock == 91
    plain = dealt(3)
    assert not seen_by(plain, 0).tiplu_set
    assert seen_by(plain, 0).stock == 92


def test_m13_tiplu_from_deal_seeing_needs_no_stock() -> None:
    of = seat(f"{PURE_HAND} KC")
    with_tiplu = table(of, seat("2H"), discards="AH", stock="", tiplu="JC", drew="KC", tiplu_from="deal")
    assert accepted(with_tiplu, 0, "see=melds")
    without = table(of, seat("2H"), discards="AH", stock="", drew="KC")
    assert refused(without, 0, "see=melds") == "no_tiplu_left()"


UNSEEN = [
    # who, may take with unseen_discard barred?
    (seat("2S"), False),
    (seat("2S 2S 4S 4S 6S 6S 8S 8S 10S 10S 9C"), False),
    (seen("2S"), True),
    (paired("9C 5H"), True),
]


@pytest.mark.parametrize(("of", "may_take"), UNSEEN)
def test_m13_unseen_discard_barred_dublee_collectors_included(of: object, may_take: bool) -> None:
    for option, expected in (("barred", may_take), ("free", True)):
        state = table(of, seat("2H"), discards="AH 9C", tiplu="JC", unseen_discard=option)
        word = "takeshow" if state.places[0].route is Route.DUBLEES else "take"
        assert accepted(state, 0, word) is expected
        assert options(seen_by(state, 0)).take is (expected and word == "take")
        if not expected:
            assert refused(state, 0, word) == "unseen_barred(card='9C')"


def test_m13_unseen_discard_barred_from_the_upcard_on() -> None:
    state = dealt(4, unseen_discard="barred")
    upcard = text(face_of(state.discards[0]))
    assert refused(state, 1, "take") == f"unseen_barred(card={upcard!r})"


def test_m13_printed_jokers_are_wild_after_seeing_only() -> None:
    four = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9D JK"
    before = table(
        seat(f"{PURE_HAND} {four} 5H"), seat("2H"), discards="AH", stock="AC 7C", drew="5H", printed_jokers=1
    )
    after = played(before, 0, "see=melds")
    assert played(after, 0, "show=5H").winner == 0
    assert face("JK") not in seen_by(before, 0).wilds


def test_m13_start_tunnelas_off_scores_no_tunnela() -> None:
    cards = f"QD QD QD {PURE_HAND} KC".replace("10D JD QD", "")
    deal = table(seat(f"{cards} 2C 3C 4C"), seat("2H"), discards="AH", stock="JC AD")
    shown = played(deal, 0, "tunnela=QD", "draw", "see=melds")
    assert (len(shown.places[0].tunnelas), len(shown.places[0].laid)) == (1, 2)
    off = deal._replace(rules=deal.rules.with_options({"start_tunnelas": "off"}))
    laid = played(off, 0, "draw", "see=melds")
    assert (len(laid.places[0].tunnelas), len(laid.places[0].laid)) == (0, 3)
    assert [of.total for of in result(shown)] == [5, 0]
    assert [of.total for of in result(laid)] == [0, 0]


def test_m13_four_packs_have_four_copies() -> None:
    state = table(seat("QC QC QC QC"), seat("2H"), packs=4)
    assert state.packs == 4
    assert len(state.all_cards()) == 208
