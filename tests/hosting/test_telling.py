"""The face is told last, in order, and can break nothing (F38)."""

import asyncio

import pytest

from marriage_core.hosting.actions import Join, Leave, Start
from marriage_core.hosting.happenings import Closed
from tests.hosting.toy import DRAW, PUT
from tests.hosting.world import ANNA, BINA, CHAND, DEV, kinds, settle, world


@pytest.mark.parametrize("error", [RuntimeError("50013"), asyncio.CancelledError(), KeyError("x")])
async def test_a_face_that_fails_loses_nothing(error: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    async with world() as w:
        w.face.errors = [error]
        table = await w.match(ANNA, BINA)
        await settle()
        assert "presenting" in caplog.text
        await table.submit(BINA, DRAW)
        await settle()
        told = len(w.face.told)
        await table.submit(BINA, PUT)
        await settle()
        assert len(w.face.told) == told + 1


async def test_a_face_that_hangs_blocks_nobody_and_is_told_the_rest_as_one() -> None:
    async with world() as w:
        w.face.gate = asyncio.Event()
        table = await w.open(ANNA)
        await settle()
        for person in (BINA, CHAND, DEV):
            await asyncio.wait_for(table.submit(person, Join("x")), 1)
        await table.submit(BINA, Leave())
        await table.submit(ANNA, Start())
        await settle()
        assert w.face.told == []
        w.face.gate.set()
        await settle()
        assert [len(told) for _, told in w.face.told] == [2, 6]
        assert kinds(w.face.told[1][1]) == ["Joined"] * 3 + ["Removed", "MatchStarted", "DealBegan"]


async def test_a_face_that_hangs_does_not_hold_up_the_end() -> None:
    async with world() as w:
        w.face.gate = asyncio.Event()
        table = await w.open(ANNA)
        await table.expire()
        await settle()
        assert table.busy
    assert not table.busy


async def test_the_last_thing_told_is_that_the_table_is_closed() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await table.expire("channel_gone")
        await settle()
        assert w.face.told[-1][1][-1] == Closed("channel_gone")
        assert not table.busy


async def test_a_face_may_close_the_table_that_it_is_told_of() -> None:
    """As it does when the channel is gone (F36)."""
    async with world() as w:

        class Gone:
            async def present(self, table: object, happened: object) -> None:
                await table.expire("channel_gone")  # type: ignore[attr-defined]

        object.__setattr__(w.registry._ports, "presenter", Gone())
        table = await w.open(ANNA)
        await settle()
        assert not table.open
        assert not table.busy
        assert w.registry.tables == ()


async def test_a_failing_face_of_one_table_is_nothing_to_another() -> None:
    async with world() as w:
        w.face.gate = asyncio.Event()
        await w.open(ANNA)
        await settle()
        w.face.gate = None
        other = await w.open(BINA, channel=7)
        await settle()
        assert [table for table, _ in w.face.told] == [other.id]
