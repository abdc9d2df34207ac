"""Durable first, then true, then told; and what is true where nobody knows what became durable (F69)."""

import asyncio

import pytest

from marriage_core.errors import TableRefusal
from marriage_core.hosting.actions import EndMatch, Join, Leave, Start
from marriage_core.hosting.happenings import Closed, Joined, Opened
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.ports import TableRow
from tests.hosting.toy import DRAW, PUT
from tests.hosting.world import (
    ANNA,
    BINA,
    CHAND,
    CHANNEL,
    GUILD,
    Fault,
    MemoryJournal,
    StorageError,
    settle,
    token,
    world,
)

KEPT_OR_NOT = pytest.mark.parametrize("kept", [True, False])


async def test_nothing_is_true_or_told_before_it_is_durable() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await settle()
        told, before = len(w.face.told), table.public_view()
        gate = asyncio.Event()
        w.journal.faults = [Fault(kept=True, gate=gate)]
        move = asyncio.create_task(table.submit(BINA, DRAW))
        await settle()
        assert not move.done()
        assert table.public_view() == before
        assert len(w.face.told) == told
        gate.set()
        await move
        await settle()
        assert table.public_view().version == before.version + 1
        assert len(w.face.told) == told + 1


@KEPT_OR_NOT
async def test_an_append_that_fails_is_refused_and_the_journal_decides(kept: bool) -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await settle()
        before, told = table.public_view(), len(w.face.told)
        w.journal.faults = [Fault(kept, StorageError("disk full"))]
        with pytest.raises(TableRefusal, match="not_saved"):
            await table.submit(BINA, DRAW)
        assert table.public_view() == before
        await settle()
        assert table.public_view().version == before.version + kept
        assert len(w.face.told) == told + kept
        w.check(table)
        if kept:
            await table.submit(BINA, PUT)
        else:
            await table.submit(BINA, DRAW)
        w.check(table)


@KEPT_OR_NOT
async def test_the_next_action_waits_for_the_truth(kept: bool) -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        w.journal.faults = [Fault(kept, StorageError("disk full"))]
        first, second = await asyncio.gather(table.submit(BINA, DRAW), table.submit(BINA, PUT), return_exceptions=True)
        assert isinstance(first, TableRefusal)
        assert (getattr(second, "code", "done")) == ("done" if kept else "draw_first")


async def test_while_the_journal_cannot_be_read_nothing_is_accepted() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        w.journal.faults = [Fault(kept=True, error=StorageError("disk full"))]
        w.journal.unreadable = True
        for _ in range(3):
            with pytest.raises(TableRefusal, match="not_saved"):
                await table.submit(BINA, DRAW)
        await settle()
        assert w.journal.lines[table.id] != []
        w.journal.unreadable = False
        await table.submit(BINA, PUT)
        w.check(table)


@KEPT_OR_NOT
@pytest.mark.parametrize("error", [None, StorageError("late"), asyncio.CancelledError()])
async def test_cancelled_while_appending(kept: bool, error: BaseException | None) -> None:
    if error is None and not kept:
        return
    async with world() as w:
        table = await w.match(ANNA, BINA)
        before = table.public_view()
        gate = asyncio.Event()
        w.journal.faults = [Fault(kept, error, gate)]
        move = asyncio.create_task(table.submit(BINA, DRAW))
        await settle()
        waiting = asyncio.create_task(table.submit(BINA, PUT))
        move.cancel()
        with pytest.raises(asyncio.CancelledError):
            await move
        await settle()
        assert table.public_view() == before
        assert not waiting.done()
        gate.set()
        (result,) = await asyncio.gather(waiting, return_exceptions=True)
        assert getattr(result, "code", "done") == ("done" if kept else "draw_first")
        await settle()
        assert table.public_view().version == before.version + 2 * kept
        w.check(table)


