"""M12 and M4.1 at the table: who deals, how long, who wins, who leaves, who may end it; and the rows of results."""

from typing import Any

import pytest

from marriage_core.errors import BadRules, Refusal, TableRefusal
from marriage_core.hosting.actions import (
    Action,
    AddComputer,
    ChangeRules,
    EndMatch,
    Join,
    Leave,
    NextDeal,
    PlayAgain,
    RemoveSeat,
    Start,
)
from marriage_core.hosting.answers import COMPUTER_NAMES
from marriage_core.hosting.happenings import Closed, DealAnnulled, DealClosed, HostPassed, MatchEnded, WentAway
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.table import Table
from marriage_core.marriage.scoring import places
from marriage_core.notation.record import read, replay
from marriage_core.shuffle import commitment
from tests.hosting.toy import DRAW, PUT, WIN, Toy
from tests.hosting.world import ANNA, BINA, CHAND, CHANNEL, DEV, ELA, NAMES, kinds, settle, turn_of, world


async def play_deal(table: Table, winner: int | None = None) -> None:
    """Everybody draws and puts away until the deal is over; `winner` wins when they may."""
    deal = table.public_view().deal
    while table.public_view().status is Status.PLAYING and table.public_view().deal == deal:
        person = turn_of(table)
        await table.submit(person, DRAW)
        may = len(table.view_for(person).view.own) >= 2
        await table.submit(person, WIN if may and person == winner else PUT)


async def refused(table: Table, person: int, action: Any) -> str:
    """The code and facts of a refusal, which changes nothing."""
    before = table.public_view()
    with pytest.raises(Refusal) as error:
        await table.submit(person, action)
    assert table.public_view() == before
    return str(error.value)


# --- the match --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "dealers"), [("toy", [1, 2, 0, 1, 2, 0]), ("toyback", [1, 0, 2, 1, 0, 2])])
async def test_the_dealer_goes_round(preset: str, dealers: list[int]) -> None:
    async with world() as w:
        w.entropy.numbers = [1]
        table = await w.match(ANNA, BINA, CHAND, preset=preset, rounds=1)
        seen, first_turns = [], []
        for _ in range(6):
            board = table.public_view()
            seen.append(board.dealer)
            first_turns.append(board.awaited)
            await play_deal(table)
            if table.public_view().status is Status.BETWEEN:
                await table.submit(CHAND, NextDeal())
        assert seen == dealers
        step = 1 if preset == "toy" else -1
        assert first_turns == [(dealer + step) % 3 for dealer in dealers]
        assert table.public_view().status is Status.AFTER


async def test_chance_picks_the_first_dealer_and_is_asked_once_a_match() -> None:
    async with world() as w:
        table = await w.open(ANNA, rounds=1, deals=1)
        w.entropy.numbers = [2, 0]
        await table.submit(BINA, Join("Bina"))
        await table.submit(CHAND, Join("Chand"))
        assert await refused(table, BINA, Start()) == "host_only(host=11)"
        await table.submit(ANNA, Start())
        assert table.public_view().dealer == 2
        await play_deal(table)
        await table.submit(BINA, PlayAgain())
        assert table.public_view().dealer == 0
        assert w.entropy.numbers == []


async def test_length_totals_and_shared_places() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, DEV, rounds=2)
        assert table.public_view().deals == 8
        nets = []
        for _ in range(8):
            await play_deal(table, winner=CHAND)
            board = table.public_view()
            nets.append(w.journal.deals[table.id, board.deal])
            if board.status is Status.BETWEEN:
                await table.submit(ANNA, NextDeal())
        assert board.status is Status.AFTER
        assert board.totals == tuple(sum(row.seats[seat].net for row in nets) for seat in range(4))
        assert board.places == places(board.totals)
        assert board.places[2] == 1
        row = w.journal.matches[table.id, 1]
        assert [(seat.total, seat.place) for seat in row.seats] == list(zip(board.totals, board.places, strict=True))


def test_places() -> None:
    assert places((5, -10, 5, 0)) == (1, 4, 1, 3)
    assert places(()) == ()


