"""Who leaves a running deal, is away or comes back, as words on its board until the next person's turn is over.

Known in memory only: after a restart the marks behind the names say how it stands.
"""

from dataclasses import dataclass, field

from cogs.names import safe
from cogs.speech import Speaker
from marriage_core.hosting.lobby import Sitter, Status
from marriage_core.hosting.seen import Board

KEYS = {"left": "board.left", "away": "board.went_away", "": "board.came_back"}


@dataclass(slots=True)
class Seen:
    """How the people of a table were seen last, and whose change is told, at which person's turn; "" before it came."""

    people: dict[int, str]
    changed: dict[int, str] = field(default_factory=dict)
    turn: str = ""


class Absences:
    """The comings and goings at all tables."""

    def __init__(self) -> None:
        self._seen: dict[str, Seen] = {}

    def told(self, board: Board, turn: str, speaker: Speaker) -> list[str]:
        """What the board says of them now. `turn` is the person's turn that it is, empty in a computer's."""
        now = {sitter.person: _absence(sitter) for sitter in board.sitters if sitter.person is not None}
        seen = self._seen.setdefault(board.table, Seen(now))
        if turn and seen.turn not in ("", turn):
            seen.changed.clear()
        changed = {person: how for person, how in now.items() if seen.people.get(person, how) != how}
        seen.people = now
        if board.status is not Status.PLAYING:
            seen.changed.clear()
            return []
        seen.changed |= changed
        # Who left a match has no seat in the next one.
        seen.changed = {person: how for person, how in seen.changed.items() if person in now}
        # Who leaves in their own turn leaves it to a computer: then it is told in the turn that follows.
        seen.turn = turn if changed else seen.turn or turn
        names = {sitter.person: safe(sitter.name) for sitter in board.sitters}
        return [speaker.say(KEYS[how], who=f"**{names[person]}**") for person, how in seen.changed.items()]

    def forget(self, table: str) -> None:
        """The table is gone."""
        self._seen.pop(table, None)


def _absence(sitter: Sitter) -> str:
    return "left" if sitter.left else "away" if sitter.away else ""
