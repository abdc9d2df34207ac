"""D1, D4–D8, D10: deals in the middle and what moves make of them."""

import pytest

from marriage_core.cards import card_of, face, faces_of, pack, texts
from marriage_core.dummy.decide import start
from marriage_core.dummy.events import Added, Dealt, Discarded, Drawn, Ended, Laid, Recycled, Taken
from marriage_core.dummy.evolve import evolve
from marriage_core.dummy.melds import End
from marriage_core.dummy.notes import Fact, Note, Phase
from marriage_core.dummy.rules import DUMMY
from marriage_core.dummy.state import State
from marriage_core.dummy.view import view
from marriage_core.errors import BadRules
from marriage_core.shuffle import shuffle
from tests.dummy.builder import (
    KEY,
    accepted,
    dealt,
    down,
    events,
    hand,
    laid,
    pile,
    played,
    refused,
    seat,
    table,
    whole,
)

SETS = "7S 7H 7D 9S 9H 9D"


def deal(own: str, **more: object) -> State:
    """Seat 0 of two has drawn the last of these cards."""
    return table(seat(own), seat("3H"), drew=own.split()[-1], **more)  # type: ignore[arg-type]


def laid_down(own: str, melds: str = "0 set 7S 7H 7D / 1 run 4S 5S 6S 7C", **more: object) -> State:
    """Seat 0 of two has laid down before and has drawn the last of these cards."""
    return table(down(own), seat("3H"), melds=melds, drew=own.split()[-1], **more)  # type: ignore[arg-type]


# --- D1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d1_the_deal(players: int) -> None:
    state = dealt(players, dealer=players - 1)
    assert whole(state)
    assert len(pack(2, 4)) == 108
    assert [len(place.hand) for place in state.places] == [13] * players
    assert len(state.discards) == 1
    assert len(state.stock) == 107 - 13 * players
    assert (state.turn, state.phase) == (0, Phase.DRAW)
    deck = [pack(2, 4)[i] for i in shuffle(KEY, "deal", 108)]
    assert state.places[0].hand == tuple(sorted(deck[: 13 * players : players]))
    assert state.discards[0] == deck[13 * players]
    assert state.stock[-1] == deck[13 * players + 1]


def test_d1_left_of_the_dealer_begins_and_play_goes_on_clockwise() -> None:
    state = dealt(3, dealer=1)
    for turn in (2, 0, 1, 2):
        assert state.turn == turn
        state = played(state, turn, "draw")
        drawn = view(state, turn).me[0].drawn
        assert drawn is not None
        state = played(state, turn, f"discard={texts((drawn,))}")


@pytest.mark.parametrize("players", [0, 1, 5])
def test_d1_two_to_four_play(players: int) -> None:
    with pytest.raises(BadRules, match=f"{players} players; allowed: 2–4"):
        start(DUMMY, players, 0, KEY)


def test_a_deal_begins_once() -> None:
    with pytest.raises(ValueError, match="begins with Dealt"):
        evolve(None, Ended(None))
    with pytest.raises(ValueError, match="begins once"):
        evolve(dealt(), Dealt(DUMMY, 2, 0, KEY, None))


# --- D5: contracts carried from deal to deal --------------------------------------------------------------------------


def test_d5_everybody_has_their_own_contract() -> None:
    assert [place.contract for place in dealt(3).places] == [1, 1, 1]
    state = dealt(3, carried=[0, 4, 11])
    assert [place.contract for place in state.places] == [1, 5, 12]
    assert [seat.completed for seat in view(state, None).seats] == [0, 4, 11]
    assert [str(slot) for slot in view(state, None).seats[1].slots] == ["set 4", "run 4"]


@pytest.mark.parametrize("carried", [[0, 0], [0, 0, 12], [0, 0, -1], [0, 0, True], [0, 0, "1"], "000", 5, {}])
def test_d5_what_is_carried_is_checked(carried: object) -> None:
    with pytest.raises(BadRules, match=r"carried: .* is not allowed; 3 numbers of contracts, 0–11"):
        start(DUMMY, 3, 0, KEY, carried)


# --- D4 ---------------------------------------------------------------------------------------------------------------


def test_d4_draw_from_the_stock_or_take_the_discard() -> None:
    state = table(seat("3S 4S"), seat("3H"), discards="KC QC", stock="5D 6D")
    drawn = played(state, 0, "draw")
    assert (hand(drawn, 0), pile(drawn), texts(faces_of(drawn.stock))) == ("3S 4S 6D", "KC QC", "5D")
    taken = played(state, 0, "take")
    assert (hand(taken, 0), pile(taken)) == ("3S 4S QC", "KC")
    assert isinstance(events(state, 0, "draw")[0], Drawn)
    assert isinstance(events(state, 0, "take")[0], Taken)
    for after in (drawn, taken):
        assert after.phase is Phase.PLAY
        assert not accepted(after, 0, "draw")
        assert not accepted(after, 0, "take")


