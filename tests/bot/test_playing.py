"""Whole deals by buttons and by commands, and what people read on the way."""

import re
from dataclasses import replace

import pytest

from marriage_core.cards import pretty, text
from marriage_core.hosting.lobby import Status
from tests.bot.world import Player, World, control, ids, labels, make_by_command, next_word, read, words

MOST_MOVES = 1500


async def play_by_buttons(world: World) -> None:
    players = {who.id: Player(world, who) for who in (world.asha, world.bikram)}
    for player in players.values():
        await player.open()
    for _ in range(MOST_MOVES):
        if world.table.public_view().status is not Status.PLAYING:
            return
        who = world.mover
        # Panels are refreshed by the bot when the turn comes: nobody opens one again.
        told = await players[who.id].make(next_word(world, who))
        assert "⚠️" not in told
    raise AssertionError("the deal does not end")


async def test_two_people_play_a_deal_by_buttons_to_its_settlement(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=1)
    await play_by_buttons(world)
    sheet, standings = world.posts[-2:]
    board = world.table.public_view()
    assert board.status is Status.AFTER
    assert "Result of deal 1 of 1" in words(sheet)
    assert "The tiplu was" in words(sheet)
    nets = [int(net.replace("−", "-")) for net in re.findall(r"\*\* ([+−]?\d+)$", words(sheet), re.MULTILINE)][:2]
    assert sum(nets) == 0
    assert "Deals played: 1." in words(standings)
    assert labels(standings) == ["Play again", "Close the table"]
    assert len(world.posts) == 3


async def test_two_people_play_a_deal_by_commands_to_its_settlement(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=2)
    said = set()
    for _ in range(MOST_MOVES):
        if world.table.public_view().status is not Status.PLAYING:
            break
        who = world.mover
        told = await make_by_command(world, who, next_word(world, who))
        assert "⚠️" not in told
        said |= set(re.findall(r"You drew|You took|Draw from the stock|Waiting for|On the table|Tiplu \*\*", told))
    assert said >= {"You drew", "Waiting for", "On the table", "Tiplu **"}
    assert "Result of deal 1 of 2" in words(world.board)
    for who in (world.asha, world.bikram):
        told = await world.told(who, "hand")
        assert "Your result" in told
        assert "tiplu was" in await world.told(who, "tiplu")
    assert labels(world.board) == ["Next deal"]
    sheet = world.board
    begun = await world.bikram.click(sheet, label="Next deal")
    assert "deal 2 of 2" in read(begun)
    assert "deal 2 of 2" in words(world.board)
    assert ids(world.posts[-2]) == []
    # The old sheet has no button any more; the same click again changes nothing.
    assert world.table.public_view().deal == 2


async def test_one_person_plays_a_computer(world: World) -> None:
    await world.open(world.asha, computers=1, deals=1)
    for _ in range(MOST_MOVES):
        if world.table.public_view().status is not Status.PLAYING:
            break
        if world.table.public_view().awaited == 0:
            await make_by_command(world, world.asha, next_word(world, world.asha))
        else:
            await world.env.settle()
    assert world.table.public_view().status is Status.AFTER
    assert "🤖" in words(world.board)
    again = await world.asha.click(world.board, label="Play again")
    assert "Your hand · deal 1 of 1" in read(again)


async def test_the_board_is_the_turn_notice_with_exactly_one_mention(world: World) -> None:
    await world.open(world.asha, world.bikram)
    for _ in range(4):
        board = world.board
        assert [person.id for person in board.mentions] == [world.mover.id]
        assert board.content == f"<@{world.mover.id}>, your turn"
        before = len(world.posts)
        await world.pass_turn()
        assert len(world.posts) == before
        assert world.board.id != board.id


async def test_drawing_edits_the_board_and_pings_nobody_anew(world: World) -> None:
    await world.open(world.asha, world.bikram)
    board = world.board
    assert "22 cards" not in words(board)
    await world.slash(world.mover, "draw", **{"from": "stock"})
    assert world.board.id == board.id
    assert "22 cards" in words(world.board)
    assert "Draw" not in labels(world.board)
    assert "draws from the stock" in words(world.board)


