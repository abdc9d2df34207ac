"""What passes at a table, as messages of their own: the last sheet of a match, calls, a change of rules."""

import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from cogs.answers import UNSENT, passing
from cogs.pages import Page
from cogs.panels import panel_of
from cogs.panels.rules_sheet import agreed_page, kept_page, proposal_page
from cogs.panels.seats import name
from cogs.speech import Speaker
from marriage_core.hosting.happenings import (
    DealClosed,
    HostPassed,
    MatchEnded,
    Nudged,
    RulesConsented,
    RulesKept,
    RulesProposed,
    RulesSet,
    Warned,
    WentAway,
)
from marriage_core.hosting.seen import Board

log = logging.getLogger(__name__)

MayPing = Callable[[int], Awaitable[bool]]
"""F42: whether neither the person nor the server has turned pings off."""


class Outbox:
    """News by table until Discord takes them. Each has its nonce: what is sent again stands once."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[Page, str]]] = {}

    def add(self, table: str, page: Page) -> None:
        """Something to be sent."""
        self._waiting.setdefault(table, []).append((page, secrets.token_hex(8)))

    async def send(self, table: str, send: Callable[[Page, str], Awaitable[object]]) -> None:
        """Sends what waits, in order; one call at a time. Raises as `send`: what may be taken in a while waits on."""
        for page, nonce in [*self._waiting.get(table, ())]:
            try:
                await send(page, nonce)
            except UNSENT as error:
                if passing(error):
                    raise
                log.warning("table %s: a message is refused: %s", table, error)
            del self._waiting[table][0]
        if not self._waiting.get(table):
            self.forget(table)

    def forget(self, table: str) -> None:
        """The table is gone."""
        self._waiting.pop(table, None)


async def news(board: Board, speaker: Speaker, happened: Sequence[Any], may_ping: MayPing) -> AsyncIterator[Page]:
    """The messages, in order."""
    ended = any(isinstance(one, MatchEnded) for one in happened)
    if ended and any(isinstance(one, DealClosed) for one in happened):
        sheet = panel_of(board.game).sheet(board, speaker)
        if sheet is not None:
            yield sheet
    async for page in _of_rules(board, speaker, happened, may_ping):
        yield page


async def calls(board: Board, speaker: Speaker, happened: Sequence[Any], may_ping: MayPing) -> AsyncIterator[Page]:
    """The warning and the nudge of the turn that it is now (F27, F43)."""
    for one in happened:
        if isinstance(one, Warned | Nudged) and board.awaited == one.seat:
            person = board.sitters[one.seat].person
            if person is not None and await may_ping(person):
                key = "ping.warned" if isinstance(one, Warned) else "ping.nudged"
                at = f"<t:{int(board.deadline or 0)}:R>"
                yield Page(text=speaker.say(key, person=f"<@{person}>", at=at), pings=(person,))


async def _of_rules(board: Board, speaker: Speaker, happened: Sequence[Any], may_ping: MayPing) -> AsyncIterator[Page]:
    """Rules proposed between deals and what became of them: asked and told for everybody to see (M13)."""
    asked = proposal_page(board, speaker)
    if asked is not None and any(isinstance(one, RulesProposed) for one in happened):
        yield replace(asked, pings=tuple([person for person in asked.pings if await may_ping(person)]))
    elif _by_consent(happened):
        yield agreed_page(board, speaker)
    for one in happened:
        if isinstance(one, RulesKept):
            who = next((name(sitter) for sitter in board.sitters if sitter.person == one.person), "?")
            yield kept_page(who, speaker)


def _by_consent(happened: Sequence[Any]) -> bool:
    """Whether rules were set because everybody seated agreed, the last of them perhaps by leaving."""
    pairs = pairwise(happened)
    return any(isinstance(b, RulesSet) and isinstance(a, RulesConsented | WentAway | HostPassed) for a, b in pairs)
