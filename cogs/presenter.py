"""Keeps each table's message in its channel: told after every change, never asked (design.md, section 3).

The board is the turn notice: posted anew with one mention for each person's turn, the old one deleted; in between it is
edited, at most once a second, the latest state winning; never when it is old. Between deals the score sheet stands in
its place and stays afterwards; lobby and standings likewise.

That the bot stops, and that it is back, stands on the board too (F70): whenever it is killed, it stands there once.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord

from cogs.absences import Absences
from cogs.answers import UNSENT, passing, uncertain
from cogs.calls import Calls
from cogs.face import Face
from cogs.news import Outbox, calls, news
from cogs.pages import Page
from cogs.panels import panel_of
from cogs.panels.seats import closed, lobby, standings
from cogs.speech import Speaker
from marriage_core.engine import turn_of
from marriage_core.errors import TableRefusal
from marriage_core.hosting.happenings import Closed, DealAnnulled, MatchEnded, Resumed
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.ports import Clock
from marriage_core.hosting.seen import Board
from marriage_core.hosting.table import Table

log = logging.getLogger(__name__)

EDIT_PAUSE = 1.0
OLDEST_EDIT = 45 * 60
RETRY_PAUSE = 15.0
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008


@dataclass(slots=True)
class Post:
    """The message that stands for a table now; times in UTC seconds. `turn` is the person's turn it announced."""

    message: discord.PartialMessage
    kind: str
    posted_at: float
    edited_at: float = 0.0
    turn: str = ""


