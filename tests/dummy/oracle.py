"""Brute force for contracts, sharing no code with the search: cards are words, melds are tried one by one.

possible("3S 3H 2D …".split(), 1, same_suit=False)      # can contract 1 be laid with these cards?
least_left(words, 1, same_suit, exact)                  # fewest points that laying can leave, or None
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

ASKED = {
    1: "S3 S3",
    2: "S3 R4",
    3: "S4 S4",
    4: "R4 R4",
    5: "S4 R4",
    6: "S3 S3 R4",
    7: "S3 R7",
    8: "S3 S3 S3",
    9: "S5 S5",
    10: "R5 R5",
    11: "S8",
    12: "R10",
}
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
VALUE = {"A": 15, "2": 50, "JK": 50, "10": 10, "J": 10, "Q": 10, "K": 10}
Hand = tuple[tuple[str, int], ...]


def value(word: str) -> int:
    """Points of a card left in hand."""
    return VALUE.get(word if word == "JK" else word[:-1], 5)


def _kind(word: str, same_suit: bool) -> str:
    """`*` for a wild card, else its rank, with the suit where suits matter."""
    if word == "JK" or word[:-1] == "2":
        return "*"
    return word if same_suit else word[:-1]


def _rank(kind: str) -> str:
    return kind[:-1] if kind[-1] in "SHDC" else kind


def _hand(counter: Counter[str]) -> Hand:
    return tuple(sorted((kind, n) for kind, n in counter.items() if n))


def possible(words: list[str], number: int, same_suit: bool = False) -> bool:
    """Whether exactly the melds of a contract can be taken out of the cards."""
    return _takes(_hand(Counter(_kind(word, same_suit) for word in words)), ASKED[number])


@cache
def _takes(hand: Hand, asked: str) -> bool:
    if not asked:
        return True
    first, _, rest = asked.partition(" ")
    melds = sets(hand, int(first[1:])) if first[0] == "S" else runs(hand, int(first[1:]))
    return any(_takes(_less(hand, meld), rest) for meld in melds)


def _less(hand: Hand, meld: Hand) -> Hand:
    counter = Counter(dict(hand))
    counter.subtract(dict(meld))
    return _hand(counter)


def sets(hand: Hand, size: int) -> Iterator[Hand]:
    """Every set of a size: some cards of one rank, at least one, and wild cards."""
    held = dict(hand)
    for rank in sorted({_rank(kind) for kind in held} - {"*"}):
        kinds = [kind for kind in held if kind != "*" and _rank(kind) == rank]
        for chosen in _some(kinds, held, size):
            n = sum(chosen.values())
            if n > 0 and size - n <= held.get("*", 0):
                yield _hand(chosen + Counter({"*": size - n}))


def _some(kinds: list[str], held: dict[str, int], most: int) -> Iterator[Counter[str]]:
    if not kinds:
        yield Counter()
        return
    for n in range(min(held[kinds[0]], most) + 1):
        for others in _some(kinds[1:], held, most - n):
            yield others + Counter({kinds[0]: n})


def runs(hand: Hand, size: int) -> Iterator[Hand]:
    """Every run of a size: a stretch of ranks of which some places, at least one, are natural and the others wild."""
    held = dict(hand)
    suits = "SHDC" if any(kind[-1] in "SHDC" for kind in held if kind != "*") else [""]
    for suit in suits:
        for at in range(len(ORDER) - size + 1):
            stretch = [rank + suit for rank in ORDER[at : at + size]]
            open_places = [i for i, kind in enumerate(stretch) if held.get(kind, 0) and not kind.startswith("2")]
            for n in range(max(1, size - held.get("*", 0)), len(open_places) + 1):
                for natural in combinations(open_places, n):
                    yield _hand(Counter([stretch[i] for i in natural] + ["*"] * (size - n)))


def least_left(words: list[str], number: int, same_suit: bool, exact: bool) -> int | None:
    """The fewest points that laying a contract can leave; one card left counts nothing, none left is not allowed."""
    start = _hand(Counter(_kind(word, same_suit) for word in words))
    return _least(start, ASKED[number], exact)


@cache
def _least(hand: Hand, asked: str, exact: bool) -> int | None:
    if not asked:
        n = sum(count for _, count in hand)
        if n <= 1:
            return None if n == 0 else 0
        return sum(count * (50 if kind == "*" else VALUE.get(_rank(kind), 5)) for kind, count in hand)
    first, _, rest = asked.partition(" ")
    size = int(first[1:])
    most = size if exact else sum(n for _, n in hand)
    found = []
    for longer in range(size, most + 1):
        if first[0] == "R" and longer > 13:
            break
        for meld in sets(hand, longer) if first[0] == "S" else runs(hand, longer):
            found.append(_least(_less(hand, meld), rest, exact))
    return min((points for points in found if points is not None), default=None)


def is_meld(words: list[str], shape: str, size: int, same_suit: bool, exact: bool) -> bool:
    """Whether cards, a run's from low to high, are the meld that a contract asks for."""
    if len(words) < size or (exact and len(words) != size):
        return False
    natural = [(i, word) for i, word in enumerate(words) if _kind(word, False) != "*"]
    if shape == "set":
        return len({word[:-1] for _, word in natural}) == 1
    if same_suit and len({word[-1] for _, word in natural}) > 1:
        return False
    stretches = [ORDER[at : at + len(words)] for at in range(15 - len(words))]
    return bool(natural) and any(all(word[:-1] == ranks[i] for i, word in natural) for ranks in stretches)
