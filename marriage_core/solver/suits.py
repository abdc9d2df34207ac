"""One suit at a time: pure melds never leave their suit, so everything about them splits into four small questions.

A *key* is one suit's counts, four bits a rank, the ace lowest. Counts reach four, so bit 3 of each rank is free and
all thirteen ranks are compared, added or tested in one step.

The *vector* of a suit is the fewest cards that it lacks to hold 0, 1, 2 and 3 pure melds. One meld more never costs
more than three cards, so a vector is three steps of 0–3 each and its *code* is a number below 64.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from marriage_core.cards import N_RANKS, N_SUITS, Face
from marriage_core.melds import Meld

Keys = tuple[int, int, int, int]
Vector = tuple[int, int, int, int]

RANK_BITS = 4
SUIT_BITS = RANK_BITS * N_RANKS
SUIT_MASK = (1 << SUIT_BITS) - 1
ONES = SUIT_MASK // 15
TOPS = ONES << 3
UNIT = tuple(1 << RANK_BITS * face for face in range(N_SUITS * N_RANKS + 1))
MOST_SEEN = 3
# Entries of a table before it is emptied: 140 bytes each.
TABLE_SIZE = 1 << 15

# The 25 pure melds of a suit as ranks 0–12: twelve sequences by first rank (the last is Q K A), thirteen tunnelas.
N_SEQUENCES = N_RANKS - 1
PURE_RANKS = tuple((r, r + 1, (r + 2) % N_RANKS) for r in range(N_SEQUENCES)) + tuple((r,) * 3 for r in range(N_RANKS))
PURE_KEYS = tuple(sum(UNIT[rank] for rank in ranks) for ranks in PURE_RANKS)
_STARTS = ONES >> RANK_BITS
_EVEN = sum(15 << shift for shift in range(0, SUIT_BITS, 2 * RANK_BITS))


def suit_keys(faces: Iterable[Face]) -> Keys:
    """The four suits' keys; printed jokers are left out, they are in no pure meld (M2.5)."""
    key = sum(map(UNIT.__getitem__, faces))
    return key & SUIT_MASK, key >> 52 & SUIT_MASK, key >> 104 & SUIT_MASK, key >> 156 & SUIT_MASK


def _cards(key: int) -> int:
    """The number of cards: ranks added in twos fill bytes, and bytes add up modulo 255."""
    return ((key & _EVEN) + (key >> RANK_BITS & _EVEN)) % 255


def _flags(key: int, least: int) -> int:
    """One bit (the lowest) for each rank with at least `least` copies."""
    return (key + (8 - least) * ONES & TOPS) >> 3


def _ranks(flags: int) -> Iterator[int]:
    while flags:
        low = flags & -flags
        yield low.bit_length() >> 2
        flags ^= low


def _sequence_flags(key: int) -> tuple[int, int]:
    """The first ranks of sequences held whole, and of those held but for one card."""
    line = _flags(key, 1)
    line |= (line & 1) << SUIT_BITS
    second, third = line >> RANK_BITS, line >> 2 * RANK_BITS
    whole = line & second & third & _STARTS
    return whole, (line & second | line & third | second & third) & _STARTS & ~whole


def contained(key: int) -> list[int]:
    """The pure melds whose cards a suit holds, as indices into PURE_KEYS."""
    whole, _ = _sequence_flags(key)
    return [*_ranks(whole), *(N_SEQUENCES + rank for rank in _ranks(_flags(key, 3)))]


@lru_cache(maxsize=1 << 12)
def most_pure(key: int, first: int = 0) -> int:
    """The most disjoint pure melds in a suit, of those with an index from `first` on."""
    best = 0
    for i in contained(key):
        if i >= first:
            best = max(best, 1 + most_pure(key - PURE_KEYS[i], i))
            if best == _cards(key) // 3:
                break
    return best


