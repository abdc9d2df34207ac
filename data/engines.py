"""The engines on one SQLite file, and the look at the file before anything touches it.

What is particular to SQLite lives here; the statements elsewhere are for any database.
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.errors import StoreBroken, StoreError, StoreTooNew
from data.upgrade import revisions, upgrade

DRIVER = "sqlite+aiosqlite"
BUSY_SECONDS = 10.0
"""How long SQLite itself waits for a lock: only a backup or a person's own tool can hold one."""
READERS = 4


# Result codes that say nothing against the file itself.
_OUTSIDE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}


def database_path(url: str) -> Path | None:
    """The file of a database URL, None for `:memory:`. Raises StoreError, without the URL: it may hold a password."""
    try:
        parts = make_url(url)
    except ArgumentError:
        raise StoreError(f"DATABASE_URL is no database address; write {DRIVER}:///path/to/file.db") from None
    name = parts.database or ":memory:"
    if parts.drivername != DRIVER or parts.host or parts.query or name.startswith("file:"):
        raise StoreError(f"DATABASE_URL ({parts.drivername}) is not supported; write {DRIVER}:///path/to/file.db")
    return None if name == ":memory:" else Path(name).resolve()


def look(path: Path) -> str | None:
    """The revision of the file's schema, None where there is no file or an empty one. Changes nothing.

    Raises StoreBroken and StoreTooNew, and StoreError where it cannot be looked at.
    """
    try:
        if not path.exists() or path.stat().st_size == 0:
            return None
        names, found = _read(path)
    except OSError as error:
        raise StoreError(f"cannot open {path}: {error.strerror}; check its permissions") from None
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OUTSIDE:
            raise StoreError(f"cannot open {path}: {error}; check its permissions and the disk") from None
        raise StoreBroken(
            f"{path} cannot be read as a database ({error}); move it and what lies beside it "
            "(-wal, -shm) away, and put a backup in its place"
        ) from None
    if not names:
        return None
    if len(found) != 1:
        raise StoreBroken(f"{path} is a database, but not this bot's; set another DATABASE_URL")
    if found[0] not in revisions():
        raise StoreTooNew(
            f"{path} has schema {found[0]!r}, which this version does not know; "
            "use the version that wrote it, or a backup from before"
        )
    return str(found[0])


def _read(path: Path) -> tuple[list[str], list[str]]:
    """Names of tables and the revision. Raises sqlite3.DatabaseError, for damage too.

    A file without a log beside it is complete: read as unchangeable it needs no lock files, so none are left. With a
    log, reading needs both.
    """
    log = path.with_name(path.name + "-wal")
    how = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, timeout=BUSY_SECONDS)) as connection:
        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        if connection.execute("PRAGMA page_count").fetchone()[0] == 0:
            # SQLite takes a file too short to be anything for an empty one, and would write over it.
            raise sqlite3.DatabaseError("file is not a database")
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if "alembic_version" not in names:
            return names, []
        return names, [revision for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]


def _engine(path: Path, begin: str, pragmas: tuple[str, ...], **more: Any) -> AsyncEngine:
    """SQLite's own transactions instead of the driver's, which would commit before DDL and begin late."""
    engine = create_async_engine(
        URL.create(DRIVER, database=str(path)),
        hide_parameters=True,  # they hold hands and keys
        connect_args={"isolation_level": None, "timeout": BUSY_SECONDS},
        **more,
    )

    def connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", begun)
    return engine


_WRITING = ("journal_mode=WAL", "synchronous=FULL")


def writing_engine(path: Path, *, durable: bool = True) -> AsyncEngine:
    """For the one writer. IMMEDIATE: a transaction that reads first could otherwise fail when it comes to write."""
    pragmas = (*_WRITING, "foreign_keys=ON") if durable else ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON")
    return _engine(path, "BEGIN IMMEDIATE", pragmas, pool_size=1, max_overflow=0)


def reading_engine(path: Path) -> AsyncEngine:
    """For everyone who asks: a transaction sees one moment, and cannot write even by mistake."""
    return _engine(path, "BEGIN", ("query_only=ON",), pool_size=READERS, max_overflow=0)


@asynccontextmanager
async def _upgrading_engine(path: Path) -> AsyncIterator[AsyncEngine]:
    engine = _engine(path, "BEGIN IMMEDIATE", (*_WRITING, "foreign_keys=OFF"), pool_size=1, max_overflow=0)
    try:
        yield engine
    finally:
        await engine.dispose()


async def bring_up_to_date(path: Path, revision: str | None) -> None:
    """Makes or upgrades the schema of a file at `revision`, in one transaction; does nothing where it is the newest."""
    if revision == revisions()[0]:
        return
    make_private(path)
    async with _upgrading_engine(path) as engine, engine.begin() as connection:
        await connection.run_sync(upgrade)


def make_private(path: Path) -> None:
    """Makes the file where it is missing, for its owner alone (hands and keys are in it); SQLite's logs follow suit."""
    path.touch(mode=0o600)


def back_up(source: Path, target: Path) -> None:
    """An online copy: complete and of one moment, or none at all. Raises FileExistsError rather than overwrite."""
    if target.exists():
        raise FileExistsError(f"{target} exists already; a backup overwrites nothing")
    partial = target.with_name(target.name + ".part")
    try:
        make_private(partial)
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as origin,
            closing(sqlite3.connect(partial)) as copy,
        ):
            # In one step: a copy in several would start over whenever the writer commits.
            origin.backup(copy, pages=-1)
            # A backup is one file: without this a reader of it would leave log files beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)
