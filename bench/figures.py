"""What a benchmark row is, and how time is taken: the process's own, so that other work counts less."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

ROUNDS = 7


@dataclass(frozen=True)
class Figure:
    """One row. `goal` says what must be reached; `met` is None where there is none or a peer is absent."""

    question: str
    value: float | None
    unit: str
    goal: str = ""
    met: bool | None = None
    note: str = ""


# A part of the benchmark yields its rows; `python -m bench` runs every part that bench/parts.py names.
Part = Callable[[], Iterator[Figure]]


def at_least(question: str, value: float, unit: str, goal: float, note: str = "") -> Figure:
    """A row whose value must reach `goal`."""
    return Figure(question, value, unit, f"≥ {goal:g} {unit}", value >= goal, note)


def at_most(question: str, value: float, unit: str, goal: float, note: str = "") -> Figure:
    """A row whose value must not exceed `goal`."""
    return Figure(question, value, unit, f"≤ {goal:g} {unit}", value <= goal, note)


def seconds_each(ask: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """The mean time of one call over `inputs`."""
    began = process_time()
    for one in inputs:
        ask(one)
    return (process_time() - began) / len(inputs)


def side_by_side(asks: Sequence[tuple[Callable[[Any], object], Sequence[Any]]], rounds: int = ROUNDS) -> list[float]:
    """The median mean time of each question, rounds interleaved so that a busy moment hits all alike."""
    times: list[list[float]] = [[] for _ in asks]
    for _ in range(rounds):
        for found, (ask, inputs) in zip(times, asks, strict=True):
            found.append(seconds_each(ask, inputs))
    return [median(found) for found in times]


def worst(
    ask: Callable[[Any], object], inputs: Sequence[Any], before: Callable[[], None] = lambda: None, rounds: int = 5
) -> tuple[float, Any]:
    """The longest time over `inputs` and its input, each the least of `rounds`: what the work takes, not the machine.

    `before` runs before each call, untimed; it may empty tables.
    """
    longest, slowest = 0.0, None
    for one in inputs:
        least = float("inf")
        for _ in range(rounds):
            before()
            began = process_time()
            ask(one)
            least = min(least, process_time() - began)
            if least <= longest:
                break
        if least > longest:
            longest, slowest = least, one
    return longest, slowest
