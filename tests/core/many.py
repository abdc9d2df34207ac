"""Whole deals by computers over every preset and number of players, all invariants checked after every event.

    python -m tests.core.many --deals 1000

plays so many deals of each preset and tells how they ended.
"""

import argparse
import sys
import time
from collections import Counter
from hashlib import sha256

from marriage_core.marriage.evolve import evolve
from marriage_core.marriage.game import GAME
from marriage_core.marriage.history import differences, moves_of
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.rules import PRESETS, Rules
from marriage_core.marriage.scoring import points_of, result
from marriage_core.marriage.state import State
from marriage_core.marriage.view import view
from tests.core.builder import whole
from tests.core.checked import check

LEVELS = tuple(GAME.players)


def play(rules: Rules, number: int, levels: tuple[str, ...] = LEVELS) -> State:
    """A deal that follows from rules and number; players and levels go round. Every event is checked."""
    key = sha256(f"many {rules.preset} {number}".encode()).digest()
    players = 2 + number % (rules.most_players - 1)
    events = list(GAME.start(rules, players, number % players, key))
    state = None
    for event in events:
        state = evolve(state, event)
    assert state is not None
    while state.phase is not Phase.OVER:
        seat = state.turn
        move = GAME.players[levels[(seat + number) % len(levels)]](view(state, seat))
        for event in GAME.decide(state, seat, move):
            state = evolve(state, event)
            assert whole(state)
            events.append(event)
        check(state)
    assert differences(events) == ()
    assert moves_of(events)
    for own in result(state):
        assert points_of(own.lines) == own.net
        assert points_of(own.maal) == own.total
    return state


def main(argv: list[str]) -> int:
    """Plays and prints one line a preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals of each preset")
    parser.add_argument("--preset", choices=PRESETS, action="append", help="only these presets")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="computers, in turn")
    asked = parser.parse_args(argv)
    for preset in asked.preset or PRESETS:
        began, ended, turns = time.process_time(), Counter[str](), 0
        for number in range(asked.deals):
            state = play(PRESETS[preset], number, tuple(asked.levels))
            ended[state.by.value if state.by else "no_winner"] += 1
            turns += sum(place.turns for place in state.places)
        seconds = time.process_time() - began
        print(preset, asked.deals, dict(ended), f"{turns / asked.deals:.1f} turns a deal, {seconds:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
