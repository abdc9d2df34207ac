"""Sittings outlive the process, corrections stay beside what they correct, a channel has one."""

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from data.sittings import Sitting, SittingDeal, SittingPlayer
from data.store import Store

PLAYERS = (SittingPlayer("Åsha"), SittingPlayer("`b`", plays=False))
FIRST = Sitting("a1", 1, 2, 3, 10.0, "nepali", {"seen_payment": 5}, PLAYERS)


async def test_a_sitting_with_everything(store: Store, url: str) -> None:
    assert await store.sittings.find("a1") is None
    sitting = await store.sittings.save(replace(FIRST, forms={"new": {"tiplu": "JC"}}, message_id=7))
    deal = SittingDeal(1, 1, 11.0, 5, {"maal": {"Åsha": "5"}}, {"Åsha": 4, "`b`": -4})
    sitting = await store.sittings.save(sitting, deal)
    sitting = await store.sittings.save(sitting, replace(deal, version=2, nets={"Åsha": 6, "`b`": -6}))
    sitting = await store.sittings.save(sitting, replace(deal, number=2))
    assert [(one.number, one.version) for one in sitting.current] == [(1, 2), (2, 1)]
    assert sitting.totals == {"Åsha": 10, "`b`": -10}
    await store.close()
    async with await Store.open(url) as again:
        assert await again.sittings.find("a1") == sitting
        assert await again.sittings.in_channel(2) == sitting
        assert await again.sittings.in_channel(3) is None


async def test_one_open_sitting_a_channel(store: Store) -> None:
    first = await store.sittings.save(FIRST)
    with pytest.raises(IntegrityError):
        await store.sittings.save(replace(FIRST, id="b2"))
    assert await store.sittings.find("b2") is None
    await store.sittings.save(replace(first, closed_at=20.0))
    assert await store.sittings.in_channel(2) is None
    await store.sittings.save(replace(FIRST, id="b2"))
    found = await store.sittings.in_channel(2)
    assert found is not None
    assert found.id == "b2"


async def test_a_version_is_written_once(store: Store) -> None:
    deal = SittingDeal(1, 1, 11.0, 5, {}, {})
    sitting = await store.sittings.save(FIRST, deal)
    with pytest.raises(IntegrityError):
        await store.sittings.save(replace(sitting, keeper=9), deal)
    assert await store.sittings.find("a1") == sitting
