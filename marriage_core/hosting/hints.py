"""A table's coach: it thinks once of a decision, and says the same again to whoever asks again."""

from typing import Any

from marriage_core.errors import TableRefusal
from marriage_core.hosting.answers import check_hints
from marriage_core.hosting.lobby import Lobby
from marriage_core.hosting.ports import Computers
from marriage_core.hosting.seen import Desk


class Hints:
    """The advice given last to each person of a table, and the view that it was for, which tells its decision too."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._given: dict[int, tuple[Any, Any]] = {}

    async def advise(self, lobby: Lobby, person: int, desk: Desk) -> Any:
        """The coach's advice for a person's decision now, from their view alone.

        Raises Refusal: no deal, not their turn, hints switched off, a rated deal, a game without a coach.
        """
        check_hints(lobby)
        awaited = desk.board.awaited
        if awaited != desk.seat:
            # Not left to the coach: its time is everybody's.
            raise TableRefusal("not_your_turn", seat=awaited)
        view, advice = self._given.get(person, (None, None))
        if view == desk.view:
            return advice
        advice = await self._computers.advise(lobby.game, desk.view)
        if advice is None:
            raise TableRefusal("no_coach")
        self._given[person] = desk.view, advice
        return advice
