"""Computer players against each other over duplicate deals: every player meets every shuffle from every seat.

A shuffle's key is a hash of the seed and its number (neighbouring seeds of a generator can give shifted copies of one
shuffle). All rotations of a shuffle are one sample: they share their luck, so intervals count shuffles, not deals.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import islice
from math import ceil, log, sqrt
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from marriage_core.engine import Game, Outcome, find_preset
from marriage_core.errors import IllegalMove
from marriage_core.notation.record import from_events, read, replay, write
from marriage_core.shuffle import commitment, pick

SHUFFLES_AT_ONCE = 4
_STEP = log(1.01)

# Two-sided 95 % points of Student's distribution for 1–30 degrees of freedom; beyond, the normal 1.96 is near enough.
_T95 = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Who plays what. `check` replays every deal from its record and recomputes it from its key."""

    rules: Any
    levels: tuple[str, ...]
    seed: str
    keep_records: bool = False
    check: bool = False

    @property
    def game(self) -> Game:
        """The game of the rules' preset."""
        return find_preset(self.rules.preset)[0]

    def key(self, number: int) -> bytes:
        """The key of a shuffle, the same in every rotation."""
        return sha256(b"marriage simulate\0" + self.seed.encode("utf-8", "surrogateescape") + b"\0%d" % number).digest()


@dataclass(slots=True)
class Times:
    """How long decisions took: exact mean, and a histogram of 1 % steps, so that millions cost no memory."""

    count: int = 0
    seconds: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        """One decision."""
        self.count += 1
        self.seconds += seconds
        self.steps[int(log(1 + seconds * 1e6) / _STEP)] += 1

    def merge(self, other: "Times") -> None:
        """All decisions of another."""
        self.count += other.count
        self.seconds += other.seconds
        self.steps.update(other.steps)

    def mean_ms(self) -> float:
        """Milliseconds of a decision on average; 0 for none."""
        return 1000 * self.seconds / self.count if self.count else 0.0

    def quantile_ms(self, share: float) -> float:
        """Milliseconds that `share` of the decisions did not exceed, to 1 %."""
        left = ceil(share * self.count)
        for step in sorted(self.steps):
            left -= self.steps[step]
            if left <= 0:
                return ((1.01 ** (step + 1)) - 1) / 1000
        return 0.0


@dataclass(slots=True)
class Sample:
    """One shuffle in all its rotations; lists are by player, in the order of the levels. `nets` are sums."""

    nets: list[int]
    won: list[int]
    seen: list[int]
    times: list[Times]
    turns: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    records: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Played:
    """One deal that was played to its end."""

    events: tuple[Any, ...]
    outcome: Outcome
    turns: int


def play_deal(tournament: Tournament, levels: tuple[str, ...], number: int, times: list[Times]) -> Played:
    """One deal, `levels` and `times` by seat. A move that the rules refuse is an error of the player."""
    game, rules, key = tournament.game, tournament.rules, tournament.key(number)
    dealer = pick(key, "first dealer", len(levels))
    events = list(game.start(rules, len(levels), dealer, key))
    state: Any = None
    for event in events:
        state = game.evolve(state, event)
    turns = set()
    while (seat := game.to_move(state)) is not None:
        decision = game.decision(state, seat)
        turns.add((seat, None if decision is None else decision.turn))
        view = game.view(state, seat)
        began = perf_counter()
        move = game.players[levels[seat]](view)
        times[seat].add(perf_counter() - began)
        try:
            happened = game.decide(state, seat, move)
        except IllegalMove as refusal:
            record = write(from_events(game, events, levels))
            raise AssertionError(f"{levels[seat]} chose {game.write_move(move)}: {refusal} after {record}") from refusal
        for event in happened:
            state = game.evolve(state, event)
        events += happened
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is to move, so the deal is over"
    return Played(tuple(events), outcome, len(turns))


def play_shuffle(tournament: Tournament, number: int) -> Sample:
    """One shuffle, every rotation: in rotation r player i sits at seat i + r."""
    n = len(tournament.levels)
    sample = Sample([0] * n, [0] * n, [0] * n, [Times() for _ in range(n)])
    for rotation in range(n):
        at = [(seat - rotation) % n for seat in range(n)]
        levels = tuple(tournament.levels[player] for player in at)
        played = play_deal(tournament, levels, number, [sample.times[player] for player in at])
        outcome = played.outcome
        for seat, player in enumerate(at):
            sample.nets[player] += outcome.nets[seat]
            sample.won[player] += outcome.winner == seat
            sample.seen[player] += bool(outcome.facts[seat].get("seen"))
        sample.turns += played.turns
        sample.ended[outcome.by or "no_winner"] += 1
        if tournament.check:
            check(tournament, played, levels)
        if tournament.keep_records:
            sample.records.append(_record(tournament, played, at))
    return sample


def _record(tournament: Tournament, played: Played, at: list[int]) -> str:
    """The record of a deal; a player is named by level and number, the same in all rotations."""
    names = [f"{tournament.levels[player]} {player + 1}" for player in at]
    game = tournament.game
    return write(from_events(game, played.events, names, commitment(game.origin_of(played.events).key)))


def check(tournament: Tournament, played: Played, levels: tuple[str, ...]) -> None:
    """Raises AssertionError unless the deal's record replays to the same events, which follow from the key."""
    game = tournament.game
    record = write(from_events(game, played.events, levels))
    events, state = replay(read(record))
    assert events == played.events, f"does not replay to itself: {record}"
    assert game.outcome(state) == played.outcome, f"ends differently: {record}"
    assert not game.differences(events), f"{game.differences(events)}: {record}"


def run(tournament: Tournament, shuffles: int, jobs: int) -> Iterator[Sample]:
    """Samples in order of shuffle, whatever the number of processes."""
    if jobs == 1:
        yield from map(partial(play_shuffle, tournament), range(shuffles))
        return
    numbers = iter(range(shuffles))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        # Bounded batches: results of a long run do not pile up in memory while the first is still being written.
        while batch := list(islice(numbers, jobs * SHUFFLES_AT_ONCE * 8)):
            yield from pool.map(partial(play_shuffle, tournament), batch, chunksize=SHUFFLES_AT_ONCE)


def interval(samples: list[float]) -> tuple[float, float] | None:
    """A 95 % confidence interval of the mean; None for a single sample."""
    n = len(samples)
    if n < 2:
        return None
    mean = sum(samples) / n
    deviation = sqrt(sum((sample - mean) ** 2 for sample in samples) / (n - 1))
    half = (_T95[n - 2] if n - 2 < len(_T95) else 1.96) * deviation / sqrt(n)
    return mean - half, mean + half