async def test_a_cancelled_move_that_became_durable_has_its_consequences() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await table.submit(BINA, DRAW)
        await settle()
        told = len(w.face.told)
        gate = asyncio.Event()
        w.journal.faults = [Fault(kept=True, gate=gate)]
        move = asyncio.create_task(table.submit(BINA, PUT))
        await settle()
        move.cancel()
        gate.set()
        await settle()
        # Nobody asked anything since: the table found out by itself.
        assert table.public_view().awaited == 0
        assert len(w.face.told) == told + 1
        await w.clock.advance(60)
        assert table.public_view().sitters[0].misses == 1


@pytest.mark.parametrize("error", [None, StorageError("late")])
async def test_a_table_that_was_closed_unknown_to_it_leaves_the_registry(error: BaseException | None) -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        gate = asyncio.Event()
        w.journal.faults = [Fault(True, error, gate)]
        end = asyncio.create_task(table.submit(ANNA, EndMatch()))
        await settle()
        end.cancel()
        gate.set()
        await settle()
        assert not table.open
        assert w.registry.in_channel(CHANNEL) is None
        assert w.face.of(Closed) == [Closed("ended")]
        with pytest.raises(TableRefusal, match="table_closed"):
            await table.submit(BINA, DRAW)
        assert (await w.open(BINA)).open


async def test_an_outage_of_the_store_is_no_ones_absence() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        w.journal.faults = [Fault(False, StorageError("disk full")) for _ in range(3)]
        await w.clock.advance(61)
        assert len(w.journal.faults) == 2
        w.journal.faults = []
        assert table.public_view().sitters[1].misses == 0
        deadline = table.public_view().deadline
        assert deadline is not None
        assert deadline >= w.clock.now() + 50
        await w.clock.advance(200)
        assert table.public_view().sitters[1].misses + table.public_view().sitters[0].misses > 0


async def test_a_tick_that_cannot_be_saved_is_tried_again_ever_more_rarely() -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["quick"])
        w.journal.faults = [Fault(False, StorageError("disk full")) for _ in range(4)]
        w.journal.unreadable = True
        await w.clock.advance(20)
        assert len(w.journal.faults) == 3
        reads = w.journal.reads
        assert 3 <= reads <= 8
        w.journal.unreadable = False
        await w.clock.advance(200)
        assert w.journal.faults == []
        assert table.public_view().version > 10


# --- opening ----------------------------------------------------------------------------------------------------------


@KEPT_OR_NOT
async def test_an_opening_that_fails(kept: bool) -> None:
    async with world() as w:
        w.journal.faults = [Fault(kept, StorageError("disk full"))]
        with pytest.raises(TableRefusal, match="not_saved"):
            await w.open(ANNA)
        assert w.registry.tables == ()
        if kept:
            # It is durable after all: it stands, and says so.
            with pytest.raises(TableRefusal, match="channel_taken"):
                await w.open(BINA)
            await settle()
            assert w.face.happened == [Opened(GUILD, CHANNEL, ANNA, "toy", {}), Joined(ANNA, "Anna")]
        else:
            await w.open(BINA)
        (table,) = w.registry.tables
        assert table.public_view().host == (ANNA if kept else BINA)


async def test_a_failed_opening_while_the_journal_cannot_be_read() -> None:
    async with world() as w:
        w.journal.faults = [Fault(True, StorageError("disk full"))]
        w.journal.unreadable = True
        for _ in range(2):
            with pytest.raises(TableRefusal, match="not_saved"):
                await w.open(ANNA)
        w.journal.unreadable = False
        with pytest.raises(TableRefusal, match="channel_taken"):
            await w.open(ANNA)


@KEPT_OR_NOT
@pytest.mark.parametrize("error", [None, StorageError("late")])
async def test_an_opening_cancelled_while_appending(kept: bool, error: BaseException | None) -> None:
    if error is None and not kept:
        return
    async with world() as w:
        gate = asyncio.Event()
        w.journal.faults = [Fault(kept, error, gate)]
        opening = asyncio.create_task(w.open(ANNA))
        await settle()
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        gate.set()
        await settle()
        if error is None:
            assert len(w.registry.tables) == 1
            assert [type(one).__name__ for one in w.face.happened] == ["Opened", "Joined"]
        elif kept:
            with pytest.raises(TableRefusal, match="channel_taken"):
                await w.open(BINA)
        else:
            await w.open(BINA)
        assert len(w.registry.tables) == 1


