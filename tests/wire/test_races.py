"""What happens at the same moment happens once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from playground.driver import find_component, text
from playground.seen import Json
from tests.wire.playing import Player, at_table
from tests.wire.reading import control, offers, panel, stands
from tests.wire.town import Town

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def players_in(town: Town, room: str, count: int) -> list[Player]:
    """Persons who are not seated yet."""
    names = ("asha", "bikram", "chandra", "deepa", "eka", "farid", "gita", "hari")[:count]
    return [Player(person, room) for person in await town.people(room, *names)]


async def table(town: Town) -> list[Player]:
    """Two people at a table whose deal has begun."""
    room = town.room()
    players = await players_in(town, room, 2)
    await at_table(players, room)
    return players


async def called(players: Sequence[Player]) -> tuple[Player, Json]:
    """Whoever is to move, and the board that calls them."""
    waits = {asyncio.create_task(p.person.wait_for(p.my_turn)): p for p in players}
    done, left = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    task = done.pop()
    return waits[task], task.result()


async def test_a_double_click_draws_one_card(town: Town) -> None:
    players = await table(town)
    player, board = await called(players)
    hand = panel(await player.command("hand")).hand
    assert len(hand) == 21
    answers = await asyncio.gather(*(player.press(board, "draw") for _ in range(2)))
    read = [panel(answer) for answer in answers]
    assert [len(seen.hand) for seen in read] == [22, 22]
    assert read[0].hand == read[1].hand
    assert sorted(bool(seen.notice) for seen in read) == [False, True], "one of them is told that it was made already"
    assert len(panel(await player.command("hand")).hand) == 22


async def test_two_draws_by_command_draw_one_card(town: Town) -> None:
    players = await table(town)
    player, _ = await called(players)
    answers = await asyncio.gather(*(player.command("draw", **{"from": "stock"}) for _ in range(2)))
    assert [len(panel(answer).hand) for answer in answers] == [22, 22]
    assert sorted("M6.1" in text(answer) for answer in answers) == [False, True]


async def test_draw_and_take_at_once(town: Town) -> None:
    players = await table(town)
    player, board = await called(players)
    await asyncio.gather(player.press(board, "draw"), player.press(board, "take"))
    assert len(panel(await player.command("hand")).hand) == 22


async def test_a_panel_clicked_twice_discards_one_card(town: Town) -> None:
    players = await table(town)
    player, board = await called(players)
    hand = await player.press(board, "draw")
    picker = control(hand, "discard")
    values = [option["value"] for option in find_component(hand, picker)["options"]]
    outcomes = await asyncio.gather(
        *(player.person.select(hand, picker, [value]) for value in (values[0], values[-1])), return_exceptions=True
    )
    assert not [one for one in outcomes if isinstance(one, BaseException)]
    # One of the two may be a question (a card of a group); confirmed or not, never two cards go.
    after = panel(await player.command("hand"))
    assert len(after.hand) in (21, 22)


async def test_the_last_seat_goes_to_one(town: Town) -> None:
    room = town.room()
    host, *others = await players_in(town, room, 8)
    await host.command("marriage new")
    for player in others[:3]:
        await player.command("marriage join")
    late = others[3:]
    answers = [text(answer) for answer in await asyncio.gather(*(p.command("marriage join") for p in late))]
    assert sum("full" in answer for answer in answers) == len(late) - 1, answers
    lobby = await host.person.wait_for(lambda m: stands(m, "start") and not offers(m, "join"))
    assert sum(player.name in text(lobby) for player in late) == 1


async def test_one_person_joins_once(town: Town) -> None:
    room = town.room()
    host, other = await players_in(town, room, 2)
    await host.command("marriage new")
    lobby = await host.person.wait_for(lambda m: stands(m, "join"))
    answers = await asyncio.gather(*(other.press(lobby, "join") for _ in range(3)))
    assert sum("already" in text(answer) for answer in answers) == 2
    lobby = await host.person.wait_for(lambda m: stands(m, "start"))
    assert text(lobby).count(other.name) == 1


async def test_one_table_a_channel(town: Town) -> None:
    room = town.room()
    players = await players_in(town, room, 2)
    answers = await asyncio.gather(*(player.command("marriage new") for player in players))
    assert sum("already" in text(answer) for answer in answers) == 1, [text(answer) for answer in answers]
    await players[0].person.wait_for(lambda m: stands(m, "join"))
    await asyncio.sleep(0.1)
    assert sum(stands(message, "join") for message in players[0].person.messages(room)) == 1


async def test_two_starts_are_one(town: Town) -> None:
    room = town.room()
    players = await players_in(town, room, 2)
    await players[0].command("marriage new")
    await players[1].command("marriage join")
    answers = await asyncio.gather(*(players[0].command("marriage start") for _ in range(2)))
    assert sum("running" in text(answer) for answer in answers) == 1, [text(answer) for answer in answers]


async def test_no_panel_of_an_earlier_time_has_controls(town: Town) -> None:
    """One panel a person has controls, the last; none once its match is over (F08–F10)."""
    room = town.room()
    players = await players_in(town, room, 2)
    await at_table(players, room)
    player, board = await called(players)
    other = next(p for p in players if p is not player)
    old = await player.command("hand")
    drawn = await player.command("draw", **{"from": "stock"})
    await says(player, old, "further down")
    await player.finish_turn(drawn)
    player.acted_on(board)
    other.acted_on(board)
    second, _ = await called(players)
    assert second is other
    last = [await player.command("hand") for player in players]
    await players[0].press(await players[0].command("marriage end"), "sure")
    for player, message in zip(players, last, strict=True):
        await says(player, message, "table is over")
    await at_table(players, room)
    assert len(panel(await other.command("hand")).hand) == 21


async def says(player: Player, message: Json, what: str) -> None:
    """Waits until a panel says something, without controls."""
    now = await player.person.wait_for(lambda m: m["id"] == message["id"] and what in text(m))
    assert not now["components"]


async def test_another_persons_board(town: Town) -> None:
    """The board's buttons are the same for everybody: who is not called is told so, who is not seated too."""
    room = town.room()
    players = await players_in(town, room, 3)
    await at_table(players[:2], room)
    player, board = await called(players[:2])
    other = next(p for p in players[:2] if p is not player)
    assert player.name in text(await other.press(board, "draw"))
    assert "do not sit" in text(await players[2].press(board, "draw"))
    assert len(panel(await player.command("hand")).hand) == 21
