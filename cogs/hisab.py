"""`/hisab`: deals played with real cards, settled by the one scorer. A sitting keeps a running sheet.

Everything told is in the store at once: a half-filled form outlives restarts, and no control needs memory.
"""

import asyncio
import contextlib
import io
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.ext import commands

from cogs import hisab_pages as pages
from cogs.answers import UNSENT, Interaction
from cogs.face import Face
from cogs.hisab_form import (
    FEWEST,
    MOST,
    MOST_NAMES,
    NEW,
    NOBODY,
    Form,
    answered,
    asked,
    check_names,
    form_of,
    players_named,
    rules_wanted,
    settled,
    times_counted,
)
from cogs.ids import ControlId
from cogs.names import plain, safe
from cogs.pages import Page, Questions
from cogs.speech import Speaker
from cogs.tables import check_permissions, complete_server_preset
from data.sittings import Sitting, SittingDeal, SittingPlayer
from marriage_core.errors import BadInput, TableRefusal


@app_commands.guild_only()
class Hisab(commands.GroupCog, group_name="hisab", group_description="Settle deals played with real cards"):
    """Sittings: opened, filled in, corrected, settled up."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        looks = {
            "form": self._form, "drop": self._drop, "seen": self._told, "dublees": self._told, "end": self._told,
            "save": self._save, "correct": self._correct, "pick": self._pick, "players": self._players,
            "plays": self._plays, "settle": self._settle, "close": self._close,
        }  # fmt: skip
        face.looks |= {f"hisab_{verb}": self._one_at_a_time(look) for verb, look in looks.items()}
        face.questions |= {"hisab_ask": self._ask, "hisab_name": self._ask_name}
        face.submits |= {"hisab_ask": self._answers, "hisab_name": self._named}

    # --- commands -----------------------------------------------------------------------------------------------------

    @app_commands.command(description="Start keeping the score of real cards in this channel")
    @app_commands.describe(
        players="2–7 names with commas between them",
        preset="Which rules; without it this server's",
        options="What differs, like: seen_payment=5; tiplu_points=[3,8,15]",
    )
    @app_commands.autocomplete(preset=complete_server_preset)
    async def new(
        self, interaction: Interaction, players: str, preset: str | None = None, options: str | None = None
    ) -> None:
        async def work(speaker: Speaker) -> Page:
            async with self._lock(str(interaction.channel_id)):
                check_permissions(interaction)
                return await self._opened(interaction, speaker, players, preset, options)

        await self.face.answer(interaction, work)

    @app_commands.command(description="Post this channel's running sheet anew")
    async def show(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            check_permissions(interaction)
            async with self._lock((await self._here(interaction)).id):
                await self._refresh(interaction, await self._here(interaction))
            return Page(text=speaker.say("done.posted"))

        await self.face.answer(interaction, work)

    @app_commands.command(description="Fill in the next deal, or correct an earlier one")
    @app_commands.describe(correct="The number of the deal to correct")
    async def deal(self, interaction: Interaction, correct: app_commands.Range[int, 1, 9999] | None = None) -> None:
        async def work(speaker: Speaker) -> Page:
            sitting = await self._here(interaction)
            self._check_keeper(interaction, sitting)
            return self._form_page(sitting, NEW if correct is None else str(correct), speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="Settle up: the fewest transfers of points, and the sheet to copy")
    async def settle(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            return pages.settle_page(await self._here(interaction), speaker)

        await self.face.answer(interaction, work)

    # --- whose sitting ------------------------------------------------------------------------------------------------

    async def _opened(
        self, interaction: Interaction, speaker: Speaker, players: str, preset: str | None, options: str | None
    ) -> Page:
        if await self.face.store.sittings.in_channel(interaction.channel_id or 0) is not None:
            raise TableRefusal("sitting_open")
        server = await self.face.store.people.guild(interaction.guild_id or 0)
        rules = rules_wanted(server, preset, options)
        sitting = Sitting(
            id=secrets.token_hex(6),
            guild=interaction.guild_id or 0,
            channel=interaction.channel_id or 0,
            keeper=interaction.user.id,
            opened_at=_now(),
            preset=rules.preset,
            options=rules.options(),
            players=players_named(players),
        )
        sitting = await self.face.store.sittings.save(sitting)
        await self._refresh(interaction, sitting)
        return Page(text=speaker.say("hisab.opened"))

    async def _here(self, interaction: Interaction) -> Sitting:
        """The channel's open sitting. Raises TableRefusal."""
        sitting = await self.face.store.sittings.in_channel(interaction.channel_id or 0)
        if sitting is None:
            raise TableRefusal("no_sitting")
        return sitting

    async def _of(self, interaction: Interaction, control: ControlId) -> Sitting:
        """The open sitting of a control, for its keeper and moderators. Raises TableRefusal."""
        sitting = await self.face.store.sittings.find(control.table)
        if sitting is None or sitting.guild != interaction.guild_id:
            raise TableRefusal("no_sitting")
        if sitting.closed_at is not None:
            raise TableRefusal("sitting_over")
        self._check_keeper(interaction, sitting)
        return sitting

    @staticmethod
    def _check_keeper(interaction: Interaction, sitting: Sitting) -> None:
        if interaction.user.id != sitting.keeper and not interaction.permissions.manage_messages:
            raise TableRefusal("keeper_only", host=sitting.keeper)

    async def _public(self, sitting: Sitting) -> Speaker:
        return await self.face.public_speaker(sitting.guild)

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    def _one_at_a_time(self, look: Any) -> Any:
        """Two clicks never write over each other's answers."""

        async def looked(interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
            async with self._lock(control.table):
                page: Page = await look(interaction, await self._of(interaction, control), control, speaker)
                return page

        return looked

    # --- the form -----------------------------------------------------------------------------------------------------

    async def _form(self, _: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        return self._form_page(sitting, control.decision or NEW, speaker)

    @staticmethod
    def _form_page(sitting: Sitting, key: str, speaker: Speaker, notice: str = "") -> Page:
        form = form_of(sitting, key)
        if not FEWEST <= len(form.players) <= MOST:
            raise TableRefusal("hisab_players", fewest=FEWEST, most=MOST)
        return pages.form_page(sitting, key, form, speaker, notice)

    async def _kept(self, sitting: Sitting, key: str, form: Form) -> Sitting:
        return await self.face.store.sittings.save(replace(sitting, forms={**sitting.forms, key: form.json()}))

    async def _told(self, _: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        """A select of the form: who has seen, who saw by dublees, how it ended."""
        key = control.decision or NEW
        form = form_of(sitting, key)
        chosen = control.arg.split(",") if control.arg else []
        if control.verb == "hisab_end":
            place, by = ((control.arg or NOBODY).split(".") + [""])[:2]
            won = place.isdecimal() and int(place) < len(form.players)
            winner = form.players[int(place)] if won else NOBODY
            form = replace(form, winner=winner, by=by if won else None)
        else:
            names = tuple(name for place, name in enumerate(form.players) if str(place) in chosen)
            form = replace(form, seen=names) if control.verb == "hisab_seen" else replace(form, dublees=names)
        return self._form_page(await self._kept(sitting, key, form), key, speaker)

    async def _ask(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Questions:
        """The modal for maal; only read, so it needs no turn."""
        sitting = await self._of(interaction, control)
        key = control.decision or NEW
        form = form_of(sitting, key)
        part = int(control.arg) if control.arg in {str(number) for number in range(len(asked(form)))} else 0
        return pages.questions(sitting, key, part, form, speaker)

    async def _answers(
        self, interaction: Interaction, control: ControlId, told: Mapping[str, str], speaker: Speaker
    ) -> Page:
        async with self._lock(control.table):
            sitting, key = await self._of(interaction, control), control.decision or NEW
            answers = {int(place): answer for place, answer in told.items() if place.isdecimal()}
            form = answered(form_of(sitting, key), answers)
            return self._form_page(await self._kept(sitting, key, form), key, speaker)

    async def _drop(self, _: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        forms = {key: form for key, form in sitting.forms.items() if key != control.decision}
        await self.face.store.sittings.save(replace(sitting, forms=forms))
        return Page(text=speaker.say("hisab.dropped"))

    async def _save(self, interaction: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        """Settles the form; what cannot be is said above it, and the form stays. Nothing is counted twice."""
        key = control.decision or NEW
        times = times_counted(sitting, key)
        if times and control.arg != str(times) and key not in sitting.forms:
            number = times if key == NEW else int(key)
            return self._form_page(sitting, key, speaker, speaker.say("hisab.counted", number=number))
        form = form_of(sitting, key)
        try:
            results = settled(form, sitting)
        except (TableRefusal, BadInput) as error:
            return self._form_page(sitting, key, speaker, f"⚠️ {speaker.explained(error)}")
        deal = SittingDeal(
            number=times + 1 if key == NEW else int(key),
            version=1 if key == NEW else times + 1,
            at=_now(),
            person=interaction.user.id,
            form=form.json(),
            nets={name: own.net for name, own in zip(form.players, results, strict=True)},
        )
        forms = {other: kept for other, kept in sitting.forms.items() if other != key}
        sitting = await self.face.store.sittings.save(replace(sitting, forms=forms), deal)
        await self._post(
            interaction, sitting, pages.deal_page(sitting, deal, form, results, await self._public(sitting))
        )
        return Page(text=speaker.say("hisab.saved", number=deal.number))

    # --- players, corrections, the end --------------------------------------------------------------------------------

    async def _correct(self, _: Interaction, sitting: Sitting, __: ControlId, speaker: Speaker) -> Page:
        if not sitting.deals:
            raise TableRefusal("hisab_no_deal")
        return pages.correct_page(sitting, speaker)

    async def _pick(self, _: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        return self._form_page(sitting, control.arg or "", speaker)

    async def _players(self, _: Interaction, sitting: Sitting, __: ControlId, speaker: Speaker) -> Page:
        return pages.players_page(sitting, speaker)

    async def _plays(self, interaction: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        """Who plays from the next deal on: others pause, or have left."""
        chosen = control.arg.split(",") if control.arg else []
        players = tuple(replace(player, plays=str(place) in chosen) for place, player in enumerate(sitting.players))
        sitting = await self.face.store.sittings.save(replace(sitting, players=players))
        await self._refresh(interaction, sitting)
        return pages.players_page(sitting, speaker, speaker.say("hisab.noted"))

    async def _ask_name(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Questions:
        return pages.name_question(await self._of(interaction, control), speaker)

    async def _named(
        self, interaction: Interaction, control: ControlId, told: Mapping[str, str], speaker: Speaker
    ) -> Page:
        """A new player joins, from the next deal on; where seven play already they wait."""
        async with self._lock(control.table):
            sitting = await self._of(interaction, control)
            name = plain(told.get("0", ""))
            try:
                check_names([*(player.name for player in sitting.players), name], MOST_NAMES)
            except TableRefusal as refusal:
                return pages.players_page(sitting, speaker, f"⚠️ {speaker.refused(refusal)}")
            room = sum(player.plays for player in sitting.players) < MOST
            players = (*sitting.players, SittingPlayer(name, room))
            sitting = await self.face.store.sittings.save(replace(sitting, players=players))
            await self._refresh(interaction, sitting)
            return pages.players_page(sitting, speaker, speaker.say("hisab.joined", name=safe(name)))

    async def _settle(self, _: Interaction, sitting: Sitting, __: ControlId, speaker: Speaker) -> Page:
        return pages.settle_page(sitting, speaker)

    async def _close(self, interaction: Interaction, sitting: Sitting, control: ControlId, speaker: Speaker) -> Page:
        """The end; a preview of before another deal or correction is shown anew instead."""
        if control.arg != str(len(sitting.deals)):
            return pages.settle_page(sitting, speaker)
        sitting = await self.face.store.sittings.save(replace(sitting, closed_at=_now()))
        public = await self._public(sitting)
        text = pages.sheet_text(sitting, public)
        long = text if len(text) > pages.LONGEST_SHEET else None
        try:
            await self._post(interaction, sitting, pages.end_page(sitting, public), long)
        except TableRefusal:
            # No command finds the sitting any more: whoever closed it keeps its sheet.
            return replace(pages.end_page(sitting, speaker), text=speaker.say("hisab.closed_unsent"))
        return Page(text=speaker.say("hisab.closed"))

    # --- what everybody sees ------------------------------------------------------------------------------------------

    async def _post(self, interaction: Interaction, sitting: Sitting, page: Page, text: str | None = None) -> None:
        """Posts the sitting's newest message; the one before loses its buttons. What it tells is saved already."""
        channel = interaction.client.get_partial_messageable(sitting.channel, guild_id=sitting.guild)
        told = {name: value for name, value in page.message().items() if value is not None}
        if text is not None:
            told["file"] = discord.File(io.BytesIO(text.encode()), "hisab-sheet.txt")
        try:
            message = await channel.send(**told)
        except UNSENT as error:
            raise TableRefusal("hisab_unsent") from error
        if sitting.message_id is not None:
            with contextlib.suppress(*UNSENT):
                await channel.get_partial_message(sitting.message_id).edit(view=None)
        await self.face.store.sittings.save(replace(sitting, message_id=message.id))

    async def _refresh(self, interaction: Interaction, sitting: Sitting) -> None:
        """Posts the running sheet as it stands."""
        await self._post(interaction, sitting, pages.sitting_page(sitting, await self._public(sitting)))


def _now() -> float:
    return discord.utils.utcnow().timestamp()
