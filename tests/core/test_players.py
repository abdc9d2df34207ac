"""Computer players: always legal under every rule set, told why, and right where the right move is plain."""

from collections import Counter
from random import Random

import pytest

from marriage_core.cards import face, text
from marriage_core.marriage.decide import decide
from marriage_core.marriage.evolve import evolve
from marriage_core.marriage.moves import Discard
from marriage_core.marriage.notes import Fact, Phase
from marriage_core.marriage.players import ADVISERS, PLAYERS
from marriage_core.marriage.players.advice import Advice, Why
from marriage_core.marriage.players.danger import Danger
from marriage_core.marriage.players.policy import Policy
from marriage_core.marriage.rules import NEPALI, Rules
from marriage_core.marriage.state import State
from marriage_core.marriage.text import write_move
from marriage_core.marriage.view import unseen, view
from tests.core.builder import PAIRS_HAND, PURE_HAND, dealt, logged, paired, seat, seen, seen_by, table
from tests.core.planted import RULES, planted, players_of

MORE_RULES = (
    *RULES,
    NEPALI.with_options({"packs": "auto", "direction": "anticlockwise", "max_turns": 25}),
    NEPALI.with_options({"printed_jokers": 6, "printed_joker_points": "each:5", "open_tiplu": True}),
    NEPALI.with_options({"packs": 4, "unseen_discard": "barred", "tiplu_from": "deal", "max_turns": 30}),
)
DEALS = 60
PLANTED = range(DEALS)
WHYS: Counter[Why] = Counter()


def play(state: State, levels: list[str]) -> State:
    """Plays a deal to its end; a refused move fails the test by name."""
    while state.phase is not Phase.OVER:
        at = state.turn
        advice = ADVISERS[levels[at]](view(state, at))
        WHYS[advice.why] += 1
        for event in decide(state, at, advice.move):
            state = evolve(state, event)
    return state


def test_levels_are_named_weakest_first() -> None:
    assert list(PLAYERS) == list(ADVISERS) == ["easy", "steady", "sharp", "master"]


@pytest.mark.parametrize("number", PLANTED)
def test_every_move_is_legal_in_planted_deals(number: int) -> None:
    draw = Random(f"players {number}")
    rules = MORE_RULES[number % len(MORE_RULES)]
    state = planted(rules, players_of(rules, draw), draw)
    play(state, [draw.choice(list(PLAYERS)) for _ in state.places])


@pytest.mark.parametrize("rules", MORE_RULES)
def test_every_move_is_legal_in_real_deals(rules: Rules) -> None:
    draw = Random(repr(rules))
    players = players_of(rules, draw)
    play(dealt(players, 0, draw.randbytes(32), rules), [draw.choice(list(PLAYERS)) for _ in range(players)])


def test_those_deals_give_every_reason() -> None:
    if sum(WHYS.values()) > 2000:
        assert set(WHYS) == set(Why), set(Why) - set(WHYS)


@pytest.mark.parametrize("level", PLAYERS)
def test_a_player_moves_as_it_advises(level: str) -> None:
    state = dealt(3)
    for _ in range(12):
        own = view(state, state.turn)
        assert PLAYERS[level](own) == ADVISERS[level](own).move
        for event in decide(state, state.turn, PLAYERS[level](own)):
            state = evolve(state, event)


# --- plain decisions --------------------------------------------------------------------------------------------------

SIX = "3S 4S 8H 9H QD KD"
OTHER = seat("2H")


def advised(state: State, level: str) -> str:
    """The move as a word and the reason."""
    advice = ADVISERS[level](seen_by(state, state.turn))
    return f"{write_move(advice.move)} {advice.why}"


EVERY = [
    # why, state, move and reason of every level
    ("a dealt tunnela is shown", table(seat("QC QC QC 2S"), OTHER), "tunnela=QC tunnela"),
    ("not after the first turn", table(seat("QC QC QC 2S", turns=1), OTHER, unseen_discard="barred"), "draw draw"),
    ("a discard that brings nearer", table(seat(SIX), OTHER, discards="5S"), "take take_nearer"),
    ("not one that does not", table(seat(SIX), OTHER, discards="9C"), "draw draw"),
    ("nothing else to do", table(seat(SIX), OTHER, discards="9C", stock=""), "take only_move"),
    (
        "barred from the pile",
        table(seat(SIX), OTHER, discards="5S", unseen_discard="barred"),
        "draw draw",
    ),
    ("sees at once", table(seat(f"{PURE_HAND} KC"), OTHER, drew="KC"), "see=melds:3S.4S.5S/7H.8H.9H/10D.JD.QD see"),
    ("sees by dublees", table(seat(f"{PAIRS_HAND} KC"), OTHER, drew="KC"), "see=dublees see"),
    (
        "nothing left to see",
        table(seat(f"{PURE_HAND} KC"), OTHER, drew="KC", stock="", discards="2C"),
        "discard=KC nearest",
    ),
    ("by melds where both can be", table(seat("QC", tunnelas="2S 3S 4S"), OTHER, drew="QC"), "see=melds see"),
    (
        "shows at once, with the maal kept",
        table(seen("2C 3C 4C 6D 7D 8D KH KS KD 9C 9C 9C QC"), OTHER, drew="9C", tiplu="JC"),
        "show=KS show",
    ),
    (
        "after dublees the eighth",
        table(paired("5H KD 7C"), OTHER, discards="5H", tiplu="JC"),
        "takeshow=KD eighth_dublee",
    ),
    ("after dublees else a draw", table(paired("5H KD 7C"), OTHER, discards="6H", tiplu="JC"), "draw draw"),
    ("after dublees no maal", table(paired("5H QC AC"), OTHER, drew="5H", tiplu="JC"), "discard=5H dublees"),
]


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize(("why", "state", "expected"), EVERY, ids=[why for why, *_ in EVERY])
def test_plain_decisions(why: str, state: State, expected: str, level: str) -> None:
    assert advised(state, level) == expected