async def test_rows_of_a_deal_come_once_with_the_batch_that_ends_it() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, computers=["quick"], rounds=2, deals=2)
        for deal in (1, 2):
            while table.public_view().deal == deal and table.public_view().status is Status.PLAYING:
                if table.public_view().awaited == 2:
                    await w.clock.advance(2)
                else:
                    person = turn_of(table)
                    await table.submit(person, DRAW)
                    await table.submit(person, WIN if deal == 2 and person == BINA else PUT) if (
                        len(table.view_for(person).view.own) >= 2
                    ) else await table.submit(person, PUT)
            if deal == 1:
                await table.submit(ANNA, NextDeal())
        with_rows = [batch for batch in w.journal.batches if batch.deal is not None]
        assert [batch.deal.number for batch in with_rows if batch.deal] == [1, 2]
        assert [batch.match is not None for batch in with_rows] == [False, True]
        for batch in with_rows:
            assert batch.deal is not None
            assert any("DealClosed" in line for line in batch.lines)
            record = read(batch.deal.record)
            _, state = replay(record)
            outcome = Toy().outcome(state)
            assert outcome is not None
            assert tuple(seat.net for seat in batch.deal.seats) == outcome.nets
            assert batch.deal.commitment == commitment(record.key)
            assert [(seat.person, seat.name, seat.level) for seat in batch.deal.seats] == [
                (ANNA, "Anna", None),
                (BINA, "Bina", None),
                (None, "Kaji", "quick"),
            ]
        last = with_rows[1].deal
        assert last is not None
        assert (last.by, [seat.won for seat in last.seats]) == ("win", [False, True, False])
        assert (last.game, last.preset, last.rated) == ("toy", "toy", False)


# --- who may what -----------------------------------------------------------------------------------------------------

LOBBY_REFUSALS: list[tuple[int, Action, str]] = [
    (ANNA, Join("Anna"), "already_seated()"),
    (BINA, AddComputer("quick"), "host_only(host=11)"),
    (ANNA, AddComputer("genius"), "unknown_level(level='genius', levels=('quick', 'sharp'))"),
    (BINA, RemoveSeat(0), "host_only(host=11)"),
    (ANNA, RemoveSeat(0), "leave_instead()"),
    (ANNA, RemoveSeat(9), "no_such_seat(seat=9, seats=2)"),
    (ANNA, RemoveSeat(-1), "no_such_seat(seat=-1, seats=2)"),
    (BINA, ChangeRules({"deals": 3}), "host_only(host=11)"),
    (ANNA, ChangeRules({"most": 1}), "table_full(seats=1)"),
    (ANNA, NextDeal(), "no_deal_due()"),
    (ANNA, PlayAgain(), "match_running()"),
    (CHAND, Leave(), "not_seated()"),
    (CHAND, NextDeal(), "not_seated()"),
    (CHAND, PlayAgain(), "not_seated()"),
]


@pytest.mark.parametrize(("person", "action", "told"), LOBBY_REFUSALS)
async def test_refusals_in_the_lobby(person: int, action: Action, told: str) -> None:
    async with world() as w:
        table = await w.open(ANNA)
        await table.submit(BINA, Join("Bina"))
        assert await refused(table, person, action) == told


async def test_refusals_in_a_match() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        for person, action in (
            (CHAND, Join("Chand")),
            (ANNA, AddComputer("quick")),
            (ANNA, RemoveSeat(1)),
            (ANNA, Start()),
        ):
            assert await refused(table, person, action) == "match_running()"
        assert await refused(table, ANNA, ChangeRules({})) == "rules_locked()"
        assert await refused(table, BINA, Join("Bina")) == "already_seated()"


async def test_one_cannot_start_alone_and_no_deal_means_no_moves() -> None:
    async with world() as w:
        table = await w.open(ANNA)
        assert await refused(table, ANNA, Start()) == "too_few(need=2)"
        assert await refused(table, ANNA, DRAW) == "no_deal()"
        assert await refused(table, BINA, DRAW) == "not_seated()"
        desk = table.view_for(ANNA)
        assert (desk.view, desk.options, desk.decision) == (None, None, "0.0.any")


