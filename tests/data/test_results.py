"""Rankings, statistics and history: of one server, of persons, and adding up to what was written."""

from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.results import BestDeal, HistoryRow, HistorySeat, LeaderRow, Tally
from data.store import Store
from marriage_core.hosting.ports import Batch, DealRow, MatchRow, Presence, SeatRow, TableRow
from tests.data.samples import GUILD, computer, deal, match, person

OTHER = GUILD + 1
_numbers = count(1)


async def write(
    store: Store, *results: DealRow | MatchRow, guild: int = GUILD, at: float = 1000.0, table: str | None = None
) -> str:
    """A table of its own with these results, closed."""
    number = next(_numbers)
    name = table or f"t{number}"
    await store.append(Batch(name, 0, at, (), opened=TableRow(name, guild, number)))
    for result in results:
        if isinstance(result, DealRow):
            await store.append(Batch(name, 0, at, (), deal=result))
        else:
            await store.append(Batch(name, 0, at, (), match=result))
    await store.append(Batch(name, 0, at, (), closed=True))
    return name


async def test_leaderboard(store: Store) -> None:
    await write(
        store,
        deal(1, person(1, 30, True), person(2, -10), person(3, -20)),
        deal(2, person(1, -6), person(2, 26, True), person(3, -20)),
        deal(3, person(4, 10, True), person(3, -10)),
        deal(4, person(1, 500, True), computer(-500), rated=False),
    )
    board = await store.results.leaderboard(GUILD, None, None, 10)
    assert board == (
        LeaderRow(1, 1, "P1", 2, 24, 1),
        LeaderRow(2, 2, "P2", 2, 16, 1),
        LeaderRow(3, 4, "P4", 1, 10, 1),
        LeaderRow(4, 3, "P3", 3, -50, 0),
    )
    assert board[0].average == 12
    assert await store.results.leaderboard(GUILD, None, None, 2, 1) == board[1:3]
    assert await store.results.leaderboard(GUILD, None, None, 2, 9) == ()


async def test_equal_nets_share_the_place(store: Store) -> None:
    await write(store, deal(1, person(5, 1), person(2, 1), person(9, -2)), deal(2, person(9, 0), person(5, 0)))
    board = await store.results.leaderboard(GUILD, None, None, 10)
    assert [(row.place, row.person) for row in board] == [(1, 5), (1, 2), (3, 9)]


async def test_leaderboard_of_a_time_and_of_a_preset(store: Store) -> None:
    await write(store, deal(1, person(1, 5), person(2, -5)), at=100.0)
    await write(store, deal(1, person(1, -7), person(2, 7), preset="murder"), at=200.0)

    async def nets(since: float | None, preset: str | None) -> dict[int, int]:
        return {row.person: row.net for row in await store.results.leaderboard(GUILD, since, preset, 10)}

    assert await nets(None, None) == {1: -2, 2: 2}
    assert await nets(200.0, None) == {1: -7, 2: 7}
    assert await nets(200.5, None) == {}
    assert await nets(None, "nepali") == {1: 5, 2: -5}
    assert await nets(150.0, "nepali") == {}


async def test_computers_are_never_listed(store: Store) -> None:
    """F73: not even where a deal with them counts."""
    await write(store, deal(1, person(1, 5), computer(-5)))
    assert [row.person for row in await store.results.leaderboard(GUILD, None, None, 10)] == [1]


async def test_two_servers_never_mix(store: Store) -> None:
    """F75. The same persons, on both."""
    await write(store, deal(1, person(1, 5, True), person(2, -5)), match(1, (1, 1), (2, 2)))
    await write(store, deal(1, person(1, -70), person(2, 70, True)), match(1, (1, 2), (2, 1)), guild=OTHER)
    for guild, net, won in ((GUILD, 5, 1), (OTHER, -70, 0)):
        assert {row.net for row in await store.results.leaderboard(guild, None, None, 10)} == {net, -net}
        stats = await store.results.stats(guild, 1)
        assert stats is not None
        assert (stats.rated.net, stats.rated.deals, stats.rated.matches_won) == (net, 1, won)
        history = await store.results.history(guild, 10)
        assert [row.seats[0].net for row in history] == [net]
        assert await store.results.deal(history[0].deal, guild) == history[0]
        assert await store.results.deal(history[0].deal, GUILD + OTHER - guild) is None
    everywhere = await store.results.stats(None, 1)
    assert everywhere is not None
    assert (everywhere.rated.net, everywhere.rated.deals) == (-65, 2)
    assert await store.results.leaderboard(12345, None, None, 10) == ()
    assert await store.results.history(12345, 10) == ()
    assert await store.results.stats(12345, 1) is None


