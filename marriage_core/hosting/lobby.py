"""Who sits at a table and where its match stands: the table's own state and its bookkeeping. Pure.

What an action does to it is decided in `answers`. The game in progress is not in here; `Table` holds both.
"""

from dataclasses import dataclass, replace
from typing import Any

from marriage_core.engine import find_preset
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
    Opened,
    Removed,
    RulesConsented,
    RulesKept,
    RulesProposed,
    RulesSet,
    VotedEnd,
    WentAway,
)
from marriage_core.named import Named

FEWEST_PLAYERS = 2


class Status(Named):
    """What a table is doing. BETWEEN: a deal of the match is over and the next not begun; AFTER: the match is over."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    AFTER = "after"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who holds a seat. `person` is a Discord id, or None for a computer of `level`.

    `away`: the computer plays for the person until they act again; `left`: until they join again. `misses` counts
    turns in a row that timed out.
    """

    name: str
    person: int | None = None
    level: str | None = None
    away: bool = False
    left: bool = False
    misses: int = 0

    @property
    def played_by_computer(self) -> bool:
        """Whether nobody is waited for at this seat."""
        return self.person is None or self.away or self.left

    @property
    def present(self) -> bool:
        """Whether a person sits here and has not left."""
        return self.person is not None and not self.left


@dataclass(frozen=True, slots=True)
class Proposal:
    """Rules that the host would like from the next deal on, and the persons who agree (M13)."""

    number: int
    rules: Any
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Lobby:
    """The table's own state. `totals` are the match's points by seat; `dealer` deals the current or next deal;
    `carried` is what the match's last deal left for the next; `proposed` counts proposals, of which `proposal` is open;
    `hints`: whether the host allows them.

    `deal_rated` and `match_rated` are settled when the deal and the match begin: whoever leaves then keeps their points
    (M12.2) and escapes nothing.
    """

    table: str
    guild: int
    channel: int
    host: int
    game: Any
    rules: Any
    sitters: tuple[Sitter, ...] = ()
    status: Status = Status.LOBBY
    match: int = 0
    deal: int = 0
    played: int = 0
    deals: int = 0
    dealer: int = 0
    totals: tuple[int, ...] = ()
    carried: Any = None
    votes: frozenset[int] = frozenset()
    nudged_at: float = 0.0
    deal_rated: bool = False
    match_rated: bool = False
    proposed: int = 0
    proposal: Proposal | None = None
    hints: bool = True

    def seat_of(self, person: int) -> int | None:
        """The seat that a person holds, or None."""
        for seat, sitter in enumerate(self.sitters):
            if sitter.person == person and not sitter.left:
                return seat
        return None

    @property
    def places(self) -> tuple[int, ...]:
        """The match's places by seat, from 1 (M12.1)."""
        places: tuple[int, ...] = self.game.places(self.totals, self.carried)
        return places

    @property
    def people(self) -> tuple[int, ...]:
        """Persons seated who have not left, in order of seats."""
        return tuple(s.person for s in self.sitters if s.present and s.person is not None)

    @property
    def voters(self) -> frozenset[int]:
        """Persons whose votes count: seated, and not away (F26: absence blocks nothing)."""
        return frozenset(s.person for s in self.sitters if s.person is not None and not s.played_by_computer)

    @property
    def agreed(self) -> bool:
        """Whether everybody seated consents to the rules proposed; who has left does not count (M13)."""
        return self.proposal is not None and self.proposal.agreed.issuperset(self.people)

    @property
    def votes_now(self) -> frozenset[int]:
        """The votes to end the match that count now."""
        return self.votes & self.voters

    @property
    def alone(self) -> bool:
        """Whether only computers play on (F78)."""
        return all(sitter.played_by_computer for sitter in self.sitters)

    @property
    def rated(self) -> bool:
        """Whether a deal that began now would count for the rating (F73): two people or more, no seat a computer's."""
        return len(self.people) >= FEWEST_PLAYERS and all(s.present for s in self.sitters)

    @property
    def length(self) -> int:
        """Deals of the match as the lobby stands (M12.1)."""
        players: int = max(len(self.sitters), FEWEST_PLAYERS)
        deals: int = self.rules.deals_for(players)
        return deals


