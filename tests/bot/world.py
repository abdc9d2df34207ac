"""A bot in simcord's Discord: people who type and click, and what they read.

async with running(tmp_path / "marriage.db") as world:
    told = await world.asha.slash(world.channel, "marriage new")
    assert read(told) == "The table is open. …"
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord._runtime import _selected_env

from cogs.client import MarriageBot
from data.store import Store
from marriage_core.cards import text
from marriage_core.hosting.due import Pace
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.system import SeededEntropy
from marriage_core.hosting.table import Table
from marriage_core.marriage.text import write_move
from marriage_core.marriage.view import View
from tests.core.walkers import collector

PACE = Pace(computer=0.0)
SEED = "tests"


class VirtualClock:
    """simcord's time."""

    def now(self) -> float:
        return discord.utils.utcnow().timestamp()

    async def sleep_until(self, at: float) -> None:
        await asyncio.sleep(max(0.0, at - self.now()))


class ParkedQueue(asyncio.Queue[Any]):
    """A queue whose reader simcord does not wait for."""

    async def get(self) -> Any:
        if not self.empty():
            return self.get_nowait()
        env = _selected_env()
        return await (super().get() if env is None else env.external_wait(super().get(), reason="no news"))


def bot_of(store: Store, seed: str = SEED, pace: Pace = PACE) -> MarriageBot:
    """A bot that has not started."""
    return MarriageBot(store, SeededEntropy(seed), pace, VirtualClock(), shard_count=1)


@dataclass
class World:
    """One server, one channel, four people; Asha owns the server."""

    env: simcord.Env
    store: Store
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    asha: simcord.MemberActor
    bikram: simcord.MemberActor
    chameli: simcord.MemberActor
    dorje: simcord.MemberActor

    @property
    def bot(self) -> MarriageBot:
        bot = self.env.bot
        assert isinstance(bot, MarriageBot)
        return bot

    @property
    def table(self) -> Table:
        """The open table of the channel."""
        table = self.bot.face.registry.in_channel(self.channel.id)
        assert table is not None
        return table

    @property
    def posts(self) -> list[discord.Message]:
        """What everybody sees in the channel."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    @property
    def board(self) -> discord.Message:
        """The last message that everybody sees."""
        return self.posts[-1]

    @property
    def live(self) -> discord.Message:
        """The last message with controls that everybody sees."""
        return next(message for message in reversed(self.posts) if ids(message))

    async def slash(self, who: simcord.MemberActor, name: str, /, **options: Any) -> simcord.InteractionResult:
        return await who.slash(self.channel, name, **options)

    async def told(self, who: simcord.MemberActor, name: str, /, **options: Any) -> str:
        """What a command answers, to its person alone."""
        result = await self.slash(who, name, **options)
        assert result.ephemeral
        return read(result)

    async def surely(self, who: simcord.MemberActor, name: str, /) -> str:
        """What a command answers at last, to one who is sure where asked."""
        result = await self.slash(who, name)
        assert result.ephemeral
        assert result.response is not None
        if any(one.split(":")[3] == "sure" for one in ids(result.response)):
            result = await who.click(result.response.message, custom_id=control(result.response, "sure"))
        return read(result)

    async def open(self, *people: simcord.MemberActor, computers: int = 0, **options: Any) -> Table:
        """A match of some people and computers: the first opens, all join, the first starts."""
        await self.slash(people[0], "marriage new", **options)
        for person in people[1:]:
            await self.slash(person, "marriage join")
        for _ in range(computers):
            await self.slash(people[0], "marriage add", level="easy")
        await self.slash(people[0], "marriage start")
        return self.table

    def actor(self, person: int) -> simcord.MemberActor:
        """The one with an id."""
        return next(who for who in (self.asha, self.bikram, self.chameli, self.dorje) if who.id == person)

    @property
    def mover(self) -> simcord.MemberActor:
        """Whose turn it is."""
        board = self.table.public_view()
        assert board.status is Status.PLAYING
        assert board.awaited is not None
        person = board.sitters[board.awaited].person
        assert person is not None
        return self.actor(person)

    def other(self, than: simcord.MemberActor) -> simcord.MemberActor:
        """Another one at the table."""
        people = [sitter.person for sitter in self.table.public_view().sitters if sitter.person is not None]
        return self.actor(next(person for person in people if person != than.id))

    def view(self, who: simcord.MemberActor) -> View:
        view: View = self.table.view_for(who.id).view
        return view

    async def pass_turn(self) -> None:
        """Whoever is to move draws and throws the drawn card away."""
        who = self.mover
        await self.slash(who, "draw", **{"from": "stock"})
        await self.throw(who)

    async def throw(self, who: simcord.MemberActor) -> None:
        """Throws the drawn card away, without a question."""
        drawn = self.view(who).me[0].drawn
        assert drawn is not None
        await self.table.submit(who.id, self.table.read_move(f"discard={text(drawn)}"))
        await self.env.settle()


@asynccontextmanager
async def running(path: Path, seed: str = SEED, pace: Pace = PACE) -> AsyncIterator[World]:
    """A bot on a new or an old database."""
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        bot = bot_of(store, seed, pace)
        env = simcord.Env(bot, shard_count=1)
        await env.start()
        try:
            owner = env.create_user("asha", global_name="Asha")
            guild = env.create_guild("Kathmandu", owner=owner)
            channel = guild.create_text_channel("cards")
            names = ("Bikram", "Chameli", "Dorje")
            others = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names]
            asha = (
                guild.add_member(owner)
                if owner.id not in guild.member_ids()
                else simcord.MemberActor(env, guild, owner)
            )
            world = World(env, store, guild, channel, asha, *others)
            yield world
        finally:
            await end(env.bot)
            await env.shutdown()
            env.raise_errors()


async def end(bot: MarriageBot) -> None:
    """Stops a bot's tables, as a killed process would: without a word."""
    await bot.face.registry.close()
    await bot.presenter.close()
    bot.computers.close()


