"""Whole matches by computer players under watch: invariants after every event, scores by table, contracts in order.

python -m tests.dummy.matches 1000         plays so many and prints what they were like
python -m tests.dummy.matches 500 500      the second half of them
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter
from typing import Any

from marriage_core.cards import JOKER, faces_of, pack, rank_of
from marriage_core.dummy.contracts import CONTRACTS, Shape
from marriage_core.dummy.decide import decide
from marriage_core.dummy.events import Added, Discarded, Event, Granted, Laid
from marriage_core.dummy.evolve import evolve
from marriage_core.dummy.game import GAME
from marriage_core.dummy.melds import is_set, run_low
from marriage_core.dummy.moves import CutIn, Move
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.options import may
from marriage_core.dummy.rules import DUMMY, Rules
from marriage_core.dummy.state import State
from marriage_core.dummy.text import read_event, read_move, write_event, write_move
from marriage_core.dummy.view import view

PACK = sorted(pack(2, 4))
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"cut_in": True},
    {},
    {"exact_contract": True},
    {},
    {"run_same_suit": True},
    {},
    {"run_same_suit": True, "cut_in": True, "exact_contract": True, "max_turns": 30},
)
# A match takes 12 deals at least; more than this would be no progress.
MOST_DEALS = 400


@dataclass
class Tally:
    """What happened in some matches."""

    matches: int = 0
    deals: int = 0
    turns: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    laid: Counter[int] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)


def points_by_table(state: State) -> tuple[int, ...]:
    """D9 once more, by another hand."""
    worth = {1: 15, 2: 50, 10: 10, 11: 10, 12: 10, 13: 10}
    return tuple(
        sum(50 if face == JOKER else worth.get(rank_of(face), 5) for face in faces_of(place.hand))
        for place in state.places
    )


def check(state: State, event: Event) -> None:
    """Conservation, sizes of hands, melds that are melds: after every event."""
    assert sorted(state.all_cards()) == PACK
    on_table = Counter(meld.owner for meld in state.melds)
    for seat, place in enumerate(state.places):
        assert place.hand == tuple(sorted(place.hand))
        if not place.down:
            drawn = state.turn == seat and state.acquired is not None
            assert len(place.hand) == 13 + drawn + 4 * place.cut_ins
            assert on_table[seat] == 0
        else:
            assert on_table[seat] == len(CONTRACTS[place.contract - 1])
        assert place.cut_ins <= 2
        assert place.hand or state.phase is not Phase.PLAY, "D7: a card is kept for the discard"
    for meld in state.melds:
        suited = state.rules.run_same_suit
        assert is_set(meld.faces) if meld.shape is Shape.SET else run_low(meld.faces, suited) is not None
    if isinstance(event, Laid):
        for slot, cards in zip(CONTRACTS[state.places[event.seat].contract - 1], event.melds, strict=True):
            exact = state.rules.exact_contract
            assert len(cards) == slot.size if exact else len(cards) >= slot.size
    if isinstance(event, Added):
        assert state.places[event.seat].down
        assert not state.fresh
    if isinstance(event, Granted):
        assert state.rules.cut_in
        assert not state.places[event.seat].down


def play_deal(
    rules: Rules, levels: tuple[str, ...], dealer: int, key: bytes, carried: Any
) -> tuple[State, list[Event]]:
    """A deal with every event checked and read back from its text; where the rules allow, seats cut in now and then."""
    events: list[Event] = list(GAME.start(rules, len(levels), dealer, key, carried))
    state = evolve(None, events[0])
    check(state, events[0])
    while (seat := GAME.to_move(state)) is not None:
        moves: list[tuple[int, Move]] = [(seat, GAME.players[levels[seat]](view(state, seat)))]
        if rules.cut_in and state.phase is Phase.DRAW and len(events) % 5 == 0:
            wish = CutIn(view(state, None).discards[-1])
            moves[:0] = [(who, wish) for who in range(len(levels)) if may(view(state, who), wish)]
        for who, move in moves:
            assert read_move(write_move(move)) == move
            happened = decide(state, who, move)
            for event in happened:
                assert read_event(write_event(event)) == event
                state = evolve(state, event)
                if not (isinstance(event, Discarded) and happened[-1] is not event):
                    check(state, event)
            events += happened
    return state, events


def replayed(events: list[Event]) -> list[Event]:
    """The events that the deal's origin and moves make anew."""
    origin = GAME.origin_of(events)
    made: list[Event] = list(GAME.start(origin.rules, origin.players, origin.dealer, origin.key, origin.carried))
    state = evolve(None, made[0])
    for seat, move in GAME.moves_of(events):
        for event in decide(state, seat, read_move(write_move(move))):
            state = evolve(state, event)
            made.append(event)
    return made


def play_match(number: int, levels: tuple[str, ...], rules: Rules, tally: Tally) -> tuple[int, ...]:
    """A whole match, contracts checked from deal to deal; the places by seat."""
    n = len(levels)
    carried: Any = None
    completed, totals = [0] * n, [0] * n
    dealer = number % n
    last = False
    deals = 0
    while not last:
        deals += 1
        assert deals <= MOST_DEALS
        key = sha256(b"match %d deal %d" % (number, deals)).digest()
        state, events = play_deal(rules, levels, dealer, key, carried)
        assert [place.contract for place in state.places] == [done + 1 for done in completed]
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.nets == points_by_table(state)
        assert outcome.winner is None or (outcome.nets[outcome.winner] == 0 and outcome.by == "out")
        assert replayed(events) == events
        assert GAME.differences(events) == ()
        for seat, place in enumerate(state.places):
            completed[seat] += place.down
            totals[seat] += outcome.nets[seat]
            tally.laid[place.contract] += place.down
        assert outcome.carried == completed
        assert outcome.last is (12 in completed)
        carried, last, dealer = outcome.carried, bool(outcome.last), GAME.next_dealer(rules, n, dealer)
        tally.turns += sum(place.turns for place in state.places)
        tally.ended[outcome.by or "nobody"] += 1
    places = GAME.places(tuple(totals), carried)
    assert all(completed[seat] == 12 for seat in range(n) if places[seat] == 1)
    tally.matches += 1
    tally.deals += deals
    for level, place, total in zip(levels, places, totals, strict=True):
        tally.first[level] += place == 1
        tally.points[level] += total
        tally.seats[level] += deals
    return places


def play_matches(numbers: Iterable[int]) -> Tally:
    """Matches of two to four computers of both levels, with the options in turn."""
    tally = Tally()
    for number in numbers:
        n = 2 + number % 3
        levels = tuple(("easy", "steady")[(number // 3 + seat) % 2] for seat in range(n))
        play_match(number, levels, DUMMY.with_options(OPTIONS[number % len(OPTIONS)]), tally)
    return tally


def main(words: list[str]) -> None:
    """Plays and prints."""
    began = perf_counter()
    count, first = (*map(int, words), 0)[:2]
    tally = play_matches(range(first, first + count))
    print(f"{tally.matches} matches, {tally.deals} deals, {tally.turns} turns, {perf_counter() - began:.0f} s")
    print(f"ended {dict(tally.ended)}; contracts laid {dict(sorted(tally.laid.items()))}")
    for level in GAME.players:
        print(f"{level}: first {tally.first[level]}, points a deal {tally.points[level] / tally.seats[level]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
