"""Finishing: all cards in melds but the last discard (M8.1).

All cards of a hand are covered meld by meld, always the lowest plain card first, and what remains is remembered: hands
with many melds lead to few different remainders. A wild card in a meld is one of two things: itself in a pure meld
(M2.1), or *owed*, any wild card whatever; which one is owed is settled last, so none is owed that a pure meld needs.
"""

from collections.abc import Sequence

from marriage_core.cards import JOKER, N_RANKS, N_SUITS, Face
from marriage_core.melds import MELD_SIZE, Meld, in_order, is_pure
from marriage_core.solver.distance import FINISH_MELDS
from marriage_core.solver.groups import NEAR, TRIPLES_UP
from marriage_core.solver.see import max_pure

# For each number of pure melds 0–3 the cards whose discard leaves at least so many, as a mask.
Discards = tuple[int, int, int, int]
_MOST_PURE = 3

_SUITS = range(0, N_SUITS * N_RANKS, N_RANKS)
_SUIT = (1 << N_RANKS) - 1
_ACES = sum(1 << first for first in _SUITS)
_STARTS = _ACES * (_SUIT >> 2)
_ACE_HIGH = 1 | 1 << 11 | 1 << 12
_BITS = tuple(1 << face for face in range(N_SUITS * N_RANKS + 1))


def _triples() -> tuple[tuple[tuple[Face, Face, int], ...], ...]:
    """For each face the two other faces of every sequence (1: pure) and triplet (0) that it is in."""
    triples: list[list[tuple[Face, Face, int]]] = [[] for _ in NEAR]
    for least, ups in enumerate(TRIPLES_UP):
        for a, b in ups:
            pure = int(a // N_RANKS == least // N_RANKS)
            triples[least].append((a, b, pure))
            triples[a].append((Face(least), b, pure))
            triples[b].append((Face(least), a, pure))
    return (*(tuple(found) for found in triples), ())


_TRIPLES = _triples()
_NEAR = (*NEAR, ())


def _fewer_triples(plain: Sequence[Face], least: int) -> bool:
    """Whether plain cards surely hold fewer than `least` disjoint triples; a cheap first look.

    Faces held more than once are taken to be there for every triple, so the answer errs towards False.
    """
    distinct = set(plain)
    mask = sum(map(_BITS.__getitem__, distinct))
    single = mask
    if len(distinct) < len(plain):
        for face in distinct:
            copies = plain.count(face)
            if copies > 1:
                single ^= _BITS[face]
                least -= copies > 2
    if least <= 0:
        return False
    triples = [low * 7 & single for low in _lowest(mask & mask >> 1 & mask >> 2 & _STARTS)]
    triples += [low * _ACE_HIGH & single for low in _lowest(mask & mask >> 11 & mask >> 12 & _ACES)]
    spades, hearts, diamonds, clubs = mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39
    for low in _lowest(spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)):
        rank = low * _ACES & single
        if spades & hearts & diamonds & clubs & low:
            # Any one of four may be left out; two more copies make a second triplet.
            least -= 1 if rank.bit_count() > 2 else 2
        else:
            triples.append(rank)
    return least > 0 and all(triples) and not _has_disjoint(triples, least, 0)


