"""Where computer players think: a few threads, so that nobody waits for a computer's thoughts (F56 in spirit)."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from marriage_core.engine import Game
from marriage_core.errors import TableRefusal

log = logging.getLogger(__name__)


class ThreadComputers:
    """The Computers port. `threads` think for the stronger levels and one more for the weakest.

    Where `most` stronger thoughts wait already, the weakest level answers. A player that fails or takes more than
    `seconds` is logged once, and the safe move is made instead.
    """

    def __init__(self, threads: int = 1, most: int = 16, seconds: float = 10.0) -> None:
        self._strong = ThreadPoolExecutor(threads, thread_name_prefix="computer")
        self._weakest = ThreadPoolExecutor(1, thread_name_prefix="computer-weakest")
        self._most = most
        self._seconds = seconds
        self._thinking = 0
        self._logged: set[tuple[str, str]] = set()

    async def choose(self, game: Game, level: str, view: Any) -> Any:
        """The move of a player of this level; an unknown level is the weakest."""
        weakest = next(iter(game.players))
        if level not in game.players or self._thinking >= self._most:
            level = weakest
        pool = self._weakest if level == weakest else self._strong
        self._thinking += pool is self._strong
        try:
            thought = asyncio.get_running_loop().run_in_executor(pool, game.players[level], view)
            return await asyncio.wait_for(thought, self._seconds)
        except Exception:
            self._log_once(game.name, level)
            return game.absent_move(view)
        finally:
            self._thinking -= pool is self._strong

    async def advise(self, game: Game, view: Any) -> Any:
        """The coach's advice; it waits in line with the stronger thoughts, and gives up where they are too many."""
        if self._thinking >= self._most:
            raise TableRefusal("coach_busy")
        self._thinking += 1
        try:
            thought = asyncio.get_running_loop().run_in_executor(self._strong, game.hint, view)
            return await asyncio.wait_for(thought, self._seconds)
        except TimeoutError:
            raise TableRefusal("coach_busy") from None
        finally:
            self._thinking -= 1

    def close(self) -> None:
        """Takes no more thoughts; those under way end by themselves."""
        for pool in (self._strong, self._weakest):
            pool.shutdown(wait=False, cancel_futures=True)

    def _log_once(self, game: str, level: str) -> None:
        if (game, level) not in self._logged:
            self._logged.add((game, level))
            log.exception("the computer player %r of %s failed; the safe move is made", level, game)
