"""M8: ending the deal."""

import pytest

from marriage_core.cards import face, text
from marriage_core.marriage.events import Ended, Shown
from marriage_core.marriage.moves import Route
from marriage_core.marriage.options import legal_moves, options
from marriage_core.marriage.state import State
from tests.core.builder import (
    PURE_HAND,
    Seat,
    accepted,
    events,
    hand,
    laid,
    paired,
    pile,
    played,
    refused,
    seat,
    seen,
    seen_by,
    table,
    whole,
)

FOUR = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C"


def deal(of: Seat, drew: str | None = None, took: str | None = None, tiplu: str = "JC", **more: object) -> State:
    began = {"took": took} if took else {"drew": drew or of.hand.split()[-1]}
    return table(of, seat("2H"), discards="AH", tiplu=tiplu, **began, **more)


def test_m8_1_three_pure_melds_four_more_and_a_discard_end_the_deal() -> None:
    state = deal(seen(f"{FOUR} 5H"))
    after = played(state, 0, "show=5H")
    assert (after.winner, after.by, after.phase) == (0, Route.MELDS, "over")
    assert len(after.places[0].laid) == 7
    assert hand(after, 0) == ""
    assert pile(after) == "AH 5H"
    assert whole(after)
    shown, ended = events(state, 0, "show=5H")
    assert isinstance(shown, Shown)
    assert ended == Ended(0, Route.MELDS)


FINISHES = [
    # twelve cards left after discarding 5H, tiplu J♣ (wild: J♣ Q♣ 10♣ J♠ J♥ J♦), do they finish?
    (FOUR, True),
    ("2C 3C QC 6D 7D JH KH KS JD 9C 9C 9C", True),
    ("QC QC 2D 10C 10C 4S JS JH 7C JD JC 9H", True),
    ("QC QC QC 10C 10C 10C JS JH JD JC JC JS", True),
    ("2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9D", False),
    ("2C 3C 4C 6D 7D 8D KH KS KD 9C 9C JH", False),
    ("2C 3C 4C 6D 7D 8D KS KS JH 9C 9C 9C", False),
    ("2C 3C 4C 6D 7D 8D KC 2S 3S 9C 9C 9C", False),
]


@pytest.mark.parametrize(("cards", "ends"), FINISHES)
def test_m8_1_m2_dirty_melds_serve_for_the_other_four(cards: str, ends: bool) -> None:
    state = deal(seen(f"{cards} 5H"))
    assert accepted(state, 0, "show=5H") is ends
    if ends:
        after = played(state, 0, "show=5H")
        assert sorted(" ".join(laid(after, 0).split(" / ")[3:]).split()) == sorted(cards.split())
    else:
        assert refused(state, 0, "show=5H").startswith(("cannot_show", "show_not_with"))


def test_m8_1_nobody_shows_unseen() -> None:
    assert refused(deal(seat(f"{PURE_HAND} {FOUR} 5H")), 0, "show") == "not_seen()"


def test_m8_1_only_after_drawing() -> None:
    state = table(seen(FOUR), seat("2H"), discards="AH 5H", tiplu="JC")
    assert refused(state, 0, "show") == "draw_first()"
    assert accepted(played(state, 0, "draw"), 0, "show")


def test_m8_2_draw_see_and_show_in_one_turn() -> None:
    cards = f"{PURE_HAND} {FOUR}"
    state = table(seat(cards), seat("2H"), discards="AH", stock="8S 5H")
    state = played(state, 0, "draw", "see=melds", "show")
    assert state.winner == 0
    assert pile(state) == "AH 5H"
    assert seen_by(state, 1).seats[0].turns == 0


def test_m8_2_the_wild_cards_found_when_seeing_may_complete_the_hand() -> None:
    cards = f"{PURE_HAND} 2C 3C QC 6D 7D JH KH KS JD 9C 9C 9C"
    state = table(seat(cards), seat("2H"), discards="AH", stock="JC 5H")
    state = played(state, 0, "draw", "see=melds", "show=5H")
    assert state.winner == 0
    other = table(seat(cards), seat("2H"), discards="AH", stock="AC 5H")
    assert refused(played(other, 0, "draw", "see=melds"), 0, "show=5H") == "cannot_show()"


def test_m5_3_further_shown_tunnelas_are_among_the_other_four() -> None:
    five = Seat("2C 3C 4C 6D 7D 8D 5H", "QS 2D 4D KH KS", "", Route.MELDS, 1)
    assert played(deal(five), 0, "show=5H").winner == 0
    seven = Seat("5H", "QS 2D 4D KH KS 9C 9S", "", Route.MELDS, 1)
    assert played(deal(seven), 0, "show").winner == 0


