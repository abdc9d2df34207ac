"""How fast the store writes, by the number of tables that wait: python -m tests.data.bench_store, or run as a file.

Prints one line a case: appends (one line of a journal each) and transactions in a second, with WAL and FULL.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from data.store import Store
from marriage_core.hosting.ports import Batch, TableRow

LINE = "move 3 discard 10C # a line of ordinary length, as journals have them ................"


async def measure(waiting: int, seconds: float = 1.0) -> tuple[float, float]:
    """Appends and transactions in a second with so many tables, each of which waits for its own append."""
    with TemporaryDirectory() as folder:
        async with await Store.open(f"sqlite+aiosqlite:///{folder}/bench.db") as store:
            for table in range(waiting):
                await store.append(Batch(f"t{table}", 0, 0.0, (LINE,), opened=TableRow(f"t{table}", 1, table)))
            before, start = store.transactions, perf_counter()

            async def play(table: int) -> int:
                seq = 1
                while perf_counter() - start < seconds:
                    await store.append(Batch(f"t{table}", seq, 0.0, (LINE,)))
                    seq += 1
                return seq - 1

            done = sum(await asyncio.gather(*map(play, range(waiting))))
            took = perf_counter() - start
            return done / took, (store.transactions - before) / took


async def main() -> None:
    for waiting in (1, 10, 50, 200):
        appends, transactions = await measure(waiting)
        print(f"{waiting:4} tables waiting: {appends:8.0f} appends/s in {transactions:6.0f} transactions/s")


if __name__ == "__main__":
    asyncio.run(main())