# --- restoring --------------------------------------------------------------------------------------------------------


@KEPT_OR_NOT
async def test_one_broken_table_does_not_take_the_others_along(kept: bool) -> None:
    async with world() as first:
        await first.match(ANNA, BINA)
        await first.open(CHAND, channel=7)
        journal = first.journal
    broken = next(table for table, row in journal.rows.items() if row.channel == CHANNEL)
    lines = tuple(journal.lines[broken])
    journal.lines[broken][-1] = 'D["Nonsense"]'
    async with world(journal) as w:
        (table,) = await w.registry.restore()
        assert table.channel == 7
        assert w.registry.in_channel(CHANNEL) is None
        journal.faults = [Fault(False, StorageError("disk full"))]
        with pytest.raises(TableRefusal, match="not_saved"):
            await w.open(BINA)
        # The broken one stays until another takes its place.
        assert broken not in journal.closed
        journal.faults = [Fault(kept, StorageError("disk full"))]
        with pytest.raises(TableRefusal, match="not_saved"):
            await w.open(BINA)
        await w.open(BINA)
        assert broken in journal.closed
        assert tuple(journal.lines[broken][:-2]) == lines[:-1]


async def test_a_deal_without_its_events_does_not_take_the_others_along() -> None:
    """Every line can be followed, and yet nobody can be to move: no batch ends so, but a hand in the file may."""
    async with world() as first:
        await first.match(ANNA, BINA)
        await first.open(CHAND, channel=7)
        journal = first.journal
    half = next(table for table, row in journal.rows.items() if row.channel == CHANNEL)
    begun = next(number for number, line in enumerate(journal.lines[half]) if '"DealBegan"' in line)
    del journal.lines[half][begun + 1 :]
    async with world(journal) as w:
        (table,) = await w.registry.restore()
        assert table.channel == 7
        await w.open(BINA)
        assert half in journal.closed


async def test_a_stop_while_tables_are_restored_begins_no_more_of_them() -> None:
    async with world() as first:
        for channel in range(1, 6):
            await first.open(ANNA, channel=channel)
        journal = first.journal
    async with world(journal) as w:
        restoring = asyncio.create_task(w.registry.restore())
        await settle(3)
        await w.registry.close()
        found = len(w.registry.tables)
        assert 0 < found < 5
        assert len(await restoring) == found
        # `world` finds that nothing waits any more.


async def test_restoring_twice_restores_once() -> None:
    async with world() as first:
        await first.match(ANNA, BINA)
        journal = first.journal
    async with world(journal) as w:
        (table,) = await w.registry.restore()
        assert await w.registry.restore() == (table,)
        assert w.registry.in_channel(CHANNEL) is table


async def test_closed_tables_stay_closed() -> None:
    async with world() as first:
        table = await first.match(ANNA, BINA)
        await table.submit(ANNA, Leave())
        await table.submit(BINA, Leave())
        assert first.registry.tables == ()
        journal = first.journal
    async with world(journal) as w:
        assert await w.registry.restore() == ()


# --- stopping ---------------------------------------------------------------------------------------------------------


async def test_a_stopped_table_accepts_nothing_more() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await w.registry.close()
        with pytest.raises(TableRefusal, match="not_saved"):
            await table.submit(BINA, DRAW)


@KEPT_OR_NOT
async def test_stopping_while_an_append_hangs(kept: bool) -> None:
    """Nobody waits for ever: memory goes, the journal stays."""
    async with world() as w:
        table = await w.match(ANNA, BINA)
        w.journal.faults = [Fault(kept, gate=asyncio.Event())]
        move = asyncio.create_task(table.submit(BINA, DRAW))
        await settle()
        move.cancel()
        await settle()
        await w.registry.close()
        assert table._ledger.in_doubt