def test_d4_the_card_just_taken_may_be_discarded() -> None:
    state = played(table(seat("3S 4S"), seat("3H"), discards="KC QC"), 0, "take", "discard=QC")
    assert (hand(state, 0), pile(state), state.turn) == ("3S 4S", "KC QC", 1)


def test_d4_only_the_stock_once_the_contract_is_down() -> None:
    state = table(down("3S 4S"), seat("3H"), discards="KC QC")
    assert refused(state, 0, "take") == "stock_only(card='QC')"
    assert accepted(state, 0, "draw")


# --- D5, D7: laying down ----------------------------------------------------------------------------------------------

LAYS = [
    # contract, hand, move, melds on the table or refusal, the same with exact_contract, with run_same_suit
    (1, f"{SETS} KC", "lay=7S.7H.7D/9S.9H.9D", "0 set 7S 7H 7D / 0 set 9S 9H 9D", "", ""),
    (1, f"{SETS} KC", "lay", "0 set 7S 7H 7D / 0 set 9S 9H 9D", "", ""),
    (1, f"{SETS} 7C KC", "lay=7S.7H.7D.7C/9S.9H.9D", "0 set 7S 7H 7D 7C / 0 set 9S 9H 9D", "meld_size", ""),
    (1, "7S 7H 7D 7S 7H 7D KC", "lay=7S.7H.7D/7S.7H.7D", "0 set 7S 7H 7D / 0 set 7S 7H 7D", "", ""),
    (1, "7S 2H JK 9S 2S JK KC", "lay=7S.2H.JK/2S.9S.JK", "0 set 7S 2H JK / 0 set 2S 9S JK", "", ""),
    (1, "2S 2H 2D 9S 9H 9D KC", "lay=2S.2H.2D/9S.9H.9D", "no_set(cards='2S 2H 2D')", "", ""),
    (2, "7S 7H 7D 3S 4H 5D 6C KC", "lay=7S.7H.7D/3S.4H.5D.6C", "0 set 7S 7H 7D / 0 run 3S 4H 5D 6C", "", "no_run"),
    (2, "7S 7H 7D 3S 4S 5S 6S KC", "lay=6S.5S.4S.3S/7S.7H.7D", "0 set 7S 7H 7D / 0 run 3S 4S 5S 6S", "", ""),
    (2, "7S 7H 7D 2S JK JK JK KC", "lay=7S.7H.7D/2S.JK.JK.JK", "no_run(cards='2S JK JK JK')", "", ""),
    (2, "7S 7H 7D AS 2S 3S 4S KC", "lay=7S.7H.7D/AS.2S.3S.4S", "0 set 7S 7H 7D / 0 run AS 2S 3S 4S", "", ""),
    (2, "7S 7H 7D KS AS 2S 3S KC", "lay=7S.7H.7D/KS.AS.2S.3S", "no_run(cards='KS AS 2S 3S')", "", ""),
    (2, "7S 7H 7D JS QS KS AS KC", "lay", "0 set 7S 7H 7D / 0 run JS QS KS AS", "", ""),
    (12, "3S 4S 5S 6S 7S 8S 9S 10S JS 2D KC", "lay", "0 run 4S 5S 6S 7S 8S 9S 10S JS 2D KC", "", ""),
]


@pytest.mark.parametrize(("number", "own", "word", "expected", "exact", "suited"), LAYS)
def test_d5_laying_a_contract(number: int, own: str, word: str, expected: str, exact: str, suited: str) -> None:
    for told, options in (
        (expected, {}),
        (exact or expected, {"exact_contract": True}),
        (suited or expected, {"run_same_suit": True}),
    ):
        state = table(seat(own, number), seat("3H"), drew="KC", discards="3D", **options)  # type: ignore[arg-type]
        if told[0] == "0":
            after = played(state, 0, word)
            assert whole(after)
            if word != "lay" or not options:
                assert laid(after) == told
            assert after.places[0].down
            assert after.phase is Phase.PLAY
        else:
            assert refused(state, 0, word).startswith(told)


def test_d5_a_contract_is_laid_once() -> None:
    state = played(deal(f"{SETS} 7C 9C 7S 9S 7H"), 0, "lay=7S.7H.7D/9S.9H.9D")
    assert refused(state, 0, "lay") == "already_down(contract=1)"
    assert isinstance(events(deal(f"{SETS} KC", discards="3D"), 0, "lay")[0], Laid)


