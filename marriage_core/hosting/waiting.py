"""A table's one timer (F28): it sleeps until what is due is due, prepares, and ticks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from marriage_core.errors import Refusal
from marriage_core.hosting.due import Due
from marriage_core.hosting.ports import Clock
from marriage_core.hosting.telling import cancelled

log = logging.getLogger(__name__)

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0


class Waiter:
    """Waits for the latest Due alone; setting another one breaks the wait off.

    `prepare` runs when the time has come, still breakable; `tick` gets what it returned and is never broken off. A tick
    that fails is tried again after a pause, which doubles.
    """

    def __init__(
        self, clock: Clock, prepare: Callable[[Due], Awaitable[Any]], tick: Callable[[Due, Any], Awaitable[None]]
    ) -> None:
        self.due: Due | None = None
        self._clock = clock
        self._prepare = prepare
        self._tick = tick
        self._work: asyncio.Task[Any] | None = None
        self._pause = FIRST_PAUSE
        self._not_before = 0.0

    def set(self, due: Due | None) -> None:
        """What is awaited from now on; None ends the waiting."""
        if due is not self.due:
            self.due = due
            if self._work is not None:
                self._work.cancel()

    async def run(self) -> None:
        """Waits until nothing is due any more."""
        while (waited := self.due) is not None:
            work = self._work = asyncio.create_task(self._until(waited))
            try:
                await asyncio.wait((work,))
            finally:
                self._work = None
                if not work.done():
                    work.cancel()
                    await asyncio.wait((work,))
            if self.due is waited:
                await self._ticked(waited, work)
            elif not work.cancelled():
                work.exception()

    async def _until(self, waited: Due) -> Any:
        await self._clock.sleep_until(max(waited.at, self._not_before))
        return await self._prepare(waited)

    async def _ticked(self, waited: Due, work: "asyncio.Task[Any]") -> None:
        try:
            await self._tick(waited, work.result())
        except asyncio.CancelledError:
            if cancelled():
                raise
            log.warning("%s was broken off", waited.kind)
        except Refusal as refusal:
            log.warning("%s is put off: %s", waited.kind, refusal)
        except Exception:
            log.exception("%s could not be handled", waited.kind)
        else:
            self._pause, self._not_before = FIRST_PAUSE, 0.0
            return
        self._not_before = self._clock.now() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
