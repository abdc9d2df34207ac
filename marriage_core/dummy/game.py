"""Dummy Rummy behind the protocol that a table knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from marriage_core.dummy import coach, decide, events, evolve, history, options, scoring, sheet, text, view
from marriage_core.dummy.contracts import LAST_CONTRACT
from marriage_core.dummy.moves import Move
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.players import PLAYERS, absent
from marriage_core.dummy.players.advice import Advice
from marriage_core.dummy.rules import PRESETS, Rules
from marriage_core.dummy.state import State
from marriage_core.dummy.view import View
from marriage_core.engine import Decision, Origin, Outcome, Player

WON_BY = "out"


class DummyRummy:
    """See marriage_core.engine.Game."""

    name = "dummy"
    presets: Mapping[str, Rules] = PRESETS
    players: Mapping[str, Player] = PLAYERS
    zero_sum = False
    endings = ("out",)

    def start(
        self, rules: Rules, players: int, dealer: int, key: bytes, carried: Any = None
    ) -> tuple[events.Event, ...]:
        return decide.start(rules, players, dealer, key, carried)

    def decide(self, state: State, seat: int, move: Move) -> tuple[events.Event, ...]:
        return decide.decide(state, seat, move)

    def evolve(self, state: State | None, event: events.Event) -> State:
        return evolve.evolve(state, event)

    def view(self, state: State, seat: int | None) -> View:
        return view.view(state, seat)

    def options(self, view: View) -> options.Options:
        return options.options(view)

    def decision(self, state: State, seat: int) -> Decision | None:
        if state.phase is Phase.OVER or state.turn != seat:
            return None
        return Decision(seat, state.places[seat].turns, state.phase.value)

    def to_move(self, state: State) -> int | None:
        return None if state.phase is Phase.OVER else state.turn

    def absent_move(self, view: View) -> Move:
        return absent.choose(view)

    def outcome(self, state: State) -> Outcome | None:
        """Nets are points, fewer are better (D9). `carried` counts contracts completed; twelve end the match (D11)."""
        if state.phase is not Phase.OVER:
            return None
        facts = tuple(
            {"contract": place.contract, "down": int(place.down), "left": len(place.hand), "cut_ins": place.cut_ins}
            for place in state.places
        )
        nets = tuple(settled.points for settled in scoring.result(state))
        completed = [place.completed for place in state.places]
        by = None if state.winner is None else WON_BY
        return Outcome(nets, state.winner, by, facts, completed, LAST_CONTRACT in completed)

    def account(self, state: State) -> tuple[Mapping[str, Any], ...]:
        over = state.phase is Phase.OVER
        return tuple(sheet.write_settled(settled) for settled in scoring.result(state)) if over else ()

    def settle_sheet(self, of: object) -> Mapping[str, Any]:
        return sheet.answer(sheet.read_sheet(of))

    def hint(self, view: View) -> Advice:
        return coach.hint(view)

    def turning_points(self, of: Sequence[events.Event]) -> tuple[Any, ...]:
        return ()

    def places(self, totals: tuple[int, ...], carried: Any) -> tuple[int, ...]:
        return scoring.places(totals, (0,) * len(totals) if carried is None else carried)

    def next_dealer(self, rules: Rules, players: int, dealer: int) -> int:
        return (dealer + 1) % players

    def origin_of(self, of: Sequence[events.Event]) -> Origin:
        return history.origin_of(of)

    def moves_of(self, of: Sequence[events.Event]) -> tuple[tuple[int, Move], ...]:
        return history.moves_of(of)

    def differences(self, of: Sequence[events.Event]) -> tuple[str, ...]:
        return history.differences(of)

    def write_event(self, event: events.Event) -> str:
        return text.write_event(event)

    def read_event(self, line: str) -> events.Event:
        return text.read_event(line)

    def write_move(self, move: Move) -> str:
        return text.write_move(move)

    def read_move(self, word: str) -> Move:
        return text.read_move(word)


GAME = DummyRummy()
