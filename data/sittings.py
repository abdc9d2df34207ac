"""Sittings at real tables: who plays, what is being filled in, every deal with its corrections.

A corrected deal is a new version beside the old one; nothing is ever overwritten. One process has the database, so what
was read once stays true here until it is saved here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from json import dumps, loads
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.people import Recent, put
from data.reader import Reader
from data.schema import sitting_deals, sittings
from data.writer import Writer

REMEMBERED = 500
"""Sittings kept in memory."""


@dataclass(frozen=True, slots=True)
class SittingPlayer:
    """A name at the table; `plays` is whether the next deal is theirs too."""

    name: str
    plays: bool = True


@dataclass(frozen=True, slots=True)
class SittingDeal:
    """One deal as told and settled: `form` is what was filled in, `nets` are results by name; `person` did it.

    `version` counts corrections, from 1; `at` in UTC seconds.
    """

    number: int
    version: int
    at: float
    person: int
    form: Mapping[str, Any]
    nets: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Some deals at a real table. `keeper` keeps the score; `forms` are deals half filled in, by what they are for.

    `deals` holds every version of every deal, in order; times in UTC seconds.
    """

    id: str
    guild: int
    channel: int
    keeper: int
    opened_at: float
    preset: str
    options: Mapping[str, Any]
    players: tuple[SittingPlayer, ...]
    forms: Mapping[str, Any] = field(default_factory=dict)
    message_id: int | None = None
    closed_at: float | None = None
    deals: tuple[SittingDeal, ...] = ()

    @property
    def current(self) -> tuple[SittingDeal, ...]:
        """Every deal as it stands, the latest version alone."""
        return tuple({deal.number: deal for deal in self.deals}.values())

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's points over all deals, in the order of players."""
        return {player.name: sum(deal.nets.get(player.name, 0) for deal in self.current) for player in self.players}


@dataclass(frozen=True, slots=True)
class SittingChange:
    """A sitting as it is from now on, and perhaps one more deal: one transaction."""

    sitting: Sitting
    deal: SittingDeal | None = None


async def write_sitting(connection: AsyncConnection, change: SittingChange) -> None:
    """Stores a sitting, new or not, and the deal that is new."""
    of, deal = change.sitting, change.deal
    values = {
        "guild": of.guild,
        "channel": of.channel,
        "keeper": of.keeper,
        "opened_at": of.opened_at,
        "closed_at": of.closed_at,
        "message_id": of.message_id,
        "preset": of.preset,
        "options": of.options,
        "players": [[player.name, player.plays] for player in of.players],
        "forms": of.forms,
    }
    await put(connection, sittings, {"id": of.id}, values)
    if deal is not None:
        row = {
            "sitting_id": of.id,
            "number": deal.number,
            "version": deal.version,
            "at": deal.at,
            "person": deal.person,
            "form": deal.form,
            "nets": deal.nets,
        }
        await connection.execute(insert(sitting_deals), row)


class Sittings:
    """Sittings by id and by channel."""

    def __init__(self, reader: Reader, writer: Writer[Any]) -> None:
        self._reader = reader
        self._writer = writer
        self._known: Recent[str, Sitting] = Recent(REMEMBERED)

    async def save(self, sitting: Sitting, deal: SittingDeal | None = None) -> Sitting:
        """Durable on return; the sitting with the new deal in it. Raises what storage raises: one open a channel."""
        # By way of text: what stays in memory is what the database would give back.
        forms = loads(dumps(sitting.forms, allow_nan=False))
        deals = sitting.deals if deal is None else (*sitting.deals, deal)
        whole = replace(sitting, forms=forms, deals=tuple(sorted(deals, key=lambda one: (one.number, one.version))))
        await self._writer.write(SittingChange(whole, deal))
        self._known.put(whole.id, whole)
        return whole

    async def find(self, sitting: str) -> Sitting | None:
        """The sitting of an id, open or closed."""
        known = self._known.get(sitting)
        if known is not None:
            return known
        read = await self._read(sittings.c.id == sitting)
        # What was saved while it was being read is newer.
        newer = self._known.get(sitting)
        if newer is not None or read is None:
            return newer
        self._known.put(sitting, read)
        return read

    async def in_channel(self, channel: int) -> Sitting | None:
        """The open sitting of a channel."""
        await self._writer.settled()
        read = await self._read(sittings.c.channel == channel, sittings.c.closed_at.is_(None))
        return None if read is None else await self.find(read.id)

    async def _read(self, *wanted: Any) -> Sitting | None:
        async def ask(connection: AsyncConnection) -> Sitting | None:
            row = (await connection.execute(select(sittings).where(*wanted))).first()
            if row is None:
                return None
            order = (sitting_deals.c.number, sitting_deals.c.version)
            deals = await connection.execute(
                select(sitting_deals).where(sitting_deals.c.sitting_id == row.id).order_by(*order)
            )
            return _sitting(row, deals.all())

        return await self._reader.ask(ask)


def _sitting(row: Any, deals: Sequence[Any]) -> Sitting:
    return Sitting(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        keeper=row.keeper,
        opened_at=row.opened_at,
        preset=row.preset,
        options=row.options,
        players=tuple(SittingPlayer(name, plays) for name, plays in row.players),
        forms=row.forms,
        message_id=row.message_id,
        closed_at=row.closed_at,
        deals=tuple(
            SittingDeal(deal.number, deal.version, deal.at, deal.person, deal.form, deal.nets) for deal in deals
        ),
    )
