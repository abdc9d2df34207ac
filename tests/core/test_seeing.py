"""M3, M7: seeing the tiplu."""

from collections import Counter

import pytest

from marriage_core.cards import JOKER, Face, face, face_of, texts
from marriage_core.marriage.events import Recycled, Seen, TipluSet
from marriage_core.marriage.moves import Route
from marriage_core.marriage.options import options
from marriage_core.marriage.state import State
from tests.core.builder import (
    PAIRS_HAND,
    PURE,
    PURE_HAND,
    accepted,
    copies_of,
    dealt,
    events,
    hand,
    laid,
    paired,
    played,
    refused,
    seat,
    seen,
    seen_by,
    table,
    whole,
)

NAMED = "see=melds:3S.4S.5S/7H.8H.9H/10D.JD.QD"


def deal(cards: str = f"{PURE_HAND} KC", **more: object) -> State:
    return table(seat(cards), seat("2H"), drew=cards.split()[-1], **more)


def test_m7_1_exactly_three_pure_melds_go_on_the_table() -> None:
    state = played(deal(f"{PURE_HAND} 2C 3C 4C KC"), 0, "see=melds")
    assert len(state.places[0].laid) == 3
    assert len(state.places[0].hand) == 4
    assert state.phase == "play", "seeing does not end the turn"


def test_m7_1_the_player_may_name_the_melds() -> None:
    state = deal(f"{PURE_HAND} 2C 3C 4C KC")
    named = played(state, 0, "see=melds:2C.3C.4C/7H.8H.9H/10D.JD.QD")
    assert laid(named, 0) == "2C 3C 4C / 7H 8H 9H / 10D JD QD"
    assert hand(named, 0) == "3S 4S 5S KC"


PURE_OR_NOT = [
    # one meld named beside 7H 8H 9H and 10D JD QD, pure?
    ("3S 4S 5S", True),
    ("AS 2S 3S", True),
    ("QS KS AS", True),
    ("5S 5S 5S", True),
    ("KS AS 2S", False),
    ("3S 4S 6S", False),
    ("3S 4S 5H", False),
    ("5S 5S 6S", False),
    ("5S 5H 5D", False),
    ("5S 5S 5H", False),
    ("JK 4S 5S", False),
    ("JK JK JK", False),
    ("3S 4S", False),
    ("3S 4S 5S 6S", False),
]


@pytest.mark.parametrize(("meld", "pure"), PURE_OR_NOT)
def test_m2_m7_1_only_pure_melds_are_laid(meld: str, pure: bool) -> None:
    cards = f"{meld} 7H 8H 9H 10D JD QD KC"
    state = deal(cards, printed_jokers=3, discards="AH")
    word = f"see=melds:{meld.replace(' ', '.')}/7H.8H.9H/10D.JD.QD"
    assert accepted(state, 0, word) is pure
    if not pure:
        assert refused(state, 0, word) == f"not_pure(cards={meld!r})"


WRONGLY_NAMED = [
    ("see=melds:3S.4S.5S", "see_count(need=3, named=1)"),
    (f"{NAMED}/2C.3C.4C", "see_count(need=3, named=4)"),
    ("see=melds:", "see_count(need=3, named=0)"),
    ("see=melds:3S.4S.5S/3S.4S.5S/10D.JD.QD", "not_held(card='3S')"),
    ("see=melds:2S.3S.4S/7H.8H.9H/10D.JD.QD", "not_held(card='2S')"),
]


@pytest.mark.parametrize(("word", "refusal"), WRONGLY_NAMED)
def test_m7_1_melds_named_wrongly(word: str, refusal: str) -> None:
    assert refused(deal(discards="AH"), 0, word) == refusal


NOT_THREE = [
    ("3S 4S 5S 7H 8H 9H 10D JD KC", 2),
    ("3S 4S 5S 6S 7S 9S 9H 9D KC KD", 1),
    ("9S 9H 9D 5S 5H 5D 3S 3H 3D KC", 0),
]


@pytest.mark.parametrize(("cards", "held"), NOT_THREE)
def test_m7_1_fewer_than_three_pure_melds_natural_triplets_do_not_help(cards: str, held: int) -> None:
    assert refused(deal(cards), 0, "see=melds") == f"no_three_pure(need=3, held={held})"


def test_m7_1_seven_dublees() -> None:
    cards = f"{PAIRS_HAND} KC"
    state = played(deal(cards), 0, "see=dublees")
    assert state.places[0].route is Route.DUBLEES
    assert len(state.places[0].laid) == 7
    assert hand(state, 0) == "KC"


NOT_SEVEN = [
    ("2S 2S 4S 4S 6S 6S 8S 8S 10S 10S QS QS 3H KC", 6, 3),
    ("2S 2S 2S 4S 4S 4S 6S 6S 6S 8S 8S 8S KC", 4, 3),
    ("2S 2S 4S 4S 6S 6S 8S 8S 10S 10S QS QS JK JK KC", 6, 3),
    ("2S 2S 2S 2S 4S 4S 4S 4S 6S 6S 6S 6S KC", 6, 4),
]


