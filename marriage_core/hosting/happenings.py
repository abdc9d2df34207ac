"""What happened at a table outside the game: who sits where, and how matches begin and end. With their texts.

A journal line is `T` and one of these as JSON, or `D` and an event of the game in the game's own text.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from marriage_core.errors import BadText


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened by its host with a preset, options that differ from it, and its place on Discord."""

    guild: int
    channel: int
    host: int
    preset: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Joined:
    """A person took the next free seat."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class ComputerJoined:
    """A computer of a level took the next free seat."""

    level: str
    name: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A seat was emptied in the lobby; the seats after it move up."""

    seat: int


@dataclass(frozen=True, slots=True)
class HostPassed:
    """The table has another host (F32)."""

    person: int


@dataclass(frozen=True, slots=True)
class RulesSet:
    """The options were changed: before the first deal, or when everybody had consented (M13)."""

    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RulesProposed:
    """The host proposed other options between deals; an older proposal is void. Numbers count up from 1 (M13)."""

    number: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RulesConsented:
    """A seated person agreed to the rules proposed (M13)."""

    person: int


@dataclass(frozen=True, slots=True)
class RulesKept:
    """A seated person did not agree to the rules proposed, which ends the proposal (M13)."""

    person: int


@dataclass(frozen=True, slots=True)
class HintsSet:
    """Hints were switched on or off for this table."""

    on: bool


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match began: its number at this table, its length in deals and its first dealer (M4.1, M12.1)."""

    number: int
    deals: int
    dealer: int


@dataclass(frozen=True, slots=True)
class DealBegan:
    """A deal is about to be dealt; game events follow."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class DealClosed:
    """A deal was scored: results by seat."""

    number: int
    nets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """A deal ended without counting, because nobody is left (M12.2) or the match was ended."""

    number: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match is over. `complete`: all its deals were played."""

    number: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Missed:
    """A seat let its turn time out (M12.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """The computer plays for a seat: its person left for good (`left`) or missed two turns in a row (F26)."""

    seat: int
    left: bool


@dataclass(frozen=True, slots=True)
class CameBack:
    """A person acts again for their own seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class VotedEnd:
    """A seated person wants the match to end."""

    person: int


@dataclass(frozen=True, slots=True)
class Nudged:
    """Somebody pinged the awaited seat, at a time in UTC seconds (F43)."""

    seat: int
    at: float


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is gone. `reason` is a word of the catalogue."""

    reason: str


@dataclass(frozen=True, slots=True)
class Warned:
    """A seat's time is running out (F27). Told, never journaled: it changes nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The table goes on after a restart, with its deadlines extended (F29, F70). Told, never journaled."""


Happening = (
    Opened
    | Joined
    | ComputerJoined
    | Removed
    | HostPassed
    | RulesSet
    | RulesProposed
    | RulesConsented
    | RulesKept
    | HintsSet
    | MatchStarted
    | DealBegan
    | DealClosed
    | DealAnnulled
    | MatchEnded
    | Missed
    | WentAway
    | CameBack
    | VotedEnd
    | Nudged
    | Closed
)

_BY_NAME = {of.__name__: of for of in Happening.__args__}


def write_happening(happening: Happening) -> str:
    """A happening as one line of JSON: its name, then its fields."""
    fields = [getattr(happening, name) for name in happening.__slots__]
    return json.dumps([type(happening).__name__, *fields], separators=(",", ":"))


def read_happening(line: str) -> Happening:
    """The happening of a line. Raises BadText quoting it."""
    try:
        told = json.loads(line)
        if not isinstance(told, list):
            raise TypeError("a happening is a list")
        name, *values = told
        of = _BY_NAME[name]
        read = (_field(field.type, value) for field, value in zip(fields(of), values, strict=True))
        happening: Happening = of(*read)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadText("{line} is no happening of a table", line=repr(line)) from None
    return happening


def _field(kind: Any, value: Any) -> Any:
    """A field's value as JSON gives it, checked. Raises TypeError."""
    if kind == tuple[int, ...]:
        if isinstance(value, list) and all(type(item) is int for item in value):
            return tuple(value)
    elif kind == Mapping[str, Any]:
        if isinstance(value, dict):
            return value
    elif type(value) is kind:
        return value
    raise TypeError(f"{value!r} is no {kind}")
