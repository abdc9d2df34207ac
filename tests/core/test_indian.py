"""I1–I7: Indian Marriage, a preset of the same game (I8: test_stock, I9–I12: test_indian_value)."""

import pytest

import marriage_core.marriage.checks as checks
from marriage_core.cards import JOKER, face, face_of, faces, texts
from marriage_core.marriage.events import Discarded, Exchanged
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.options import options
from marriage_core.marriage.rules import NEPALI, PRESETS, Rules
from marriage_core.marriage.state import State
from marriage_core.melds import is_pure
from tests.core.builder import (
    PURE,
    PURE_HAND,
    Seat,
    accepted,
    dealt,
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

INDIAN = PRESETS["indian"]
LONG = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
FOUR = "2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C"


def deal(*seats: Seat, pile: str = "AH", tiplu: str = "JC", rules: Rules = INDIAN, **more: object) -> State:
    return table(*seats, *[seat("2H")] * (len(seats) < 2), discards=pile, tiplu=tiplu, rules=rules, **more)


# --- I1, I2: packs and joker ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "packs"), [(2, 3), (3, 3), (4, 3), (5, 3), (6, 4), (7, 4)])
def test_i1_two_to_seven_players_twenty_one_cards_each_no_printed_joker(players: int, packs: int) -> None:
    state = dealt(players, rules=INDIAN)
    assert [len(place.hand) for place in state.places] == [21] * players
    assert len(state.all_cards()) == 52 * packs
    assert JOKER not in map(face_of, state.all_cards())
    assert len(state.stock) == 52 * packs - 21 * players - 2


def test_i1_three_packs_for_seven_would_leave_a_stock_of_eight() -> None:
    assert 3 * 52 - 7 * 21 - 1 == 8


def test_i2_the_joker_is_set_aside_after_the_upcard_and_hidden() -> None:
    state = dealt(3, rules=INDIAN)
    assert state.tiplu is not None
    for who in (0, 1, 2, None):
        view = seen_by(state, who)
        assert (view.tiplu_set, view.open_tiplu) == (True, None)
        assert view.own is None or view.own.tiplu is None


def test_i2_jokers_and_value_are_wild_for_those_who_have_seen() -> None:
    state = deal(seen("2S"), seat("2H"), tiplu="8C")
    assert texts(tuple(sorted(seen_by(state, 0).wilds - {JOKER}))) == "8S 8H 8D 7C 8C 9C"
    assert seen_by(state, 1).wilds == frozenset()


# --- I3: melds of three or more ---------------------------------------------------------------------------------------

LONGER = [
    # melds named when seeing, packs
    ("3S 4S 5S 6S / 7H 8H 9H / 10D JD QD", 3),
    (f"{LONG} / 2D 3D 4D / 7H 8H 9H", 3),
    ("9C 9C 9C 9C / 7H 8H 9H / QD KD AD", 4),
    ("JD QD KD AD / 9C 9C 9C / AH 2H 3H", 3),
]


@pytest.mark.parametrize(("melds", "packs"), LONGER)
def test_i3_pure_melds_of_three_and_more_are_laid(melds: str, packs: int) -> None:
    word = "see=melds:" + melds.replace(" / ", "/").replace(" ", ".")
    state = deal(seat(f"{melds.replace('/', '')} KC"), drew="KC", packs=packs, pile="2C")
    assert laid(played(state, 0, word), 0) == melds
    assert refused(deal(seat(hand(state, 0)), drew="KC", packs=packs, pile="2C", meld_size="3"), 0, word).startswith(
        "not_pure"
    )


def test_i3_a_long_run_counts_as_several_melds() -> None:
    assert laid(played(deal(seat("AS 2S 3S 4S 5S 6S 7S 8S 9S KC"), drew="KC"), 0, "see=melds"), 0).count("/") == 2


SHOWS = [
    # four melds or fewer beside the laid ones, tiplu J♣: can the deal be shown with K♥ as the last discard?
    ("2C 3C 4C 5C 6D 7D 8D 9D AS AH AD AC", True),
    ("2C 3C 4C 5C 6C 7C 8C AS AH AD AC QC", True),
    ("2C 3C 5C 6C QC AS AH AD AC 5S 6S 7S", True),
    ("2C 3C 5C 6C QC 6D 6D QC AC 5S 6S 7S", False),
    ("2C 3C 4C 6D 7D 8D AS AS AS 5H 5H 5H", True),
    ("2C 3C 4C 6D 7D 8D AS AS AS 5H 5D 4S", False),
    ("QC QC 10C JC JS JH 2C 3C 4C 5C 6C 7C", True),
]


@pytest.mark.parametrize(("cards", "ends"), SHOWS)
def test_i3_i6_all_cards_in_melds_of_three_and_more(cards: str, ends: bool) -> None:
    state = deal(seen(f"{cards} KH"), drew="KH", pile="2H")
    assert accepted(state, 0, "show=KH") is ends
    if ends:
        over = played(state, 0, "show=KH")
        assert (over.winner, over.by, hand(over, 0)) == (0, Route.MELDS, "")
        assert whole(over)


def test_i3_alone_longer_melds_beside_laid_ones_that_stay() -> None:
    alone: dict[str, object] = {"rules": NEPALI, "meld_size": "3+"}
    four = deal(seen("2C 3C 4C 5C 6D 7D 8D 9D AS AH AD AC KH"), drew="KH", pile="2H", **alone)
    assert laid(played(four, 0, "show"), 0).startswith(f"{PURE} / ")
    assert refused(deal(seen("2C 3C 4C 5C 6D 7D 8D 9D AS AH AD AC KH"), drew="KH", rules=NEPALI), 0, "show") == (
        "cannot_show()"
    )
    # 6♠ belongs to the laid 3♠ 4♠ 5♠, which is as it is.
    assert refused(deal(seen("6S 2C 3C 4C 6D 7D 8D 9D AS AH AD AC KH"), drew="KH", **alone), 0, "show") == (
        "cannot_show()"
    )


# --- I4: table melds may be exchanged ---------------------------------------------------------------------------------

EXCHANGES = [
    # hand besides the drawn K♣, laid, discard, laid then, hand then
    ("2C 6S", PURE, "3S", "7H 8H 9H / 10D JD QD / 4S 5S 6S", "2C KC"),
    ("2C 3C 4C", PURE, "4S", "7H 8H 9H / 10D JD QD / 2C 3C 4C", "3S 5S KC"),
    ("2C 6S", "3S 4S 5S / 7H 8H 9H 10H / 10D JD QD", "10H", "3S 4S 5S / 10D JD QD / 7H 8H 9H", "6S 2C KC"),
    ("2C 7S", "3S 4S 5S 6S / 7H 8H 9H / 10D JD QD", "4S", "7H 8H 9H / 10D JD QD / 5S 6S 7S", "3S 2C KC"),
    ("7H", "6H 7H 8H / 8H 9H 10H / 2S 3S 4S", "10H", "6H 7H 8H / 2S 3S 4S / 7H 8H 9H", "KC"),
    ("2C 7H", "7H 8H 9H / 10D JD QD / 3S 4S 5S", "7H", "7H 8H 9H / 10D JD QD / 3S 4S 5S", "2C KC"),
]


@pytest.mark.parametrize("preset", ["indian", "nepali"])
@pytest.mark.parametrize(("cards", "melds", "card", "after", "left"), EXCHANGES)
def test_i4_a_laid_card_goes_where_three_pure_melds_are_left(
    preset: str, cards: str, melds: str, card: str, after: str, left: str
) -> None:
    state = deal(seen(f"{cards} KC", melds), drew="KC", rules=PRESETS[preset], table_melds="exchange")
    assert face(card) in options(seen_by(state, 0)).discards
    happened = events(state, 0, f"discard={card}")
    assert [type(event) for event in happened] == ([Exchanged, Discarded] if card not in cards else [Discarded])
    then = played(state, 0, f"discard={card}")
    assert (laid(then, 0), hand(then, 0), pile(then)) == (after, left, f"AH {card}")
    assert whole(then)
    facts = [note.fact for note in then.log]
    assert facts == ([Fact.EXCHANGE, Fact.DISCARD] if card not in cards else [Fact.DISCARD])


def test_i4_where_too_few_would_be_left_it_stays() -> None:
    state = deal(seen("2C KC"), drew="KC")
    need = "pure_melds_needed(card='4S', need=3)"
    assert refused(state, 0, "discard=4S") == need
    assert options(seen_by(state, 0)).discards == (face("2C"), face("KC"))
    assert refused(deal(seen("2C KC"), drew="KC", table_melds="fixed"), 0, "discard=4S") == "laid_fixed(card='4S')"


def test_i4_from_seeing_on() -> None:
    state = deal(seat(f"{PURE_HAND} 6S KC"), drew="KC")
    then = played(state, 0, f"see=melds:{PURE.replace(' / ', '/').replace(' ', '.')}", "discard=3S")
    assert laid(then, 0) == "7H 8H 9H / 10D JD QD / 4S 5S 6S"


def test_i4_m6_3_the_card_just_taken_does_not_go_back_from_the_table() -> None:
    see = f"see=melds:{PURE.replace(' / ', '/').replace(' ', '.')}"
    one = played(deal(seat(f"{PURE_HAND} 9D KC"), took="QD"), 0, see)
    assert laid(one, 0) == PURE
    assert refused(one, 0, "discard=QD") == "just_taken(card='QD')"
    assert face("QD") not in options(seen_by(one, 0)).discards
    # With another Q♦ in hand before, a Q♦ may go: from the hand first, and never the very card.
    two = played(deal(seat(f"{PURE_HAND} QD 9D KC"), took="QD"), 0, see)
    assert accepted(two, 0, "discard=QD")


def test_i4_the_card_set_apart_is_another_copy_than_the_one_just_taken() -> None:
    tunnela = "QD QD QD / 3S 4S 5S / 7H 8H 9H"
    state = deal(seat(f"{tunnela.replace('/', '')} 2C 3C 4C KC"), took="QD")
    then = played(state, 0, f"see=melds:{tunnela.replace(' / ', '/').replace(' ', '.')}")
    exchanged, thrown = events(then, 0, "discard=QD")
    assert isinstance(exchanged, Exchanged)
    assert isinstance(thrown, Discarded)
    assert then.acquired is not None
    assert thrown.card != then.acquired.card
    assert face_of(thrown.card) == face("QD")


def test_i4_with_all_cards_in_three_laid_melds_a_discard_may_be_taken_and_a_laid_card_thrown() -> None:
    melds = f"{LONG} / 2D 3D 4D 5D 6D / 7H 8H 9H"
    state = deal(seen("", melds), pile="KC")
    then = played(state, 0, "take", "discard=KS")
    assert laid(then, 0) == "2D 3D 4D 5D 6D / 7H 8H 9H / AS 2S 3S"
    assert hand(then, 0) == "4S 5S 6S 7S 8S 9S 10S JS QS KC"
    fixed = deal(seen("", melds), pile="KC", table_melds="fixed")
    assert refused(fixed, 0, "take") == "just_taken(card='KC')"
    assert accepted(fixed, 0, "draw")


def test_i4_a_dublee_player_exchanges_nothing() -> None:
    state = deal(paired("9C KC"), drew="KC", dublees="on", table_melds="exchange")
    assert refused(state, 0, "discard=2S") == "laid_fixed(card='2S')"


def test_i4_beside_shown_tunnelas() -> None:
    state = deal(
        seen("6S 2C KC", "3S 4S 5S / 7H 8H 9H", "QD"), drew="KC", rules=NEPALI, table_melds="exchange", pile="2H"
    )
    assert laid(played(state, 0, "discard=3S"), 0) == "7H 8H 9H / 4S 5S 6S"
    assert refused(state, 0, "discard=4S") == "pure_melds_needed(card='4S', need=2)"
    assert refused(state, 0, "discard=QD") == "laid_fixed(card='QD')"


# --- I5, I6, I7 -------------------------------------------------------------------------------------------------------


def test_i5_m6_3_wild_cards_may_be_taken_after_seeing() -> None:
    state = deal(seen("2S"), pile="AH QC")
    assert refused(played(state, 0, "take"), 0, "discard=QC") == "just_taken(card='QC')"
    assert refused(deal(seen("2S"), pile="AH QC", wild_discard="barred"), 0, "take") == "wild_barred(card='QC')"


def test_i6_the_show_arranges_laid_cards_too() -> None:
    cards = "6S 2C 3C 4C 6D 7D 8D 9D AS AH AD AC KH"
    over = played(deal(seen(cards), drew="KH", pile="2H"), 0, "show")
    assert (over.winner, hand(over, 0), pile(over)) == (0, "", "2H KH")
    assert whole(over)
    assert "3S 4S 5S 6S" in laid(over, 0)


def test_i6_the_last_discard_may_come_from_the_table() -> None:
    state = deal(seen("6S 2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C"), drew="6S")
    shows = texts(options(seen_by(state, 0)).shows)
    assert shows.split()[:2] == ["3S", "6S"]
    over = played(state, 0, "show=3S")
    assert pile(over) == "AH 3S"
    assert whole(over)


@pytest.mark.parametrize("changes", [{}, {"meld_size": "3"}])
def test_i6_at_least_three_pure_melds_stay(changes: dict[str, object]) -> None:
    # One wild card is to spare: without the rule it would stand in for K♦.
    cards = "QC QC 10C JS JH JD 2C 3C 5D 6D KS KH 8H"
    state = deal(seen(cards, "3S 4S 5S / 7H 8H 9H / QD KD AD"), drew="8H", pile="2H", **changes)
    shows = texts(options(seen_by(state, 0)).shows).split()
    assert {"QC", "8H"} <= set(shows)
    assert "KD" not in shows
    for card in shows:
        melds = [faces(meld) for meld in laid(played(state, 0, f"show={card}"), 0).split(" / ")]
        assert sum(len(meld) for meld in melds) == 21
        assert sum(is_pure(meld, longer=True) for meld in melds) >= 3


def test_i4_i6_the_cheapest_last_discard_counts_each_laid_card_once() -> None:
    # A second poplu costs 3, the alter 4. Counted twice, the laid poplu would make it 5.
    state = deal(
        seen("2D 3D 4D 5D 5H 5C 6S 7S QC KD KH KS JS", "QC KC AC / 3S 4S 5S / 7H 8H 9H"),
        drew="2D", rules=NEPALI, table_melds="exchange", alter_points="each:4",
    )  # fmt: skip
    view = seen_by(state, 0)
    assert {face("QC"), face("JS")} <= set(options(view).shows)
    for both in (("QC", "JS"), ("JS", "QC")):
        assert checks._cheapest_discard(view, view.holding.free, tuple(map(face, both))) == face("QC")


def test_i7_no_dublees_no_start_tunnelas() -> None:
    state = deal(seat("QC QC QC"), pile="AH")
    assert refused(state, 0, "tunnela=QC") == "tunnelas_off()"
    assert refused(played(state, 0, "draw"), 0, "see=dublees") == "dublees_off()"


@pytest.mark.parametrize("changes", [{}, {"meld_size": "3", "table_melds": "exchange"}])
def test_i11_the_panel_groups_laid_cards_too_where_they_may_move(changes: dict[str, object]) -> None:
    state = deal(seen("6S 2C 3C 4C 6D 7D 8D 9D AS AH AD KH"), pile="2H", **changes)
    groups = options(seen_by(state, 0)).groups
    every = [card for meld in groups.melds for card in meld] + list(groups.rest)
    assert sorted(every) == sorted(seen_by(state, 0).holding.free)
    assert texts(groups.rest) == ("KH" if not changes else "3S KH 6D")
    assert not groups.partials
