"""Time: one warning, the safe move, absence and return, computers' pace; a late tick changes nothing (F26–F31, F43)."""

import asyncio

import pytest

from marriage_core.errors import IllegalMove, TableRefusal
from marriage_core.hosting.actions import EndMatch, Join, Leave, NextDeal, Nudge
from marriage_core.hosting.draft import replayed
from marriage_core.hosting.due import Due, Kind, Pace
from marriage_core.hosting.happenings import CameBack, Closed, MatchEnded, Missed, Nudged, Warned, WentAway
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.table import Receipt, Table
from tests.hosting.toy import DRAW, PUT, SHOUT, STAY
from tests.hosting.world import ANNA, BINA, CHAND, CHANNEL, Fault, World, settle, token, world


def deadline(table: Table) -> float:
    """When the present turn ends."""
    ends = table.public_view().deadline
    assert ends is not None
    return ends


async def turn(table: Table, person: int) -> None:
    """A whole turn of a person."""
    await table.submit(person, DRAW)
    await table.submit(person, PUT)


async def test_one_warning_then_the_safe_move_then_the_next_turn() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, seconds=60)
        assert deadline(table) == w.clock.now() + 60
        await w.clock.advance(39)
        assert w.face.of(Warned) == []
        await w.clock.advance(2)
        assert w.face.of(Warned) == [Warned(1)]
        await w.clock.advance(18)
        assert w.face.of(Missed) == []
        await w.clock.advance(2)
        assert w.face.of(Warned) == [Warned(1)]
        assert w.face.of(Missed) == [Missed(1)]
        assert w.face.of(WentAway) == []
        board = table.public_view()
        assert (board.awaited, board.view.counts, board.view.turns) == (0, (0, 1), (0, 1))
        w.check(table)


async def test_turns_that_timed_out_are_known_until_the_next_deal_also_after_a_restart() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, seconds=60, rounds=2)
        lost = token(table, BINA).rsplit(".", 1)[0]
        await w.clock.advance(61)
        await turn(table, ANNA)
        await table.submit(BINA, DRAW)
        second = token(table, BINA).rsplit(".", 1)[0]
        await w.clock.advance(61)
        assert table.public_view().timed_out == (lost, second)
        assert replayed(table.id, tuple(await w.journal.journal(table.id))).timed_out == (lost, second)
        await turn(table, ANNA)
        assert table.public_view().timed_out == (lost, second)
        await table.submit(ANNA, NextDeal())
        assert table.public_view().timed_out == ()


async def test_a_short_turn_is_warned_of_in_its_middle() -> None:
    async with world() as w:
        await w.match(ANNA, BINA, seconds=30)
        await w.clock.advance(14)
        assert w.face.of(Warned) == []
        await w.clock.advance(2)
        assert w.face.of(Warned) == [Warned(1)]


async def test_drawing_buys_no_time_and_nothing_else_moves_the_deadline() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND)
        ends = deadline(table)
        await w.clock.advance(10)
        await table.submit(CHAND, SHOUT)
        await table.submit(CHAND, EndMatch())
        await table.submit(CHAND, Nudge())
        await table.submit(BINA, SHOUT)
        await table.submit(BINA, DRAW)
        await table.submit(BINA, STAY)
        assert deadline(table) == ends
        await w.clock.advance(35)
        await table.submit(ANNA, SHOUT)
        assert deadline(table) == ends
        assert w.face.of(Warned) == [Warned(1)]
        await w.clock.advance(16)
        # Drawn already: the drawn card goes, one safe move.
        assert table.public_view().view.counts == (0, 1, 0)
        assert table.public_view().view.turns == (0, 1, 0)


async def test_a_late_tick_is_past() -> None:
    """A move is being saved as the time runs out: the tick comes after it and finds its turn gone."""
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await table.submit(BINA, DRAW)
        await w.clock.advance(59)
        gate = asyncio.Event()
        w.journal.faults = [Fault(kept=True, gate=gate)]
        move = asyncio.create_task(table.submit(BINA, PUT))
        await w.clock.advance(3)
        assert table._waiter.due is not None
        assert table._waiter.due.kind is Kind.TURN
        gate.set()
        await move
        await settle()
        assert w.face.of(Missed) == []
        assert (table.public_view().awaited, deadline(table)) == (0, w.clock.now() + 60)
        for kind in Kind:
            before = table._live, table._waiter.due
            await table._tick(Due(kind, "1.1.0", w.clock.now()), None)
            assert (table._live, table._waiter.due) == before


async def test_at_most_one_wait_a_table() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND)
        for person in (BINA, CHAND, ANNA, BINA):
            await turn(table, person)
            await settle()
            assert w.clock.sleepers == 1
        await table.expire()
        await settle()
        assert w.clock.sleepers == 0
        assert not table.busy


