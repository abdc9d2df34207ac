"""What cards are: wild, a set, a run, and what may be added to either (D2, D3, D6)."""

from collections.abc import Sequence

from marriage_core.cards import JOKER, N_FACES, Face, rank_of, suit_of
from marriage_core.dummy.contracts import Shape
from marriage_core.named import Named

Meld = tuple[Face, ...]
"""The faces of a meld; those of a run from its lowest card to its highest, which fixes each wild card's rank (D6)."""

WILD_RANK = 2
LOW_ACE, HIGH_ACE = 1, 14
FEWEST_OF_SET, FEWEST_OF_RUN, MOST_OF_RUN = 3, 4, 13


_WILD = tuple(face == JOKER or rank_of(Face(face)) == WILD_RANK for face in range(N_FACES))


class End(Named):
    """Where a card is added to a run (D6)."""

    LOW = "low"
    HIGH = "high"


def is_wild(face: Face) -> bool:
    """D2: twos and jokers, also where a two lies as rank 2."""
    return _WILD[face]


def is_set(faces: Sequence[Face]) -> bool:
    """D3: equal ranks and any wild cards, at least one card that is none (D2)."""
    ranks = {rank_of(face) for face in faces if not is_wild(face)}
    return len(faces) >= FEWEST_OF_SET and len(ranks) == 1


def run_low(faces: Sequence[Face], same_suit: bool) -> int | None:
    """The rank of the first of `faces`, if they are a run as they stand, low to high (D3); else None.

    The ace is 1 as the first card and 14 as any other. A two is wild wherever it lies (D2).
    """
    if not FEWEST_OF_RUN <= len(faces) <= MOST_OF_RUN:
        return None
    natural = [(at, face) for at, face in enumerate(faces) if not is_wild(face)]
    lows = {rank_at(face, at) - at for at, face in natural}
    if len(lows) != 1 or (same_suit and len({suit_of(face) for _, face in natural}) > 1):
        return None
    low = lows.pop()
    return low if LOW_ACE <= low <= HIGH_ACE + 1 - len(faces) else None


def rank_at(face: Face, at: int) -> int:
    """The rank of a card that is not wild at a place of a run, counted from 0."""
    rank = rank_of(face)
    return HIGH_ACE if rank == LOW_ACE and at > 0 else rank


def run_of(faces: Sequence[Face], same_suit: bool) -> Meld | None:
    """The cards as a run: as they stand if they stand so, else in the highest order there is; None if they are none."""
    if run_low(faces, same_suit) is not None:
        return tuple(faces)
    for low in range(HIGH_ACE + 1 - len(faces), LOW_ACE - 1, -1):
        placed = _placed(faces, low)
        if placed is not None and run_low(placed, same_suit) is not None:
            return placed
    return None


def _placed(faces: Sequence[Face], low: int) -> Meld | None:
    """The cards at their ranks in a run from `low`, wild cards between; None where a card has no free place."""
    wild = [face for face in faces if is_wild(face)]
    by_rank: dict[int, Face] = {}
    for face in (face for face in faces if not is_wild(face)):
        rank = HIGH_ACE if rank_of(face) == LOW_ACE and low > LOW_ACE else rank_of(face)
        if rank in by_rank or not low <= rank < low + len(faces):
            return None
        by_rank[rank] = face
    return tuple(by_rank[rank] if rank in by_rank else wild.pop(0) for rank in range(low, low + len(faces)))


def fits(shape: Shape, faces: Meld, face: Face, same_suit: bool) -> tuple[End | None, ...]:
    """Where `face` may be added to a meld on the table (D6): (None,) for a set, the ends of a run, high first; ()."""
    if shape is Shape.SET:
        return (None,) if is_set((*faces, face)) else ()
    found: list[End | None] = []
    if run_low((*faces, face), same_suit) is not None:
        found.append(End.HIGH)
    if run_low((face, *faces), same_suit) is not None:
        found.append(End.LOW)
    return tuple(found)


def added(faces: Meld, face: Face, end: End | None) -> Meld:
    """A meld with a card more."""
    return (face, *faces) if end is End.LOW else (*faces, face)


def throws_meld(under: Sequence[Face], face: Face, same_suit: bool) -> Meld | None:
    """D8: the meld that `face` would make on the discards `under` it (top last), or None.

    A two counts as rank 2 and a joker as nothing; a run may lie in any order.
    """
    top = (*under[-(FEWEST_OF_RUN - 1) :], face)
    three = top[-FEWEST_OF_SET:]
    if len(three) == FEWEST_OF_SET and JOKER not in three and len(set(map(rank_of, three))) == 1:
        return three
    if len(top) < FEWEST_OF_RUN or JOKER in top or (same_suit and len(set(map(suit_of, top))) > 1):
        return None
    for ace in (LOW_ACE, HIGH_ACE):
        ranks = sorted(ace if rank_of(other) == LOW_ACE else rank_of(other) for other in top)
        if ranks == list(range(ranks[0], ranks[0] + FEWEST_OF_RUN)):
            return top
    return None
