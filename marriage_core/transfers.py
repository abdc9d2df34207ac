"""Settling up: the fewest transfers of points that bring every balance to zero."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_BALANCES = 14
"""Balances other than 0 that are settled exactly: the work doubles with each."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points from one to another, by their places in the list of balances."""

    giver: int
    taker: int
    points: int


def fewest_transfers(balances: Sequence[int]) -> tuple[Transfer, ...]:
    """As few transfers as can be: givers have negative balances, takers positive ones.

    Everybody whose balance is 0 is left alone. Raises ValueError where the balances do not add up to 0 or are too many.
    """
    if sum(balances) != 0:
        raise ValueError(f"the balances add up to {sum(balances)}, not to 0")
    open_places = [place for place, balance in enumerate(balances) if balance]
    if len(open_places) > MOST_BALANCES:
        raise ValueError(f"{len(open_places)} balances to settle; at most {MOST_BALANCES}")
    found: list[Transfer] = []
    for group in _groups([balances[place] for place in open_places]):
        found += _settled({open_places[i]: balances[open_places[i]] for i in group})
    return tuple(found)


def _groups(amounts: Sequence[int]) -> Iterator[list[int]]:
    """The most groups that each add up to 0. One of n members takes n − 1 transfers, so most groups mean fewest.

    `best[mask]`: the most such groups that end along some order in which the members of `mask` are added.
    """
    n = len(amounts)
    sums, best = [0] * (1 << n), [0] * (1 << n)
    for mask in range(1, 1 << n):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + amounts[low.bit_length() - 1]
        best[mask] = max(best[mask ^ (1 << i)] for i in range(n) if mask >> i & 1) + (sums[mask] == 0)
    mask, group = (1 << n) - 1, list[int]()
    while mask:
        wanted = best[mask] - (sums[mask] == 0)
        last = next(i for i in range(n) if mask >> i & 1 and best[mask ^ (1 << i)] == wanted)
        group.append(last)
        mask ^= 1 << last
        if sums[mask] == 0:
            yield group
            group = []


def _settled(group: dict[int, int]) -> Iterator[Transfer]:
    """One group's transfers: each ends a balance, the last ends two."""
    left = dict(group)
    while any(left.values()):
        giver, taker = min(left, key=lambda place: left[place]), max(left, key=lambda place: left[place])
        points = min(-left[giver], left[taker])
        left[giver] += points
        left[taker] -= points
        yield Transfer(giver, taker, points)
