"""The fewest points in no meld where melds have exactly three cards (M2, I11).

The lowest card is left or goes into a meld; remainders are remembered. Used once a deal, so it is plain, not fast.
"""

from collections.abc import Sequence
from itertools import combinations

from marriage_core.cards import Face, without
from marriage_core.melds import Meld, in_order, is_meld, is_pure
from marriage_core.solver.longer import Melded

_Found = tuple[int, tuple[Meld, ...], tuple[Face, ...]]


def least_unmelded_of_three(
    faces: Sequence[Face], wilds: frozenset[Face], points: Sequence[int], pure: int = 3
) -> Melded | None:
    """The melds of three, at least `pure` of them pure, that leave the fewest points in none; wild cards count 0.

    `points` has a number for each of the 53 faces. None where there are not so many pure melds.
    """
    known: dict[tuple[tuple[Face, ...], int], _Found | None] = {}

    def best(cards: tuple[Face, ...], needed: int) -> _Found | None:
        if len(cards) < 3:
            rest = sum(points[face] for face in cards if face not in wilds)
            return (rest, (), cards) if needed == 0 else None
        key = (cards, needed)
        if key not in known:
            known[key] = min(_choices(cards, needed), key=lambda found: found[0], default=None)
        return known[key]

    def _choices(cards: tuple[Face, ...], needed: int) -> list[_Found]:
        first, others = cards[0], cards[1:]
        found = []
        for pair in sorted(set(combinations(others, 2))):
            meld = (first, *pair)
            if is_meld(meld, wilds):
                left = best(without(others, pair), max(0, needed - is_pure(meld)))
                if left is not None:
                    found.append((left[0], (meld, *left[1]), left[2]))
        left = best(others, needed)
        if left is not None:
            found.append((left[0] + (points[first] if first not in wilds else 0), left[1], (first, *left[2])))
        return found

    # Plain cards first: a wild card in the middle of the order would multiply the remainders.
    ordered = tuple(sorted(faces, key=lambda face: (face in wilds, face)))
    found = best(ordered, pure)
    if found is None:
        return None
    melds = sorted((in_order(meld, wilds) for meld in found[1]), key=lambda meld: not is_pure(meld))
    return Melded(tuple(melds), tuple(sorted(found[2])), found[0])
