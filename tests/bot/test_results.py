"""Ranking, numbers and history after real deals of two people (F72, F73)."""

import gc
import re

import pytest

from cogs import results
from tests.bot.test_playing import play_by_buttons
from tests.bot.world import World, labels, read, words


async def two_short_deals(world: World) -> None:
    """A match of two deals that end after ten turns each, mostly without a winner."""
    await world.slash(world.asha, "marriage new", deals=2)
    await world.slash(world.asha, "marriage rules", option="max_turns", value="10")
    await world.slash(world.bikram, "marriage join")
    await world.slash(world.asha, "marriage start")
    await play_by_buttons(world)
    await world.asha.click(world.live, label="Next deal")
    await play_by_buttons(world)


async def test_before_any_deal_there_is_a_word_about_it(world: World) -> None:
    assert "Nothing here yet" in await world.told(world.asha, "leaderboard")
    assert "Nothing here yet" in await world.told(world.asha, "stats")
    assert "No deal has been finished" in await world.told(world.asha, "history")


async def test_two_peoples_deals_are_counted_once(world: World) -> None:
    await two_short_deals(world)
    totals = dict(zip((world.asha.id, world.bikram.id), world.table.public_view().totals, strict=True))
    board = await world.told(world.chameli, "leaderboard")
    nets = {name: int(net.replace("−", "-")) for name, net in re.findall(r"\*\*(\w+)\*\* ([+−]?\d+) · deals 2", board)}
    assert nets == {"Asha": totals[world.asha.id], "Bikram": totals[world.bikram.id]}
    assert board.index("🥇") < board.index("🥈")
    requests = len(world.env.http_requests)
    assert "Deals 2" in await world.told(world.asha, "stats")
    assert "Among people" in await world.told(world.dorje, "stats", player=world.bikram)
    history = await world.told(world.asha, "history")
    assert history.count("nepali") == 2
    # F72: nobody is fetched for any of it.
    assert not any("/users" in entry.path for entry in world.env.http_requests[requests:])
    for period in ("week", "month", "season", "all"):
        assert "Asha" in await world.told(world.asha, "leaderboard", period=period, preset="nepali")
    assert "Nothing here yet" in await world.told(world.asha, "leaderboard", preset="murder")
    assert "Nothing here yet" in await world.told(world.dorje, "stats")


async def test_f75_another_server_knows_nothing_of_it(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=1)
    await play_by_buttons(world)
    there = world.env.create_guild("Pokhara")
    channel = there.create_text_channel("cards")
    elina = there.add_member(world.env.create_user("elina", global_name="Elina"))
    assert "Nothing here yet" in read(await elina.slash(channel, "leaderboard"))
    assert "No deal has been finished" in read(await elina.slash(channel, "history"))


async def test_f73_deals_with_a_computer_are_practice(world: World) -> None:
    await world.open(world.asha, computers=1, deals=1)
    from tests.bot.world import make_by_command, next_word

    while world.table.public_view().view.revealed is None:
        if world.table.public_view().awaited == 0:
            await make_by_command(world, world.asha, next_word(world, world.asha))
        else:
            await world.env.settle()
    assert "Nothing here yet" in await world.told(world.asha, "leaderboard")
    stats = await world.told(world.asha, "stats")
    assert "With computers" in stats
    assert "Among people" not in stats
    assert "Deals 1" in stats


async def test_a_long_history_goes_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "DEALS", 1)
    await two_short_deals(world)
    first = await world.slash(world.asha, "history")
    assert read(first).count("nepali") == 1
    assert first.response is not None
    assert labels(first.response) == ["Older"]
    await world.asha.click(first.response.message, label="Older")
    assert words(first.response).count("nepali") == 1
    assert labels(first.response) == []


async def test_f72_a_renamed_person_is_listed_under_the_new_name(world: World) -> None:
    await world.open(world.asha, world.bikram, deals=1)
    await play_by_buttons(world)
    await world.slash(world.asha, "marriage end")
    # discord.py goes by the old name for as long as anything holds its User: an open panel for a quarter of an hour.
    gc.collect()
    world.env.backend.get_user(world.bikram.id).global_name = "*Bik*"
    await world.slash(world.bikram, "about")
    await world.store.open_tables()  # names are written soon; this waits for them
    assert r"\*Bik\*" in await world.told(world.asha, "leaderboard")
    assert r"\*Bik\*" in await world.told(world.asha, "stats", player=world.bikram)


async def test_about(world: World) -> None:
    told = await world.told(world.asha, "about")
    assert "Marriage bot" in told
    assert "open tables: 0" in told
    assert "<t:" in told
