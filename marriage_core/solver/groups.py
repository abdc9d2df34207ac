"""Groups of plain cards: the search behind every question after seeing.

A *group* is what plain cards put into one meld: three that are a meld, two that any one more card may complete, or
one. Every other wild card stands in for any missing card but the third of a tunnela (M2.2), so two identical cards are
a *stiff* pair: only the same face completes them, and no more copies of it may be in use than a game holds.

Cards are bits: bit i is the i-th card of the hand in order of face, and a hand in the making is a *mask*. Of several
copies the lowest is taken first, so equal hands have equal masks.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from marriage_core.cards import N_RANKS, N_SUITS, Face, rank_of, suit_of

Supply = tuple[int, ...]
Masks = tuple[int, ...]


def _near(face: Face) -> tuple[Face, ...]:
    """Faces that one wild card completes to a meld with `face`: its suit up to two ranks away, its rank elsewhere."""
    suit, rank = suit_of(face), rank_of(face)
    places = (rank, rank + N_RANKS) if rank == 1 else (rank,)
    line = {place + step for place in places for step in (-2, -1, 1, 2)}
    near = {suit * N_RANKS + (place - 1) % N_RANKS for place in line if 1 <= place <= N_RANKS + 1}
    near |= {other * N_RANKS + rank - 1 for other in range(N_SUITS) if other != suit}
    return tuple(Face(f) for f in sorted(near))


def _triples_up(face: Face) -> tuple[tuple[Face, Face], ...]:
    """The two other faces of every sequence and triplet in which `face` is the least; tunnelas are counted apart."""
    suit, rank = suit_of(face), rank_of(face)
    found = []
    if rank <= N_RANKS - 2:
        found.append((Face(face + 1), Face(face + 2)))
    if rank == 1:
        found.append((Face(face + N_RANKS - 2), Face(face + N_RANKS - 1)))
    for a, b in combinations(range(suit + 1, N_SUITS), 2):
        found.append((Face(a * N_RANKS + rank - 1), Face(b * N_RANKS + rank - 1)))
    return tuple(found)


NEAR = tuple(_near(Face(face)) for face in range(N_SUITS * N_RANKS))
TRIPLES_UP = tuple(_triples_up(Face(face)) for face in range(N_SUITS * N_RANKS))


class Groups:
    """The groups that plain cards can form. `cards` are sorted faces without printed jokers."""

    __slots__ = ("_matched", "_most", "_reached", "_spare", "cards", "copies", "everything", "near", "triples")

    def __init__(self, cards: Sequence[Face], supply: Supply) -> None:
        """`supply` bounds the copies of a face in a target."""
        self.cards = tuple(cards)
        self.everything = (1 << len(self.cards)) - 1
        place: dict[Face, int] = {}
        for i, face in enumerate(self.cards):
            place[face] = place.get(face, 0) | 1 << i
        self.copies = tuple([place[face] for face in self.cards])
        self.near = tuple([sum([place[f] for f in NEAR[face] if f in place]) for face in self.cards])
        triples: list[Masks] = []
        for face, mask in place.items():
            if mask.bit_count() > 2:
                triples.append((mask,))
            for a, b in TRIPLES_UP[face]:
                if a in place and b in place:
                    triples.append((mask, place[a], place[b]))
        self.triples = triples
        self._most = sum([min([mask.bit_count() for mask in triple]) for triple in triples])
        # How many copies of a face may be used beside a stiff pair of it and its missing third.
        doubled = [(mask, supply[face] - 3) for face, mask in place.items() if mask.bit_count() > 1]
        self._spare = {mask: spare for mask, spare in doubled if spare >= 0}
        self._matched: dict[tuple[int, int], Masks | None] = {}
        self._reached: dict[tuple[int, int, int], Masks | None] = {}

    def take(self, mask: int, triple: Masks) -> int:
        """The bits of the lowest copies of a triple, 0 where `mask` lacks one."""
        if len(triple) == 1:
            copies = triple[0] & mask
            if copies.bit_count() < 3:
                return 0
            taken = copies & -copies
            copies ^= taken
            taken |= copies & -copies
            copies &= copies - 1
            return taken | copies & -copies
        taken = 0
        for face in triple:
            copies = face & mask
            if not copies:
                return 0
            taken |= copies & -copies
        return taken

    def matching(self, mask: int, pairs: int) -> Masks | None:
        """`pairs` disjoint pairs that one wild card each completes, or None."""
        if pairs <= 0:
            return ()
        if mask.bit_count() < 2 * pairs:
            return None
        key = (mask, pairs)
        if key in self._matched:
            return self._matched[key]
        self._matched[key] = found = self._match(mask, pairs)
        return found

    def _match(self, mask: int, pairs: int) -> Masks | None:
        low = mask & -mask
        i = low.bit_length() - 1
        rest = mask ^ low
        partners = self.near[i] & rest
        while partners:
            other = partners & -partners
            found = self.matching(rest ^ other, pairs - 1)
            if found is not None:
                return (low | other, *found)
            partners &= ~self.copies[other.bit_length() - 1]
        return self.matching(rest, pairs)

    def reach(self, mask: int, groups: int, surplus: int, stiff: int = 0) -> Masks | None:
        """At most `groups` groups with `surplus` cards beyond one a group, at most `stiff` stiff pairs; or None."""
        if surplus <= 0:
            return ()
        found = self._reach_flexible(mask, groups, surplus)
        if found is None and stiff and groups:
            for copies in self._spare:
                held = copies & mask
                if held.bit_count() > 1:
                    found = self._with_stiff(mask, groups, surplus, stiff, copies)
                    if found is not None:
                        break
        return found

    def _with_stiff(self, mask: int, groups: int, surplus: int, stiff: int, copies: int) -> Masks | None:
        """As `reach`, with a stiff pair of the face `copies` and further ones of higher faces only."""
        held = copies & mask
        low = held & -held
        pair = low | (held ^ low) & -(held ^ low)
        rest, keep = mask ^ held, held ^ pair
        for _ in range(min(self._spare[copies], keep.bit_count())):
            rest |= keep & -keep
            keep &= keep - 1
        found = () if surplus <= 1 else self._reach_flexible(rest, groups - 1, surplus - 1)
        if found is None and stiff > 1 and groups > 1:
            for others in self._spare:
                if others > copies and (others & rest).bit_count() > 1:
                    found = self._with_stiff(rest, groups - 1, surplus - 1, stiff - 1, others)
                    if found is not None:
                        break
        return None if found is None else (pair, *found)

    def _reach_flexible(self, mask: int, groups: int, surplus: int) -> Masks | None:
        key = (mask, groups, surplus)
        if key not in self._reached:
            self._reached[key] = self._pack(mask, groups, surplus)
        return self._reached[key]

    def _pack(self, mask: int, groups: int, surplus: int) -> Masks | None:
        least = surplus - groups
        if least > groups or least > self._most:
            return None
        return self._pack_from(mask, groups, surplus, 0)

    def _pack_from(self, mask: int, groups: int, surplus: int, start: int) -> Masks | None:
        """Triples from number `start` on, then pairs. A triple has two cards beyond one, a pair has one."""
        if surplus <= groups:
            found = self.matching(mask, surplus)
            if found is not None:
                return found
        for at in range(start, len(self.triples)):
            taken = self.take(mask, self.triples[at])
            if taken:
                found = self._pack_from(mask ^ taken, groups - 1, surplus - 2, at)
                if found is not None:
                    return (taken, *found)
        return None

    def faces(self, mask: int) -> tuple[Face, ...]:
        """The faces of a mask."""
        return tuple(self.cards[i] for i in bits(mask))

    def distinct(self, mask: int) -> Iterator[int]:
        """One bit for each distinct face in a mask, the lowest copy."""
        while mask:
            low = mask & -mask
            yield low
            mask &= ~self.copies[low.bit_length() - 1]


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
