"""Cards as people read them: grouped, never only by colour (F55)."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from marriage_core.cards import JOKER, SYMBOLS, Face, pretty, rank_of, suit_of
from marriage_core.cards import RANKS as RANK_TEXT

Groups = tuple[tuple[Face, ...], ...]

BETWEEN = "  │  "
"""What stands between groups."""


def one(face: Face) -> str:
    """One card: `10♣`, `🃏`."""
    return pretty(face)


def group(faces: Iterable[Face]) -> str:
    """Cards that belong together: `4♥ 5♥ 6♥`."""
    return " ".join(pretty(face) for face in faces)


def groups(melds: Iterable[Sequence[Face]]) -> str:
    """Several groups: `4♥ 5♥ 6♥ │ 9♣ 9♣ 9♣`."""
    return BETWEEN.join(group(meld) for meld in melds)


def by_suit(hand: Iterable[Face]) -> str:
    """A hand in lines of one suit each, ranks rising, 10 between 9 and J (F59)."""
    lines = []
    for row in suits_of(hand):
        if row[0] == JOKER:
            lines.append("🃏  " + f"**×{len(row)}**")
        else:
            ranks = "  ".join(RANK_TEXT[rank_of(face) - 1] for face in row)
            lines.append(f"{SYMBOLS[suit_of(row[0])]}  **{ranks}**")
    return "\n".join(lines)


def in_line(hand: Iterable[Face]) -> str:
    """A hand in one line, a suit never broken across lines: `♠ A 4 7 · ♥ 8 J`."""
    return " · ".join("\u00a0".join(line.replace("**", "").split()) for line in by_suit(hand).splitlines())


def by_rank(hand: Iterable[Face]) -> str:
    """A hand by rank: cards of one rank side by side."""
    return "  ·  ".join(map(group, ranks_of(hand)))


def suits_of(hand: Iterable[Face]) -> Groups:
    """The suits of a hand, ranks rising; printed jokers are a suit of their own, the last."""
    return tuple(tuple(row) for _, row in groupby(sorted(hand), suit_of))


def ranks_of(hand: Iterable[Face]) -> Groups:
    """The ranks of a hand, printed jokers last."""

    def rank(face: Face) -> int:
        return 99 if face == JOKER else rank_of(face)

    return tuple(tuple(row) for _, row in groupby(sorted(hand, key=lambda face: (rank(face), suit_of(face))), rank))
