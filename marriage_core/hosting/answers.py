"""What an action does at a table: the happenings it brings about, or TableRefusal. Pure."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from marriage_core.engine import Outcome
from marriage_core.errors import TableRefusal
from marriage_core.hosting.actions import (
    Action,
    AddComputer,
    ChangeRules,
    Consent,
    EndMatch,
    Join,
    Leave,
    NextDeal,
    Nudge,
    PlayAgain,
    RemoveSeat,
    Start,
    SwitchHints,
)
from marriage_core.hosting.happenings import (
    CameBack,
    Closed,
    ComputerJoined,
    DealAnnulled,
    DealBegan,
    DealClosed,
    Happening,
    HintsSet,
    HostPassed,
    Joined,
    MatchEnded,
    MatchStarted,
    Missed,
    Nudged,
    Removed,
    RulesConsented,
    RulesKept,
    RulesProposed,
    RulesSet,
    VotedEnd,
    WentAway,
)
from marriage_core.hosting.lobby import FEWEST_PLAYERS, Lobby, Status, apply

MISSES_UNTIL_AWAY = 2
NUDGE_SECONDS = 30
COMPUTER_NAMES = ("Kaji", "Maya", "Dolma", "Hari", "Sunita", "Pemba", "Gita")

Chance = Callable[[int], int]
"""A number from 0 to n − 1."""


def answer(lobby: Lobby, person: int, action: Action, *, chance: Chance) -> tuple[Happening, ...]:
    """The happenings of an action at an open table. Raises TableRefusal or BadRules.

    `chance` picks the first dealer of a match (M4.1). A nudge needs the game in progress and is answered by `nudged`.
    """
    match action:
        case Join(name):
            return _join(lobby, person, name)
        case Leave():
            return _leave(lobby, person)
        case AddComputer(level):
            return _add_computer(lobby, person, level)
        case RemoveSeat(seat):
            return _remove(lobby, person, seat)
        case ChangeRules() | Consent() | SwitchHints():
            return _of_rules(lobby, person, action)
        case Start():
            return _start(lobby, person, chance)
        case NextDeal():
            return _next_deal(lobby, person)
        case PlayAgain():
            return _play_again(lobby, person, chance)
        case EndMatch(moderator):
            return _end(lobby, person, moderator)
        case Nudge():
            raise AssertionError("a nudge is answered by `nudged`")


def _in_lobby(lobby: Lobby) -> None:
    if lobby.status is not Status.LOBBY:
        raise TableRefusal("match_running")


def _as_host(lobby: Lobby, person: int) -> None:
    if person != lobby.host:
        raise TableRefusal("host_only", host=lobby.host)


def _room(lobby: Lobby) -> None:
    if len(lobby.sitters) >= lobby.rules.most_players:
        raise TableRefusal("table_full", seats=lobby.rules.most_players)


def _seated(lobby: Lobby, person: int) -> int:
    seat = lobby.seat_of(person)
    if seat is None:
        raise TableRefusal("not_seated")
    return seat


def _join(lobby: Lobby, person: int, name: str) -> tuple[Happening, ...]:
    """A seat in the lobby; in a match the own seat again, for someone who left it or is away (F26)."""
    for seat, sitter in enumerate(lobby.sitters):
        if sitter.person == person:
            if not sitter.played_by_computer:
                raise TableRefusal("already_seated")
            return (CameBack(seat),)
    _in_lobby(lobby)
    _room(lobby)
    return (Joined(person, name),)


def _leave(lobby: Lobby, person: int) -> tuple[Happening, ...]:
    """F25, F31–F33: never refused to someone seated; the last person to go closes the table (M12.2)."""
    seat = _seated(lobby, person)
    if lobby.people == (person,):
        return closing(lobby, "nobody_left")
    gone: Happening = Removed(seat) if lobby.status is Status.LOBBY else WentAway(seat, left=True)
    passed = (HostPassed(_next_host(lobby, seat)),) if person == lobby.host else ()
    return (gone, *passed, *_if_agreed(apply(lobby, gone)))


def _next_host(lobby: Lobby, seat: int) -> int:
    """F32: the next seat's person, sooner one who is not away."""
    following = (*lobby.sitters[seat + 1 :], *lobby.sitters[:seat])
    people = [sitter for sitter in following if sitter.present]
    chosen = next((sitter for sitter in people if not sitter.away), people[0])
    assert chosen.person is not None
    return chosen.person


