"""One live table: everything that changes it goes through one lock, is durable before it is true, and is told last.

under the lock: still the same decision? → decide → evolve a draft → journal.append → swap in → tell
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from marriage_core.errors import TableRefusal
from marriage_core.hosting.actions import Action, Join, Leave, Nudge
from marriage_core.hosting.answers import answer, closing, next_deal, nudged
from marriage_core.hosting.draft import Draft, Live
from marriage_core.hosting.due import Due, Kind, Pace, due, overslept, warned
from marriage_core.hosting.forced import MOST_MOVES_A_TURN, computer_moves, time_out
from marriage_core.hosting.happenings import CameBack, Closed, DealBegan, Happening, Resumed, Warned
from marriage_core.hosting.hints import Hints
from marriage_core.hosting.ledger import Ledger, Truth
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.ports import Clock, Computers, Entropy, Journal, Presenter
from marriage_core.hosting.seen import Board, Desk, anytime_token, board, decision_token, desk
from marriage_core.hosting.telling import Teller
from marriage_core.hosting.waiting import Waiter

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ports:
    """What every table of a process shares."""

    journal: Journal
    clock: Clock
    entropy: Entropy
    presenter: Presenter
    computers: Computers
    pace: Pace = Pace()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a submission. `past`: the decision was made already or is another deal's; nothing changed."""

    past: bool = False


