"""F73: what moves a rating and what does not, by how much, and who is ranked. `1>2=3`: 1 came first, 2 and 3 shared."""

import asyncio
import re
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.dialects import postgresql

from data.errors import BatchRefused
from data.ratings import PAIR_DEALS, PAIR_SECONDS, SETTLED_DEALS, Rating
from data.store import Store
from marriage_core.hosting.ports import Batch, DealRow, SeatRow, TableRow
from tests.data.samples import GUILD, computer, deal, match, person

OTHER = GUILD + 1
_numbers = count(1)


def placed(text: str, game: str = "marriage", **more: Any) -> DealRow:
    """A deal of persons in the order of their numbers, with these places."""
    places: dict[int, int] = {}
    for shared in text.split(">"):
        place = 1 + len(places)
        places |= {int(who): place for who in shared.split("=")}
    who = sorted(places)
    return deal(1, *(person(each, 0) for each in who), game=game, places=[places[each] for each in who], **more)


async def write(store: Store, *rows: DealRow, guild: int = GUILD, at: float = 1000.0) -> str:
    """Each deal at a table of its own."""
    name = ""
    for row in rows:
        number = next(_numbers)
        name = f"t{number}"
        await store.append(Batch(name, 0, at, ("end",), opened=TableRow(name, guild, number), deal=row))
    return name


async def told(store: Store, guild: int = GUILD, game: str = "marriage", people: int = 5) -> str:
    """Who has which points after how many deals."""
    found = [(who, await store.ratings.of(guild, game, who)) for who in range(1, people + 1)]
    return ", ".join(f"{who}: {rating.points} after {rating.deals}" for who, rating in found if rating is not None)


def test_a_beginner_has_1000() -> None:
    assert (Rating().points, Rating().deals, Rating().provisional) == (1000, 0, True)


MOVED = [
    ("1>2", "1: 1103 after 1, 2: 945 after 1"),
    ("2>1", "1: 945 after 1, 2: 1103 after 1"),
    ("1=2", ""),
    ("1>2>3", "1: 1098 after 1, 2: 1046 after 1, 3: 917 after 1"),
    ("3>1>2", "1: 1046 after 1, 2: 917 after 1, 3: 1098 after 1"),
    ("1>2=3", "1: 1098 after 1, 2: 982 after 1, 3: 982 after 1"),
    ("1=2>3", "1: 1033 after 1, 2: 1033 after 1, 3: 968 after 1"),
    ("1=2=3", ""),
    ("5>1>4>2>3", "1: 1063 after 1, 2: 992 after 1, 3: 892 after 1, 4: 1035 after 1, 5: 1084 after 1"),
    ("1>2 1>2", "1: 1186 after 2, 2: 906 after 2"),
    ("1>2 2>1", "1: 1034 after 2, 2: 1058 after 2"),
    ("1>2 1>3", "1: 1192 after 2, 2: 945 after 1, 3: 953 after 1"),
]


@pytest.mark.parametrize(("deals", "expected"), MOVED)
async def test_a_deal_moves_its_persons_by_its_places(store: Store, deals: str, expected: str) -> None:
    await write(store, *map(placed, deals.split()))
    assert await told(store) == expected


async def test_points_have_no_say(store: Store) -> None:
    """Places are the game's: here the fewest points come first."""
    burden = deal(1, person(1, 0, True), person(2, 45), person(3, 120), game="dummy", places=(1, 2, 3))
    await write(store, burden, placed("1>2>3"))
    assert await told(store, game="dummy") == await told(store) == "1: 1098 after 1, 2: 1046 after 1, 3: 917 after 1"


NO_MOVERS: list[tuple[str, list[SeatRow], bool]] = [
    ("not rated", [person(1, 5), person(2, -5)], False),
    ("a computer, not rated", [person(1, 5), computer(-5)], False),
    ("a computer all the same", [person(1, 5), person(2, 0), computer(-5)], True),
    ("one person", [person(1, 5)], True),
    ("only computers", [computer(5), computer(-5)], True),
    ("nobody", [], True),
    ("one person twice", [person(1, 5), person(1, -5)], True),
]


