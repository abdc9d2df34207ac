"""What the board says of people who leave a running deal, are away and come back."""

from marriage_core.hosting.lobby import Status
from tests.bot.test_restart import restart
from tests.bot.world import World


def told(world: World) -> list[str]:
    """The lines of the board's text below the call."""
    return [line for line in world.live.content.splitlines() if "your turn" not in line]


async def test_who_leaves_and_comes_back_is_told_on_the_board_for_that_turn(world: World) -> None:
    await world.open(world.asha, world.bikram, world.chameli)
    while world.mover is world.bikram:
        await world.pass_turn()
    board, posts = world.live.id, len(world.posts)
    await world.told(world.bikram, "marriage leave")
    assert told(world) == ["**Bikram** left; the computer plays for them."]
    await world.slash(world.mover, "draw", **{"from": "stock"})
    assert told(world) == ["**Bikram** left; the computer plays for them."]
    await world.slash(world.bikram, "marriage join")
    assert told(world) == ["**Bikram** is back."]
    # Edited, not posted anew: nobody is called twice.
    assert (world.live.id, len(world.posts)) == (board, posts)
    await world.throw(world.mover)
    assert told(world) == []
    assert world.live.content == f"<@{world.mover.id}>, your turn"


async def test_who_leaves_in_their_own_turn_is_told_in_the_next(world: World) -> None:
    await world.open(world.asha, world.bikram, world.chameli)
    leaver = world.mover
    await world.told(leaver, "marriage leave")
    assert world.mover is not leaver
    assert told(world) == [f"**{leaver.name.capitalize()}** left; the computer plays for them."]
    await world.pass_turn()
    assert told(world) == []


async def test_who_misses_two_turns_is_away_and_comes_back_by_acting(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=30)
    away = world.mover
    await world.env.advance_time(31)
    await world.pass_turn()
    # One turn missed is no absence, and playing again no return.
    assert told(world) == []
    await world.env.advance_time(31)
    assert told(world) == [f"**{away.name.capitalize()}** is away; the computer plays for them."]
    await world.slash(away, "marriage join")
    assert told(world) == [f"**{away.name.capitalize()}** is back."]


async def test_nothing_is_kept_nor_told_of_an_earlier_time(world: World) -> None:
    await world.open(world.asha, world.bikram, world.chameli)
    await world.told(world.other(world.mover), "marriage leave")
    assert told(world)
    await restart(world)
    await world.pass_turn()
    assert not any("left" in line for line in told(world))
    table = world.table
    assert table.public_view().status is Status.PLAYING
    await table.expire("expired")
    await world.env.settle()
    assert world.bot.presenter._absences._seen == {}