async def test_drawing_by_the_boards_own_button(world: World) -> None:
    await world.open(world.asha, world.bikram)
    who = world.mover
    other = world.other(who)
    refused = await other.click(world.board, label="Draw")
    assert "It is" in read(refused)
    assert "turn, not yours" in read(refused)
    stranger = await world.dorje.click(world.board, label="Draw")
    assert "do not sit" in read(stranger)
    assert "do not sit" in read(await world.dorje.click(world.board, label="My hand"))
    assert "Newest first" in read(await world.dorje.click(world.board, label="Discard pile"))
    drawn = await who.click(world.board, label="Draw")
    assert drawn.ephemeral
    assert "You drew" in read(drawn)


async def test_a_panel_walks_through_a_turn(world: World) -> None:
    await world.open(world.asha, world.bikram)
    player = Player(world, world.mover)
    await player.open()
    assert "Your turn" in words(player.panel)
    assert "You drew" in await player.press("draw")
    drawn = world.view(player.who).me[0].drawn
    assert drawn is not None
    assert f"Discard {pretty(drawn)}" in labels(player.panel)
    assert "Newest first" not in words(player.panel)
    assert "Newest first" in await player.press("pile")
    assert "You drew" in await player.press("hand")
    assert "Waiting for" in await player.choose(text(drawn))
    # The turn comes back and the panel says so by itself.
    await world.pass_turn()
    assert "Your turn" in words(player.panel)


async def test_f59_the_order_of_cards_stays_for_good(world: World) -> None:
    await world.open(world.asha, world.bikram)
    player = Player(world, world.asha)
    await player.open()
    suits = words(player.panel)
    groups = await player.press("sort", "groups")
    ranks = await player.press("sort", "rank")
    assert len({suits, groups, ranks}) == 3
    assert await world.told(world.asha, "hand") == ranks
    await player.open()
    assert words(player.panel) == ranks
    assert (await world.store.people.person(world.asha.id)).sort == "rank"
    assert await player.press("sort", "suit") == suits


async def test_f05_the_hand_is_always_to_be_had_again(world: World) -> None:
    await world.open(world.asha, world.bikram)
    first = await world.told(world.asha, "hand")
    for _ in range(3):
        assert await world.told(world.asha, "hand") == first
        assert read(await world.asha.click(world.board, label="My hand")) == first


# --- questions --------------------------------------------------------------------------------------------------------


async def doubtful(world: World) -> tuple[Player, str]:
    """A player with a drawn card and a card of a complete meld."""
    await world.open(world.asha, world.bikram)
    for _ in range(40):
        who = world.mover
        await world.slash(who, "draw", **{"from": "stock"})
        own = world.view(who).me[0]
        melds = world.table.view_for(who.id).options.groups.melds
        spare = [face for meld in melds for face in meld if own.hand.count(face) == 1]
        if spare:
            player = Player(world, who)
            await player.open()
            return player, text(spare[0])
        drawn = own.drawn
        assert drawn is not None
        await make_by_command(world, who, f"discard={text(drawn)}")
    raise AssertionError("nobody has a meld")


async def test_f58_a_card_of_a_meld_is_asked_about_once(world: World) -> None:
    player, card = await doubtful(world)
    held = len(world.view(player.who).me[0].hand)
    await player.who.select(player.panel, [card], custom_id=control(player.panel, "discard"))
    assert "complete group" in words(player.panel)
    assert len(labels(player.panel)) == 2
    assert len(world.view(player.who).me[0].hand) == held
    assert "Discard a card" in await player.press("hand")
    asked = await world.slash(player.who, "discard", card=card)
    assert "complete group" in read(asked)
    assert len(world.view(player.who).me[0].hand) == held
    assert asked.response is not None
    done = await player.who.click(
        asked.response.message, label=f"Discard {words(asked.response).split('**')[1]} anyway"
    )
    assert len(world.view(player.who).me[0].hand) == held - 1
    assert done.acknowledged


