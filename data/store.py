"""The store: one database, one process, one writer. What it promises a table: marriage_core.hosting.ports.Journal."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import Self

from sqlalchemy import select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.engines import back_up, bring_up_to_date, database_path, look, reading_engine, writing_engine
from data.errors import StoreError
from data.journal import read_journal, read_open_tables, write_batches
from data.lock import DatabaseLock
from data.people import GuildSettings, People, PersonName, PersonSettings, put, write_setting
from data.ratings import Ratings
from data.reader import Reader
from data.results import Results
from data.schema import boards, posts, tables
from data.sittings import SittingChange, Sittings, write_sitting
from data.writer import Writer
from marriage_core.hosting.ports import Batch, StoredTable


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Where a table's board stands. `posted_at` in UTC seconds; `nonce` is what the post carried."""

    table: str
    channel: int
    message_id: int
    posted_at: float
    nonce: str


@dataclass(frozen=True, slots=True)
class BoardNote:
    """What is noted of a table's board: where it stands, as last saved.

    `begun` is the nonce of one that was begun and not saved, so that nobody knows whether it stands.
    """

    saved: BoardRow | None = None
    begun: str | None = None


@dataclass(frozen=True, slots=True)
class _Begun:
    """A board that is about to be posted."""

    table: str
    nonce: str


@dataclass(frozen=True, slots=True)
class _Gone:
    """A table whose board is no more."""

    table: str


Change = Batch | BoardRow | _Begun | _Gone | PersonSettings | GuildSettings | PersonName | SittingChange


async def _apply(connection: AsyncConnection, changes: Sequence[Change]) -> None:
    """Batches first: a board belongs to a table that one of them may open."""
    batches = [change for change in changes if isinstance(change, Batch)]
    if batches:
        await write_batches(connection, batches)
    for change in changes:
        if isinstance(change, BoardRow):
            values = {
                "channel": change.channel,
                "message_id": change.message_id,
                "posted_at": change.posted_at,
                "nonce": change.nonce,
            }
            await put(connection, boards, {"table_id": change.table}, values)
        elif isinstance(change, _Begun):
            await put(connection, posts, {"table_id": change.table}, {"nonce": change.nonce})
        elif isinstance(change, _Gone):
            for noted in (boards, posts):
                await connection.execute(noted.delete().where(noted.c.table_id == change.table))
        elif isinstance(change, SittingChange):
            await write_sitting(connection, change)
        elif not isinstance(change, Batch):
            await write_setting(connection, change)