def discards(state: State, policy: Policy) -> Advice:
    return policy.advise(seen_by(state, 0))


def chosen(advice: Advice) -> str:
    assert isinstance(advice.move, Discard)
    return text(advice.move.face)


# Two pure melds and 7H 8H; any of the others may go.
LOOSE_HAND = "3S 4S 5S 10D JD QD 7H 8H KC KH 2C"
ONE_MISSING = table(seat(LOOSE_HAND), OTHER, drew="2C")


def test_without_weights_nothing_but_missing_and_help_counts() -> None:
    advice = discards(ONE_MISSING, Policy())
    assert (chosen(advice), advice.why) == ("KH", Why.NEAREST)
    assert advice.facts == {"card": "KH", "missing": 1, "helps": 6}


def test_ranks_are_kept_together() -> None:
    assert chosen(discards(ONE_MISSING, Policy(last_ranks=1.0))) == "2C"
    assert chosen(discards(ONE_MISSING, Policy(ranks=1.0))) == "KH"


def test_a_joker_stays_and_counts_for_no_rank() -> None:
    state = table(seat("3S 4S 5S 10D JD QD 7H 8H JK 2C"), OTHER, drew="2C", printed_jokers=3)
    assert chosen(discards(state, Policy(ranks=1.0, last_ranks=1.0))) == "2C"
    only = table(
        seat("7H 8H 9H 10D JD QD JK JK", tunnelas="2C"), OTHER, discards="AC", stock="", drew="JK", printed_jokers=3
    )
    assert chosen(discards(only, Policy(ranks=1.0))) == "JK"


def test_a_card_just_taken_does_not_go_though_nothing_else_is_as_near() -> None:
    assert chosen(discards(table(seat("3S 4S 5S 10D JD QD 7H 8H 2C"), OTHER, took="2C"), Policy())) != "2C"


# --- how likely the next player takes a card --------------------------------------------------------------------------


def danger(state: State, card: str) -> float:
    own = seen_by(state, 0)
    return Danger(own, unseen(own))(face(card))


MINE = seat("5H 9C KD 2S 7D QC")
OPEN = table(MINE, OTHER, seat("3H"), drew="KD")
SEEN = table(MINE, seen("4H", "2S 3S 4S / 7D 8D 9D / AC 2C 3C"), tiplu="JC", drew="KD")


@pytest.mark.parametrize(
    ("why", "notes"),
    [
        ("they threw it", [(1, Fact.DISCARD, "9C")]),
        ("they took it", [(1, Fact.TAKE, "9C")]),
        ("they took one beside it", [(1, Fact.TAKE, "10C")]),
        ("they took one near it", [(1, Fact.TAKE, "JC")]),
        ("they let it lie", [(0, Fact.DISCARD, "9C"), (1, Fact.DRAW, "")]),
    ],
)
def test_what_makes_a_card_safer(why: str, notes: list[tuple[int, Fact, str]]) -> None:
    assert danger(logged(OPEN, *notes), "9C") < danger(OPEN, "9C") < 0.5
    assert danger(logged(OPEN, *((2 if who else who, fact, cards) for who, fact, cards in notes)), "9C") == danger(
        OPEN, "9C"
    ), "what others do tells nothing of the next player"


def test_a_card_beside_one_they_threw_is_no_safer() -> None:
    assert danger(logged(OPEN, (1, Fact.DISCARD, "10C")), "9C") > danger(OPEN, "9C")


def test_a_card_without_room_for_a_sequence_is_safer() -> None:
    room = table(MINE, OTHER, drew="KD", discards="2C")
    none = table(MINE, OTHER, drew="KD", discards="2C 10C 10C 10C 8C 8C 8C")
    assert danger(none, "9C") < danger(room, "9C")


def test_wild_cards_are_taken_only_where_they_may_be() -> None:
    knows = table(seen("2H 3H QC KD"), seen("4H", "2S 3S 4S / 7D 8D 9D / AC 2C 3C"), tiplu="JC", drew="KD")
    assert danger(knows, "QC") == 0
    assert danger(knows._replace(rules=knows.rules.with_options({"wild_discard": "allowed"})), "QC") == 1
    assert 0 < danger(SEEN, "QC") < 1, "who has not seen does not know that it is wild"
    jokers = table(seat("2H JK KD"), OTHER, drew="KD", printed_jokers=2)
    assert danger(jokers, "JK") == 0, "nobody needs a joker before seeing"


def test_after_dublees_a_card_is_taken_by_who_holds_one() -> None:
    state = table(seen("2H 3H KC 6D"), paired("5H KD 7C"), tiplu="JC", drew="6D")
    assert 0 < danger(state, "6D") < 0.1
    gone = table(seen("2H 3H KC 6D 6D 6D"), paired("5H KD 7C"), tiplu="JC", drew="6D")
    assert danger(gone, "6D") == 0