async def test_f58_questions_can_be_turned_off(world: World) -> None:
    player, card = await doubtful(world)
    await world.slash(player.who, "settings me", confirmations=False)
    held = len(world.view(player.who).me[0].hand)
    await world.slash(player.who, "discard", card=card)
    assert len(world.view(player.who).me[0].hand) == held - 1


async def test_f58_a_control_of_the_past_is_not_worth_a_question(world: World) -> None:
    player, card = await doubtful(world)
    live = world.table._live
    world.table._live = replace(live, lobby=replace(live.lobby, deal=live.lobby.deal + 1))
    await player.who.select(player.panel, [card], custom_id=control(player.panel, "discard"))
    assert "made already" in words(player.panel)
    assert "complete group" not in words(player.panel)


async def test_f11_an_old_question_changes_nothing(world: World) -> None:
    player, card = await doubtful(world)
    await player.who.select(player.panel, [card], custom_id=control(player.panel, "discard"))
    question = player.panel
    drawn = world.view(player.who).me[0].drawn
    assert drawn is not None
    await make_by_command(world, player.who, f"discard={text(drawn)}")
    before = world.table.public_view().version
    for _ in range(2):
        await world.pass_turn()
    changed = world.table.public_view().version
    assert changed > before
    # The panel was refreshed meanwhile; the click comes from a client that has not heard of it.
    record = next(one for one in world.env.backend.messages[world.channel.id].values() if one.id == question.id)
    record.components = [row.to_dict() for row in question.components]
    await player.who.click(player.panel, custom_id=control(question, "sure"))
    assert "made already" in words(player.panel)
    assert world.table.public_view().version == changed


# --- free text and completion -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", ["{rank}{suit}", "{rank} {word}", "{digits} {nepali}", "{digits}{symbol}"])
async def test_f52_free_text_in_english_and_nepali(world: World, write: str) -> None:
    await world.open(world.asha, world.bikram)
    who = world.mover
    await world.slash(who, "settings me", confirmations=False)
    await world.slash(who, "draw", **{"from": "stock"})
    face = next(face for face in world.view(who).me[0].hand if face % 13 in range(1, 9))
    suit, rank = divmod(face, 13)
    typed = write.format(
        rank=rank + 1,
        suit="shdc"[suit],
        word=("spades", "paan", "itta", "chidi")[suit],
        nepali=("सुरथी", "पान", "ईंट", "चिडी")[suit],
        symbol="♠♥♦♣"[suit],
        digits=str(rank + 1).translate(str.maketrans("0123456789", "०१२३४५६७८९")),
    )
    assert "⚠️" not in await world.told(who, "discard", card=typed)
    assert world.table.public_view().view.discards[-1] == face


async def test_f52_completion_offers_ones_own_cards(world: World) -> None:
    await world.open(world.asha, world.bikram)
    who = world.mover
    held = {text(face) for face in world.view(who).me[0].hand}
    every = await who.autocomplete(world.channel, "discard", "card", "")
    assert {choice["value"] for choice in every} == held
    assert len(every) <= 25
    some = await who.autocomplete(world.channel, "discard", "card", "♥")
    assert {choice["value"] for choice in some} == {card for card in held if card.endswith("H")}
    assert await who.autocomplete(world.channel, "discard", "card", "banana") == []
    assert await world.dorje.autocomplete(world.channel, "discard", "card", "") == []
    await world.slash(who, "draw", **{"from": "discard"})
    taken = text(world.table.view_for(who.id).view.me[0].acquired)
    offered = {choice["value"] for choice in await who.autocomplete(world.channel, "discard", "card", "")}
    assert (taken in offered) == (world.view(who).me[0].barred is None)


async def test_start_is_the_next_deal_between_deals_and_another_match_after_one(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=2)
    await play_by_buttons(world)
    await world.slash(world.bikram, "marriage start")
    assert world.table.public_view().deal == 2
    await play_by_buttons(world)
    await world.slash(world.bikram, "marriage start")
    board = world.table.public_view()
    assert (board.match, board.deal, board.played) == (2, 3, 0)
