"""What `master` weighs in a discard, in helping cards, by the numbers that deals played out gave (docs/players.md).

Every near discard of some 600,000 decisions was played to the end of the deal by the true hands. The weights are a
least-squares fit of what that brought to what the seat could see; those of three cards and more are `sharp`'s.
"""

from collections.abc import Mapping
from math import sqrt

from marriage_core.cards import FACES, JOKER, N_RANKS, N_SUITS, Face, counts_of, face_at, rank_of, suit_of
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.players.advice import Why
from marriage_core.marriage.players.danger import APART, SEQUENCES
from marriage_core.marriage.players.nearness import Left, copies, dublees_missing
from marriage_core.marriage.players.policy import same_rank
from marriage_core.marriage.players.reading import Reading
from marriage_core.marriage.players.trail import trails
from marriage_core.marriage.view import View
from marriage_core.wilds import wilds

# Before seeing, with one card missing, with two, and with more.
BEFORE = {
    "danger": (-14.57, -16.30, -20.0),
    "ranks": (-2.08, -0.91, -1.0),
    "ranks_seen": (1.07, 0.15, 0.0),
    "copies": (-0.40, -0.08, -1.0),
    "helps_seen": (-0.29, -0.37, 0.0),
    "points": (-15.18, -11.66, 0.0),
    "beside": (-0.84, -0.13, 0.0),
    "near": (-0.69, -0.39, 0.0),
    "sequences": (-0.09, -0.14, 0.0),
    "dublees": (-0.59, -1.45, 0.0),
    "pair": (0.84, 1.54, 0.0),
    "spare": (1.31, 1.31, 0.0),
}
# After seeing at a table of two, with one card missing, and with three or more.
AFTER_OF_TWO = {
    "danger": (-63.0428, -39.3795),
    "danger_seen": (34.2457, 31.1043),
    "ranks": (-2.0496, -4.1318),
    "ranks_seen": (0.7558, 0.7351),
    "copies": (1.3642, -0.1053),
    "copies_turns": (-4.0063, -1.0192),
    "helps_root": (3.2212, 3.8080),
    "helps_seen": (-0.7130, -0.6128),
    "helps_turns": (0.2868, 0.2495),
    "helps_thrown": (0.6913, 1.2922),
    "helps_thrown_beside": (-0.3079, -0.4709),
    "helps_faces": (-0.0841, -0.7160),
    "beside": (-0.6241, -0.2885),
    "near": (-0.1575, -0.4593),
    "sequences": (-0.2975, -0.5553),
    "pair": (4.8579, 4.2617),
    "spare": (-2.0663, 3.4893),
    "triplets": (2.9548, -3.0738),
    "rank_pairs": (0.6733, 0.7244),
}
AFTER = {"danger": -20.0}
_BEFORE = [{name: by_missing[at] for name, by_missing in BEFORE.items()} for at in range(3)]
_AFTER_OF_TWO = [{name: by_missing[at] for name, by_missing in AFTER_OF_TWO.items()} for at in range(2)]
WHY = {"danger": Why.SAFE, "danger_seen": Why.SAFE, "ranks": Why.RANKS, "ranks_seen": Why.RANKS, "points": Why.POINTS}
"""The reasons that have words of their own; all others are EXPERIENCE."""

UNLIKELY, LEAST = 0.1, 0.001
"""Of a tiplu that would make a card wild which someone who has seen threw or took, and the least that is left of it."""


