"""A journal tells the whole table, after every action and whatever happened (F06, F20, F29, F69, F71)."""

import asyncio
import contextlib
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_core.errors import BadText, Refusal
from marriage_core.hosting.actions import (
    AddComputer,
    ChangeRules,
    Consent,
    EndMatch,
    Join,
    Leave,
    NextDeal,
    Nudge,
    PlayAgain,
    RemoveSeat,
    Start,
    SwitchHints,
)
from marriage_core.hosting.draft import replayed
from marriage_core.hosting.happenings import Resumed
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.table import Receipt, Table
from marriage_core.notation.record import read, replay
from tests.hosting.toy import DRAW, PUT, SHOUT, WIN
from tests.hosting.world import ANNA, BINA, CHAND, NAMES, MemoryJournal, World, settle, token, world

PEOPLE = tuple(NAMES)


def anything(chance: random.Random) -> Any:
    """Something to ask of a table, mostly moves."""
    moves: list[Any] = [DRAW, PUT, PUT, DRAW, SHOUT, WIN]
    actions: list[Any] = [
        Leave(),
        Join("Åsha ♥"),
        NextDeal(),
        PlayAgain(),
        Nudge(),
        EndMatch(),
        AddComputer("sharp"),
        RemoveSeat(1),
        chance.choice([ChangeRules({"rounds": 2}), ChangeRules({"rounds": 3})]),
        Consent(chance.randint(1, 3), chance.random() < 0.8),
        SwitchHints(chance.random() < 0.5),
        Start(),
    ]
    weights = [1, 3, 6, 4, 1, 0.5, 1, 0.3, 1, 3, 0.5, 2]
    return chance.choice(moves) if chance.random() < 0.75 else chance.choices(actions, weights)[0]


async def step(w: World, table: Table, chance: random.Random) -> None:
    """One action, or some time."""
    if chance.random() < 0.15:
        await w.clock.advance(chance.choice([2, 30, 61, 130]))
        return
    board = table.public_view()
    person = chance.choice(PEOPLE)
    if board.awaited is not None and chance.random() < 0.8:
        person = board.sitters[board.awaited].person or person
    action = anything(chance)
    with contextlib.suppress(Refusal):
        await table.submit(person, action, token(table, person) if chance.random() < 0.5 else None)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(0, 2))
def test_the_journal_is_the_table_after_every_action(seed: int, people: int, computers: int) -> None:
    """Whole matches with absences, leavers, votes, annulments; every result row follows from its record."""

    async def play() -> None:
        chance = random.Random(seed)
        async with world() as w:
            w.entropy.numbers = [chance.randrange(2) for _ in range(3)]
            table = await w.open(ANNA, rounds=2, deals=2, most=5)
            for person in PEOPLE[1:people]:
                await table.submit(person, Join(NAMES[person]))
            for _ in range(computers):
                await table.submit(ANNA, AddComputer(chance.choice(["quick", "sharp"]))) if people < 4 else None
            if people + computers > 1:
                await table.submit(ANNA, Start())
            rows = 0
            for _ in range(70):
                await step(w, table, chance)
                w.check(table)
                if len(w.journal.deals) > rows or not table.open:
                    check_books(w.journal, table)
                rows = len(w.journal.deals)
                if not table.open:
                    break
            await settle()
            assert table.busy == table.open

    asyncio.run(play())


def check_books(journal: MemoryJournal, table: Table) -> None:
    """Sums are zero, records replay to the rows, the match adds up."""
    board = table.public_view()
    assert sum(board.totals) == 0
    assert board.version == len(journal.lines[table.id])
    assert board.host in [sitter.person for sitter in board.sitters] or board.status is Status.CLOSED
    for row in journal.deals.values():
        assert sum(seat.net for seat in row.seats) == 0
        record = read(row.record)
        _, state = replay(record)
        outcome = record.game.outcome(state)
        assert outcome is not None
        assert outcome.nets == tuple(seat.net for seat in row.seats)
        assert record.names == tuple(seat.name for seat in row.seats)


async def restarted(w: World) -> tuple[World, Table]:
    """Another process on the same journal."""
    await w.registry.close()
    again = World(w.journal)
    (table,) = await again.registry.restore()
    return again, table


