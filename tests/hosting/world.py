"""Everything outside a table, in memory: a journal that can fail, a clock that stands still, a face that remembers."""

import asyncio
import heapq
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from marriage_core.hosting.actions import AddComputer, Join, Start
from marriage_core.hosting.draft import replayed
from marriage_core.hosting.due import Pace
from marriage_core.hosting.happenings import Happening
from marriage_core.hosting.ports import Batch, ChannelTaken, DealRow, MatchRow, StoredTable, TableRow
from marriage_core.hosting.registry import Registry
from marriage_core.hosting.table import Ports, Table

ANNA, BINA, CHAND, DEV, ELA = 11, 12, 13, 14, 15
NAMES = {ANNA: "Anna", BINA: "Bina", CHAND: "Chand", DEV: "Dev", ELA: "Ela"}
GUILD, CHANNEL = 1, 100
PACE = Pace()


class StorageError(Exception):
    """What a disk says."""


@dataclass
class Fault:
    """What becomes of one append: kept or not, once `gate` (if any) opens; then what is raised."""

    kept: bool
    error: BaseException | None = None
    gate: asyncio.Event | None = None


@dataclass
class MemoryJournal:
    """Implements ports.Journal: one transaction an append, lines numbered without gaps, one open table a channel."""

    rows: dict[str, TableRow] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    last_at: dict[str, float] = field(default_factory=dict)
    deals: dict[tuple[str, int], DealRow] = field(default_factory=dict)
    matches: dict[tuple[str, int], MatchRow] = field(default_factory=dict)
    batches: list[Batch] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    unreadable: bool = False
    reads: int = 0

    async def append(self, batch: Batch) -> None:
        fault = self.faults.pop(0) if self.faults else Fault(kept=True)
        await asyncio.sleep(0)
        if fault.gate is not None:
            await fault.gate.wait()
        if fault.kept:
            self._keep(batch)
        if fault.error is not None:
            raise fault.error

    def _keep(self, batch: Batch) -> None:
        if batch.opened is not None:
            assert batch.table not in self.rows
            taken = {row.channel for table, row in self.rows.items() if table not in self.closed}
            if batch.opened.channel in taken:
                raise ChannelTaken
            self.rows[batch.table], self.lines[batch.table] = batch.opened, []
        assert batch.table not in self.closed, "a closed table changes no more"
        assert batch.first == len(self.lines[batch.table]), "journal lines are numbered without gaps"
        assert batch.lines
        self.lines[batch.table] += batch.lines
        self.last_at[batch.table] = batch.at
        if batch.closed:
            self.closed.add(batch.table)
        if batch.deal is not None:
            key = (batch.table, batch.deal.number)
            assert key not in self.deals, "a deal counts once"
            self.deals[key] = batch.deal
        if batch.match is not None:
            key = (batch.table, batch.match.number)
            assert key not in self.matches, "a match counts once"
            self.matches[key] = batch.match
        self.batches.append(batch)

    async def journal(self, table: str) -> Sequence[str]:
        self.reads += 1
        await asyncio.sleep(0)
        if self.unreadable:
            raise StorageError("unreadable")
        return list(self.lines.get(table, ()))

    async def open_tables(self) -> Sequence[StoredTable]:
        await asyncio.sleep(0)
        return [
            StoredTable(row, tuple(self.lines[table]), self.last_at[table])
            for table, row in self.rows.items()
            if table not in self.closed
        ]


