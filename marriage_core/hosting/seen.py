"""What the face may know of a table: a board for everybody, a desk for one person. No hidden card is in either."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from marriage_core.errors import TableRefusal
from marriage_core.hosting.draft import Live
from marriage_core.hosting.lobby import Proposal, Sitter, Status


@dataclass(frozen=True, slots=True)
class Board:
    """A table as everybody sees it. `view` is the game's public view, `awaited` the seat whose turn it is and
    `decision` its choice to make, for the controls that everybody sees.

    `deadline` is in UTC seconds; `version` grows with every change; `places` are the match's places by seat. `hints`:
    whether a person may ask for one now, `hints_allowed` whether the host lets them. `timed_out` are the turns of the
    deal that the clock ended: decisions without their phase (M12.2).
    """

    table: str
    guild: int
    channel: int
    host: int
    game: str
    rules: Any
    levels: tuple[str, ...]
    status: Status
    sitters: tuple[Sitter, ...]
    match: int
    deal: int
    played: int
    deals: int
    dealer: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    votes: int
    proposal: Proposal | None
    hints_allowed: bool
    hints: bool
    view: Any
    awaited: int | None
    decision: str | None
    deadline: float | None
    version: int
    timed_out: tuple[str, ...]


@dataclass(frozen=True)
class Desk:
    """A table as one seated person sees it. `view` and `options` are the game's, None before the first deal.

    `decision` names the choice to make now and `anytime` the deal alone: one of them goes with every control, so that
    a click on a control of the past changes nothing.
    """

    board: Board
    seat: int
    view: Any
    decision: str
    anytime: str
    _game: Any = field(repr=False, compare=False)

    @cached_property
    def options(self) -> Any:
        """What the person can do now; searched for when first asked for, since completion, for one, does not ask."""
        return None if self.view is None else self._game.options(self.view)


def board(live: Live, deadline: float | None) -> Board:
    """The public face of a table."""
    lobby = live.lobby
    playing = lobby.status is Status.PLAYING and live.deal is not None
    awaited = lobby.game.to_move(live.deal) if playing else None
    return Board(
        table=lobby.table,
        guild=lobby.guild,
        channel=lobby.channel,
        host=lobby.host,
        game=lobby.game.name,
        rules=lobby.rules,
        levels=tuple(lobby.game.players),
        status=lobby.status,
        sitters=lobby.sitters,
        match=lobby.match,
        deal=lobby.deal,
        played=lobby.played,
        deals=lobby.deals or lobby.length,
        dealer=lobby.dealer,
        totals=lobby.totals,
        places=lobby.places,
        votes=len(lobby.votes_now),
        proposal=lobby.proposal,
        hints_allowed=lobby.hints,
        hints=lobby.hints and not lobby.deal_rated,
        view=None if live.deal is None else lobby.game.view(live.deal, None),
        awaited=awaited,
        decision=None if awaited is None else decision_token(live, awaited),
        deadline=deadline,
        version=live.lines,
        timed_out=live.timed_out,
    )


def desk(live: Live, person: int, deadline: float | None) -> Desk:
    """A person's own side of the table. Raises TableRefusal for someone not seated."""
    lobby = live.lobby
    seat = lobby.seat_of(person)
    if seat is None:
        raise TableRefusal("not_seated")
    view = None if live.deal is None else lobby.game.view(live.deal, seat)
    return Desk(
        board=board(live, deadline),
        seat=seat,
        view=view,
        decision=decision_token(live, seat),
        anytime=anytime_token(live, seat),
        _game=lobby.game,
    )


def anytime_token(live: Live, seat: int) -> str:
    """What a control carries that is good for the whole deal."""
    return f"{live.lobby.deal}.{seat}.any"


def decision_token(live: Live, seat: int) -> str:
    """What a control carries that serves one decision: (deal, seat, that seat's turn, phase)."""
    decision = None if live.deal is None else live.lobby.game.decision(live.deal, seat)
    return anytime_token(live, seat) if decision is None else f"{live.lobby.deal}.{decision}"
