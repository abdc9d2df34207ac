"""`master`: what seats did, how it reads the next player, what it weighs in a discard, and what it takes besides."""

from hashlib import sha256
from typing import Any

import pytest

from marriage_core.cards import face, text
from marriage_core.errors import IllegalMove
from marriage_core.marriage.checks import check
from marriage_core.marriage.evolve import evolve
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Take
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.players import ADVISERS, master
from marriage_core.marriage.players.advice import Why
from marriage_core.marriage.players.nearness import nearest_discards
from marriage_core.marriage.players.reading import WEIGHTS, Reading
from marriage_core.marriage.players.trail import trails
from marriage_core.marriage.players.weighing import AFTER, AFTER_OF_TWO, BEFORE, Weighing, tiplus
from marriage_core.marriage.rules import NEPALI
from marriage_core.marriage.state import State
from marriage_core.marriage.text import write_move
from marriage_core.marriage.view import unseen, view
from tests.core.builder import logged, paired, seat, seen, seen_by, table

OTHER = seat("2H")
MINE = seat("5H 9C KD 2S 7D QC")
LAID = "2S 3S 4S / 7D 8D 9D / AC 2C 3C"


# --- what seats did ---------------------------------------------------------------------------------------------------


def test_trails_tell_what_was_thrown_taken_and_passed_by_and_in_which_turn() -> None:
    state = logged(
        table(MINE, OTHER, seat("3H"), discards="8C"),
        (1, Fact.DRAW, ""),
        (1, Fact.DISCARD, "9C"),
        (2, Fact.TAKE, "9C"),
        (2, Fact.DISCARD, "KH"),
        (0, Fact.DRAW, ""),
        (0, Fact.DISCARD, "9C"),
        (1, Fact.DRAW, ""),
        (1, Fact.DISCARD, "9C"),
        (2, Fact.DRAW, ""),
    )
    me, first, second = trails(seen_by(state, 0))
    named = [{text(card): turn for card, turn in told.items()} for told in (first.thrown, first.passed, first.taken)]
    assert named == [{"9C": 2}, {"8C": 1, "9C": 2}, {}]
    assert (first.turns, first.takes, first.ago(2), first.ago(1)) == (2, 0, 1, 2)
    assert ({text(card) for card in second.passed}, second.takes, second.turns) == ({"9C"}, 1, 1)
    assert {text(card) for card in me.passed} == {"KH"}


def test_an_upcard_that_is_gone_was_passed_by_nobody() -> None:
    taken = logged(table(MINE, OTHER, discards="8C"), (1, Fact.TAKE, "AC"), (1, Fact.DISCARD, "8C"))
    assert trails(seen_by(taken, 0))[1].passed == {}
    recycled = logged(table(MINE, OTHER, discards="8C", recycles=1), (1, Fact.DRAW, ""))
    assert trails(seen_by(recycled, 0))[1].passed == {}


# --- how it reads the next player -------------------------------------------------------------------------------------


def reading(state: State, card: str) -> float:
    own = seen_by(state, 0)
    return Reading(own, unseen(own), trails(own))(face(card))


def features(state: State, card: str) -> dict[str, float]:
    own = seen_by(state, 0)
    return dict(zip(WEIGHTS, Reading(own, unseen(own), trails(own)).features(face(card)), strict=True))


OPEN = table(MINE, OTHER, seat("3H"), drew="KD", discards="AD")


@pytest.mark.parametrize(
    "notes",
    [
        [(1, Fact.DISCARD, "9C")],
        [(1, Fact.TAKE, "9C")],
        [(1, Fact.TAKE, "10C")],
        [(1, Fact.TAKE, "JC")],
        [(0, Fact.DISCARD, "9C"), (1, Fact.DRAW, "")],
    ],
)
def test_what_makes_a_card_safer(notes: list[tuple[int, Fact, str]]) -> None:
    assert reading(logged(OPEN, *notes), "9C") < reading(OPEN, "9C") < 0.5
    assert reading(logged(OPEN, *((2 if who else 0, fact, cards) for who, fact, cards in notes)), "9C") == reading(
        OPEN, "9C"
    ), "what others do tells nothing of the next player"


