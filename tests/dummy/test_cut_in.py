"""D12: between a discard and the next draw another player may take the discard and three cards of the stock."""

import pytest

from marriage_core.cards import faces_of, texts
from marriage_core.dummy.events import Asked, Drawn, Granted, Recycled, Taken, Withdrawn
from marriage_core.dummy.notes import Fact, Note
from marriage_core.dummy.options import options
from marriage_core.dummy.state import State
from marriage_core.dummy.view import view
from tests.dummy.builder import Seat, down, events, hand, pile, played, refused, seat, table, whole


def deal(*seats: Seat, **more: object) -> State:
    """Seat 3 of four has just thrown 9D; seat 0 is to move."""
    given = (*seats, *(seat("3H"), seat("4H"), seat("5H"), seat("6H"))[len(seats) :])
    told: dict[str, object] = {"cut_in": True, "thrower": 3, "discards": "KC 9D", **more}
    return table(*given, **told)  # type: ignore[arg-type]


def test_d12_who_asked_gets_the_discard_and_three_cards_when_the_next_draws() -> None:
    state = deal(stock="8C 7C 6C 5C 4C 3C")
    assert events(state, 2, "cutin=9D") == (Asked(2),)
    state = played(state, 2, "cutin=9D")
    assert view(state, 1).seats[2].asked
    granted, drawn = events(state, 0, "draw")
    assert isinstance(granted, Granted)
    assert (granted.seat, texts(faces_of((granted.card, *granted.cards)))) == (2, "9D 3C 4C 5C")
    assert isinstance(drawn, Drawn)
    state = played(state, 0, "draw")
    assert (hand(state, 2), hand(state, 0), pile(state)) == ("5H 9D 3C 4C 5C", "3H 6C", "KC")
    assert state.places[2].cut_ins == 1
    assert state.asked == ()
    assert [note.fact for note in state.log] == [Fact.ASK, Fact.CUT_IN, Fact.DRAW]
    assert state.log[1] == Note(2, Fact.CUT_IN, faces_of((granted.card,)))
    assert not view(state, None).seats[2].asked


def test_d12_the_player_in_turn_comes_first_then_seats_in_order() -> None:
    state = played(deal(), 2, "cutin=9D")
    state = played(state, 1, "cutin=9D")
    taken = played(state, 0, "take")
    assert isinstance(events(state, 0, "take")[0], Taken)
    assert (hand(taken, 0), taken.asked, pile(taken)) == ("3H 9D", (), "KC")
    granted = events(state, 0, "draw")[0]
    assert isinstance(granted, Granted)
    assert granted.seat == 1


def test_d12_order_goes_round_from_the_seat_in_turn() -> None:
    state = deal(turn=2, thrower=1)
    for who in (0, 3):
        state = played(state, who, "cutin=9D")
    granted = events(state, 2, "draw")[0]
    assert isinstance(granted, Granted)
    assert granted.seat == 3


def test_d12_asking_can_be_taken_back() -> None:
    state = played(deal(), 1, "cutin=9D")
    state = played(state, 2, "cutin=9D")
    assert events(state, 1, "pass") == (Withdrawn(1),)
    state = played(state, 1, "pass")
    assert state.asked == (2,)
    assert state.log[-1] == Note(1, Fact.PASS)
    assert refused(state, 1, "pass") == "not_asked()"
    assert [type(event) for event in events(played(state, 2, "pass"), 0, "draw")] == [Drawn]


REFUSALS = [
    ({"cut_in": False}, 1, "cutin=9D", "cut_in_off()"),
    ({"thrower": None}, 1, "cutin=9D", "nothing_thrown()"),
    ({"drew": "3H"}, 1, "cutin=9D", "nothing_thrown()"),
    ({}, 0, "cutin=9D", "take_instead(card='9D')"),
    ({}, 3, "cutin=9D", "own_discard(card='9D')"),
    ({}, 1, "cutin=KC", "discard_gone(card='KC')"),
    ({"asked": (1,)}, 1, "cutin=9D", "already_asked(card='9D')"),
    ({"stock": "3C 4C"}, 1, "cutin=9D", "stock_short()"),
    ({}, 1, "pass", "not_asked()"),
]


@pytest.mark.parametrize(("more", "who", "word", "refusal"), REFUSALS)
def test_d12_refusals(more: dict[str, object], who: int, word: str, refusal: str) -> None:
    assert refused(deal(**more), who, word) == refusal


def test_d12_not_after_laying_down_and_twice_at_most() -> None:
    assert refused(deal(seat("3H"), down("4H")), 1, "cutin=9D") == "already_down(contract=1)"
    assert refused(deal(seat("3H"), seat("4H", cut_ins=2)), 1, "cutin=9D") == "cut_ins_spent(most=2)"
    assert played(deal(seat("3H"), seat("4H", cut_ins=1)), 1, "cutin=9D").asked == (1,)


def test_d10_d12_the_stock_is_refilled_first_where_it_has_too_few() -> None:
    state = deal(stock="8C 7C 6C", discards="KC QC JC 9D")
    state = played(state, 1, "cutin=9D")
    refilled, granted, drawn = events(state, 0, "draw")
    assert isinstance(refilled, Recycled)
    assert isinstance(granted, Granted)
    assert isinstance(drawn, Drawn)
    assert texts(faces_of(granted.cards)) == "6C 7C 8C"
    assert drawn.card in state.discards[:3]
    after = played(state, 0, "draw")
    assert pile(after) == ""
    assert options(view(after, 1)).cut_in is None
    assert len(after.all_cards()) == len(state.all_cards())


def test_d12_is_offered_on_the_panel() -> None:
    state = deal()
    offered = [options(view(state, who)).cut_in for who in range(4)]
    assert [None if face is None else texts((face,)) for face in offered] == [None, "9D", "9D", None]
    assert options(view(played(state, 1, "cutin=9D"), 1)).withdraw
    assert whole(played(state, 1, "cutin=9D"))
    assert options(view(deal(cut_in=False), 1)).cut_in is None
