"""What a deal's rows say of each seat: its place in that deal, and where its person was at the end (F30, F73)."""

from dataclasses import replace

import pytest

from marriage_core.hosting.actions import EndMatch, Join, Leave, NextDeal
from marriage_core.hosting.lobby import Status
from tests.hosting.test_match import play_deal
from tests.hosting.toy import DRAW, PUT
from tests.hosting.world import ANNA, BINA, CHAND, turn_of, world

PRESENCES = [
    (4, "", "stayed stayed stayed"),
    (4, "leaves:2", "stayed stayed left"),
    (4, "leaves:0 leaves:2", "left stayed left"),
    (4, "leaves:2 joins:2", "stayed stayed stayed"),
    (4, "misses:1", "stayed stayed stayed"),
    (4, "misses:1 misses:1", "stayed away stayed"),
    (4, "misses:1 misses:1 acts:1", "stayed stayed stayed"),
    (4, "misses:1 misses:1 leaves:1", "stayed left stayed"),
    (4, "misses:1 misses:1 leaves:0", "left away stayed"),
    # A miss in the deal's last turn is not two.
    (1, "misses:0", "stayed stayed stayed"),
]


@pytest.mark.parametrize(("rounds", "story", "told"), PRESENCES)
async def test_f30_where_everybody_was_when_the_deal_ended(rounds: int, story: str, told: str) -> None:
    """M12.2. Who comes back in time has stayed; the points are their own in any case."""
    people = (ANNA, BINA, CHAND)
    async with world() as w:
        w.computers.safe = True
        table = await w.match(*people, rounds=rounds, deals=1)
        steps = story.split()
        while table.public_view().status is Status.PLAYING:
            seat = table.public_view().awaited
            assert seat is not None
            if steps and steps[0].startswith(("leaves", "joins", "acts")):
                does, who = steps.pop(0).split(":")
                action = {"leaves": Leave(), "joins": Join("x"), "acts": EndMatch()}[does]
                await table.submit(people[int(who)], action)
            elif table.public_view().sitters[seat].played_by_computer:
                await w.clock.advance(3)
            elif steps and steps[0] == f"misses:{seat}":
                await w.clock.advance(61)
                steps.pop(0)
            else:
                await table.submit(people[seat], DRAW)
                await table.submit(people[seat], PUT)
        assert steps == []
        row = w.journal.deals[table.id, 1]
        assert " ".join(seat.presence for seat in row.seats) == told
        assert [seat.person for seat in row.seats] == list(people)


async def test_f30_deals_of_a_match_that_go_on_without_somebody() -> None:
    async with world() as w:
        w.computers.safe = True
        table = await w.match(ANNA, BINA, CHAND, rounds=1, deals=3)
        await play_deal(table)
        await table.submit(CHAND, Leave())
        for _ in range(2):
            await table.submit(ANNA, NextDeal())
            while table.public_view().status is Status.PLAYING:
                if table.public_view().awaited == 2:
                    await w.clock.advance(3)
                else:
                    person = turn_of(table)
                    await table.submit(person, DRAW)
                    await table.submit(person, PUT)
        rows = [w.journal.deals[table.id, number] for number in (1, 2, 3)]
        told = [" ".join(seat.presence for seat in row.seats) for row in rows]
        assert told == ["stayed stayed stayed", "stayed stayed left", "stayed stayed left"]
        assert [row.rated for row in rows] == [True, False, False]


@pytest.mark.parametrize("carried", [(3, 0), (0, 3)])
async def test_places_of_a_deal_are_by_that_deal_alone(carried: tuple[int, int]) -> None:
    """Whatever the match's earlier deals left; and the fewest points come first where points are a burden (D9)."""
    async with world() as w:
        table = await w.match(ANNA, BINA, preset="dummy", max_turns=10)

        async def play() -> None:
            while table.public_view().status is Status.PLAYING:
                person = turn_of(table)
                await table.submit(person, table._live.lobby.game.absent_move(table.view_for(person).view))

        await play()
        table._live = replace(table._live, lobby=replace(table._live.lobby, carried=list(carried)))
        await table.submit(ANNA, NextDeal())
        await play()
        assert table._live.lobby.carried == list(carried)
        seats = w.journal.deals[table.id, 2].seats
        assert seats[0].net != seats[1].net
        assert [seat.place for seat in seats] == ([1, 2] if seats[0].net < seats[1].net else [2, 1])
