"""The real clock and chance."""

import time

import pytest

from marriage_core.hosting import system
from marriage_core.hosting.system import SeededEntropy, SystemClock, SystemEntropy


async def test_the_clock_wakes_no_sooner_than_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "LONGEST_SLEEP", 0.01)
    clock = SystemClock()
    at = clock.now() + 0.03
    assert abs(clock.now() - time.time()) < 1
    await clock.sleep_until(at)
    assert clock.now() >= at
    await clock.sleep_until(at - 1000)


def test_chance() -> None:
    chance = SystemEntropy()
    assert len(chance.key()) == 32
    assert chance.key() != chance.key()
    assert {chance.below(3) for _ in range(200)} == {0, 1, 2}
    ids = {chance.table_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(table.isalnum() and len(table) == 12 for table in ids)


def test_seeded_chance_repeats_but_for_table_ids() -> None:
    one, two, other = SeededEntropy("a"), SeededEntropy("a"), SeededEntropy("b")
    drawn = [(one.key(), one.below(5)) for _ in range(5)]
    assert one.table_id() != two.table_id()
    assert drawn == [(two.key(), two.below(5)) for _ in range(5)]
    assert other.key() not in {key for key, _ in drawn}
    assert {two.below(3) for _ in range(100)} == {0, 1, 2}
