"""Where computer players think: off the loop, the stronger ones in processes of their own (F56 in spirit)."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any

from pebble import ProcessExpired, ProcessPool

from marriage_core.engine import Game
from marriage_core.errors import TableRefusal

log = logging.getLogger(__name__)


class ProcessComputers:
    """The Computers port. `processes` think for the stronger levels, and a thread for the weakest.

    Where `most` stronger thoughts are under way already, the weakest level answers. A thought that takes more than
    `seconds`, its waiting included, is ended with its process, and a new process takes its place; for that and for a
    player that fails the safe move is made, and the fault logged once. A thought whose process is ended from outside is
    begun once more.
    """

    def __init__(self, processes: int = 1, most: int = 16, seconds: float = 10.0) -> None:
        # Spawned, not forked: a copy of a running loop with its sockets and database would be no clean start.
        self._new_pool = partial(ProcessPool, processes, context=get_context("spawn"))
        self._strong = self._new_pool()
        self._weakest = ThreadPoolExecutor(1, thread_name_prefix="computer")
        self._most = most
        self._seconds = seconds
        self._thinking = 0
        self._closed = False
        self._logged: set[tuple[str, str]] = set()

    async def choose(self, game: Game, level: str, view: Any) -> Any:
        """The move of a player of this level; an unknown level is the weakest."""
        weakest = next(iter(game.players))
        try:
            if level not in game.players or level == weakest or self._thinking >= self._most:
                level = weakest
                thought = asyncio.get_running_loop().run_in_executor(self._weakest, game.players[level], view)
                return await asyncio.wait_for(thought, self._seconds)
            return await self._thought(game.players[level], view)
        except Exception:
            self._log_once(game.name, level)
            return game.absent_move(view)

    async def advise(self, game: Game, view: Any) -> Any:
        """The coach's advice; it waits in line with the stronger thoughts, and gives up where they are too many."""
        if self._thinking >= self._most:
            raise TableRefusal("coach_busy")
        try:
            return await self._thought(game.hint, view)
        except (TimeoutError, ProcessExpired):
            raise TableRefusal("coach_busy") from None

    async def _thought(self, think: Callable[[Any], Any], view: Any) -> Any:
        self._thinking += 1
        try:
            return await asyncio.wait_for(self._scheduled(think, view), self._seconds)
        finally:
            self._thinking -= 1

    async def _scheduled(self, think: Callable[[Any], Any], view: Any) -> Any:
        """A thought in the pool, begun once more where its process was ended from outside.

        Pebble gives a whole pool up when a process is killed that had nothing to do.
        """
        pool = self._strong
        try:
            return await asyncio.wrap_future(pool.schedule(think, args=[view]))
        except ProcessExpired:
            pass
        except (BrokenProcessPool, RuntimeError):
            if self._closed or pool.active:
                raise
        if pool is self._strong and not pool.active:
            log.warning("the process in which computers think was ended; another takes its place")
            self._strong = self._new_pool()
        return await asyncio.wrap_future(self._strong.schedule(think, args=[view]))

    def close(self) -> None:
        """Ends all thoughts."""
        self._closed = True
        self._weakest.shutdown(wait=False, cancel_futures=True)
        self._strong.stop()  # type: ignore[no-untyped-call]
        self._strong.join()

    def _log_once(self, game: str, level: str) -> None:
        if (game, level) not in self._logged:
            self._logged.add((game, level))
            log.exception("the computer player %r of %s failed; the safe move is made", level, game)
