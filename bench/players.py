"""Players against each other over duplicate deals: `python -m bench.players`.

Two entrants sit alternately; every shuffle is played in both (with an odd number of seats in all) rotations, and their
mean is one sample, so that intervals count shuffles. A value is (mean net of A's seats − mean net of B's seats) / 2 a
deal: with as many seats each, A's net. A shuffle's key is a hash of the seed and its number.

    python -m bench.players                                the goals in short
    python -m bench.players --long                         the goals of docs/players.md, an hour
    python -m bench.players sharp steady --seats 4 --deals 20000
    python -m bench.players steady+danger steady --seats 2 --deals 20000
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from marriage_core.cli.tournament import Times, interval
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Move
from marriage_core.marriage.players import PLAYERS, sharp, steady
from marriage_core.marriage.players.policy import Policy
from marriage_core.marriage.rules import NEPALI
from marriage_core.marriage.view import View

MOST_JOBS = 2
BATCH = 64

# The parts of `sharp`: what each takes from its policy.
PARTS: dict[str, tuple[str, ...]] = {
    "danger": ("danger",),
    "ranks": ("ranks", "last_ranks"),
    "spent": ("spent",),
    "dublees": ("dublees",),
}


def entrant(name: str) -> Callable[[View], Move]:
    """A level, or one with parts of `sharp` added or left out: `steady+danger`, `sharp-ranks-spent`.

    `steady:spent=0.5,danger=20` sets weights. Raises KeyError for unknown names.
    """
    name, _, weights = name.partition(":")
    level, *parts = name.replace("-", "+-").split("+")
    if not parts and not weights:
        return PLAYERS[level]
    policy: Policy = {"steady": steady.POLICY, "sharp": sharp.POLICY}[level]
    for part in parts:
        source = steady.POLICY if part.startswith("-") else sharp.POLICY
        policy = replace(policy, **{field: getattr(source, field) for field in PARTS[part.removeprefix("-")]})
    changes = {}
    for weight in filter(None, weights.split(",")):
        field, _, value = weight.partition("=")
        changes[field] = type(getattr(policy, field))(float(value))
    return partial(_choose, replace(policy, **changes))


def _choose(policy: Policy, view: View) -> Move:
    return policy.advise(view).move


@dataclass(frozen=True)
class Match:
    """Who plays whom, at how many seats, on which shuffles."""

    a: str
    b: str
    seats: int
    deals: int
    seed: str = "players"
    goal: float | None = None

    @property
    def rotations(self) -> int:
        """Deals a shuffle."""
        return 2 if self.seats % 2 == 0 else self.seats


@dataclass
class Sample:
    """One shuffle: A's value, and the times of both."""

    value: float
    times: dict[str, Times]


def _deal(players: list[Callable[[View], Move]], key: bytes, times: list[Times]) -> tuple[int, ...]:
    state: Any = None
    for event in GAME.start(NEPALI, len(players), key[0] % len(players), key):
        state = GAME.evolve(state, event)
    while (seat := GAME.to_move(state)) is not None:
        view = GAME.view(state, seat)
        began = perf_counter()
        move = players[seat](view)
        times[seat].add(perf_counter() - began)
        for event in GAME.decide(state, seat, move):
            state = GAME.evolve(state, event)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.nets


def play(match: Match, number: int) -> Sample:
    """One shuffle in its rotations."""
    key = sha256(f"{match.seed}\0{number}".encode()).digest()
    choose = {name: entrant(name) for name in (match.a, match.b)}
    times = {name: Times() for name in choose}
    value = 0.0
    for rotation in range(match.rotations):
        names = [(match.a, match.b)[(seat + rotation) % match.seats % 2] for seat in range(match.seats)]
        nets = _deal([choose[name] for name in names], key, [times[name] for name in names])
        mine = [net for name, net in zip(names, nets, strict=True) if name == match.a]
        others = [net for name, net in zip(names, nets, strict=True) if name == match.b]
        value += (sum(mine) / len(mine) - sum(others) / len(others)) / 2
    return Sample(value / match.rotations, times)


def samples(match: Match, jobs: int) -> Iterator[Sample]:
    """All shuffles of a match in order, whatever the number of processes."""
    numbers = iter(range(-(-match.deals // match.rotations)))
    if jobs == 1:
        yield from map(partial(play, match), numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while batch := list(islice(numbers, BATCH)):
            yield from pool.map(partial(play, match), batch, chunksize=4)


@dataclass
class Result:
    """A match played out. `low` and `high` bound the value with 95 % confidence."""

    match: Match
    mean: float
    low: float
    high: float
    times: dict[str, Times]
    seconds: float

    def __str__(self) -> str:
        match = self.match
        line = f"{match.a} – {match.b}, {match.seats} seats, {match.deals} deals: "
        line += f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"
        if match.goal is not None:
            line += f", goal {match.goal:+g} {'met' if self.low >= match.goal else 'NOT MET'}"
        for name, times in self.times.items():
            line += f"; {name} {times.mean_ms():.2f} ms, p99 {times.quantile_ms(0.99):.1f}"
        return line + f"; {match.deals / self.seconds:.1f} deals/s"


def result(match: Match, jobs: int = 1) -> Result:
    """Plays a match."""
    began = perf_counter()
    values, times = [], {name: Times() for name in (match.a, match.b)}
    for sample in samples(match, jobs):
        values.append(sample.value)
        for name, own in sample.times.items():
            times[name].merge(own)
    low, high = interval(values) or (float("-inf"), float("inf"))
    return Result(match, sum(values) / len(values), low, high, times, perf_counter() - began)


def goals(long: bool) -> list[Match]:
    """What must be reached (docs/players.md); in short only to see that the commands work and nothing is far off."""
    deals = (2_000, 20_000, 100_000, 60_000) if long else (100, 100, 100, 100)
    return [
        Match("steady", "easy", 2, deals[0], goal=0.7),
        Match("steady", "easy", 4, deals[0], goal=0.7),
        Match("sharp", "steady", 2, deals[1], goal=0.4),
        Match("sharp", "steady", 4, deals[1], goal=0.65),
        Match("master", "sharp", 2, deals[2], goal=0.1),
        Match("master", "sharp", 4, deals[3], goal=0.1),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.players", description=__doc__.partition("\n")[0])
    parser.add_argument("entrants", nargs="*", metavar="ENTRANT", help="two of them; without, the goals")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="players")
    parser.add_argument("--jobs", type=int, default=1, choices=range(1, MOST_JOBS + 1))
    parser.add_argument("--long", action="store_true", help="the goals over as many deals as they ask for")
    parser.add_argument("--parts", action="store_true", help="each part of sharp alone added to steady")
    told = parser.parse_args()
    if len(told.entrants) not in (0, 2):
        parser.error("name two entrants, or none for the goals")
    if told.parts:
        matches = [
            Match(f"steady+{part}", "steady", seats, told.deals, told.seed) for part in PARTS for seats in (2, 4)
        ]
    elif told.entrants:
        matches = [Match(*told.entrants, told.seats, told.deals, told.seed)]
    else:
        matches = goals(told.long)
    missed = 0
    for match in matches:
        found = result(match, told.jobs)
        missed += match.goal is not None and found.low < match.goal
        print(found, flush=True)
    return 1 if missed and told.long else 0


if __name__ == "__main__":
    sys.exit(main())
