"""A small bot on real discord.py that touches what the playground must carry: the tests' counterpart."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.ext import commands

from playground import Playground

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082"
)


class Counter(ui.DynamicItem[ui.Button[ui.View]], template=r"count:(?P<n>\d+)"):
    """A button that carries its number and lives without any state."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Counter:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        assert interaction.message is not None
        if interaction.message.flags.components_v2:
            await interaction.response.edit_message(view=layout_of(self.n + 1), attachments=[])
        else:
            await interaction.response.edit_message(content=f"count {self.n + 1}", view=counting(self.n + 1))


def counting(n: int) -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(Counter(n))
    view.stop()
    return view


def layout_of(n: int, *, picture: str | None = None) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] = ui.ActionRow()
    row.add_item(Counter(n))
    container = ui.Container[Any](ui.TextDisplay(f"# Table {n}"), ui.Separator(), row, accent_colour=0x5865F2)
    if picture is not None:
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem(picture)))
    view.add_item(container)
    view.stop()
    return view


class Panel(ui.View):
    @ui.button(label="Defer", custom_id="panel:defer")
    async def defer(self, interaction: discord.Interaction[Any], button: Any) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="deferred and edited")

    @ui.button(label="Form", custom_id="panel:form")
    async def form(self, interaction: discord.Interaction[Any], button: Any) -> None:
        await interaction.response.send_modal(Form())

    @ui.button(label="Off", custom_id="panel:off", disabled=True)
    async def off(self, interaction: discord.Interaction[Any], button: Any) -> None:
        raise AssertionError("a disabled button was pressed")

    @ui.button(label="Think", custom_id="panel:think")
    async def think(self, interaction: discord.Interaction[Any], button: Any) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("thought")

    @ui.select(
        placeholder="Pick",
        custom_id="panel:pick",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=f"Option {n}", value=str(n)) for n in range(4)],
    )
    async def pick(self, interaction: discord.Interaction[Any], select: ui.Select[Any]) -> None:
        await interaction.response.send_message("picked " + ",".join(select.values), ephemeral=True)

    @ui.select(cls=ui.UserSelect, placeholder="Who", custom_id="panel:who")
    async def who(self, interaction: discord.Interaction[Any], select: ui.UserSelect[Any]) -> None:
        await interaction.response.send_message("who " + ",".join(u.name for u in select.values), ephemeral=True)


class Form(ui.Modal, title="A form"):
    about = ui.TextDisplay("Some words first.")
    name = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=10))
    kind = ui.Label(
        text="Kind",
        component=ui.Select(custom_id="kind", options=[discord.SelectOption(label=k) for k in ("one", "two")]),
    )
    pick = ui.Label(text="Pick", component=ui.RadioGroup(custom_id="pick", required=False))

    def __init__(self) -> None:
        super().__init__(custom_id="form:1")
        for value in ("a", "b"):
            self.pick.component.add_option(label=value, value=value)  # type: ignore[attr-defined]

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        name, kind = self.name.component.value, self.kind.component.values  # type: ignore[attr-defined]
        picked = self.pick.component.value  # type: ignore[attr-defined]
        await interaction.response.send_message(f"form {name} {kind} {picked}", ephemeral=True)


class OldForm(ui.Modal, title="An old form"):
    words = ui.TextInput[Any](label="Words", custom_id="words", style=discord.TextStyle.long, min_length=2)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.message is None:
            await interaction.response.send_message(f"words {self.words.value}")
        else:
            await interaction.response.edit_message(content=f"words {self.words.value}")


class Editable(ui.View):
    @ui.button(label="Write", custom_id="editable:write")
    async def write(self, interaction: discord.Interaction[Any], button: Any) -> None:
        await interaction.response.send_modal(OldForm(custom_id="old:2"))


trial = app_commands.Group(name="trial", description="Everything once")