@pytest.mark.parametrize(("cards", "held", "packs"), NOT_SEVEN)
def test_m2_4_m2_5_three_copies_hold_one_dublee_four_two_jokers_none(cards: str, held: int, packs: int) -> None:
    state = deal(cards, packs=packs, printed_jokers=2)
    assert refused(state, 0, "see=dublees") == f"no_seven_dublees(need=7, held={held})"


def test_m2_4_four_copies_are_two_of_the_seven() -> None:
    cards = "2S 2S 2S 2S 4S 4S 4S 4S 6S 6S 8S 8S 10S 10S KC"
    state = played(deal(cards, packs=4), 0, "see=dublees")
    assert hand(state, 0) == "KC"
    assert whole(state)


def test_m7_2_only_who_has_seen_knows_the_tiplu_and_has_wild_cards() -> None:
    before = deal()
    state = played(before, 0, "see=melds")
    mine, other, public = seen_by(state, 0), seen_by(state, 1), seen_by(state, None)
    assert mine.me[0].tiplu == face_of(state.tiplu)
    assert mine.me[0].tiplu in mine.wilds
    assert other.me[0].tiplu is None
    assert other.wilds == frozenset() == seen_by(before, 0).wilds
    assert public.own is None
    assert (public.tiplu_set, public.open_tiplu) == (True, None)


def test_m7_3_the_first_to_see_takes_the_tiplu_later_ones_look_at_the_same() -> None:
    state = table(seat(f"{PURE_HAND} KC"), seat(f"{PURE_HAND} 2H"), discards="AH", drew="KC")
    first = events(state, 0, "see=melds")
    assert [type(event) for event in first] == [TipluSet, Seen]
    state = played(state, 0, "see=melds", "discard=KC")
    assert not any(card == state.tiplu for card in state.stock)
    state = played(state, 1, "draw")
    assert [type(event) for event in events(state, 1, "see=melds")] == [Seen]
    state = played(state, 1, "see=melds")
    assert seen_by(state, 0).me[0].tiplu == seen_by(state, 1).me[0].tiplu


def test_m3_1_the_board_counts_only_cards_that_can_be_drawn() -> None:
    state = deal()
    after = played(state, 0, "see=melds")
    assert seen_by(after, 1).stock == seen_by(state, 1).stock - 1
    assert whole(after)


def test_m3_1_m7_3_uniformly_over_all_cards_of_the_stock() -> None:
    state = deal(stock="2D 3D 4D 5D 6D")
    found: Counter[Face] = Counter()
    for i in range(1000):
        set_ = events(state._replace(key=i.to_bytes(32, "big")), 0, "see=melds")[0]
        assert isinstance(set_, TipluSet)
        found[face_of(set_.card)] += 1
    assert set(found) == {face(name) for name in ("2D", "3D", "4D", "5D", "6D")}
    assert sum((n - 200) ** 2 / 200 for n in found.values()) < 4 + 5 * 8**0.5


def test_m3_1_uniformly_over_the_whole_stock_of_a_deal() -> None:
    found: Counter[int] = Counter()
    for i in range(710):
        state = dealt(4, 0, i.to_bytes(32, "big"), tiplu_from="deal")
        whole_stock = dealt(4, 0, i.to_bytes(32, "big")).stock
        assert state.tiplu is not None
        found[whole_stock.index(state.tiplu)] += 1
    assert sum((found[at] - 10) ** 2 / 10 for at in range(71)) < 70 + 5 * 140**0.5


JOKER_TAKEN = [
    # stock from bottom to top, place picked (from the bottom), the tiplu
    ("2D JK 4D", 1, "2D"),
    ("JK 3D 4D", 0, "4D"),
    ("2D JK JK", 2, "2D"),
    ("JK JK 4D JK", 1, "4D"),
    ("JK 3D JK JK", 0, "3D"),
    ("2D 3D JK", 1, "3D"),
]


@pytest.mark.parametrize(("stock", "picked", "tiplu"), JOKER_TAKEN)
def test_m3_5_a_printed_joker_gives_way_to_the_next_below_then_from_the_top(
    monkeypatch: pytest.MonkeyPatch, stock: str, picked: int, tiplu: str
) -> None:
    monkeypatch.setattr("marriage_core.marriage.decide.pick", lambda key, purpose, n: picked)
    state = deal(stock=stock, discards="AH 2C", printed_jokers=4)
    set_ = events(state, 0, "see=melds")[0]
    assert isinstance(set_, TipluSet)
    assert face_of(set_.card) == face(tiplu)
    after = played(state, 0, "see=melds")
    assert [face_of(card) for card in after.stock].count(JOKER) == stock.split().count("JK")