async def test_options_are_checked_and_kept() -> None:
    async with world() as w:
        with pytest.raises(BadRules):
            await w.open(ANNA, nosuch=1)
        with pytest.raises(BadRules):
            await w.open(ANNA, preset="nosuch")
        table = await w.open(ANNA, deals=4)
        before = table.public_view()
        with pytest.raises(BadRules):
            await table.submit(ANNA, ChangeRules({"nosuch": 1}))
        assert table.public_view() == before
        await table.submit(ANNA, ChangeRules({"rounds": 7}))
        await table.submit(ANNA, ChangeRules({"deals": 5}))
        rules = table.public_view().rules
        assert (rules.rounds, rules.deals, table.public_view().deals) == (7, 5, 5)


async def test_computers_come_by_choice_and_go_again() -> None:
    """F79."""
    async with world() as w:
        table = await w.open(ANNA, most=9)
        await table.submit(BINA, Join("Maya"))
        for _ in range(7):
            await table.submit(ANNA, AddComputer("quick"))
        names = [sitter.name for sitter in table.public_view().sitters[2:]]
        assert names == [name for name in COMPUTER_NAMES if name != "Maya"] + ["Kaji 9"]
        assert await refused(table, ANNA, AddComputer("quick")) == "table_full(seats=9)"
        await table.submit(ANNA, RemoveSeat(3))
        assert [s.name for s in table.public_view().sitters][:5] == ["Anna", "Maya", "Kaji", "Hari", "Sunita"]


# --- leaving ----------------------------------------------------------------------------------------------------------


async def test_leaving_the_lobby_frees_the_seat_and_passes_the_host_on() -> None:
    async with world() as w:
        table = await w.open(ANNA)
        await table.submit(BINA, Join("Bina"))
        await table.submit(ANNA, Leave())
        board = table.public_view()
        assert ([sitter.name for sitter in board.sitters], board.host) == (["Bina"], BINA)
        await table.submit(ANNA, Join("Anna"))
        assert table.public_view().host == BINA
        await table.submit(ANNA, Leave())
        await table.submit(BINA, Leave())
        assert not table.open
        await settle()
        assert w.face.of(Closed) == [Closed("nobody_left")]
        assert w.registry.with_person(1, BINA) == ()


@pytest.mark.parametrize("leaver", [0, 1, 2, 3])
@pytest.mark.parametrize("preset", ["toy", "toyback"])
async def test_a_seat_is_never_removed_in_a_match(leaver: int, preset: str) -> None:
    """F18, F25, F35: current, previous, next or last seat; the computer plays it on."""
    async with world() as w:
        people = (ANNA, BINA, CHAND, DEV)
        table = await w.match(*people, preset=preset)
        w.computers.safe = True
        await table.submit(people[leaver], Leave())
        order = []
        for _ in range(8):
            board = table.public_view()
            assert board.awaited is not None
            order.append(board.awaited)
            if board.awaited == leaver:
                await w.clock.advance(3)
            else:
                await table.submit(people[board.awaited], DRAW)
                await table.submit(people[board.awaited], PUT)
        step = 1 if preset == "toy" else -1
        assert order == [(step * (i + 1)) % 4 for i in range(8)]
        assert table.public_view().view.turns == (2, 2, 2, 2)


async def test_the_host_passes_to_the_next_seat_sooner_to_one_who_is_there() -> None:
    """F32."""
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, DEV, rounds=9)
        await table.submit(BINA, Leave())
        await table.submit(ANNA, Leave())
        await settle()
        assert w.face.of(HostPassed) == [HostPassed(CHAND)]
        await table.submit(ANNA, Join("Anna"))
        await table.submit(CHAND, Leave())
        # Not back to the first seat: on to the next.
        assert table.public_view().host == DEV

    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, rounds=9)
        for _ in range(2):
            await w.clock.advance(61)
            for person in (CHAND, ANNA):
                await table.submit(person, DRAW)
                await table.submit(person, PUT)
        assert table.public_view().sitters[1].away
        await table.submit(ANNA, Leave())
        assert table.public_view().host == CHAND
        await table.submit(CHAND, Leave())
        # Only Bina is left, and away; it is hers.
        assert table.public_view().host == BINA


