"""What is true of a table at one moment, and a change to it that is not yet durable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from marriage_core.engine import Outcome, turn_of
from marriage_core.errors import BadText
from marriage_core.hosting.answers import after_deal
from marriage_core.hosting.happenings import (
    Closed,
    DealAnnulled,
    DealBegan,
    DealClosed,
    Happening,
    MatchEnded,
    MatchStarted,
    Missed,
    Opened,
    read_happening,
    write_happening,
)
from marriage_core.hosting.lobby import Lobby, Sitter, Status, apply, opened
from marriage_core.hosting.ports import Batch, DealRow, MatchRow, MatchSeat, Presence, SeatRow, TableRow
from marriage_core.notation.record import from_events, write
from marriage_core.shuffle import commitment


@dataclass(frozen=True, slots=True)
class Live:
    """A table: its lobby, the deal in progress or just over, that deal's events, and how many journal lines made it.

    `timed_out` are the turns of that deal which the clock ended (M12.2), as `decision_token` names them, without phase.
    """

    lobby: Lobby
    deal: Any = None
    events: tuple[Any, ...] = ()
    lines: int = 0
    timed_out: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """The result of the deal, once it is over."""
        found: Outcome | None = None if self.deal is None else self.lobby.game.outcome(self.deal)
        return found


def happen(live: Live, happening: Happening) -> Live:
    """The table after a happening."""
    lobby = apply(live.lobby, happening)
    if isinstance(happening, DealClosed) and live.outcome is not None:
        lobby = replace(lobby, carried=live.outcome.carried)
    dealt_anew = isinstance(happening, DealBegan | DealAnnulled | MatchStarted)
    deal, events = (None, ()) if dealt_anew else (live.deal, live.events)
    timed_out = () if dealt_anew else live.timed_out
    if isinstance(happening, Missed) and deal is not None:
        missed = lobby.game.decision(deal, happening.seat)
        timed_out += () if missed is None else (turn_of(f"{lobby.deal}.{missed}"),)
    return replace(live, lobby=lobby, deal=deal, events=events, lines=live.lines + 1, timed_out=timed_out)


def play(live: Live, event: Any) -> Live:
    """The table after an event of its game."""
    deal = live.lobby.game.evolve(live.deal, event)
    return replace(live, deal=deal, events=(*live.events, event), lines=live.lines + 1)


def replayed(table: str, lines: tuple[str, ...]) -> Live:
    """The table that a journal tells of. Raises BadText, naming the line, where the journal is not one."""
    live: Live | None = None
    for number, line in enumerate(lines, 1):
        try:
            live = _continued(table, live, line)
        except Exception as error:
            # The line itself is not quoted: it may hold a key or cards.
            sentence = "line {number} of the journal of table {table} cannot be followed ({kind})"
            raise BadText(sentence, number=number, table=repr(table), kind=type(error).__name__) from None
    if live is None:
        raise BadText("the journal of table {table} is empty", table=repr(table))
    return live


def _continued(table: str, live: Live | None, line: str) -> Live:
    if live is None:
        first = read_happening(line.removeprefix("T"))
        if not isinstance(first, Opened):
            raise BadText("a journal begins with Opened")
        return Live(opened(table, first), lines=1)
    if line.startswith("T"):
        happening = read_happening(line[1:])
        seat = getattr(happening, "seat", None)
        if seat is not None and not 0 <= seat < len(live.lobby.sitters):
            raise BadText("no such seat")
        return happen(live, happening)
    if line.startswith("D") and live.lobby.status is Status.PLAYING:
        return play(live, live.lobby.game.read_event(line[1:]))
    raise BadText("a line tells of the table or of a deal in progress")


def happenings_in(lines: Sequence[str]) -> tuple[Happening, ...]:
    """What some journal lines tell of the table itself."""
    return tuple(read_happening(line[1:]) for line in lines if line.startswith("T"))


class Draft:
    """A change in the making: the candidate state, the lines that lead to it and the rows that go with them."""

    def __init__(self, live: Live) -> None:
        self.before = live
        self.live = live
        self.happened: list[Happening] = []
        self.lines: list[str] = []
        self._opened: TableRow | None = None
        self._deal: DealRow | None = None
        self._match: MatchRow | None = None

    @classmethod
    def opening(cls, table: str, event: Opened) -> "Draft":
        """The draft that opens a table."""
        draft = cls(Live(opened(table, event), lines=1))
        draft.lines.append("T" + write_happening(event))
        draft.happened.append(event)
        draft._opened = TableRow(table, event.guild, event.channel)
        return draft

    def happen(self, happening: Happening, key: bytes = b"") -> None:
        """Adds a happening. `key`: of the deal, where this begins one."""
        if isinstance(happening, MatchEnded) and happening.complete:
            self._match = _match_row(self.live.lobby)
        self.live = happen(self.live, happening)
        self.lines.append("T" + write_happening(happening))
        self.happened.append(happening)
        if isinstance(happening, DealBegan):
            lobby = self.live.lobby
            for event in lobby.game.start(lobby.rules, len(lobby.sitters), happening.dealer, key, lobby.carried):
                self._play(event)

    def play(self, events: tuple[Any, ...]) -> None:
        """Adds events of the game; where they end the deal it is scored, and the match goes on or ends."""
        for event in events:
            self._play(event)
        outcome = self.live.outcome
        if outcome is not None:
            for happening in after_deal(self.live.lobby, outcome):
                if isinstance(happening, DealClosed):
                    self._deal = _deal_row(self.live, outcome)
                self.happen(happening)

    def _play(self, event: Any) -> None:
        self.live = play(self.live, event)
        self.lines.append("D" + self.live.lobby.game.write_event(event))

    def batch(self, at: float) -> Batch:
        """All of it as one transaction; `at` in UTC seconds."""
        return Batch(
            table=self.live.lobby.table,
            first=self.live.lines - len(self.lines),
            at=at,
            lines=tuple(self.lines),
            opened=self._opened,
            closed=any(isinstance(happening, Closed) for happening in self.happened),
            deal=self._deal,
            match=self._match,
        )


def _deal_row(live: Live, outcome: Outcome) -> DealRow:
    lobby = live.lobby
    record = from_events(lobby.game, live.events, tuple(sitter.name for sitter in lobby.sitters))
    # By this deal alone: what a game carries counts earlier deals of the match too.
    places = lobby.game.places(outcome.nets, None)
    seats = tuple(
        SeatRow(
            person=sitter.person,
            name=sitter.name,
            level=sitter.level,
            net=outcome.nets[seat],
            won=outcome.winner == seat,
            facts=outcome.facts[seat],
            place=places[seat],
            presence=_presence(sitter),
        )
        for seat, sitter in enumerate(lobby.sitters)
    )
    return DealRow(
        number=lobby.deal,
        game=lobby.game.name,
        preset=lobby.rules.preset,
        rated=lobby.deal_rated,
        by=outcome.by,
        record=write(record),
        commitment=commitment(record.key),
        seats=seats,
    )


def _presence(sitter: Sitter) -> Presence:
    """Where a seat's person is now (F30)."""
    if sitter.left:
        return Presence.LEFT
    return Presence.AWAY if sitter.away else Presence.STAYED


def _match_row(lobby: Lobby) -> MatchRow:
    places = lobby.places
    seats = tuple(
        MatchSeat(sitter.person, sitter.name, lobby.totals[seat], places[seat])
        for seat, sitter in enumerate(lobby.sitters)
    )
    return MatchRow(lobby.match, lobby.game.name, lobby.rules.preset, lobby.match_rated, seats)
