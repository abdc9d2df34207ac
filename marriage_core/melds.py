"""What cards on the table are (M2), also where melds have three or more cards (I3: `longer`).

Before its holder has seen, no card is wild: pass an empty set of wild faces.
"""

from collections.abc import Sequence
from enum import StrEnum

from marriage_core.cards import JOKER, N_RANKS, N_SUITS, Face, face_at, rank_of, suit_of

Meld = tuple[Face, ...]

MELD_SIZE = 3
_ACE = 1


class MeldKind(StrEnum):
    """The lines of M2's table. WILD_MELD: wild cards that are nothing better, alone or with one other card."""

    PURE_SEQUENCE = "pure_sequence"
    TUNNELA = "tunnela"
    TRIPLET = "triplet"
    DIRTY_SEQUENCE = "dirty_sequence"
    DIRTY_TRIPLET = "dirty_triplet"
    WILD_MELD = "wild_meld"


PURE_KINDS = frozenset({MeldKind.PURE_SEQUENCE, MeldKind.TUNNELA})


def _places(faces: Sequence[Face], length: int) -> tuple[int, ...] | None:
    """The places on the line A 2 … K A (1–14) of distinct ranks of one suit within `length` in a row, ascending.

    None where they do not fit. An ace goes low where both ends would do.
    """
    if JOKER in faces or len({suit_of(face) for face in faces}) != 1 or len(set(faces)) != len(faces):
        return None
    ranks = sorted(rank_of(face) for face in faces)
    high = sorted(rank + N_RANKS if rank == _ACE else rank for rank in ranks)
    for places in (ranks, high):
        if places[-1] - places[0] < length <= N_RANKS:
            return tuple(places)
    return None


def _one_rank(faces: Sequence[Face]) -> bool:
    """One rank in different suits, no printed joker."""
    return JOKER not in faces and len({rank_of(face) for face in faces}) == 1 and len(set(faces)) == len(faces)


def pure_kind(faces: Sequence[Face], longer: bool = False) -> MeldKind | None:
    """PURE_SEQUENCE or TUNNELA for cards that are one at face value (M2.1, M2.5), else None.

    With `longer` a sequence has 3–13 cards, and four identical ones are a TUNNELA too (I3).
    """
    size = len(faces)
    if size < MELD_SIZE or (size > MELD_SIZE and not longer) or JOKER in faces:
        return None
    if len(set(faces)) == 1:
        return MeldKind.TUNNELA if size <= MELD_SIZE + 1 else None
    return None if _places(faces, size) is None else MeldKind.PURE_SEQUENCE


def is_pure(faces: Sequence[Face], longer: bool = False) -> bool:
    """Whether cards are a pure meld; what is wild does not matter (M2.1)."""
    return pure_kind(faces, longer) is not None


def kind_of(faces: Sequence[Face], wilds: frozenset[Face], longer: bool = False) -> MeldKind | None:
    """What cards are where `wilds` are wild, the purest first; None for no meld (M2, I3)."""
    size = len(faces)
    if size < MELD_SIZE or (size > MELD_SIZE and not longer):
        return None
    kind = pure_kind(faces, longer)
    if kind is not None:
        return kind
    plain = [face for face in faces if face not in wilds]
    if _one_rank(faces):
        return MeldKind.TRIPLET
    if not plain or (len(plain) == 1 and size <= N_RANKS):
        return MeldKind.WILD_MELD
    if len(plain) == size:
        return None
    if size <= N_SUITS and _one_rank(plain):
        return MeldKind.DIRTY_TRIPLET
    return None if _places(plain, size) is None else MeldKind.DIRTY_SEQUENCE


def is_meld(faces: Sequence[Face], wilds: frozenset[Face], longer: bool = False) -> bool:
    """Whether cards are a meld of any kind (M2, I3)."""
    return kind_of(faces, wilds, longer) is not None


def standing_in(meld: Sequence[Face], wilds: frozenset[Face], longer: bool = False) -> tuple[bool, ...]:
    """Which cards of a meld, as `in_order` lays it, stand in for others as wild cards; none in what is no meld.

    A wild card at its own face value stands in for nothing (M2.1), also where others in a long meld do (I3).
    """
    kind = kind_of(meld, wilds, longer)
    if kind is None or kind in PURE_KINDS or kind is MeldKind.TRIPLET:
        return (False,) * len(meld)
    plain = [face for face in meld if face not in wilds]
    own: set[Face] = set()
    if kind is MeldKind.DIRTY_SEQUENCE:
        start = rank_of(plain[0]) - meld.index(plain[0])
        line = [face_at(suit_of(plain[0]), start + step) for step in range(len(meld))]
        own = {face for face, place in zip(meld, line, strict=True) if face == place}
    elif kind is MeldKind.DIRTY_TRIPLET:
        own = {face for face in meld if face != JOKER and rank_of(face) == rank_of(plain[0]) and meld.count(face) == 1}
    return tuple(face in wilds and face not in own for face in meld)


def in_order(faces: Sequence[Face], wilds: frozenset[Face] = frozenset(), longer: bool = False) -> Meld:
    """A meld as people lay it: Q K A for a high ace, wild cards at the places they stand for in a sequence.

    Any other faces come back sorted, wild ones last. A wild card that could stand at either end stands at the upper.
    """
    kind = kind_of(faces, wilds, longer)
    if kind is MeldKind.PURE_SEQUENCE:
        return _in_line(faces, [], len(faces))
    if kind in (MeldKind.TUNNELA, MeldKind.TRIPLET):
        return tuple(sorted(faces))
    plain = sorted(face for face in faces if face not in wilds)
    wild = sorted(face for face in faces if face in wilds)
    return _in_line(plain, wild, len(faces)) if kind is MeldKind.DIRTY_SEQUENCE else tuple(plain + wild)


def _in_line(plain: Sequence[Face], wild: list[Face], length: int) -> Meld:
    """The cards of a sequence by their places, wild ones in the gaps, then above, then below."""
    places = _places(plain, length) or ()
    suit = suit_of(plain[0])
    first, last = places[0], places[-1]
    above = min(N_RANKS + 1 - last, length - (last - first + 1))
    end = last + above
    line = range(end - length + 1, end + 1)
    held = {suit * N_RANKS + (place - 1) % N_RANKS: place for place in places}
    by_place = {held[face]: face for face in plain}
    gaps = [place for place in line if place not in by_place]
    gaps.sort(key=lambda place: (place < first, place))
    by_place |= dict(zip(gaps, wild, strict=True))
    return tuple(by_place[place] for place in line)