async def test_stats(store: Store) -> None:
    await write(
        store,
        deal(1, person(1, 30, True, maal=10, seen=1), person(2, -30, maal=1, seen=0)),
        deal(2, person(1, 12, True, maal=3, seen=1), person(2, -12), by="dublees"),
        deal(3, person(1, -40, maal=2, seen=0), person(2, 40, True)),
        deal(4, person(1, 30, True, maal=5, seen=1), person(2, -30)),
        deal(5, person(1, 0, maal=0, seen=1), person(2, 0), by=None),
        match(1, (1, 1), (2, 2)),
        match(2, (1, 2), (2, 1)),
        match(3, (1, 1), (2, 1)),
        deal(6, person(1, 99, True), computer(-99), rated=False),
        match(4, (1, 1), (None, 2), rated=False),
        table="first",
    )
    ids = {row.number: row.deal for row in await store.results.history(GUILD, 10)}
    stats = await store.results.stats(GUILD, 1)
    assert stats is not None
    assert (stats.person, stats.name) == (1, "P1")
    assert stats.rated == Tally(
        deals=5,
        net=32,
        won=3,
        won_by={"dublees": 1, "melds": 2},
        seen=4,
        maal=4.0,
        best=BestDeal(ids[1], 30),
        worst=BestDeal(ids[3], -40),
        matches=3,
        matches_won=2,
    )
    assert stats.rated.average == 32 / 5
    only = BestDeal(ids[6], 99)
    practice = Tally(deals=1, net=99, won=1, won_by={"melds": 1}, best=only, worst=only, matches=1, matches_won=1)
    assert stats.practice == practice
    assert await store.results.stats(GUILD, 777) is None
    later = await store.results.stats(GUILD, 1, since=5000.0)
    assert later is None
    assert Tally().average is None


ABSENCES = [
    ("", 0, 0),
    ("stayed stayed", 0, 0),
    ("away", 1, 0),
    ("left", 1, 0),
    ("left stayed away left", 3, 0),
    ("stayed practice:left practice:stayed away", 1, 1),
]


@pytest.mark.parametrize(("deals", "rated", "practice"), ABSENCES)
async def test_f30_deals_left_or_away_are_counted(store: Store, deals: str, rated: int, practice: int) -> None:
    """Of the person themselves: others at the table stayed, and so did the computer."""
    await write(store, deal(90, person(1, 0), person(2, 0)), deal(91, person(1, 0), computer(0), rated=False))
    for number, told in enumerate(deals.split()):
        word = told.removeprefix("practice:")
        row = deal(number, person(1, 5, presence=Presence(word)), person(2, -5), rated=word == told)
        await write(store, row)
    for who, expected in ((1, (rated, practice)), (2, (0, 0))):
        stats = await store.results.stats(GUILD, who)
        assert stats is not None
        assert (stats.rated.absent, stats.practice.absent) == expected


async def test_stats_of_a_preset(store: Store) -> None:
    await write(store, deal(1, person(1, 5)), deal(2, person(1, 9), preset="murder"), match(1, (1, 1)))
    murder = await store.results.stats(GUILD, 1, preset="murder")
    assert murder is not None
    assert (murder.rated.net, murder.rated.matches) == (9, 0)


async def test_history(store: Store) -> None:
    await write(store, deal(1, person(1, 4, True, maal=7), computer(-4)), deal(2, person(2, 0), by=None), table="h")
    await write(store, deal(1, person(1, -1), person(3, 1, True)), at=2000.0)
    pages = await store.results.history(GUILD, 2)
    assert [row.number for row in pages] == [1, 2]
    assert [row.at for row in pages] == [2000.0, 1000.0]
    (last,) = await store.results.history(GUILD, 2, before=pages[-1].deal)
    seats = (
        HistorySeat(1, "P1", None, 4, True, {"maal": 7}),
        HistorySeat(None, "Computer", "easy", -4, False, {"maal": 50, "seen": 1}),
    )
    assert last == HistoryRow(
        last.deal, 1000.0, "h", 1, "marriage", "nepali", True, "melds", "record 1", "c" * 64, seats
    )
    assert [row.deal for row in await store.results.history(GUILD, 9, person=1)] == [pages[0].deal, last.deal]
    assert await store.results.history(GUILD, 9, before=last.deal, person=1) == ()
    assert await store.results.deal(last.deal, GUILD) == last
    assert await store.results.deal(10**9, GUILD) is None
    assert await store.results.deal(10**50, GUILD) is None
    assert await store.results.history(GUILD, 2, before=10**50) == pages