async def test_the_last_person_to_leave_annuls_the_deal() -> None:
    """M12.2, F31."""
    async with world() as w:
        table = await w.match(ANNA, BINA, computers=["quick"])
        await table.submit(BINA, DRAW)
        await table.submit(BINA, Leave())
        assert table.open
        await table.submit(ANNA, Leave())
        await settle()
        assert kinds(w.face.happened)[-4:] == ["WentAway", "DealAnnulled", "MatchEnded", "Closed"]
        assert w.face.of(MatchEnded) == [MatchEnded(1, complete=False)]
        assert (w.journal.deals, w.journal.matches) == ({}, {})
        assert w.registry.tables == ()
        assert (await w.open(ANNA)).open


async def test_someone_who_left_may_come_back_to_the_own_seat() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND)
        await table.submit(BINA, Leave())
        assert not table.seats(BINA)
        assert await refused(table, BINA, DRAW) == "not_seated()"
        assert await refused(table, DEV, Join("Dev")) == "match_running()"
        await table.submit(BINA, Join("Somebody"))
        assert table.view_for(BINA).seat == 1
        assert table.public_view().sitters[1].name == "Bina"
        await table.submit(BINA, DRAW)


async def test_play_again_with_the_same_people_less_those_who_left() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, DEV, rounds=1, deals=1)
        await table.submit(ANNA, Leave())
        w.computers.safe = True
        while table.public_view().status is Status.PLAYING:
            if table.public_view().awaited == 0:
                await w.clock.advance(3)
            else:
                person = turn_of(table)
                await table.submit(person, DRAW)
                await table.submit(person, PUT)
        await table.submit(CHAND, Leave())
        assert await refused(table, ANNA, PlayAgain()) == "not_seated()"
        w.entropy.numbers = [1]
        await table.submit(DEV, PlayAgain())
        board = table.public_view()
        assert [sitter.name for sitter in board.sitters] == ["Bina", "Dev"]
        assert (board.host, board.match, board.deal, board.played, board.totals) == (BINA, 2, 2, 0, (0, 0))
        assert (board.dealer, board.awaited) == (1, 0)
        await play_deal(table)
        assert [seat.name for seat in w.journal.matches[table.id, 2].seats] == ["Bina", "Dev"]
        # Anna's seat is gone for good; she is a newcomer now.
        assert await refused(table, ANNA, Join("Anna")) == "match_running()"


async def test_one_alone_cannot_play_again() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=1)
        await play_deal(table)
        await table.submit(BINA, Leave())
        assert await refused(table, ANNA, PlayAgain()) == "too_few(need=2)"
        await table.submit(BINA, Join("Bina"))
        await table.submit(ANNA, PlayAgain())
        assert table.public_view().status is Status.PLAYING


# --- ending -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("person", "moderator"), [(ANNA, False), (ELA, True)])
async def test_host_or_moderator_end_a_match_at_once(person: int, moderator: bool) -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA)
        await table.submit(BINA, DRAW)
        await table.submit(person, EndMatch(moderator))
        await settle()
        assert w.face.of(DealAnnulled) == [DealAnnulled(1)]
        assert w.face.of(Closed) == [Closed("ended")]
        assert not table.open
        for action in (DRAW, Join("Dev"), Leave()):
            assert await refused(table, BINA, action) == "table_closed()"


async def test_a_majority_ends_the_match() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, DEV)
        await table.submit(BINA, EndMatch())
        assert await refused(table, BINA, EndMatch()) == "already_voted()"
        await table.submit(CHAND, EndMatch())
        assert (table.open, table.public_view().votes) == (True, 2)
        await table.submit(DEV, EndMatch())
        assert not table.open


async def test_votes_of_people_who_left_do_not_count() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, DEV, ELA)
        for person in (BINA, CHAND):
            await table.submit(person, EndMatch())
        await table.submit(BINA, Leave())
        assert table.public_view().votes == 1
        await table.submit(DEV, EndMatch())
        assert table.open
        # The majority is reached by somebody's leaving: who voted asks again.
        await table.submit(ELA, Leave())
        assert table.open
        await table.submit(CHAND, EndMatch())
        assert not table.open