async def test_stopping_while_a_tick_is_being_saved() -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["quick"])
        w.journal.faults = [Fault(True, gate=asyncio.Event())]
        await w.clock.advance(2)
        assert table._ledger._pending is not None
        await asyncio.wait_for(w.registry.close(), 1)
        assert table._ledger._pending.append.cancelled()


async def test_two_openings_that_fail_are_both_looked_for() -> None:
    async with world() as w:
        gate = asyncio.Event()
        w.journal.faults = [Fault(True, StorageError("late"), gate), Fault(False, StorageError("late"), gate)]
        openings = [asyncio.create_task(w.open(person)) for person in (ANNA, BINA)]
        await settle()
        gate.set()
        await asyncio.gather(*openings, return_exceptions=True)
        with pytest.raises(TableRefusal, match="channel_taken"):
            await w.open(CHAND)
        assert [table.public_view().host for table in w.registry.tables] == [ANNA]


async def test_a_move_under_way_while_stopping_is_answered() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        gate = asyncio.Event()
        w.journal.faults = [Fault(True, gate=gate)]
        move = asyncio.create_task(table.submit(BINA, DRAW))
        await settle()
        await w.registry.close()
        gate.set()
        await move
        w.check(table)


async def test_an_opening_under_way_while_stopping_is_found_at_the_next_start() -> None:
    async with world() as first:
        gate = asyncio.Event()
        first.journal.faults = [Fault(True, gate=gate)]
        opening = asyncio.create_task(first.open(ANNA))
        await settle()
        await first.registry.close()
        gate.set()
        with pytest.raises(TableRefusal, match="not_saved"):
            await opening
        journal = first.journal
    async with world(journal) as w:
        assert len(await w.registry.restore()) == 1


async def test_a_cancelled_opening_while_stopping_leaves_no_task() -> None:
    async with world() as w:
        gate = asyncio.Event()
        w.journal.faults = [Fault(True, gate=gate)]
        opening = asyncio.create_task(w.open(ANNA))
        await settle()
        opening.cancel()
        await settle()
        await w.registry.close()
        gate.set()
        await settle()
        assert w.registry.tables == ()
        assert isinstance(next(iter(w.journal.rows.values())), TableRow)


async def test_kill_at_any_append_loses_only_what_was_not_acknowledged() -> None:
    """F69 by fault injection: the process ends at each append in turn, kept or not."""
    for kept in (True, False):
        for at in range(1, 12):
            journal, acknowledged = await _killed(at, kept)
            async with world(journal) as w:
                tables = await w.registry.restore()
                lines = len(journal.lines[tables[0].id]) if tables else 0
                assert acknowledged <= lines
                assert not tables or tables[0].public_view().version == lines


async def _killed(at: int, kept: bool) -> tuple[MemoryJournal, int]:
    async with world() as w:
        w.journal.faults = [Fault(True) for _ in range(at)] + [Fault(kept, gate=asyncio.Event())]
        acknowledged = 0

        async def go() -> None:
            nonlocal acknowledged
            table = await w.open(ANNA)
            await table.submit(BINA, Join("Bina"))
            acknowledged = table.public_view().version
            await table.submit(ANNA, Start())
            while True:
                person = table.public_view().sitters[table.public_view().awaited or 0].person or 0
                await table.submit(person, DRAW, token(table, person))
                acknowledged = table.public_view().version
                await table.submit(person, PUT, token(table, person))
                acknowledged = table.public_view().version

        killed = asyncio.create_task(go())
        await settle(200)
        # What was kept is on the disk although nobody will hear of it.
        if kept and w.registry.tables:
            table = w.registry.tables[0]
            assert table._ledger._pending is not None
            w.journal._keep(table._ledger._pending.draft.batch(0.0))
        killed.cancel()
        await asyncio.gather(killed, return_exceptions=True)
        assert w.registry.tables == () or w.registry.tables[0].public_view().status is not Status.CLOSED
        return w.journal, acknowledged