class FakeClock:
    """Implements ports.Clock. Time passes only in `advance`, stopping at every sleeper on the way."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self._now = start
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> float:
        return self._now

    async def sleep_until(self, at: float) -> None:
        if at <= self._now:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (at, self._count, future))
        await future

    @property
    def sleepers(self) -> int:
        """How many wait now."""
        return sum(not future.done() for _, _, future in self._sleepers)

    async def advance(self, seconds: float) -> None:
        """Time passes."""
        await settle()
        until = self._now + seconds
        while self._sleepers and self._sleepers[0][0] <= until:
            at, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                self._now = max(self._now, at)
                future.set_result(None)
                await settle()
        self._now = until
        await settle()

    async def jump(self, seconds: float) -> None:
        """The machine slept: time passed and nobody could do anything."""
        self._now += seconds
        await self.advance(0)


async def settle(turns: int = 40) -> None:
    """Lets everything that can happen now happen."""
    for _ in range(turns):
        await asyncio.sleep(0)


class Recorder:
    """Implements ports.Presenter: remembers, raises or hangs."""

    def __init__(self) -> None:
        self.told: list[tuple[str, tuple[Any, ...]]] = []
        self.errors: list[BaseException] = []
        self.gate: asyncio.Event | None = None

    async def present(self, table: Table, happened: Sequence[Any]) -> None:
        table.public_view()
        if self.gate is not None:
            await self.gate.wait()
        self.told.append((table.id, tuple(happened)))
        if self.errors:
            raise self.errors.pop(0)

    @property
    def happened(self) -> list[Any]:
        """Everything told, in order."""
        return [one for _, happened in self.told for one in happened]

    def of(self, kind: type) -> list[Any]:
        """What was told of one kind."""
        return [one for one in self.happened if isinstance(one, kind)]


class InlineComputers:
    """Implements ports.Computers on the spot; `moves` are answered first, `gate` holds an answer back."""

    def __init__(self) -> None:
        self.moves: list[Any] = []
        self.gate: asyncio.Event | None = None
        self.asked: list[str] = []
        self.safe = False
        self.thinking = 0
        self.advised = 0

    async def choose(self, game: Any, level: str, view: Any) -> Any:
        self.asked.append(level)
        self.thinking += 1
        try:
            if self.gate is not None:
                await self.gate.wait()
        finally:
            self.thinking -= 1
        if self.moves:
            move = self.moves.pop(0)
            if isinstance(move, BaseException):
                raise move
            return move
        return game.absent_move(view) if self.safe else game.players[level](view)

    async def advise(self, game: Any, view: Any) -> Any:
        self.advised += 1
        return game.hint(view)


class CountedEntropy:
    """Implements ports.Entropy, repeatably."""

    def __init__(self) -> None:
        self.count = 0
        self.numbers: list[int] = []

    def key(self) -> bytes:
        self.count += 1
        return sha256(f"key {self.count}".encode()).digest()

    def table_id(self) -> str:
        self.count += 1
        return f"t{self.count}"

    def below(self, n: int) -> int:
        return self.numbers.pop(0) if self.numbers else 0


class World:
    """A process: its ports and its registry."""

    def __init__(self, journal: MemoryJournal | None = None, pace: Pace = PACE) -> None:
        self.journal = journal or MemoryJournal()
        self.clock = FakeClock()
        self.face = Recorder()
        self.computers = InlineComputers()
        self.entropy = CountedEntropy()
        self.entropy.count = 1000 * len(self.journal.rows)
        ports = Ports(self.journal, self.clock, self.entropy, self.face, self.computers, pace)
        self.registry = Registry(ports)

    async def open(self, host: int = ANNA, channel: int = CHANNEL, preset: str = "toy", **options: Any) -> Table:
        """A table with its host."""
        return await self.registry.open(
            guild=GUILD, channel=channel, host=host, name=NAMES[host], preset=preset, options=options
        )

    async def match(self, *people: int, computers: Sequence[str] = (), preset: str = "toy", **options: Any) -> Table:
        """A table in its first deal; the first person is the host in seat 0 and, with the toy, seat 1 moves."""
        table = await self.open(people[0], preset=preset, **options)
        for person in people[1:]:
            await table.submit(person, Join(NAMES[person]))
        for level in computers:
            await table.submit(people[0], AddComputer(level))
        await table.submit(people[0], Start())
        return table

    def check(self, table: Table) -> None:
        """What is live is what is durable (F69)."""
        assert replayed(table.id, tuple(self.journal.lines[table.id])) == table._live


@asynccontextmanager
async def world(journal: MemoryJournal | None = None, pace: Pace = PACE) -> Any:
    """A process that ends without leaving a task behind."""
    before = asyncio.all_tasks()
    running = World(journal, pace)
    try:
        yield running
        await settle()
        for table in running.registry.tables:
            if not table._ledger.in_doubt:
                running.check(table)
    finally:
        await running.registry.close()
        await settle(2)
    left = asyncio.all_tasks() - before
    assert not left, f"tasks left behind: {left}"
    assert running.clock.sleepers == 0


def token(table: Table, person: int) -> str:
    """The control of the choice that a person has now."""
    return table.view_for(person).decision


def turn_of(table: Table) -> int:
    """The person whose turn it is."""
    board = table.public_view()
    assert board.awaited is not None
    person = board.sitters[board.awaited].person
    assert person is not None
    return person


def kinds(happenings: Sequence[Happening]) -> list[str]:
    """Names of happenings, for short asserts."""
    return [type(one).__name__ for one in happenings]
