"""Melds with a star at every card that stands in for another one, so that `5♦ 10♦★ 7♦` can be read."""

from collections.abc import Iterable

from cogs.panels.faces import BETWEEN, one
from marriage_core.cards import JOKER, Face
from marriage_core.marriage.rules import Rules
from marriage_core.melds import MELD_SIZE, Meld, standing_in
from marriage_core.wilds import wilds as wilds_of

STAR = "★"
"""The picker and the picture mark wild cards with it too; an asterisk would begin italics."""


def starred(melds: Iterable[Meld], wilds: frozenset[Face], rules: Rules) -> str:
    """Several melds, or groups on the way to one, where `wilds` are wild: `5♦ 10♦★ 7♦  │  9♣ 9♣ 9♣`.

    `wilds` is empty for whoever may not know what is wild (M14.2).
    """
    # A line never breaks within a meld.
    return BETWEEN.join("\u00a0".join(_cards(meld, wilds, rules)) for meld in melds)


def _cards(meld: Meld, wilds: frozenset[Face], rules: Rules) -> Iterable[str]:
    marks = standing_in(meld, wilds, rules.longer_melds)
    if len(meld) < MELD_SIZE and meld[0] != meld[-1]:
        # In a group that waits for a card every wild one stands in; two identical cards are themselves.
        marks = tuple(face in wilds for face in meld)
    return (f"{one(face)}{STAR if mark else ''}" for face, mark in zip(meld, marks, strict=True))


def wild_in_play(tiplu: Face, rules: Rules) -> list[Face]:
    """What a tiplu makes wild, itself included, as far as such cards are in play (M3.2)."""
    return sorted(wilds_of(tiplu) - (frozenset() if rules.printed_jokers else {JOKER}))