async def test_names_are_those_last_seen(store: Store) -> None:
    """F72: from the store alone; who is renamed is renamed everywhere, who was never remembered keeps the old name."""
    await write(store, deal(1, person(1, 4, name="Old"), person(2, -4, name="Gone"), computer(0)))
    store.people.remember(1, "New")
    await store.ping()
    assert {row.name for row in await store.results.leaderboard(GUILD, None, None, 10)} == {"New", "Gone"}
    (row,) = await store.results.history(GUILD, 1)
    assert [seat.name for seat in row.seats] == ["New", "Gone", "Computer"]
    for who, name in ((1, "New"), (2, "Gone")):
        stats = await store.results.stats(GUILD, who)
        assert stats is not None
        assert stats.name == name


@pytest.mark.parametrize(
    "name", ["'; DROP TABLE deals; --", "", "\ud83d", "a\0b", "राम 🎴", "x" * 500, "%_\\", "\u202eevil"]
)
async def test_hostile_names(store: Store, name: str) -> None:
    await write(store, deal(1, person(1, 4, name=name), person(2, -4)))
    (row,) = await store.results.history(GUILD, 1)
    stored = row.seats[0].name
    assert len(stored) <= 100
    assert "\0" not in stored
    store.people.remember(1, name)
    assert await store.people.name(1) == stored
    board = await store.results.leaderboard(GUILD, None, None, 10)
    assert [each.name for each in board] == [stored, "P2"]
    assert await store.results.leaderboard(GUILD, None, name.encode("utf-8", "replace").decode(), 10) == ()


seats = st.one_of(
    st.builds(lambda who, net: person(who, net, net > 0), st.integers(1, 5), st.integers(-100, 100)),
    st.builds(computer, st.integers(-100, 100)),
)
deals = st.lists(
    st.tuples(
        st.sampled_from([GUILD, OTHER]), st.booleans(), st.floats(0, 10), st.lists(seats, min_size=1, max_size=4)
    ),
    max_size=8,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(played=deals, since=st.floats(0, 10))
async def test_the_leaderboard_adds_up_to_the_ledger(
    store: Store, played: list[tuple[int, bool, float, list[SeatRow]]], since: float
) -> None:
    """F21: person by person, on each server, whatever else is in the store."""
    shift = 1000 * next(_numbers)  # servers of this example alone: the store is shared
    for guild, rated, at, rows in played:
        await write(store, deal(1, *rows, rated=rated), guild=guild + shift, at=at)
    for guild in (GUILD, OTHER):
        ledger: dict[int, list[int]] = {}
        for where, rated, at, rows in played:
            if where == guild and rated and at >= since:
                for row in rows:
                    if row.person is not None:
                        ledger.setdefault(row.person, []).append(row.net)
        board = await store.results.leaderboard(guild + shift, since, None, 100)
        assert {row.person: (row.deals, row.net) for row in board} == {
            who: (len(nets), sum(nets)) for who, nets in ledger.items()
        }
        assert [row.net for row in board] == sorted((row.net for row in board), reverse=True)


async def test_each_game_has_a_leaderboard_and_statistics_of_its_own(store: Store) -> None:
    """Where points are a burden the most deals won lead, of equals the fewest points."""
    await write(
        store,
        deal(1, person(1, 30, True), person(2, -30)),
        deal(2, person(1, 120), person(2, 0, True), person(3, 60), game="dummy", preset="dummy"),
        deal(3, person(1, 80), person(2, 25), person(3, 0, True), game="dummy", preset="dummy"),
    )
    board = await store.results.leaderboard(GUILD, None, None, 10, game="dummy", by_wins=True)
    assert [(row.place, row.person, row.net, row.won) for row in board] == [
        (1, 2, 25, 1),
        (2, 3, 60, 1),
        (3, 1, 200, 0),
    ]
    ours = await store.results.leaderboard(GUILD, None, None, 10, game="marriage")
    assert [(row.person, row.net) for row in ours] == [(1, 30), (2, -30)]
    found = await store.results.stats(GUILD, 1, game="dummy")
    assert found is not None
    assert (found.rated.deals, found.rated.net) == (2, 200)
