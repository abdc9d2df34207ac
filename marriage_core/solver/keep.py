"""Which pure melds to keep where those on the table may be laid anew (I4), so that the others are nearest to a show.

Every way to keep melds of three is weighed by `finish_distance` of what remains. With longer melds the FOLLOWED nearest
are followed up, as they are and with every card that they can take in: good, not proven best.
"""

from collections.abc import Iterator, Sequence

from marriage_core.cards import Face, without
from marriage_core.melds import MELD_SIZE, Meld, in_order, is_pure
from marriage_core.solver.distance import finish_distance
from marriage_core.solver.groups import Supply
from marriage_core.solver.longer_distance import IMPOSSIBLE, finish_distance_longer
from marriage_core.solver.see import SEE_MELDS, all_see_melds

HAND_CARDS = 21
"""Cards in melds when a deal is shown."""
FOLLOWED = 4

Kept = tuple[tuple[Meld, ...], tuple[Face, ...]]
"""Pure melds to keep, and the other cards, sorted."""


def _ways(faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, need: int, size: int) -> list[Kept]:
    """The ways to keep `need` pure melds of three, one for each rest, the nearest first."""
    ordered = sorted(faces)
    ways: dict[tuple[Face, ...], tuple[Meld, ...]] = {}
    for melds in all_see_melds(faces, need):
        ways.setdefault(_rest(ordered, melds), melds)
    others = size // MELD_SIZE - need
    near = sorted(ways, key=lambda rest: finish_distance(rest, wilds, supply, others))
    return [(ways[rest], rest) for rest in near]


def _rest(ordered: Sequence[Face], melds: Sequence[Meld]) -> tuple[Face, ...]:
    return without(ordered, [face for meld in melds for face in meld])


def keep_melds(
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, need: int = SEE_MELDS, size: int = HAND_CARDS
) -> Kept | None:
    """With melds of exactly three: which `need` pure ones to keep so that `size` cards in melds are nearest.

    None where there are not so many pure melds.
    """
    return next(iter(_ways(faces, wilds, supply, need, size)), None)


def keep_longer(
    faces: Sequence[Face],
    wilds: frozenset[Face],
    supply: Supply,
    need: int = SEE_MELDS,
    size: int = HAND_CARDS,
    laid: tuple[Meld, ...] = (),
) -> Kept | None:
    """With melds of three or more: as `keep_melds`. The melds `laid` are one more way that is followed up."""

    def left(kept: Kept) -> int:
        return size - sum(map(len, kept[0]))

    followed = _ways(faces, wilds, supply, need, size)[:FOLLOWED]
    followed += [(laid, _rest(sorted(faces), laid))] if laid else []
    ways = [way for kept in followed for way in (kept, *_extended(*kept)) if left(way) not in IMPOSSIBLE]
    return min(ways, key=lambda kept: finish_distance_longer(kept[1], wilds, supply, left(kept)), default=None)


def _extended(laid: Sequence[Meld], rest: Sequence[Face]) -> Iterator[Kept]:
    """Pure melds with all cards of `rest` taken in that keep them pure, where there are any."""
    left = list(rest)
    melds = [list(meld) for meld in laid]
    growing = True
    while growing:
        growing = False
        for meld in melds:
            for face in dict.fromkeys(left):
                if is_pure((*meld, face), longer=True):
                    meld.append(face)
                    left.remove(face)
                    growing = True
    if len(left) < len(rest):
        yield tuple(in_order(meld, longer=True) for meld in melds), tuple(left)
