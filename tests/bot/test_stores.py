"""F13: nothing of ours stays in discord.py's stores, however many panels are opened."""

import gc

from cogs.controls import Control
from cogs.pages import Page
from cogs.panels.marriage import board, hand
from tests.bot.scenes import EN, FRIENDS, SETTINGS, playing
from tests.bot.world import World
from tests.core.builder import dealt

PANELS, PAGES = 150, 5000


def kept(world: World) -> tuple[int, int, list[type]]:
    store = world.bot._connection._view_store
    classes = list(store._dynamic_items.values())
    return len(store._views), len(store._synced_message_views), classes


async def test_f13_views_are_not_kept(world: World) -> None:
    await world.open(world.asha, world.bikram, turn_seconds=86400)
    assert kept(world) == (0, 0, [Control])
    for _ in range(PANELS):
        await world.slash(world.asha, "hand")
        await world.bikram.click(world.live, label="My hand")
        await world.bikram.click(world.live, label="Discard pile")
    for _ in range(3):
        await world.pass_turn()
        await world.slash(world.asha, "marriage table")
    await world.slash(world.asha, "howto")
    await world.surely(world.asha, "marriage end")
    assert kept(world) == (0, 0, [Control])
    assert world.bot.persistent_views == []
    assert world.bot.face.panels._open == world.bot.face.panels._made == {}
    assert world.bot.presenter._posts == {}
    assert world.bot.presenter._late == {}


async def test_f13_five_thousand_pages_leave_nothing_behind() -> None:
    scene = playing(dealt(4), FRIENDS)
    pages: list[Page] = [board(scene.board, EN), hand(scene.desk(0), EN, SETTINGS[0])]
    for page in pages:
        assert page.message()["view"].is_finished()
    gc.collect()
    before = len(gc.get_objects())
    for i in range(PAGES):
        pages[i % 2].message()
    gc.collect()
    assert len(gc.get_objects()) - before < 200
