"""`python -m tests.oracle --hands 25000`: the solver against the oracle, all kinds in turn. Exit 1 on a mismatch."""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain

from tests.oracle import compare_longer
from tests.oracle.compare import mismatches, own_mismatches
from tests.oracle.kinds import KINDS, case

# Improvers are followed up by some sixty distances a discard, so only each twentieth hand is.
OWN_EVERY = 20
# Melds of three and more are tried on small hands beside the others.
LONGER_EVERY = 5


def check(numbers: range) -> list[str]:
    """The mismatches of hand numbers, every kind at each number."""
    found: list[str] = []
    for number in numbers:
        for kind in KINDS:
            one = case(kind, number)
            found += mismatches(one)
            if number % LONGER_EVERY == 0:
                found += compare_longer.mismatches(kind, number)
            if number % OWN_EVERY < 2:
                found += own_mismatches(one)
    return found


def _chunks(first: int, count: int) -> Iterator[range]:
    for start in range(first, first + count, 10):
        yield range(start, min(start + 10, first + count))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--hands", type=int, default=2000, help="how many hands in all")
    parser.add_argument("--first", type=int, default=0, help="the first hand number of each kind")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    told = parser.parse_args()
    began, each = time.perf_counter(), -(-told.hands // len(KINDS))
    with ProcessPoolExecutor(told.jobs) as pool:
        found = list(chain.from_iterable(pool.map(check, _chunks(told.first, each))))
    for line in found:
        print(line)
    print(f"{each * len(KINDS)} hands, {len(found)} mismatches, {time.perf_counter() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
