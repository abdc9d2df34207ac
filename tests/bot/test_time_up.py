"""What people read where the clock played for somebody (M12.2, F26)."""

import pytest

from marriage_core.cards import pretty
from tests.bot.world import Player, World, control, words


async def lose_turn(world: World, draw: bool = False) -> tuple[Player, str, str]:
    """Whoever is to move lets their turn time out with a panel open: the player, the card and an old control's id."""
    player = Player(world, world.mover)
    await player.open()
    old = control(player.panel, "draw")
    if draw:
        await player.press("draw")
    await world.env.advance_time(31)
    discarded = world.table.public_view().view.discards[-1]
    return player, pretty(discarded), old


def put_back(world: World, player: Player, custom_id: str) -> None:
    """An old control stands in the panel again, as where an edit was lost."""
    stored = world.env.backend.messages[world.channel.id][player.panel.id]
    stored.components[0]["components"][0]["custom_id"] = custom_id


@pytest.mark.parametrize("preset", ["nepali", "dummy"])
@pytest.mark.parametrize("draw", [False, True])
async def test_the_panel_names_what_was_discarded(world: World, preset: str, draw: bool) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=30, preset=preset)
    player, card, old = await lose_turn(world, draw)
    told = f"⏰ Your time was up: {card} was discarded for you."
    assert words(player.panel).startswith(told)
    assert f"⏰ **{player.who.name.capitalize()}** discards {card}" in words(world.board)
    assert words(world.board).count("⏰") == 1
    # Looking takes it from nobody; opened anew the panel says it too.
    await player.press("hand")
    assert words(player.panel).startswith(told)
    assert (await world.told(player.who, "hand")).startswith(told)
    assert "⏰" not in await world.told(world.other(player.who), "hand")
    # An old control of that turn.
    await player.open()
    put_back(world, player, old)
    await player.who.click(player.panel, custom_id=old)
    assert words(player.panel).startswith(told)


@pytest.mark.parametrize("preset", ["nepali", "dummy"])
async def test_it_is_told_until_the_person_acts_again(world: World, preset: str) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=30, preset=preset)
    player, _, old = await lose_turn(world)
    other = Player(world, world.mover)
    await other.open()
    await world.slash(other.who, "draw", **{"from": "stock"})
    await world.throw(other.who)
    # The turn is theirs again, and the panel was refreshed.
    assert words(player.panel).startswith("⏰ Your time was up")
    drawing = control(player.panel, "draw")
    assert "⏰" not in await player.press("draw")
    await world.throw(player.who)
    assert "⏰" not in words(player.panel)
    # That choice was made by them, the one before by the clock.
    put_back(world, player, drawing)
    await player.who.click(player.panel, custom_id=drawing)
    assert words(player.panel).startswith("That choice was made already.")
    put_back(world, player, old)
    await player.who.click(player.panel, custom_id=old)
    assert words(player.panel).startswith("⏰ Your time was up")


async def test_what_the_computer_plays_for_somebody_away_is_not_the_clocks(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=30)
    away = world.mover
    for _ in range(2):
        while world.mover is not away:
            await world.pass_turn()
        await world.env.advance_time(31)
    assert (await world.told(away, "hand")).startswith("⏰ Your time was up")
    await world.pass_turn()
    assert "💤" in words(world.live)
    told = await world.told(away, "hand")
    assert "⏰" not in told
    assert "the computer plays for you" in told
