"""An unmodified discord.py bot and people on the page, end to end."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from playground import Playground, serve
from playground.driver import Person, Refusal, find_component, text

from .trial_bot import PNG, TrialBot, running


async def test_commands_with_choices_numbers_and_members(bot: TrialBot, asha: Person, bim: Person) -> None:
    await asha.wait_command("trial hello")
    assert [command["name"] for command in asha.state["commands"]][:2] == ["trial hello", "trial secret"]
    outcome = await asha.command("trial hello", channel="marriage", mood="good", times=3, friend=bim.id)
    assert outcome.kind == "message"
    assert outcome.message is not None
    assert outcome.message["content"] == f"hello good 3 to <@{bim.id}>"
    assert outcome.message["interaction"]["name"] == "trial hello"
    assert not outcome.message["mentions_me"]
    seen = await bim.wait_for(lambda message: message["mentions_me"])
    assert seen["id"] == outcome.message["id"]
    assert 0 <= outcome.seconds < 3


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, "option_missing"),
        ({"mood": "odd"}, "bad_option"),
        ({"mood": 3}, "bad_option"),
        ({"mood": "good", "times": 6}, "bad_option"),
        ({"mood": "good", "times": 1.5}, "bad_option"),
        ({"mood": "good", "friend": "12345678901234567"}, "bad_option"),
        ({"mood": "good", "nothing": 1}, "unknown_option"),
    ],
)
async def test_options_are_checked_as_the_client_would(
    bot: TrialBot, asha: Person, options: dict[str, object], code: str
) -> None:
    await asha.wait_command("trial hello")
    with pytest.raises(Refusal) as refused:
        await asha.command("trial hello", channel="marriage", options=options)
    assert refused.value.code == code


async def test_ephemeral_answers_reach_their_person_alone(
    playground: Playground, bot: TrialBot, asha: Person, bim: Person
) -> None:
    await asha.wait_command("trial secret")
    outcome = await asha.command("trial secret", channel="marriage")
    assert outcome.private
    message = outcome.message
    assert message is not None
    assert message["embeds"][0]["image"]["url"] == message["attachments"][0]["url"]
    assert message["attachments"][0]["description"] == "A hand"
    async with aiohttp.ClientSession() as session, session.get(message["attachments"][0]["url"]) as response:
        assert await response.read() == PNG
        assert response.content_type == "image/png"
    with pytest.raises(Refusal, match="unknown_message"):
        await bim.click(message, "Count 0")
    assert await bim.history("marriage") == []
    assert [m["id"] for m in await asha.history("marriage")] == [message["id"]]
    clicked = await asha.click(message, "Count 0")
    assert clicked.kind == "update"
    assert clicked.message is not None
    assert clicked.message["content"] == "count 1"
    assert bim.messages("marriage") == []
    async with await Person.login(playground.base_url, "asha") as second_tab:
        await asha.click(message, "Count 1")
        shown = await second_tab.wait_for(lambda m: m["content"] == "count 2")
        assert shown["id"] == message["id"]


async def test_completion_and_free_text(bot: TrialBot, asha: Person) -> None:
    await asha.wait_command("trial card")
    outcome = await asha.complete("trial card", {"card": "7"}, "card", channel="marriage")
    assert [choice["value"] for choice in outcome.choices] == ["7S", "7H", "7D", "7C"]
    run = await asha.command("trial card", channel="marriage", card="anything")
    assert run.kind == "deferred"
    filled = await asha.filled(run)
    assert (filled["content"], filled["flags"]) == ("card anything", 64)


async def test_buttons_selects_and_forms(bot: TrialBot, asha: Person, bim: Person) -> None:
    await asha.wait_command("trial panel")
    panel = (await asha.command("trial panel", channel="adda")).message
    assert panel is not None
    await bim.wait_for(lambda message: message["id"] == panel["id"])
    assert (await bim.click(panel, "Defer")).kind == "deferred_update"
    await asha.wait_for(lambda message: message["content"] == "deferred and edited")
    picked = await bim.select(panel, "Pick", ["Option 1", "3"])
    assert (text(picked.message or {}), picked.private) == ("picked 1,3", True)
    assert text((await bim.select(panel, "Who", [asha.id])).message or {}) == "who asha"
    thought = await bim.filled(await bim.click(panel, "Think"))
    assert thought["content"] == "thought"
    assert thought["message_reference"]["message_id"] == panel["id"]
    form = await bim.click(panel, "Form")
    assert form.kind == "modal"
    assert form.modal is not None
    assert form.modal["title"] == "A form"
    sent = await bim.submit_modal(form, {"name": "Bim", "kind": ["two"], "pick": "b"})
    assert text(sent.message or {}) == "form Bim ['two'] b"
    for fields, reason in [
        ({"name": "", "kind": ["two"]}, "must be filled in"),
        ({"name": "x" * 11, "kind": ["two"]}, "0 to 10"),
        ({"name": "Bim", "kind": ["three"]}, "not among"),
        ({"name": "Bim", "kind": []}, "Choose 1 to 1"),
        ({"name": "Bim", "kind": ["one"], "more": "x"}, "no field"),
    ]:
        with pytest.raises(Refusal, match=reason):
            await bim.submit_modal(form, fields)
    with pytest.raises(Refusal, match="unknown_modal"):
        await asha.submit_modal(form, {"name": "Asha", "kind": ["two"]})
    with pytest.raises(Refusal, match="disabled"):
        await bim.click(panel, "Off")
    for values in (["0", "1", "2"], [], ["9"], ["1", "1"]):
        with pytest.raises(Refusal, match="bad_form"):
            await bim.select(panel, "Pick", values)


async def test_old_forms_and_forms_of_a_message(bot: TrialBot, asha: Person) -> None:
    await asha.wait_command("trial form")
    shown = await asha.command("trial form", channel="adda")
    assert text((await asha.submit_modal(shown, words="hello")).message or {}) == "words hello"
    panel = (await asha.command("trial edit", channel="adda")).message
    assert panel is not None
    edited = await asha.submit_modal(await asha.click(panel, "Write"), words="edited")
    assert edited.kind == "update"
    assert (edited.message or {})["content"] == "words edited"


async def test_components_v2(bot: TrialBot, asha: Person) -> None:
    await asha.wait_command("trial layout")
    outcome = await asha.command("trial layout", channel="adda")
    message = outcome.message
    assert message is not None
    assert message["flags"] & 32768
    assert text(message) == "# Table 41"
    container = message["components"][0]
    assert container["components"][-1]["items"][0]["media"]["url"] == message["attachments"][0]["url"]
    assert len({component["id"] for component in container["components"]}) == len(container["components"])
    clicked = await asha.click(message, "Count 41")
    assert find_component(clicked.message or {}, "Count 42")


async def test_a_late_answer_is_refused_and_the_person_told(
    bot: TrialBot, asha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.interactions.ANSWER_SECONDS", 0.1)
    await asha.wait_command("trial silent")
    outcome = await asha.command("trial silent", channel="adda", seconds=0.2)
    assert outcome.kind == "failed"
    for _ in range(50):
        if bot.late:
            break
        await asyncio.sleep(0.02)
    assert bot.late == [10062]


async def test_the_bot_comes_back_and_old_buttons_still_work(playground: Playground, asha: Person) -> None:
    async with running(playground):
        await asha.wait_command("trial secret")
        message = (await asha.command("trial secret", channel="marriage")).message
        assert message is not None
    await asha.wait_state(lambda state: state["bot"] is None)
    gone = await asha.command("trial secret", channel="marriage")
    assert gone.kind == "failed"
    assert gone.seconds < 1
    async with running(playground):
        await asha.wait_command("trial secret")
        clicked = await asha.click(message, "Count 0")
        assert (clicked.message or {})["content"] == "count 1"


@pytest.mark.parametrize("resumable", [True, False])
async def test_dropped_connections_come_back(
    playground: Playground, bot: TrialBot, asha: Person, resumable: bool
) -> None:
    await asha.wait_command("trial hello")
    await playground.drop(resumable=resumable)
    playground.world.create_channel(playground.guild, "while-away")
    if resumable:
        await asyncio.wait_for(bot.resumed.wait(), 10)
    else:
        await asha.wait_state(lambda state: state["bot"] is None)
    await asha.wait_state(lambda state: bool(state["bot"]))
    outcome = await asha.command("trial hello", channel="marriage", mood="good")
    assert outcome.kind == "message"
    for _ in range(100):
        if discord.utils.get(bot.get_all_channels(), name="while-away"):
            break
        await asyncio.sleep(0.05)
    assert discord.utils.get(bot.get_all_channels(), name="while-away") is not None


async def test_a_click_while_the_bot_resumes_waits_for_it(playground: Playground, bot: TrialBot, asha: Person) -> None:
    await asha.wait_command("trial hello")
    asking = asyncio.create_task(playground.drop(resumable=True))
    outcome = await asha.command("trial hello", channel="marriage", mood="good")
    await asking
    assert outcome.kind == "message"


async def test_channels_messages_and_servers_vanish(playground: Playground, bot: TrialBot, asha: Person) -> None:
    world = playground.world
    adda = playground.channel("adda")
    place = bot.get_channel(adda.id)
    assert isinstance(place, discord.TextChannel)
    message = await place.send("a board")
    thread = await place.create_thread(name="side", type=discord.ChannelType.public_thread)
    await thread.send("in the thread")
    await thread.edit(archived=True)
    assert world.channels[thread.id].archived
    await thread.send("wakes it")
    assert not world.channels[thread.id].archived
    playground.messages.delete(adda, adda.messages[message.id])
    with pytest.raises(discord.NotFound) as unknown:
        await message.edit(content="new")
    assert unknown.value.code == 10008
    world.delete_channel(world.channels[thread.id])
    world.delete_channel(adda)
    with pytest.raises(discord.NotFound) as unknown:
        await place.send("anyone?")
    assert unknown.value.code == 10003
    other = world.create_guild("Other", ["general"])
    await asyncio.sleep(0.1)
    world.delete_guild(other)
    for _ in range(100):
        if ("guild_remove", "Other") in bot.events:
            break
        await asyncio.sleep(0.02)
    # Deleted messages are an event of the messages intent, which the bot does not have.
    assert [event for event, _ in bot.events] == [
        "thread_delete",
        "channel_delete",
        "guild_join",
        "guild_remove",
    ]
    await asha.wait_state(lambda state: len(state["guilds"]) == 1 and len(state["guilds"][0]["channels"]) == 2)


async def test_the_bot_writes_reads_and_pings(playground: Playground, bot: TrialBot, asha: Person, bim: Person) -> None:
    place = bot.get_channel(playground.channel("adda").id)
    assert isinstance(place, discord.TextChannel)
    quiet = await place.send(f"@everyone <@{bim.id}>", allowed_mentions=discord.AllowedMentions.none())
    loud = await place.send(
        f"your turn <@{bim.id}>", allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(bim.id))])
    )
    first = await bim.wait_for(lambda m: m["id"] == str(quiet.id))
    second = await bim.wait_for(lambda m: m["id"] == str(loud.id))
    assert (first["mentions_me"], second["mentions_me"]) == (False, True)
    assert [user.id for user in loud.mentions] == [int(bim.id)]
    fetched = await place.fetch_message(loud.id)
    assert fetched.content == loud.content
    assert [m.id async for m in place.history(limit=10)] == [loud.id, quiet.id]
    once = await place.send("once", nonce="board-1")
    again = await place.send("once", nonce="board-1")
    assert again.id == once.id
    files = [discord.File(__file__, "a.txt"), discord.File(__file__, "b.txt")]
    sent = await place.send("files", files=files)
    kept = await sent.edit(attachments=[sent.attachments[1]])
    assert [attachment.filename for attachment in kept.attachments] == ["b.txt"]
    await kept.delete()
    for _ in range(100):
        if str(kept.id) in asha.gone:
            break
        await asyncio.sleep(0.02)
    assert str(kept.id) in asha.gone
    spoken = await asha.speak("adda", "hello bot")
    with pytest.raises(discord.Forbidden) as refused:
        await place.get_partial_message(int(spoken["id"])).edit(content="mine")
    assert refused.value.code == 50005
    user = await bot.fetch_user(int(asha.id))
    await user.send("psst")
    assert (await asha.wait_for(lambda m: m["content"] == "psst")).get("guild_id") is None
    assert playground.guild.id == (await bot.fetch_guild(playground.guild.id)).id
    assert (await place.guild.fetch_member(int(bim.id))).name == "bim"
    assert await bot.fetch_application_emojis() == []
    emoji = await bot.create_application_emoji(name="tiplu", image=PNG)
    assert [found.name for found in await bot.fetch_application_emojis()] == ["tiplu"]
    async with aiohttp.ClientSession() as session, session.get(f"{playground.base_url}/emojis/{emoji.id}.png") as image:
        assert await image.read() == PNG
    await emoji.delete()


async def test_two_shards_share_the_servers() -> None:
    async with serve() as playground:
        for number in range(6):
            playground.world.create_guild(f"Guild {number}", ["general"])
        bot = TrialBot(shard_count=2, shard_ids=[0])
        async with running(playground, bot):
            mine = [guild for guild in playground.world.guilds if (guild >> 22) % 2 == 0]
            assert {guild.id for guild in bot.guilds} == set(mine)