def _lock(path: Path) -> DatabaseLock:
    """The lock of a database, whose folder is made where it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path.parent}: {error.strerror}; check DATABASE_URL") from None
    return DatabaseLock(path)


class Store:
    """Implements marriage_core.hosting.ports.Journal; `people`, `results`, `ratings`, `sittings` are its other sides.

    Made by `open`, ended by `close` or by leaving `async with`.
    """

    def __init__(self, path: Path, connection: AsyncConnection, reader: Reader, resources: AsyncExitStack) -> None:
        """For `open` only."""
        self.path = path
        self._reader = reader
        self._resources = resources
        self._closing: asyncio.Task[None] | None = None
        self._writer: Writer[Change] = Writer(connection, _apply)
        self.people = People(reader, self._writer)
        self.results = Results(reader)
        self.ratings = Ratings(reader)
        self.sittings = Sittings(reader, self._writer)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Opens `sqlite+aiosqlite:///path`, making folder, file and schema where they are missing.

        `:memory:` is a database of this store alone that is gone with it (and no safer than memory). Raises StoreInUse,
        StoreBroken, StoreTooNew, or StoreError where the place cannot be used; the file is then as it was.
        """
        path = database_path(url)
        async with AsyncExitStack() as resources:
            durable = path is not None
            if path is None:
                # A file all the same: readers beside the writer need one, and so there is one way of working.
                folder = TemporaryDirectory(prefix="marriage-", ignore_cleanup_errors=True)
                resources.callback(folder.cleanup)
                path = Path(folder.name, "memory.db")
            resources.callback(_lock(path).release)
            revision = await asyncio.to_thread(look, path)
            try:
                await bring_up_to_date(path, revision)
                # Last in, first out: the writer's connection is the last one and so folds the log into the file.
                writing = writing_engine(path, durable=durable)
                resources.push_async_callback(writing.dispose)
                connection = await resources.enter_async_context(writing.connect())
                reader = Reader(reading_engine(path))
                resources.push_async_callback(reader.close)
            except (DatabaseError, OSError) as error:
                reason = error.orig if isinstance(error, DatabaseError) else error.strerror
                raise StoreError(f"cannot open {path}: {reason}; check permissions and free space") from None
            return cls(path, connection, reader, resources.pop_all())

    async def close(self) -> None:
        """Writes all that waits and lets go of the database. Twice is once; cancelled, it closes all the same."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._writer.close()
        await self._resources.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def transactions(self) -> int:
        """Transactions committed since `open`; fewer than appends where several waited together."""
        return self._writer.transactions

    # --- the journal

    async def append(self, batch: Batch) -> None:
        """Durable on return, all of it or nothing. Raises ChannelTaken, BatchRefused (a repeat, a gap, a closed or
        unknown table), StoreClosed, or what the database raises. Cancelling the caller does not cancel the write.
        """
        await self._writer.write(batch)

    async def journal(self, table: str) -> tuple[str, ...]:
        """All lines of a table in order. An append whose caller was cancelled is decided first: none comes after."""
        await self._writer.settled()
        return await self._reader.ask(lambda connection: read_journal(connection, table))

    async def open_tables(self) -> tuple[StoredTable, ...]:
        """Every table that was not closed, the oldest first."""
        await self._writer.settled()
        return await self._reader.ask(read_open_tables)

    # --- boards

    def begin_board(self, table: str, nonce: str) -> None:
        """A board of this nonce is about to be posted. Written as `save_board` is."""
        self._writer.post((_Begun, table), _Begun(table, nonce))

    def save_board(self, table: str, channel: int, message_id: int, posted_at: float, nonce: str) -> None:
        """Where the table's board stands now. Written soon, at the latest when the store closes; the latest wins."""
        self._writer.post((BoardRow, table), BoardRow(table, channel, message_id, posted_at, nonce))

    def forget_board(self, table: str) -> None:
        """The table has no board any more. Written as `save_board` is."""
        self._writer.post((BoardRow, table), _Gone(table))

    async def board(self, table: str) -> BoardNote:
        """What is noted of the table's board."""
        await self._writer.settled()
        places = tables.outerjoin(boards, boards.c.table_id == tables.c.id)
        places = places.outerjoin(posts, posts.c.table_id == tables.c.id)
        noted = select(boards, posts.c.nonce.label("begun")).select_from(places).where(tables.c.id == table)

        async def ask(connection: AsyncConnection) -> BoardNote:
            row = (await connection.execute(noted)).first()
            if row is None:
                return BoardNote()
            *place, begun = row
            saved = None if row.table_id is None else BoardRow(*place)
            return BoardNote(saved, None if saved is not None and saved.nonce == begun else begun)

        return await self._reader.ask(ask)

    # --- keeping

    async def ping(self) -> float:
        """Seconds that a write and a read take now. Raises where one of them fails; a stuck disk keeps it waiting."""
        start = perf_counter()
        await self._writer.probe()
        await self._reader.ask(lambda connection: connection.execute(select(1)))
        return perf_counter() - start

    async def backup(self, path: str | Path) -> None:
        """A complete copy of one moment, made beside running play. Raises FileExistsError rather than overwrite."""
        await self._writer.settled()
        # A question like others, so that closing waits for it.
        await self._reader.ask(lambda _: asyncio.to_thread(back_up, self.path, Path(path)))
