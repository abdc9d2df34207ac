"""What a table needs from outside, as protocols, and the rows that it hands to the journal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from marriage_core.named import Named


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the store lists it. `guild` and `channel` are Discord ids; at most one open table a channel (F16)."""

    table: str
    guild: int
    channel: int


class Presence(Named):
    """Where a seat's person was when a deal ended (F30, M12.2). A computer's seat stays.

    AWAY: missed two turns in a row and has not acted since; LEFT: left in that deal or before, and has not come back.
    """

    STAYED = "stayed"
    AWAY = "away"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat's result of a deal. `person` is a Discord id, or None where a computer of `level` sat there.

    `facts` are the game's numbers for statistics (Outcome.facts); `place` is the deal's, from 1, equals share it.
    """

    person: int | None
    name: str
    level: str | None
    net: int
    won: bool
    facts: Mapping[str, int]
    place: int
    presence: Presence


@dataclass(frozen=True, slots=True)
class DealRow:
    """One finished deal; unique by table and number (F21). `record` replays it; `by` is the game's word for how."""

    number: int
    game: str
    preset: str
    rated: bool
    by: str | None
    record: str
    commitment: str
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """One seat's place in a finished match; equal totals share the place (M12.1)."""

    person: int | None
    name: str
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The end of a match."""

    number: int
    game: str
    preset: str
    rated: bool
    seats: tuple[MatchSeat, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """One accepted action, written in one transaction: all of it or nothing.

    `lines` are journal lines numbered from `first`. `opened` and `closed` open and close the table; `deal` and `match`
    are the results that the action brought about.
    """

    table: str
    first: int
    at: float
    lines: tuple[str, ...]
    opened: TableRow | None = None
    closed: bool = False
    deal: DealRow | None = None
    match: MatchRow | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """An open table as found at start: its journal in order, and the time of the last line (UTC seconds)."""

    row: TableRow
    lines: tuple[str, ...]
    last_at: float


class ChannelTaken(Exception):
    """The channel has an open table already (F16, F17)."""


class Journal(Protocol):
    """Where accepted actions become durable."""

    async def append(self, batch: Batch) -> None:
        """Returns once the batch is durable. Raises ChannelTaken, or what storage raises."""

    async def journal(self, table: str) -> Sequence[str]:
        """All lines of a table in order: what is durable, whatever became of an append."""

    async def open_tables(self) -> Sequence[StoredTable]:
        """Every table that was not closed."""


class Clock(Protocol):
    """Time, in UTC seconds, and waiting."""

    def now(self) -> float: ...

    async def sleep_until(self, at: float) -> None: ...


class Entropy(Protocol):
    """Chance from outside: keys of deals, ids of tables, first dealers."""

    def key(self) -> bytes:
        """32 fresh bytes for a deal."""

    def table_id(self) -> str:
        """A fresh short id of letters and digits."""

    def below(self, n: int) -> int:
        """A number from 0 to n − 1."""


class Computers(Protocol):
    """Where computer players think: off the event loop."""

    async def choose(self, game: Any, level: str, view: Any) -> Any:
        """The move that a player of this level makes in this view."""

    async def advise(self, game: Any, view: Any) -> Any:
        """What the game's coach says of this view. Raises IllegalMove, or TableRefusal where it is too busy."""


class Presenter(Protocol):
    """The face of a table: told after every accepted action, never asked. What it raises changes nothing."""

    async def present(self, table: Any, happened: Sequence[Any]) -> None: ...
