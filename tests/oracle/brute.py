"""The rule book by brute force (M1–M3, M5, M7, M8). Imports nothing of ours, so that it can disagree.

Cards are texts: "10C", "JK". A hand is a list of them. Every answer enumerates melds as M2 defines them and tries all
choices, cutting only what cannot win by simple counting. Slow, and meant to be believed.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
JOKER = "JK"
Hand = tuple[str, ...]
COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


# M3: the wild cards


@cache
def wild_cards(tiplu: str) -> frozenset[str]:
    """M3.2 and M3.3: tiplu, its two neighbours on the circle, its rank in the other suits, printed jokers."""
    at = RANKS.index(rank(tiplu))
    neighbours = {RANKS[(at + step) % 13] + suit(tiplu) for step in (-1, 0, 1)}
    return frozenset(neighbours | {rank(tiplu) + s for s in SUITS} | {JOKER})


# M2: melds


@cache
def is_sequence(cards: Hand) -> bool:
    """Three of a suit in a row. A-2-3 and Q-K-A, never K-A-2."""
    if JOKER in cards or len({suit(card) for card in cards}) != 1:
        return False
    ranks = {rank(card) for card in cards}
    line = [*RANKS, "A"]
    return any(ranks == set(line[i : i + 3]) for i in range(12))


def is_tunnela(cards: Hand) -> bool:
    return JOKER not in cards and len(set(cards)) == 1


@cache
def is_triplet(cards: Hand) -> bool:
    """One rank in three different suits."""
    return JOKER not in cards and len({rank(card) for card in cards}) == 1 and len({suit(c) for c in cards}) == 3


def is_pure(cards: Hand) -> bool:
    return is_sequence(cards) or is_tunnela(cards)


@lru_cache(maxsize=1 << 18)
def is_meld(cards: Hand, wild: frozenset[str]) -> bool:
    """M2's table. A wild card stands in for a card of a sequence or a triplet, never of a tunnela (M2.2)."""
    if is_pure(cards) or is_triplet(cards):
        return True
    wilds = [card for card in cards if card in wild]
    if len(wilds) != 1:
        return len(wilds) > 1
    return one_card_completes(tuple(sorted(card for card in cards if card not in wild)))


@cache
def one_card_completes(plain: Hand) -> bool:
    return any(is_sequence((*plain, card)) or is_triplet((*plain, card)) for card in DECK)


PURE_MELDS: list[Hand] = [m for m in combinations_with_replacement(DECK, 3) if is_pure(m)]


@lru_cache(maxsize=64)
def all_melds(tiplu: str) -> tuple[Hand, ...]:
    """Every meld there is for one who has seen this tiplu."""
    wild = wild_cards(tiplu)
    return tuple(m for m in combinations_with_replacement([*DECK, JOKER], 3) if is_meld(m, wild))


@lru_cache(maxsize=64)
def melds_with(tiplu: str) -> dict[str, list[Hand]]:
    """The melds that each card is in."""
    found: dict[str, list[Hand]] = {card: [] for card in [*DECK, JOKER]}
    for meld in all_melds(tiplu):
        for card in set(meld):
            found[card].append(meld)
    return found


# Questions


def held(part: Hand, hand: Counter[str]) -> bool:
    return all(hand[card] >= n for card, n in Counter(part).items())


def minus(hand: Hand, part: Hand) -> Hand:
    rest = list(hand)
    for card in part:
        rest.remove(card)
    return tuple(rest)


