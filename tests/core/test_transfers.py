"""The fewest transfers, against trying everything."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from marriage_core.transfers import MOST_BALANCES, Transfer, fewest_transfers

CASES = [
    ((), 0),
    ((0, 0), 0),
    ((5, -5), 1),
    ((16, -15, 17, -18), 3),
    ((5, 3, -5, -3), 2),
    ((4, 4, 4, -6, -6), 4),
    ((1, 2, 3, -3, -2, -1, 0), 3),
    ((10, -2, -3, -5), 3),
    ((7, -3, -4, 2, -2), 3),
    # Paying the largest first would take four.
    ((6, 4, -5, -3, -2), 4),
    ((9, 1, -4, -6, 3, -3), 4),
]


@pytest.mark.parametrize(("balances", "count"), CASES)
def test_how_many(balances: tuple[int, ...], count: int) -> None:
    found = fewest_transfers(balances)
    assert len(found) == count
    check(balances, found)


def check(balances: tuple[int, ...], transfers: tuple[Transfer, ...]) -> None:
    after = Counter(dict(enumerate(balances)))
    for transfer in transfers:
        assert transfer.points > 0
        assert balances[transfer.giver] < 0 < balances[transfer.taker]
        after[transfer.giver] += transfer.points
        after[transfer.taker] -= transfer.points
    assert not any(after.values())


@cache
def tried(balances: tuple[int, ...]) -> int:
    """The fewest by trying: the first open balance is paid off by, or to, another; that never needs more."""
    left = tuple(sorted(balance for balance in balances if balance))
    if not left:
        return 0
    first, rest = left[0], left[1:]
    return 1 + min(tried((*rest[:i], rest[i] + first, *rest[i + 1 :])) for i in range(len(rest)) if rest[i] * first < 0)


@pytest.mark.parametrize("seed", range(60))
def test_none_are_fewer(seed: int) -> None:
    chance = Random(seed)
    n = chance.randint(2, 7)
    some = [chance.randint(-6, 6) for _ in range(n - 1)]
    balances = (*some, -sum(some))
    found = fewest_transfers(balances)
    check(balances, found)
    assert len(found) == tried(balances)


def test_what_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        fewest_transfers((2, -1))
    with pytest.raises(ValueError, match="at most"):
        fewest_transfers((1, -1) * MOST_BALANCES)
