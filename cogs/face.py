"""What commands and controls share: languages, answering, a person's panel, what is asked of a table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from cogs.answers import Interaction, acknowledge, failed, outcome, show
from cogs.ids import ControlId
from cogs.names import plain
from cogs.open_panels import OpenPanels
from cogs.pages import Page, Questions
from cogs.panels import panel_of, read_at
from cogs.panels.parts import time_up, turn_lost
from cogs.panels.seats import confirm_end, names, votes_needed
from cogs.pictures import Drawer
from cogs.speech import Speaker
from data.store import Store
from data.words import DEFAULT, Words
from marriage_core.engine import turn_of
from marriage_core.errors import BadInput, Refusal, TableRefusal
from marriage_core.hosting.actions import Action, EndMatch, Join, Leave
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.registry import Registry
from marriage_core.hosting.seen import Desk
from marriage_core.hosting.table import Table

Work = Callable[[Speaker], Awaitable[Page]]
Look = Callable[[Interaction, ControlId, Speaker], Awaitable[Page]]
Asks = Callable[[Interaction, ControlId, Speaker], Awaitable[Questions]]
Submit = Callable[[Interaction, ControlId, Mapping[str, str], Speaker], Awaitable[Page]]


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
        self.panels = OpenPanels(registry, self._hand_of, self.speaker)
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
        """Acknowledges, does the work, shows its page: the way of every command and control. Tidies up after that."""
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
        await self.panels.shown(interaction, await show(interaction, page, speaker), speaker)

    def table_here(self, interaction: Interaction) -> Table:
        """The open table of the interaction's channel. Raises TableRefusal."""
        table = self.registry.in_channel(interaction.channel_id or 0)
        if table is None:
            raise TableRefusal("no_table")
        return table

    def table_of(self, control: ControlId) -> Table:
        """The open table that a control belongs to. Raises TableRefusal."""
        table = self.registry.table(control.table)
        if table is None:
            raise TableRefusal("table_closed")
        return table

    # --- a person's panel ---------------------------------------------------------------------------------------------

    async def hand(
        self, interaction: Interaction, table: Table, speaker: Speaker, notice: str = "", asked: str | None = None
    ) -> Page:
        """The person's panel, remembered so that it can be refreshed while its token lives."""
        settings = await self.store.people.person(interaction.user.id)
        desk = table.view_for(interaction.user.id)
        self.panels.made(interaction, desk.board)
        return panel_of(desk.board.game).hand(desk, speaker, settings, notice or _lost(desk, speaker), asked)

    async def _hand_of(self, person: int, table: Table, speaker: Speaker) -> Page:
        """The person's panel, without their asking."""
        settings = await self.store.people.person(person)
        desk = table.view_for(person)
        return panel_of(desk.board.game).hand(desk, speaker, settings, _lost(desk, speaker))

    async def pictured(self, interaction: Interaction, table: Table, speaker: Speaker) -> Page:
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
            notice = _past(desk, table, move, speaker) if receipt.past else ""
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

    # --- what is asked of a table -------------------------------------------------------------------------------------

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
        """Takes the person from the table, from any state (F33): they may come back to their cards."""
        running = table.public_view().status in (Status.PLAYING, Status.BETWEEN)
        await self.ask(table, interaction.user.id, Leave())
        return Page(text=speaker.say("done.left_match" if running and table.open else "done.left"))

    async def end(self, interaction: Interaction, table: Table, speaker: Speaker, sure: bool = False) -> Page:
        """Ends the match, or votes for it (F26); asks first where that annuls a deal at once, unless one is `sure`."""
        allowed = interaction.permissions
        moderator = allowed.manage_messages or allowed.manage_guild
        board, person = table.public_view(), interaction.user.id
        if board.status is Status.PLAYING and (moderator or person == board.host) and not sure:
            return confirm_end(board, speaker)
        await self.ask(table, person, EndMatch(moderator))
        if not table.open:
            return Page(text=speaker.say("done.ended"))
        board = table.public_view()
        return Page(text=speaker.say("done.voted", votes=board.votes, need=votes_needed(board)))

    async def stay(self, interaction: Interaction, table: Table, speaker: Speaker) -> Page:
        """The way back from such a question: to the hand, for who has one."""
        if table.seats(interaction.user.id):
            return await self.hand(interaction, table, speaker)
        return Page(text=speaker.say("done.stayed"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A move asked for: its word, the decision that its control carried, and whether it was confirmed already."""

    word: str
    decision: str | None = None
    sure: bool = False


def _lost(desk: Desk, speaker: Speaker) -> str:
    """That the clock played the person's last turn, until they act again."""
    return time_up(desk.board, turn_lost(desk), speaker)


def _past(desk: Desk, table: Table, move: Asked, speaker: Speaker) -> str:
    """Why a control of the past did nothing: the clock ended that turn of theirs (M12.2), or the choice was made."""
    turn = turn_of(move.decision or "")
    mine = turn.startswith(f"{desk.board.deal}.{desk.seat}.")
    return (mine and time_up(table.public_view(), turn, speaker)) or speaker.say("hand.past")
