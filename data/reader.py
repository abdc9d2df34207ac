"""Everyone who asks the database, beside the writer and never in its way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.errors import StoreClosed


class Reader:
    """A few connections that see what is committed, each transaction one moment of it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A connection for as long as needed. Raises StoreClosed after `close`."""
        if self._closed:
            raise StoreClosed("the store is closed")
        self._busy += 1
        self._idle.clear()
        try:
            async with self._engine.connect() as connection:
                yield connection
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    async def close(self) -> None:
        """Lets those who read finish: an engine forgets connections that are out when it is disposed of."""
        self._closed = True
        await self._idle.wait()
        await self._engine.dispose()
