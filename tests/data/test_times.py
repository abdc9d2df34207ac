"""Periods begin where the zone's calendar says (F74)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.times import Period, period_start

ZONES = [
    "Asia/Kathmandu",
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",
    "Asia/Beirut",
    "Australia/Lord_Howe",
    "UTC",
]


@pytest.mark.parametrize(
    ("period", "now", "zone", "start"),
    [
        # Nepal is 5:45 ahead: its midnight is 18:15 UTC of the day before.
        ("month", "2026-02-28T18:14:59", "Asia/Kathmandu", "2026-01-31T18:15:00"),
        ("month", "2026-02-28T18:15:00", "Asia/Kathmandu", "2026-02-28T18:15:00"),
        ("season", "2026-03-31T18:14:59", "Asia/Kathmandu", "2025-12-31T18:15:00"),
        ("season", "2026-03-31T18:15:00", "Asia/Kathmandu", "2026-03-31T18:15:00"),
        ("season", "2026-12-31T12:00:00", "Asia/Kathmandu", "2026-09-30T18:15:00"),
        ("week", "2026-03-01T18:14:59", "Asia/Kathmandu", "2026-02-22T18:15:00"),
        ("week", "2026-03-01T18:15:00", "Asia/Kathmandu", "2026-03-01T18:15:00"),
        # Berlin's clocks go forward on 29 March 2026, a Sunday; back on 25 October.
        ("week", "2026-03-29T12:00:00", "Europe/Berlin", "2026-03-22T23:00:00"),
        ("week", "2026-03-30T12:00:00", "Europe/Berlin", "2026-03-29T22:00:00"),
        ("month", "2026-03-31T12:00:00", "Europe/Berlin", "2026-02-28T23:00:00"),
        ("month", "2026-10-31T12:00:00", "Europe/Berlin", "2026-09-30T22:00:00"),
        # Amman skipped midnight of 1 April 2016: the day began with the change.
        ("month", "2016-04-01T05:00:00", "Asia/Amman", "2016-03-31T22:00:00"),
        # São Paulo skipped that Sunday's first hour; the week had begun on Monday before.
        ("week", "2018-11-04T12:00:00", "America/Sao_Paulo", "2018-10-29T03:00:00"),
        # Havana has midnight twice on 1 November 2015: the first counts.
        ("month", "2015-11-01T12:00:00", "America/Havana", "2015-11-01T04:00:00"),
        ("month", "2015-11-01T05:30:00", "America/Havana", "2015-11-01T04:00:00"),
    ],
)
def test_period_start(period: Period, now: str, zone: str, start: str) -> None:
    found = period_start(period, datetime.fromisoformat(now).replace(tzinfo=UTC), zone)
    assert found is not None
    assert datetime.fromtimestamp(found, UTC).replace(tzinfo=None).isoformat() == start


def test_all_has_no_start() -> None:
    assert period_start("all", datetime.now(UTC), "Asia/Kathmandu") is None


@pytest.mark.parametrize(
    ("period", "now", "zone", "says"),
    [
        ("year", datetime(2026, 1, 1, tzinfo=UTC), "UTC", "unknown period 'year'"),
        ("week", datetime(2026, 1, 1), "UTC", "must say its time zone"),  # noqa: DTZ001
        *[
            ("all", datetime(2026, 1, 1, tzinfo=UTC), zone, "unknown time zone")
            for zone in ("", "Nepal/Kathmandu", "/etc/passwd", "../UTC", "a\0b", "Asia", "x" * 5000, "\ud800")
        ],
    ],
)
def test_what_cannot_be_asked(period: Period, now: datetime, zone: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        period_start(period, now, zone)


@given(
    now=st.datetimes(datetime(2000, 1, 1), datetime(2037, 12, 31), timezones=st.just(UTC)),  # noqa: DTZ001
    zone=st.sampled_from(ZONES),
    period=st.sampled_from(["week", "month", "season"]),
)
def test_a_period_holds_now_and_the_moment_before_it_belongs_to_another(
    now: datetime, zone: str, period: Period
) -> None:
    start = period_start(period, now, zone)
    assert start is not None
    begins = datetime.fromtimestamp(start, UTC)
    assert begins <= now
    assert period_start(period, begins, zone) == start
    before = period_start(period, begins - timedelta(seconds=1), zone)
    assert before is not None
    assert before < start
    there = begins.astimezone(ZoneInfo(zone))
    assert there.weekday() == 0 if period == "week" else there.day == 1
    assert (begins - timedelta(seconds=1)).astimezone(ZoneInfo(zone)).date() < there.date()