def opened(table: str, event: Opened) -> Lobby:
    """The lobby of a table just opened."""
    game, rules = find_preset(event.preset)
    return Lobby(table, event.guild, event.channel, event.host, game, rules.restored(event.options))


def apply(lobby: Lobby, happening: Happening) -> Lobby:
    """The lobby after a happening; never refuses."""
    match happening:
        case Joined(person, name):
            return replace(lobby, sitters=(*lobby.sitters, Sitter(name, person)))
        case ComputerJoined(level, name):
            return replace(lobby, sitters=(*lobby.sitters, Sitter(name, level=level)))
        case Removed(seat):
            return replace(lobby, sitters=lobby.sitters[:seat] + lobby.sitters[seat + 1 :])
        case HostPassed(person):
            return replace(lobby, host=person)
        case RulesSet() | RulesProposed() | RulesConsented() | RulesKept() | HintsSet():
            return _apply_rules(lobby, happening)
        case VotedEnd(person):
            return replace(lobby, votes=lobby.votes | {person})
        case Nudged(_, at):
            return replace(lobby, nudged_at=at)
        case Missed(seat):
            return _with_sitter(lobby, seat, misses=lobby.sitters[seat].misses + 1)
        case WentAway(seat, left):
            return _with_sitter(lobby, seat, away=True, left=left)
        case CameBack(seat):
            return _with_sitter(lobby, seat, away=False, left=False, misses=0)
        case Opened():
            raise ValueError("a table is opened once")
        case _:
            return _apply_match(lobby, happening)


def _apply_rules(lobby: Lobby, happening: RulesSet | RulesProposed | RulesConsented | RulesKept | HintsSet) -> Lobby:
    preset = find_preset(lobby.rules.preset)[1]
    match happening:
        case RulesSet(options):
            rules = preset.restored(options)
            changed = replace(lobby, rules=rules, proposal=None)
            # The match goes on with its own length unless that is what was changed.
            same = changed.length == lobby.length or lobby.status is not Status.BETWEEN
            return changed if same else replace(changed, deals=changed.length)
        case RulesProposed(number, options):
            return replace(lobby, proposed=number, proposal=Proposal(number, preset.restored(options)))
        case RulesConsented(person):
            assert lobby.proposal is not None, "consent is to a proposal"
            agreed = lobby.proposal.agreed | {person}
            return replace(lobby, proposal=replace(lobby.proposal, agreed=agreed))
        case RulesKept():
            return replace(lobby, proposal=None)
        case HintsSet(on):
            return replace(lobby, hints=on)


def _apply_match(lobby: Lobby, happening: Happening) -> Lobby:
    match happening:
        case MatchStarted(number, deals, dealer):
            totals = (0,) * len(lobby.sitters)
            begun = replace(lobby, match=number, deals=deals, played=0, dealer=dealer, totals=totals)
            return replace(begun, carried=None, votes=frozenset(), match_rated=lobby.rated)
        case DealBegan(number, dealer):
            begun = replace(lobby, status=Status.PLAYING, deal=number, dealer=dealer, deal_rated=lobby.rated)
            return replace(begun, proposal=None)
        case DealClosed(_, nets):
            totals = tuple(total + net for total, net in zip(lobby.totals, nets, strict=True))
            return replace(lobby, status=Status.BETWEEN, played=lobby.played + 1, totals=totals)
        case DealAnnulled():
            return replace(lobby, status=Status.BETWEEN)
        case MatchEnded():
            return replace(lobby, status=Status.AFTER, votes=frozenset())
        case Closed():
            return replace(lobby, status=Status.CLOSED)
        case _:
            raise AssertionError(f"{happening!r} has no bookkeeping")


def _with_sitter(lobby: Lobby, seat: int, **changes: Any) -> Lobby:
    sitters = list(lobby.sitters)
    sitters[seat] = replace(sitters[seat], **changes)
    return replace(lobby, sitters=tuple(sitters))