def _lowest(mask: int) -> list[int]:
    """The bits of a mask, each alone."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


def _has_disjoint(masks: Sequence[int], count: int, used: int) -> bool:
    """Whether `count` of the masks share no bit with each other nor with `used`."""
    if count > len(masks):
        return False
    for at, mask in enumerate(masks):
        if not mask & used and (count == 1 or _has_disjoint(masks[at + 1 :], count - 1, used | mask)):
            return True
    return False


class _Cover:
    """The ways to put a hand's cards into melds. Masks are bits of sorted cards, the lowest copy taken first."""

    __slots__ = ("_cards", "_choices", "_discards", "_most", "_place", "_plain", "_wild", "_wild_most", "everything")

    def __init__(self, faces: Sequence[Face], wilds: frozenset[Face]) -> None:
        self._cards = cards = sorted(faces)
        self.everything = (1 << len(cards)) - 1
        place: dict[Face, int] = {}
        self._plain = 0
        for i, face in enumerate(cards):
            place[face] = place.get(face, 0) | 1 << i
            if face not in wilds:
                self._plain |= 1 << i
        self._place = place
        self._wild = self.everything ^ self._plain
        self._choices: dict[Face, tuple[list[tuple[int, int, int]], list[int]]] = {}
        self._most: dict[tuple[int, int], int] = {}
        self._wild_most: dict[tuple[int, int], int] = {}
        self._discards: dict[tuple[int, int], Discards] = {}

    def _melds_with(self, low: int) -> tuple[list[tuple[int, int, int]], list[int]]:
        """For a plain card: its (copies, copies, pure) partners in triples, and its partners in pairs.

        A triplet with a wild card at its own face is a pair with a wild card, so triplets are plain (M2.1).
        """
        face = self._cards[low.bit_length() - 1]
        found = self._choices.get(face)
        if found is None:
            place, plain = self._place, self._plain
            triples = [(place[face], place[face], 1)] if place[face].bit_count() >= MELD_SIZE else []
            for a, b, pure in _TRIPLES[face]:
                if a in place and b in place and (pure or (place[a] & plain and place[b] & plain)):
                    triples.append((place[a], place[b], pure))
            pairs = [place[a] for a in _NEAR[face] if a in place and place[a] & plain]
            self._choices[face] = found = (triples, pairs)
        return found

    def _steps(self, mask: int, owed: int) -> list[tuple[int, int, int]]:
        """What can become of the lowest plain card: (the remaining mask, wild cards owed then, pure melds made)."""
        wild = mask & self._wild
        plain = mask ^ wild
        low = plain & -plain
        rest = mask ^ low
        free = wild.bit_count() - owed
        triples, pairs = self._melds_with(low)
        steps = []
        for first, second, pure in triples:
            a = first & rest
            a &= -a
            b = second & (rest ^ a)
            b &= -b
            if a and b and ((a | b) & wild).bit_count() <= free:
                steps.append((rest ^ a ^ b, owed, pure))
        if free:
            for copies in pairs:
                a = copies & rest
                if a:
                    steps.append((rest ^ a & -a, owed + 1, 0))
            if free > 1:
                steps.append((rest, owed + 2, 0))
        return steps

    def most_pure(self, mask: int, owed: int = 0) -> int:
        """The most pure melds when all of `mask` but `owed` of its wild cards is in melds, -1 where that cannot be."""
        key = (mask, owed)
        found = self._most.get(key)
        if found is None:
            if mask & self._plain:
                found = -1
                for rest, then, pure in self._steps(mask, owed):
                    most = self.most_pure(rest, then)
                    if most >= 0 and most + pure > found:
                        found = most + pure
            else:
                found = self._most_wild(mask, (mask.bit_count() - owed) // MELD_SIZE)
            self._most[key] = found
        return found

    def _most_wild(self, mask: int, melds: int) -> int:
        """The most pure melds among wild cards, at most `melds`."""
        key = (mask, melds)
        found = self._wild_most.get(key)
        if found is None:
            rests = self._wild_pure(mask) if melds else []
            self._wild_most[key] = found = max([1 + self._most_wild(rest, melds - 1) for rest in rests], default=0)
        return found

    def _wild_pure(self, mask: int) -> list[int]:
        """What remains of wild cards beside each of the pure melds among them."""
        rests = []
        for face, copies in self._place.items():
            here = copies & mask
            if not here or face == JOKER:
                continue
            if here.bit_count() >= MELD_SIZE:
                second = here & here - 1
                third = second & second - 1
                rests.append(mask ^ here | third & third - 1)
            for a, b in TRIPLES_UP[face]:
                second, third = self._place.get(a, 0) & mask, self._place.get(b, 0) & mask
                if a // N_RANKS == face // N_RANKS and second and third:
                    rests.append(mask ^ (here & -here) ^ (second & -second) ^ (third & -third))
        return rests

    def discards(self, mask: int, owed: int = 0) -> Discards:
        """The discards after which all else but `owed` wild cards is in melds."""
        key = (mask, owed)
        found = self._discards.get(key)
        if found is None:
            self._discards[key] = found = self._find_discards(mask, owed)
        return found

    def _find_discards(self, mask: int, owed: int) -> Discards:
        plain = mask & self._plain
        least = [0, 0, 0, 0]
        if plain:
            lows = [plain & -plain]
        else:
            # Of wild cards alone one more is left than fills melds and debts.
            lows = [here & -here for here in [copies & mask for copies in self._place.values()] if here]
        for low in lows:
            for pure in range(min(self.most_pure(mask ^ low, owed), _MOST_PURE) + 1):
                least[pure] |= low
        if plain:
            for rest, then, pure in self._steps(mask, owed):
                some = self.discards(rest, then)
                least[0] |= some[0]
                least[1] |= some[1 - pure]
                least[2] |= some[2 - pure]
                least[3] |= some[3 - pure]
        return least[0], least[1], least[2], least[3]

    def faces(self, mask: int) -> list[Face]:
        """The faces of a mask."""
        return [face for i, face in enumerate(self._cards) if mask >> i & 1]

    def melds(self, pure: int) -> list[list[Face]] | None:
        """All cards in melds, at least `pure` of them pure; wild cards that are owed are dealt out last."""
        if self.most_pure(self.everything) < pure:
            return None
        mask, owed, left = self.everything, 0, pure
        parts: list[list[Face]] = []
        while mask & self._plain:
            steps = self._steps(mask, owed)
            rest, owed, one = next(s for s in steps if self.most_pure(s[0], s[1]) >= max(0, left - s[2]))
            parts.append(self.faces(mask ^ rest))
            mask, left = rest, max(0, left - one)
        melds = (mask.bit_count() - owed) // MELD_SIZE
        while left:
            rest = next(r for r in self._wild_pure(mask) if 1 + self._most_wild(r, melds - 1) >= left)
            parts.append(self.faces(mask ^ rest))
            mask, left, melds = rest, left - 1, melds - 1
        wild = self.faces(mask)
        for part in parts:
            gap = MELD_SIZE - len(part)
            part += wild[:gap]
            del wild[:gap]
        return parts + [wild[i : i + MELD_SIZE] for i in range(0, len(wild), MELD_SIZE)]


def finish(
    faces: Sequence[Face], wilds: frozenset[Face], melds: int = FINISH_MELDS, pure: int = 0
) -> tuple[Meld, ...] | None:
    """All of 3·`melds` faces in melds, at least `pure` (0–3) of them pure and those first; None where none (M8.1)."""
    if len(faces) != MELD_SIZE * melds:
        return None
    found = _Cover(faces, wilds).melds(pure)
    if found is None:
        return None
    laid = [in_order(part, wilds) for part in found]
    return tuple(sorted(laid, key=lambda meld: not is_pure(meld)))


def finishing_discards(
    faces: Sequence[Face], wilds: frozenset[Face], melds: int = FINISH_MELDS, pure: int = 0
) -> tuple[Face, ...]:
    """Every face of 3·`melds` + 1 whose discard leaves a finish, in order of face (M8.1). `pure` is 0–3."""
    if len(faces) != MELD_SIZE * melds + 1 or (pure and max_pure(faces) < pure):
        return ()
    if not pure:
        plain = [face for face in faces if face not in wilds]
        if _fewer_triples(plain, len(plain) - 1 - 2 * melds):
            return ()
    cover = _Cover(faces, wilds)
    return tuple(dict.fromkeys(cover.faces(cover.discards(cover.everything)[pure])))