def test_features() -> None:
    state = logged(
        table(MINE, OTHER, seat("3H"), drew="KD", discards="AD"),
        (1, Fact.DRAW, ""),
        (1, Fact.DISCARD, "10C"),
        (0, Fact.DISCARD, "QC"),
        (1, Fact.DRAW, ""),
        (1, Fact.DISCARD, "9C"),
        (0, Fact.DISCARD, "9C"),
        (1, Fact.TAKE, "9C"),
        (1, Fact.DISCARD, "7C"),
    )
    told = features(state, "9C")
    assert {name: round(value, 4) for name, value in told.items() if value} == {
        "always": 1,
        "thrown": 1,
        "thrown_beside": 1,
        "thrown_near": 1,
        "thrown_ago": 0.2,
        "thrown_turn": 0.2,
        "thrown_beside_ago": 0.3,
        "thrown_in_suit": 1,
        "took": 1,
        "takes": 0.5,
        "passed_far_lately": 0.7165,
        "turns": 0.3,
        "room": round((3 * 3 + 3 * 3 + 3 * 3) ** 0.5, 4),
        "rank": 3,
        "copies": round(2 / 3, 4),
        "seats": 0.75,
    }
    assert features(OPEN, "9C")["no_turn"] == 1
    assert round(features(state, "QC")["passed_lately"], 4) == 0.7165
    knows = table(seen("2H 3H QC KD"), seen("4H", LAID), tiplu="JC", drew="KD")
    assert (features(knows, "QC")["wild_beside"], features(knows, "QC")["seen"]) == (1, 2)


def test_wild_cards_jokers_and_dublees_are_certain_as_for_others() -> None:
    knows = table(seen("2H 3H QC KD"), seen("4H", LAID), tiplu="JC", drew="KD")
    assert reading(knows, "QC") == 0
    assert reading(table(seat("2H JK KD"), OTHER, drew="KD", printed_jokers=2), "JK") == 0
    assert 0 < reading(table(seen("2H 3H KC 6D"), paired("5H KD 7C"), tiplu="JC", drew="6D"), "6D") < 0.1


# --- what may be the tiplu --------------------------------------------------------------------------------------------


def test_m7_4_what_somebody_who_has_seen_throws_is_hardly_wild() -> None:
    state = table(MINE, seen("4H", LAID), tiplu="JC", drew="KD")
    own = seen_by(state, 0)
    counts = unseen(own)
    assert tiplus(own, counts) == counts[:52]
    threw = seen_by(logged(state, (1, Fact.DISCARD, "9H"), (1, Fact.SEE, ""), (1, Fact.DISCARD, "6H")), 0)
    doubted = {text(f) for f in range(52) if tiplus(threw, counts)[f] < counts[f]}  # type: ignore[arg-type]
    assert doubted == {"6H", "5H", "7H", "6S", "6D", "6C"}
    assert tiplus(threw, counts)[face("6S")] == pytest.approx(0.3)
    often = [(1, Fact.SEE, ""), *[(1, Fact.TAKE, "6H")] * 5]
    assert tiplus(seen_by(logged(state, *often), 0), counts)[face("6S")] == pytest.approx(0.003)


# --- what it weighs ---------------------------------------------------------------------------------------------------


def terms(state: State, card: str) -> dict[str, float]:
    """The values of a discard that are not 0, and its danger left out."""
    own = seen_by(state, state.turn)
    weighing, left = Weighing(own, unseen(own)), nearest_discards(own)[face(card)]
    values = weighing._after(face(card), left) if own.me[1].seen else weighing._before(face(card), left)
    return {name: round(float(value), 3) for name, value in values.items() if value and not name.startswith("danger")}


def test_terms_before_seeing() -> None:
    state = table(seat("3S 4S 5S 10D JD QD 7H 8H KC KC KH 2C"), OTHER, drew="2C")
    assert terms(state, "KC") == {
        "ranks": 1,
        "copies": 1,
        "points": round((3 * 1 + 2 * (3 + 3)) / (156 - 13), 3),
        # Seven dublees are six away, five more than the melds, and one more once a king is gone.
        "dublees": 4,
        "pair": 1,
        "spare": 1,
    }
    assert terms(state, "2C") == {
        "copies": 1,
        "points": round((3 * 1 + 2 * (3 + 3)) / (156 - 13), 3),
        "dublees": 4,
    }
    three = table(seat("3S 4S 5S 10D JD QD 7H 8H 10H KC"), seen("4H", "2S 3S 4S / 7D 8D 9D / AC AC AC"), drew="KC")
    assert terms(three, "10H")["ranks_seen"] == terms(three, "10H")["ranks"] == 1


def test_a_printed_joker_has_no_neighbours_and_brings_no_points_by_a_tiplu() -> None:
    only = table(
        seat("7H 8H 9H 10D JD QD JK JK", tunnelas="2C"), OTHER, discards="AC", stock="", drew="JK", printed_jokers=3
    )
    assert terms(only, "JK") == {"copies": 1, "dublees": 4, "pair": 1, "spare": 1}
    assert write_move(master.choose(seen_by(only, 0))) == "discard=JK"


