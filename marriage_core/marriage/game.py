"""Marriage behind the protocol that a table knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from marriage_core.engine import Decision, Origin, Outcome, Player
from marriage_core.marriage import coach, decide, events, evolve, history, options, scoring, sheet, text, view
from marriage_core.marriage.moves import Move, Route
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.players import PLAYERS, absent
from marriage_core.marriage.players.advice import Advice
from marriage_core.marriage.rules import PRESETS, Rules
from marriage_core.marriage.state import State
from marriage_core.marriage.view import View


class Marriage:
    """See marriage_core.engine.Game."""

    name = "marriage"
    presets: Mapping[str, Rules] = PRESETS
    players: Mapping[str, Player] = PLAYERS
    zero_sum = True
    endings = tuple(route.value for route in Route)

    def start(
        self, rules: Rules, players: int, dealer: int, key: bytes, carried: None = None
    ) -> tuple[events.Event, ...]:
        return decide.start(rules, players, dealer, key)

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
        if state.phase is not Phase.OVER:
            return None
        settled = scoring.result(state)
        facts = tuple(
            {"maal": own.total, "seen": int(place.seen), "tunnelas": len(place.tunnelas)}
            for own, place in zip(settled, state.places, strict=True)
        )
        nets = tuple(own.net for own in settled)
        return Outcome(nets, state.winner, None if state.by is None else state.by.value, facts)

    def account(self, state: State) -> tuple[Mapping[str, Any], ...]:
        over = state.phase is Phase.OVER
        return tuple(sheet.write_settled(settled) for settled in scoring.result(state)) if over else ()

    def settle_sheet(self, of: object) -> Mapping[str, Any]:
        return sheet.answer(sheet.read_sheet(of))

    def hint(self, view: View) -> Advice:
        return coach.hint(view)

    def turning_points(self, of: Sequence[events.Event]) -> tuple[coach.TurningPoint, ...]:
        return coach.turning_points(of)

    def places(self, totals: tuple[int, ...], carried: None) -> tuple[int, ...]:
        return scoring.places(totals)

    def next_dealer(self, rules: Rules, players: int, dealer: int) -> int:
        return (dealer + rules.step) % players

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


GAME = Marriage()
