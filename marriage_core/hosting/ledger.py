"""What a table has written to the journal and does not know yet to be durable: one append at a time.

An append may fail, or its caller be cancelled, with the lines on disk all the same. Then nothing more is written until
the journal has said what is true (design.md, section 3).
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from marriage_core.errors import TableRefusal
from marriage_core.hosting.draft import Draft, Live, happenings_in, replayed
from marriage_core.hosting.happenings import Happening
from marriage_core.hosting.ports import Clock, Journal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Truth:
    """A table as it durably is, and what happened on the way. `afresh`: the next wait gets its whole time."""

    live: Live
    happened: Sequence[Happening]
    afresh: bool


@dataclass(frozen=True, slots=True)
class _Pending:
    """An append that was begun, and what becomes true with it."""

    draft: Draft
    append: "asyncio.Future[None]"
    afresh: bool

    @property
    def saved(self) -> bool:
        """Whether the append, now done, is known to have succeeded."""
        return not self.append.cancelled() and self.append.exception() is None

    @property
    def truth(self) -> Truth:
        """What is true once it has."""
        return Truth(self.draft.live, self.draft.happened, self.afresh)


class Ledger:
    """The journal of one table. Whoever calls holds the table's lock."""

    def __init__(self, table: str, journal: Journal, clock: Clock) -> None:
        self._table = table
        self._journal = journal
        self._clock = clock
        self._pending: _Pending | None = None

    @property
    def in_doubt(self) -> bool:
        """Whether the outcome of an append is unknown."""
        return self._pending is not None

    async def write(self, draft: Draft, *, afresh: bool) -> Truth:
        """The draft, durable. Raises TableRefusal where it is not known to be. Cancelled, it leaves the append be."""
        append = asyncio.ensure_future(self._journal.append(draft.batch(self._clock.now())))
        pending = self._pending = _Pending(draft, append, afresh)
        await asyncio.wait((append,))
        if not pending.saved:
            error = None if append.cancelled() else append.exception()
            log.error("table %s: an action could not be saved", self._table, exc_info=error)
            raise TableRefusal("not_saved") from error
        self._pending = None
        return pending.truth

    async def settle(self, known: Live) -> Truth | None:
        """What is true where it is in doubt; None where it is not. `known` was true before.

        Raises TableRefusal where the journal cannot be read.
        """
        pending = self._pending
        if pending is None:
            return None
        await asyncio.wait((pending.append,))
        if pending.saved:
            self._pending = None
            return pending.truth
        try:
            lines = tuple(await self._journal.journal(self._table))
            live = replayed(self._table, lines)
        except Exception as error:
            log.exception("table %s: its journal cannot be read", self._table)
            raise TableRefusal("not_saved") from error
        self._pending = None
        # While nothing could be saved nobody could move: whoever is awaited gets the whole time again (F29).
        return Truth(live, happenings_in(lines[known.lines :]), afresh=True)

    async def close(self) -> None:
        """Nobody waits for the append any more; what became of it will be found in the journal."""
        if self._pending is not None:
            self._pending.append.cancel()
            await asyncio.wait((self._pending.append,))