def test_m3_5_the_tiplu_is_never_a_printed_joker() -> None:
    for i in range(300):
        state = dealt(5, 0, i.to_bytes(32, "big"), printed_jokers=6, open_tiplu=True)
        assert state.tiplu is not None
        assert face_of(state.tiplu) != JOKER


NO_TIPLU = [
    # stock, discards, jokers, recycles, how it is got (or None: refused)
    ("", "AH", 0, "shuffle", 0, None),
    ("", "AH 2C", 0, "shuffle", 0, "recycled"),
    ("", "AH 2C", 0, "turn_once", 0, "recycled"),
    ("", "AH 2C", 0, "turn_once", 1, None),
    ("4D", "AH 2C", 0, "shuffle", 0, "stock"),
    ("JK", "AH 2C", 1, "shuffle", 0, "recycled"),
    ("JK", "AH", 1, "shuffle", 0, None),
    ("JK", "JK 2C", 2, "shuffle", 0, None),
    ("JK 4D", "JK 2C", 2, "shuffle", 0, "stock"),
    ("JK", "AH 2C", 1, "turn_once", 1, None),
    # One card that nobody has placed may be a printed joker: the refusal may not tell (M14.1).
    ("4D", "AH", 1, "shuffle", 0, None),
]


@pytest.mark.parametrize(("stock", "discards", "jokers", "recycle", "recycles", "got"), NO_TIPLU)
def test_m9_2_the_first_to_see_needs_a_stock_to_choose_from(
    stock: str, discards: str, jokers: int, recycle: str, recycles: int, got: str | None
) -> None:
    state = deal(stock=stock, discards=discards, printed_jokers=jokers, recycle=recycle, recycles=recycles)
    if got is None:
        assert refused(state, 0, "see=melds") == "no_tiplu_left()"
        assert options(seen_by(state, 0)).see == ()
        return
    made = events(state, 0, "see=melds")
    assert [type(event) for event in made] == [Recycled, TipluSet, Seen][got == "stock" :]
    after = played(state, 0, "see=melds")
    assert after.discards == (state.discards[-1:] if got == "recycled" else state.discards)
    assert after.tiplu is not None


def test_m7_4_who_has_seen_may_not_take_a_wild_card_who_has_not_may() -> None:
    wild = ("JC", "QC", "10C", "JS", "JH", "JD", "JK")
    plain = ("9C", "KC", "10S", "QH")
    for top in wild + plain:
        state = table(seen("2S"), seat("3S"), discards=f"AH {top}", tiplu="JC", printed_jokers=1)
        assert accepted(state, 0, "take") is (top in plain)
        if top in wild:
            assert refused(state, 0, "take") == f"wild_barred(card={top!r})"
        assert accepted(state._replace(turn=1), 1, "take")


def test_m7_4_option_allowed() -> None:
    state = table(seen("2S"), seat("3S"), discards="AH QC", tiplu="JC", wild_discard="allowed")
    assert accepted(state, 0, "take")


def test_m7_5_seen_once_and_the_route_is_fixed() -> None:
    for of in (seen(f"{PURE_HAND} KC", "2C 3C 4C / 2D 3D 4D / 2H 3H 4H"), paired("KC KC 9C")):
        state = table(of, seat("3S"), discards="AH", tiplu="JC", drew="KC")
        assert refused(state, 0, "see=melds") == "already_seen()"
        assert refused(state, 0, "see=dublees") == "already_seen()"
        assert options(seen_by(state, 0)).see == ()


def test_m7_5_what_was_laid_stays() -> None:
    state = table(seen("KC 9C"), seat("3S"), discards="AH", tiplu="JC", drew="KC")
    assert refused(state, 0, "discard=4S") == "laid_fixed(card='4S')"


def test_m7_7_the_melds_are_laid_before_the_tiplu_is_looked_at() -> None:
    state = deal()
    assert refused(state, 0, "show") == "not_seen()"
    offered = dict(options(seen_by(state, 0)).see)
    assert sorted(map(texts, offered[Route.MELDS])) == sorted(PURE.split(" / "))


def test_f51_any_copies_serve_the_lowest_are_laid() -> None:
    state = deal("3S 3S 4S 5S 7H 8H 9H 10D JD QD KC")
    made = events(state, 0, NAMED)[1]
    assert isinstance(made, Seen)
    assert made.melds[0][0] == copies_of("3S", 1)[0]
    assert hand(played(state, 0, NAMED), 0) == "3S KC"


def test_m13_dublees_off_and_dublee_min_players() -> None:
    cards = f"{PAIRS_HAND} KC"
    assert refused(deal(cards, dublees="off"), 0, "see=dublees") == "dublees_off()"
    assert refused(deal(cards, dublee_min_players=3), 0, "see=dublees") == "dublees_players(need=3, players=2)"
    three = table(seat(cards), seat("9H"), seat("9D"), drew="KC", dublee_min_players=3)
    assert accepted(three, 0, "see=dublees")