def read(result: simcord.InteractionResult) -> str:
    """The answer's words: text, title, body, fields, footer."""
    assert result.response is not None, "no answer"
    return words(result.response)


def words(message: Any) -> str:
    """All the words of a message."""
    told = [message.content or ""]
    for embed in message.embeds:
        told += [embed.title or "", embed.description or ""]
        told += [f"{field.name}\n{field.value}" for field in embed.fields]
        told.append(embed.footer.text or "")
    return "\n".join(part for part in told if part)


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons that can be pressed."""
    return [item["label"] for item in _items(message) if item["type"] == 2 and not item.get("disabled")]


def ids(message: Any) -> list[str]:
    """The ids of all controls of a message, in order."""
    return [item["custom_id"] for item in _items(message)]


def _items(message: Any) -> list[dict[str, Any]]:
    rows = message.components
    if rows and not isinstance(rows[0], dict):
        rows = [row.to_dict() for row in rows]
    return [item for row in rows for item in row["components"]]


def control(message: Any, verb: str) -> str:
    """The id of a message's control for something."""
    return next(one for one in ids(message) if one.split(":")[3] == verb)


# --- playing ----------------------------------------------------------------------------------------------------------


class Player:
    """Somebody who plays by the buttons of one private panel, and knows only what it shows and their own view."""

    def __init__(self, world: World, who: simcord.MemberActor) -> None:
        self.world = world
        self.who = who
        self._panel = 0

    async def open(self) -> None:
        """Opens a panel by the board's button."""
        result = await self.who.click(self.world.board, label="My hand")
        assert result.ephemeral
        assert result.response is not None
        self._panel = result.response.id

    @property
    def panel(self) -> discord.Message:
        """The panel as it stands now."""
        seen = self.world.channel.history(viewer=self.who)
        return next(message for message in seen if message.id == self._panel)

    async def press(self, verb: str, arg: str | None = None) -> str:
        """Presses the panel's button for something; what the panel says then."""
        found = [one for one in ids(self.panel) if one.split(":")[3:] == [verb, *([] if arg is None else [arg])]]
        found = found or [one for one in ids(self.panel) if one.split(":")[3] == verb]
        await self.who.click(self.panel, custom_id=found[0])
        return words(self.panel)

    async def choose(self, card: str) -> str:
        """Chooses a card to discard, and stands by it where asked."""
        await self.who.select(self.panel, [card], custom_id=control(self.panel, "discard"))
        if any(one.split(":")[3] == "sure" for one in ids(self.panel)):
            await self.press("sure")
        return words(self.panel)

    async def make(self, word: str) -> str:
        """Makes a move, given as its text."""
        verb, _, arg = word.partition("=")
        if verb == "discard":
            return await self.choose(arg)
        return await self.press(verb, arg or None)


async def make_by_command(world: World, who: simcord.MemberActor, word: str) -> str:
    """Makes a move by its slash command; what it answers."""
    verb, _, arg = word.partition("=")
    if verb in ("draw", "take"):
        return await world.told(who, "draw", **{"from": "stock" if verb == "draw" else "discard"})
    if verb == "see":
        return await world.told(who, "see", route=arg)
    if verb in ("show", "takeshow"):
        return await world.told(who, "show", **({"discard": arg} if arg else {}))
    if verb == "tunnela":
        return await world.told(who, "tunnela", card=arg)
    result = await world.slash(who, "discard", card=arg)
    assert result.response is not None
    if any(one.split(":")[3] == "sure" for one in ids(result.response)):
        result = await who.click(result.response.message, custom_id=control(result.response, "sure"))
    return read(result)


def next_word(world: World, who: simcord.MemberActor) -> str:
    """What somebody sensible would do now."""
    view = world.view(who)
    return write_move(collector(view, view.seats[view.turn].turns))
