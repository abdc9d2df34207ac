"""Random play with legality checks and views against gin rummy elsewhere: actions a second, in one run.

Ours: for every action a view of the mover, a move drawn from what the view allows, `decide`, which checks it on a view
of its own, and `evolve`. rlcard: its environment's step, which extracts the next mover's state and legal actions.
OpenSpiel from Python: legal_actions, apply_action and, for the view, the mover's observation tensor. Gin rummy hands
hold 10 cards, ours 21.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bench import peers
from bench.figures import Figure, at_least
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Discard, Draw, Move, Take
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import legal_moves, may
from marriage_core.marriage.rules import NEPALI
from marriage_core.marriage.view import View

ROUNDS = 7
ACTIONS = 3_000
SEATS = 4

Play = Callable[[int], tuple[int, float]]
"""Plays from a seed at least ACTIONS actions: how many, and seconds."""


def _cheap(view: View, chance: Random) -> Move:
    """Draws or takes, then discards: what nearly every action of a deal is."""
    if view.phase is Phase.DRAW:
        return Take() if chance.random() < 0.5 and may(view, Take()) else Draw()
    own, _ = view.me
    hand, barred = own.hand, own.barred
    while (face := hand[int(chance.random() * len(hand))]) == barred:
        pass
    return Discard(face)


def _any(view: View, chance: Random) -> Move:
    """Any legal move, listed in full: also whether one may see or show."""
    return chance.choice(legal_moves(view))


def ours(choose: Callable[[View, Random], Move]) -> Play:
    """Our random play with a way to choose."""

    def play(seed: int) -> tuple[int, float]:
        chance, count, began = Random(seed), 0, perf_counter()
        while count < ACTIONS:
            state: Any = None
            for event in GAME.start(NEPALI, SEATS, 0, sha256(b"%d %d" % (seed, count)).digest()):
                state = GAME.evolve(state, event)
            while (seat := GAME.to_move(state)) is not None and count < ACTIONS:
                for event in GAME.decide(state, seat, choose(GAME.view(state, seat), chance)):
                    state = GAME.evolve(state, event)
                count += 1
        return count, perf_counter() - began

    return play


def rlcard() -> Play | None:
    """rlcard's random play, None where it is not installed."""
    if peers.version("rlcard") is None:
        return None
    env = import_module("rlcard").make("gin-rummy", config={"seed": 1})

    def play(seed: int) -> tuple[int, float]:
        chance, count, began = Random(seed), 0, perf_counter()
        while count < ACTIONS:
            state, _ = env.reset()
            while not env.is_over() and count < ACTIONS:
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                count += 1
        return count, perf_counter() - began

    return play


def open_spiel(views: bool) -> Play | None:
    """OpenSpiel's random play from Python, None where it is not installed. Chance's actions are not counted."""
    if peers.version("open-spiel") is None:
        return None
    game = import_module("pyspiel").load_game("gin_rummy")

    def play(seed: int) -> tuple[int, float]:
        chance, count, began = Random(seed), 0, perf_counter()
        while count < ACTIONS:
            state = game.new_initial_state()
            while not state.is_terminal() and count < ACTIONS:
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.legal_actions()))
                    continue
                if views:
                    state.observation_tensor(state.current_player())
                state.apply_action(chance.choice(state.legal_actions()))
                count += 1
        return count, perf_counter() - began

    return play


def rates(plays: list[Play]) -> list[float]:
    """The median actions a second of each, rounds interleaved so that a busy moment hits all alike."""
    found: list[list[float]] = [[] for _ in plays]
    for seed in range(ROUNDS):
        for own, play in zip(found, plays, strict=True):
            count, seconds = play(seed)
            own.append(count / seconds)
    return [median(own) for own in found]


def figures() -> Iterator[Figure]:
    """The rows of the rules core."""
    others = {
        "rlcard's gin rummy": (rlcard(), 10.0),
        "OpenSpiel's gin rummy with views": (open_spiel(True), 2.0),
        "OpenSpiel's gin rummy without": (open_spiel(False), None),
    }
    there = {name: (play, goal) for name, (play, goal) in others.items() if play is not None}
    mine, listed, *theirs = rates([ours(_cheap), ours(_any), *(play for play, _ in there.values())])
    yield Figure("random play with checks and views", mine / 1000, "k/s", note=f"{SEATS} seats")
    yield Figure("random play, every legal move listed", listed / 1000, "k/s", note=f"{SEATS} seats")
    for (name, (_, goal)), rate in zip(there.items(), theirs, strict=True):
        question, note = f"random play against {name}", f"{rate / 1000:.2f} k/s"
        yield (
            Figure(question, mine / rate, "×", note=note)
            if goal is None
            else at_least(question, mine / rate, "×", goal, note)
        )
