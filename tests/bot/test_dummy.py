"""Dummy Rummy on Discord: a whole deal by the panel's controls and by commands, and commands of another game."""

import re

import pytest

from marriage_core.cards import text
from marriage_core.dummy.players import PLAYERS
from marriage_core.dummy.text import write_move
from marriage_core.dummy.view import View
from marriage_core.hosting.lobby import Status
from tests.bot.test_refusals import plant, refused
from tests.bot.world import Player, World, control, ids, labels, read, words
from tests.dummy.builder import down, seat, table

MOST_MOVES = 1500


def next_word(world: World) -> str:
    """What a good player would do for whoever is to move."""
    view: View = world.view(world.mover)  # type: ignore[assignment]
    return write_move(PLAYERS["steady"](view))


class Dummy(Player):
    """Plays by the controls of one panel."""

    async def make(self, word: str) -> str:
        verb, _, arg = word.partition("=")
        if verb == "add":
            offered = control(self.panel, "addto")
            await self.who.select(self.panel, [arg], custom_id=offered)
            return words(self.panel)
        return await super().make("lay" if verb == "lay" else word)


async def test_two_people_play_a_deal_by_the_panels_controls(world: World) -> None:
    await world.open(world.asha, world.bikram, preset="dummy")
    assert "Dummy Rummy · deal 1" in words(world.board)
    players = {who.id: Dummy(world, who) for who in (world.asha, world.bikram)}
    for player in players.values():
        await player.open()
    verbs = set()
    for _ in range(MOST_MOVES):
        if world.table.public_view().status is not Status.PLAYING:
            break
        who, word = world.mover, next_word(world)
        verbs.add(word.partition("=")[0])
        assert "⚠️" not in await players[who.id].make(word), word
    assert verbs >= {"draw", "lay", "discard"}
    told = words(world.board)
    assert "Result of deal 1\n" in told
    points = [int(found) for found in re.findall(r"\*\* (\d+)$", told, re.MULTILINE)][:2]
    assert points == [found.points for found in world.view(world.asha).revealed.settled]
    begun = await world.bikram.click(world.board, label="Next deal")
    assert "Your hand · deal 2" in read(begun)
    assert "Points so far" in words(world.board)


async def test_the_lobby_says_when_the_match_ends(world: World) -> None:
    await world.slash(world.asha, "marriage new", preset="dummy")
    assert "until somebody has laid the twelfth contract" in words(world.board)
    assert words(world.board).startswith("Dummy Rummy — a table is open")
    assert "Everybody lays twelve contracts" in await world.told(world.asha, "marriage rules")


@pytest.mark.parametrize(
    ("command", "options"),
    [("see", {}), ("see", {"route": "melds"}), ("tunnela", {}), ("tiplu", {}), ("show", {})],
)
async def test_commands_of_another_game_say_so(world: World, command: str, options: dict[str, str]) -> None:
    await world.open(world.asha, world.bikram, preset="dummy")
    assert "has no such move" in await world.told(world.asha, command, **options)


async def test_commands_that_name_a_card_say_so_too(world: World) -> None:
    await world.open(world.asha, world.bikram, preset="dummy")
    card = text(world.view(world.asha).me[0].hand[0])
    assert "has no such move" in await world.told(world.asha, "tunnela", card=card)
    assert "has no such move" in await world.told(world.asha, "show", discard=card)


@pytest.mark.parametrize(("command", "options"), [("lay", {}), ("add", {"card": "7S"}), ("cutin", {})])
async def test_marriage_has_none_of_these(world: World, command: str, options: dict[str, str]) -> None:
    await world.open(world.asha, world.bikram)
    assert "has no such move" in await world.told(world.asha, command, **options)


MELDS = "0 set 7S 7H 7D / 1 run 4H 5S 6H 7C"

