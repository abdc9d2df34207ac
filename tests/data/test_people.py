"""Settings of persons and servers, and names."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from data.people import GuildSettings, People, PersonSettings, Recent
from data.store import Store


async def test_defaults(store: Store) -> None:
    assert await store.people.person(1) == PersonSettings(1, None, False, True, True, "suit")
    assert await store.people.guild(1) == GuildSettings(1, None, None, {}, True, True, "Asia/Kathmandu", {})
    assert await store.people.name(1) is None


async def test_of_changes_at_once_none_is_lost(store: Store) -> None:
    people = store.people

    def kept(name: str) -> Any:
        return people.change_guild(7, lambda server: replace(server, presets={**server.presets, name: {}}))

    await asyncio.gather(*(kept(name) for name in "abcd"))
    assert set((await people.guild(7)).presets) == set("abcd")
    language, sort = await asyncio.gather(
        people.change_person(7, lambda own: replace(own, language="ne")),
        people.change_person(7, lambda own: replace(own, sort="rank")),
    )
    assert await people.person(7) == sort == replace(language, sort="rank")


async def test_a_change_that_is_refused_changes_nothing(store: Store) -> None:
    def refused(server: GuildSettings) -> GuildSettings:
        raise ValueError(server.guild)

    with pytest.raises(ValueError, match="7"):
        await store.people.change_guild(7, refused)
    assert await store.people.change_guild(7, lambda server: server) == GuildSettings(7)


async def test_what_was_saved_outlives_the_process(store: Store, url: str) -> None:
    anna = PersonSettings(1, "ne", True, False, False, "groups")
    server = GuildSettings(
        7,
        "en",
        "murder",
        {"unseen_maal": "kidnap", "points": [5, 15]},
        False,
        False,
        "Europe/Berlin",
        {"ours": {"a": 1}},
    )
    await store.people.save_person(PersonSettings(1, "en"))
    await store.people.save_person(anna)
    await store.people.save_guild(server)
    assert await store.people.person(1) == anna
    assert await store.people.guild(7) == server
    await store.close()
    async with await Store.open(url) as again:
        assert await again.people.person(1) == anna
        assert await again.people.person(1) is await again.people.person(1)
        assert await again.people.guild(7) == server
        assert await again.people.guild(8) == GuildSettings(8)
        assert await again.people.person(2) == PersonSettings(2)


async def test_names_and_settings_do_not_overwrite_each_other(store: Store, url: str) -> None:
    store.people.remember(1, "Anna")
    await store.people.save_person(PersonSettings(1, "ne"))
    await store.people.save_person(PersonSettings(2, "ne"))
    store.people.remember(2, "Ben")
    await store.close()
    async with await Store.open(url) as again:
        for who, name in ((1, "Anna"), (2, "Ben")):
            assert await again.people.name(who) == name
            assert (await again.people.person(who)).language == "ne"


async def test_an_unchanged_name_costs_nothing(store: Store) -> None:
    for _ in range(100):
        store.people.remember(1, "Anna")
    await store.ping()
    before = store.transactions
    for _ in range(100):
        store.people.remember(1, "Anna")
    await store._writer.settled()
    assert store.transactions == before
    store.people.remember(1, "Anna B")
    await store._writer.settled()
    assert store.transactions == before + 1


async def test_a_callers_dictionary_stays_the_callers(store: Store) -> None:
    """F75: what one server's admin edits next is not what was saved."""
    options: dict[str, Any] = {"points": [1, 2]}
    await store.people.save_guild(GuildSettings(1, options=options))
    options["points"].append(3)
    assert (await store.people.guild(1)).options == {"points": [1, 2]}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: PersonSettings(1, language="de"),  # type: ignore[arg-type]
        lambda: PersonSettings(1, sort="colour"),  # type: ignore[arg-type]
        lambda: GuildSettings(1, language="de"),  # type: ignore[arg-type]
        lambda: GuildSettings(1, zone="Asia/Atlantis"),
        lambda: GuildSettings(1, zone="../../etc/passwd"),
        lambda: GuildSettings(1, presets={str(n): {} for n in range(26)}),
    ],
)
def test_what_cannot_be_chosen(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"not allowed|unknown time zone|at most 25"):
        wrong()


async def test_what_is_no_json_is_not_saved(store: Store) -> None:
    for options, error in (({"a": {1, 2}}, TypeError), ({"a": float("nan")}, ValueError)):
        with pytest.raises(error):
            await store.people.save_guild(GuildSettings(1, options=options))
    assert await store.people.guild(1) == GuildSettings(1)


async def test_more_persons_than_are_kept_in_memory(store: Store) -> None:
    people = People(store._reader, store._writer, remembered=3)
    for who in range(10):
        await people.save_person(PersonSettings(who, "ne"))
        people.remember(who, f"P{who}")
    await store.ping()
    assert [(await people.person(who)).language for who in range(10)] == ["ne"] * 10
    assert [await people.name(who) for who in range(10)] == [f"P{who}" for who in range(10)]


def test_recent_forgets_what_was_used_longest_ago() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    assert recent.get("a") == 1
    recent.put("c", 3)
    assert (recent.get("a"), recent.get("b"), recent.get("c"), len(recent)) == (1, None, 3, 2)


async def test_a_read_under_way_does_not_hide_what_is_saved_meanwhile(store: Store) -> None:
    read = PersonSettings(1)
    saved = PersonSettings(1, "ne")
    await store.people.save_person(saved)
    assert store.people._fresh(store.people._persons, 1, read) is saved
