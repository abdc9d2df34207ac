"""How far from a finish with melds of three or more (I3, I6): cards to exchange until all are in melds.

A target of `size` cards gives every block (see blocks) as many places as its meld has cards. Held wild cards and drawn
ones fill the places that plain cards leave, but only the same face completes identical ones. So the cards missing are
the plain cards that find no place, less the spare ones of a hand larger than the target; and at least as many as there
are such *stiff* places.
"""

from collections.abc import Sequence
from functools import cached_property

from marriage_core.cards import FACES, JOKER, Face, counts_of, without
from marriage_core.melds import MELD_SIZE
from marriage_core.solver.blocks import ROOM, held_blocks
from marriage_core.solver.groups import Supply

# Cards beside three pure melds of three when a deal is shown.
FINISH_CARDS = 12
# No melds have so few cards in all, nor less than none.
IMPOSSIBLE = (-1, 1, 2)
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

    def one_more(self, face: Face, mask: int) -> int:
        """The bit of one more card of a plain face than in `mask`; 0 where there is none."""
        others = self._place[face] & ~mask
        return others & -others

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

    @cached_property
    def _gaps(self) -> dict[tuple[tuple[Face, ...], int, int], set[Face]]:
        """The blocks that lack one card of the hand: the others, places and room, and the faces that complete it."""
        gaps: dict[tuple[tuple[Face, ...], int, int], set[Face]] = {}
        for first in self._place:
            for others, places, room in self._blocks_of(first):
                members = (first, *others)
                for i, face in enumerate(members):
                    rest = tuple(sorted(members[:i] + members[i + 1 :]))
                    if all(rest.count(other) <= self._counts[other] for other in rest):
                        gaps.setdefault((rest, places, room), set()).add(face)
        return gaps

    def _uses(self, mask: int, stiff: int) -> dict[Step, set[Face]]:
        """What one more plain card can do, as the step that it takes, and the faces that do it."""
        uses: dict[Step, set[Face]] = {}
        for (others, places, room), faces in self._gaps.items():
            rest = mask
            for other in others:
                low = self.lowest(other, rest)
                rest ^= low
                if not low:
                    break
            else:
                uses.setdefault((rest, places, 0, room, 0), set()).update(faces)
        for face in self._place:
            if stiff and self._place[face] & mask and (more := self.one_more(face, mask)):
                for step in self._stiff_steps(face, mask | more, self._size, stiff):
                    uses.setdefault(step, set()).add(face)
        return uses

    def improvers(self, mask: int, wild: int, distance: int, gone: Face | None = None) -> frozenset[Face]:
        """The faces of which one more lowers the distance; `gone` is a face of which one card was discarded."""
        if distance == 0:
            return frozenset()
        slots, stiff = self._size, distance - 1
        budget = stiff + mask.bit_count() + 1 + wild - slots
        found: set[Face] = set()
        for (rest, places, waits, room, lost), faces in self._uses(mask, stiff).items():
            possible = places <= slots and lost <= budget and not faces <= found
            if possible and self.fits(rest, slots - places, stiff - waits, budget - lost, room):
                found |= faces
        found = {face for face in found if self.one_more(face, mask)}
        if self.fits(mask, slots, stiff, budget):
            found |= {face for face in self._wilds if self._counts[face] - (face == gone) < self._supply[face]}
        return frozenset(found)


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
    faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, size: int = FINISH_CARDS, nearest: bool = False
) -> dict[Face, tuple[int, frozenset[Face]]]:
    """For each face held, in order of face: the distance and the improvers once one of it is discarded.

    With `nearest` only the discards of least distance.
    """
    hand = _Places(faces, wilds, supply, size)
    wild = sum(face in wilds for face in faces)
    after: dict[Face, tuple[int, _Places, int, int]] = {}
    for face in sorted(set(faces)):
        left = wild - (face in wilds)
        places, mask = hand, hand.held
        if face not in wilds and faces.count(face) > 2:
            # Two that are left may wait for a third: what the whole hand remembers would hold this one against them.
            places = _Places(without(faces, (face,)), wilds, supply, size)
            mask = places.held
        elif face not in wilds:
            mask ^= places.lowest(face, mask)
        after[face] = (places.distance(mask, left), places, mask, left)
    least = min((distance for distance, *_ in after.values()), default=0)
    return {
        face: (distance, places.improvers(mask, left, distance, face if places is hand else None))
        for face, (distance, places, mask, left) in after.items()
        if distance == least or not nearest
    }