class TablePresenter:
    """Implements marriage_core.hosting.ports.Presenter."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._posts: dict[str, Post] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._outbox = Outbox()
        self._calls = Calls()
        self._absences = Absences()
        self._late: dict[str, asyncio.Task[None]] = {}
        # Boards that may stand or not, ours or the last process's: by the same nonce Discord gives what stands (F69).
        self._begun: dict[str, str] = {}
        # The turns at which this process came back to running tables.
        self._back: dict[str, str] = {}
        self._leaving = False
        self.face: Face

    async def present(self, table: Table, happened: Sequence[Any]) -> None:
        """Shows what happened and how the table stands."""
        await asyncio.gather(self._in_channel(table, happened), self.face.panels.refresh(table))

    async def post_anew(self, table: Table) -> None:
        """Posts the table's message again, at the end of the channel (`/marriage table`). Raises TableRefusal."""
        async with self._lock(table.id):
            board = table.public_view()
            if board.status is Status.CLOSED:
                raise TableRefusal("table_closed")
            speaker = await self.face.public_speaker(board.guild)
            await self._post(board, await self._page(board, speaker, ()))

    async def goodbye(self) -> None:
        """A graceful stop: the boards of running tables say that the bot will be back (F70)."""
        self._leaving = True
        running = [table for table in self.face.registry.tables if table.public_view().status is Status.PLAYING]
        await asyncio.gather(*map(self._refresh, running))

    async def close(self) -> None:
        """Makes no more edits."""
        late = [*self._late.values()]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _in_channel(self, table: Table, happened: Sequence[Any]) -> None:
        """What the channel sees. A failed message never undoes a move; the next change tries again (F36, F38)."""
        board = table.public_view()
        if any(isinstance(one, Resumed) for one in happened):
            self._back[board.table] = _turn(board)
        try:
            speaker = await self.face.public_speaker(board.guild)
            may_ping = partial(self._may_ping, board.guild)
            async for page in news(board, speaker, happened, may_ping):
                self._outbox.add(board.table, page)
            async with self._lock(table.id):
                try:
                    await self._outbox.send(board.table, partial(self._send, board))
                finally:
                    await self._stand(table, speaker, happened)
            async for page in calls(board, speaker, happened, may_ping):
                message = await self._send(board, page)
                self._calls.note(board.table, _turn(board), self._channel(board).get_partial_message(message.id))
            await self._calls.clear(board.table, _turn(table.public_view()))
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await table.expire("channel_gone")
        except UNSENT as error:
            if not passing(error):
                raise
            log.warning("table %s: cannot post in channel %s: %s", board.table, board.channel, error)
            if table.open:
                # What stood in the way goes without a word to us, and the person whose turn it is was never called.
                self._edit_later(table, RETRY_PAUSE)

    def _lock(self, table: str) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    # --- what stands --------------------------------------------------------------------------------------------------

    async def _may_ping(self, guild: int, person: int) -> bool:
        """F42: whether neither the person nor the server has turned pings off."""
        people = self.face.store.people
        return (await people.person(person)).pings and (await people.guild(guild)).pings

    async def _page(self, board: Board, speaker: Speaker, happened: Sequence[Any]) -> Page:
        """What stands for the table now; its mention pings only who wants it."""
        page = _page(board, speaker, happened)
        allowed = [person for person in page.pings if await self._may_ping(board.guild, person)]
        told = [page.text, *self._absences.told(board, _turn(board), speaker)]
        told += [speaker.say(key) for key in self._of_restarts(board)]
        return replace(page, text="\n".join(filter(None, told)), pings=tuple(allowed))

    def _of_restarts(self, board: Board) -> tuple[str, ...]:
        """What a running board says besides (F70): that the bot stops; that it is back, until another person's turn."""
        back = self._back.get(board.table)
        if board.status is not Status.PLAYING or _turn(board) not in ("", back):
            self._back.pop(board.table, None)
            back = None
        if board.status is Status.PLAYING and self._leaving:
            return ("board.goodbye",)
        return () if back is None else ("board.resumed",)

    async def _stand(self, table: Table, speaker: Speaker, happened: Sequence[Any]) -> None:
        """Brings the table's message up to date; under its lock."""
        board = table.public_view()
        post = self._posts.get(table.id) or await self._found_again(board)
        page = await self._page(board, speaker, happened)
        if board.status is Status.CLOSED:
            await self._retire(board, post, page)
        elif post is None or table.id in self._begun or self._anew(post, board):
            await self._post(board, page)
        elif board.status is Status.PLAYING and (wait := self._pause(post)) > 0:
            self._edit_later(table, wait)
        else:
            await self._edit(board, post, page)

    def _pause(self, post: Post) -> float:
        """Seconds until the next edit of a running board; the last one does not wait."""
        return 0.0 if self._leaving else EDIT_PAUSE + post.edited_at - self._clock.now()

    def _edit_later(self, table: Table, wait: float) -> None:
        """One edit at the end of the pause, with what is true then."""
        if table.id not in self._late:
            self._late[table.id] = asyncio.create_task(self._edited_later(table, wait))

    async def _edited_later(self, table: Table, wait: float) -> None:
        await asyncio.sleep(wait)
        self._late.pop(table.id, None)
        if table.open:
            await self._refresh(table)

    async def _refresh(self, table: Table) -> None:
        """Shows how the table stands, where nothing has happened that should be told. Never raises."""
        try:
            await self._in_channel(table, ())
        except Exception:
            log.exception("table %s: its message could not be brought up to date", table.id)

    async def _found_again(self, board: Board) -> Post | None:
        """After a restart the stored message is edited; a new one is posted only if it is gone."""
        noted = await self.face.store.board(board.table)
        if noted.begun is not None:
            self._begun[board.table] = noted.begun
        if noted.saved is None:
            return None
        message = self._channel(board).get_partial_message(noted.saved.message_id)
        post = self._posts[board.table] = Post(message, _kind(board), noted.saved.posted_at, turn=_turn(board))
        return post

    def _anew(self, post: Post, board: Board) -> bool:
        """Whether the table needs a new message rather than an edit."""
        turn = _turn(board)
        return self._old(post) or post.kind != _kind(board) or bool(turn and turn != post.turn)

    def _old(self, post: Post) -> bool:
        return self._clock.now() - post.posted_at > OLDEST_EDIT

    async def _post(self, board: Board, page: Page) -> None:
        # One nonce a board: a used one brings back the old message, to discord.py's repeats and after a restart.
        begun = self._begun.get(board.table)
        nonce = begun or secrets.token_hex(8)
        self.face.store.begin_board(board.table, nonce)
        try:
            message = await self._send(board, page, nonce)
        except UNSENT as error:
            if uncertain(error):
                self._begun[board.table] = nonce
            raise
        self._begun.pop(board.table, None)
        now = self._clock.now()
        before = self._posts.get(board.table)
        place = self._channel(board).get_partial_message(message.id)
        post = self._posts[board.table] = Post(place, _kind(board), now, now, _turn(board))
        if before is not None and before.message.id != message.id:
            await self._put_away(before)
        # Not sooner: as long as the old one is noted, a restart puts it away.
        self.face.store.save_board(board.table, board.channel, message.id, now, nonce)
        if begun is not None:
            # What stands may tell of the time before the restart.
            await self._rewrite(post, page)

    async def _put_away(self, post: Post) -> None:
        """An old board goes; what should stay to be read only loses its buttons."""
        with contextlib.suppress(*UNSENT):
            if post.kind == Status.PLAYING:
                await post.message.delete()
            elif not self._old(post):
                await post.message.edit(view=None)

    async def _edit(self, board: Board, post: Post, page: Page) -> None:
        post.edited_at = self._clock.now()
        try:
            await self._rewrite(post, page)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            self._posts.pop(board.table, None)
            await self._post(board, page)

    async def _retire(self, board: Board, post: Post | None, page: Page) -> None:
        """The table is gone: its last message says so, or only loses its buttons."""
        self._posts.pop(board.table, None)
        self._locks.pop(board.table, None)
        self._back.pop(board.table, None)
        self._begun.pop(board.table, None)
        self._outbox.forget(board.table)
        self._absences.forget(board.table)
        self.face.store.forget_board(board.table)
        if post is None:
            return
        with contextlib.suppress(*UNSENT):
            if post.kind in (Status.LOBBY, Status.PLAYING) and not self._old(post):
                await self._rewrite(post, page)
                return
            await self._put_away(post)
            if post.kind != Status.AFTER:
                await self._send(board, page)

    # --- Discord ------------------------------------------------------------------------------------------------------

    async def _send(self, board: Board, page: Page, nonce: str | None = None) -> discord.Message:
        """Posts a page; as plain text where embeds are not allowed (F37)."""
        told = page.message()
        if told["view"] is None:
            del told["view"]
        channel = self._channel(board)
        told |= {} if nonce is None else {"nonce": nonce}
        try:
            message: discord.Message = await channel.send(**told)
        except discord.Forbidden:
            if told["embed"] is None:
                raise
            message = await channel.send(**told | page.plainly())
        return message

    async def _rewrite(self, post: Post, page: Page) -> None:
        """Edits a message to be a page; as plain text where embeds are not allowed (F37)."""
        told = page.message()
        try:
            await post.message.edit(**told)
        except discord.Forbidden:
            if told["embed"] is None:
                raise
            await post.message.edit(**told | page.plainly())

    def _channel(self, board: Board) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(board.channel, guild_id=board.guild)


