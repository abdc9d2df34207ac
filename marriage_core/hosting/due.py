"""What a table waits for, as data. A tick whose Due is no longer the table's is past by construction (F28)."""

from dataclasses import dataclass, replace

from marriage_core.hosting.draft import Live
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import decision_token
from marriage_core.named import Named


class Kind(Named):
    """What happens when the time comes."""

    COMPUTER = "computer"
    WARN = "warn"
    TURN = "turn"
    NEXT_DEAL = "next_deal"
    EXPIRE = "expire"


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds: before a computer's move, between deals, for an idle lobby, of warning, of grace after a restart.

    `consent`: for rules proposed between deals. A person's tick that comes `late` or later was no wait but an outage.
    """

    computer: float = 1.2
    next_deal: float = 30.0
    consent: float = 180.0
    idle: float = 900.0
    warning: float = 20.0
    grace: float = 60.0
    late: float = 10.0


@dataclass(frozen=True, slots=True)
class Due:
    """What is awaited until `at` (UTC seconds); `token` names it.

    `turn_ends` is the moment that people see: a turn's end, or the next deal's beginning.
    """

    kind: Kind
    token: str
    at: float
    turn_ends: float | None = None


def due(live: Live, before: Due | None, now: float, pace: Pace, grace: float = 0.0) -> Due | None:
    """What the table waits for now. An unchanged wait keeps its time; a closed table waits for nothing.

    `grace` is added to a person's turn that begins now (F29); computers need none.
    """
    lobby = live.lobby
    match lobby.status:
        case Status.CLOSED:
            return None
        case Status.LOBBY | Status.AFTER:
            return Due(Kind.EXPIRE, f"{lobby.status}.{live.lines}", now + pace.idle)
        case Status.BETWEEN:
            open_until = pace.next_deal if lobby.proposal is None else pace.consent
            number = 0 if lobby.proposal is None else lobby.proposal.number
            fresh = Due(
                Kind.NEXT_DEAL, f"{lobby.match}.{lobby.played}.{number}", now + open_until, turn_ends=now + open_until
            )
        case _:
            fresh = _turn(live, now, pace, grace)
    return before if before is not None and before.token == fresh.token and _same_wait(before, fresh) else fresh


def _same_wait(before: Due, fresh: Due) -> bool:
    """A turn that was warned of already waits on, as the same turn."""
    return before.kind is fresh.kind or {before.kind, fresh.kind} == {Kind.WARN, Kind.TURN}


def _turn(live: Live, now: float, pace: Pace, grace: float) -> Due:
    lobby = live.lobby
    seat = lobby.game.to_move(live.deal)
    token = decision_token(live, seat)
    if lobby.sitters[seat].played_by_computer:
        return Due(Kind.COMPUTER, token, now + pace.computer)
    # The whole turn has one deadline: drawing does not buy more time.
    turn = token.rsplit(".", 1)[0]
    ends = now + lobby.rules.turn_seconds + grace
    return Due(Kind.WARN, turn, ends - min(pace.warning, lobby.rules.turn_seconds / 2), turn_ends=ends)


def warned(before: Due) -> Due:
    """The same turn, after its warning."""
    assert before.turn_ends is not None
    return replace(before, kind=Kind.TURN, at=before.turn_ends)


def overslept(waited: Due, now: float, pace: Pace) -> bool:
    """Whether a person's time ran out while the machine, not the person, was away (F29)."""
    return waited.turn_ends is not None and now >= waited.at + pace.late