async def test_two_misses_in_a_row_seat_the_computer_until_the_person_acts() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=10)
        await w.clock.advance(61)
        await turn(table, ANNA)
        await w.clock.advance(61)
        assert w.face.of(Missed) == [Missed(1), Missed(1)]
        assert w.face.of(WentAway) == [WentAway(1, left=False)]
        await turn(table, ANNA)
        # Nobody waits for Bina now: the weakest computer plays her turn at a computer's pace.
        await w.clock.advance(2.5)
        assert table.public_view().awaited == 0
        assert w.computers.asked == ["quick", "quick"]
        await turn(table, ANNA)
        await table.submit(BINA, DRAW)
        await settle()
        assert w.face.of(CameBack) == [CameBack(1)]
        sitter = table.public_view().sitters[1]
        assert (sitter.away, sitter.misses) == (False, 0)
        assert deadline(table) == w.clock.now() + 60


async def test_acting_resets_the_misses() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=10)
        for _ in range(3):
            await w.clock.advance(61)
            assert table.public_view().sitters[1].misses == 1
            await turn(table, ANNA)
            await turn(table, BINA)
            assert table.public_view().sitters[1].misses == 0
            await turn(table, ANNA)
        assert w.face.of(WentAway) == []


async def away(w: World) -> Table:
    """Bina is away, and it is Anna's turn."""
    table = await w.match(ANNA, BINA, CHAND, rounds=10)
    for person in (CHAND, ANNA):
        if table.public_view().awaited == 1:
            await w.clock.advance(61)
        await turn(table, person)
    await w.clock.advance(61)
    await turn(table, CHAND)
    await settle()
    assert table.public_view().sitters[1].away
    return table


async def test_whoever_does_anything_is_back_even_if_it_is_refused_or_past() -> None:
    for ask in ("illegal", "past", "join", "vote", "nudge", "anothers"):
        async with world() as w:
            table = await away(w)
            if ask == "illegal":
                with pytest.raises(IllegalMove, match="not_your_turn"):
                    await table.submit(BINA, DRAW)
            elif ask == "past":
                assert await table.submit(BINA, DRAW, "1.1.0.draw") == Receipt(past=True)
            elif ask == "anothers":
                with pytest.raises(TableRefusal, match="not_your_turn"):
                    await table.submit(BINA, DRAW, table.public_view().decision)
            else:
                await table.submit(BINA, {"join": Join("Bina"), "vote": EndMatch(), "nudge": Nudge()}[ask])
            await settle()
            assert w.face.of(CameBack) == [CameBack(1)], ask
            assert not table.public_view().sitters[1].away
            w.check(table)


async def test_leaving_while_away_is_no_coming_back() -> None:
    async with world() as w:
        table = await away(w)
        await table.submit(BINA, Leave())
        await settle()
        assert w.face.of(CameBack) == []
        assert table.public_view().sitters[1].left


async def test_a_computer_that_was_thinking_for_someone_who_came_back_is_not_heard() -> None:
    async with world() as w:
        table = await away(w)
        await turn(table, ANNA)
        w.computers.gate = asyncio.Event()
        await w.clock.advance(2)
        assert w.computers.thinking == 1
        await table.submit(BINA, Join("Bina"))
        await settle()
        assert w.computers.thinking == 0
        w.computers.gate.set()
        await settle()
        assert table.public_view().view.phase == "draw"
        assert deadline(table) == w.clock.now() + 60
        await w.clock.advance(61)
        assert table.public_view().sitters[1].misses == 1


async def test_a_slow_computer_blocks_nobody() -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["quick", "sharp"])
        w.computers.gate = asyncio.Event()
        await w.clock.advance(2)
        assert w.computers.thinking == 1
        # Out of turn, while the computer thinks on about the same decision.
        await asyncio.wait_for(table.submit(ANNA, SHOUT), 1)
        await settle()
        assert w.computers.asked == ["quick"]
        w.computers.gate.set()
        await settle()
        assert 1 in table.public_view().view.shouts


async def test_computers_move_at_their_pace() -> None:
    """Also where a move leaves the decision as it was, as a shown tunnela does."""
    async with world(pace=Pace(computer=5.0)) as w:
        table = await w.match(ANNA, computers=["quick"])
        seen = []
        for _ in range(3):
            await w.clock.advance(4.9)
            seen.append((len(table.public_view().view.shouts), table.public_view().view.counts))
            await w.clock.advance(0.1)
        assert seen == [(0, (0, 0)), (1, (0, 0)), (1, (0, 1))]
        assert table.public_view().awaited == 0


async def test_a_computer_that_raises_or_cheats_plays_safe() -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["sharp"], rounds=10)
        w.computers.moves = [ValueError("bug"), "no move at all", PUT, asyncio.CancelledError()]
        await w.clock.advance(2)
        assert table.public_view().view.counts == (0, 1)
        await w.clock.advance(2)
        assert table.public_view().awaited == 0
        await turn(table, ANNA)
        await w.clock.advance(2)
        assert table.public_view().view.counts == (1, 2)
        # A thought that was broken off is thought again.
        await w.clock.advance(4)
        assert w.computers.moves == []
        assert table.public_view().status is Status.BETWEEN


