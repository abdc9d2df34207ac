"""Where a period of the leaderboard begins. Everything stored is UTC; a zone is named only here (F74)."""

from datetime import date, datetime, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo

Period = Literal["week", "month", "season", "all"]

SEASON_MONTHS = 3
"""A season is a quarter of the year: January to March, and so on."""


def find_zone(name: str) -> ZoneInfo:
    """The time zone of an IANA name. Raises ValueError naming it; a name comes from people and may be anything."""
    try:
        return ZoneInfo(name)
    except (LookupError, OSError, ValueError):
        raise ValueError(f"unknown time zone {name!r}; write one such as Asia/Kathmandu") from None


def period_start(period: Period, now: datetime, zone: str) -> float | None:
    """UTC seconds of the first moment of the period that `now` lies in, by the calendar of `zone`; None for `all`.

    A week begins on Monday. Where a clock change skips or repeats midnight, the day's first moment counts. Raises
    ValueError for an unknown period or zone and for a `now` without a zone of its own.
    """
    if period not in get_args(Period):
        raise ValueError(f"unknown period {period!r}; known: {', '.join(get_args(Period))}")
    if now.tzinfo is None:
        raise ValueError("now must say its time zone")
    there = find_zone(zone)
    today = now.astimezone(there).date()
    if period == "all":
        return None
    return _midnight(_first_day(period, today), there)


def _first_day(period: Period, today: date) -> date:
    if period == "week":
        return today - timedelta(days=today.weekday())
    month = today.month if period == "month" else today.month - (today.month - 1) % SEASON_MONTHS
    return date(today.year, month, 1)


def _midnight(day: date, zone: ZoneInfo) -> float:
    """fold=0 is the first of two midnights; for a skipped one it is the moment of the change, the day's first."""
    return datetime(day.year, day.month, day.day, tzinfo=zone, fold=0).timestamp()
