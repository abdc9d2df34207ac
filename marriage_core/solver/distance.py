"""How far from a finish: cards to exchange until all are in melds (M2, M8.1).

A target is a choice of at most `melds` groups of plain cards (see groups). With `kept` cards in them, `wild` wild cards
and `stiff` stiff pairs the cards missing are max(stiff, 3·melds − kept − wild): held wild cards fill any gap but a
stiff pair's, and drawn cards fill the others. A game holds wild cards enough to fill every gap, so nothing else binds.
"""

from collections.abc import Sequence

from marriage_core.cards import JOKER, N_FACES, Face, counts_of
from marriage_core.melds import MELD_SIZE
from marriage_core.solver.groups import NEAR, TRIPLES_UP, Groups, Supply, bits

FINISH_MELDS = 4
_ALL = (1 << N_FACES) - 1
_NEAR_MASKS = tuple(sum(1 << face for face in near) for near in NEAR)


def _thirds() -> dict[tuple[Face, Face], int]:
    """For every pair that one more card completes: the plain faces that do, as a mask of faces."""
    thirds: dict[tuple[Face, Face], int] = {}
    for face in range(JOKER):
        for a, b in TRIPLES_UP[face]:
            for one, two, third in ((face, a, b), (face, b, a), (a, b, face)):
                pair = (Face(min(one, two)), Face(max(one, two)))
                thirds[pair] = thirds.get(pair, 0) | 1 << third
    return thirds


_THIRDS = _thirds()


def supply(packs: int, printed_jokers: int = 0, tiplu: Face | None = None) -> Supply:
    """The most copies of each of the 53 faces that a hand can hold; one tiplu lies under the stock (M1.1, M3.2)."""
    most = [packs] * (N_FACES - 1) + [printed_jokers]
    if tiplu is not None:
        most[tiplu] -= 1
    return tuple(most)


def parted(faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, melds: int) -> tuple[Groups, int]:
    """The groups of the plain cards and the number of wild ones, both within `supply`."""
    if sum(supply[face] for face in wilds) < 2 * melds:
        raise ValueError("finish distances need the wild faces of a tiplu, in a supply that can fill every gap")
    counts = counts_of(faces)
    plain = [Face(face) for face in range(JOKER) if face not in wilds for _ in range(min(counts[face], supply[face]))]
    return Groups(plain, supply), sum(min(counts[face], supply[face]) for face in wilds)


def least_missing(groups: Groups, mask: int, wild: int, melds: int) -> int:
    """The distance of the plain cards in `mask` with `wild` wild cards beside them."""
    full = MELD_SIZE * melds - wild
    distance = max(0, full - mask.bit_count())
    while groups.reach(mask, melds, full - distance - melds, distance) is None:
        distance += 1
    return distance


def _lowering(groups: Groups, mask: int, wild: int, melds: int, distance: int, supply: Supply) -> int:
    """The faces of which one more would lower the distance, as a mask of faces; `supply` is not looked at but for M2.2.

    One more card x lowers it if the others reach what is then missing: x completes a pair, or pairs with a single
    card, or counts because every card counts already.
    """
    if distance == 0:
        return 0
    kept = MELD_SIZE * melds - wild - distance
    surplus, stiff, others = kept - melds, distance - 1, melds - 1
    if mask.bit_count() == kept and groups.reach(mask, melds, surplus + 1, stiff) is not None:
        return _ALL
    # A wild x takes any place: nothing changes but the bound on stiff pairs.
    found = 0 if groups.reach(mask, melds, surplus, stiff) is None else 1 << JOKER
    for low in groups.distinct(mask):
        i = low.bit_length() - 1
        face, rest = groups.cards[i], mask ^ low
        same = rest & groups.copies[i]
        if same and groups.reach(rest ^ (same & -same), others, surplus - 1, stiff) is not None:
            found |= 1 << face
        for other in groups.distinct(groups.near[i] & rest & -low):
            thirds = _THIRDS[face, groups.cards[other.bit_length() - 1]]
            if thirds & ~found and groups.reach(rest ^ other, others, surplus - 1, stiff) is not None:
                found |= thirds
        if _NEAR_MASKS[face] & ~found and groups.reach(rest, others, surplus, stiff) is not None:
            found |= _NEAR_MASKS[face]
        if stiff:
            for _ in range(supply[face] - 3):
                same &= same - 1
            if groups.reach(rest & ~same, others, surplus, stiff - 1) is not None:
                found |= 1 << face
    return found


def _improvers(
    groups: Groups,
    mask: int,
    wild: int,
    melds: int,
    distance: int,
    supply: Supply,
    wilds: frozenset[Face],
    counts: list[int],
) -> frozenset[Face]:
    found = _lowering(groups, mask, wild, melds, distance, supply)
    for face in wilds:
        found = found | 1 << face if found >> JOKER & 1 else found & ~(1 << face)
    return frozenset(Face(face) for face in bits(found) if counts[face] < supply[face])


def finish_distance(faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, melds: int = FINISH_MELDS) -> int:
    """The fewest cards to exchange so that `melds` melds of any kind are held, within `supply` (M8.1).

    `wilds` are those of a tiplu. Raises ValueError where `supply` has fewer than 2·`melds` of them.
    """
    groups, wild = parted(faces, wilds, supply, melds)
    return least_missing(groups, groups.everything, wild, melds)


def finish_improvers(
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, melds: int = FINISH_MELDS
) -> frozenset[Face]:
    """The faces of which one more, within `supply`, would lower `finish_distance`."""
    groups, wild = parted(faces, wilds, supply, melds)
    distance = least_missing(groups, groups.everything, wild, melds)
    return _improvers(groups, groups.everything, wild, melds, distance, supply, wilds, counts_of(faces))


def finish_discards(
    faces: Sequence[Face],
    wilds: frozenset[Face],
    supply: Supply,
    melds: int = FINISH_MELDS,
    nearest: bool = False,
) -> dict[Face, tuple[int, frozenset[Face]]]:
    """For each face held, in order of face: the finish distance and the improvers once it is discarded.

    With `nearest` only the discards of least distance.
    """
    groups, wild = parted(faces, wilds, supply, melds)
    counts = counts_of(faces)
    after: dict[Face, tuple[int, int, int]] = {}
    for face in sorted(set(faces)):
        low = 0 if face in wilds else next(1 << i for i, card in enumerate(groups.cards) if card == face)
        left = wild if low else wild - 1
        after[face] = (least_missing(groups, groups.everything ^ low, left, melds), groups.everything ^ low, left)
    least = min((distance for distance, _, _ in after.values()), default=0)
    found = {}
    for face, (distance, mask, left) in after.items():
        if distance == least or not nearest:
            counts[face] -= 1
            found[face] = (distance, _improvers(groups, mask, left, melds, distance, supply, wilds, counts))
            counts[face] += 1
    return found
