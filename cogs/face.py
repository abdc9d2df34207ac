"""What commands and controls share: languages, tables, a person's panel, and what each control does."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cogs import ids
from cogs.answers import UNSENT, Interaction, acknowledge, failed, fresh, outcome, show
from cogs.ids import ControlId
from cogs.names import plain, safe
from cogs.pages import Button, Page, Questions
from cogs.panels import panel_of, read_at
from cogs.panels.rules_sheet import awaited, rules_page
from cogs.panels.seats import look, names, votes_needed
from cogs.pictures import Drawer
from cogs.speech import Speaker
from data.store import Store
from data.words import DEFAULT, Words
from marriage_core.errors import BadInput, Refusal, TableRefusal
from marriage_core.hosting.actions import (
    Action,
    AddComputer,
    Consent,
    EndMatch,
    Join,
    Leave,
    NextDeal,
    PlayAgain,
    Start,
)
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.registry import Registry
from marriage_core.hosting.seen import Board, Desk
from marriage_core.hosting.table import Table

log = logging.getLogger(__name__)

Work = Callable[[Speaker], Awaitable[Page]]
Look = Callable[[Interaction, ControlId, Speaker], Awaitable[Page]]
Asks = Callable[[Interaction, ControlId, Speaker], Awaitable[Questions]]
Submit = Callable[[Interaction, ControlId, Mapping[str, str], Speaker], Awaitable[Page]]


@dataclass(slots=True)
class OpenPanel:
    """A person's last private panel: the interaction whose token may still edit it, and what it shows."""

    interaction: Interaction
    version: int
    turn: str


