"""Rows to store, short to write."""

from collections.abc import Iterable
from dataclasses import replace

from marriage_core.hosting.ports import Batch, DealRow, MatchRow, MatchSeat, Presence, SeatRow, TableRow

GUILD = 900_000_000_000_000_001
CHANNEL = 800_000_000_000_000_001


def opening(table: str, channel: int = CHANNEL, guild: int = GUILD, lines: Iterable[str] = ("open",)) -> Batch:
    """The batch that opens a table, its lines numbered from 0."""
    return Batch(table, 0, 1000.0, tuple(lines), opened=TableRow(table, guild, channel))


def person(
    number: int,
    net: int,
    won: bool = False,
    name: str | None = None,
    presence: Presence = Presence.STAYED,
    **facts: int,
) -> SeatRow:
    return SeatRow(number, f"P{number}" if name is None else name, None, net, won, facts, 0, presence)


def computer(net: int, won: bool = False) -> SeatRow:
    return SeatRow(None, "Computer", "easy", net, won, {"maal": 50, "seen": 1}, 0, Presence.STAYED)


def deal(
    number: int,
    *seats: SeatRow,
    rated: bool = True,
    by: str | None = "melds",
    preset: str = "nepali",
    game: str = "marriage",
    places: Iterable[int] | None = None,
) -> DealRow:
    """Without `places` more points are better."""
    found = [1 + sum(other.net > seat.net for other in seats) for seat in seats] if places is None else places
    placed = tuple(replace(seat, place=place) for seat, place in zip(seats, found, strict=True))
    return DealRow(number, game, preset, rated, by, f"record {number}", "c" * 64, placed)


def match(number: int, *places: tuple[int | None, int], rated: bool = True) -> MatchRow:
    seats = tuple(MatchSeat(who, f"P{who}", -10 * place, place) for who, place in places)
    return MatchRow(number, "marriage", "nepali", rated, seats)
