"""M13: before the first deal the host changes the rules, between deals everybody seated must consent."""

from dataclasses import replace
from typing import Any

import pytest

from marriage_core.errors import BadRules, IllegalMove, TableRefusal
from marriage_core.hosting.actions import ChangeRules, Consent, Leave, NextDeal, PlayAgain, SwitchHints
from marriage_core.hosting.happenings import RulesConsented, RulesKept, RulesProposed, RulesSet
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.past import turning_points
from marriage_core.hosting.table import Table
from tests.hosting.toy import DRAW, PUT, WIN
from tests.hosting.world import ANNA, BINA, CHAND, World, kinds, settle, turn_of, world


async def between(w: World, *people: int, computers: tuple[str, ...] = (), **options: Any) -> Table:
    """A table after its first deal, in which everybody drew once."""
    table = await w.match(*people, computers=computers, rounds=1, **options)
    while table.public_view().status is Status.PLAYING:
        await w.clock.advance(1.5) if computers and table.public_view().awaited != 0 else await turn(table)
    assert table.public_view().status is Status.BETWEEN
    return table


async def turn(table: Table) -> None:
    person = turn_of(table)
    await table.submit(person, DRAW)
    await table.submit(person, PUT)


async def refusal(table: Table, person: int, action: Any) -> str:
    with pytest.raises(TableRefusal) as caught:
        await table.submit(person, action)
    return caught.value.code


async def test_a_change_needs_everybody() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA, CHAND)
        assert await refusal(table, BINA, ChangeRules({"rounds": 2})) == "host_only"
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        proposal = table.public_view().proposal
        assert proposal is not None
        assert (proposal.number, proposal.rules.rounds, proposal.agreed) == (1, 2, {ANNA})
        assert await refusal(table, ANNA, Consent(1, agrees=True)) == "already_agreed"
        await table.submit(BINA, Consent(1, agrees=True))
        assert table.public_view().rules.rounds == 1
        await table.submit(CHAND, Consent(1, agrees=True))
        assert table.public_view().rules.rounds == 2
        assert table.public_view().proposal is None
        await settle()
        assert kinds(w.face.happened)[-5:] == [
            "RulesProposed", "RulesConsented", "RulesConsented", "RulesConsented", "RulesSet",
        ]  # fmt: skip
        assert w.face.of(RulesProposed)[0].number == 1
        await table.submit(BINA, NextDeal())
        assert table.public_view().view is not None
        for _ in range(6):
            await turn(table)
        assert table.public_view().status is Status.BETWEEN


async def test_one_who_keeps_the_rules_ends_it_and_a_new_proposal_replaces_the_old() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA)
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await table.submit(BINA, Consent(1, agrees=False))
        assert table.public_view().proposal is None
        await settle()
        assert w.face.of(RulesKept) == [RulesKept(BINA)]
        assert await refusal(table, BINA, Consent(1, agrees=True)) == "proposal_over"
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await table.submit(ANNA, ChangeRules({"seconds": 30}))
        assert await refusal(table, BINA, Consent(2, agrees=True)) == "proposal_over"
        assert await refusal(table, CHAND, Consent(3, agrees=True)) == "not_seated"
        await table.submit(BINA, Consent(3, agrees=True))
        assert (table.public_view().rules.rounds, table.public_view().rules.seconds) == (1, 30)


async def test_who_leaves_does_not_block_and_computers_consent() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA, CHAND)
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await table.submit(BINA, Consent(1, agrees=True))
        await table.submit(CHAND, Leave())
        assert table.public_view().rules.rounds == 2
    async with world() as w:
        table = await between(w, ANNA, computers=("quick",))
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        assert table.public_view().rules.rounds == 2


async def test_the_host_may_leave_the_question_behind() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA, CHAND)
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await table.submit(ANNA, Leave())
        assert table.public_view().host == BINA
        await table.submit(BINA, Consent(1, agrees=True))
        assert table.public_view().rules.rounds == 1
        await table.submit(CHAND, Consent(1, agrees=True))
        assert table.public_view().rules.rounds == 2


async def test_what_cannot_be_proposed() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA, CHAND)
        assert await refusal(table, ANNA, ChangeRules({})) == "rules_same"
        assert await refusal(table, ANNA, ChangeRules({"deals": 1})) == "deals_played"
        assert await refusal(table, ANNA, ChangeRules({"most": 2})) == "table_full"
        with pytest.raises(BadRules):
            await table.submit(ANNA, ChangeRules({"colour": 1}))
        await table.submit(ANNA, NextDeal())
        assert await refusal(table, ANNA, ChangeRules({"rounds": 2})) == "rules_locked"


async def test_the_matchs_length_can_be_agreed_on_anew() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA)
        assert table.public_view().deals == 4
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await table.submit(BINA, Consent(1, agrees=True))
        assert table.public_view().deals == 4
        await table.submit(ANNA, ChangeRules({"deals": 2}))
        await table.submit(BINA, Consent(2, agrees=True))
        assert table.public_view().deals == 2


