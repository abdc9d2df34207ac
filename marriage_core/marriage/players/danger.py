"""How likely the next player takes a discard, by what lies open and by what they did so far.

A logistic in ten features, fitted on self-play of `sharp` (`python -m bench.danger`; docs/players.md).
"""

from collections.abc import Sequence
from math import exp, sqrt

from marriage_core.cards import JOKER, N_RANKS, N_SUITS, Face, rank_of, suit_of
from marriage_core.marriage.moves import Route
from marriage_core.marriage.players.trail import Trail, trails
from marriage_core.marriage.view import View
from marriage_core.wilds import wilds

FEATURES = ("always", "thrown", "thrown_beside", "took", "took_beside", "took_near", "passed", "turns", "room", "rank")
"""What is weighed: whether they threw, took or passed by the face, how many faces one rank (`beside`) or two (`near`)
away in suit they threw or took, their turns so far in tens (two at most), the root of the unseen pairs that the face
would make a sequence, and a third of the unseen cards of its rank in other suits."""


def _sequences() -> tuple[tuple[tuple[Face, Face], ...], ...]:
    """For every face the two other faces of each pure sequence that it is in (M2)."""
    found: list[list[tuple[Face, Face]]] = [[] for _ in range(N_SUITS * N_RANKS)]
    for suit in range(N_SUITS):
        for first in range(N_RANKS - 1):
            a, b, c = (Face(suit * N_RANKS + (first + step) % N_RANKS) for step in range(3))
            for one, two, three in ((a, b, c), (b, a, c), (c, a, b)):
                found[one].append((two, three))
    return tuple(tuple(pairs) for pairs in found)


SEQUENCES = _sequences()
RANK_MATES = tuple(
    tuple(Face(suit * N_RANKS + rank_of(Face(face)) - 1) for suit in range(N_SUITS) if suit != suit_of(Face(face)))
    for face in range(N_SUITS * N_RANKS)
)


def _apart(face: int, steps: int) -> tuple[Face, ...]:
    """The faces so many ranks away on the line A 2 … K A."""
    suit, rank = divmod(face, N_RANKS)
    places = {place + step for place in ((0, N_RANKS) if rank == 0 else (rank,)) for step in (-steps, steps)}
    return tuple(Face(suit * N_RANKS + place % N_RANKS) for place in sorted(places) if 0 <= place <= N_RANKS)


# By steps, then by face: the faces one, two and three ranks away in suit.
APART = {steps: tuple(_apart(face, steps) for face in range(N_SUITS * N_RANKS)) for steps in (1, 2, 3)}
_BESIDE, _NEAR = APART[1], APART[2]


def room(face: Face, counts: Sequence[int]) -> int:
    """The pairs of `counts` that a face would make a pure sequence (M2)."""
    return sum([counts[one] * counts[two] for one, two in SEQUENCES[face]])


class Danger:
    """The chance that the next player takes a face, for one view."""

    # The weights while the next player has not seen, and after.
    BEFORE: tuple[float, ...] = (-2.76, -4.17, 0.27, -1.27, -1.13, -0.85, -1.99, 0.96, 0.35, -0.11)
    AFTER: tuple[float, ...] = (-2.48, -2.92, 0.29, -0.49, -0.16, -0.15, -0.81, -0.23, 0.13, 0.37)

    def __init__(self, view: View, counts: Sequence[int], of: Sequence[Trail] | None = None) -> None:
        """`counts`: the unseen copies of each face; `of`: every seat's trail, by default without the upcard."""
        assert view.seat is not None, "a player sits somewhere"
        self._counts = counts
        after = (view.seat + view.rules.step) % view.players
        self._next = view.seats[after]
        self._trail = (trails(view, upcard=False) if of is None else of)[after]
        self._weights = self.AFTER if self._next.seen else self.BEFORE
        self._turns = min(self._next.turns, 20) / 10
        self._allowed = view.rules.wild_discard == "allowed"
        own, _ = view.me
        self._wild = frozenset({JOKER}) if own.tiplu is None else wilds(own.tiplu)

    def __call__(self, face: Face) -> float:
        """The chance that the next player takes this face."""
        if self._next.seen and face in self._wild:
            return float(self._allowed)
        if face == JOKER:
            return 0.0
        if self._next.route is Route.DUBLEES:
            # They take what they hold one of: each unseen copy may be in their hand (M7.6).
            return min(1.0, self._counts[face] * self._next.hand / max(1, sum(self._counts)))
        z = sum([weight * value for weight, value in zip(self._weights, self.features(face), strict=True)])
        return 1 / (1 + exp(-z))

    def features(self, face: Face) -> tuple[float, ...]:
        """The values of FEATURES."""
        counts, thrown, took = self._counts, self._trail.thrown, self._trail.taken
        return (
            1.0,
            face in thrown,
            sum([other in thrown for other in _BESIDE[face]]),
            face in took,
            sum([other in took for other in _BESIDE[face]]),
            sum([other in took for other in _NEAR[face]]),
            face in self._trail.passed,
            self._turns,
            sqrt(room(face, counts)),
            sum([counts[other] for other in RANK_MATES[face]]) / 3,
        )
