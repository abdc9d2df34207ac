"""Ten kinds of hands, each a function of its number: the generator is seeded by hashing, never by counting up."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from tests.oracle.brute import DECK, JOKER, PURE_MELDS, RANKS, SUITS, Hand, is_meld, rank, suit, wild_cards


@dataclass(frozen=True)
class Case:
    """A hand to ask about: of 22 cards before seeing or 13 after it (M7.1), in some game."""

    kind: str
    number: int
    hand: Hand
    tiplu: str
    packs: int
    printed_jokers: int

    @property
    def seen(self) -> bool:
        return len(self.hand) < 20

    @property
    def supply(self) -> dict[str, int]:
        most = dict.fromkeys(DECK, self.packs) | {JOKER: self.printed_jokers}
        most[self.tiplu] -= 1
        return most

    def __str__(self) -> str:
        game = f"{self.packs} packs, {self.printed_jokers} jokers, tiplu {self.tiplu}"
        return f"{self.kind} {self.number}, {game}: {' '.join(self.hand)}"


class _Box:
    """The cards that are still to be had."""

    def __init__(self, chance: Random, tiplu: str, packs: int, printed_jokers: int) -> None:
        self.chance, self.tiplu = chance, tiplu
        self.left = Counter(dict.fromkeys(DECK, packs) | {JOKER: printed_jokers})
        self.left[tiplu] -= 1
        self.wild = wild_cards(tiplu)

    def draw(self, n: int, among: Callable[[str], bool] = lambda _card: True) -> list[str]:
        cards = [card for card in sorted(self.left.elements()) if among(card)]
        drawn = self.chance.sample(cards, min(n, len(cards)))
        self.left -= Counter(drawn)
        return drawn

    def take(self, cards: Hand) -> bool:
        """Takes these very cards, if all are to be had."""
        if any(self.left[card] < n for card, n in Counter(cards).items()):
            return False
        self.left -= Counter(cards)
        return True


def _filled(box: _Box, size: int, cards: list[str], among: Callable[[str], bool] = lambda _card: True) -> list[str]:
    cards = cards[:size]
    cards += box.draw(size - len(cards), among)
    return cards + box.draw(size - len(cards))


def _friends(card: str, hand: list[str]) -> int:
    """How much a hand likes a card: a crude player's eye."""
    liked = 0
    for other in hand:
        if suit(other) == suit(card) and JOKER not in (card, other):
            gap = abs(RANKS.index(rank(other)) - RANKS.index(rank(card)))
            liked += 3 if gap <= 1 else 1 if gap == 2 else 0
    return liked


def _random(box: _Box, size: int) -> list[str]:
    return box.draw(size)


def _mid(box: _Box, size: int) -> list[str]:
    """After some turns of a player who keeps what has company."""
    hand = box.draw(size)
    for _ in range(box.chance.randint(5, 30)):
        hand.remove(min(hand, key=lambda card: (_friends(card, hand), card)))
        hand += box.draw(1)
    return hand


def _one_suit(box: _Box, size: int) -> list[str]:
    chosen = box.chance.choice(SUITS)
    return _filled(box, size, [], lambda card: suit(card) == chosen)


def _two_suits(box: _Box, size: int) -> list[str]:
    chosen = box.chance.sample(SUITS, 2)
    return _filled(box, size, [], lambda card: suit(card) in chosen)


def _aces_and_faces(box: _Box, size: int) -> list[str]:
    high = set(box.chance.choice([["A", "Q", "K", "J"], ["A", "2", "3", "K", "Q"], ["A", "2", "Q", "K"]]))
    return _filled(box, size, box.draw(size - 3, lambda card: card != JOKER and rank(card) in high))


def _wild(box: _Box, size: int) -> list[str]:
    return _filled(box, size, box.draw(box.chance.randint(4, 11), lambda card: card in box.wild))


def _same(box: _Box, size: int, copies: int) -> list[str]:
    hand: list[str] = []
    for card in box.chance.sample(DECK, size // copies - box.chance.randint(0, 3)):
        if box.take((card,) * copies):
            hand += [card] * copies
    return _filled(box, size, hand)


def _tunnelas(box: _Box, size: int) -> list[str]:
    return _same(box, size, 3)


def _pairs(box: _Box, size: int) -> list[str]:
    return _same(box, size, 2)


def _finish(box: _Box, size: int) -> list[str]:
    """Melds and one card: three pure ones first where the hand is a whole one."""
    hand: list[str] = []
    while len(hand) < size - 1:
        if len(hand) < size - 13:
            meld = box.chance.choice(PURE_MELDS)
        else:
            meld = _any_meld(box)
        if box.take(meld):
            hand += meld
    return _filled(box, size, hand)


def _any_meld(box: _Box) -> Hand:
    while True:
        first = box.chance.choice(DECK)
        near = [card for card in DECK if suit(card) == suit(first) or rank(card) == rank(first)]
        third = box.chance.choice(sorted(box.wild) if box.chance.random() < 0.4 else near)
        meld = tuple(sorted((first, box.chance.choice(near), third)))
        if is_meld(meld, box.wild):
            return meld


def _one_off(box: _Box, size: int) -> list[str]:
    hand = _finish(box, size)
    hand.remove(box.chance.choice(hand))
    return _filled(box, size, hand)


KINDS: dict[str, Callable[[_Box, int], list[str]]] = {
    "random": _random,
    "mid-game": _mid,
    "one suit": _one_suit,
    "two suits": _two_suits,
    "aces and faces": _aces_and_faces,
    "many wild cards": _wild,
    "many tunnelas": _tunnelas,
    "pairs": _pairs,
    "planted finish": _finish,
    "one card off": _one_off,
}
SIZES = (22, 13)


def case(kind: str, number: int) -> Case:
    """The `number`-th hand of a kind, whole and after seeing in turn; one in five with four packs, one with jokers."""
    return _case(kind, number, SIZES[number % 2])


def small_case(kind: str, number: int) -> Case:
    """A hand of nine to eleven cards, small enough to try everything."""
    return _case(kind, number, 9 + number % 3)


def _case(kind: str, number: int, size: int) -> Case:
    chance = Random(int.from_bytes(sha256(f"{kind}:{number}".encode()).digest()))
    packs = 4 if chance.random() < 0.2 else 3
    printed_jokers = chance.randint(1, 6) if chance.random() < 0.2 else 0
    tiplu = chance.choice(DECK)
    hand = KINDS[kind](_Box(chance, tiplu, packs, printed_jokers), size)
    chance.shuffle(hand)
    return Case(kind, number, tuple(hand), tiplu, packs, printed_jokers)