def test_terms_after_seeing_at_a_table_of_two() -> None:
    state = logged(
        table(seen("2C 3C 4C 6D 7D 8D KH KS 9C 9S 5H 5H 5D"), OTHER, drew="5D", tiplu="JC"),
        (1, Fact.DISCARD, "KD"),
        (1, Fact.DISCARD, "QD"),
    )
    assert terms(state, "5H") == {
        "ranks": 1,
        "copies": 1,
        "copies_turns": 0.1,
        "pair": 1,
        "spare": 1,
        # 5S JS 9H JH 9D JD KD 5C 10C JC QC KC: 32 cards, of which they threw KD; QD lies beside KD and JD.
        "helps_root": 5.657,
        "helps_turns": 3.2,
        "helps_thrown": 3,
        "helps_thrown_beside": 5,
        "helps_faces": 12,
        # Kings, nines and fives; no rank in three suits.
        "rank_pairs": 3,
    }


def test_weights_follow_what_is_missing_and_how_many_play() -> None:
    def weights(state: State, missing: int) -> Any:
        own = seen_by(state, 0)
        return Weighing(own, unseen(own))._weights(missing)

    two = table(MINE, OTHER, drew="KD")
    assert [weights(two, n)["ranks"] for n in (0, 1, 2, 3, 7)] == [-2.08, -2.08, -0.91, -1.0, -1.0]
    knows = table(seen("2H 3H QC KD"), seen("4H", LAID), tiplu="JC", drew="KD")
    assert [weights(knows, n)["danger"] for n in (1, 2, 3, 4)] == [-63.0428, -20.0, -39.3795, -39.3795]
    three = table(seen("2H 3H QC KD"), seen("4H", LAID), OTHER, tiplu="JC", drew="KD")
    assert {weights(three, n)["danger"] for n in (1, 2, 3)} == {-20.0}


def test_every_weight_has_its_value() -> None:
    before = table(MINE, OTHER, drew="KD")
    after = table(seen("2H 3H QC KD"), seen("4H", LAID), tiplu="JC", drew="KD")
    for state, named in ((before, (BEFORE,)), (after, (AFTER_OF_TWO, AFTER))):
        own = seen_by(state, 0)
        weighing, (card, left) = Weighing(own, unseen(own)), next(iter(nearest_discards(own).items()))
        values = weighing._after(card, left) if own.me[1].seen else weighing._before(card, left)
        for weights in named:
            assert set(weights) <= set(values)


def test_points_are_a_reason() -> None:
    """A card whose kind was thrown by one who has seen scores hardly; the other goes only if that is all the same."""
    state = table(seat("3S 4S 5S 10D JD QD 7H 8H 2C KD"), seen("4H", "2S 3S 4S / 7D 8D 9D / AC AC AC"), drew="KD")
    assert write_move(master.choose(seen_by(state, 0))) in ("discard=2C", "discard=KD")
    thrown = logged(state, (1, Fact.SEE, ""), *[(1, Fact.DISCARD, "2H")] * 2)
    own = seen_by(thrown, 0)
    left = nearest_discards(own)
    weighing = Weighing(own, unseen(own))
    assert weighing(face("2C"), left[face("2C")])[Why.POINTS] > weighing(face("KD"), left[face("KD")])[Why.POINTS]


# --- what it takes besides --------------------------------------------------------------------------------------------

WIDE = "5S 4H 4H 9H 4D 5D 6D 7D AC 3C 9C QC"
NINES = "8S 9S 10S / KS KS KS / QH KH AH"


@pytest.mark.parametrize(
    ("discards", "move", "why"),
    [
        ("6S", "take", "take_wider"),
        ("KD", "draw", "draw"),
        # Wild: it may not be taken.
        ("4D", "draw", "draw"),
    ],
)
def test_it_takes_what_brings_it_no_nearer_where_far_more_helps_then(discards: str, move: str, why: str) -> None:
    state = table(seen(WIDE, laid=NINES), OTHER, discards=discards, tiplu="3D")
    advice = ADVISERS["master"](seen_by(state, 0))
    assert (write_move(advice.move), advice.why.value) == (move, why)
    assert write_move(ADVISERS["sharp"](seen_by(state, 0)).move) == "draw"


@pytest.mark.parametrize("number", range(6))
def test_what_it_thinks_of_having_taken_is_what_it_then_sees(number: int) -> None:
    state: Any = None
    for event in GAME.start(NEPALI, 3, 0, sha256(b"%d" % number).digest()):
        state = GAME.evolve(state, event)
    taken = 0
    while (at := GAME.to_move(state)) is not None:
        before = view(state, at)
        if GAME.decision(state, at) and before.phase.value == "draw":
            try:
                check(before, Take())
            except IllegalMove:
                pass
            else:
                after = state
                for event in GAME.decide(state, at, Take()):
                    after = evolve(after, event)
                assert master.with_top(before)._replace(log=()) == view(after, at)._replace(log=())
                taken += 1
        for event in GAME.decide(state, at, master.choose(before)):
            state = GAME.evolve(state, event)
    assert taken > 5