class Weighing:
    """What speaks for and against each discard of a view, besides the cards that help then."""

    def __init__(self, view: View, counts: list[int]) -> None:
        """`counts`: the unseen copies of each face."""
        own, me = view.me
        assert view.seat is not None, "a player sits somewhere"
        of = trails(view)
        self._view = view
        self._counts = counts
        self._held = counts_of(own.hand)
        self._before_me = of[(view.seat - view.rules.step) % view.players]
        self._danger = Reading(view, counts, of)
        # The share of the other seats that have seen, and own turns in tens, two at most.
        self._seen = (sum(seat.seen for seat in view.seats) - me.seen) / (view.players - 1)
        self._turns = min(me.turns, 20) / 10
        self._tiplus = [] if me.seen else tiplus(view, counts)

    def __call__(self, face: Face, left: Left) -> Mapping[Why, float]:
        """What a discard is worth by reason."""
        weights = self._weights(left.missing)
        if weights is AFTER:
            return {Why.SAFE: AFTER["danger"] * self._danger(face)}
        seen = self._view.me[1].seen
        values = self._after(face, left) if seen else self._before(face, left)
        found: dict[Why, float] = {}
        for name, weight in weights.items():
            why = WHY.get(name, Why.EXPERIENCE)
            found[why] = found.get(why, 0.0) + weight * values[name]
        return found

    def _weights(self, missing: int) -> Mapping[str, float]:
        if not self._view.me[1].seen:
            return _BEFORE[min(max(missing, 1), 3) - 1]
        if self._view.players > 2 or missing == 2:
            return AFTER
        return _AFTER_OF_TWO[missing > 2]

    def _shape(self, face: Face, left: Left) -> dict[str, float]:
        """What counts before and after seeing: `_seen` is by those who have seen."""
        held, counts = self._held, self._counts
        helps, ranks = copies(left.helped_by, counts), same_rank(self._view.me[0].hand, face)
        others = () if face == JOKER else SEQUENCES[face]
        return {
            "danger": self._danger(face),
            "ranks": ranks,
            "ranks_seen": ranks * self._seen,
            "copies": counts[face],
            "helps_seen": helps * self._seen,
            "beside": sum([held[other] > 0 for other in _apart(face, 1)]),
            "near": sum([held[other] > 0 for other in _apart(face, 2)]),
            "sequences": sum([held[a] * counts[b] + held[b] * counts[a] for a, b in others]),
            "pair": held[face] == 2,
            "spare": held[face] - 1,
        }

    def _before(self, face: Face, left: Left) -> dict[str, float]:
        """Also the points that the card may bring, and how much farther dublees are than melds."""
        lacks, breaks = dublees_missing(self._view), face != JOKER and self._held[face] % 2 == 0
        farther = 0 if lacks is None else min(4, max(-2, lacks + breaks - left.missing))
        return self._shape(face, left) | {"points": self._points(face), "dublees": farther}

    def _points(self, face: Face) -> float:
        """M10: three for the tiplu and two for its neighbours, by how likely each tiplu is."""
        if face == JOKER:
            return 0.0
        likely = self._tiplus
        suit, rank = suit_of(face), rank_of(face)
        beside = likely[face_at(suit, rank + 1)] + likely[face_at(suit, rank - 1)]
        return (3 * likely[face] + 2 * beside) / sum(likely)

    def _after(self, face: Face, left: Left) -> dict[str, float]:
        """Also how the help comes about, and what the hand holds of each rank."""
        counts, thrown, shape = self._counts, self._before_me.thrown, self._shape(face, left)
        help_by = {other: counts[other] for other in left.helped_by if counts[other]}
        helps = sum(help_by.values())
        suits = [0] * N_RANKS
        for other in set(self._view.me[0].hand) - {JOKER}:
            suits[rank_of(other) - 1] += other != face or self._held[face] > 1
        return shape | {
            "danger_seen": shape["danger"] * self._seen,
            "copies_turns": counts[face] * self._turns,
            "helps_root": sqrt(helps),
            "helps_turns": helps * self._turns,
            "helps_thrown": sum([n for other, n in help_by.items() if other in thrown]),
            "helps_thrown_beside": sum(
                [n * sum([by in thrown for by in _apart(other, 1)]) for other, n in help_by.items()]
            ),
            "helps_faces": len(help_by),
            "triplets": sum([n > 2 for n in suits]),
            "rank_pairs": sum([n == 2 for n in suits]),
        }


def _apart(face: Face, steps: int) -> tuple[Face, ...]:
    return () if face == JOKER else APART[steps][face]


def tiplus(view: View, counts: list[int]) -> list[float]:
    """How likely each face is the tiplu for one who has not seen, up to a factor (M3.1).

    Its unseen copies; the less likely, the more of the cards that it would make wild were thrown or taken by those who
    have seen: they do not throw wild cards, and may not take them (M7.4).
    """
    doubt = [1.0] * (N_SUITS * N_RANKS)
    seen: set[int] = set()
    for note in view.log:
        if note.seat is None or note.seat == view.seat:
            continue
        if note.fact is Fact.SEE:
            seen.add(note.seat)
        elif note.fact in (Fact.DISCARD, Fact.TAKE) and note.seat in seen:
            for face in note.faces:
                for tiplu in _MAKES_WILD[face]:
                    doubt[tiplu] *= UNLIKELY
    return [count * max(LEAST, left) for count, left in zip(counts[:JOKER], doubt, strict=True)]


def _makers(face: Face) -> tuple[Face, ...]:
    """The tiplus that make a face wild; a printed joker, which every tiplu does, tells none from another."""
    return tuple(tiplu for tiplu in FACES if face in wilds(tiplu)) if face != JOKER else ()


_MAKES_WILD = tuple(_makers(Face(face)) for face in range(JOKER + 1))