class Table:
    """A table of any game. People and computers submit; the face reads boards and desks."""

    def __init__(self, live: Live, ports: Ports, closed: Callable[["Table"], None]) -> None:
        self._live = live
        # One desk a person and state: a move looks at it several times, and what it can do is a search.
        self._desks: dict[int, tuple[Live, float | None, Desk]] = {}
        self._ports = ports
        self._on_closed = closed
        self._lock = asyncio.Lock()
        self._ledger = Ledger(live.lobby.table, ports.journal, ports.clock)
        self._stopped = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._teller = Teller(self, ports.presenter, self._worth_telling)
        self._waiter = Waiter(ports.clock, self._think, self._tick)
        self._computer_turn = ("", 0)
        self._hints = Hints(ports.computers)

    # --- for the face -------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's short name, part of every control's id."""
        return self._live.lobby.table

    @property
    def open(self) -> bool:
        """Whether the table still takes actions."""
        return self._live.lobby.status is not Status.CLOSED

    @property
    def busy(self) -> bool:
        """Whether it still waits for or tells something; a closed table soon does not."""
        return bool(self._tasks)

    @property
    def guild(self) -> int:
        """The server it is on."""
        return self._live.lobby.guild

    @property
    def channel(self) -> int:
        """The channel it is in."""
        return self._live.lobby.channel

    def public_view(self) -> Board:
        """The table as everybody may see it now."""
        return board(self._live, self._turn_ends)

    def view_for(self, person: int) -> Desk:
        """The table as one seated person may see it now. Raises TableRefusal for someone not seated."""
        known = self._desks.get(person)
        if known is None or known[0] is not self._live or known[1] != self._turn_ends:
            known = self._desks[person] = (self._live, self._turn_ends, desk(self._live, person, self._turn_ends))
        return known[2]

    def seats(self, person: int) -> bool:
        """Whether a person sits here."""
        return self._live.lobby.seat_of(person) is not None

    def read_move(self, word: str) -> Any:
        """The move that a word means in this table's game. Raises BadText."""
        return self._live.lobby.game.read_move(word)

    async def hint(self, person: int) -> Any:
        """The coach's advice for a person's seat now, from that seat's view alone; the same for the same decision.

        Raises Refusal: not seated, no deal, not their turn, hints switched off, a rated deal, a game without a coach.
        """
        return await self._hints.advise(self._live.lobby, person, self.view_for(person))

    async def submit(self, person: int, action: Action | Any, decision: str | None = None) -> Receipt:
        """Does what a person asks: an action of the table or a move of the game.

        `decision` is what the person's control carried. Raises Refusal or BadRules with the reason; nothing has
        changed then, except that someone who was away is back. Returns once the change is durable.
        """
        async with self._lock:
            await self._make_sure()
            if not self.open:
                raise TableRefusal("table_closed")
            await self._welcome(person, action)
            if decision is not None and not self._current(person, decision):
                return Receipt(past=True)
            draft = Draft(self._live)
            if isinstance(action, Nudge):
                awaited = self.public_view().awaited
                draft.happen(nudged(self._live.lobby, person, awaited, self._ports.clock.now()))
            elif isinstance(action, Action):
                self._add(draft, answer(self._live.lobby, person, action, chance=self._ports.entropy.below))
            else:
                self._move(draft, person, action)
            await self._commit(draft)
            return Receipt()

    async def expire(self, reason: str = "expired") -> None:
        """Closes the table without a person's asking: idle, or its channel gone."""
        async with self._lock:
            await self._make_sure()
            if self.open:
                await self._expire(reason)

    async def give_way(self) -> None:
        """Closes the table for another in its channel. Raises TableRefusal unless its match is over."""
        async with self._lock:
            await self._make_sure()
            if self.open:
                if self._live.lobby.status is not Status.AFTER:
                    raise TableRefusal("channel_taken")
                await self._expire("replaced")

    def begin(self, happened: Sequence[Happening]) -> None:
        """Starts waiting and telling, first of what `happened`; called once, when the table is opened."""
        self._go_on(happened)

    def resume(self) -> None:
        """As `begin`, after a restart: whoever is awaited gets the whole time again, and some grace (F29)."""
        self._go_on((Resumed(),), self._ports.pace.grace)

    def _go_on(self, news: Sequence[Any], grace: float = 0.0) -> None:
        self._rearm(None, grace)
        self._teller.tell(news)
        self._start(self._waiter.run())
        self._start(self._teller.run())

    async def close(self) -> None:
        """Stops waiting, telling and taking actions; the journal keeps the table."""
        self._stopped = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._lock.locked():
            await self._ledger.close()

    # --- under the lock -----------------------------------------------------------------------------------------------

    async def _welcome(self, person: int, action: Action | Any) -> None:
        """F26: whoever does anything at all is back, whatever becomes of what they do."""
        seat = self._live.lobby.seat_of(person)
        if seat is not None and self._live.lobby.sitters[seat].away and not isinstance(action, Join | Leave):
            draft = Draft(self._live)
            draft.happen(CameBack(seat))
            await self._commit(draft)

    def _current(self, person: int, decision: str) -> bool:
        """Whether a control is of now: False for one of the past. Raises TableRefusal for another seat's turn."""
        live = self._live
        seat = live.lobby.seat_of(person)
        if seat is None:
            raise TableRefusal("not_seated")
        if decision in (decision_token(live, seat), anytime_token(live, seat)):
            return True
        awaited = self.public_view().awaited
        ours = decision.startswith(f"{live.lobby.deal}.") and not decision.startswith(f"{live.lobby.deal}.{seat}.")
        if ours and awaited not in (None, seat):
            raise TableRefusal("not_your_turn", seat=awaited)
        return False

    def _add(self, draft: Draft, happenings: Sequence[Happening]) -> None:
        for happening in happenings:
            draft.happen(happening, self._ports.entropy.key() if isinstance(happening, DealBegan) else b"")

    def _move(self, draft: Draft, person: int, move: Any) -> None:
        lobby, deal = draft.live.lobby, draft.live.deal
        seat = lobby.seat_of(person)
        if seat is None:
            raise TableRefusal("not_seated")
        if deal is None or lobby.status is not Status.PLAYING:
            raise TableRefusal("no_deal")
        events = lobby.game.decide(deal, seat, move)
        if lobby.sitters[seat].misses:
            draft.happen(CameBack(seat))
        draft.play(events)

    async def _expire(self, reason: str) -> None:
        draft = Draft(self._live)
        self._add(draft, closing(self._live.lobby, reason))
        await self._commit(draft)

    # --- saving -------------------------------------------------------------------------------------------------------

    async def _commit(self, draft: Draft, *, afresh: bool = False) -> None:
        """Durable first, then true, then told. Where it is not known to be durable, `_make_sure` finds out."""
        if self._stopped:
            raise TableRefusal("not_saved")
        try:
            truth = await self._ledger.write(draft, afresh=afresh)
        except (TableRefusal, asyncio.CancelledError):
            # Soon, without waiting for the next action; a stopped table leaves it to the next start.
            if not self._stopped:
                self._start(self._clear_up())
            raise
        self._swap_in(truth)

    async def _make_sure(self) -> None:
        """Where the outcome of an append is unknown, the journal says what is true (design.md, section 3)."""
        truth = await self._ledger.settle(self._live)
        if truth is not None:
            self._swap_in(truth)

    async def _clear_up(self) -> None:
        async with self._lock:
            with contextlib.suppress(TableRefusal):
                await self._make_sure()

    def _swap_in(self, truth: Truth) -> None:
        news = truth.live.lines != self._live.lines
        self._live = truth.live
        self._rearm(None if truth.afresh else self._waiter.due)
        if news:
            self._teller.tell(truth.happened)
        if any(isinstance(happening, Closed) for happening in truth.happened):
            self._on_closed(self)

    # --- waiting ------------------------------------------------------------------------------------------------------

    @property
    def _turn_ends(self) -> float | None:
        return None if self._waiter.due is None else self._waiter.due.turn_ends

    def _rearm(self, before: Due | None, grace: float = 0.0) -> None:
        ports = self._ports
        self._waiter.set(due(self._live, before, ports.clock.now(), ports.pace, grace))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _worth_telling(self, happened: Any) -> bool:
        """A warning is stale once its turn is over."""
        now = self._waiter.due
        warning = isinstance(happened, Warned)
        return not warning or (now is not None and now.kind is Kind.TURN and self._to_move == happened.seat)

    @property
    def _to_move(self) -> int:
        seat: int = self._live.lobby.game.to_move(self._live.deal)
        return seat

    async def _think(self, waited: Due) -> Any:
        """A computer's move, made up off the loop and without the lock; nothing for other waits."""
        if waited.kind is not Kind.COMPUTER:
            return None
        live, seat = self._live, self._to_move
        game = live.lobby.game
        view = game.view(live.deal, seat)
        turn = waited.token.rsplit(".", 1)[0]
        moves = self._computer_turn[1] + 1 if self._computer_turn[0] == turn else 1
        self._computer_turn = (turn, moves)
        if moves > MOST_MOVES_A_TURN:
            return game.absent_move(view)
        level = live.lobby.sitters[seat].level or next(iter(game.players))
        try:
            return await self._ports.computers.choose(game, level, view)
        except Exception:
            log.exception("table %s: the computer player %r failed", self.id, level)
            return game.absent_move(view)

    async def _tick(self, waited: Due, move: Any) -> None:
        async with self._lock:
            await self._make_sure()
            if self._waiter.due is not waited or self._stopped:
                return
            if overslept(waited, self._ports.clock.now(), self._ports.pace):
                self._rearm(None)
                return
            draft = Draft(self._live)
            match waited.kind:
                case Kind.COMPUTER:
                    computer_moves(draft, move)
                case Kind.WARN:
                    self._waiter.set(warned(waited))
                    self._teller.tell((Warned(self._to_move),))
                    return
                case Kind.TURN:
                    time_out(draft)
                case Kind.NEXT_DEAL:
                    self._add(draft, next_deal(self._live.lobby))
                case Kind.EXPIRE:
                    self._add(draft, closing(self._live.lobby, "expired"))
            await self._commit(draft, afresh=waited.kind is Kind.COMPUTER)
