"""Cards as people read them: grouped, never only by colour (F55)."""

from collections.abc import Iterable, Sequence

from marriage_core.cards import JOKER, N_SUITS, SYMBOLS, Face, pretty, rank_of, suit_of
from marriage_core.cards import RANKS as RANK_TEXT


def one(face: Face) -> str:
    """One card: `10♣`, `🃏`."""
    return pretty(face)


def group(faces: Iterable[Face]) -> str:
    """Cards that belong together: `4♥ 5♥ 6♥`."""
    return " ".join(pretty(face) for face in faces)


def groups(melds: Iterable[Sequence[Face]]) -> str:
    """Several groups: `4♥ 5♥ 6♥ │ 9♣ 9♣ 9♣`."""
    return "  │  ".join(group(meld) for meld in melds)


def by_suit(hand: Iterable[Face]) -> str:
    """A hand in lines of one suit each, ranks rising, 10 between 9 and J (F59)."""
    held = sorted(hand)
    lines = []
    for suit in range(N_SUITS):
        ranks = [RANK_TEXT[rank_of(face) - 1] for face in held if face != JOKER and suit_of(face) == suit]
        if ranks:
            lines.append(f"{SYMBOLS[suit]}  **{'  '.join(ranks)}**")
    jokers = sum(face == JOKER for face in held)
    if jokers:
        lines.append("🃏  " + f"**×{jokers}**")
    return "\n".join(lines)


def in_line(hand: Iterable[Face]) -> str:
    """A hand in one line, a suit never broken across lines: `♠ A 4 7 · ♥ 8 J`."""
    return " · ".join("\u00a0".join(line.replace("**", "").split()) for line in by_suit(hand).splitlines())


def by_rank(hand: Iterable[Face]) -> str:
    """A hand by rank: cards of one rank side by side."""
    lines: list[str] = []
    last = 0
    for face in sorted(hand, key=lambda face: (face == JOKER, rank_of(face), suit_of(face))):
        rank = 99 if face == JOKER else rank_of(face)
        if rank != last:
            lines.append(one(face))
        else:
            lines[-1] += f" {one(face)}"
        last = rank
    return "  ·  ".join(lines)