async def test_a_restart_goes_on_with_the_same_controls_and_the_whole_time() -> None:
    async with world() as first:
        table = await first.match(ANNA, BINA)
        await table.submit(BINA, DRAW)
        await first.clock.advance(50)
        click, view, public = token(table, BINA), table.view_for(BINA), table.public_view()
        journal = first.journal
    async with world(journal) as w:
        w.clock._now = first.clock.now() + 5000
        (table,) = await w.registry.restore()
        await settle()
        assert w.face.happened == [Resumed()]
        assert table.view_for(BINA).view == view.view
        assert (table.public_view().decision, table.public_view().version) == (public.decision, public.version)
        # F29: all of the turn again, and some grace.
        assert table.public_view().deadline == w.clock.now() + 60 + 60
        await w.clock.advance(99)
        assert table.public_view().sitters[1].misses == 0
        assert await table.submit(BINA, PUT, click) == Receipt()
        # Grace is for the turn that the restart broke into.
        assert table.public_view().deadline == w.clock.now() + 60


async def test_after_a_restart_computers_need_no_grace() -> None:
    async with world() as first:
        await first.match(ANNA, computers=["quick"])
        journal = first.journal
    async with world(journal) as w:
        (table,) = await w.registry.restore()
        await w.clock.advance(1.3)
        assert table.public_view().view.shouts == {1}


async def test_an_away_person_stays_away_over_a_restart() -> None:
    async with world() as first:
        table = await first.match(ANNA, BINA, rounds=9)
        await first.clock.advance(61 * 3)
        assert table.public_view().sitters[1].away
        journal = first.journal
    async with world(journal) as w:
        (table,) = await w.registry.restore()
        assert table.public_view().sitters[1].away


@pytest.mark.parametrize("status", [Status.LOBBY, Status.BETWEEN, Status.AFTER])
async def test_a_restart_in_any_state(status: Status) -> None:
    async with world() as first:
        table = await first.match(ANNA, BINA, rounds=1, deals=1 if status is Status.AFTER else 2)
        if status is Status.LOBBY:
            await table.expire()
            table = await first.open(CHAND)
        else:
            for person in (BINA, ANNA):
                await table.submit(person, DRAW)
                await table.submit(person, PUT)
        board = table.public_view()
        assert board.status is status
        journal = first.journal
    async with world(journal) as w:
        (table,) = await w.registry.restore()
        assert table.public_view() == board
        await w.clock.advance(1000)
        assert table.public_view().status is not status


async def test_the_next_card_is_the_same_after_a_restart() -> None:
    """F20."""
    async with world() as first:
        table = await first.match(ANNA, BINA)
        await table.submit(BINA, DRAW)
        drawn = table.view_for(BINA).view.own
        lines = tuple(first.journal.lines[table.id][:-1])
        first.journal.lines[table.id] = list(lines)
        again, table = await restarted(first)
        await table.submit(BINA, DRAW)
        assert table.view_for(BINA).view.own == drawn
        await again.registry.close()
        first.registry._tables.clear()


GOOD = ('T["Opened",1,100,11,"toy",{}]', 'T["Joined",11,"Anna"]')


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("",),
        ("T",),
        ('T["Joined",11,"Anna"]',),
        ('D["Begun","toy",{},2,0,"00"]',),
        ('T["Opened",1,100,11,"nosuch",{}]',),
        ('T["Opened",1,100,11,"toy",{"nosuch":1}]',),
        (*GOOD, ""),
        (*GOOD, "X"),
        (*GOOD, 'T["Nonsense"]'),
        (*GOOD, 'T["Removed",7]'),
        (*GOOD, 'T["Missed",7]'),
        (*GOOD, 'T["DealClosed",1,[1,2,3]]'),
        (*GOOD, 'T["Opened",1,100,11,"toy",{}]', 'D["Done",0,"draw",5]'),
        (*GOOD, 'T["DealBegan",1,0]', 'D["Done",0,"draw",5]'),
        (*GOOD, 'T["DealBegan",1,0]', 'D["Secret"]'),
        (*GOOD, 'D["Begun","toy",{},2,0,"00"]'),
    ],
)
def test_an_illegal_journal_is_told_without_its_secrets(lines: tuple[str, ...]) -> None:
    with pytest.raises(BadText, match="the journal of table 'tx'") as error:
        replayed("tx", lines)
    assert "draw" not in str(error.value)
    assert "Secret" not in str(error.value)
    assert error.value.__suppress_context__ or error.value.__context__ is None


async def test_a_cog_reload_leaves_no_old_timers() -> None:
    """F71."""
    async with world() as w:
        table = await w.match(ANNA, BINA)
        again, new = await restarted(w)
        assert w.clock.sleepers == 0
        assert new is not table
        await new.submit(BINA, DRAW)
        await settle()
        assert again.clock.sleepers == 1
        await again.registry.close()
        w.registry._tables.clear()