def test_d6_the_order_named_fixes_what_wild_cards_stand_for() -> None:
    state = table(seat("7S 7H 7D 5S 6S JK 2D KC", 2), seat("3H"), drew="KC", discards="3D")
    high = played(state, 0, "lay=7S.7H.7D/5S.6S.JK.2D")
    low = played(state, 0, "lay=7S.7H.7D/JK.2D.5S.6S")
    assert view(high, None).melds[1].ranks == (5, 6, 7, 8)
    assert view(low, None).melds[1].ranks == (3, 4, 5, 6)
    assert view(low, None).melds[0].ranks == ()


def test_d7_laying_leaves_a_card() -> None:
    assert refused(deal(SETS), 0, "lay") == "no_discard_left()"
    assert refused(deal(SETS), 0, "lay=7S.7H.7D/9S.9H.9D") == "no_discard_left()"
    state = played(deal(f"{SETS} 9C"), 0, "lay")
    assert len(state.places[0].hand) == 1


# --- D6, D7: adding ---------------------------------------------------------------------------------------------------

ADDS = [
    # hand, move, the melds after it or the refusal
    ("7S KC", "add=7S:0", "0 set 7S 7H 7D 7S / 1 run 4S 5S 6S 7C"),
    ("8S KC", "add=8S:1", "0 set 7S 7H 7D / 1 run 4S 5S 6S 7C 8S"),
    ("3S KC", "add=3S:1", "0 set 7S 7H 7D / 1 run 3S 4S 5S 6S 7C"),
    ("8S 9S 3S KC", "add=8S.9S.3S:1", "0 set 7S 7H 7D / 1 run 3S 4S 5S 6S 7C 8S 9S"),
    ("JK KC", "add=JK:1", "0 set 7S 7H 7D / 1 run 4S 5S 6S 7C JK"),
    ("JK KC", "add=JK:1:low", "0 set 7S 7H 7D / 1 run JK 4S 5S 6S 7C"),
    ("JK 9S KC", "add=JK.9S:1:high", "0 set 7S 7H 7D / 1 run 4S 5S 6S 7C JK 9S"),
    ("JK KC", "add=JK:0", "0 set 7S 7H 7D JK / 1 run 4S 5S 6S 7C"),
    ("JK KC", "add=JK:0:low", "does_not_fit(card='JK', cards='7S 7H 7D')"),
    ("8S KC", "add=8S:1:low", "does_not_fit(card='8S', cards='4S 5S 6S 7C')"),
    ("8S KC", "add=8S:0", "does_not_fit(card='8S', cards='7S 7H 7D')"),
    ("9S KC", "add=9S:1", "does_not_fit(card='9S', cards='4S 5S 6S 7C')"),
    ("8S 8H KC", "add=8S.8H:1", "does_not_fit(card='8H', cards='4S 5S 6S 7C 8S')"),
    ("8S KC", "add=3S:1", "not_held(card='3S')"),
    ("8S KC", "add=8S.8S:1", "not_held(card='8S')"),
    ("8S KC", "add=8S:2", "no_such_meld(melds=2)"),
    ("8S KC", "add=:1", "nothing_added()"),
    ("8S", "add=8S:1", "no_discard_left()"),
    ("8S 9S", "add=8S.9S:1", "no_discard_left()"),
]


@pytest.mark.parametrize(("own", "word", "expected"), ADDS)
def test_d6_d7_adding_to_any_meld(own: str, word: str, expected: str) -> None:
    state = laid_down(own)
    if expected[0] == "0":
        after = played(state, 0, word)
        assert laid(after) == expected
        assert whole(after)
    else:
        assert refused(state, 0, word) == expected


def test_d6_every_added_card_is_an_event_with_its_end() -> None:
    made = events(laid_down("8S 3S KC"), 0, "add=8S.3S:1")
    eight, three = card_of(face("8S"), 0), card_of(face("3S"), 0)
    assert made == (Added(0, 1, eight, End.HIGH), Added(0, 1, three, End.LOW))
    assert played(laid_down("8S 3S KC"), 0, "add=8S.3S:1").log == (
        Note(0, Fact.ADD, (face("8S"),), 1),
        Note(0, Fact.ADD, (face("3S"),), 1),
    )


def test_d6_not_in_the_turn_of_laying_down_and_not_before() -> None:
    state = deal(f"{SETS} 7C KC", melds="1 run 3S 4S 5S 6S")
    assert refused(state, 0, "add=7C:0") == "not_down()"
    state = played(state, 0, "lay=7S.7H.7D/9S.9H.9D")
    assert refused(state, 0, "add=7C:0") == "add_next_turn()"
    state = played(state, 0, "discard=KC")
    state = played(state, 1, "draw", f"discard={texts(faces_of(state.stock[-1:]))}")
    assert accepted(played(state, 0, "draw"), 0, "add=7C:0")


