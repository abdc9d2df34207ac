"""M14: what someone may know."""

import pytest

from marriage_core.cards import N_FACES, counts_of, face, faces, faces_of
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Fact, Note
from marriage_core.marriage.options import legal_moves, options
from marriage_core.marriage.state import State
from marriage_core.marriage.view import View, unseen, view
from marriage_core.shuffle import commitment
from tests.core.builder import KEY, dealt, paired, played, seat, seen, table

FOUR = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C"


def deal(**more: object) -> State:
    return table(
        seen(f"{FOUR} 5H", tunnelas="", turns=3),
        seat("QC 2S", "9S"),
        paired("2D"),
        discards="AH AC",
        tiplu="JC",
        **more,
    )


def test_m14_1_a_seat_sees_its_own_hand_and_only_numbers_of_the_others() -> None:
    of = view(deal(), 1)
    own, me = of.me
    assert own.hand == faces("2S QC")
    assert [one.hand for one in of.seats] == [13, 2, 1]
    assert [one.seen for one in of.seats] == [True, False, True]
    assert [one.route for one in of.seats] == [Route.MELDS, None, Route.DUBLEES]
    assert me.tunnelas == faces("9S")
    assert of.seats[0].laid == (faces("3S 4S 5S"), faces("7H 8H 9H"), faces("10D JD QD"))
    assert of.seats[0].turns == 3


def test_m14_1_the_public_has_no_hand() -> None:
    of = view(deal(), None)
    assert of.own is None
    assert of.seats == view(deal(), 0).seats
    assert (of.discards, of.tiplu_set, of.open_tiplu, of.revealed) == (faces("AH AC"), True, None, None)
    for ask in (lambda: of.me, lambda: of.wilds, lambda: unseen(of), lambda: options(of)):
        with pytest.raises(ValueError, match="no own seat"):
            ask()


def test_m14_1_the_tiplu_only_for_those_who_have_seen() -> None:
    assert [view(deal(), who).me[0].tiplu for who in range(3)] == [face("JC"), None, face("JC")]


def test_m14_2_the_public_view_is_part_of_every_seat_s_view() -> None:
    public = view(deal(), None)
    for who in range(3):
        mine = view(deal(), who)
        for name in View.__slots__:
            if name not in ("seat", "own"):
                assert getattr(mine, name) == getattr(public, name)


def test_m6_3_what_began_the_turn_is_known_to_its_seat_alone() -> None:
    state = table(seat("QC 2S"), seat("3S"), took="QC")
    own, _ = view(state, 0).me
    assert (own.acquired, own.taken, own.may_return) == (face("QC"), True, False)
    assert (own.barred, own.drawn) == (face("QC"), None)
    drew = view(table(seat("QC 2S"), seat("3S"), drew="QC"), 0).me[0]
    assert (drew.acquired, drew.taken, drew.barred, drew.drawn) == (face("QC"), False, None, face("QC"))
    other = view(state, 1).me[0]
    assert (other.acquired, other.taken, other.may_return) == (None, False, False)


def test_m14_3_after_the_deal_hands_tiplu_and_key_are_public() -> None:
    state = deal(drew="5H")
    over = played(state, 0, "show")
    for who in (0, 1, 2, None):
        of = view(over, who)
        assert of.over
        assert of.revealed is not None
        assert of.revealed.hands == ((), faces("2S QC"), faces("2D"))
        assert (of.revealed.tiplu, of.revealed.key) == (face("JC"), KEY)
        assert (of.revealed.winner, of.revealed.by) == (0, Route.MELDS)
        assert sum(one.net for one in of.revealed.settled) == 0
    assert view(over, None).commitment == commitment(KEY) == view(state, None).commitment


def test_m14_3_without_a_tiplu_there_is_none_to_reveal() -> None:
    state = table(seat("QC 2S", turns=99), seat("3S", turns=100), drew="QC")
    revealed = view(played(state, 0, "discard=QC"), 1).revealed
    assert revealed is not None
    assert (revealed.tiplu, revealed.winner, revealed.by) == (None, None, None)


def test_the_log_tells_what_lay_open_and_no_more() -> None:
    state = table(seat("QC QC QC 2S"), seat("9D"), discards="AH 5H", stock="JC 7D")
    state = played(state, 0, "tunnela=QC", "take", "discard=2S")
    state = played(state, 1, "draw", "discard=9D")
    assert view(state, None).log == (
        Note(0, Fact.TUNNELA, faces("QC QC QC")),
        Note(0, Fact.TAKE, faces("5H")),
        Note(0, Fact.DISCARD, faces("2S")),
        Note(1, Fact.DRAW),
        Note(1, Fact.DISCARD, faces("9D")),
    )


def test_unseen_counts_what_the_seat_cannot_account_for() -> None:
    for state in (deal(), deal(printed_jokers=2), dealt(5)):
        for who in range(state.players):
            of = view(state, who)
            left = unseen(of)
            hidden = [*state.stock, *(card for i, p in enumerate(state.places) if i != who for card in p.hand)]
            if of.me[0].tiplu is None and state.tiplu is not None:
                hidden.append(state.tiplu)
            assert left == counts_of(faces_of(hidden))
            assert len(left) == N_FACES


def test_others_have_no_moves_but_their_tunnelas() -> None:
    state = table(seat("2S"), seat("QC QC QC"), seat("4S"))
    assert [len(legal_moves(view(state, who))) for who in range(3)] == [2, 1, 0]
    assert options(view(state, 2)).discards == ()


def test_m2_5_printed_jokers_are_not_grouped_as_a_dublee() -> None:
    state = table(paired("JK JK 9C 9C 5H"), seat("2H"), tiplu="JC", printed_jokers=2)
    groups = options(view(state, 0)).groups
    assert groups.melds == (faces("9C 9C"),)
    assert sorted(groups.rest) == sorted(faces("5H JK JK"))
