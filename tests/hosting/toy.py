"""A game small enough to play a thousand times: draw a number, put one away; whoever draws enough may win.

It has what a table must cope with: hidden numbers, a move out of turn, a move that leaves the phase as it was, a deal
without a winner.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from marriage_core.engine import Decision, Origin, Outcome
from marriage_core.errors import BadRules, BadText, IllegalMove
from marriage_core.marriage.scoring import places
from marriage_core.shuffle import commitment, shuffle


@dataclass(frozen=True, slots=True)
class Rules:
    preset: str = "toy"
    most: int = 5
    deals: int = 0
    seconds: int = 60
    rounds: int = 3
    step: int = 1

    @property
    def most_players(self) -> int:
        return self.most

    @property
    def turn_seconds(self) -> int:
        return self.seconds

    def deals_for(self, players: int) -> int:
        return self.deals or 2 * players

    def with_options(self, options: Mapping[str, object]) -> "Rules":
        for key, value in options.items():
            if key not in ("most", "deals", "seconds", "rounds", "step") or not isinstance(value, int):
                raise BadRules(f"option {key}: {value!r}")
        return replace(self, **options)  # type: ignore[arg-type]

    def restored(self, options: Mapping[str, object]) -> "Rules":
        """As `with_options`: no options of this game contradict each other. Raises BadRules."""
        return self.with_options(options)

    def options(self) -> dict[str, Any]:
        base = PRESETS[self.preset]
        keys = ("most", "deals", "seconds", "rounds", "step")
        return {key: getattr(self, key) for key in keys if getattr(self, key) != getattr(base, key)}


PRESETS = {"toy": Rules(), "toyback": Rules("toyback", step=-1)}


@dataclass(frozen=True, slots=True)
class Begun:
    preset: str
    options: Mapping[str, Any]
    players: int
    dealer: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Done:
    seat: int
    word: str
    secret: int


Event = Begun | Done


@dataclass(frozen=True, slots=True)
class Deal:
    rules: Rules
    dealer: int
    key: bytes
    hands: tuple[tuple[int, ...], ...]
    turns: tuple[int, ...]
    turn: int
    phase: str = "draw"
    shouts: frozenset[int] = frozenset()
    over: bool = False
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    turn: int
    phase: str
    counts: tuple[int, ...]
    shouts: frozenset[int]
    turns: tuple[int, ...]
    own: tuple[int, ...]
    commitment: str
    key: bytes | None


@dataclass(frozen=True, slots=True)
class Move:
    word: str


DRAW, PUT, WIN, SHOUT, STAY = (Move(word) for word in ("draw", "put", "win", "shout", "stay"))


def quick(view: View) -> Move:
    """Plays safely, but shouts first."""
    if view.phase == "draw" and view.seat not in view.shouts and view.turns[view.seat or 0] == 0:
        return SHOUT
    return DRAW if view.phase == "draw" else PUT


def sharp(view: View) -> Move:
    """Wins as soon as it may."""
    return DRAW if view.phase == "draw" else WIN if len(view.own) >= 2 else PUT


class Toy:
    """See marriage_core.engine.Game."""

    name = "toy"
    zero_sum = True
    endings = ("win",)
    presets: Mapping[str, Rules] = PRESETS
    players: Mapping[str, Any] = {"quick": quick, "sharp": sharp}

    def start(self, rules: Rules, players: int, dealer: int, key: bytes, carried: None = None) -> tuple[Event, ...]:
        if not 2 <= players <= rules.most:
            raise BadRules(f"{players} players")
        return (Begun(rules.preset, rules.options(), players, dealer, key),)

    def decide(self, state: Deal, seat: int, move: Move) -> tuple[Event, ...]:
        if not isinstance(move, Move):
            raise AssertionError(f"{move!r} is no move")
        if state.over:
            raise IllegalMove("deal_over")
        if move == SHOUT:
            if seat in state.shouts or state.turns[seat] > 0:
                raise IllegalMove("too_late")
            return (Done(seat, "shout", 0),)
        if state.turn != seat:
            raise IllegalMove("not_your_turn", seat=state.turn)
        if move == DRAW:
            if state.phase != "draw":
                raise IllegalMove("already_drew")
            number = shuffle(state.key, f"{seat} {state.turns[seat]}", 1000)[0]
            return (Done(seat, "draw", number),)
        if state.phase != "play":
            raise IllegalMove("draw_first")
        if move == STAY:
            return (Done(seat, "stay", 0),)
        if move == WIN and len(state.hands[seat]) < 2:
            raise IllegalMove("cannot_win")
        return (Done(seat, move.word, state.hands[seat][-1]),)

    def evolve(self, state: Deal | None, event: Event) -> Deal:
        if isinstance(event, Begun):
            rules = PRESETS[event.preset].with_options(event.options)
            first = (event.dealer + rules.step) % event.players
            none: tuple[int, ...] = ()
            return Deal(rules, event.dealer, event.key, (none,) * event.players, (0,) * event.players, first)
        assert state is not None
        seat = event.seat
        match event.word:
            case "draw":
                hand = (*state.hands[seat], event.secret)
                return replace(state, phase="play", hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
            case "shout":
                return replace(state, shouts=state.shouts | {seat})
            case "win":
                return replace(state, over=True, winner=seat)
            case "stay":
                return state
            case _:
                turns = (*state.turns[:seat], state.turns[seat] + 1, *state.turns[seat + 1 :])
                turn = (seat + state.rules.step) % len(turns)
                over = all(n >= state.rules.rounds for n in turns)
                return replace(state, phase="draw", turns=turns, turn=turn, over=over)

    def view(self, state: Deal, seat: int | None) -> View:
        counts = tuple(len(hand) for hand in state.hands)
        own = () if seat is None else state.hands[seat]
        key = state.key if state.over else None
        return View(seat, state.turn, state.phase, counts, state.shouts, state.turns, own, commitment(state.key), key)

    def options(self, view: View) -> tuple[Move, ...]:
        return (DRAW,) if view.phase == "draw" else (PUT,)

    def decision(self, state: Deal, seat: int) -> Decision | None:
        if state.over or state.turn != seat:
            return None
        return Decision(seat, state.turns[seat], state.phase)

    def to_move(self, state: Deal) -> int | None:
        return None if state.over else state.turn

    def absent_move(self, view: View) -> Move:
        return DRAW if view.phase == "draw" else PUT

    def outcome(self, state: Deal) -> Outcome | None:
        if not state.over:
            return None
        n = len(state.hands)
        own = [len(hand) + (state.winner == seat) for seat, hand in enumerate(state.hands)]
        nets = tuple(n * points - sum(own) for points in own)
        return Outcome(nets, state.winner, None if state.winner is None else "win", tuple({"own": p} for p in own))

    def account(self, state: Deal) -> tuple[Mapping[str, Any], ...]:
        return ()

    def hint(self, view: View) -> Move:
        if view.turn != view.seat:
            raise IllegalMove("not_your_turn", seat=view.turn)
        return sharp(view)

    def turning_points(self, events: Sequence[Event]) -> tuple[str, ...]:
        return ("won",) if any(isinstance(event, Done) and event.word == "win" for event in events) else ()

    def settle_sheet(self, sheet: object) -> Mapping[str, Any]:
        return {}

    def places(self, totals: tuple[int, ...], carried: None) -> tuple[int, ...]:
        return places(totals)

    def next_dealer(self, rules: Rules, players: int, dealer: int) -> int:
        return (dealer + rules.step) % players

    def origin_of(self, events: Sequence[Event]) -> Origin:
        begun = events[0]
        assert isinstance(begun, Begun)
        rules = PRESETS[begun.preset].with_options(begun.options)
        return Origin(rules, begun.players, begun.dealer, begun.key)

    def moves_of(self, events: Sequence[Event]) -> tuple[tuple[int, Move], ...]:
        return tuple((event.seat, Move(event.word)) for event in events if isinstance(event, Done))

    def differences(self, events: Sequence[Event]) -> tuple[str, ...]:
        return ()

    def write_event(self, event: Event) -> str:
        if isinstance(event, Begun):
            told = ["Begun", event.preset, event.options, event.players, event.dealer, event.key.hex()]
        else:
            told = ["Done", event.seat, event.word, event.secret]
        return json.dumps(told)

    def read_event(self, text: str) -> Event:
        try:
            name, *rest = json.loads(text)
            if name == "Begun":
                preset, options, players, dealer, key = rest
                return Begun(preset, options, players, dealer, bytes.fromhex(key))
            return {"Done": Done}[name](*rest)
        except (ValueError, KeyError, TypeError):
            raise BadText(f"{text!r} is no event") from None

    def write_move(self, move: Move) -> str:
        return move.word

    def read_move(self, text: str) -> Move:
        return Move(text)


TOY = Toy()
