"""The solver meets the brute-force oracle: 2,000 hands in every run; `python -m tests.oracle` plays more."""

import pytest

from tests.oracle import compare_longer
from tests.oracle.compare import mismatches, own_mismatches
from tests.oracle.kinds import KINDS, case

EACH = 200
OWN = 20
LONGER = 20


@pytest.mark.parametrize("kind", KINDS)
def test_the_solver_agrees_with_the_oracle(kind: str) -> None:
    assert [line for number in range(EACH) for line in mismatches(case(kind, number))] == []


@pytest.mark.parametrize("kind", KINDS)
def test_improvers_and_discards_follow_from_the_distances(kind: str) -> None:
    assert [line for number in range(OWN) for line in own_mismatches(case(kind, number))] == []


@pytest.mark.parametrize("kind", KINDS)
def test_melds_of_three_and_more_agree_with_the_oracle(kind: str) -> None:
    assert [line for number in range(LONGER) for line in compare_longer.mismatches(kind, number)] == []
