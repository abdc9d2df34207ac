"""A deal under watch: after every event the cards are counted and the texts read back."""

from marriage_core.cards import faces_of
from marriage_core.errors import IllegalMove
from marriage_core.marriage.decide import decide
from marriage_core.marriage.events import Event, Recycled
from marriage_core.marriage.evolve import evolve
from marriage_core.marriage.game import GAME
from marriage_core.marriage.moves import Move
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import legal_moves
from marriage_core.marriage.rules import HAND_SIZE
from marriage_core.marriage.state import Place, State
from marriage_core.marriage.text import read_event, read_move, write_event, write_move
from marriage_core.marriage.view import view
from tests.core.builder import whole
from tests.core.planted import LOOSE, ONE_OF_EACH, refusal


class Watched:
    """A deal and everything that happened in it. `twin` follows the events as they read back from their texts."""

    def __init__(self, state: State) -> None:
        self.began = state
        self.state = self.twin = state
        self.events: list[Event] = []
        check(state)

    def make(self, seat: int, move: Move) -> None:
        """Makes a legal move and checks the deal after each event."""
        assert read_move(write_move(move)) == move
        before = hash(self.state)
        happened = decide(self.state, seat, move)
        assert hash(self.state) == before
        assert happened == decide(self.state, seat, move), "the same move makes the same events"
        for event in happened:
            line = write_event(event)
            assert read_event(line) == event
            assert "\n" not in line
            self.state, self.twin = evolve(self.state, event), evolve(self.twin, read_event(line))
            assert self.state == self.twin
            self.events.append(event)
            if not isinstance(event, Recycled):
                check(self.state)

    def replayed(self) -> State:
        """The deal made anew from its events."""
        state = self.began
        for event in self.events:
            state = evolve(state, event)
        return state


def check(state: State) -> None:
    """F22: conservation of cards and sizes of hands; sum zero at the end."""
    assert whole(state)
    assert state.discard_faces == faces_of(state.discards)
    for seat, place in enumerate(state.places):
        drawn = state.turn == seat and state.acquired is not None
        assert len(place.all_cards) == HAND_SIZE + drawn
        assert place == Place.of(place.hand, place.tunnelas, place.laid, place.route, place.turns)
        assert all(len({card >> 2 for card in cards}) == 1 for cards in place.tunnelas)
    if state.phase is Phase.OVER:
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert sum(outcome.nets) == 0
        assert GAME.to_move(state) is None


def check_moves(state: State) -> None:
    """The legal moves of every seat are exactly those that are accepted; the others change nothing."""
    before = hash(state)
    for seat in range(state.players):
        legal = legal_moves(view(state, seat))
        accepted = [move for move in ONE_OF_EACH if refusal(state, seat, move) == ""]
        assert set(accepted) == set(legal)
        assert len(legal) == len(set(legal))
        for move in LOOSE:
            refusal(state, seat, move)
        assert (state.phase is Phase.OVER) <= (legal == ())
    if state.phase is not Phase.OVER:
        assert legal_moves(view(state, state.turn)), "the seat to move can always move"
    assert hash(state) == before


def refused_without_trace(state: State, seat: int, move: Move) -> bool:
    """Whether a move is refused; the state is the same either way."""
    before = hash(state)
    try:
        decide(state, seat, move)
    except IllegalMove:
        return True
    finally:
        assert hash(state) == before
    return False
