"""The keyed shuffle: the same for ever (golden values), uniform (F76), committed to beforehand."""

from collections import Counter
from itertools import permutations

import pytest

from marriage_core.shuffle import _below, _words, commitment, pick, shuffle

KEY = bytes(range(32))
GOLDEN = [
    (KEY, "deal", 10, (6, 9, 5, 8, 1, 0, 3, 4, 2, 7)),
    (KEY, "recycle 1", 10, (0, 9, 6, 7, 4, 8, 1, 5, 2, 3)),
    (bytes(32), "deal", 10, (5, 4, 2, 1, 8, 0, 6, 3, 7, 9)),
    (KEY, "deal", 1, (0,)),
    (KEY, "deal", 0, ()),
]


@pytest.mark.parametrize(("key", "purpose", "n", "order"), GOLDEN)
def test_f20_a_shuffle_is_the_same_for_ever(key: bytes, purpose: str, n: int, order: tuple[int, ...]) -> None:
    assert shuffle(key, purpose, n) == order


def test_f20_picks_and_the_commitment_are_the_same_for_ever() -> None:
    assert [pick(KEY, "tiplu", n) for n in (1, 2, 51, 101)] == [0, 1, 42, 17]
    assert commitment(KEY) == "d76131948fd7acfb0c3b1b9b89bca327009fe3ff501637919d8bb6ccb6e3f29c"
    assert hash_of_a_whole_deck() == "c78b33f1c635697ba2b00a0b513ee044d3613fecbd991a256977947775ac7d84"


def hash_of_a_whole_deck() -> str:
    return commitment(bytes(shuffle(KEY, "deal", 156)))


def test_a_commitment_binds_to_the_key() -> None:
    assert len({commitment(bytes([i]) * 32) for i in range(256)}) == 256


@pytest.mark.parametrize("n", [2, 51, 52, 156, 208, 214])
def test_a_shuffle_is_a_permutation(n: int) -> None:
    assert sorted(shuffle(KEY, "deal", n)) == list(range(n))


def test_words_that_would_favour_small_values_are_rejected() -> None:
    top = (1 << 32) - (1 << 32) % 3
    assert _below(iter([top, top, 7]), 3) == 1
    assert _below(iter([top - 1]), 3) == 2


def chi_square(found: Counter[object], cells: int) -> float:
    expected = sum(found.values()) / cells
    return sum((found[cell] - expected) ** 2 for cell in found) / expected + (cells - len(found)) * expected


def near(square: float, cells: int) -> bool:
    """Within five standard deviations of the mean of chi-square: one failure in a million."""
    freedom = cells - 1
    return abs(square - freedom) < 5 * (2 * freedom) ** 0.5


def test_f76_every_order_is_equally_likely() -> None:
    found: Counter[object] = Counter(shuffle(i.to_bytes(32, "big"), "deal", 4) for i in range(12000))
    assert set(found) == set(permutations(range(4)))
    assert near(chi_square(found, 24), 24)


def test_f76_every_card_comes_to_every_place() -> None:
    n, deals = 156, 600
    found: Counter[object] = Counter()
    for i in range(deals):
        order = shuffle(i.to_bytes(32, "big"), "deal", n)
        found.update((place, card // 12) for place, card in enumerate(order[:26]))
    assert near(chi_square(found, 26 * 13), 26 * 13)


def test_f76_picks_are_uniform_and_purposes_independent() -> None:
    found: Counter[object] = Counter(pick(i.to_bytes(32, "big"), "tiplu", 51) for i in range(10200))
    assert near(chi_square(found, 51), 51)
    both: Counter[object] = Counter()
    for i in range(10000):
        key = i.to_bytes(32, "big")
        both[pick(key, "tiplu", 5), pick(key, "recycle 1", 5)] += 1
    assert near(chi_square(both, 25), 25)


def test_words_run_on_over_blocks() -> None:
    words = _words(KEY, "deal")
    assert len({next(words) for _ in range(100)}) == 100
