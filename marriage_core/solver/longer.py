"""Melds of three or more cards (I3): finishing (I6) and the fewest points in no meld (I11).

Seeing takes three pure melds, and shorter ones are the easier: `see_melds` and its kin answer for this game as well.

As in `finish` the lowest plain card is dealt with first, then wild ones, and remainders are remembered. A wild card is
itself in a pure meld, or stands in for a card that is *owed* to a meld, or is *loose*: three or more loose ones are a
meld of their own, one or two need room in another. The *debt* of a remainder is what is owed less what is loose.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from marriage_core.cards import JOKER, N_FACES, Face
from marriage_core.melds import MELD_SIZE, Meld, in_order, is_pure
from marriage_core.solver.blocks import LONGEST, ROOM, Block, held_blocks
from marriage_core.solver.see import SEE_MELDS, max_pure

Step = tuple[int, int, Block]
# The most pure melds for each room (0–2) of the melds made before; -1 where wild cards would be left over.
Best = tuple[int, int, int]
_NEVER = 1 << 20
_LOOSE = Block((), -1, 0, 0)
_ALONE = Block((), 0, 0, 0)
_NOTHING_LEFT = (0, *(_NEVER,) * SEE_MELDS)


@dataclass(frozen=True, slots=True)
class Melded:
    """A hand of which as little as can be is in no meld: pure melds first, the cards in none, and their points."""

    melds: tuple[Meld, ...]
    rest: tuple[Face, ...]
    points: int


class _Hand:
    """A hand's cards as bits in order of face; of several copies the lowest is taken first."""

    def __init__(self, faces: Sequence[Face], wilds: frozenset[Face], longest: int = LONGEST) -> None:
        self.longest = longest
        self.cards = sorted(faces)
        self.wilds = wilds
        self.everything = (1 << len(self.cards)) - 1
        self.place: dict[Face, int] = {}
        self.plain = 0
        for i, face in enumerate(self.cards):
            self.place[face] = self.place.get(face, 0) | 1 << i
            if face not in wilds:
                self.plain |= 1 << i
        self._blocks: dict[Face, list[Block]] = {}
        self._best: dict[tuple[int, int], Best] = {}
        self._left: dict[tuple[int, int], tuple[int, ...]] = {}

    def _taken(self, mask: int, others: Sequence[Face]) -> int:
        """The bits of cards, the lowest copies in `mask`; 0 where one is not there."""
        taken = 0
        for face in others:
            here = self.place[face] & mask & ~taken
            if not here:
                return 0
            taken |= here & -here
        return taken

    def _blocks_of(self, face: Face) -> list[Block]:
        found = self._blocks.get(face)
        if found is None:
            held = set(self.place)
            copies = self.place[face].bit_count()
            found = held_blocks(face, held, held - self.wilds, copies) if face != JOKER else []
            if self.longest == MELD_SIZE:
                # No meld has room, so whole runs are wanted as pure ones only.
                small = [block for block in found if 1 + len(block.others) + block.wild == MELD_SIZE]
                found = [replace(block, room=0) for block in small if block.pure or block.wild or block.room < ROOM]
            self._blocks[face] = found
        return found

    def lowest(self, mask: int) -> int:
        """The card to deal with next: plain ones first."""
        plain = mask & self.plain
        return plain & -plain if plain else mask & -mask

    def steps(self, mask: int, debt: int) -> list[Step]:
        """What melds can make of the card to deal with next: (what remains, the debt then, the block)."""
        low = self.lowest(mask)
        rest = mask ^ low
        free = (rest & ~self.plain).bit_count() - debt
        found = []
        if not low & self.plain and free >= -1:
            found.append((rest, debt - 1, _LOOSE))
        for block in self._blocks_of(self.cards[low.bit_length() - 1]):
            if block.wild <= free:
                taken = self._taken(rest, block.others)
                if (taken or not block.others) and (taken & ~self.plain).bit_count() <= free:
                    found.append((rest ^ taken, debt + block.wild, block))
        return found

    def best(self, mask: int, debt: int = 0) -> Best:
        """The most pure melds with all cards in melds."""
        if not mask:
            loose = -debt
            return (0 if not loose or loose >= MELD_SIZE else -1, 0 if loose != ROOM else -1, 0)
        key = (mask, debt)
        found = self._best.get(key)
        if found is None:
            none, one, two = -1, -1, -1
            for rest, then, block in self.steps(mask, debt):
                after = self.best(rest, then)
                pure = block.pure
                for_none = after[block.room]
                for_one = after[min(ROOM, block.room + 1)]
                if for_none >= 0:
                    none = max(none, for_none + pure)
                if for_one >= 0:
                    one = max(one, for_one + pure)
                if after[ROOM] >= 0:
                    two = max(two, after[ROOM] + pure)
            self._best[key] = found = (none, one, two)
        return found

    def choices(self, mask: int, debt: int, points: Sequence[int]) -> list[tuple[int, int, Block, int]]:
        """The steps and what each leaves in no meld; a plain card may be left, a loose wild one costs nothing."""
        found = [(rest, then, block, 0) for rest, then, block in self.steps(mask, debt)]
        low = self.lowest(mask)
        if low & self.plain:
            found.append((mask ^ low, debt, _ALONE, points[self.cards[low.bit_length() - 1]]))
        return found

    def left(self, mask: int, debt: int, points: Sequence[int]) -> tuple[int, ...]:
        """The fewest points in no meld, for each number of pure melds from 0 to SEE_MELDS at least."""
        if not mask:
            return _NOTHING_LEFT
        key = (mask, debt)
        found = self._left.get(key)
        if found is None:
            least = [_NEVER] * (SEE_MELDS + 1)
            for rest, then, block, cost in self.choices(mask, debt, points):
                after = self.left(rest, then, points)
                for count in range(SEE_MELDS + 1):
                    least[count] = min(least[count], cost + after[max(0, count - block.pure)])
            self._left[key] = found = tuple(least)
        return found

    def faces(self, mask: int) -> list[Face]:
        """The faces of a mask."""
        return [face for i, face in enumerate(self.cards) if mask >> i & 1]

    def melded(self, path: Sequence[tuple[int, Block]], points: Sequence[int]) -> Melded:
        """Cards as the blocks of a path have them, loose wild cards dealt to debts, a meld of their own, or room."""
        loose = [face for mask, block in path if block is _LOOSE for face in self.faces(mask)]
        rest = [face for mask, block in path if block is _ALONE for face in self.faces(mask)]
        melds: list[list[Face]] = []
        blocks = [(self.faces(mask), block) for mask, block in path if block is not _LOOSE and block is not _ALONE]
        for part, block in blocks:
            melds.append(part + loose[: block.wild])
            del loose[: block.wild]
        if self.longest == MELD_SIZE:
            whole = len(loose) - len(loose) % MELD_SIZE
            melds += [loose[at : at + MELD_SIZE] for at in range(0, whole, MELD_SIZE)]
            rest += loose[whole:]
        elif len(loose) >= MELD_SIZE:
            melds.append(loose)
        else:
            for meld, (_, block) in zip(melds, blocks, strict=True):
                meld += loose[: block.room]
                del loose[: block.room]
            rest += loose
        laid = [in_order(meld, self.wilds, longer=True) for meld in melds]
        laid.sort(key=lambda meld: not is_pure(meld, longer=True))
        return Melded(tuple(laid), tuple(sorted(rest)), sum(points[face] for face in rest if face not in self.wilds))


