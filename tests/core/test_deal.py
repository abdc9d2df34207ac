"""M1, M4: how a deal begins."""

import pytest

from marriage_core.cards import faces_of, pack, texts
from marriage_core.errors import BadRules
from marriage_core.marriage.decide import start
from marriage_core.marriage.events import Dealt, Drawn, TipluSet
from marriage_core.marriage.evolve import deal, evolve
from marriage_core.marriage.game import GAME
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.rules import NEPALI, PRESETS
from marriage_core.shuffle import shuffle
from tests.core.builder import KEY, dealt, hand, played, seen_by, whole

ORDER = [
    # direction, players, dealer, seats in the order they are dealt to
    ("clockwise", 4, 0, [1, 2, 3, 0]),
    ("clockwise", 4, 3, [0, 1, 2, 3]),
    ("clockwise", 2, 1, [0, 1]),
    ("anticlockwise", 4, 0, [3, 2, 1, 0]),
    ("anticlockwise", 3, 2, [1, 0, 2]),
    ("anticlockwise", 2, 0, [1, 0]),
]


@pytest.mark.parametrize(("direction", "players", "dealer", "order"), ORDER)
def test_m4_1_m4_2_cards_are_dealt_one_at_a_time(direction: str, players: int, dealer: int, order: list[int]) -> None:
    state = dealt(players, dealer, direction=direction)
    cards = pack(3, 0)
    deck = [cards[i] for i in shuffle(KEY, "deal", 156)]
    n = 21 * players
    for nth, who in enumerate(order):
        assert state.places[who].hand == tuple(sorted(deck[nth:n:players]))
    assert state.discards == (deck[n],)
    assert state.stock[::-1] == tuple(deck[n + 1 :])
    assert state.turn == order[0]


@pytest.mark.parametrize(("direction", "players", "dealer", "order"), ORDER)
def test_m4_1_turns_and_dealers_go_the_same_way(direction: str, players: int, dealer: int, order: list[int]) -> None:
    state = dealt(players, dealer, direction=direction)
    for who in (*order, order[0]):
        assert state.turn == who
        drawn = played(state, who, "draw")
        state = played(drawn, who, f"discard={hand(drawn, who).split()[0]}")
    assert GAME.next_dealer(state.rules, players, dealer) == order[0]


SIZES = [
    # players, packs, printed jokers, stock
    (2, 3, 0, 113),
    (3, 3, 0, 92),
    (4, 3, 0, 71),
    (5, 3, 0, 50),
    (5, 3, 6, 56),
    (5, 4, 0, 102),
    (6, "auto", 0, 81),
    (7, "auto", 3, 63),
]


@pytest.mark.parametrize(("players", "packs", "jokers", "stock"), SIZES)
def test_m1_1_m4_2_21_cards_each_one_upcard_the_rest_is_the_stock(
    players: int, packs: object, jokers: int, stock: int
) -> None:
    state = dealt(players, packs=packs, printed_jokers=jokers)
    assert [len(place.hand) for place in state.places] == [21] * players
    assert (len(state.discards), len(state.stock)) == (1, stock)
    assert whole(state)
    assert (state.phase, state.tiplu, state.winner, state.log) == (Phase.DRAW, None, None, ())
    assert seen_by(state, 0).packs == state.packs


WRONG = [(1, 3, "2–5"), (6, 3, "2–5"), (0, 3, "2–5"), (8, 4, "2–7"), (8, "auto", "2–7")]


@pytest.mark.parametrize(("players", "packs", "allowed"), WRONG)
def test_m1_1_so_many_cannot_play(players: int, packs: object, allowed: str) -> None:
    with pytest.raises(BadRules, match=f"players: {players} of them; allowed: {allowed}"):
        start(NEPALI.with_options({"packs": packs}), players, 0, KEY)


def test_m4_1_any_number_names_a_dealer() -> None:
    assert start(NEPALI, 4, 6, KEY) == (Dealt(NEPALI, 4, 2, KEY),)


def test_m2_5_the_upcard_may_be_a_printed_joker_and_may_be_taken() -> None:
    key = next(k for k in (i.to_bytes(32, "big") for i in range(2000)) if _upcard(k) == "JK")
    state = dealt(4, 0, key, printed_jokers=6)
    state = played(state, 1, "take")
    assert hand(state, 1).split()[-1] == "JK"


def _upcard(key: bytes) -> str:
    return texts(faces_of(dealt(4, 0, key, printed_jokers=6).discards))


def test_m3_1_options_that_set_the_tiplu_aside_at_the_deal() -> None:
    for options in ({"tiplu_from": "deal"}, {"open_tiplu": True}):
        first, second = start(NEPALI.with_options(options), 4, 0, KEY)
        assert isinstance(first, Dealt)
        assert isinstance(second, TipluSet)
        before = deal(first)
        assert second.card in before.stock
        state = evolve(before, second)
        assert len(state.stock) == 70
        assert whole(state)


def test_f20_a_deal_follows_from_its_key() -> None:
    assert dealt() == dealt()
    assert hash(dealt()) == hash(dealt())
    assert dealt(key=bytes(32)).places != dealt().places
    assert dealt(rules=PRESETS["murder"]).places == dealt().places


def test_a_deal_begins_with_dealt_and_only_once() -> None:
    with pytest.raises(ValueError, match="begins with Dealt"):
        evolve(None, Drawn(0, dealt().stock[-1]))
    with pytest.raises(ValueError, match="begins once"):
        evolve(dealt(), Dealt(NEPALI, 4, 1, KEY))
