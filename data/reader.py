"""Everyone who asks the database, beside the writer and never in its way."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.errors import StoreClosed

Answer = TypeVar("Answer")


class Reader:
    """A few connections that see what is committed, each question one moment of it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._asking: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def ask(self, question: Callable[[AsyncConnection], Coroutine[Any, Any, Answer]]) -> Answer:
        """The answer to a question, which is given a connection. Raises StoreClosed after `close`.

        It runs in a task of its own, to its end: cancelled while it connects, the driver would lose the connection.
        """
        if self._closed:
            raise StoreClosed("the store is closed")
        task = asyncio.create_task(self._answer(question))
        self._asking.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait((task,))
        return task.result()

    async def _answer(self, question: Callable[[AsyncConnection], Coroutine[Any, Any, Answer]]) -> Answer:
        async with self._engine.connect() as connection:
            return await question(connection)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._asking.discard(task)
        # Looked at here, so that a cancelled asker's failure is not reported as forgotten.
        if not task.cancelled():
            task.exception()

    async def close(self) -> None:
        """Lets running questions end: an engine forgets connections that are out when it is disposed of."""
        self._closed = True
        if self._asking:
            await asyncio.wait(self._asking)
        await self._engine.dispose()