class Face:
    """Everything between discord.py and the tables. One for the bot.

    `looks` are the controls that other cogs answer, by verb; `questions` those that open a modal, `submits` what is
    done with its answers.
    """

    def __init__(self, registry: Registry, store: Store, words: Words) -> None:
        self.registry = registry
        self.store = store
        self.words = words
        self.looks: dict[str, Look] = {}
        self.questions: dict[str, Asks] = {}
        self.submits: dict[str, Submit] = {}
        self._panels: dict[tuple[str, int], OpenPanel] = {}
        self._drawer = Drawer()

    # --- languages ----------------------------------------------------------------------------------------------------

    async def speaker(self, interaction: Interaction) -> Speaker:
        """The person's own language, else the server's, else English."""
        settings = await self.store.people.person(interaction.user.id)
        if settings.language is not None:
            return Speaker(self.words, settings.language)
        return await self.public_speaker(interaction.guild_id or 0)

    async def public_speaker(self, guild: int) -> Speaker:
        """The server's language, else English."""
        settings = await self.store.people.guild(guild)
        return Speaker(self.words, settings.language or DEFAULT)

    # --- answering ----------------------------------------------------------------------------------------------------

    async def answer(self, interaction: Interaction, work: Work, *, update: bool = False) -> None:
        """Acknowledges, does the work, shows its page: the way of every command and control."""
        if not await acknowledge(interaction, update=update):
            return
        speaker = Speaker(self.words, DEFAULT)
        try:
            self.store.people.remember(interaction.user.id, plain(interaction.user.display_name))
            speaker = await self.speaker(interaction)
            table = self.registry.in_channel(interaction.channel_id or 0)
            seats = names(table.public_view()) if table else ()
            page = await outcome(interaction, speaker, seats, lambda: work(speaker))
        except Exception:
            page = Page(text=failed(interaction, speaker))
        await show(interaction, page, speaker)

    def table_here(self, interaction: Interaction) -> Table:
        """The open table of the interaction's channel. Raises TableRefusal."""
        table = self.registry.in_channel(interaction.channel_id or 0)
        if table is None:
            raise TableRefusal("no_table")
        return table

    # --- a person's panel ---------------------------------------------------------------------------------------------

    async def hand(
        self, interaction: Interaction, table: Table, speaker: Speaker, notice: str = "", asked: str | None = None
    ) -> Page:
        """The person's panel, remembered so that it can be refreshed while its token lives."""
        person = interaction.user.id
        desk = table.view_for(person)
        settings = await self.store.people.person(person)
        self._panels[table.id, person] = OpenPanel(interaction, desk.board.version, turn_of(desk.board))
        return panel_of(desk.board.game).hand(desk, speaker, settings, notice, asked)

    async def _pictured(self, interaction: Interaction, table: Table, speaker: Speaker) -> Page:
        """The person's panel with a picture of their hand; without it where the hand changed while it was drawn."""
        person = interaction.user.id
        desk = table.view_for(person)
        panel, settings = panel_of(desk.board.game), await self.store.people.person(person)
        drawn = panel.drawn(desk, settings)
        picture = await self._drawer.draw(drawn, settings.four_colours)
        page = await self.hand(interaction, table, speaker)
        return replace(page, picture=picture) if panel.drawn(table.view_for(person), settings) == drawn else page

    async def move(self, interaction: Interaction, table: Table, speaker: Speaker, move: "Asked") -> Page:
        """Makes a move and shows the hand; a refusal is told on top of it, a doubtful discard asked about (F58)."""
        person = interaction.user.id
        desk = table.view_for(person)
        try:
            if await self._doubtful(person, desk, move):
                return await self.hand(interaction, table, speaker, asked=move.word)
            receipt = await table.submit(person, read_at(table, move.word), move.decision)
            notice = speaker.say("hand.past") if receipt.past else ""
        except (Refusal, BadInput) as refusal:
            told = speaker.explained(refusal, names(desk.board), panel_of(desk.board.game).refusal)
            notice = f"⚠️ {told}"
        return await self.hand(interaction, table, speaker, notice)

    async def _doubtful(self, person: int, desk: Desk, move: "Asked") -> bool:
        """Whether to ask first; a control of the past is not worth a question."""
        if move.sure or move.decision not in (None, desk.decision):
            return False
        return (
            panel_of(desk.board.game).asks(desk, move.word) and (await self.store.people.person(person)).confirmations
        )

    async def refresh_panels(self, table: Table) -> None:
        """Shows the hand anew where a panel is still open and the turn or deal has changed since. Never raises."""
        board = table.public_view()
        stale = []
        for key, panel in [*self._panels.items()]:
            if key[0] != table.id:
                continue
            if not table.open or not fresh(panel.interaction) or not table.seats(key[1]):
                del self._panels[key]
            elif panel.version < board.version and panel.turn != turn_of(board):
                stale.append(panel.interaction)
        await asyncio.gather(*(self._refresh(table, interaction) for interaction in stale))

    async def _refresh(self, table: Table, interaction: Interaction) -> None:
        try:
            speaker = await self.speaker(interaction)
            await show(interaction, await self.hand(interaction, table, speaker), speaker)
        except Refusal:
            self._panels.pop((table.id, interaction.user.id), None)
        except Exception:
            log.exception("table %s: a panel could not be refreshed", table.id)

    # --- controls -----------------------------------------------------------------------------------------------------

    async def control(self, interaction: Interaction, custom_id: str) -> None:
        """A click on one of our controls."""
        control = ids.read(custom_id)
        message = interaction.message
        own = message is not None and message.flags.ephemeral
        if control is None:
            log.warning("a control with a strange id: %r", custom_id)
            control = ControlId(ids.NO_TABLE, "hand")
        told: Mapping[str, Any] = interaction.data or {}
        chosen = told.get("values")
        if chosen:
            control = replace(control, arg=",".join(map(str, chosen)))
        clicked = control
        if clicked.verb in self.questions:
            await self._ask_for(interaction, clicked)
            return
        await self.answer(interaction, lambda speaker: self._clicked(interaction, clicked, speaker), update=own)

    async def _ask_for(self, interaction: Interaction, control: ControlId) -> None:
        """Opens a modal, which must be the first answer."""
        speaker = Speaker(self.words, DEFAULT)
        try:
            speaker = await self.speaker(interaction)
            asked = await self.questions[control.verb](interaction, control, speaker)
            await interaction.response.send_modal(asked.modal())
            return
        except Refusal as refusal:
            told = speaker.refused(refusal)
        except UNSENT as error:
            log.warning("interaction %s could not be answered: %s", interaction.id, error)
            return
        except Exception:
            told = failed(interaction, speaker)
        with contextlib.suppress(*UNSENT):
            await interaction.response.send_message(told, ephemeral=True)

    async def submitted(self, interaction: Interaction) -> None:
        """A modal's answers; the message that it came from is brought up to date."""
        told: Mapping[str, Any] = interaction.data or {}
        control = ids.read(str(told.get("custom_id", "")))
        if control is None or control.verb not in self.submits:
            log.warning("a modal with a strange id: %r", told.get("custom_id"))
            return
        answers = dict(_answers(told.get("components") or ()))
        known, own = control, interaction.message is not None and interaction.message.flags.ephemeral
        await self.answer(
            interaction, lambda speaker: self.submits[known.verb](interaction, known, answers, speaker), update=own
        )

    async def _clicked(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        if control.verb in self.looks:
            return await self.looks[control.verb](interaction, control, speaker)
        table = self.registry.table(control.table)
        if table is None:
            raise TableRefusal("table_closed")
        match control.verb:
            case "hand":
                return await self.hand(interaction, table, speaker)
            case "picture":
                return await self._pictured(interaction, table, speaker)
            case "sort":
                return await self._sort(interaction, table, speaker, control.arg or "suit")
            case "pile" | "rules":
                return self.looked_at(interaction, table, speaker, control)
            case "agree" | "keep_rules":
                return await self._consent(interaction, table, control, speaker)
            case "join" | "leave" | "add" | "start" | "next" | "again" | "end":
                return await self._asked_table(interaction, table, control, speaker)
            case "sure":
                return await self.move(interaction, table, speaker, Asked(control.arg or "", control.decision, True))
            case verb:
                word = verb if control.arg is None else f"{verb}={control.arg}"
                return await self.move(interaction, table, speaker, Asked(word, control.decision))

    def looked_at(self, interaction: Interaction, table: Table, speaker: Speaker, control: ControlId) -> Page:
        """The discard pile or the rules, with the way back to the hand for who has one."""
        board = table.public_view()
        if control.verb == "pile":
            page = panel_of(board.game).pile(board, speaker)
        else:
            number = control.arg or ""
            page = rules_page(board, speaker, int(number) if number.isdecimal() and len(number) < 4 else 0)
        if board.view is None or not table.seats(interaction.user.id):
            return page
        back = (Button(speaker.say("button.hand"), look(board, "hand"), "primary"),)
        return replace(page, rows=(*page.rows, back))

    async def _consent(self, interaction: Interaction, table: Table, control: ControlId, speaker: Speaker) -> Page:
        """A word on the rules proposed (M13)."""
        agrees, number = control.verb == "agree", control.arg or ""
        await self.ask(table, interaction.user.id, Consent(int(number) if number.isdecimal() else 0, agrees))
        if not agrees:
            return Page(text=speaker.say("done.kept"))
        board = table.public_view()
        still = [safe(board.sitters[seat].name) for seat in awaited(board)] if board.proposal else []
        lines = [speaker.say("done.agreed")]
        lines += [speaker.say("rules.awaited", names=speaker.listed(still))] if still else []
        return Page(text="\n".join(lines))

    async def _sort(self, interaction: Interaction, table: Table, speaker: Speaker, order: str) -> Page:
        settings = await self.store.people.person(interaction.user.id)
        await self.store.people.save_person(replace(settings, sort=order))  # type: ignore[arg-type]
        return await self.hand(interaction, table, speaker)

    async def _asked_table(self, interaction: Interaction, table: Table, control: ControlId, speaker: Speaker) -> Page:
        board, person = table.public_view(), interaction.user.id
        match control.verb:
            case "join":
                return await self.join(interaction, table, speaker)
            case "leave":
                return await self.leave(interaction, table, speaker)
            case "end":
                return await self.end(interaction, table, speaker)
            case "add":
                await self.ask(table, person, AddComputer(control.arg or ""))
                return Page(text=speaker.say("done.added", level=control.arg))
            case "start":
                await self.ask(table, person, Start())
            case "next" if control.arg == str(board.played):
                await self.ask(table, person, NextDeal())
            case "again" if control.arg == str(board.match):
                await self.ask(table, person, PlayAgain())
            case _:
                return await self.hand(interaction, table, speaker, speaker.say("hand.past"))
        return await self.hand(interaction, table, speaker)

    async def ask(self, table: Table, person: int, action: Action) -> None:
        """Asks the table for something. Raises TableRefusal or BadRules."""
        try:
            await table.submit(person, action)
        except TableRefusal as refusal:
            if refusal.code == "match_running" and table.public_view().status is Status.AFTER:
                raise TableRefusal("match_over") from None
            raise

    async def join(self, interaction: Interaction, table: Table, speaker: Speaker) -> Page:
        """Seats the person, or gives them their seat and cards back."""
        await self.ask(table, interaction.user.id, Join(plain(interaction.user.display_name)))
        desk = table.view_for(interaction.user.id)
        told = speaker.say("done.joined", seat=desk.seat + 1)
        if desk.board.status is Status.LOBBY:
            return Page(text=told)
        return await self.hand(interaction, table, speaker, told)

    async def leave(self, interaction: Interaction, table: Table, speaker: Speaker) -> Page:
        """Takes the person from the table."""
        running = table.public_view().status in (Status.PLAYING, Status.BETWEEN)
        await self.ask(table, interaction.user.id, Leave())
        return Page(text=speaker.say("done.left_match" if running and table.open else "done.left"))

    async def end(self, interaction: Interaction, table: Table, speaker: Speaker) -> Page:
        """Ends the match, or votes for it (F26)."""
        allowed = interaction.permissions
        moderator = allowed.manage_messages or allowed.manage_guild
        await self.ask(table, interaction.user.id, EndMatch(moderator))
        if not table.open:
            return Page(text=speaker.say("done.ended"))
        board = table.public_view()
        return Page(text=speaker.say("done.voted", votes=board.votes, need=votes_needed(board)))


@dataclass(frozen=True, slots=True)
class Asked:
    """A move asked for: its word, the decision that its control carried, and whether it was confirmed already."""

    word: str
    decision: str | None = None
    sure: bool = False


def _answers(components: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """The fields of a submitted modal, by key."""
    for component in components:
        if "value" in component:
            yield str(component["custom_id"]), str(component["value"] or "")
        inner = component.get("component")
        yield from _answers([inner] if inner else component.get("components") or ())


def turn_of(board: Board) -> str:
    """What a panel depends on: the deal, and whose turn of theirs it is."""
    return f"{board.match}.{board.status}.{(board.decision or '').rsplit('.', 1)[0]}"
