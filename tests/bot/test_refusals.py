"""Bad input: each situation has its own clear answer, costs nothing and changes nothing."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
import simcord

from marriage_core.cards import FACES, pretty, text
from marriage_core.hosting.actions import Leave
from marriage_core.hosting.lobby import Status
from marriage_core.marriage.state import State
from tests.bot.world import Player, World, control, read, words
from tests.core.builder import paired, seat, seen, table


def plant(world: World, state: State) -> None:
    """Puts a deal on the table; it cannot be saved, only looked at and refused."""
    live = world.table._live
    world.table._live = replace(live, deal=state)


async def refused(world: World, who: simcord.MemberActor, command: str, **options: object) -> str:
    """A command's refusal; nothing has changed."""
    before = world.table._live
    told = await world.told(who, command, **options)
    assert world.table._live is before
    assert told.startswith("⚠️") or "Your hand" not in told
    return told.splitlines()[0]


DREW = seat("3S 4S 5S 7H 8H 9H 2D 2D 9C 9C 9C QH KC")
LAID = "3S 4S 5S / 7H 8H 9H / 10D JD QD"

SITUATIONS: list[tuple[str, State, str, dict[str, object], str]] = [
    ("draws twice", table(DREW, seat("5H"), drew="KC"), "draw", {"from": "stock"}, "You have drawn already (M6.1)"),
    ("discards first", table(DREW, seat("5H")), "discard", {"card": "KC"}, "Draw a card first (M6.1)"),
    ("not held", table(DREW, seat("5H"), drew="KC"), "discard", {"card": "AS"}, "A♠ is not in your hand (M6.3)"),
    ("just taken", table(DREW, seat("5H"), took="KC"), "discard", {"card": "KC"}, "K♣ was just taken"),
    (
        "laid",
        table(seen("2D", LAID), seat("5H"), drew="2D", tiplu="AS"),
        "discard",
        {"card": "JD"},
        "J♦ lies on the table",
    ),
    ("no card", table(DREW, seat("5H"), drew="KC"), "discard", {"card": "**ban@ana**"}, "is no card. Write it like 7h"),
    (
        "two cards",
        table(DREW, seat("5H"), drew="KC"),
        "discard",
        {"card": "9"},
        "may mean several cards: 9♥, 9♣. Name one",
    ),
    ("none held", table(DREW, seat("5H"), drew="KC"), "discard", {"card": "6"}, "You hold no card that “6” can mean"),
    (
        "no melds",
        table(seat("2S 4H 6D"), seat("5H"), drew="6D"),
        "see",
        {},
        "You need 3 pure melds in hand to see and hold 0",
    ),
    ("no dublees", table(DREW, seat("5H"), drew="KC"), "see", {"route": "dublees"}, "You need 7 dublees"),
    ("sees first", table(DREW, seat("5H")), "see", {}, "Draw a card first (M6.1)"),
    (
        "sees twice",
        table(seen("2D"), seat("5H"), drew="2D", tiplu="AS"),
        "see",
        {},
        "You have seen the tiplu already (M7.2)",
    ),
    ("shows unseen", table(DREW, seat("5H"), drew="KC"), "show", {}, "You have not seen the tiplu yet"),
    (
        "shows nothing",
        table(seen("2D 4H"), seat("5H"), drew="2D", tiplu="AS"),
        "show",
        {},
        "seven melds, or eight dublees",
    ),
    ("looks unseen", table(DREW, seat("5H"), drew="KC"), "tiplu", {}, "You have not seen the tiplu (M7.2)"),
    (
        "takes a wild card",
        table(seen("2D"), seat("5H"), discards="AH", tiplu="AS"),
        "draw",
        {"from": "discard"},
        "A♥ is wild",
    ),
    (
        "eight dublees",
        table(paired("2D 2D 4H"), seat("5H"), discards="9C", tiplu="AS"),
        "draw",
        {"from": "discard"},
        "You hold your eighth dublee already and may take nothing, not even 9♣",
    ),
    (
        "no eighth",
        table(paired("2D 4H"), seat("5H"), discards="9C", tiplu="AS"),
        "draw",
        {"from": "discard"},
        "9♣ does not complete",
    ),
    (
        "must show",
        table(paired("9C 4H"), seat("5H"), discards="9C", tiplu="AS"),
        "draw",
        {"from": "discard"},
        "Taking 9♣ completes",
    ),
    ("no tunnela", table(DREW, seat("5H")), "tunnela", {"card": "2D"}, "2♦ is no tunnela of yours: you hold 2 of it"),
    ("no tunnelas", table(seat("2S"), seat("5H")), "tunnela", {}, "You have no tunnela to show now (M5.1)"),
    ("too late", table(DREW, seat("5H"), drew="KC"), "tunnela", {"card": "9C"}, "only before your first draw (M5.1)"),
    ("tunnelas off", table(DREW, seat("5H"), start_tunnelas="off"), "tunnela", {"card": "9C"}, "without tunnelas"),
    ("dublees off", table(DREW, seat("5H"), drew="KC", dublees="off"), "see", {"route": "dublees"}, "without dublees"),
    (
        "too few for dublees",
        table(DREW, seat("5H"), drew="KC", dublee_min_players="3"),
        "see",
        {"route": "dublees"},
        "needs 3 players",
    ),
    ("barred unseen", table(DREW, seat("5H"), unseen_discard="barred"), "draw", {"from": "discard"}, "2♣ stays (M13)"),
    (
        "empty pile",
        table(DREW, seat("5H"))._replace(discards=(), discard_faces=()),
        "draw",
        {"from": "discard"},
        "The discard pile is empty",
    ),
    ("empty stock", table(DREW, seat("5H"), stock="", discards="2C"), "draw", {"from": "stock"}, "The stock is empty"),
]


