"""Melds of three or more cards by brute force (I3, I6, I11): every subset of a small hand that is a meld is tried."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from tests.oracle.brute import JOKER, RANKS, SUITS, Hand, minus, rank, suit

NEVER = 1 << 20


@lru_cache(maxsize=1 << 16)
def is_pure(cards: Hand) -> bool:
    """Three or four identical; 3–13 in suit, the ace at one end."""
    if JOKER in cards or len(cards) < 3:
        return False
    if len(set(cards)) == 1:
        return len(cards) <= 4
    return len(cards) <= 13 and _in_some_run(cards, len(cards))


def _in_some_run(cards: Hand, length: int) -> bool:
    """Whether different cards all lie in one run of `length`."""
    if len(set(cards)) != len(cards):
        return False
    line = [*RANKS, "A"]
    runs = [{r + s for r in line[i : i + length]} for s in SUITS for i in range(len(line) - length + 1)]
    return any(run.issuperset(cards) for run in runs)


@lru_cache(maxsize=1 << 18)
def is_meld(cards: Hand, wild: frozenset[str]) -> bool:
    """I3: wild cards in the gaps of a sequence or set, or nothing but wild cards."""
    if len(cards) < 3:
        return False
    plain = tuple(card for card in cards if card not in wild)
    one_rank = len({rank(card) for card in cards if card != JOKER}) == 1
    if is_pure(cards) or (JOKER not in cards and one_rank and len({suit(c) for c in cards}) == len(cards)):
        return True
    if not plain:
        return True
    if len(plain) == len(cards):
        return False
    if len(cards) <= 13 and _in_some_run(plain, len(cards)):
        return True
    return len(cards) <= 4 and len({rank(c) for c in plain}) == 1 and len({suit(c) for c in plain}) == len(plain)


def _melds_with_first(hand: Hand, wild: frozenset[str], longest: int = 99) -> Iterator[tuple[Hand, int]]:
    """What remains beside each meld with the first card, and whether that is pure."""
    first, others = hand[0], hand[1:]
    tried = set()
    for size in range(2, min(longest, len(hand))):
        for part in combinations(others, size):
            if part not in tried:
                tried.add(part)
                if is_meld(meld := (first, *part), wild):
                    yield minus(others, part), int(is_pure(meld))


@lru_cache(maxsize=1 << 14)
def most_pure(hand: Hand, wild: frozenset[str]) -> int:
    """The most pure melds with all cards in melds, -1 where they cannot be. `hand` is sorted."""
    if not hand:
        return 0
    found = [(most_pure(rest, wild), pure) for rest, pure in _melds_with_first(hand, wild)]
    return max((most + pure for most, pure in found if most >= 0), default=-1)


def finish_distance(hand: Hand, wild: frozenset[str], supply: dict[str, int], size: int) -> int:
    """The fewest cards lacking to `size` cards in melds: every division into held parts of melds and unused cards.

    A part of a meld is completed by wild cards, which can always be had (JK stands for any of them), or, where it is
    one face, by more of it.
    """
    have = Counter(hand)

    def completions(part: Hand, lacks: int) -> Iterator[tuple[str, int]]:
        if is_meld((*part, *(JOKER,) * lacks), wild):
            yield JOKER, lacks
        if lacks and len(set(part)) == 1 and part[0] not in wild and 3 <= len(part) + lacks <= 4:
            yield part[0], lacks

    @cache
    def least(cards: Hand, places: int, drawn: tuple[tuple[str, int], ...], unused: tuple[str, ...]) -> int:
        if not cards:
            if 0 < places < 3:
                return NEVER
            kept = have - Counter(unused)
            taken = Counter(dict(drawn))
            if any(kept[card] + n > supply[card] for card, n in taken.items() if card != JOKER):
                return NEVER
            # A wild card of one's own that found no place fills one for a drawn card.
            own = min(places + sum(n for card, n in drawn if card == JOKER), sum(c in wild for c in unused))
            return places + sum(taken.values()) - own
        first, others = cards[0], cards[1:]
        best = least(others, places, drawn, tuple(sorted((*unused, first))))
        for size in range(len(others) + 1):
            for part in sorted(set(combinations(others, size))):
                for lacks in range(max(0, 3 - size - 1), places - size):
                    for card, n in completions((first, *part), lacks):
                        more = Counter(dict(drawn)) + Counter({card: n})
                        rest = minus(others, part)
                        best = min(best, least(rest, places - 1 - size - lacks, tuple(sorted(more.items())), unused))
        return best

    return least(hand, size, (), ())


@lru_cache(maxsize=1 << 14)
def least_left(
    hand: Hand, wild: frozenset[str], pure: int, points: tuple[tuple[str, int], ...], longest: int = 99
) -> int:
    """The fewest points in no meld with `pure` pure melds at least, NEVER where there are none."""
    if not hand:
        return NEVER if pure else 0
    first = hand[0]
    best = (0 if first in wild else dict(points)[first]) + least_left(hand[1:], wild, pure, points, longest)
    for rest, one in _melds_with_first(hand, wild, longest):
        best = min(best, least_left(rest, wild, max(0, pure - one), points, longest))
    return min(best, NEVER)
