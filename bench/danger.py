"""Fits the danger of a discard on self-play: `python -m bench.danger [--deals N]`.

At every discard each of the nearest ones is tried: would the next player, a `sharp` too, take it? A logistic in the
features of marriage_core/marriage/players/danger.py is fitted by Newton's method to the even deals and rated on the
odd ones by the area under the ROC curve (0.5: knows nothing, 1: knows all).
"""

import argparse
import sys
from bisect import bisect_left, bisect_right
from hashlib import sha256
from math import exp
from typing import Any

from marriage_core.cards import face_of
from marriage_core.marriage.decide import decide
from marriage_core.marriage.events import Discarded
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Discard, Take, TakeAndShow
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.players import danger, sharp
from marriage_core.marriage.players.nearness import collects_dublees, nearest_discards
from marriage_core.marriage.rules import NEPALI
from marriage_core.marriage.view import unseen, view

Row = tuple[tuple[float, ...], int]


def tried(state: Any) -> list[tuple[bool, Row]]:
    """Whether the next player has seen, and a row, for each of the nearest discards of the seat to move."""
    seat, own = state.turn, view(state, state.turn)
    if collects_dublees(own, planned=True):
        return []
    of = danger.Danger(own, unseen(own))
    after = own.seats[(seat + 1) % own.players]
    found = []
    for face in nearest_discards(own):
        if (after.seen and face in own.wilds) or (after.route and after.route.value == "dublees"):
            continue
        card = next(card for card in state.places[seat].hand if face_of(card) == face)
        then = GAME.evolve(state, Discarded(seat, card))
        move = sharp.choose(view(then, then.turn))
        found.append((after.seen, (of.features(face), int(isinstance(move, Take | TakeAndShow)))))
    return found


def collect(deals: int) -> dict[bool, list[list[Row]]]:
    """Rows by whether the next player has seen: those of even deals and those of odd ones."""
    rows: dict[bool, list[list[Row]]] = {False: [[], []], True: [[], []]}
    for number in range(deals):
        players = 2 if number % 4 < 2 else 4
        state: Any = None
        for event in GAME.start(NEPALI, players, number % players, sha256(b"danger %d" % number).digest()):
            state = GAME.evolve(state, event)
        while state.phase is not Phase.OVER:
            move = sharp.choose(view(state, state.turn))
            if isinstance(move, Discard):
                for seen, row in tried(state):
                    rows[seen][number % 2].append(row)
            for event in decide(state, state.turn, move):
                state = GAME.evolve(state, event)
    return rows


def chance(weights: list[float], values: tuple[float, ...]) -> float:
    """The logistic."""
    return 1 / (1 + exp(-sum(w * v for w, v in zip(weights, values, strict=True))))


def fit(rows: list[Row], ridge: float = 1.0, steps: int = 12) -> list[float]:
    """Weights of greatest penalised likelihood."""
    n = len(rows[0][0])
    weights = [0.0] * n
    for _ in range(steps):
        slope = [-ridge * w for w in weights]
        curve = [[ridge * (i == j) for j in range(n)] for i in range(n)]
        for values, label in rows:
            p = chance(weights, values)
            for i, v in enumerate(values):
                if v:
                    slope[i] += v * (label - p)
                    row, scale = curve[i], v * p * (1 - p)
                    for j, u in enumerate(values):
                        row[j] += scale * u
        weights = [w + d for w, d in zip(weights, solve(curve, slope), strict=True)]
    return weights


def solve(a: list[list[float]], b: list[float]) -> list[float]:
    """x with a·x = b, by elimination; `a` is positive definite."""
    n = len(b)
    rows = [[*row, value] for row, value in zip(a, b, strict=True)]
    for i in range(n):
        for k in range(i + 1, n):
            scale = rows[k][i] / rows[i][i]
            rows[k] = [x - scale * y for x, y in zip(rows[k], rows[i], strict=True)]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def area(weights: list[float], rows: list[Row]) -> float:
    """The area under the ROC curve."""
    rated = [(chance(weights, values), label) for values, label in rows]
    no = sorted(p for p, label in rated if not label)
    yes = [p for p, label in rated if label]
    return sum(bisect_left(no, p) + bisect_right(no, p) for p in yes) / 2 / len(no) / len(yes)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.danger", description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2000)
    told = parser.parse_args()
    rows = collect(told.deals)
    for seen, now in ((False, danger.Danger.BEFORE), (True, danger.Danger.AFTER)):
        even, odd = rows[seen]
        weights = fit(even)
        simple = [0.0, -1.0, *[0.0] * (len(now) - 2)]
        print(f"next player {'has seen' if seen else 'has not seen'}: {len(even)} rows, {len(odd)} held out")
        print("  fitted:", dict(zip(danger.FEATURES, [round(w, 2) for w in weights], strict=True)))
        areas = [area(w, odd) for w in (weights, list(now), simple)]
        print("  area: fitted {:.3f}, in use {:.3f}, thrown before alone {:.3f}".format(*areas), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
