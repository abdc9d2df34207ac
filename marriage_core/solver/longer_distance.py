"""How far from a finish with melds of three or more (I3, I6): cards to exchange until all are in melds.

A target of `size` cards gives every block (see blocks) as many places as its meld has cards. Held wild cards and drawn
ones fill the places that plain cards leave, but only the same face completes identical ones. So the cards missing are
the plain cards that find no place, less the spare ones of a hand larger than the target; and at least as many as there
are such *stiff* places.
"""

from collections.abc import Sequence

from marriage_core.cards import FACES, JOKER, Face, counts_of, without
from marriage_core.melds import MELD_SIZE, Meld, in_order, is_pure
from marriage_core.solver.blocks import ROOM, held_blocks
from marriage_core.solver.distance import finish_distance
from marriage_core.solver.groups import Supply
from marriage_core.solver.see import SEE_MELDS, all_see_melds

# Cards in melds when a deal is shown, and those of them beside three pure melds of three.
HAND_CARDS, FINISH_CARDS = 21, 12
# No melds have so few cards in all, nor less than none.
IMPOSSIBLE = (-1, 1, 2)
# How many ways to keep pure melds are followed up.
FOLLOWED = 4
# (cards taken besides the lowest, places, stiff places, room, plain cards dropped)
Step = tuple[int, int, int, int, int]


class _Places:
    """Plain cards that a hand holds or may draw as bits in order of face, the lowest copy taken first."""

    def __init__(self, faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, size: int) -> None:
        if size in IMPOSSIBLE:
            raise ValueError(f"{size} cards are no number of cards in melds")
        self._size = size
        self._counts = counts_of(faces)
        self._wilds = wilds
        self._supply = supply
        drawn = [face for face in FACES if face not in wilds and self._counts[face] < supply[face]]
        plain = [face for face in faces if face not in wilds and face != JOKER]
        self._cards = sorted([*plain, *drawn])
        self._place: dict[Face, int] = {}
        for i, face in enumerate(self._cards):
            self._place[face] = self._place.get(face, 0) | 1 << i
        self._blocks: dict[Face, list[tuple[tuple[Face, ...], int, int]]] = {}
        self._fits: dict[tuple[int, int, int, int, int], bool] = {}
        self.held = 0
        for face, copies in self._place.items():
            # One bit stands for a card to be drawn, the lowest.
            spare = copies.bit_count() > self._counts[face]
            self.held |= copies & copies - 1 if spare else copies

    def drawn(self, face: Face) -> int:
        """The bit of one more card of a plain face."""
        return self._place[face] & ~self.held

    def lowest(self, face: Face, mask: int) -> int:
        """The bit of a held face that is taken first."""
        here = self._place[face] & mask
        return here & -here

    def _blocks_of(self, face: Face) -> list[tuple[tuple[Face, ...], int, int]]:
        """The blocks of a face whatever else is there: (the other faces, places, room)."""
        found = self._blocks.get(face)
        if found is None:
            plain = set(self._place)
            blocks = held_blocks(face, plain, plain, self._place[face].bit_count())
            # A whole run as pure has no use here: the same with room does as well.
            wanted = [block for block in blocks if not block.pure or block.others[0] == face]
            found = [(block.others, 1 + len(block.others) + block.wild, block.room) for block in wanted]
            self._blocks[face] = found
        return found

    def _steps(self, mask: int, slots: int, stiff: int) -> list[Step]:
        low = mask & -mask
        face = self._cards[low.bit_length() - 1]
        rest = mask ^ low
        found: list[Step] = []
        for others, places, room in self._blocks_of(face):
            if places <= slots:
                taken = 0
                for other in others:
                    here = self._place[other] & rest & ~taken
                    if not here:
                        break
                    taken |= here & -here
                else:
                    found.append((rest ^ taken, places, 0, room, 0))
        if stiff:
            found += self._stiff_steps(face, mask, slots, stiff)
        found.append((rest, 0, 0, 0, 1))
        return found

    def _stiff_steps(self, face: Face, mask: int, slots: int, stiff: int) -> list[Step]:
        """Two or three identical cards that wait for more; other copies must leave those to be had."""
        here = self._place[face] & mask
        copies = here.bit_count()
        used = (self._place[face] & self.held).bit_count() - copies
        found = []
        for kept in (2, 3):
            for places in (3, 4):
                lacks = places - kept
                others = self._supply[face] - places - max(0, used)
                if copies >= kept and 0 < lacks <= stiff and places <= slots and others >= 0:
                    rest, over = here, mask ^ here
                    for _ in range(kept):
                        rest &= rest - 1
                    lost = max(0, rest.bit_count() - others)
                    for _ in range(lost):
                        rest &= rest - 1
                    found.append((over | rest, places, lacks, 0, lost))
        return found

    def fits(self, mask: int, slots: int, stiff: int, budget: int, room: int = 0) -> bool:
        """Whether all but `budget` plain cards find places in melds that fill `slots`, at most `stiff` of them stiff.

        `room` is what melds made before can take in.
        """
        if not mask:
            return slots <= room or slots >= MELD_SIZE
        if mask.bit_count() - budget > slots:
            return False
        key = (mask, slots, stiff, budget, room)
        found = self._fits.get(key)
        if found is None:
            self._fits[key] = found = any(
                lost <= budget and self.fits(rest, slots - places, stiff - waits, budget - lost, min(ROOM, room + more))
                for rest, places, waits, more, lost in self._steps(mask, slots, stiff)
            )
        return found

    def distance(self, mask: int, wild: int) -> int:
        """The cards missing to all cards in melds, with `wild` wild cards beside `mask`."""
        spare = mask.bit_count() + wild - self._size
        distance = max(0, -spare)
        while not self.fits(mask, self._size, distance, distance + spare):
            distance += 1
        return distance

    def improvers(self, mask: int, wild: int, distance: int) -> frozenset[Face]:
        """The faces of which one more lowers the distance."""
        if distance == 0:
            return frozenset()
        found = [face for face in self._place if self.drawn(face) and self._helps(face, mask, wild, distance)]
        if self.fits(mask, self._size, distance - 1, distance + mask.bit_count() + wild - self._size):
            found += [face for face in self._wilds if self._counts[face] < self._supply[face]]
        return frozenset(found)

    def _helps(self, face: Face, mask: int, wild: int, distance: int) -> bool:
        spare = mask.bit_count() + 1 + wild - self._size
        return self.fits(mask | self.drawn(face), self._size, distance - 1, distance - 1 + spare)