def dublees(hand: Hand) -> int:
    """M2.4: two identical cards; four copies hold two."""
    return sum(n // 2 for card, n in Counter(hand).items() if card != JOKER)


def pure_packings(hand: Hand, count: int, start: int = 0) -> Iterator[Hand]:
    """Every way to take `count` pure melds at once, each as the cards taken."""
    if count == 0:
        yield ()
        return
    left = Counter(hand)
    for i in range(start, len(PURE_MELDS)):
        if held(PURE_MELDS[i], left):
            for more in pure_packings(minus(hand, PURE_MELDS[i]), count - 1, i):
                yield PURE_MELDS[i] + more


def max_pure(hand: Hand) -> int:
    """The most disjoint pure melds; suits do not share melds, so each is searched alone."""
    return sum(_most(tuple(sorted(card for card in hand if card != JOKER and suit(card) == s))) for s in SUITS)


@lru_cache(maxsize=1 << 16)
def _most(cards: Hand) -> int:
    """The first card is in one of the melds or in none."""
    if len(cards) < 3:
        return 0
    first, others = cards[0], cards[1:]
    best = _most(others)
    for i, a in enumerate(others):
        for b in others[i + 1 :]:
            if is_pure(tuple(sorted((first, a, b)))):
                best = max(best, 1 + _most(minus(others, (a, b))))
    return best


def can_see(hand: Hand, need: int = 3) -> bool:
    """M7.1."""
    return next(pure_packings(hand, need), None) is not None


def see_distance(hand: Hand, need: int, packs: int) -> int:
    """The fewest cards lacking to any `need` pure melds that use no face more than `packs` times.

    All multisets of pure melds are tried, nearest melds first; melds that share cards lack no less together than alone.
    """
    have = Counter(hand)
    alone = sorted((lacking(Counter(meld), have), meld) for meld in PURE_MELDS)
    best = 3 * need

    def search(start: int, left: int, target: Counter[str]) -> None:
        nonlocal best
        now = lacking(target, have)
        if left == 0:
            best = min(best, now)
            return
        for i in range(start, len(alone)):
            if now + alone[i][0] * left >= best:
                return
            more = target + Counter(alone[i][1])
            if max(more.values()) <= packs:
                search(i, left - 1, more)

    search(0, need, Counter())
    return best


def lacking(target: Counter[str], have: Counter[str]) -> int:
    return sum(max(0, n - have[card]) for card, n in target.items())


@lru_cache(maxsize=1 << 16)
def all_in_melds(hand: Hand, wild: frozenset[str]) -> bool:
    """Whether all cards go into melds: the first card is in one of them. `hand` is sorted."""
    if not hand:
        return True
    first, others = hand[0], hand[1:]
    tried = set()
    for i, a in enumerate(others):
        for j in range(i + 1, len(others)):
            b = others[j]
            if (a, b) not in tried:
                tried.add((a, b))
                rest = others[:i] + others[i + 1 : j] + others[j + 1 :]
                if is_meld(tuple(sorted((first, a, b))), wild) and all_in_melds(rest, wild):
                    return True
    return False


def finishing_discards(hand: Hand, tiplu: str, pure: int) -> set[str]:
    """M8.1: the cards whose discard leaves melds only, `pure` of them laid as pure melds first."""
    wild = wild_cards(tiplu)
    found: set[str] = set()
    rests = {tuple(sorted(minus(hand, laid))) for laid in pure_packings(hand, pure)}
    for rest in rests:
        for card in set(rest) - found:
            if all_in_melds(minus(rest, (card,)), wild):
                found.add(card)
    return found


def finish_distance(hand: Hand, tiplu: str, supply: dict[str, int], melds: int = 4) -> int:
    """The fewest cards lacking to `melds` melds of any kind, no face used more often than `supply` has it.

    Each meld of a target is a part that is held and a part that is lacking. All choices of disjoint held parts are
    tried, those that lack least first; whether what they lack can be had at all is tried meld by meld.
    """
    have = Counter(hand)
    completions: dict[Hand, dict[Hand, None]] = {(): dict.fromkeys(all_melds(tiplu))}
    for meld in {meld for card in have for meld in melds_with(tiplu)[card]}:
        own = [i for i in range(3) if have[meld[i]] > meld[:i].count(meld[i])]
        for size in range(1, len(own) + 1):
            for chosen in combinations(own, size):
                part = tuple(meld[i] for i in chosen)
                completions.setdefault(part, {})[tuple(meld[i] for i in range(3) if i not in chosen)] = None
    parts = sorted(completions, key=lambda part: (3 - len(part), part))

    def can_be_had(chosen: list[Hand], target: Counter[str]) -> bool:
        """Whether every chosen part can be completed at once within the supply, the scarcest first."""
        if any(n > supply[card] for card, n in target.items()):
            return False
        if not chosen:
            return True
        part, rest = chosen[0], chosen[1:]
        return any(can_be_had(rest, target + Counter(lacks)) for lacks in completions[part])

    def search(start: int, left: int, budget: int, free: Counter[str], chosen: list[Hand]) -> bool:
        if left == 0:
            scarce = sorted(chosen, key=lambda part: len(completions[part]))
            return can_be_had(scarce, sum((Counter(part) for part in chosen), Counter()))
        for i in range(start, len(parts)):
            lacks = 3 - len(parts[i])
            if lacks * left > budget:
                return False
            if held(parts[i], free) and search(
                i, left - 1, budget - lacks, free - Counter(parts[i]), [*chosen, parts[i]]
            ):
                return True
        return False

    return next(d for d in range(3 * melds + 1) if search(0, melds, d, have, []))