def _kind(board: Board) -> str:
    return board.status.value


def _turn(board: Board) -> str:
    """The person's turn to announce: empty where a computer, or nobody, is awaited."""
    if board.awaited is None or board.sitters[board.awaited].played_by_computer:
        return ""
    return f"{board.match}.{turn_of(board.decision or '')}"


def _page(board: Board, speaker: Speaker, happened: Sequence[Any]) -> Page:
    """What stands for the table now."""
    panel = panel_of(board.game)
    match board.status:
        case Status.LOBBY:
            return lobby(board, speaker)
        case Status.PLAYING:
            return panel.board(board, speaker)
        case Status.BETWEEN:
            return panel.sheet(board, speaker) or standings(board, speaker, complete=False)
        case Status.AFTER:
            return standings(board, speaker, complete=board.played >= board.deals)
        case Status.CLOSED:
            reasons = [one.reason for one in happened if isinstance(one, Closed)]
            stopped = board.played > 0 and any(isinstance(one, MatchEnded) for one in happened)
            page = closed(speaker, reasons[-1] if reasons else "ended")
            if any(isinstance(one, DealAnnulled) for one in happened):
                page = replace(page, body=f"{page.body}\n{speaker.say('closed.annulled')}")
            return page if not stopped else standings(board, speaker, complete=False, after=page.body)