async def test_an_open_proposal_holds_the_next_deal_up_for_a_while() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA)
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await w.clock.advance(170)
        assert table.public_view().status is Status.BETWEEN
        await w.clock.advance(20)
        assert table.public_view().status is Status.PLAYING
        assert table.public_view().proposal is None
        assert table.public_view().rules.rounds == 1


async def test_after_a_match_the_next_ones_rules_need_consent_too() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=1, deals=1)
        await turn(table)
        await turn(table)
        assert table.public_view().status is Status.AFTER
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        assert table.public_view().proposal is not None
        await table.submit(BINA, PlayAgain())
        assert table.public_view().proposal is None
        assert table.public_view().rules.rounds == 1


async def test_consent_outlives_restarts() -> None:
    async with world() as w:
        table = await between(w, ANNA, BINA, CHAND)
        await table.submit(ANNA, ChangeRules({"rounds": 2}))
        await table.submit(BINA, Consent(1, agrees=True))
    async with world(w.journal) as w:
        (table,) = await w.registry.restore()
        proposal = table.public_view().proposal
        assert proposal is not None
        assert proposal.agreed == {ANNA, BINA}
        await table.submit(CHAND, Consent(1, agrees=True))
    async with world(w.journal) as w:
        (table,) = await w.registry.restore()
        assert table.public_view().rules.rounds == 2
        told = "".join(w.journal.lines[table.id])
        assert all(of.__name__ in told for of in (RulesProposed, RulesConsented, RulesSet))


# --- hints ------------------------------------------------------------------------------------------------------------


async def hint_refused(table: Table, person: int) -> str:
    with pytest.raises((TableRefusal, IllegalMove)) as caught:
        await table.hint(person)
    return caught.value.code


async def test_hints_are_for_ones_own_turn_in_unrated_deals_where_the_host_allows_them() -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["sharp"], rounds=5)
        assert table.public_view().hints
        assert await hint_refused(table, ANNA) == "not_your_turn"
        assert w.computers.advised == 0, "nobody thinks for a hint that is refused"
        assert await hint_refused(table, BINA) == "not_seated"
        while table.public_view().awaited != 0:
            await w.clock.advance(1.5)
        assert await table.hint(ANNA) == DRAW
        assert await refusal(table, BINA, SwitchHints(on=False)) == "host_only"
        await table.submit(ANNA, SwitchHints(on=False))
        assert await hint_refused(table, ANNA) == "hints_off"
        await table.submit(ANNA, SwitchHints(on=True))
        assert await table.hint(ANNA) == DRAW
    async with world() as w:
        table = await w.match(ANNA, BINA)
        assert await hint_refused(table, BINA) == "hints_rated"
        assert not table.public_view().hints
        table = await w.open(ANNA, channel=200)
        assert await hint_refused(table, ANNA) == "no_deal"


async def test_the_coach_thinks_once_of_a_decision_and_at_once_of_the_next() -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["sharp"], rounds=5)
        while table.public_view().awaited != 0:
            await w.clock.advance(1.5)
        first = await table.hint(ANNA)
        # What changes at the table besides the hand asks for no new thought.
        await table.submit(ANNA, SwitchHints(on=False))
        assert await hint_refused(table, ANNA) == "hints_off"
        await table.submit(ANNA, SwitchHints(on=True))
        assert await table.hint(ANNA) is first
        assert w.computers.advised == 1
        await table.submit(ANNA, DRAW)
        while table.public_view().awaited != 0:
            await w.clock.advance(1.5)
        await table.hint(ANNA)
        await table.hint(ANNA)
        assert w.computers.advised == 2


async def test_another_view_of_the_same_decision_is_thought_of_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["sharp"], rounds=5)
        while table.public_view().awaited != 0:
            await w.clock.advance(1.5)
        await table.hint(ANNA)
        desk = table.view_for(ANNA)
        monkeypatch.setattr(table, "view_for", lambda person: replace(desk, view=replace(desk.view, own=(99,))))
        await table.hint(ANNA)
        assert w.computers.advised == 2


async def test_a_game_without_a_coach_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with world() as w:
        table = await w.match(ANNA, computers=["sharp"])
        while table.public_view().awaited != 0:
            await w.clock.advance(1.5)
        monkeypatch.setattr(type(table._live.lobby.game), "hint", lambda game, view: None)
        assert await hint_refused(table, ANNA) == "no_coach"
        assert await hint_refused(table, ANNA) == "no_coach"


async def test_what_turned_a_deal_is_told_from_its_record() -> None:
    async with world() as w:
        table = await w.match(ANNA, BINA, rounds=5)
        for _ in range(2):
            await turn(table)
        await table.submit(BINA, DRAW)
        await table.submit(BINA, WIN) if len(table.view_for(BINA).view.own) > 1 else None
        (row,) = w.journal.deals.values()
        assert turning_points(row.record) == ("won",)
        assert turning_points("deal/0 nonsense") == ()