@pytest.mark.parametrize(("seats", "rated"), [case[1:] for case in NO_MOVERS], ids=[case[0] for case in NO_MOVERS])
async def test_what_moves_no_rating(store: Store, seats: list[SeatRow], rated: bool) -> None:
    await write(store, deal(1, *seats, rated=rated))
    assert await told(store) == ""
    assert len(await store.results.history(GUILD, 10)) == 1


async def test_f21_a_deal_written_again_changes_nothing(store: Store) -> None:
    table = await write(store, placed("1>2"))
    before = await told(store)
    again = [Batch(table, first, 1000.0, ("end",), deal=placed("1>2")) for first in (0, 1, 1)]
    for batch in again:
        with pytest.raises(BatchRefused):
            await store.append(batch)
    refused = await asyncio.gather(*map(store.append, again), return_exceptions=True)
    assert {type(one) for one in refused} == {BatchRefused}
    assert await told(store) == before == "1: 1103 after 1, 2: 945 after 1"


async def test_ratings_move_with_the_whole_batch_or_not_at_all(store: Store) -> None:
    table = await write(store, placed("1>2"))
    await store.append(Batch(table, 1, 1000.0, ("end",), match=match(1, (1, 1), (2, 2))))
    before = await told(store)
    with pytest.raises(BatchRefused):
        await store.append(Batch(table, 2, 1000.0, ("end",), deal=deal(2, person(1, 0), person(2, 9)), match=match(1)))
    assert await told(store) == before


async def test_deals_committed_together_count_one_after_another(store: Store) -> None:
    rows = [placed(text) for text in ("1>2>3", "2>1", "3>2=1", "1>3", "1>2>3>4", "4>1")]
    await write(store, *rows, guild=OTHER)
    before = store.transactions
    await asyncio.gather(*(write(store, row) for row in rows))
    assert store.transactions - before <= 2
    assert await told(store) == await told(store, OTHER)


