"""Exact search for contracts: how near a hand is to one (D2, D3, D5). `laying` finds the best way to lay it down.

A hand is counted as *rows* of ranks: one row where suits are free in runs, four (one a suit) where they are not. Wild
cards are a number beside. A row has 15 places so that rank 14 is the ace above the king; ranks 1 and 14 are one card.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from marriage_core.cards import JOKER, N_SUITS, Face, face_at, rank_of, suit_of
from marriage_core.dummy.contracts import Contract, Shape, contract
from marriage_core.dummy.melds import HIGH_ACE, LOW_ACE, WILD_RANK, is_wild

Row = tuple[int, ...]
Rows = tuple[Row, ...]
RANKS = range(LOW_ACE, HIGH_ACE)
"""Ranks 1–13, the ace once."""


def cell(rank: int) -> int:
    """The place of a rank in a row: the high ace is the ace."""
    return LOW_ACE if rank == HIGH_ACE else rank


def rows_of(faces: Sequence[Face], same_suit: bool) -> Rows:
    """How many natural cards of each rank, by suit where runs keep to one."""
    rows = [[0] * HIGH_ACE for _ in range(N_SUITS if same_suit else 1)]
    for face in faces:
        if not is_wild(face):
            rows[suit_of(face) if same_suit else 0][rank_of(face)] += 1
    return tuple(map(tuple, rows))


def wild_count(faces: Sequence[Face]) -> int:
    """How many wild cards."""
    return sum(map(is_wild, faces))


def sizes(slots: Contract, shape: Shape) -> tuple[int, ...]:
    """The sizes of a contract's sets or runs."""
    return tuple(slot.size for slot in slots if slot.shape is shape)


# --- how near ---------------------------------------------------------------------------------------------------------


def missing(faces: Sequence[Face], number: int, same_suit: bool = False) -> int:
    """The fewest cards that must come to these to hold contract `number`; 0 where it can be laid."""
    return _missing(rows_of(faces, same_suit), wild_count(faces), number)


def _missing(rows: Rows, wild: int, number: int) -> int:
    """With T the most natural cards that find a place in the contract's melds, wild cards fill the rest, and each meld
    needs a natural card (D2). A meld without one can be had for one of a meld that has several, so T alone decides.
    """
    placed = _most_placed(rows, number)
    slots = contract(number)
    return max(0, sum(slot.size for slot in slots) - placed - wild, len(slots) - placed)


@lru_cache(maxsize=1 << 16)
def _most_placed(rows: Rows, number: int) -> int:
    """T: the most natural cards that find a place in melds of exactly the contract's sizes."""
    slots = contract(number)
    set_sizes = sizes(slots, Shape.SET)
    return _placed_in_runs(rows, sizes(slots, Shape.RUN), set_sizes[0] if set_sizes else 1, len(set_sizes))


def _placed_in_runs(rows: Rows, runs: tuple[int, ...], set_size: int, sets: int) -> int:
    if not runs:
        return _placed_in_sets(rows, set_size, sets)
    size, rest = runs[0], runs[1:]
    # What the other melds could hold if this run took nothing from them.
    bound = _placed_in_runs(rows, rest, set_size, sets)
    best = 0
    for naturals, at, low in sorted(_windows(rows, size), reverse=True):
        if naturals + bound > best:
            best = max(best, naturals + _placed_in_runs(_less(rows, at, low, size), rest, set_size, sets))
    return best


def _windows(rows: Rows, size: int) -> Iterator[tuple[int, int, int]]:
    """Every place of a run: its natural cards, row and lowest rank."""
    for at, row in enumerate(rows):
        here = [1 if n else 0 for n in row[LOW_ACE:]]
        here.append(here[0])
        naturals = sum(here[:size])
        yield naturals, at, LOW_ACE
        for low in range(LOW_ACE + 1, HIGH_ACE + 2 - size):
            naturals += here[low + size - 2] - here[low - 2]
            yield naturals, at, low


def _less(rows: Rows, at: int, low: int, size: int) -> Rows:
    """The rows less the natural cards of a run."""
    row = list(rows[at])
    for rank in range(low, low + size):
        row[cell(rank)] = max(0, row[cell(rank)] - 1)
    return (*rows[:at], tuple(row), *rows[at + 1 :])


def _placed_in_sets(rows: Rows, size: int, sets: int) -> int:
    """The best ranks for so many sets of one size; a rank with more cards than one set takes may serve two (D3)."""
    totals = rows[0] if len(rows) == 1 else tuple(map(sum, zip(*rows, strict=True)))
    shares = [min(size, n - used) for n in totals if n for used in range(0, n, size)]
    shares.sort(reverse=True)
    return sum(shares[:sets])


def helpers(faces: Sequence[Face], number: int, same_suit: bool = False) -> frozenset[Face]:
    """The faces of which one more lowers `missing`."""
    rows, wild = rows_of(faces, same_suit), wild_count(faces)
    now = _missing(rows, wild, number)
    found: set[Face] = set()
    if now and _missing(rows, wild + 1, number) < now:
        found |= {JOKER, *(face_at(suit, WILD_RANK) for suit in range(N_SUITS))}
    for at, rank in product(range(len(rows)), RANKS):
        if now and rank != WILD_RANK and _missing(_more(rows, at, rank), wild, number) < now:
            found |= {face_at(suit, rank) for suit in ((at,) if same_suit else range(N_SUITS))}
    return frozenset(found)


def _more(rows: Rows, at: int, rank: int) -> Rows:
    """The rows with a natural card more."""
    row = rows[at]
    return (*rows[:at], (*row[:rank], row[rank] + 1, *row[rank + 1 :]), *rows[at + 1 :])