def _add_computer(lobby: Lobby, person: int, level: str) -> tuple[Happening, ...]:
    _as_host(lobby, person)
    _in_lobby(lobby)
    _room(lobby)
    if level not in lobby.game.players:
        raise TableRefusal("unknown_level", level=level, levels=tuple(lobby.game.players))
    taken = {sitter.name for sitter in lobby.sitters}
    numbered = f"{COMPUTER_NAMES[0]} {len(lobby.sitters) + 1}"
    name = next((name for name in COMPUTER_NAMES if name not in taken), numbered)
    return (ComputerJoined(level, name),)


def _remove(lobby: Lobby, person: int, seat: int) -> tuple[Happening, ...]:
    _as_host(lobby, person)
    _in_lobby(lobby)
    if not 0 <= seat < len(lobby.sitters):
        raise TableRefusal("no_such_seat", seat=seat, seats=len(lobby.sitters))
    if lobby.sitters[seat].person == person:
        raise TableRefusal("leave_instead")
    return (Removed(seat),)


def _of_rules(lobby: Lobby, person: int, action: ChangeRules | Consent | SwitchHints) -> tuple[Happening, ...]:
    match action:
        case ChangeRules(options):
            return _change_rules(lobby, person, options)
        case Consent(proposal, agrees):
            return _consent(lobby, person, proposal, agrees)
        case SwitchHints(on):
            _as_host(lobby, person)
            return (HintsSet(on),)


def _change_rules(lobby: Lobby, person: int, options: Any) -> tuple[Happening, ...]:
    """M13: rules are locked when the first deal starts; between deals everybody seated must consent."""
    _as_host(lobby, person)
    if lobby.status is Status.PLAYING:
        raise TableRefusal("rules_locked")
    rules = lobby.rules.with_options(options)
    if len(lobby.sitters) > rules.most_players:
        raise TableRefusal("table_full", seats=rules.most_players)
    if lobby.status is Status.LOBBY:
        return (RulesSet(rules.options()),)
    if rules == lobby.rules:
        raise TableRefusal("rules_same")
    if lobby.status is Status.BETWEEN and 0 < rules.deals_for(len(lobby.sitters)) <= lobby.played:
        raise TableRefusal("deals_played", played=lobby.played)
    proposed = (RulesProposed(lobby.proposed + 1, rules.options()), RulesConsented(person))
    return (*proposed, *_if_agreed(_after(lobby, proposed)))


def _consent(lobby: Lobby, person: int, number: int, agrees: bool) -> tuple[Happening, ...]:
    """M13: one seated person's word on the rules proposed; one who does not agree ends the proposal."""
    _seated(lobby, person)
    if lobby.proposal is None or lobby.proposal.number != number:
        raise TableRefusal("proposal_over")
    if not agrees:
        return (RulesKept(person),)
    if person in lobby.proposal.agreed:
        raise TableRefusal("already_agreed")
    agreed = RulesConsented(person)
    return (agreed, *_if_agreed(apply(lobby, agreed)))


def _if_agreed(lobby: Lobby) -> tuple[Happening, ...]:
    """The proposed rules hold once everybody seated has consented."""
    if lobby.proposal is None or not lobby.agreed:
        return ()
    return (RulesSet(lobby.proposal.rules.options()),)


def _after(lobby: Lobby, happenings: Sequence[Happening]) -> Lobby:
    return reduce(apply, happenings, lobby)


def _start(lobby: Lobby, person: int, chance: Chance) -> tuple[Happening, ...]:
    _as_host(lobby, person)
    _in_lobby(lobby)
    if len(lobby.sitters) < FEWEST_PLAYERS:
        raise TableRefusal("too_few", need=FEWEST_PLAYERS)
    return _match(lobby, chance)


def _match(lobby: Lobby, chance: Chance) -> tuple[Happening, ...]:
    first = chance(len(lobby.sitters))
    return (MatchStarted(lobby.match + 1, lobby.length, first), DealBegan(lobby.deal + 1, first))


