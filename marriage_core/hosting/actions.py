"""What people can ask of a table besides the moves of a game."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down in the lobby, under a display name."""

    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up: the seat goes in the lobby; during a match the computer plays it on (M12.2)."""


@dataclass(frozen=True, slots=True)
class AddComputer:
    """The host seats a computer player of a level."""

    level: str


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """The host empties a seat in the lobby."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """The host changes options before the first deal; between deals that is a proposal (M13)."""

    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Consent:
    """Somebody seated agrees to the rules proposed, or keeps those there are; `proposal` is its number (M13)."""

    proposal: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class SwitchHints:
    """The host lets players ask for hints, or not."""

    on: bool


@dataclass(frozen=True, slots=True)
class Start:
    """The host starts the match."""


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Somebody seated calls for the next deal, without waiting for the pause to end."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The same people and rules once more, after a match."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """End the match: at once by the host or a moderator, else a vote of the seated (F26)."""

    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Nudge:
    """Ping who is awaited (F43)."""


Action = (
    Join
    | Leave
    | AddComputer
    | RemoveSeat
    | ChangeRules
    | Consent
    | SwitchHints
    | Start
    | NextDeal
    | PlayAgain
    | EndMatch
    | Nudge
)