def ways(key: int, count: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Every multiset of `count` pure melds that a suit holds at once, as ascending indices into PURE_KEYS."""
    if count == 0:
        yield ()
        return
    for i in contained(key):
        if i >= first:
            for rest in ways(key - PURE_KEYS[i], count - 1, i):
                yield (i, *rest)


def meld_of(suit: int, index: int) -> Meld:
    """The faces of a suit's pure meld in the order of play."""
    return tuple([Face(suit * N_RANKS + rank) for rank in PURE_RANKS[index]])


class _Targets:
    """For 0–3 melds the most held cards in a target of melds that each use two or more of them, and its melds.

    A target's melds are taken in turn, each using what the earlier ones left. That counts Σ min(wanted, held) whatever
    the order, so only ascending choices are tried: whole melds, then those with two cards.
    """

    __slots__ = ("_bound", "_cards", "_melds", "_whole", "held", "picked")

    def __init__(self, key: int, packs: int) -> None:
        whole, two = _sequence_flags(key)
        three = _flags(key, 3)
        melds = [N_SEQUENCES + rank for rank in _ranks(three)]
        melds += _ranks(whole)
        self._whole = len(melds)
        melds += _ranks(two)
        melds += [N_SEQUENCES + rank for rank in _ranks(_flags(key, 2) ^ three)]
        self._melds = melds
        self._bound = (7 - packs) * ONES
        self._cards = _cards(key)
        self.held = [0] * (MOST_SEEN + 1)
        self.picked: list[tuple[int, ...]] = [()] * (MOST_SEEN + 1)
        self._search(key, 0, 0, 0, ())

    def _hopeless(self, held: int, most: int, count: int) -> bool:
        """Whether melds of at most `most` cards each better nothing from `count` melds on."""
        return held + most <= self.held[count] and (count == MOST_SEEN or self._hopeless(held + most, most, count + 1))

    def _search(self, rest: int, wanted: int, start: int, held: int, picked: tuple[int, ...]) -> None:
        count = len(picked) + 1
        best = self.held
        if self._cards - held < 2:
            return
        for at in range(start, len(self._melds)):
            most = 3 if at < self._whole else 2
            if held + most <= best[count] and (count == MOST_SEEN or self._hopeless(held + most, most, count + 1)):
                return
            meld = self._melds[at]
            part = PURE_KEYS[meld]
            if wanted + part + self._bound & TOPS:
                continue
            if meld < N_SEQUENCES:
                used = (rest + 7 * ONES & TOPS & part << 3) >> 3
                gain = used.bit_count()
            else:
                gain = min(3, rest >> RANK_BITS * (meld - N_SEQUENCES) & 7)
                used = gain * UNIT[meld - N_SEQUENCES]
            if gain < 2:
                continue
            now = (*picked, meld)
            if held + gain > best[count]:
                best[count] = held + gain
                self.picked[count] = now
            if count < MOST_SEEN:
                self._search(rest - used, wanted + part, at, held + gain, now)


def vector(key: int, packs: int) -> Vector:
    """The fewest cards a suit lacks to hold 0, 1, 2 and 3 pure melds, no face used more than `packs` times.

    Melds with a single held card come last: with at most three melds some meld can always take one card more.
    """
    cards = _cards(key)
    held = _Targets(key, packs).held
    for count in range(1, MOST_SEEN + 1):
        held[count] = max(held[count], min(held[count - 1] + 1, cards))
    return 0, 3 - held[1], 6 - held[2], 9 - held[3]


def targets(key: int, count: int, packs: int) -> list[tuple[int, ...]]:
    """Targets of `count` melds behind `vector`: those melds with two or more held cards, the whole ones first."""
    found = _Targets(key, packs)
    cards = _cards(key)
    held = [min(found.held[n] + count - n, cards) for n in range(count + 1)]
    return [found.picked[n] for n in range(count + 1) if held[n] == max(held)]


def _code(vector: Sequence[int]) -> int:
    return vector[1] << 4 | vector[2] - vector[1] << 2 | vector[3] - vector[2]


# The vectors of all codes, and the code of two suits together by their codes.
VECTORS: tuple[Vector, ...] = tuple((0, a, a + b, a + b + c) for a, b, c in product(range(4), repeat=3))


def _joined(left: Vector, right: Vector) -> int:
    _, a, b, c = left
    _, x, y, z = right
    return _code((0, min(a, x), min(b, a + x, y), min(c, b + x, a + y, z)))


JOINED = tuple(bytes([_joined(left, right) for right in VECTORS]) for left in VECTORS)


class _Codes(dict[int, int]):
    """The vector codes of suits, by key; worked out when first asked for."""

    def __init__(self, packs: int) -> None:
        super().__init__()
        self.packs = packs

    def __missing__(self, key: int) -> int:
        if len(self) >= TABLE_SIZE:
            self.clear()
        self[key] = code = _code(vector(key, self.packs))
        return code


CODES = {packs: _Codes(packs) for packs in (3, 4)}


@lru_cache(maxsize=1 << 12)
def changes(key: int, packs: int) -> tuple[tuple[int, int], ...]:
    """What one card more does to a suit: (code, mask of the ranks 0–12 that lead to it) for every other code."""
    codes = CODES[packs]
    now = codes[key]
    found: dict[int, int] = {}
    for rank in range(N_RANKS):
        unit = UNIT[rank]
        if key // unit & 7 < packs:
            code = codes[key + unit]
            if code != now:
                found[code] = found.get(code, 0) | 1 << rank
    return tuple(found.items())