def test_d6_with_one_suit_only_that_suit_follows() -> None:
    melds = "0 set 7S 7H 7D / 1 run 4S 5S 6S 7S"
    assert accepted(laid_down("8H KC", melds), 0, "add=8H:1")
    assert not accepted(laid_down("8H KC", melds, run_same_suit=True), 0, "add=8H:1")
    assert accepted(laid_down("8S KC", melds, run_same_suit=True), 0, "add=8S:1")


# --- D7, D8: discarding -----------------------------------------------------------------------------------------------


def test_d7_the_last_card_discarded_ends_the_deal() -> None:
    state = laid_down("KC")
    assert [type(event) for event in events(state, 0, "discard=KC")] == [Discarded, Ended]
    after = played(state, 0, "discard=KC")
    assert (after.phase, after.winner) == (Phase.OVER, 0)
    assert after.log[-1] == Note(0, Fact.OUT)
    assert refused(after, 1, "draw") == "deal_over()"


DISCARDS = [
    # discards, hand, card, refusal
    ("7S 7H", "7D KC", "7D", "makes_meld(card='7D', cards='7S 7H 7D')"),
    ("7S 7H", "7D KC", "KC", ""),
    ("7S 7H", "7D 7C", "7D", ""),
    ("7S 7H", "7D", "7D", ""),
    ("2S 2H", "2D KC", "2D", "makes_meld(card='2D', cards='2S 2H 2D')"),
    ("JK JK", "JK KC", "JK", ""),
    ("4S 6H 5D", "7C KC", "7C", "makes_meld(card='7C', cards='4S 6H 5D 7C')"),
    ("4S AH 3D", "2C KC", "2C", "makes_meld(card='2C', cards='4S AH 3D 2C')"),
    ("4S 6H 5D", "7C 3C", "7C", ""),
    ("4S 6H 5D", "QC KC", "AC", "not_held(card='AC')"),
]


@pytest.mark.parametrize(("under", "own", "card", "refusal"), DISCARDS)
def test_d8_a_discard_that_makes_a_meld(under: str, own: str, card: str, refusal: str) -> None:
    state = deal(own, discards=under)
    if refusal:
        assert refused(state, 0, f"discard={card}") == refusal
    else:
        assert pile(played(state, 0, f"discard={card}")) == f"{under} {card}"


def test_d8_a_run_in_many_suits_is_none_with_run_same_suit() -> None:
    assert not accepted(deal("7C KC", discards="4S 6H 5D"), 0, "discard=7C")
    assert accepted(deal("7C KC", discards="4S 6H 5D", run_same_suit=True), 0, "discard=7C")
    assert not accepted(deal("7C KC", discards="4C 6C 5C", run_same_suit=True), 0, "discard=7C")


# --- D10 --------------------------------------------------------------------------------------------------------------


def test_d10_an_empty_stock_is_refilled_when_somebody_draws() -> None:
    state = table(seat("3S"), seat("3H"), discards="4C 5C 6C 8C", stock="")
    refilled, drawn = events(state, 0, "draw")
    assert isinstance(refilled, Recycled)
    order = shuffle(KEY, "recycle 1", 3)
    assert refilled.stock == tuple(state.discards[i] for i in order)
    after = played(state, 0, "draw")
    assert drawn == Drawn(0, refilled.stock[-1])
    assert (pile(after), len(after.stock), after.recycles) == ("8C", 2, 1)
    assert after.log[0] == Note(None, Fact.RECYCLE)
    assert accepted(state, 0, "take")
    again = table(seat("3S"), seat("3H"), discards="4C 5C 6C 8C", stock="", recycles=1)
    assert events(again, 0, "draw")[0] == Recycled(tuple(state.discards[i] for i in shuffle(KEY, "recycle 2", 3)))


def test_d10_with_nothing_to_refill_the_deal_ends() -> None:
    state = table(seat("3S 4S"), seat("3H"), discards="", stock="", drew="4S")
    assert events(state, 0, "discard=4S")[1:] == (Ended(None),)
    after = played(state, 0, "discard=4S")
    assert (after.phase, after.winner, after.log[-1].fact) == (Phase.OVER, None, Fact.DISCARD)
    state = table(seat("3S 4S"), seat("3H"), discards="5S", stock="", drew="4S")
    assert len(events(state, 0, "discard=4S")) == 1


def test_d10_after_max_turns_a_seat_the_deal_ends() -> None:
    for turns, ends in ((9, False), (10, True)):
        state = table(seat("3S 4S", turns=9), seat("3H", turns=turns), drew="4S", max_turns=10)
        assert (events(state, 0, "discard=4S")[1:] == (Ended(None),)) is ends
    state = table(seat("3S 4S", turns=9), seat("3H", turns=10), drew="4S")
    assert len(events(state, 0, "discard=4S")) == 1