def finish_distance_longer(
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, size: int = FINISH_CARDS
) -> int:
    """The fewest cards to exchange so that `size` cards are held that are all in melds of three or more (I6).

    For the cards beside three pure melds. `wilds` are those of a tiplu: wild cards are to be had for every gap. Raises
    ValueError for a size that melds cannot have.
    """
    places = _Places(faces, wilds, supply, size)
    return places.distance(places.held, sum(face in wilds for face in faces))


def finish_improvers_longer(
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, size: int = FINISH_CARDS
) -> frozenset[Face]:
    """The faces of which one more, within `supply`, would lower `finish_distance_longer`; fifty distances' work."""
    places = _Places(faces, wilds, supply, size)
    wild = sum(face in wilds for face in faces)
    return places.improvers(places.held, wild, places.distance(places.held, wild))


def finish_discards_longer(
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, size: int = FINISH_CARDS
) -> dict[Face, int]:
    """For each face held, in order of face: `finish_distance_longer` once one of it is discarded.

    Which cards help then is nearly always what `finish_discards` says: where longer melds do not shorten the way.
    """
    places = _Places(faces, wilds, supply, size)
    wild = sum(face in wilds for face in faces)
    found = {}
    for face in sorted(set(faces)):
        low = 0 if face in wilds else places.lowest(face, places.held)
        found[face] = places.distance(places.held ^ low, wild if low else wild - 1)
    return found


def _extended(laid: Sequence[Meld], rest: Sequence[Face]) -> tuple[tuple[Meld, ...], tuple[Face, ...]]:
    """Pure melds with all cards of `rest` taken in that keep them pure."""
    left = sorted(rest)
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
    return tuple(in_order(meld, longer=True) for meld in melds), tuple(left)


def keep_longer(
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, need: int = SEE_MELDS
) -> tuple[tuple[Meld, ...], tuple[Face, ...]] | None:
    """Which `need` pure melds to keep, and the other cards, so that the rest of HAND_CARDS is nearest to a finish (I4).

    Each way to keep melds of three is weighed by `finish_distance` of what remains; the FOLLOWED nearest are followed
    up as they are and with every card that they can take in. None where there are not so many pure melds.
    """
    ordered = sorted(faces)
    ways: dict[tuple[Face, ...], tuple[Meld, ...]] = {}
    for laid in all_see_melds(faces, need):
        ways.setdefault(without(ordered, [face for meld in laid for face in meld]), laid)
    melds = HAND_CARDS // MELD_SIZE - need
    near = sorted(ways, key=lambda rest: finish_distance(rest, wilds, supply, melds))[:FOLLOWED]
    sizes = {}
    for rest in near:
        for way in ((ways[rest], rest), _extended(ways[rest], rest)):
            sizes[way] = HAND_CARDS - sum(map(len, way[0]))
    followed = [way for way, size in sizes.items() if size not in IMPOSSIBLE]
    return min(followed, key=lambda way: finish_distance_longer(way[1], wilds, supply, sizes[way]), default=None)