async def test_a_computer_that_cannot_end_its_turn_is_helped() -> None:
    """F78."""
    async with world() as w:
        table = await w.match(ANNA, computers=["quick"])
        w.computers.moves = [DRAW] + [STAY] * 100
        await w.clock.advance(60)
        assert table.public_view().awaited == 0
        assert 80 < len(w.computers.moves) < 90


async def test_after_the_machine_slept_everybody_has_the_whole_time() -> None:
    """F29: downtime is no one's absence."""
    async with world() as w:
        table = await w.match(ANNA, BINA)
        for _ in range(2):
            await w.clock.jump(3600)
            assert w.face.of(Missed) == []
            assert w.face.of(Warned) == []
            assert deadline(table) == w.clock.now() + 60
        await w.clock.advance(45)
        assert w.face.of(Warned) == [Warned(1)]
        await w.clock.jump(3600)
        assert w.face.of(Missed) == []
        assert deadline(table) == w.clock.now() + 60
        await w.clock.advance(61)
        assert w.face.of(Missed) == [Missed(1)]


async def test_nudging() -> None:
    """F43."""
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await table.submit(ANNA, Nudge())
        await settle()
        assert [one.seat for one in w.face.of(Nudged)] == [1]
        await w.clock.advance(29.5)
        with pytest.raises(TableRefusal) as refused:
            await table.submit(ANNA, Nudge())
        assert (refused.value.code, refused.value.facts) == ("nudged_lately", {"seconds": 1})
        await w.clock.advance(0.5)
        await table.submit(ANNA, Nudge())
        with pytest.raises(TableRefusal, match="not_seated"):
            await table.submit(CHAND, Nudge())
        await table.submit(BINA, Leave())
        with pytest.raises(TableRefusal, match="nobody_awaited"):
            await table.submit(ANNA, Nudge())


async def test_nobody_is_nudged_in_a_lobby() -> None:
    async with world() as w:
        table = await w.open(ANNA)
        with pytest.raises(TableRefusal, match="nobody_awaited"):
            await table.submit(ANNA, Nudge())


async def test_an_idle_lobby_expires_and_frees_the_channel() -> None:
    """F60."""
    async with world() as w:
        table = await w.open(ANNA)
        await w.clock.advance(800)
        await table.submit(BINA, Join("Bina"))
        await w.clock.advance(800)
        assert table.open
        await w.clock.advance(101)
        assert not table.open
        assert w.face.of(Closed) == [Closed("expired")]
        assert w.registry.in_channel(CHANNEL) is None
        assert not table.busy
        await table.expire()
        await table.give_way()


async def test_everybody_away_the_deal_is_played_out_and_the_match_ends() -> None:
    """F78; nobody has left, so nothing is annulled."""
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=10, deals=5)
        await w.clock.advance(4 * 61)
        assert all(sitter.away for sitter in table.public_view().sitters)
        await w.clock.advance(100)
        board = table.public_view()
        assert (board.status, board.played, board.deals) == (Status.AFTER, 1, 5)
        assert w.face.of(MatchEnded) == [MatchEnded(1, complete=False)]
        assert w.journal.matches == {}
        (last,) = [batch for batch in w.journal.batches if batch.deal is not None]
        assert [line[:12] for line in last.lines[-2:]] == ['T["DealClose', 'T["MatchEnde']
        await w.clock.advance(901)
        assert not table.open


async def test_only_computers_begin_no_deal() -> None:
    """F78: the last person who was there leaves between two deals; the other is still away."""
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=2, deals=5)
        await w.clock.advance(61)
        await turn(table, ANNA)
        await w.clock.advance(61)
        await turn(table, ANNA)
        assert table.public_view().status is Status.BETWEEN
        await table.submit(ANNA, Leave())
        await w.clock.advance(31)
        board = table.public_view()
        assert (board.status, board.deal, board.host) == (Status.AFTER, 1, BINA)


async def test_the_next_deal_begins_by_itself() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1)
        await turn(table, BINA)
        await turn(table, ANNA)
        await w.clock.advance(29)
        assert table.public_view().status is Status.BETWEEN
        await w.clock.advance(2)
        assert (table.public_view().status, table.public_view().deal) == (Status.PLAYING, 2)


async def test_a_stale_warning_is_not_told() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        w.face.gate = asyncio.Event()
        await table.submit(ANNA, SHOUT)
        await w.clock.advance(45)
        await turn(table, BINA)
        w.face.gate.set()
        await settle()
        assert w.face.of(Warned) == []
        assert token(table, ANNA) == "1.0.0.draw"
