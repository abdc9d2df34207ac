"""What three cards are (M2).

A meld is always exactly three faces. Before its holder has seen, no card is wild: pass an empty set of wild faces.
"""

from collections.abc import Sequence
from enum import StrEnum

from marriage_core.cards import JOKER, N_RANKS, Face, rank_of, suit_of

Meld = tuple[Face, ...]

MELD_SIZE = 3
_ACE, _QUEEN, _KING = 1, 12, 13


class MeldKind(StrEnum):
    """The lines of M2's table. WILD_MELD: two or three wild cards that are nothing better."""

    PURE_SEQUENCE = "pure_sequence"
    TUNNELA = "tunnela"
    TRIPLET = "triplet"
    DIRTY_SEQUENCE = "dirty_sequence"
    DIRTY_TRIPLET = "dirty_triplet"
    WILD_MELD = "wild_meld"


PURE_KINDS = frozenset({MeldKind.PURE_SEQUENCE, MeldKind.TUNNELA})


def _line(faces: Sequence[Face]) -> tuple[Face, ...]:
    """Faces of one suit in the order of a sequence: the ace last where a queen or a king is among them."""
    ranks = {rank_of(face) for face in faces}
    high = bool(ranks & {_QUEEN, _KING})
    return tuple(sorted(faces, key=lambda face: face + N_RANKS if high and rank_of(face) == _ACE else face))


def _places(faces: Sequence[Face]) -> tuple[int, ...] | None:
    """The places 1–14 of distinct ranks of one suit on the line A 2 … K A; None where they are not that.

    Raises nothing: printed jokers and mixed suits simply have no places.
    """
    if JOKER in faces or len({suit_of(face) for face in faces}) != 1 or len(set(faces)) != len(faces):
        return None
    line = _line(faces)
    return tuple(rank_of(face) + (N_RANKS if i and rank_of(face) == _ACE else 0) for i, face in enumerate(line))


def _one_rank(faces: Sequence[Face]) -> bool:
    """One rank in different suits, no printed joker."""
    return JOKER not in faces and len({rank_of(face) for face in faces}) == 1 and len(set(faces)) == len(faces)


def pure_kind(faces: Sequence[Face]) -> MeldKind | None:
    """PURE_SEQUENCE or TUNNELA for three faces that are one at face value (M2.1, M2.5), else None."""
    if len(faces) != MELD_SIZE or JOKER in faces:
        return None
    if faces[0] == faces[1] == faces[2]:
        return MeldKind.TUNNELA
    places = _places(faces)
    return MeldKind.PURE_SEQUENCE if places is not None and places[2] - places[0] == MELD_SIZE - 1 else None


def is_pure(faces: Sequence[Face]) -> bool:
    """Whether three faces are a pure sequence or a tunnela; what is wild does not matter (M2.1)."""
    return pure_kind(faces) is not None


def kind_of(faces: Sequence[Face], wilds: frozenset[Face]) -> MeldKind | None:
    """What three faces are where `wilds` are wild, the purest first; None for no meld (M2)."""
    if len(faces) != MELD_SIZE:
        return None
    kind = pure_kind(faces)
    if kind is not None:
        return kind
    if _one_rank(faces):
        return MeldKind.TRIPLET
    plain = [face for face in faces if face not in wilds]
    if len(plain) < MELD_SIZE - 1:
        return MeldKind.WILD_MELD
    if len(plain) == MELD_SIZE:
        return None
    if _one_rank(plain):
        return MeldKind.DIRTY_TRIPLET
    places = _places(plain)
    return MeldKind.DIRTY_SEQUENCE if places is not None and places[1] - places[0] < MELD_SIZE else None


def is_meld(faces: Sequence[Face], wilds: frozenset[Face]) -> bool:
    """Whether three faces are a meld of any kind (M2)."""
    return kind_of(faces, wilds) is not None


def in_order(faces: Sequence[Face], wilds: frozenset[Face] = frozenset()) -> Meld:
    """A meld as people lay it: Q K A for a high ace, a wild card at the place it stands for in a sequence.

    Any other faces come back sorted, wild ones last. A wild card that could stand at either end stands at the upper.
    """
    kind = kind_of(faces, wilds)
    if kind is MeldKind.PURE_SEQUENCE:
        return _line(faces)
    if kind in (MeldKind.TUNNELA, MeldKind.TRIPLET):
        return tuple(sorted(faces))
    plain = sorted(face for face in faces if face not in wilds)
    wild = sorted(face for face in faces if face in wilds)
    if kind is not MeldKind.DIRTY_SEQUENCE:
        return tuple(plain + wild)
    low, high = _line(plain)
    first, last = _places(plain) or (0, 0)
    if last - first > 1:
        return (low, wild[0], high)
    return (wild[0], low, high) if last > N_RANKS else (low, high, wild[0])