async def test_people_who_are_away_block_no_vote() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, rounds=9)
        for _ in range(2):
            await table.submit(BINA, DRAW)
            await table.submit(BINA, PUT)
            await table.submit(CHAND, DRAW)
            await table.submit(CHAND, PUT)
            await w.clock.advance(61)
        assert table.public_view().sitters[0].away
        await table.submit(BINA, EndMatch())
        assert table.open
        await table.submit(CHAND, EndMatch())
        assert not table.open


async def test_votes_are_for_one_match() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, CHAND, rounds=1, deals=1)
        await table.submit(BINA, EndMatch())
        await play_deal(table)
        assert table.public_view().votes == 0
        await table.submit(BINA, PlayAgain())
        await table.submit(CHAND, EndMatch())
        assert table.open


@pytest.mark.parametrize("status", [Status.LOBBY, Status.BETWEEN, Status.AFTER])
async def test_ending_outside_a_deal(status: Status) -> None:
    async with world() as w:
        if status is Status.LOBBY:
            table = await w.open(ANNA)
        else:
            table = await w.match(ANNA, BINA, rounds=1, deals=1 if status is Status.AFTER else 2)
            await play_deal(table)
        assert table.public_view().status is status
        await table.submit(ANNA, EndMatch())
        await settle()
        assert w.face.of(DealAnnulled) == []
        assert [e.complete for e in w.face.of(MatchEnded)] == (
            [] if status is Status.LOBBY else [status is Status.AFTER]
        )
        assert w.registry.in_channel(CHANNEL) is None


async def test_a_table_whose_match_is_over_gives_way_and_no_other() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=2)
        for _ in range(2):
            for _ in range(2):
                with pytest.raises(TableRefusal, match="channel_taken"):
                    await w.open(CHAND)
            await play_deal(table)
            if table.public_view().status is Status.BETWEEN:
                await table.submit(ANNA, NextDeal())
        new = await w.open(CHAND)
        assert not table.open
        assert w.registry.in_channel(CHANNEL) is new
        await settle()
        assert not table.busy


# --- what counts ------------------------------------------------------------------------------------------------------


async def test_who_leaves_in_a_deal_keeps_the_points_and_escapes_nothing() -> None:
    """F73, M12.2: a deal and a match are rated as they began."""
    async with world() as w:
        w.computers.safe = True
        table = await w.match(ANNA, BINA, CHAND, rounds=1, deals=2)
        await table.submit(CHAND, Leave())
        await w.clock.advance(70)
        while table.public_view().status is Status.PLAYING:
            await w.clock.advance(61)
        first = w.journal.deals[table.id, 1]
        assert (first.rated, [seat.person for seat in first.seats]) == (True, [ANNA, BINA, CHAND])
        await w.clock.advance(31)
        while table.public_view().status is Status.PLAYING:
            await w.clock.advance(61)
        # The second began with a seat that the computer played from its first card.
        assert w.journal.deals[table.id, 2].rated is False
        match = w.journal.matches[table.id, 1]
        assert (match.rated, match.seats[2].person) == (True, CHAND)


@pytest.mark.parametrize(
    ("people", "computers", "rated"),
    [([ANNA, BINA], [], True), ([ANNA, BINA], ["quick"], False), ([ANNA], ["quick"], False)],
)
async def test_deals_with_computers_do_not_count(people: list[int], computers: list[str], rated: bool) -> None:
    async with world() as w:
        table = await w.match(*people, computers=computers, rounds=1, deals=1)
        while table.public_view().status is Status.PLAYING:
            await w.clock.advance(61)
        assert w.journal.deals[table.id, 1].rated is rated
        assert w.journal.matches[table.id, 1].rated is rated


async def test_what_is_told_of_a_match() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=1)
        await play_deal(table)
        await settle()
        told = kinds(w.face.happened)
        assert told == ["Opened", "Joined", "Joined", "MatchStarted", "DealBegan", "DealClosed", "MatchEnded"]
        (closed,) = w.face.of(DealClosed)
        assert sum(closed.nets) == 0
        assert w.face.of(WentAway) == []
        assert NAMES[ANNA] == table.public_view().sitters[0].name
