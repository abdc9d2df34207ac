"""Batches into tables and back: what of the journal's promises is a matter of statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data import ratings
from data.errors import BatchRefused
from data.schema import deals, lines, match_seats, matches, results, tables
from marriage_core.hosting.ports import Batch, ChannelTaken, DealRow, MatchRow, StoredTable, TableRow


@dataclass(slots=True)
class _Known:
    """A table as the batches of one transaction find and leave it. `next` is None before its first line."""

    guild: int
    channel: int
    open: bool
    next: int | None


async def write_batches(connection: AsyncConnection, batches: Sequence[Batch]) -> None:
    """Writes batches in order. Raises ChannelTaken or BatchRefused at the first that does not follow what is stored.

    Lines go in with one statement for all batches: that, and one commit, is what makes many tables cheap.
    """
    known = await _find(connection, batches)
    for batch in batches:
        _admit(known, batch)
    for batch in batches:
        if batch.opened is not None:
            row = batch.opened
            opened = {"id": row.table, "guild": row.guild, "channel": row.channel, "opened_at": batch.at}
            await connection.execute(insert(tables), opened)
        if batch.closed:
            await connection.execute(update(tables).where(tables.c.id == batch.table).values(closed_at=batch.at))
    new = [
        {"table_id": batch.table, "seq": seq, "at": batch.at, "text": line}
        for batch in batches
        for seq, line in enumerate(batch.lines, batch.first)
    ]
    if new:
        await connection.execute(insert(lines), new)
    for batch in batches:
        try:
            if batch.deal is not None:
                await _write_deal(connection, known[batch.table].guild, batch, batch.deal)
            if batch.match is not None:
                await _write_match(connection, known[batch.table].guild, batch, batch.match)
        except IntegrityError:
            raise BatchRefused(f"table {batch.table}: a deal or a match of that number is stored already") from None


async def _find(connection: AsyncConnection, batches: Sequence[Batch]) -> dict[str, _Known]:
    """The tables that the batches belong to, and the open ones in the channels where they want to open another."""
    last = select(func.max(lines.c.seq)).where(lines.c.table_id == tables.c.id).scalar_subquery()
    named = tables.c.id.in_({batch.table for batch in batches})
    channels = {batch.opened.channel for batch in batches if batch.opened is not None}
    wanted = or_(named, and_(tables.c.channel.in_(channels), tables.c.closed_at.is_(None))) if channels else named
    rows = await connection.execute(
        select(tables.c.id, tables.c.guild, tables.c.channel, tables.c.closed_at, last).where(wanted)
    )
    return {
        table: _Known(guild, channel, closed_at is None, None if seq is None else seq + 1)
        for table, guild, channel, closed_at, seq in rows
    }


def _admit(known: dict[str, _Known], batch: Batch) -> None:
    """Checks a batch against its table and moves that on. The constraints of the schema stand behind it."""
    if batch.opened is not None:
        row = batch.opened
        if row.table != batch.table or row.table in known:
            raise BatchRefused(f"table {row.table} exists already, or is not the batch's own ({batch.table})")
        if any(other.open and other.channel == row.channel for other in known.values()):
            raise ChannelTaken(f"channel {row.channel} has an open table")
        known[row.table] = _Known(row.guild, row.channel, True, None)
    table = known.get(batch.table)
    if table is None or not table.open:
        raise BatchRefused(f"table {batch.table} is {'unknown' if table is None else 'closed'}")
    if table.next is not None and batch.first != table.next:
        what = "is stored already" if batch.first < table.next else f"would leave a gap: {table.next} is next"
        raise BatchRefused(f"table {batch.table}: line {batch.first} {what}")
    table.next = batch.first + len(batch.lines)
    table.open = not batch.closed


async def _write_deal(connection: AsyncConnection, guild: int, batch: Batch, deal: DealRow) -> None:
    moved = await ratings.moves(connection, guild, batch.at, deal)
    head = {
        "table_id": batch.table,
        "number": deal.number,
        "guild": guild,
        "at": batch.at,
        "game": deal.game,
        "preset": deal.preset,
        "rated": deal.rated,
        "won_by": deal.by,
        "record": deal.record,
        "commitment": deal.commitment,
        "moved": moved,
    }
    deal_id = (await connection.execute(insert(deals).returning(deals.c.id), head)).scalar_one()
    rows = [
        {
            "deal_id": deal_id,
            "seat": seat,
            "person": row.person,
            "name": row.name,
            "level": row.level,
            "net": row.net,
            "won": row.won,
            "facts": dict(row.facts),
            "place": row.place,
            "presence": row.presence.value,
        }
        for seat, row in enumerate(deal.seats)
    ]
    if rows:
        await connection.execute(insert(results), rows)
    if moved:
        await ratings.move(connection, guild, deal.game, deal.seats)


async def _write_match(connection: AsyncConnection, guild: int, batch: Batch, match: MatchRow) -> None:
    head = {
        "table_id": batch.table,
        "number": match.number,
        "guild": guild,
        "at": batch.at,
        "game": match.game,
        "preset": match.preset,
        "rated": match.rated,
    }
    match_id = (await connection.execute(insert(matches).returning(matches.c.id), head)).scalar_one()
    rows = [
        {
            "match_id": match_id,
            "seat": seat,
            "person": row.person,
            "name": row.name,
            "total": row.total,
            "place": row.place,
        }
        for seat, row in enumerate(match.seats)
    ]
    if rows:
        await connection.execute(insert(match_seats), rows)


async def read_journal(connection: AsyncConnection, table: str) -> tuple[str, ...]:
    """A table's lines in order."""
    found = await connection.execute(select(lines.c.text).where(lines.c.table_id == table).order_by(lines.c.seq))
    return tuple(found.scalars())


async def read_open_tables(connection: AsyncConnection) -> tuple[StoredTable, ...]:
    """Every open table, the oldest first."""
    heads = await connection.execute(
        select(tables.c.id, tables.c.guild, tables.c.channel, tables.c.opened_at)
        .where(tables.c.closed_at.is_(None))
        .order_by(tables.c.opened_at, tables.c.id)
    )
    found: dict[str, tuple[TableRow, list[str], float]] = {
        table: (TableRow(table, guild, channel), [], opened_at) for table, guild, channel, opened_at in heads
    }
    rows = await connection.execute(
        select(lines.c.table_id, lines.c.at, lines.c.text)
        # Not a join: SQLite would read the journals of all closed tables for it.
        .where(lines.c.table_id.in_(select(tables.c.id).where(tables.c.closed_at.is_(None))))
        .order_by(lines.c.table_id, lines.c.seq)
    )
    row: Any
    for row in rows:
        head, texts, _ = found[row.table_id]
        texts.append(row.text)
        found[row.table_id] = (head, texts, row.at)
    return tuple(StoredTable(head, tuple(texts), last_at) for head, texts, last_at in found.values())