@trial.command(name="hello", description="Says hello")
@app_commands.choices(
    mood=[app_commands.Choice(name="Good", value="good"), app_commands.Choice(name="Bad", value="bad")]
)
async def hello(
    interaction: discord.Interaction[Any],
    mood: str,
    times: app_commands.Range[int, 1, 5] = 1,
    friend: discord.Member | None = None,
) -> None:
    assert interaction.guild is not None
    who = f" to {friend.mention}" if friend else ""
    await interaction.response.send_message(
        f"hello {mood} {times}{who}", allowed_mentions=discord.AllowedMentions.all()
    )


@trial.command(name="secret", description="For your eyes only")
async def secret(interaction: discord.Interaction[Any]) -> None:
    file = discord.File(io.BytesIO(PNG), "hand.png", description="A hand")
    embed = discord.Embed(title="Hand").set_image(url="attachment://hand.png")
    await interaction.response.send_message(
        f"secret of {interaction.user.name}", ephemeral=True, view=counting(0), file=file, embed=embed
    )


@trial.command(name="card", description="Completes")
async def card(interaction: discord.Interaction[Any], card: str) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send(f"card {card}")


@card.autocomplete("card")
async def complete_card(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    names = [f"{rank}{suit}" for rank in ("6", "7", "8") for suit in "SHDC"]
    return [app_commands.Choice(name=name, value=name) for name in names if name.startswith(current)]


@trial.command(name="panel", description="Buttons and selects")
async def panel(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("panel", view=Panel(timeout=None))


@trial.command(name="layout", description="Components V2")
async def layout(interaction: discord.Interaction[Any]) -> None:
    view = layout_of(41, picture="attachment://hand.png")
    await interaction.response.send_message(view=view, file=discord.File(io.BytesIO(PNG), "hand.png"))


@trial.command(name="edit", description="A panel whose form edits it")
async def edit(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("editable", view=Editable(timeout=None), ephemeral=True)


@trial.command(name="form", description="A modal at once")
async def form(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_modal(OldForm(custom_id="old:1"))


@trial.command(name="silent", description="Never answers")
async def silent(interaction: discord.Interaction[Any], seconds: float = 60.0) -> None:
    await asyncio.sleep(seconds)
    try:
        await interaction.response.send_message("too late")
    except discord.NotFound as fault:
        interaction.client.late.append(fault.code)


class TrialBot(commands.AutoShardedBot):
    """The bot; ``late`` collects the codes of refusals it met."""

    def __init__(self, **settings: Any) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(
            command_prefix=[],
            intents=intents,
            help_command=None,
            guild_ready_timeout=0.1,
            member_cache_flags=discord.MemberCacheFlags.none(),
            **settings,
        )
        self.late: list[int] = []
        self.events: list[tuple[str, Any]] = []
        self.resumed = asyncio.Event()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter)
        self.tree.add_command(trial)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_guild_channel_delete(self, channel: Any) -> None:
        self.events.append(("channel_delete", channel.name))

    async def on_raw_message_delete(self, payload: Any) -> None:
        self.events.append(("message_delete", payload.message_id))

    async def on_thread_delete(self, thread: Any) -> None:
        self.events.append(("thread_delete", thread.name))

    async def on_guild_remove(self, guild: Any) -> None:
        self.events.append(("guild_remove", guild.name))

    async def on_guild_join(self, guild: Any) -> None:
        self.events.append(("guild_join", guild.name))


def point_discord_at(playground: Playground) -> None:
    """Points the unmodified library at the playground, as the real bot's settings do."""
    discord.http.Route.BASE = playground.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway_url)


@asynccontextmanager
async def running(playground: Playground, bot: TrialBot | None = None) -> AsyncIterator[TrialBot]:
    """A connected bot, until the block is left."""
    point_discord_at(playground)
    bot = bot or TrialBot()
    async with bot:
        task = asyncio.create_task(bot.start(playground.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        try:
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=15)
            if task.done():
                task.result()
            assert bot.is_ready()
            yield bot
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.gather(task, ready, return_exceptions=True)
