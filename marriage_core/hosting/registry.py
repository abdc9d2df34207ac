"""Every live table of a process: opened, found again, restored after a restart."""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

from marriage_core.engine import find_preset
from marriage_core.errors import BadText, TableRefusal
from marriage_core.hosting.draft import Draft, happenings_in, replayed
from marriage_core.hosting.happenings import Closed, Joined, Opened, write_happening
from marriage_core.hosting.ports import Batch, ChannelTaken, StoredTable
from marriage_core.hosting.table import Ports, Table

log = logging.getLogger(__name__)


class Registry:
    """Tables by id and by channel; at most one open table a channel (F16, F17)."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._tables: dict[str, Table] = {}
        self._channels: dict[int, Table] = {}
        self._leaving: set[Table] = set()
        self._opening: set[asyncio.Future[None]] = set()
        self._doubted: dict[str, int] = {}
        self._broken: dict[int, StoredTable] = {}
        self._stopped = False

    def table(self, table: str) -> Table | None:
        """The open table of an id."""
        return self._tables.get(table)

    def in_channel(self, channel: int) -> Table | None:
        """The open table of a channel."""
        return self._channels.get(channel)

    def with_person(self, guild: int, person: int) -> tuple[Table, ...]:
        """The open tables of a server at which a person sits (F33)."""
        return tuple(t for t in self._tables.values() if t.guild == guild and t.seats(person))

    @property
    def tables(self) -> tuple[Table, ...]:
        """All open tables."""
        return tuple(self._tables.values())

    async def open(
        self, *, guild: int, channel: int, host: int, name: str, preset: str, options: Mapping[str, Any]
    ) -> Table:
        """A new table with its host seated. Raises BadRules, or TableRefusal where the channel has one already.

        A table whose match is over gives way.
        """
        chosen = find_preset(preset)[1].with_options(options).options()
        await self._make_room(channel)
        draft = Draft.opening(self._ports.entropy.table_id(), Opened(guild, channel, host, preset, chosen))
        draft.happen(Joined(host, name))
        append = asyncio.ensure_future(self._ports.journal.append(draft.batch(self._ports.clock.now())))
        self._opening.add(append)
        append.add_done_callback(self._opening.discard)
        try:
            await asyncio.wait((append,))
        except asyncio.CancelledError:
            append.add_done_callback(partial(self._after_all, draft))
            raise
        error = asyncio.CancelledError() if append.cancelled() else append.exception()
        if isinstance(error, ChannelTaken):
            raise TableRefusal("channel_taken")
        if error is not None or self._stopped:
            self._doubted[draft.live.lobby.table] = channel
            log.error("a table could not be opened in channel %s", channel, exc_info=error)
            raise TableRefusal("not_saved") from error
        table = self._add(Table(draft.live, self._ports, self._closed))
        table.begin(draft.happened)
        return table

    async def restore(self) -> tuple[Table, ...]:
        """Every open table of the journal, going on where it was (F69).

        One that cannot go on is logged and left alone until somebody opens another in its channel.
        """
        for stored in await self._ports.journal.open_tables():
            if self._stopped:
                break
            try:
                self._restored(stored)
            except BadText as error:
                log.error("%s", error)
                self._broken[stored.row.channel] = stored
            except Exception:
                log.exception("table %s cannot go on", stored.row.table)
                self._broken[stored.row.channel] = stored
            await asyncio.sleep(0)
        return self.tables

    async def close(self) -> None:
        """Stops every table; the journal keeps them."""
        self._stopped = True
        await asyncio.gather(*(table.close() for table in (*self._tables.values(), *self._leaving)))

    # --- keeping the books --------------------------------------------------------------------------------------------

    def _restored(self, stored: StoredTable) -> None:
        if stored.row.table not in self._tables:
            table = Table(replayed(stored.row.table, tuple(stored.lines)), self._ports, self._closed)
            table.resume()
            self._add(table)

    def _add(self, table: Table) -> Table:
        self._tables[table.id] = table
        self._channels[table.channel] = table
        return table

    def _closed(self, table: Table) -> None:
        self._tables.pop(table.id, None)
        if self._channels.get(table.channel) is table:
            del self._channels[table.channel]
        # It has yet to tell that it is closed.
        self._leaving = {leaving for leaving in self._leaving if leaving.busy} | {table}

    async def _make_room(self, channel: int) -> None:
        """Raises TableRefusal where the channel has a table that does not give way."""
        try:
            for table in [table for table, where in self._doubted.items() if where == channel]:
                await self._find(table)
            if channel in self._broken:
                await self._close_broken(channel)
        except Exception as error:
            log.exception("channel %s cannot be cleared", channel)
            raise TableRefusal("not_saved") from error
        old = self._channels.get(channel)
        if old is not None:
            await old.give_way()

    async def _close_broken(self, channel: int) -> None:
        """Closes a table that cannot be followed; its journal stays for whoever looks into it."""
        row, before = self._broken[channel].row, len(self._broken[channel].lines)
        if len(await self._ports.journal.journal(row.table)) == before:
            line = "T" + write_happening(Closed("broken"))
            now = self._ports.clock.now()
            await self._ports.journal.append(Batch(row.table, before, now, (line,), closed=True))
        self._broken.pop(channel, None)

    # --- openings of unknown outcome ----------------------------------------------------------------------------------

    def _after_all(self, draft: Draft, append: "asyncio.Future[None]") -> None:
        """Whoever opened the table was cancelled meanwhile; where it became durable it is a table all the same."""
        if append.cancelled() or append.exception() is not None:
            self._doubted[draft.live.lobby.table] = draft.live.lobby.channel
        elif not self._stopped:
            self._add(Table(draft.live, self._ports, self._closed)).begin(draft.happened)

    async def _find(self, table: str) -> None:
        """The opening of this table failed: the journal says whether it is one."""
        lines = tuple(await self._ports.journal.journal(table))
        if self._doubted.pop(table, None) is not None and lines:
            self._add(Table(replayed(table, lines), self._ports, self._closed)).begin(happenings_in(lines))