SITUATIONS = [
    ("lay", {}, table(seat("3S 4S 9D"), seat("3H"), drew="9D"), "You do not hold contract 1; cards missing"),
    ("lay", {}, table(seat("3S 4S 9D"), seat("3H")), "Draw a card first (D4)"),
    ("lay", {}, table(down("3S 4S"), seat("3H"), drew="4S"), "Your contract 1 is down"),
    ("draw", {"from": "discard"}, table(down("3S 4S"), seat("3H")), "so you draw from the stock and leave K♣ (D4)"),
    ("add", {"card": "9D"}, table(seat("9D 3S"), seat("3H"), drew="3S"), "Lay your contract first"),
    ("add", {"card": "9D"}, table(down("9D 3S"), seat("3H"), melds=MELDS, drew="3S"), "9♦ does not fit 7♠ 7♥ 7♦"),
    ("add", {"card": "9D", "meld": 3}, table(down("9D 3S"), seat("3H"), melds=MELDS, drew="3S"), "no such meld"),
    ("add", {"card": ","}, table(down("9D 3S"), seat("3H"), melds=MELDS, drew="3S"), "Name a card to add"),
    ("add", {"card": "7C"}, table(down("7C"), seat("3H"), melds=MELDS, drew="7C"), "left for the discard (D7)"),
    ("add", {"card": "ban"}, table(down("7C"), seat("3H"), melds=MELDS, drew="7C"), "is no card"),
    (
        "discard",
        {"card": "4D"},
        table(seat("4D KS"), seat("3H"), drew="4D", discards="4S 4H"),
        "discard another card (D8)",
    ),
    ("discard", {"card": "5D"}, table(seat("4D KS"), seat("3H"), drew="4D"), "5♦ is not in your hand (D4)"),
    ("cutin", {}, table(seat("4D"), seat("3H")), "nobody may ask for a discard out of turn"),
    ("cutin", {}, table(seat("4D"), seat("3H"), cut_in=True), "no discard to ask for"),
    ("cutin", {}, table(seat("4D"), seat("3H"), cut_in=True, thrower=1), "simply take K♣"),
]


@pytest.mark.parametrize(("command", "options", "state", "sentence"), SITUATIONS)
async def test_refusals(world: World, command: str, options: dict[str, object], state: object, sentence: str) -> None:
    await world.open(world.asha, world.bikram, preset="dummy")
    plant(world, state)  # type: ignore[arg-type]
    assert sentence in await refused(world, world.asha, command, **options)


async def test_laying_and_adding_by_commands(world: World) -> None:
    await world.open(world.asha, world.bikram, preset="dummy")
    for _ in range(MOST_MOVES):
        if world.table.public_view().status is not Status.PLAYING:
            break
        who, word = world.mover, next_word(world)
        verb, _, arg = word.partition("=")
        if verb == "add":
            cards, meld, *_ = arg.split(":")
            told = await world.told(who, "add", card=cards.replace(".", ", "), meld=int(meld) + 1)
        elif verb in ("draw", "take"):
            told = await world.told(who, "draw", **{"from": "stock" if verb == "draw" else "discard"})
        elif verb == "lay":
            told = await world.told(who, "lay")
            assert "✅ laid" in told
        else:
            result = await world.slash(who, "discard", card=arg)
            assert result.response is not None
            if any(one.split(":")[3] == "sure" for one in ids(result.response)):
                result = await who.click(result.response.message, custom_id=control(result.response, "sure"))
            told = read(result)
        assert "⚠️" not in told, word
    assert labels(world.board) == ["Next deal"]


async def test_completion_names_cards_and_melds(world: World) -> None:
    await world.open(world.asha, world.bikram, preset="dummy")
    plant(world, table(down("9D 8S 3S"), seat("3H"), melds=MELDS, drew="3S"))  # type: ignore[arg-type]
    found = await world.asha.autocomplete(world.channel, "add", "card", "")
    assert {choice["value"] for choice in found} == {"8S", "3S"}
    found = await world.asha.autocomplete(world.channel, "add", "meld", "")
    assert [choice["name"] for choice in found] == ["1: 7♠ 7♥ 7♦", "2: 4♥ 5♠ 6♥ 7♣"]


async def test_asking_out_of_turn_by_button_and_command(world: World) -> None:
    await world.slash(world.asha, "marriage new", preset="dummy")
    await world.slash(world.asha, "marriage rules", option="cut_in", value="true")
    for person in (world.bikram, world.chameli):
        await world.slash(person, "marriage join")
    await world.slash(world.asha, "marriage start")
    await world.pass_turn()
    board = world.table.public_view()
    assert board.awaited is not None
    third = world.actor(board.sitters[(board.awaited + 1) % 3].person or 0)
    player = Dummy(world, third)
    await player.open()
    assert "You may ask for" in words(player.panel)
    assert "You have asked for" in await player.press("cutin")
    assert "asks for the discard" in words(world.board)
    assert "You may ask for" in await world.told(third, "cutin")
    assert "You have asked for" in await world.told(third, "cutin")
    await world.slash(world.mover, "draw", **{"from": "stock"})
    assert len(world.view(third).me[0].hand) == 17
    assert "three cards of the stock" in words(world.board)


async def test_a_hint_against_a_computer(world: World) -> None:
    await world.open(world.asha, preset="dummy", computers=1)
    while world.table.public_view().awaited != 0:
        await world.env.settle()
    told = await world.told(world.asha, "hint")
    assert "💡 **" in told
    assert "contract" in told
