"""Opening: what is not ours or not readable stays as it is, byte for byte; what is in use is left alone."""

import asyncio
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data import engines
from data.errors import StoreBroken, StoreError, StoreInUse, StoreTooNew
from data.store import Store
from tests.data.samples import opening

ROOT = Path(__file__).resolve().parents[2]


def bytes_of(folder: Path) -> dict[str, str]:
    """Every file but the lock, as hashes."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if not path.name.endswith(".lock")
    }


async def make(url: str, *statements: str) -> None:
    """A database with a table in it, changed by hand afterwards."""
    async with await Store.open(url) as store:
        await store.append(opening("a", lines=[f"line {n} {'x' * 200}" for n in range(500)]))
    with closing(sqlite3.connect(store.path)) as raw, raw:
        for statement in statements:
            raw.execute(statement)


def damage(path: Path, at: int, what: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(what)


async def refused(url: str, path: Path, error: type[StoreError], says: str) -> None:
    before = bytes_of(path.parent)
    with pytest.raises(error, match=says):
        await Store.open(url)
    assert bytes_of(path.parent) == before


@pytest.mark.parametrize("content", [b"not a database at all" * 300, b"x", b"SQLite format 3\0" + b"\xff" * 5000])
async def test_what_is_no_database(url: str, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(content)
    await refused(url, path, StoreBroken, "put a backup in its place")


@pytest.mark.parametrize(("at", "what"), [(40, b"\xff" * 60), (4096 * 8, b"\xee" * 4096 * 4)])
async def test_a_damaged_database(url: str, tmp_path: Path, at: int, what: bytes) -> None:
    await make(url)
    damage(tmp_path / "store.db", at, what)
    await refused(url, tmp_path / "store.db", StoreBroken, "put a backup in its place")


async def test_a_database_cut_short(url: str, tmp_path: Path) -> None:
    await make(url)
    os.truncate(tmp_path / "store.db", 4096 * 10)
    await refused(url, tmp_path / "store.db", StoreBroken, "put a backup in its place")


async def test_another_programs_database(url: str, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE accounts (id)")
    await refused(url, path, StoreBroken, "not this bot's")


async def test_a_newer_schema(url: str, tmp_path: Path) -> None:
    await make(url, "UPDATE alembic_version SET version_num = '9999'")
    await refused(url, tmp_path / "store.db", StoreTooNew, "'9999'.*use the version that wrote it")


async def test_a_newer_schema_that_is_still_in_the_log(url: str, tmp_path: Path) -> None:
    """After a kill the newest pages are in -wal alone: they count, and they stay."""
    await make(url)
    path = tmp_path / "store.db"
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
        "c.execute(\"UPDATE alembic_version SET version_num = '9999'\"); c.commit(); os._exit(0)"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(path))
    assert await process.wait() == 0
    before = bytes_of(tmp_path)
    assert "store.db-wal" in before
    with pytest.raises(StoreTooNew):
        await Store.open(url)
    after = bytes_of(tmp_path)
    assert {name: after[name] for name in ("store.db", "store.db-wal")} == {
        name: before[name] for name in ("store.db", "store.db-wal")
    }


async def test_an_empty_file_and_a_missing_folder_are_new_databases(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for place in ("empty.db", "some/new/folder/x.db", "with space % and ?/ü.db"):
        async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / place}".replace("?", "%3F")) as store:
            await store.append(opening("a"))
            assert await store.ping() < 5


async def test_the_file_is_its_owners_alone_and_alone_after_closing(url: str, tmp_path: Path) -> None:
    await make(url)
    assert set(os.listdir(tmp_path)) == {"store.db", "store.db.lock"}
    assert stat.S_IMODE((tmp_path / "store.db").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+asyncpg://anna:secret@db/marriage",
        "sqlite:///x.db",
        "sqlite+aiosqlite:///file:x?mode=ro&uri=true",
        "sqlite+aiosqlite://secret@host/x.db",
        "nonsense secret",
        "",
    ],
)
async def test_other_addresses_are_refused_without_telling_them(url: str) -> None:
    with pytest.raises(StoreError, match="sqlite\\+aiosqlite:///path") as caught:
        await Store.open(url)
    assert "secret" not in str(caught.value)


async def test_places_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file/x.db", tmp_path):
        with pytest.raises(StoreError, match=str(tmp_path)) as caught:
            await Store.open(f"sqlite+aiosqlite:///{place}")
        assert caught.type is StoreError  # nothing is said against the file


async def test_a_file_that_may_not_be_looked_at(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await make(url)

    def failing(_path: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(engines, "_read", failing)
    with pytest.raises(StoreError, match="Permission denied; check") as caught:
        await Store.open(url)
    assert caught.type is StoreError


async def test_memory_is_ones_own_and_gone_afterwards() -> None:
    async with (
        await Store.open("sqlite+aiosqlite:///:memory:") as first,
        await Store.open("sqlite+aiosqlite:///:memory:") as second,
    ):
        await first.append(opening("a"))
        assert len(await first.open_tables()) == 1
        assert await second.open_tables() == ()
    assert not first.path.parent.exists()


async def test_two_stores_in_one_process(url: str, store: Store) -> None:
    with pytest.raises(StoreInUse, match=f"process {os.getpid()}"):
        await Store.open(url)
    await store.close()
    async with await Store.open(url):
        pass


async def test_two_processes(url: str, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")
    script = (
        "import asyncio, sys\nfrom data.store import Store\n"
        "async def main():\n"
        "    async with await Store.open(sys.argv[1]):\n"
        "        print('open', flush=True)\n"
        "        await asyncio.to_thread(sys.stdin.readline)\n"
        "asyncio.run(main())\n"
    )
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, url, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdin is not None
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    for same in (url, url.replace("store.db", "link.db")):
        with pytest.raises(StoreInUse, match=f"process {other.pid}; stop it first"):
            await Store.open(same)
    other.stdin.write(b"\n")
    assert await other.wait() == 0
    async with await Store.open(url):
        pass


async def test_backup(store: Store, tmp_path: Path) -> None:
    await store.append(opening("a"))
    place = tmp_path / "kept"
    place.mkdir()
    await store.backup(place / "copy.db")
    await store.append(opening("b", channel=2))
    assert os.listdir(place) == ["copy.db"]
    for taken in (place / "copy.db", store.path):
        with pytest.raises(FileExistsError):
            await store.backup(taken)
    with pytest.raises(FileNotFoundError):
        await store.backup(tmp_path / "nowhere" / "copy.db")
    async with await Store.open(f"sqlite+aiosqlite:///{place}/copy.db") as copy:
        assert [each.row.table for each in await copy.open_tables()] == ["a"]