@pytest.mark.parametrize(
    ("what", "state", "command", "options", "expected"), SITUATIONS, ids=[case[0] for case in SITUATIONS]
)
async def test_illegal_moves(
    world: World, what: str, state: State, command: str, options: dict[str, object], expected: str
) -> None:
    await world.open(world.asha, world.bikram)
    plant(world, state)
    assert expected in await refused(world, world.asha, command, **options)


async def test_each_illegal_move_has_an_answer_of_its_own() -> None:
    assert len({expected for *_, expected in SITUATIONS}) == len(SITUATIONS) - 1  # draw first: two ways


async def test_m14_2_who_has_not_seen_may_take_and_ask_about_a_wild_card_like_any(world: World) -> None:
    await world.open(world.asha, world.bikram)
    answers = set()
    for tiplu in ("AS", "KD", "2C"):
        plant(world, table(seat("2S 4H AH"), seen("5H"), drew="AH", tiplu=tiplu))
        for command, options in (("see", {}), ("show", {}), ("tiplu", {}), ("discard", {"card": "KS"})):
            answers.add((command, await refused(world, world.asha, command, **options)))
    assert len(answers) == 4


Ask = Callable[[World], Awaitable[str]]


async def test_out_of_turn(world: World) -> None:
    await world.open(world.asha, world.bikram)
    other = world.other(world.mover)
    whose = "Asha" if world.mover is world.asha else "Bikram"
    for command, options in (("draw", {"from": "stock"}), ("see", {}), ("show", {})):
        assert f"It is {whose}'s turn, not yours" in await refused(world, other, command, **options)
    card = text(world.view(other).me[0].hand[0])
    assert "not yours" in await refused(world, other, "discard", card=card)


async def test_strangers_are_told_so(world: World) -> None:
    await world.open(world.asha, world.bikram)
    for command, options in (
        ("hand", {}),
        ("draw", {"from": "stock"}),
        ("discard", {"card": "7h"}),
        ("see", {}),
        ("show", {}),
        ("tiplu", {}),
        ("tunnela", {}),
        ("marriage leave", {}),
        ("marriage nudge", {}),
        ("marriage end", {}),
    ):
        assert "You do not sit at this table" in await refused(world, world.dorje, command, **options)
    assert "match is running at this table. New players can join" in await refused(world, world.dorje, "marriage join")
    assert "sit at this table already" in await refused(world, world.asha, "marriage join")
    assert "match is running" in await refused(world, world.asha, "marriage start")
    assert "match is running" in await refused(world, world.asha, "marriage add", level="easy")
    assert "has a table already" in await refused(world, world.dorje, "marriage new")


