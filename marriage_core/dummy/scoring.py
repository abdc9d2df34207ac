"""Counting the cards left in hand (D9) and ranking a match (D11). There is one scorer; everything reads its lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from marriage_core.cards import JOKER, Face, faces_of, rank_of
from marriage_core.dummy.melds import LOW_ACE, WILD_RANK
from marriage_core.dummy.state import State
from marriage_core.named import Named


class Reason(Named):
    """Why points were counted."""

    LOW = "low"
    HIGH = "high"
    ACE = "ace"
    TWO = "two"
    JOKER = "joker"


# D9: 3–9, 10 to king, aces, twos and printed jokers.
POINTS = {Reason.LOW: 5, Reason.HIGH: 10, Reason.ACE: 15, Reason.TWO: 50, Reason.JOKER: 50}
LOWEST_HIGH = 10


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points; `count` cards of it."""

    reason: Reason
    points: int
    count: int


@dataclass(frozen=True, slots=True)
class Settled:
    """One player's result of a deal; `lines` add up to `points`. Fewer are better."""

    points: int
    lines: tuple[ScoreLine, ...]


def reason_of(face: Face) -> Reason:
    """What a card counts as (D9)."""
    if face == JOKER:
        return Reason.JOKER
    rank = rank_of(face)
    if rank in (LOW_ACE, WILD_RANK):
        return Reason.ACE if rank == LOW_ACE else Reason.TWO
    return Reason.HIGH if rank >= LOWEST_HIGH else Reason.LOW


def points_of(face: Face) -> int:
    """The points of one card in hand (D9)."""
    return POINTS[reason_of(face)]


def count(faces: Iterable[Face]) -> Settled:
    """The result of a player with these cards left in hand; 0 for who went out (D9)."""
    reasons = [reason_of(face) for face in faces]
    lines = tuple(
        ScoreLine(reason, POINTS[reason] * reasons.count(reason), reasons.count(reason))
        for reason in Reason
        if reason in reasons
    )
    return Settled(sum(line.points for line in lines), lines)


def result(state: State) -> tuple[Settled, ...]:
    """The results of a deal that has ended, seat by seat."""
    return tuple(count(faces_of(place.hand)) for place in state.places)


def places(totals: Sequence[int], completed: Sequence[int]) -> tuple[int, ...]:
    """D11: most contracts completed, then the lowest total; equals share a place. Places count from 1.

    Whoever has completed all twelve has completed most, so that one order serves the winners and the others.
    """
    ranked = [(-done, total) for done, total in zip(completed, totals, strict=True)]
    return tuple(1 + sum(other < own for other in ranked) for own in ranked)