def finish_longer(faces: Sequence[Face], wilds: frozenset[Face], pure: int = SEE_MELDS) -> tuple[Meld, ...] | None:
    """All cards in melds of three or more, at least `pure` (0–3) of them pure and those first; None where none (I6)."""
    hand = _Hand(faces, wilds)
    mask, debt, room, needed = hand.everything, 0, 0, pure
    if hand.best(mask)[0] < pure:
        return None
    path = []
    while mask:
        rest, debt, block = next(
            step
            for step in hand.steps(mask, debt)
            if hand.best(step[0], step[1])[min(ROOM, room + step[2].room)] >= max(0, needed - step[2].pure)
        )
        path.append((mask ^ rest, block))
        mask, room, needed = rest, min(ROOM, room + block.room), max(0, needed - block.pure)
    return hand.melded(path, (0,) * N_FACES).melds


def finishing_discards_longer(faces: Sequence[Face], wilds: frozenset[Face], pure: int = SEE_MELDS) -> tuple[Face, ...]:
    """Every face whose discard leaves all other cards in melds, `pure` (0–3) of them pure, in order of face (I6)."""
    if max_pure(faces) < pure:
        return ()
    hand = _Hand(faces, wilds)
    lows = [copies & -copies for copies in hand.place.values()]
    return tuple(hand.faces(sum(low for low in lows if hand.best(hand.everything ^ low)[0] >= pure)))


def least_unmelded(
    faces: Sequence[Face], wilds: frozenset[Face], points: Sequence[int], pure: int = SEE_MELDS
) -> Melded | None:
    """The melds, at least `pure` (0–3) of them pure, that leave the fewest points in no meld (I11).

    `points` has a number for each of the 53 faces; wild cards count 0 whatever it says. None without that many pure.
    """
    return _least_unmelded(_Hand(faces, wilds), points, pure)


def least_unmelded_of_three(
    faces: Sequence[Face], wilds: frozenset[Face], points: Sequence[int], pure: int = SEE_MELDS
) -> Melded | None:
    """As `least_unmelded` where melds have exactly three cards (M2)."""
    return _least_unmelded(_Hand(faces, wilds, MELD_SIZE), points, pure)


def _least_unmelded(hand: _Hand, points: Sequence[int], pure: int) -> Melded | None:
    mask, debt, needed = hand.everything, 0, pure
    if hand.left(mask, 0, points)[pure] >= _NEVER:
        return None
    path = []
    while mask:
        least = hand.left(mask, debt, points)[needed]
        rest, debt, block, _ = next(
            (rest, then, block, cost)
            for rest, then, block, cost in hand.choices(mask, debt, points)
            if cost + hand.left(rest, then, points)[max(0, needed - block.pure)] == least
        )
        path.append((mask ^ rest, block))
        mask, needed = rest, max(0, needed - block.pure)
    return hand.melded(path, points)
