"""Which faces a tiplu makes wild (M3.2–M3.4)."""

from functools import cache

from marriage_core.cards import JOKER, N_SUITS, Face, face_at, rank_of, suit_of


def poplu(tiplu: Face) -> Face:
    """One rank above in suit, on the circle: above K is A (M3.3)."""
    return face_at(suit_of(tiplu), rank_of(tiplu) + 1)


def jhiplu(tiplu: Face) -> Face:
    """One rank below in suit, on the circle: below A is K (M3.3)."""
    return face_at(suit_of(tiplu), rank_of(tiplu) - 1)


def alter(tiplu: Face) -> Face:
    """Same rank, the other suit of the same colour (M3.4): ♠–♣ and ♥–♦."""
    return face_at(N_SUITS - 1 - suit_of(tiplu), rank_of(tiplu))


@cache
def ordinary_jokers(tiplu: Face) -> frozenset[Face]:
    """Same rank, the three other suits; the alter is one of them (M3.2)."""
    return frozenset(face_at(suit, rank_of(tiplu)) for suit in range(N_SUITS) if suit != suit_of(tiplu))


@cache
def maal(tiplu: Face) -> frozenset[Face]:
    """Tiplu, poplu and jhiplu: the cards that score (M3.4)."""
    return frozenset((tiplu, poplu(tiplu), jhiplu(tiplu)))


@cache
def wilds(tiplu: Face) -> frozenset[Face]:
    """Every face that is wild for a player who has seen this tiplu (M3.2)."""
    return maal(tiplu) | ordinary_jokers(tiplu) | {JOKER}
