"""A deal of any game step by step: events in turn, moves as words, refusals as text."""

from typing import Any

import pytest

from marriage_core.engine import Game
from marriage_core.errors import IllegalMove


class Dealing:
    """What the builders of all games do alike."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def after(self, state: Any, *events: Any) -> Any:
        """The state after some events."""
        for event in events:
            state = self.game.evolve(state, event)
        assert state is not None
        return state

    def events(self, state: Any, who: int, word: str) -> tuple[Any, ...]:
        """What a move makes happen."""
        return self.game.decide(state, who, self.game.read_move(word))

    def played(self, state: Any, who: int, *words: str) -> Any:
        """The state after some moves of a seat."""
        for word in words:
            state = self.after(state, *self.events(state, who, word))
        return state

    def refused(self, state: Any, who: int, word: str) -> str:
        """The refusal of a move, code and facts; it leaves the state as it was."""
        before = hash(state)
        with pytest.raises(IllegalMove) as error:
            self.events(state, who, word)
        assert hash(state) == before
        return str(error.value)

    def accepted(self, state: Any, who: int, word: str) -> bool:
        """Whether a move is legal."""
        try:
            self.events(state, who, word)
        except IllegalMove:
            return False
        return True
