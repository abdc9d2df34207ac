"""M9, M12.3: the stock runs out; deals without a winner."""

import pytest

from marriage_core.cards import faces_of, texts
from marriage_core.marriage.events import Discarded, Drawn, Ended, Recycled, StockOut
from marriage_core.marriage.notes import Fact, Note
from marriage_core.marriage.state import State
from marriage_core.shuffle import shuffle
from tests.core.builder import (
    KEY,
    Seat,
    accepted,
    events,
    paired,
    pile,
    played,
    refused,
    seat,
    seen,
    seen_by,
    table,
)

PILE = "AH 2H 3H 4H 5H 6H 7H"


def deal(discards: str = PILE, stock: str = "", **more: object) -> State:
    return table(seat("9S"), seat("9D"), discards=discards, stock=stock, **more)


def test_m9_1_the_pile_but_its_top_is_shuffled_when_someone_must_draw() -> None:
    recycled, drawn = events(deal(), 0, "draw")
    assert isinstance(recycled, Recycled)
    assert isinstance(drawn, Drawn)
    state = deal()
    assert recycled.stock == tuple(state.discards[i] for i in shuffle(KEY, "recycle 1", 6))
    assert drawn.card == recycled.stock[-1]
    after = played(state, 0, "draw")
    assert pile(after) == "7H"
    assert (len(after.stock), after.recycles) == (5, 1)
    assert [note.fact for note in after.log] == ["recycle", "draw"]


def test_m9_1_not_before() -> None:
    state = deal(stock="8C")
    assert [type(event) for event in events(state, 0, "draw")] == [Drawn]
    empty = played(state, 0, "draw", "discard=9S")
    assert (len(empty.stock), pile(empty), empty.recycles) == (0, f"{PILE} 9S", 0)


def test_m9_1_who_takes_the_discard_recycles_nothing() -> None:
    after = played(deal(), 0, "take")
    assert (len(after.stock), after.recycles) == (0, 0)


def test_m9_1_the_kept_top_card_stays_takeable() -> None:
    state = played(deal(), 0, "draw")
    assert pile(state) == "7H"
    state = played(deal(), 0, "draw", "discard=9S")
    state = played(state, 1, "take")
    assert pile(state) == "7H"


def test_m9_1_each_time_another_shuffle_from_the_same_key() -> None:
    first = events(deal(), 0, "draw")[0]
    second = events(deal(recycles=1), 0, "draw")[0]
    assert isinstance(first, Recycled)
    assert isinstance(second, Recycled)
    assert first != second
    assert second.stock == tuple(deal().discards[i] for i in shuffle(KEY, "recycle 2", 6))
    assert events(deal(), 0, "draw")[0] == first


def test_m9_1_the_tiplu_is_never_drawn() -> None:
    state = deal(tiplu="JC")
    for _ in range(40):
        who = state.turn
        state = played(state, who, "draw")
        state = played(state, who, f"discard={texts(faces_of(state.places[who].hand[:1]))}")
    assert state.recycles > 3
    assert texts(faces_of((state.tiplu,))) == "JC"


def test_m9_2_where_nothing_can_be_shuffled_the_discard_must_be_taken() -> None:
    state = deal(discards="AH")
    assert refused(state, 0, "draw") == "stock_empty()"
    assert accepted(state, 0, "take")
    after = played(state, 0, "take", "discard=9S")
    assert after.phase == "draw"
    assert refused(after, 1, "draw") == "stock_empty()"


NEXT = [
    # the seat to move, what was discarded onto an empty pile, options, does the deal end?
    (seat("2S"), "QC", {}, False),
    (seat("2S"), "QC", {"unseen_discard": "barred"}, True),
    (seen("2S"), "9C", {}, False),
    (seen("2S"), "QC", {}, True),
    (seen("2S"), "QC", {"wild_discard": "allowed"}, False),
    (paired("9C 2C"), "9C", {}, False),
    (paired("9C 2C"), "8C", {}, True),
    (paired("9C 9C"), "8C", {}, True),
    (seat("", "QS 2D 4D KH KS 3C AS"), "9C", {}, True),
]


@pytest.mark.parametrize(("to_move", "card", "options", "ends"), NEXT)
def test_m9_2_m12_3_barred_from_the_only_card_the_deal_ends(
    to_move: Seat, card: str, options: dict[str, object], ends: bool
) -> None:
    state = table(seat(f"5H {card}"), to_move, discards="", stock="", tiplu="JC", took="5H", **options)
    thrown, *rest = events(state, 0, f"discard={card}")
    assert isinstance(thrown, Discarded)
    assert rest == ([Ended(None, None)] if ends else [])
    after = played(state, 0, f"discard={card}")
    assert (after.phase == "over") is ends
    assert after.winner is None


def test_m9_2_with_something_to_shuffle_the_deal_goes_on() -> None:
    state = table(seat("5H QC"), seen("2S"), discards="AH", stock="", tiplu="JC", took="5H")
    assert len(events(state, 0, "discard=QC")) == 1


def test_m12_3_after_max_turns_the_deal_ends() -> None:
    state = table(seat("9S 2S", turns=9), seat("9D", turns=10), max_turns=10, drew="2S")
    assert events(state, 0, "discard=2S")[-1] == Ended(None, None)
    state = table(seat("9S 2S", turns=10), seat("9D", turns=9), max_turns=10, drew="2S")
    assert len(events(state, 0, "discard=2S")) == 1


def test_m12_3_the_turn_that_completes_the_number_is_still_played() -> None:
    state = deal(stock="2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", max_turns=10)
    turns = 0
    while state.phase != "over":
        who = state.turn
        state = played(state, who, "draw")
        state = played(state, who, f"discard={texts(faces_of(state.places[who].hand[-1:]))}")
        turns += 1
    assert turns == 20
    assert [place.turns for place in state.places] == [10, 10]


def test_i8_the_pile_is_turned_over_once_and_not_shuffled() -> None:
    state = deal(recycle="turn_once")
    after = played(state, 0, "draw")
    assert texts(faces_of(after.places[0].hand)) == "9S AH"
    assert texts(faces_of(after.stock)) == "6H 5H 4H 3H 2H"
    assert pile(after) == "7H"


@pytest.mark.parametrize("state", [deal(recycle="turn_once", recycles=1), deal("AH", recycle="turn_once")])
def test_i8_drawing_from_the_empty_stock_again_ends_the_deal_without_a_winner(state: State) -> None:
    assert events(state, 0, "draw") == (StockOut(0), Ended(None, None))
    over = played(state, 0, "draw")
    assert (over.phase, over.winner, over.log[-1]) == ("over", None, Note(0, Fact.STOCK_OUT))
    assert accepted(state, 0, "take"), "who takes the discard need not draw"


def test_m9_1_shuffled_again_and_again_by_default() -> None:
    assert accepted(deal(recycles=1), 0, "draw")


def test_i8_the_deal_waits_for_the_one_who_must_draw() -> None:
    for recycles in (0, 1):
        state = table(
            seat("5H QC"), seen("2S"), discards="AH", stock="", tiplu="JC", took="5H", recycle="turn_once",
            recycles=recycles,
        )  # fmt: skip
        after = played(state, 0, "discard=QC")
        assert refused(after, 1, "take") == "wild_barred(card='QC')"
        assert (played(after, 1, "draw").phase == "over") is (recycles == 1)


def test_f24_the_pile_is_never_empty_before_a_draw_but_an_empty_one_is_refused() -> None:
    state = deal(discards="", stock="8C")
    assert refused(state, 0, "take") == "pile_empty()"
    assert seen_by(state, 0).discards == ()
