"""Seeing the tiplu: three pure melds or seven dublees (M5.3, M7.1)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from marriage_core.cards import JOKER, N_RANKS, N_SUITS, Face, counts_of
from marriage_core.melds import Meld
from marriage_core.solver.suits import (
    CODES,
    JOINED,
    UNIT,
    VECTORS,
    Keys,
    changes,
    meld_of,
    most_pure,
    suit_keys,
    ways,
)

SEE_MELDS = 3


def dublees(faces: Sequence[Face]) -> int:
    """How many dublees are held: two identical cards each, four copies hold two, printed jokers none (M2.4, M2.5)."""
    return sum([count // 2 for count in counts_of(faces)[:JOKER]])


def max_pure(faces: Sequence[Face]) -> int:
    """The most disjoint pure melds."""
    return sum([most_pure(key) for key in suit_keys(faces)])


def _splits(keys: Sequence[int], need: int) -> Iterator[tuple[Meld, ...]]:
    """Every way to take `need` pure melds from the suits from the first of `keys` on."""
    suit, key = N_SUITS - len(keys), keys[0]
    for count in range(min(need, most_pure(key)), -1, -1):
        if len(keys) > 1:
            for way in ways(key, count):
                here = tuple([meld_of(suit, i) for i in way])
                for rest in _splits(keys[1:], need - count):
                    yield here + rest
        elif count == need:
            for way in ways(key, count):
                yield tuple([meld_of(suit, i) for i in way])


def all_see_melds(faces: Sequence[Face], need: int = SEE_MELDS) -> tuple[tuple[Meld, ...], ...]:
    """Every distinct way to lay `need` pure melds, as multisets of melds without repeats (M7.1)."""
    return tuple(_splits(suit_keys(faces), need))


def see_melds(faces: Sequence[Face], need: int = SEE_MELDS) -> tuple[Meld, ...] | None:
    """One way to lay `need` pure melds, the first of `all_see_melds`; None where there is none (M7.1)."""
    return next(_splits(suit_keys(faces), need), None)


def distance_of(keys: Keys, need: int = SEE_MELDS, packs: int = 3) -> int:
    """`see_distance` of a hand given as its suits' keys (see suits.suit_keys)."""
    codes = CODES[packs]
    spades, hearts, diamonds, clubs = keys
    return VECTORS[JOINED[JOINED[codes[spades]][codes[hearts]]][JOINED[codes[diamonds]][codes[clubs]]]][need]


def see_distance(faces: Sequence[Face], need: int = SEE_MELDS, packs: int = 3) -> int:
    """The fewest cards to exchange so that `need` (0–3) pure melds are held, at most `packs` (3, 4) copies of a face.

    Which cards are still to be had is not considered, and the tiplu is not known then. Hands asked last are remembered.
    """
    return remembered_distance(tuple(faces), need, packs)


@lru_cache(maxsize=1 << 12)
def remembered_distance(faces: tuple[Face, ...], need: int, packs: int) -> int:
    """What `see_distance` remembers of the hands asked last."""
    return distance_of(suit_keys(faces), need, packs)


def _improving(keys: Keys, need: int, packs: int) -> tuple[int, int]:
    """The see distance, and the faces of which one more would lower it, as a mask of faces."""
    a, b, c, d = map(CODES[packs].__getitem__, keys)
    low, high = JOINED[a][b], JOINED[c][d]
    now = VECTORS[JOINED[low][high]][need]
    found = 0
    if now:
        others = (JOINED[b][high], JOINED[a][high], JOINED[low][d], JOINED[low][c])
        for suit, other in enumerate(others):
            joined = JOINED[other]
            for code, ranks in changes(keys[suit], packs):
                if VECTORS[joined[code]][need] < now:
                    found |= ranks << suit * N_RANKS
    return now, found


def _faces(mask: int) -> frozenset[Face]:
    found = []
    while mask:
        low = mask & -mask
        found.append(Face(low.bit_length() - 1))
        mask ^= low
    return frozenset(found)


def see_improvers(faces: Sequence[Face], need: int = SEE_MELDS, packs: int = 3) -> frozenset[Face]:
    """The faces of which one more (of at most `packs`) would lower `see_distance`."""
    return _faces(_improving(suit_keys(faces), need, packs)[1])


def _less(keys: Keys, face: Face) -> Keys:
    """The suits' keys of a hand with one card of a face less; a printed joker is of no suit."""
    suit, rank = divmod(face, N_RANKS)
    s, h, d, c = keys
    unit = UNIT[rank]
    match suit:
        case 0:
            return s - unit, h, d, c
        case 1:
            return s, h - unit, d, c
        case 2:
            return s, h, d - unit, c
        case 3:
            return s, h, d, c - unit
        case _:
            return keys


def see_discards(
    faces: Sequence[Face], need: int = SEE_MELDS, packs: int = 3, nearest: bool = False
) -> dict[Face, tuple[int, frozenset[Face]]]:
    """For each face held, in order of face: `see_distance` and `see_improvers` once one of it is discarded.

    With `nearest` only the discards of least distance.
    """
    keys = suit_keys(faces)
    after: dict[Face, Keys] = {}
    for face in sorted(set(faces)):
        after[face] = _less(keys, face)
    if nearest:
        distances = {face: distance_of(left, need, packs) for face, left in after.items()}
        least = min(distances.values(), default=0)
        after = {face: left for face, left in after.items() if distances[face] == least}
    found = {}
    for face, left in after.items():
        distance, mask = _improving(left, need, packs)
        found[face] = (distance, _faces(mask))
    return found
