"""Keeps each table's message in its channel: told after every change, never asked (design.md, section 3).

The board is the turn notice: posted anew with one mention for each person's turn, the old one deleted; in between it is
edited, at most once a second, the latest state winning; never when it is old. Between deals the score sheet stands in
its place and stays afterwards; lobby and standings likewise.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.face import Face
from cogs.pages import Page
from cogs.panels import panel_of
from cogs.panels.seats import closed, lobby, standings
from cogs.speech import Speaker
from marriage_core.hosting.happenings import Closed, DealClosed, MatchEnded, Nudged, Resumed, Warned
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Board
from marriage_core.hosting.table import Table

log = logging.getLogger(__name__)

EDIT_PAUSE = 1.0
OLDEST_EDIT = 45 * 60
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008


@dataclass(slots=True)
class Post:
    """The message that stands for a table now. `turn` is the person's turn it announced, if any."""

    message: discord.PartialMessage
    kind: str
    posted_at: float
    edited_at: float = 0.0
    turn: str = ""


class TablePresenter:
    """Implements marriage_core.hosting.ports.Presenter."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._posts: dict[str, Post] = {}
        self.face: Face

    async def present(self, table: Table, happened: Sequence[Any]) -> None:
        """Shows what happened and how the table stands."""
        board = table.public_view()
        speaker = await self.face.public_speaker(board.guild)
        try:
            await self._told(board, speaker, happened)
            await self._stand(table, speaker, happened)
        except discord.Forbidden as error:
            log.warning("table %s: may not post in channel %s: %s", board.table, board.channel, error)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
            await table.expire("channel_gone")
        await self.face.refresh_panels(table)

    async def post_anew(self, table: Table) -> None:
        """Posts the table's message again, at the end of the channel (`/marriage table`)."""
        board = table.public_view()
        speaker = await self.face.public_speaker(board.guild)
        await self._post(board, _page(board, speaker, ()))

    async def goodbye(self) -> None:
        """A graceful stop: every running table says that the bot will be back (F70)."""
        for table in self.face.registry.tables:
            board = table.public_view()
            if board.status is Status.PLAYING:
                speaker = await self.face.public_speaker(board.guild)
                with contextlib.suppress(discord.HTTPException):
                    await self._channel(board).send(
                        speaker.say("board.goodbye"), allowed_mentions=discord.AllowedMentions.none()
                    )

    # --- what passes --------------------------------------------------------------------------------------------------

    async def _told(self, board: Board, speaker: Speaker, happened: Sequence[Any]) -> None:
        """Messages that stand for themselves: the last sheet of a match, pings."""
        ended = any(isinstance(one, MatchEnded) for one in happened)
        if ended and any(isinstance(one, DealClosed) for one in happened):
            await self._send(board, panel_of(board.game).sheet(board, speaker))
        if board.status is Status.PLAYING and any(isinstance(one, Resumed) for one in happened):
            await self._send(board, Page(text=speaker.say("board.resumed")))
        for one in happened:
            if isinstance(one, Warned | Nudged) and board.awaited == one.seat:
                person = board.sitters[one.seat].person
                if person is not None and (await self.face.store.people.person(person)).pings:
                    key = "ping.warned" if isinstance(one, Warned) else "ping.nudged"
                    at = f"<t:{int(board.deadline or 0)}:R>"
                    await self._send(board, Page(text=speaker.say(key, person=f"<@{person}>", at=at), pings=(person,)))

    # --- what stands --------------------------------------------------------------------------------------------------

    async def _stand(self, table: Table, speaker: Speaker, happened: Sequence[Any]) -> None:
        """Brings the table's message up to date."""
        board = table.public_view()
        post = self._posts.get(table.id) or await self._found_again(board)
        if post is not None and not self._anew(post, board):
            wait = EDIT_PAUSE - (time.monotonic() - post.edited_at)
            if wait > 0 and board.status is Status.PLAYING:
                await asyncio.sleep(wait)
                board = table.public_view()
        page = _page(board, speaker, happened)
        if board.status is Status.CLOSED:
            await self._retire(board, post, page)
        elif post is None or self._anew(post, board):
            await self._post(board, page)
        else:
            await self._edit(board, post, page)

    async def _found_again(self, board: Board) -> Post | None:
        """After a restart the stored message is edited; a new one is posted only if it is gone."""
        row = await self.face.store.board(board.table)
        if row is None:
            return None
        message = self._channel(board).get_partial_message(row.message_id)
        post = self._posts[board.table] = Post(message, _kind(board), row.posted_at, turn=_turn(board))
        return post

    def _anew(self, post: Post, board: Board) -> bool:
        """Whether the table needs a new message rather than an edit."""
        turn = _turn(board)
        old = time.time() - post.posted_at > OLDEST_EDIT
        return old or post.kind != _kind(board) or bool(turn and turn != post.turn)

    async def _post(self, board: Board, page: Page) -> None:
        before = self._posts.pop(board.table, None)
        message = await self._send(board, page, nonce=f"{board.table[:12]}.{board.version}"[:25])
        now = time.time()
        self._posts[board.table] = Post(
            self._channel(board).get_partial_message(message.id), _kind(board), now, time.monotonic(), _turn(board)
        )
        self.face.store.save_board(board.table, board.channel, message.id, now, f"{board.table}.{board.version}")
        if before is not None:
            await self._put_away(before)

    async def _put_away(self, post: Post) -> None:
        """An old board goes; what should stay to be read only loses its buttons."""
        with contextlib.suppress(discord.HTTPException):
            if post.kind == Status.PLAYING:
                await post.message.delete()
            elif time.time() - post.posted_at < OLDEST_EDIT:
                await post.message.edit(view=None)

    async def _edit(self, board: Board, post: Post, page: Page) -> None:
        post.edited_at = time.monotonic()
        told = page.message()
        try:
            await post.message.edit(**told)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            self._posts.pop(board.table, None)
            await self._post(board, page)

    async def _retire(self, board: Board, post: Post | None, page: Page) -> None:
        """The table is gone: its last message says so, or only loses its buttons."""
        self._posts.pop(board.table, None)
        self.face.store.forget_board(board.table)
        if post is None:
            return
        if post.kind in (Status.LOBBY, Status.PLAYING):
            with contextlib.suppress(discord.HTTPException):
                await post.message.edit(**page.message())
        else:
            await self._put_away(post)

    async def _send(self, board: Board, page: Page, nonce: str | None = None) -> discord.Message:
        told = page.message()
        told |= {} if nonce is None else {"nonce": nonce}
        if told["view"] is None:
            del told["view"]
        message: discord.Message = await self._channel(board).send(**told)
        return message

    def _channel(self, board: Board) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(board.channel, guild_id=board.guild)


def _kind(board: Board) -> str:
    return board.status.value


def _turn(board: Board) -> str:
    """The person's turn to announce: empty where a computer, or nobody, is awaited."""
    if board.awaited is None or board.sitters[board.awaited].played_by_computer:
        return ""
    return f"{board.match}.{(board.decision or '').rsplit('.', 1)[0]}"


def _page(board: Board, speaker: Speaker, happened: Sequence[Any]) -> Page:
    """What stands for the table now."""
    panel = panel_of(board.game)
    match board.status:
        case Status.LOBBY:
            return lobby(board, speaker)
        case Status.PLAYING:
            return panel.board(board, speaker)
        case Status.BETWEEN:
            return panel.sheet(board, speaker)
        case Status.AFTER:
            return standings(board, speaker, complete=board.played >= board.deals)
        case Status.CLOSED:
            reasons = [one.reason for one in happened if isinstance(one, Closed)]
            return closed(speaker, reasons[-1] if reasons else "ended")
