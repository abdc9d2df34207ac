"""The coach: what the best player would do for a view and why, and what turned a deal once it is over.

A hint is a function of the view: it knows nothing that the seat does not (M14). Turning points come from the whole
deal, all of which is public then (M14.3). Both are codes with facts; words live in the catalogues.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from marriage_core.cards import Face, face_of, faces_of, text, without
from marriage_core.errors import Fact, IllegalMove
from marriage_core.marriage.events import Discarded, Drawn, Ended, Event, Seen, Shown, Taken
from marriage_core.marriage.evolve import evolve
from marriage_core.marriage.moves import Discard, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.options import may
from marriage_core.marriage.players import ADVISERS
from marriage_core.marriage.players.advice import Advice, Goal, Why
from marriage_core.marriage.players.nearness import (
    collects_dublees,
    copies,
    dublees_missing,
    helpers,
    missing,
    nearest_discards,
    pairing,
    scoring,
)
from marriage_core.marriage.scoring import count_maal, points_of
from marriage_core.marriage.state import Place, State
from marriage_core.marriage.view import View, unseen, view
from marriage_core.named import Named
from marriage_core.solver import dublees

BEST = list(ADVISERS)[-1]
"""The level whose moves are the coach's."""

# A seat's draws are called lucky or unlucky from this many standard deviations on.
NOTABLE = 1.0


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a hand is: cards (or dublees) missing to the goal, and the faces of which one more helps."""

    goal: Goal
    missing: int
    helped_by: frozenset[Face]


def nearness(of: View) -> Nearness:
    """How near the viewer's hand is to its next goal."""
    own, me = of.me
    if me.route is Route.DUBLEES:
        return Nearness(Goal.EIGHTH_DUBLEE, int(dublees(own.hand) == 0), pairing(own.hand))
    lacks = dublees_missing(of)
    if lacks is not None and collects_dublees(of, planned=True):
        return Nearness(Goal.SEVEN_DUBLEES, lacks, pairing(own.hand))
    show = Goal.SHOW_ANEW if of.holding.exchangeable else Goal.SHOW
    goal = show if me.seen else Goal.THREE_PURE
    return Nearness(goal, missing(of, own.hand), helpers(of, own.hand))


def hint(of: View) -> Advice:
    """The best player's move, why, and how near the hand is: `goal`, `missing`, `helps` among its facts.

    A discard's `missing` and `helps` are those that it leaves. Raises IllegalMove as a move would: deal_over,
    not_your_turn.
    """
    if of.over:
        raise IllegalMove("deal_over")
    if of.turn != of.seat:
        raise IllegalMove("not_your_turn", seat=of.turn)
    advice = ADVISERS[BEST](of)
    near = nearness(of)
    why = _why_drawn(of, near) if advice.why is Why.DRAW else advice.why
    facts: dict[str, Fact] = {"goal": near.goal.value}
    if advice.why is Why.DUBLEES:
        assert isinstance(advice.move, Discard), "dublees are the reason of a discard"
        rest = without(of.me[0].hand, (advice.move.face,))
        facts |= {"missing": near.missing, "helps": copies(pairing(rest), unseen(of))}
    elif why not in (Why.SEE, Why.SHOW, Why.EIGHTH_DUBLEE, Why.READY):
        facts |= {"missing": near.missing, "helps": copies(near.helped_by, unseen(of))}
    return Advice(advice.move, why, facts | dict(advice.facts))


def _why_drawn(of: View, near: Nearness) -> Why:
    """Why a card is drawn rather than taken: also where the discard may not be taken, or nothing more is needed."""
    if near.missing == 0:
        return Why.READY
    return Why.DRAW if may(of, Take()) else Why.ONLY_MOVE


# --- after the deal ---------------------------------------------------------------------------------------------------


class Turned(Named):
    """What turned a deal. `turns` in the facts counts own turns until it was done after all, None for never."""

    MISSED_TUNNELA = "missed_tunnela"
    MISSED_SEE = "missed_see"
    MISSED_SHOW = "missed_show"
    WILD_THROWN = "wild_thrown"
    FED_SHOW = "fed_show"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of them: whose, in which own turn (from 1; 0 for the whole deal), and facts."""

    what: Turned
    seat: int
    turn: int
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(slots=True)
class Draws:
    """A seat's draws from the stock: how many helped, and how many were to be expected to."""

    count: int = 0
    helped: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, chance: float, helped: bool) -> None:
        """One draw."""
        self.count += 1
        self.helped += helped
        self.expected += chance
        self.variance += chance * (1 - chance)

    @property
    def luck(self) -> float:
        """Standard deviations above what was to be expected."""
        return (self.helped - self.expected) / sqrt(self.variance) if self.variance else 0.0


def turning_points(events: Sequence[Event]) -> tuple[TurningPoint, ...]:
    """What turned a deal, in order of time; luck last. Raises ValueError for a deal that is not over (M14.3)."""
    if not events or not isinstance(events[-1], Ended):
        raise ValueError("turning points are told once the deal is over")
    story = _Story(evolve(None, events[0]))
    for event in events[1:]:
        story.tell(event)
    return (*story.finished(), *_luck(story.draws))


