"""What is asked of finished deals: the ranking, a person's numbers, the history. Always of one server (F75).

Names come from the store: a person's as last seen, else as written with the result; nobody is fetched (F72).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.reader import Reader
from data.schema import deals, match_seats, matches, persons, results
from marriage_core.hosting.ports import Presence

LARGEST_ID = 2**63 - 1
"""What a database can compare with; numbers of deals come from buttons and people, and may be longer."""


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One person's sum over rated deals. Equal nets share the place."""

    place: int
    person: int
    name: str
    deals: int
    net: int
    won: int

    @property
    def average(self) -> float:
        """Net a deal."""
        return self.net / self.deals


@dataclass(frozen=True, slots=True)
class BestDeal:
    """A deal to point at, and what it brought."""

    deal: int
    net: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over a person's deals. `won_by` counts wins by the game's word for how; `maal` is the average of a deal.

    `maal` is None where no deal told it, `best` and `worst` where there is no deal. `absent` counts deals at whose end
    the person was away or had left (F30).
    """

    deals: int = 0
    net: int = 0
    won: int = 0
    won_by: Mapping[str, int] = field(default_factory=dict)
    seen: int = 0
    absent: int = 0
    maal: float | None = None
    best: BestDeal | None = None
    worst: BestDeal | None = None
    matches: int = 0
    matches_won: int = 0

    @property
    def average(self) -> float | None:
        """Net a deal."""
        return self.net / self.deals if self.deals else None


@dataclass(frozen=True, slots=True)
class PersonStats:
    """A person's numbers: `rated` deals are those that count, `practice` all others."""

    person: int
    name: str
    rated: Tally
    practice: Tally


@dataclass(frozen=True, slots=True)
class HistorySeat:
    """A seat's result. `person` is None for a computer of `level`."""

    person: int | None
    name: str
    level: str | None
    net: int
    won: bool
    facts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished deal. `at` in UTC seconds; `by` the game's word for how it ended; `record` replays it."""

    deal: int
    at: float
    table: str
    number: int
    game: str
    preset: str
    rated: bool
    by: str | None
    record: str
    commitment: str
    seats: tuple[HistorySeat, ...]


_HEAD = (
    *(deals.c.id, deals.c.at, deals.c.table_id, deals.c.number, deals.c.game, deals.c.preset, deals.c.rated),
    *(deals.c.won_by, deals.c.record, deals.c.commitment),
)
"""Columns in the order of HistoryRow, whose seats come last."""