def _next_deal(lobby: Lobby, person: int) -> tuple[Happening, ...]:
    _seated(lobby, person)
    if lobby.status is not Status.BETWEEN:
        raise TableRefusal("no_deal_due")
    return next_deal(lobby)


def next_deal(lobby: Lobby) -> tuple[Happening, ...]:
    """The next deal of the match begins; the next seat deals (M4.1). Only computers play no deal (F78)."""
    if lobby.alone:
        return (MatchEnded(lobby.match, complete=False),)
    dealer = lobby.game.next_dealer(lobby.rules, len(lobby.sitters), lobby.dealer)
    return (DealBegan(lobby.deal + 1, dealer),)


def _play_again(lobby: Lobby, person: int, chance: Chance) -> tuple[Happening, ...]:
    """The same people and rules; seats of people who left are emptied first."""
    _seated(lobby, person)
    if lobby.status is not Status.AFTER:
        raise TableRefusal("match_running")
    gone = [seat for seat, sitter in enumerate(lobby.sitters) if sitter.left]
    emptied: list[Happening] = [Removed(seat) for seat in reversed(gone)]
    left = len(lobby.sitters) - len(gone)
    if left < FEWEST_PLAYERS:
        raise TableRefusal("too_few", need=FEWEST_PLAYERS)
    return (*emptied, *_match(_after(lobby, emptied), chance))


def _end(lobby: Lobby, person: int, moderator: bool) -> tuple[Happening, ...]:
    """F26: the host or a moderator at once, the seated by majority; who votes again asks only whether it is reached.

    After the match there is nothing to lose: anybody seated closes the table.
    """
    if person == lobby.host or moderator:
        return closing(lobby, "ended")
    _seated(lobby, person)
    if lobby.status is Status.AFTER:
        return closing(lobby, "ended")
    reached = 2 * len(lobby.votes_now | {person}) > len(lobby.voters)
    if person in lobby.votes and not reached:
        raise TableRefusal("already_voted")
    return (VotedEnd(person), *(closing(lobby, "ended") if reached else ()))


def closing(lobby: Lobby, reason: str) -> tuple[Happening, ...]:
    """The table closes, whatever it was doing: a deal in progress does not count."""
    annulled: tuple[Happening, ...] = (DealAnnulled(lobby.deal),) if lobby.status is Status.PLAYING else ()
    running = lobby.status in (Status.PLAYING, Status.BETWEEN)
    stopped: tuple[Happening, ...] = (MatchEnded(lobby.match, complete=False),) if running else ()
    return (*annulled, *stopped, Closed(reason))


def after_deal(lobby: Lobby, outcome: Outcome) -> tuple[Happening, ...]:
    """A deal has been scored; after the last of the match, or when only computers play on, the match is over (F78)."""
    closed = DealClosed(lobby.deal, outcome.nets)
    last = lobby.played + 1 >= lobby.deals if outcome.last is None else outcome.last
    return (closed, MatchEnded(lobby.match, complete=last)) if last or lobby.alone else (closed,)


def missed(lobby: Lobby, seat: int) -> tuple[Happening, ...]:
    """F26: a turn timed out; the second in a row seats the computer until the person acts again."""
    away = lobby.sitters[seat].misses + 1 >= MISSES_UNTIL_AWAY
    return (Missed(seat), *((WentAway(seat, left=False),) if away else ()))


def nudged(lobby: Lobby, person: int, awaited: int | None, now: float) -> Happening:
    """F43: pings who is awaited, not more often than every half minute. `now` in UTC seconds."""
    _seated(lobby, person)
    if awaited is None or lobby.sitters[awaited].played_by_computer:
        raise TableRefusal("nobody_awaited")
    left = lobby.nudged_at + NUDGE_SECONDS - now
    if left > 0:
        raise TableRefusal("nudged_lately", seconds=int(left) + 1)
    return Nudged(awaited, float(now))


def check_hints(lobby: Lobby) -> None:
    """Raises TableRefusal where nobody gets a hint now; a rated deal has none."""
    if lobby.status is not Status.PLAYING:
        raise TableRefusal("no_deal")
    if not lobby.hints:
        raise TableRefusal("hints_off")
    if lobby.deal_rated:
        raise TableRefusal("hints_rated")
