"""The building blocks of melds of three or more cards (I3).

Every longer meld is two melds put together once it has six cards: a run is cut anywhere at three cards from its ends.
So melds of three to five cards are enough, and they are made of *blocks*: the plain cards of one meld with the fewest
wild cards that complete them. What a meld can take in beyond that is its *room* (two are all that ever matter, since
three wild cards are a meld of their own).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from marriage_core.cards import N_RANKS, N_SUITS, Face, rank_of, suit_of

LONGEST = 5
ROOM = 2


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that go with a given one into a meld, the wild cards it needs besides, whether it is pure, and its room."""

    others: tuple[Face, ...]
    wild: int
    pure: int
    room: int


def runs_with(face: Face) -> Iterator[tuple[Face, ...]]:
    """Every run of three to five cards with a face, the ace at either end."""
    suit, rank = suit_of(face), rank_of(face)
    for place in (rank, rank + N_RANKS) if rank == 1 else (rank,):
        for length in range(3, LONGEST + 1):
            for first in range(max(1, place - length + 1), min(place, N_RANKS + 2 - length) + 1):
                yield tuple(Face(suit * N_RANKS + (p - 1) % N_RANKS) for p in range(first, first + length))


def _dirty_runs(face: Face) -> Iterator[Block]:
    """Plain cards of a run with gaps; a run of four or five has plain ends, else a shorter one would do."""
    fewest: dict[tuple[Face, ...], int] = {}
    for run in runs_with(face):
        others = [other for other in run if other != face]
        for count in range(len(others)):
            for part in combinations(others, count):
                ends = {run[0], run[-1]} <= {face, *part}
                if len(run) == 3 or ends:
                    wild = len(run) - 1 - count
                    fewest[part] = min(wild, fewest.get(part, wild))
    for part, wild in fewest.items():
        yield Block(part, wild, 0, ROOM)


def _sets(face: Face) -> Iterator[Block]:
    """Cards of one rank in different suits, of which `face` is the least."""
    ups = [Face(suit * N_RANKS + rank_of(face) - 1) for suit in range(suit_of(face) + 1, N_SUITS)]
    for count in range(1, len(ups) + 1):
        for part in combinations(ups, count):
            yield Block(part, max(0, 2 - count), 0, 1 if count < 3 else 0)


# For each face the blocks with plain cards of which it is the first in the order of faces, but for tunnelas.
DIRTY = tuple((*_dirty_runs(Face(face)), *_sets(Face(face))) for face in range(N_SUITS * N_RANKS))
RUNS = tuple(tuple(runs_with(Face(face))) for face in range(N_SUITS * N_RANKS))


def held_blocks(face: Face, held: set[Face], plain: set[Face], copies: int) -> list[Block]:
    """The blocks of a face with what a hand holds; `copies` is how many of the face it holds.

    In a pure block wild cards stand at their own face, in a dirty one all cards are plain. A whole run of plain cards
    is listed twice: as pure, and as one that may take in wild cards.
    """
    found = [Block((face,) * (size - 1), 0, 1, 0) for size in (3, 4) if copies >= size]
    for run in RUNS[face]:
        if held.issuperset(run):
            others = tuple(other for other in run if other != face)
            found.append(Block(others, 0, 1, 0))
            if plain.issuperset(run):
                found.append(Block(others, 0, 0, ROOM))
    if face in plain:
        found += [block for block in DIRTY[face] if plain.issuperset(block.others)]
    return found