class Results:
    """Questions about finished deals, answered beside the writer."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def leaderboard(
        self,
        guild: int,
        since: float | None,
        preset: str | None,
        limit: int,
        offset: int = 0,
        *,
        game: str | None = None,
        by_wins: bool = False,
    ) -> tuple[LeaderRow, ...]:
        """Persons of rated deals by net, highest first; `since` in UTC seconds. Computers are never listed (F73).

        `by_wins` is for games in which points are a burden: most deals won first, of equals the lower net.
        """
        net, won = func.sum(results.c.net), _count(results.c.won)
        order = (won.desc(), net) if by_wins else (net.desc(),)
        wanted = [deals.c.guild == guild, deals.c.rated.is_(True), results.c.person.is_not(None)]
        wanted += _among(deals, since, preset, game)
        sums = (
            select(
                results.c.person,
                func.max(results.c.name).label("name"),
                func.count().label("deals"),
                net.label("net"),
                won.label("won"),
                func.rank().over(order_by=order).label("place"),
            )
            .join(deals, deals.c.id == results.c.deal_id)
            .where(*wanted)
            .group_by(results.c.person)
            .subquery()
        )
        query = (
            select(
                sums.c.place,
                sums.c.person,
                func.coalesce(persons.c.name, sums.c.name),
                sums.c.deals,
                sums.c.net,
                sums.c.won,
            )
            .outerjoin(persons, persons.c.id == sums.c.person)
            # The last term only makes the order, and so the pages, the same each time.
            .order_by(sums.c.place, sums.c.deals.desc(), sums.c.person)
            .limit(limit)
            .offset(offset)
        )

        async def ask(connection: AsyncConnection) -> tuple[LeaderRow, ...]:
            return tuple(LeaderRow(*row) for row in await connection.execute(query))

        return await self._reader.ask(ask)

    async def stats(
        self,
        guild: int | None,
        person: int,
        preset: str | None = None,
        since: float | None = None,
        game: str | None = None,
    ) -> PersonStats | None:
        """A person's numbers on one server, or on all (None: for that person's own eyes). None where there are none."""
        wanted = [results.c.person == person, *([] if guild is None else [deals.c.guild == guild])]
        wanted += _among(deals, since, preset, game)
        played = [match_seats.c.person == person, *([] if guild is None else [matches.c.guild == guild])]
        played += _among(matches, since, preset, game)

        async def ask(connection: AsyncConnection) -> PersonStats | None:
            found: dict[bool, dict[str, Any]] = {True: {}, False: {}}
            await _add_sums(connection, wanted, found)
            await _add_wins(connection, wanted, found)
            await _add_extremes(connection, wanted, found)
            await _add_matches(connection, played, found)
            if not any(found.values()):
                return None
            name = await _name(connection, person)
            return PersonStats(person, name, Tally(**found[True]), Tally(**found[False]))

        return await self._reader.ask(ask)

    async def history(
        self, guild: int, limit: int, before: int | None = None, person: int | None = None
    ) -> tuple[HistoryRow, ...]:
        """The server's deals, or those of one person there, the latest first; `before` a deal continues a page."""
        query = select(*_HEAD).where(deals.c.guild == guild).order_by(deals.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(deals.c.id < min(before, LARGEST_ID))
        if person is not None:
            theirs = select(results.c.deal_id).where(results.c.person == person)
            query = query.where(deals.c.id.in_(theirs))
        return await self._ask_with_seats(query)

    async def deal(self, deal: int, guild: int) -> HistoryRow | None:
        """One deal; None where it does not exist or belongs to another server."""
        query = select(*_HEAD).where(deals.c.id == min(deal, LARGEST_ID), deals.c.guild == guild)
        found = await self._ask_with_seats(query)
        return found[0] if found else None

    async def _ask_with_seats(self, query: Select[Any]) -> tuple[HistoryRow, ...]:
        return await self._reader.ask(lambda connection: _with_seats(connection, query))


async def _with_seats(connection: AsyncConnection, query: Select[Any]) -> tuple[HistoryRow, ...]:
    """The deals of a query with their seats."""
    heads = (await connection.execute(query)).all()
    rows = await connection.execute(
        select(
            results.c.deal_id,
            results.c.person,
            func.coalesce(persons.c.name, results.c.name),
            results.c.level,
            results.c.net,
            results.c.won,
            results.c.facts,
        )
        .outerjoin(persons, persons.c.id == results.c.person)
        .where(results.c.deal_id.in_([head.id for head in heads]))
        .order_by(results.c.deal_id, results.c.seat)
    )
    seats: dict[int, list[HistorySeat]] = {}
    for deal, *seat in rows:
        seats.setdefault(deal, []).append(HistorySeat(*seat))
    return tuple(HistoryRow(*(*head, tuple(seats.get(head.id, ())))) for head in heads)


def _among(table: Any, since: float | None, preset: str | None, game: str | None) -> list[ColumnElement[bool]]:
    wanted = [] if game is None else [table.c.game == game]
    if since is not None:
        wanted.append(table.c.at >= since)
    if preset is not None:
        wanted.append(table.c.preset == preset)
    return wanted


def _count(condition: ColumnElement[Any]) -> ColumnElement[int]:
    """How many rows fulfil it. Booleans are no numbers everywhere."""
    return func.sum(case((condition, 1), else_=0))


async def _add_sums(connection: AsyncConnection, wanted: Sequence[Any], found: dict[bool, dict[str, Any]]) -> None:
    seen = results.c.facts["seen"].as_integer()
    maal = results.c.facts["maal"].as_integer()
    rows = await connection.execute(
        select(
            deals.c.rated,
            func.count().label("deals"),
            func.sum(results.c.net).label("net"),
            _count(results.c.won).label("won"),
            _count(seen > 0).label("seen"),
            _count(results.c.presence != Presence.STAYED.value).label("absent"),
            # Sum and number rather than the average, whose type differs from database to database.
            func.sum(maal).label("maal"),
            func.count(maal).label("maals"),
        )
        .join(deals, deals.c.id == results.c.deal_id)
        .where(*wanted)
        .group_by(deals.c.rated)
    )
    for row in rows:
        found[row.rated].update(deals=row.deals, net=row.net, won=row.won, seen=row.seen, absent=row.absent)
        found[row.rated]["maal"] = row.maal / row.maals if row.maals else None


async def _add_wins(connection: AsyncConnection, wanted: Sequence[Any], found: dict[bool, dict[str, Any]]) -> None:
    rows = await connection.execute(
        select(deals.c.rated, deals.c.won_by, func.count())
        .join(results, results.c.deal_id == deals.c.id)
        .where(*wanted, results.c.won.is_(True), deals.c.won_by.is_not(None))
        .group_by(deals.c.rated, deals.c.won_by)
        .order_by(deals.c.won_by)
    )
    for rated, won_by, count in rows:
        found[rated].setdefault("won_by", {})[won_by] = count


async def _add_extremes(connection: AsyncConnection, wanted: Sequence[Any], found: dict[bool, dict[str, Any]]) -> None:
    """The best and the worst deal; of equal ones the first."""
    nets = results.c.net

    def place(order: ColumnElement[Any]) -> ColumnElement[int]:
        return func.row_number().over(partition_by=deals.c.rated, order_by=(order, deals.c.id))

    ordered = (
        select(
            deals.c.rated,
            deals.c.id,
            nets.label("net"),
            place(nets.desc()).label("from_top"),
            place(nets.asc()).label("from_bottom"),
        )
        .join(results, results.c.deal_id == deals.c.id)
        .where(*wanted)
        .subquery()
    )
    rows = await connection.execute(select(ordered).where((ordered.c.from_top == 1) | (ordered.c.from_bottom == 1)))
    for row in rows:
        best = BestDeal(row.id, row.net)
        if row.from_top == 1:
            found[row.rated]["best"] = best
        if row.from_bottom == 1:
            found[row.rated]["worst"] = best


async def _add_matches(connection: AsyncConnection, played: Sequence[Any], found: dict[bool, dict[str, Any]]) -> None:
    rows = await connection.execute(
        select(matches.c.rated, func.count(), _count(match_seats.c.place == 1))
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(*played)
        .group_by(matches.c.rated)
    )
    for rated, count, won in rows:
        found[rated].update(matches=count, matches_won=won)


async def _name(connection: AsyncConnection, person: int) -> str:
    known = await connection.scalar(select(persons.c.name).where(persons.c.id == person))
    if known is not None:
        return str(known)
    latest = select(results.c.name).where(results.c.person == person).order_by(results.c.deal_id.desc()).limit(1)
    return str(await connection.scalar(latest) or "")
