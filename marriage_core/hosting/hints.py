"""A table's coach: it thinks once of a decision, and says the same again to whoever asks again."""

from dataclasses import dataclass
from typing import Any

from marriage_core.errors import TableRefusal
from marriage_core.hosting.answers import check_hints
from marriage_core.hosting.lobby import Lobby
from marriage_core.hosting.ports import Computers
from marriage_core.hosting.seen import Desk


@dataclass(frozen=True, slots=True)
class Given:
    """Advice, and what it was about."""

    decision: str
    view: Any
    advice: Any


class Hints:
    """The advice given last to each person of a table. It holds for one decision, seen as it was then."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._given: dict[int, Given] = {}

    async def advise(self, lobby: Lobby, person: int, desk: Desk) -> Any:
        """The coach's advice for a person's decision now, from their view alone.

        Raises Refusal: no deal, not their turn, hints switched off, a rated deal, a game without a coach.
        """
        check_hints(lobby)
        awaited = desk.board.awaited
        if awaited != desk.seat:
            # Not left to the coach: its time is everybody's.
            raise TableRefusal("not_your_turn", seat=awaited)
        given = self._given.get(person)
        if given is not None and (given.decision, given.view) == (desk.decision, desk.view):
            return given.advice
        advice = await self._computers.advise(lobby.game, desk.view)
        if advice is None:
            raise TableRefusal("no_coach")
        self._given[person] = Given(desk.decision, desk.view, advice)
        return advice
