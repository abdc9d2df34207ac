"""The private panels that can still be edited, and what is written into them without their person's asking.

At one table a person has one panel: the message in which their hand was shown last. Nothing depends on this: what no
longer arrives is told at the next click, and after a restart no panel is known.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from cogs.answers import Interaction, fresh, show
from cogs.pages import Page
from cogs.speech import Speaker
from marriage_core.engine import turn_of
from marriage_core.errors import Refusal, TableRefusal
from marriage_core.hosting.registry import Registry
from marriage_core.hosting.seen import Board
from marriage_core.hosting.table import Table

log = logging.getLogger(__name__)

HandOf = Callable[[int, Table, Speaker], Awaitable[Page]]
SpeakerOf = Callable[[Interaction], Awaitable[Speaker]]


@dataclass(slots=True)
class OpenPanel:
    """The interaction whose token may still edit a panel, the panel's message, and what it shows.

    The lock keeps what is written last, last: a panel put away is not shown the hand again.
    """

    interaction: Interaction
    table: str
    version: int
    turn: str
    message: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def key(self) -> tuple[str, int]:
        """The table and the person."""
        return self.table, self.interaction.user.id


class OpenPanels:
    """The panels of all tables. `hand` makes a person's page, `speaker` finds their language."""

    def __init__(self, registry: Registry, hand: HandOf, speaker: SpeakerOf) -> None:
        self._registry = registry
        self._hand = hand
        self._speaker = speaker
        self._open: dict[tuple[str, int], OpenPanel] = {}
        # Hands that are on their way to their person, by interaction.
        self._made: dict[int, OpenPanel] = {}

    def made(self, interaction: Interaction, board: Board) -> None:
        """The hand as of this board will be what the interaction shows.

        The panel that there is need not be refreshed to it: it is this one's message, or is put away for it.
        """
        panel = self._made[interaction.id] = OpenPanel(interaction, board.table, board.version, _depends_on(board))
        if (before := self._open.get(panel.key)) is not None:
            before.version, before.turn = panel.version, panel.turn

    async def shown(self, interaction: Interaction, message: int | None, speaker: Speaker) -> None:
        """What the interaction had to show was shown in a message, or in none; now the rest is tidied up. Never raises.

        A panel edited by its own control is the same message: only its token is a newer one.
        """
        panel = self._made.pop(interaction.id, None)
        if panel is None:
            return
        if message is None:
            await self._not_shown(panel)
            return
        panel.message = message
        before, self._open[panel.key] = self._open.get(panel.key), panel
        try:
            if before is not None and before.message != message and fresh(before.interaction):
                await self._put_away(before, message, speaker)
            table = self._registry.table(panel.table)
            if table is None:
                self._open.pop(panel.key, None)
                await self._write(panel, _over(speaker), speaker)
            elif panel.turn != _depends_on(table.public_view()):
                await self._refreshed(table, panel)
        except Exception:
            log.exception("table %s: a person's panels could not be tidied up", panel.table)

    async def _not_shown(self, panel: OpenPanel) -> None:
        """The hand did not arrive: the panel that there is was not brought up to date for it, and is now."""
        standing, table = self._open.get(panel.key), self._registry.table(panel.table)
        if standing is not None and table is not None and fresh(standing.interaction):
            await self._refreshed(table, standing)

    async def refresh(self, table: Table) -> None:
        """Shows the hand anew where a panel is still open and the turn or deal has changed since. Never raises.

        Where a table is over or a person has left it, their panel says what a click on it would be answered.
        """
        board = table.public_view()
        stale = []
        for key, panel in [*self._open.items()]:
            if key[0] != table.id:
                continue
            gone = not table.open or not table.seats(key[1])
            if gone or not fresh(panel.interaction):
                del self._open[key]
            if fresh(panel.interaction) and (gone or self._stale(panel, board)):
                stale.append(panel)
        await asyncio.gather(*(self._refreshed(table, panel) for panel in stale))

    def _stale(self, panel: OpenPanel, board: Board) -> bool:
        return panel.version < board.version and panel.turn != _depends_on(board)

    async def _refreshed(self, table: Table, panel: OpenPanel) -> None:
        try:
            speaker = await self._speaker(panel.interaction)
            async with panel.lock:
                if self._open.get(panel.key, panel) is panel:
                    await show(panel.interaction, await self._now(table, panel, speaker), speaker)
            newer = self._open.get(panel.key, panel)
            if newer is not panel and newer.message == panel.message:
                # Their own click was quicker, and what it showed in the same message is covered now.
                await self._refreshed(table, newer)
        except Exception:
            log.exception("table %s: a panel could not be refreshed", table.id)

    async def _now(self, table: Table, panel: OpenPanel, speaker: Speaker) -> Page:
        """What the panel shows now."""
        if not table.open:
            return _over(speaker)
        board = table.public_view()
        panel.version, panel.turn = board.version, _depends_on(board)
        try:
            return await self._hand(panel.interaction.user.id, table, speaker)
        except Refusal as refusal:
            return Page(text=speaker.refused(refusal))

    async def _put_away(self, panel: OpenPanel, newer: int, speaker: Speaker) -> None:
        """The hand is in another message now, whose controls would contradict this one's. Ids grow with time."""
        told = speaker.say("hand.further_down" if panel.message < newer else "hand.further_up")
        await self._write(panel, Page(text=told), speaker)

    async def _write(self, panel: OpenPanel, page: Page, speaker: Speaker) -> None:
        async with panel.lock:
            await show(panel.interaction, page, speaker)


def _over(speaker: Speaker) -> Page:
    """What a click on a control of a closed table is answered."""
    return Page(text=speaker.refused(TableRefusal("table_closed")))


def _depends_on(board: Board) -> str:
    """What a panel depends on: the deal, and whose turn of theirs it is."""
    return f"{board.match}.{board.status}.{turn_of(board.decision or '')}"
