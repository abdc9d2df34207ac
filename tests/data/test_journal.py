"""What a table is promised: durable, whole, in order, once."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError, StatementError

from data.errors import BatchRefused, StoreClosed
from data.store import BoardNote, BoardRow, Store
from marriage_core.hosting.ports import Batch, ChannelTaken, Journal, StoredTable, TableRow
from tests.data.samples import CHANNEL, GUILD, computer, deal, match, opening, person


def next_batch(table: str, first: int, *lines: str, at: float = 1001.0) -> Batch:
    return Batch(table, first, at, lines or (f"line {first}",))


async def test_a_table_lives(store: Store, url: str) -> None:
    journal: Journal = store
    await journal.append(opening("a"))
    await journal.append(next_batch("a", 1, "x", "y", at=1002.5))
    assert await journal.journal("a") == ("open", "x", "y")
    await store.close()
    async with await Store.open(url) as again:
        assert await again.open_tables() == (StoredTable(TableRow("a", GUILD, CHANNEL), ("open", "x", "y"), 1002.5),)
        await again.append(Batch("a", 3, 1003.0, ("end",), closed=True))
        assert await again.open_tables() == ()
        assert await again.journal("a") == ("open", "x", "y", "end")
        assert await again.journal("unknown") == ()


async def test_open_tables_come_oldest_first_with_their_own_lines(store: Store) -> None:
    for number, table in enumerate("cab"):
        await store.append(Batch(table, 5, number, (table,), opened=TableRow(table, GUILD, number)))
    await store.append(next_batch("a", 6, "more"))
    await store.append(Batch("d", 0, 9.0, (), opened=TableRow("d", GUILD, 9)))
    found = await store.open_tables()
    assert [(each.row.table, each.lines, each.last_at) for each in found] == [
        ("c", ("c",), 0.0),
        ("a", ("a", "more"), 1001.0),
        ("b", ("b",), 2.0),
        ("d", (), 9.0),
    ]


@pytest.mark.parametrize(
    ("batch", "why"),
    [
        (opening("a", channel=2), "exists already"),
        (Batch("a", 2, 0.0, ("x",), opened=TableRow("b", GUILD, 2)), "not the batch's own"),
        (next_batch("a", 1), "line 1 is stored already"),
        (next_batch("a", 0, "open"), "line 0 is stored already"),
        (next_batch("a", 3), "line 3 would leave a gap: 2 is next"),
        (next_batch("unknown", 0), "unknown"),
        (next_batch("closed", 1), "closed"),
        (Batch("a", 2, 0.0, ("x",), deal=deal(1, person(1, 0))), "a deal or a match of that number is stored already"),
        (Batch("a", 2, 0.0, ("x",), match=match(1, (1, 1))), "a deal or a match of that number is stored already"),
    ],
)
async def test_what_does_not_follow_is_refused_and_leaves_nothing(store: Store, batch: Batch, why: str) -> None:
    await store.append(opening("a"))
    await store.append(Batch("a", 1, 0.0, ("deal",), deal=deal(1, person(1, 0)), match=match(1, (1, 1))))
    await store.append(Batch("closed", 0, 0.0, ("x",), opened=TableRow("closed", GUILD, 3), closed=True))
    before = await store.open_tables()
    with pytest.raises(BatchRefused, match=why):
        await store.append(batch)
    assert await store.open_tables() == before
    assert await store.journal("closed") == ("x",)
    await store.append(next_batch("a", 2))
    assert len(await store.results.history(GUILD, 10)) == 1


async def test_one_open_table_a_channel(store: Store) -> None:
    await store.append(opening("a"))
    with pytest.raises(ChannelTaken):
        await store.append(opening("b"))
    await store.append(opening("other", channel=2))
    await store.append(Batch("a", 1, 0.0, (), closed=True))
    await store.append(opening("b"))
    assert {each.row.table for each in await store.open_tables()} == {"b", "other"}


async def test_of_many_who_open_at_once_one_wins(store: Store) -> None:
    outcomes = await asyncio.gather(*(store.append(opening(f"t{n}")) for n in range(5)), return_exceptions=True)
    assert [type(each) for each in outcomes].count(ChannelTaken) == 4
    assert len(await store.open_tables()) == 1


INSERT_TABLE = "INSERT INTO tables (id, guild, channel, opened_at, closed_at) VALUES ('{}', 1, 7, 0, {})"
INSERT_DEAL = (
    "INSERT INTO deals (table_id, number, guild, at, game, preset, rated, record, commitment)"
    " VALUES ('a', {}, 1, 0, 'g', 'p', 1, '', '')"
)
INSERT_RESULT = "INSERT INTO results (deal_id, seat, person, name, net, won, facts) VALUES (1, 0, 5, 'n', 0, 0, '{}')"
INSERT_MATCH = (
    "INSERT INTO matches (table_id, number, guild, at, game, preset, rated) VALUES ('a', 1, 1, 0, 'g', 'p', 1)"
)


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        (INSERT_TABLE.format("b", "NULL"), "tables.channel"),
        (INSERT_TABLE.format("a", "1"), "tables.id"),
        ("INSERT INTO lines VALUES ('a', 1, 0, 'x')", "lines.table_id, lines.seq"),
        ("INSERT INTO lines VALUES ('nobody', 1, 0, 'x')", "FOREIGN KEY"),
        (INSERT_DEAL.format(1), "deals.table_id, deals.number"),
        (INSERT_RESULT, "results.deal_id, results.seat"),
        (INSERT_MATCH, "matches.table_id, matches.number"),
    ],
)
async def test_the_database_itself_forbids_doubles(store: Store, statement: str, constraint: str) -> None:
    """F16, F21: whatever the code above forgets."""
    await store.close()
    with closing(sqlite3.connect(store.path)) as raw, raw:
        raw.execute("PRAGMA foreign_keys=ON")
        raw.execute(INSERT_TABLE.format("a", "NULL"))
        raw.execute(INSERT_TABLE.format("closed", "5"))
        raw.execute("INSERT INTO lines VALUES ('a', 1, 0, 'x')")
        raw.execute(INSERT_DEAL.format(1))
        raw.execute(INSERT_RESULT)
        raw.execute(INSERT_MATCH)
        with pytest.raises(sqlite3.IntegrityError, match=constraint):
            raw.execute(statement)


async def test_what_waits_together_is_committed_together(store: Store) -> None:
    for n in range(50):
        await store.append(opening(f"t{n}", channel=n))
    before = store.transactions
    await asyncio.gather(*(store.append(next_batch(f"t{n}", 1)) for n in range(50)))
    assert store.transactions - before <= 2
    await asyncio.gather(*(store.append(next_batch("t0", 2 + n)) for n in range(1200)))
    assert len(await store.journal("t0")) == 1202


async def test_a_bad_batch_among_good_ones_fails_alone(store: Store) -> None:
    for n in range(20):
        await store.append(opening(f"t{n}", channel=n))
    batches = [next_batch(f"t{n}", 1, *("\ud800" if n == 4 else "good",)) for n in range(20)]
    batches[7] = next_batch("t7", 5)
    batches[9] = opening("new", channel=9)
    outcomes = await asyncio.gather(*map(store.append, batches), return_exceptions=True)
    failed = {n: type(each) for n, each in enumerate(outcomes) if each is not None}
    assert failed.keys() == {4, 7, 9}
    assert issubclass(failed[7], BatchRefused)
    assert failed[9] is ChannelTaken
    for n in range(20):
        assert await store.journal(f"t{n}") == (("open",) if n in failed else ("open", "good"))


async def test_errors_do_not_print_what_was_to_be_stored(store: Store) -> None:
    with pytest.raises((StatementError, UnicodeEncodeError)) as caught:
        await store.append(opening("a", lines=("hand 10C JC QC \ud800",)))
    assert "10C JC" not in str(caught.value)


async def test_a_full_disk_fails_the_append_and_no_more(store: Store) -> None:
    await store.append(opening("a"))
    connection = store._writer._connection

    async def limit(pages: int) -> None:
        async with connection.begin():
            await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    await limit(1)  # SQLite takes no less than what there is
    with pytest.raises(OperationalError, match="full"):
        await store.append(next_batch("a", 1, *(["x" * 1000] * 500)))
    await limit(1 << 30)
    await store.append(next_batch("a", 1, "after"))
    assert await store.journal("a") == ("open", "after")


async def test_a_cancelled_append_is_whole_or_absent_and_known_to_the_next_read(store: Store) -> None:
    """F69. The caller may be cancelled at any step of the loop."""
    durable = 0
    for steps in range(40):
        table = f"t{steps}"
        await store.append(opening(table, channel=steps))
        task = asyncio.create_task(store.append(next_batch(table, 1, "x", "y")))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        outcome = (await asyncio.gather(task, return_exceptions=True))[0]
        found = await store.journal(table)
        assert found in {("open",), ("open", "x", "y")}
        assert outcome is not None or len(found) == 3
        await store.append(next_batch(table, len(found), "next"))
        assert await store.journal(table) == (*found, "next")
        durable += len(found) == 3
    assert durable > 0


async def test_a_cancelled_append_that_fails_disturbs_nobody(store: Store) -> None:
    task = asyncio.create_task(store.append(next_batch("unknown", 0)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.append(opening("a"))


async def test_cancelled_readers_leave_no_trace(store: Store) -> None:
    await store.append(opening("a"))
    for steps in range(30):
        task = asyncio.create_task(store.open_tables())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert len(await store.open_tables()) == 1


async def test_close_writes_what_waits_and_then_nothing_more(store: Store, url: str) -> None:
    await store.append(opening("a"))
    waiting = [asyncio.create_task(store.append(next_batch("a", n))) for n in range(1, 30)]
    await asyncio.sleep(0)
    store.save_board("a", 1, 2, 3.0, "nonce")
    store.people.remember(5, "Anna")
    await asyncio.gather(store.close(), store.close())
    assert await asyncio.gather(*waiting) == [None] * 29
    for refused in (store.append(next_batch("a", 30)), store.journal("a"), store.open_tables(), store.ping()):
        with pytest.raises(StoreClosed):
            await refused
    with pytest.raises(StoreClosed):
        store.save_board("a", 1, 2, 3.0, "nonce")
    with pytest.raises(StoreClosed):
        await store.results.history(GUILD, 1)
    await store.close()
    async with await Store.open(url) as again:
        assert len(await again.journal("a")) == 30
        board = (await again.board("a")).saved
        assert board is not None
        assert board.message_id == 2
        assert await again.people.name(5) == "Anna"


@pytest.mark.parametrize("steps", [0, 1, 3, 10, 30])
async def test_a_writer_ended_under_an_open_store_leaves_nobody_waiting(url: str, steps: int) -> None:
    """As when asyncio.run cancels every task on its way out."""
    store = await Store.open(url)
    waiting = asyncio.gather(*(store.append(opening(f"t{n}", channel=n)) for n in range(3)), return_exceptions=True)
    for _ in range(steps):
        await asyncio.sleep(0)
    store._writer._task.cancel()
    told = await asyncio.wait_for(waiting, 5)
    with pytest.raises(StoreClosed):
        await store.append(opening("late", channel=9))
    await store.close()
    async with await Store.open(url) as again:
        found = {each.row.table for each in await again.open_tables()}
    assert {f"t{n}" for n, outcome in enumerate(told) if outcome is None} <= found
    assert all(outcome is None or isinstance(outcome, StoreClosed) for outcome in told)


async def test_results_come_with_the_line_that_ends_the_deal(store: Store) -> None:
    await store.append(opening("a"))
    bad = Batch("a", 9, 0.0, ("end",), deal=deal(1, person(1, 5, True), computer(-5)))
    with pytest.raises(BatchRefused):
        await store.append(bad)
    assert await store.results.history(GUILD, 10) == ()
    await store.append(Batch("a", 1, 0.0, ("end",), deal=bad.deal))
    with pytest.raises(BatchRefused):
        await store.append(Batch("a", 1, 0.0, ("end",), deal=bad.deal))
    assert len(await store.results.history(GUILD, 10)) == 1


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=6))
async def test_every_text_comes_back_as_it_was(store: Store, lines: list[str]) -> None:
    table = f"t{store.transactions}"
    await store.append(Batch(table, 0, 0.0, tuple(lines), opened=TableRow(table, GUILD, store.transactions)))
    assert await store.journal(table) == tuple(lines)


async def test_boards(store: Store) -> None:
    await store.append(opening("a"))
    assert await store.board("a") == BoardNote()
    before = store.transactions
    for n in range(100):
        store.save_board("a", CHANNEL, n, 5.5, f"n{n}")
    assert await store.board("a") == BoardNote(BoardRow("a", CHANNEL, 99, 5.5, "n99"))
    assert store.transactions == before + 1
    store.forget_board("a")
    assert await store.board("a") == BoardNote()


async def test_a_board_that_was_begun_and_not_saved_is_known(store: Store) -> None:
    await store.append(opening("a"))
    await store.append(opening("b", channel=CHANNEL + 1))
    assert await begun(store, "a") is None
    store.begin_board("a", "n1")
    assert await begun(store, "a") == "n1"
    store.save_board("a", CHANNEL, 1, 5.5, "n1")
    assert await begun(store, "a") is None
    store.begin_board("a", "n2")
    store.begin_board("b", "m1")
    assert await store.board("a") == BoardNote(BoardRow("a", CHANNEL, 1, 5.5, "n1"), "n2")
    assert await begun(store, "b") == "m1"
    # Whatever order they are written in.
    store.save_board("a", CHANNEL, 1, 5.5, "n1")
    store.begin_board("a", "n3")
    store.save_board("a", CHANNEL, 2, 6.5, "n3")
    assert await begun(store, "a") is None
    store.forget_board("b")
    assert await begun(store, "b") is None
    store.save_board("a", CHANNEL, 3, 7.5, "n4")
    store.begin_board("a", "n5")
    store.forget_board("a")
    assert await store.board("a") == BoardNote()


async def begun(store: Store, table: str) -> str | None:
    return (await store.board(table)).begun


async def test_what_is_noted_of_a_board_is_one_question(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.append(opening("a"))
    store.begin_board("a", "n1")
    store.save_board("a", CHANNEL, 1, 5.5, "n1")
    store.begin_board("a", "n2")
    asked, ask = [], store._reader.ask

    async def counted(question: Any) -> Any:
        asked.append(question)
        return await ask(question)

    monkeypatch.setattr(store._reader, "ask", counted)
    assert await store.board("a") == BoardNote(BoardRow("a", CHANNEL, 1, 5.5, "n1"), "n2")
    assert len(asked) == 1


async def test_a_board_may_be_saved_while_its_table_is_being_opened(store: Store) -> None:
    store_task = asyncio.create_task(store.append(opening("a")))
    await asyncio.sleep(0)
    store.save_board("a", CHANNEL, 1, 5.5, "n")
    await store_task
    assert (await store.board("a")).saved is not None


async def test_a_board_of_no_table_is_logged_and_dropped(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    store.save_board("nobody", 1, 2, 3.0, "n")
    store.people.remember(1, "Anna")
    assert await store.board("nobody") == BoardNote()
    assert "a BoardRow could not be stored" in caplog.text
    assert await store.people.name(1) == "Anna"