LAST_DISCARD = [
    # hand of 13 cards, just taken (or None), the named discard, what comes of it
    (f"{FOUR} 5H", None, "5H", "ends"),
    (f"{FOUR} 5H", "5H", "5H", "just_taken(card='5H')"),
    (f"{FOUR} 5H", "4C", "5H", "ends"),
    (f"{FOUR} 9H", None, "2C", "show_not_with(card='2C', allowed=('9H',))"),
    (f"{FOUR} 9H", None, "QD", "not_held(card='QD', allowed=('9H',))"),
    (f"{FOUR} 5C", "5C", "5C", "just_taken(card='5C', allowed=('2C',))"),
    (f"{FOUR} 5C", "5C", "2C", "ends"),
    ("2C 3C 4C 6D 7D 8D KH KS KD 2D 3D 4D 5H", "6D", "6D", "just_taken(card='6D', allowed=('5H',))"),
    ("2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 2D 5H", None, "5H", "cannot_show()"),
]


@pytest.mark.parametrize(("cards", "took", "discard", "outcome"), LAST_DISCARD)
def test_m8_3_the_last_discard_is_compulsory_and_obeys_m6_3(
    cards: str, took: str | None, discard: str, outcome: str
) -> None:
    state = deal(seen(cards), took=took)
    if outcome == "ends":
        assert pile(played(state, 0, f"show={discard}")) == f"AH {discard}"
    else:
        assert refused(state, 0, f"show={discard}") == outcome


def test_m8_3_show_without_naming_avoids_the_card_just_taken() -> None:
    state = deal(seen(f"{FOUR} 5C"), took="5C")
    assert options(seen_by(state, 0)).shows == (face("2C"),)
    assert pile(played(state, 0, "show")) == "AH 2C"
    only = deal(seen(f"{FOUR} 5H"), took="5H")
    assert options(seen_by(only, 0)).shows == ()
    assert refused(only, 0, "show") == "just_taken(card='5H')"


def test_m8_3_the_last_discard_may_be_a_wild_card_and_is_not_counted() -> None:
    state = deal(seen(f"{FOUR} QC"))
    assert face("QC") in options(seen_by(state, 0)).shows
    after = played(state, 0, "show=QC")
    assert pile(after) == "AH QC"
    revealed = seen_by(after, 1).revealed
    assert revealed is not None
    assert revealed.settled[0].total == 0


CHEAPEST = [
    # hand of 13, tiplu J♣: of the discards that end the deal the one that costs least maal
    ("2C 3C 4C 6D 7D 8D KH KS KD 9C 10C JC QC", "9C"),
    ("2C 3C 4C 6D 7D 8D KH KS KD QC QC 9H 9D", "9D"),
    (f"{FOUR} 5C", "2C"),
]


@pytest.mark.parametrize(("cards", "discard"), CHEAPEST)
def test_m8_1_show_without_naming_discards_what_costs_least(cards: str, discard: str) -> None:
    state = deal(seen(cards))
    after = played(state, 0, "show")
    kept = {text(of): _total(played(state, 0, f"show={text(of)}")) for of in options(seen_by(state, 0)).shows}
    assert _total(after) == max(kept.values())
    assert kept[pile(after).split()[-1]] == kept[discard]


def _total(state: State) -> int:
    revealed = seen_by(state, 0).revealed
    assert revealed is not None
    return revealed.settled[0].total


def test_m8_1_eight_dublees_and_a_discard_the_other_cards_do_not_matter() -> None:
    state = deal(paired("5H 9C 9C"), drew="9C")
    assert options(seen_by(state, 0)).shows == (face("5H"),)
    after = played(state, 0, "show")
    assert (after.winner, after.by) == (0, Route.DUBLEES)
    assert laid(after, 0).endswith("/ 9C 9C")
    more = deal(Seat("5H KD 3D 9C 9C", "QS", "2S 2S / 4S 4S / 6S 6S / 8S 8S / 10S 10S / 3H 3H", Route.DUBLEES, 1))
    after = played(more, 0, "show=KD")
    assert hand(after, 0) == "5H 3D"
    assert whole(after)


DUBLEE_SHOWS = [
    # hand after drawing, just taken, refusal of "show" or None
    ("5H 9C 9C", None, None),
    ("5H 9C 10C", None, "cannot_show()"),
    ("9C 9C 9C", None, None),
    ("JK JK 9C", None, "cannot_show()"),
    ("5H QC QC", None, None),
]


@pytest.mark.parametrize(("cards", "took", "refusal"), DUBLEE_SHOWS)
def test_m8_1_m2_4_m2_5_the_eighth_dublee(cards: str, took: str | None, refusal: str | None) -> None:
    state = deal(paired(cards), took=took, printed_jokers=2)
    if refusal:
        assert refused(state, 0, "show") == refusal
    else:
        assert played(state, 0, "show").by is Route.DUBLEES


@pytest.mark.parametrize("word", ["draw", "take", "discard=2H", "see=melds", "show", "takeshow", "tunnela=2H"])
def test_f23_nothing_can_be_done_once_the_deal_is_over(word: str) -> None:
    state = played(deal(seen(f"{FOUR} 5H")), 0, "show")
    for who in (0, 1):
        assert refused(state, who, word) == "deal_over()"
        assert legal_moves(seen_by(state, who)) == ()
