"""Fault injection: a killed process, a crowd at once."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from data.store import Store
from tests.data.samples import GUILD, deal, opening, person

ROOT = Path(__file__).resolve().parents[2]

TABLES = 6
APPENDER = """
import asyncio, os, sys
from data.store import Store
from marriage_core.hosting.ports import Batch, TableRow

async def play(store, number):
    table = f"t{number}"
    await store.append(Batch(table, 0, 0.0, ("0.0", "0.1"), opened=TableRow(table, 1, number)))
    os.write(1, f"{number} 0\\n".encode())
    step = 1
    while True:
        lines = (f"{step}.0", f"{step}.1")
        await store.append(Batch(table, 2 * step, float(step), lines))
        os.write(1, f"{number} {step}\\n".encode())
        step += 1

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, number) for number in range(int(sys.argv[2]))))

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledgements", [1, 40, 600])
async def test_kill_9_in_the_middle_of_appends(url: str, acknowledgements: int) -> None:
    """F69: what was acknowledged is stored; what is stored has no hole and no half of a batch."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", APPENDER, url, str(TABLES), cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    told = b"".join([await process.stdout.readline() for _ in range(acknowledgements)])
    await asyncio.sleep(random.random() * 0.005)
    os.kill(process.pid, signal.SIGKILL)
    told += await process.stdout.read()
    assert await process.wait() == -signal.SIGKILL
    last = {int(number): int(step) for number, step in (line.split() for line in told.splitlines())}
    async with await Store.open(url) as store:
        found = {each.row.table: each.lines for each in await store.open_tables()}
        for number, step in last.items():
            assert len(found[f"t{number}"]) >= 2 * (step + 1)
        for lines in found.values():
            assert lines == tuple(f"{step}.{half}" for step in range(len(lines) // 2) for half in (0, 1))
        await store.append(opening("after", channel=999))


async def test_fifty_write_while_others_read_and_a_backup_is_made(store: Store, tmp_path: Path) -> None:
    """F68: no error, nothing lost, the backup whole."""
    writing = True

    async def write(number: int) -> None:
        table = f"t{number}"
        await store.append(opening(table, channel=number))
        for step in range(1, 20):
            row = deal(step, person(number, step), person(1000, -step)) if step % 5 == 0 else None
            batch = opening(table).__class__(table, step, float(step), (f"line {step}",), deal=row)
            await store.append(batch)
            store.save_board(table, number, step, float(step), "n")
            store.people.remember(number, f"name {step}")

    async def read() -> int:
        reads = 0
        while writing:
            for each in await store.open_tables():
                assert each.lines[1:] == tuple(f"line {step}" for step in range(1, len(each.lines)))
            assert sum(row.net for row in await store.results.leaderboard(GUILD, None, None, 100)) == 0
            await store.results.history(GUILD, 5)
            reads += 1
        return reads

    async def back_up() -> int:
        copies = 0
        while writing:
            await store.backup(tmp_path / f"copy{copies}.db")
            copies += 1
        return copies

    beside = [asyncio.create_task(each) for each in (read(), read(), back_up())]
    await asyncio.gather(*(write(number) for number in range(50)))
    writing = False
    assert min(await asyncio.gather(*beside)) > 0
    assert [len(each.lines) for each in await store.open_tables()] == [20] * 50
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path}/copy0.db") as copy:
        for each in await copy.open_tables():
            assert each.lines[1:] == tuple(f"line {step}" for step in range(1, len(each.lines)))
