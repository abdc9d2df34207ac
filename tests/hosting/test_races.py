"""Many at once: clicks, joins, starts, openings (F08–F10, F14–F17, F75)."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_core.errors import IllegalMove, Refusal, TableRefusal
from marriage_core.hosting.actions import AddComputer, EndMatch, Join, Leave, NextDeal, PlayAgain, Start
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.table import Receipt
from tests.hosting.toy import DRAW, PUT, SHOUT, WIN
from tests.hosting.world import ANNA, BINA, CHAND, DEV, ELA, GUILD, NAMES, token, turn_of, world


def codes(results: list[Any]) -> list[str]:
    """What became of gathered submissions, in order."""
    return [r.code if isinstance(r, Refusal) else "past" if r.past else "done" for r in results]


async def test_double_click_without_a_decision_draws_one_card() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        results = await asyncio.gather(*(table.submit(BINA, DRAW) for _ in range(2)), return_exceptions=True)
        assert codes(results) == ["done", "already_drew"]
        assert table.view_for(BINA).view.counts == (0, 1)


async def test_double_click_with_a_decision_is_past() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        click = token(table, BINA)
        results = await asyncio.gather(*(table.submit(BINA, DRAW, click) for _ in range(5)))
        assert results == [Receipt()] + [Receipt(past=True)] * 4
        assert table.view_for(BINA).view.counts == (0, 1)


async def test_what_others_do_does_not_age_a_decision() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND)
        click = token(table, BINA)
        await table.submit(CHAND, SHOUT, table.view_for(CHAND).anytime)
        assert await table.submit(BINA, DRAW, click) == Receipt()


async def test_decisions_of_an_earlier_deal_or_match_are_past() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=1)
        old = [token(table, BINA), table.view_for(BINA).anytime, table.public_view().decision]
        for person in (BINA, ANNA):
            old.append(token(table, person))
            await table.submit(person, DRAW)
            old.append(token(table, person))
            await table.submit(person, PUT)
        await table.submit(ANNA, PlayAgain())
        before = table.public_view()
        for person in (ANNA, BINA):
            for click in old:
                assert await table.submit(person, DRAW, click) == Receipt(past=True)
        assert table.public_view() == before


async def test_a_late_click_after_the_deal_changes_nothing() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1)
        click = token(table, BINA)
        for person in (BINA, ANNA):
            await table.submit(person, DRAW)
            await table.submit(person, PUT)
        assert table.public_view().status is Status.BETWEEN
        assert await table.submit(BINA, DRAW, click) == Receipt(past=True)
        with pytest.raises(TableRefusal, match="no_deal"):
            await table.submit(BINA, DRAW)


async def test_anothers_control_is_refused_and_names_whose_turn_it_is() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND)
        public = table.public_view().decision
        with pytest.raises(TableRefusal) as refused:
            await table.submit(ANNA, DRAW, public)
        assert (refused.value.code, refused.value.facts) == ("not_your_turn", {"seat": 1})
        await table.submit(BINA, DRAW, public)
        await table.submit(BINA, PUT)
        # It is Chand's turn now: an old control of Bina's tells him nothing new.
        assert await table.submit(CHAND, DRAW, public) == Receipt(past=True)
        with pytest.raises(TableRefusal, match="not_your_turn"):
            await table.submit(ANNA, DRAW, public)


@pytest.mark.parametrize("click", ["", ".", "x", "1", "1.", "1.1", "1.1.0", "9.9.9.draw", "1.٣.0.draw", "-1.1.any"])
async def test_a_forged_control_changes_nothing(click: str) -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        before = table.public_view()
        assert await table.submit(BINA, DRAW, click) == Receipt(past=True)
        assert table.public_view() == before


async def test_somebody_not_seated_is_refused() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        for action, click in ((DRAW, None), (DRAW, token(table, BINA)), (Leave(), None), (EndMatch(), None)):
            with pytest.raises(TableRefusal, match="not_seated"):
                await table.submit(ELA, action, click)
        with pytest.raises(TableRefusal, match="not_seated"):
            table.view_for(ELA)


async def test_two_tables_do_not_meet() -> None:
    async with world() as w:
        here, there = await w.match(ANNA, BINA), await w.open(ANNA, channel=7)
        await there.submit(CHAND, Join("Chand"))
        await there.submit(ANNA, Start())
        await here.submit(BINA, DRAW)
        assert there.public_view().view.counts == (0, 0)
        assert w.registry.with_person(GUILD, ANNA) == (here, there)
        assert w.registry.with_person(GUILD, CHAND) == (there,)
        assert w.registry.with_person(GUILD + 1, ANNA) == ()
        assert w.registry.in_channel(7) is there is w.registry.table(there.id)


async def test_five_join_for_the_last_seat() -> None:
    async with world() as w:
        table = await w.open(ANNA, most=2)
        people = (BINA, CHAND, DEV, ELA, BINA)
        results = await asyncio.gather(*(table.submit(p, Join(NAMES[p])) for p in people), return_exceptions=True)
        assert sorted(codes(results)) == ["already_seated", "done", "table_full", "table_full", "table_full"]
        assert [sitter.name for sitter in table.public_view().sitters] == ["Anna", "Bina"]


async def test_two_starts_begin_one_match() -> None:
    async with world() as w:
        table = await w.open(ANNA)
        await table.submit(BINA, Join("Bina"))
        results = await asyncio.gather(*(table.submit(ANNA, Start()) for _ in range(3)), return_exceptions=True)
        assert codes(results) == ["done", "match_running", "match_running"]
        assert table.public_view().deal == 1


async def test_two_openings_make_one_table() -> None:
    async with world() as w:
        results = await asyncio.gather(*(w.open(person) for person in NAMES), return_exceptions=True)
        tables = [r for r in results if not isinstance(r, Refusal)]
        assert len(tables) == 1 == len(w.registry.tables)
        assert {r.code for r in results if isinstance(r, Refusal)} == {"channel_taken"}


async def test_an_opening_never_closes_a_match_that_has_just_begun_again() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=1)
        for person in (BINA, ANNA):
            await table.submit(person, DRAW)
            await table.submit(person, PUT)
        assert table.public_view().status is Status.AFTER
        again, opened = await asyncio.gather(table.submit(BINA, PlayAgain()), w.open(CHAND), return_exceptions=True)
        assert again == Receipt()
        assert isinstance(opened, TableRefusal)
        assert opened.code == "channel_taken"
        assert w.registry.in_channel(100) is table


async def test_concurrent_openings_after_a_match_make_one_table() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=1)
        for person in (BINA, ANNA):
            await table.submit(person, DRAW)
            await table.submit(person, PUT)
        results = await asyncio.gather(w.open(CHAND), w.open(DEV), return_exceptions=True)
        assert sum(isinstance(r, TableRefusal) for r in results) == 1
        assert not table.open
        assert [one.reason for one in w.face.happened if type(one).__name__ == "Closed"] == ["replaced"]


async def test_two_calls_for_the_next_deal_begin_one() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1)
        for person in (BINA, ANNA):
            await table.submit(person, DRAW)
            await table.submit(person, PUT)
        results = await asyncio.gather(*(table.submit(ANNA, NextDeal()) for _ in range(3)), return_exceptions=True)
        assert codes(results) == ["done", "no_deal_due", "no_deal_due"]


ACTIONS = st.sampled_from([DRAW, PUT, WIN, SHOUT, Leave(), Join("x"), NextDeal(), EndMatch(), AddComputer("quick")])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(st.sampled_from([ANNA, BINA, CHAND]), ACTIONS, st.booleans()), min_size=2, max_size=12),
    st.integers(0, 4),
)
def test_concurrent_submits_equal_a_serial_order(asked: list[tuple[int, Any, bool]], warm_up: int) -> None:
    """F15. The lock is fair, so the serial order is that of asking; the results and the table must be the same."""

    async def play(together: bool) -> tuple[list[str], Any, list[str]]:
        async with world() as w:
            table = await w.match(ANNA, BINA, CHAND, rounds=2, deals=2)
            for _ in range(warm_up):
                person = turn_of(table)
                phase = table.public_view().view.phase
                await table.submit(person, DRAW if phase == "draw" else PUT)
            clicks = [token(table, person) if dated else None for person, _, dated in asked]
            calls = [
                table.submit(person, action, click) for (person, action, _), click in zip(asked, clicks, strict=True)
            ]
            if together:
                results = await asyncio.gather(*calls, return_exceptions=True)
            else:
                results = [(await asyncio.gather(call, return_exceptions=True))[0] for call in calls]
            return codes(list(results)), table._live, w.journal.lines[table.id]

    assert asyncio.run(play(True)) == asyncio.run(play(False))


async def test_illegal_moves_leave_the_table_as_it_was() -> None:
    """F23."""
    async with world() as w:
        table = await w.match(ANNA, BINA)
        before, written = hash(table._live.deal), len(w.journal.batches)
        for person, move in ((ANNA, DRAW), (BINA, PUT), (BINA, WIN), (ANNA, WIN)):
            with pytest.raises(IllegalMove):
                await table.submit(person, move)
        assert hash(table._live.deal) == before
        assert len(w.journal.batches) == written