CAPS = [
    # deals at 0, 1, 2, …; the last deal and when; whether it moves ratings
    ("1>2 " * (PAIR_DEALS - 1), "1>2", 100.0, True),
    ("1>2 " * PAIR_DEALS, "1>2", 100.0, False),
    ("1>2 " * PAIR_DEALS, "2>1", 100.0, False),
    # Of three the third is not moved either; whoever is not of the pair goes on with each of them.
    ("1>2 " * PAIR_DEALS, "1>2>3", 100.0, False),
    ("1>2 " * PAIR_DEALS, "3>4>2>1", 100.0, False),
    ("1>2 " * PAIR_DEALS, "1>3", 100.0, True),
    ("1>2 " * PAIR_DEALS, "3>2", 100.0, True),
    # Together is together, whoever else sits there.
    ("1>2 3>1>2 " * (PAIR_DEALS // 2), "1>2", 100.0, False),
    ("1>2 3>1>2 " * (PAIR_DEALS // 2), "1>3", 100.0, True),
    ("1>2>3 " * PAIR_DEALS, "2>3", 100.0, False),
    ("1>2 1>3 2>3 " * (PAIR_DEALS - 1), "1>2>3", 100.0, True),
    # What did not move ratings does not keep the next from it.
    ("1>2 " * (PAIR_DEALS - 1) + "practice " * 9, "1>2", 100.0, True),
    # 24 hours after the first the pair has one deal less.
    ("1>2 " * PAIR_DEALS, "1>2", PAIR_SECONDS - 0.5, False),
    ("1>2 " * PAIR_DEALS, "1>2", PAIR_SECONDS, True),
    ("1>2 " * (PAIR_DEALS + 1), "1>2", PAIR_SECONDS, True),
    ("1>2 " * (PAIR_DEALS + 1), "1>2 1>2", PAIR_SECONDS + 0.5, False),
    ("1>2 " * (PAIR_DEALS + 1), "1>2 1>2", PAIR_SECONDS + 1, True),
]


@pytest.mark.parametrize(("earlier", "last", "at", "moves"), CAPS)
async def test_pairs_are_capped(store: Store, earlier: str, last: str, at: float, moves: bool) -> None:
    for second, text in enumerate(earlier.split()):
        row = placed("1>2", rated=False) if text == "practice" else placed(text)
        await write(store, row, at=float(second))
    *before, final = last.split()
    await write(store, *map(placed, before), at=at)
    known = await told(store)
    await write(store, placed(final), at=at)
    assert (await told(store) != known) is moves
    # Capped or not, it counts in the leaderboard and the statistics.
    played = [re.findall(r"\d", text) for text in (*earlier.replace("practice", "").split(), *last.split())]
    for row in await store.results.leaderboard(GUILD, None, None, 10):
        assert row.deals == sum(str(row.person) in seats for seats in played)


async def test_the_cap_is_for_all_games_of_a_server_and_no_other(store: Store) -> None:
    """F75."""
    for second in range(PAIR_DEALS):
        await write(store, placed("1>2", game="dummy" if second % 2 else "marriage"), at=float(second))
    half = await told(store)
    assert half == await told(store, game="dummy")
    assert half.count(f"after {PAIR_DEALS // 2}") == 2
    await write(store, placed("1>2"), placed("1>2", game="dummy"), at=50.0)
    assert await told(store) == await told(store, game="dummy") == half
    await write(store, placed("2>1"), guild=OTHER, at=50.0)
    assert await told(store, OTHER) == "1: 945 after 1, 2: 1103 after 1"
    assert await told(store) == half


async def test_who_is_ranked(store: Store) -> None:
    """Whoever has ten deals behind them; never a computer."""
    for second in range(SETTLED_DEALS):
        await write(store, placed("1>2" if second else "1>2>3"), at=float(second))
        await write(store, deal(1, person(1, 9), computer(-9), rated=False), at=float(second))
        ranked = [row.person for row in await store.ratings.leaders(GUILD, "marriage", 10)]
        assert ranked == ([1, 2] if second == SETTLED_DEALS - 1 else [])
    first, second_row = await store.ratings.leaders(GUILD, "marriage", 10)
    assert (first.place, first.name, first.rating.deals) == (1, "P1", SETTLED_DEALS)
    assert first.rating.points > 1000 > second_row.rating.points
    assert not first.rating.provisional
    assert first.rating == await store.ratings.of(GUILD, "marriage", 1)
    assert await store.ratings.leaders(GUILD, "marriage", 1) == (first,)
    assert await store.ratings.leaders(GUILD, "dummy", 10) == ()
    assert await store.ratings.leaders(OTHER, "marriage", 10) == ()


async def test_equal_points_share_the_place(store: Store) -> None:
    for second in range(SETTLED_DEALS):
        await write(store, placed("1=2>3"), placed("4>5"), at=float(second))
    rows = await store.ratings.leaders(GUILD, "marriage", 10)
    assert [(row.place, row.person) for row in rows] == [(1, 4), (2, 1), (2, 2), (4, 3), (5, 5)]


async def test_names_are_those_last_seen(store: Store) -> None:
    """F72."""
    for second in range(SETTLED_DEALS):
        named = deal(1, person(1, 4, name=f"Old {second}"), person(2, -4, name="; DROP TABLE ratings"))
        await write(store, named, at=float(second))
    names = [row.name for row in await store.ratings.leaders(GUILD, "marriage", 10)]
    assert names == [f"Old {SETTLED_DEALS - 1}", "; DROP TABLE ratings"]
    store.people.remember(1, "*New*")
    await store.ping()
    assert (await store.ratings.leaders(GUILD, "marriage", 10))[0].name == "*New*"


async def test_the_statements_are_postgresqls_too(store: Store) -> None:
    asked: list[Any] = []

    def heard(_connection: Any, statement: Any, *_more: Any) -> None:
        asked.append(statement)

    event.listen(Engine, "before_execute", heard)
    try:
        await write(store, placed("1>2"), placed("1>2"))
        await store.ratings.leaders(GUILD, "marriage", 10)
        await store.ratings.of(GUILD, "marriage", 1)
    finally:
        event.remove(Engine, "before_execute", heard)
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    texts = [str(statement.compile(dialect=dialect)) for statement in asked if hasattr(statement, "compile")]
    for start in ("INSERT INTO ratings", "UPDATE ratings", "SELECT ratings", "SELECT one"):
        assert any(text.startswith(start) for text in texts), start