def _luck(draws: list[Draws]) -> Iterator[TurningPoint]:
    """The luckiest and the unluckiest seat, where notable. `expected` is in tenths of a card."""
    order = sorted(range(len(draws)), key=lambda seat: draws[seat].luck)
    for what, seat, sign in ((Turned.LUCKY, order[-1], 1), (Turned.UNLUCKY, order[0], -1)):
        own = draws[seat]
        if own.luck * sign >= NOTABLE:
            facts = {"draws": own.count, "helped": own.helped, "expected": round(10 * own.expected)}
            yield TurningPoint(what, seat, 0, facts)


class _Story:
    """A deal told event by event."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.points: list[TurningPoint] = []
        self.draws = [Draws() for _ in state.places]
        # For each seat and kind of missed chance where its point stands in `points`, and when it was made good.
        self._missed: dict[tuple[int, Turned], int] = {}
        self._done: dict[tuple[int, Turned], int] = {}
        self._thrown_by = self._taken_from = -1

    def tell(self, event: Event) -> None:
        """Notes what the event means, then lets it happen."""
        match event:
            case Drawn(seat, card):
                self._draw(seat, face_of(card))
            case Taken(seat, card):
                self._tunnelas(seat)
                self._taken_from = self._thrown_by
            case Discarded(seat, card):
                self._discard(seat, face_of(card))
                self._thrown_by, self._taken_from = seat, -1
            case Seen(seat):
                self._done[seat, Turned.MISSED_SEE] = self._turn(seat)
            case Shown(seat):
                self._done[seat, Turned.MISSED_SHOW] = self._turn(seat)
                self._fed(seat)
            case _:
                pass
        self.state = evolve(self.state, event)

    def finished(self) -> Iterator[TurningPoint]:
        """The points, missed chances with the turns until they were made good."""
        when = {at: key for key, at in self._missed.items()}
        for at, point in enumerate(self.points):
            if at in when:
                done = self._done.get(when[at])
                turns = None if done is None else done - point.turn
                yield TurningPoint(point.what, point.seat, point.turn, {**point.facts, "turns": turns})
            else:
                yield point

    def _turn(self, seat: int) -> int:
        return self.state.places[seat].turns + 1

    def _note(self, what: Turned, seat: int, facts: dict[str, Fact]) -> None:
        self.points.append(TurningPoint(what, seat, self._turn(seat), facts))

    def _missed_chance(self, what: Turned, seat: int, facts: dict[str, Fact]) -> None:
        """Only the first of a kind: whoever does not see it tends not to see it again."""
        if (seat, what) not in self._missed:
            self._missed[seat, what] = len(self.points)
            self._note(what, seat, facts)

    def _tunnelas(self, seat: int) -> None:
        """M5.1: the first draw ends the time for showing tunnelas."""
        if self.state.places[seat].turns == 0:
            own = view(self.state, seat)
            for face in sorted(set(own.me[0].hand)):
                if may(own, ShowTunnela(face)):
                    self._note(Turned.MISSED_TUNNELA, seat, {"card": text(face)})

    def _draw(self, seat: int, face: Face) -> None:
        self._tunnelas(seat)
        own = view(self.state, seat)
        if may(own, TakeAndShow()):
            self._missed_chance(Turned.MISSED_SHOW, seat, {"card": text(own.discards[-1])})
        near, counts = nearness(own), unseen(own)
        self.draws[seat].add(copies(near.helped_by, counts) / sum(counts), face in near.helped_by)

    def _discard(self, seat: int, face: Face) -> None:
        own = view(self.state, seat)
        if own.me[1].seen:
            if may(own, Show()):
                self._missed_chance(Turned.MISSED_SHOW, seat, {"card": None})
            elif face in own.wilds:
                place, tiplu = self.state.places[seat], own.me[0].tiplu
                kept = without(faces_of(place.all_cards), (face,))
                lost = self._maal(place, tiplu, faces_of(place.all_cards)) - self._maal(place, tiplu, kept)
                if _needless(own, face, lost):
                    self._note(Turned.WILD_THROWN, seat, {"card": text(face), "maal": lost})
            return
        routes: list[Move] = [See(route) for route in Route]
        if any(may(own, move) for move in routes):
            self._missed_chance(Turned.MISSED_SEE, seat, {})

    def _maal(self, place: Place, tiplu: Face | None, faces: tuple[Face, ...]) -> int:
        return points_of(count_maal(self.state.rules, tiplu, faces, place.shown.tunnelas))

    def _fed(self, seat: int) -> None:
        """The discard that the shower took in the same turn."""
        if self._taken_from >= 0:
            card = self.state.acquired
            assert card is not None, "who shows has taken a card"
            facts: dict[str, Fact] = {"card": text(face_of(card.card)), "to": seat}
            giver = self._taken_from
            self.points.append(TurningPoint(Turned.FED_SHOW, giver, self.state.places[giver].turns, facts))


def _needless(own: View, thrown: Face, lost: int) -> bool:
    """Whether a card that is not wild could go instead and leave as little missing.

    Towards dublees a wild card serves no more than any other: only the maal that is `lost` with it counts.
    """
    if own.me[1].route is Route.DUBLEES:
        return lost > 0 and any(face not in scoring(own) for face in own.me[0].hand)
    left = nearest_discards(own)
    return thrown not in left or any(face not in own.wilds for face in left)
