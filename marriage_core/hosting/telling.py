"""Telling a face what happened at one table, apart from everything that makes it happen (F38)."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from marriage_core.hosting.ports import Presenter

log = logging.getLogger(__name__)


class Teller:
    """Presents changes in order; several that wait are told as one. A failure is the presenter's own.

    `still` says of each piece of news, when its turn comes, whether it is worth telling.
    """

    def __init__(self, table: Any, presenter: Presenter, still: Callable[[Any], bool]) -> None:
        self._table = table
        self._presenter = presenter
        self._still = still
        self._news: asyncio.Queue[Sequence[Any]] = asyncio.Queue()

    def tell(self, happened: Sequence[Any]) -> None:
        """Something changed; `happened` may be empty where only the game moved on."""
        self._news.put_nowait(tuple(happened))

    async def run(self) -> None:
        """Tells until the table is closed and everything is told."""
        while self._table.open or not self._news.empty():
            happened = list(await self._news.get())
            while not self._news.empty():
                happened += self._news.get_nowait()
            try:
                await self._presenter.present(self._table, tuple(filter(self._still, happened)))
            except asyncio.CancelledError:
                if cancelled():
                    raise
                log.warning("table %s: presenting was broken off", self._table.id)
            except Exception:
                log.exception("table %s: presenting failed", self._table.id)


def cancelled() -> bool:
    """Whether the running task itself is to stop, not merely something that it awaited."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