async def test_after_the_match_newcomers_hear_the_way_on(world: World) -> None:
    await world.open(world.asha, world.bikram)
    world.table._live = replace(world.table._live, lobby=replace(world.table._live.lobby, status=Status.AFTER))
    assert "The match is over. “Play again”" in await refused(world, world.dorje, "marriage join")
    assert "The match is over" in await refused(world, world.asha, "marriage add", level="easy")
    assert "No deal is being played" in await refused(world, world.asha, "draw", **{"from": "stock"})


async def test_f09_controls_of_an_old_deal_change_nothing(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=3)
    player = Player(world, world.mover)
    await player.open()
    await player.press("draw")
    old = player.panel
    live = world.table._live
    again = replace(live, lobby=replace(live.lobby, deal=live.lobby.deal + 1))
    world.table._live = again
    for card in (text(world.view(player.who).me[0].hand[0]), text(world.view(player.who).me[0].hand[5])):
        await player.who.select(old, [card], custom_id=control(old, "discard"))
        assert "made already" in words(player.panel)
        assert world.table._live is again
        backend = world.env.backend.messages[world.channel.id][old.id]
        backend.components = [row.to_dict() for row in old.components]


async def test_a_click_on_a_closed_tables_board(world: World) -> None:
    await world.slash(world.asha, "marriage new")
    lobby = world.board
    components = [row.to_dict() for row in lobby.components]
    await world.table.expire()
    await world.env.settle()
    world.env.backend.messages[world.channel.id][lobby.id].components = components
    for label in ("Join", "Leave", "Rules"):
        assert "That table is over" in read(await world.bikram.click(lobby, label=label))
    await world.slash(world.bikram, "marriage new")
    assert "That table is over" in read(await world.asha.click(lobby, label="Join"))
    assert not world.table.seats(world.asha.id)


async def test_join_after_leaving_a_match_gives_the_hand_back(world: World) -> None:
    await world.open(world.asha, world.bikram, world.chameli)
    told = await world.told(world.bikram, "marriage leave")
    assert "points stay yours" in told
    assert "do not sit" in await world.told(world.bikram, "hand")
    back = await world.told(world.bikram, "marriage join")
    assert "seat 2" in back
    assert "Your hand" in back


async def test_a_second_click_of_the_same_control_is_the_past(world: World) -> None:
    await world.open(world.asha, world.bikram)
    player = Player(world, world.mover)
    await player.open()
    panel = player.panel
    await player.press("draw")
    held = len(world.view(player.who).me[0].hand)
    world.env.backend.messages[world.channel.id][panel.id].components = [row.to_dict() for row in panel.components]
    await player.who.click(panel, custom_id=control(panel, "draw"))
    assert "made already" in words(player.panel)
    assert len(world.view(player.who).me[0].hand) == held


async def test_take_with_an_unknown_card_text_never_reaches_the_table(world: World) -> None:
    await world.open(world.asha, world.bikram)
    for typed in ("", " ", "x" * 500, "@everyone", "😀", "७७७"):
        if typed:
            told = await refused(world, world.mover, "discard", card=typed)
            assert "is no card" in told
            assert "@everyone" not in told


def test_every_face_can_be_read_and_written_alike() -> None:
    assert len({pretty(face) for face in FACES} | {text(face) for face in FACES}) == 104


async def test_leaving_twice(world: World) -> None:
    await world.open(world.asha, world.bikram, world.chameli)
    await world.table.submit(world.chameli.id, Leave())
    await world.env.settle()
    assert "do not sit" in await world.told(world.chameli, "marriage leave")
