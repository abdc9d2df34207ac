"""The one who writes. Whatever waits is committed together: one transaction, one sync of the disk (group commit)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import StoreClosed

log = logging.getLogger(__name__)

Change = TypeVar("Change")

MOST_TOGETHER = 500
"""Changes in one transaction: more gain nothing (the sync is shared by then) and would outgrow a statement's limits."""


class Writer(Generic[Change]):
    """`apply` writes changes in order inside an open transaction. Where it fails for several, each is tried alone."""

    def __init__(
        self, connection: AsyncConnection, apply: Callable[[AsyncConnection, Sequence[Change]], Awaitable[None]]
    ) -> None:
        self._connection = connection
        self._apply = apply
        self._waiting: list[tuple[Change | None, asyncio.Future[None]]] = []
        self._posted: dict[Hashable, Change] = {}
        self._under_way: list[tuple[Change | None, asyncio.Future[None] | None]] = []
        self._wake = asyncio.Event()
        self._closed = False
        self.transactions = 0
        """Committed so far."""
        self._task = asyncio.create_task(self._run(), name="store-writer")
        self._task.add_done_callback(self._ended)

    async def write(self, change: Change) -> None:
        """Durable on return. Raises what storage raises; StoreClosed after `close`.

        A cancelled caller leaves the change in the queue: it becomes durable or fails, which `settled` waits for.
        """
        await self._decided(change)

    def post(self, key: Hashable, change: Change) -> None:
        """Durable soon, and before `close` returns. Of several with one key only the latest is written.

        Errors are logged.
        """
        self._check_open()
        # At the end again: it was posted after what waits under other keys.
        self._posted.pop(key, None)
        self._posted[key] = change
        self._wake.set()

    async def settled(self) -> None:
        """Returns once everything written or posted before is decided."""
        self._check_open()
        if self._waiting or self._posted or self._under_way:
            await self._decided(None)

    async def probe(self) -> None:
        """Returns once the writer has committed an empty transaction: it lives and gets its lock."""
        await self._decided(None)

    async def close(self) -> None:
        """Writes all that waits, then stops."""
        self._closed = True
        self._wake.set()
        await asyncio.wait((self._task,))

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosed("the store is closed")

    async def _decided(self, change: Change | None) -> None:
        self._check_open()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Looked at here, so that a cancelled caller's failure is not reported as forgotten.
        future.add_done_callback(lambda decided: decided.cancelled() or decided.exception())
        self._waiting.append((change, future))
        self._wake.set()
        # `wait` leaves the future alone when the caller is cancelled.
        await asyncio.wait((future,))
        future.result()

    async def _run(self) -> None:
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting or self._posted:
                await self._commit()

    def _ended(self, _task: asyncio.Task[None]) -> None:
        """Something waits still where the loop was torn down under an open store: nobody may wait for ever."""
        self._closed = True
        for _, future in (*self._under_way, *self._waiting):
            if future is not None and not future.done():
                future.set_exception(StoreClosed("closed in the middle: written or not, unknown"))

    async def _commit(self) -> None:
        """Commits what waits now. Posts come last: they may belong to a table that a waiting change opens."""
        self._under_way = [*self._waiting[:MOST_TOGETHER]]
        del self._waiting[:MOST_TOGETHER]
        if not self._waiting:
            self._under_way += [(change, None) for change in self._posted.values()]
            self._posted.clear()
        changes = [change for change, _ in self._under_way if change is not None]
        try:
            await self._transaction(changes)
        except Exception as error:
            await self._one_by_one(error if len(self._under_way) == 1 else None)
        else:
            for _, future in self._under_way:
                if future is not None:
                    future.set_result(None)
        self._under_way = []

    async def _one_by_one(self, known: Exception | None) -> None:
        """Each in its own transaction, so that a bad one fails alone; `known` is the error of the only one.

        Whoever waits for the others is told last.
        """
        for change, future in sorted(self._under_way, key=lambda waiting: waiting[0] is None):
            try:
                if known is not None:
                    raise known
                await self._transaction([] if change is None else [change])
            except Exception as error:
                if future is not None:
                    future.set_exception(error)
                else:
                    log.error("a %s could not be stored: %s", type(change).__name__, error)
            else:
                if future is not None:
                    future.set_result(None)

    async def _transaction(self, changes: Sequence[Change]) -> None:
        async with self._connection.begin():
            await self._apply(self._connection, changes)
        self.transactions += 1
