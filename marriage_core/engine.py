"""The one protocol that a table knows. No game is named here; games are discovered.

A table, the journal and the face work with `Game` and the small values of this module. A game's states, events, moves
and views are its own; the table only carries them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol

from marriage_core.errors import BadRules, quoted

Player = Callable[[Any], Any]
"""A computer player: its seat's view in, a legal move of that seat out (design.md: it sees a view, like everybody)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One seat's choice to make. Others' moves do not age it; once made it is past.

    `turn` counts that seat's own turns, from 0; `phase` is the game's word for where in the turn it stands.
    """

    seat: int
    turn: int
    phase: str

    def __str__(self) -> str:
        return f"{self.seat}.{self.turn}.{self.phase}"


def turn_of(decision: str) -> str:
    """A decision's text, or one that ends with it, without the phase: the turn that the decision is in."""
    return decision.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended. `nets` are the seats' results.

    `winner` is the winning seat and `by` the game's word for how; `facts` are per-seat numbers for the statistics.
    `carried` is what the deal leaves for the next one of the match, a JSON value of the game's own. `last` says whether
    the match ends here; None leaves that to the number of deals agreed on.
    """

    nets: tuple[int, ...]
    winner: int | None
    by: str | None
    facts: tuple[Mapping[str, int], ...]
    carried: Any = None
    last: bool | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """What a deal follows from besides its moves."""

    rules: Any
    players: int
    dealer: int
    key: bytes
    carried: Any = None


class RulesLike(Protocol):
    """What a table needs of a game's rules."""

    @property
    def preset(self) -> str: ...
    @property
    def most_players(self) -> int: ...
    @property
    def turn_seconds(self) -> int: ...
    def deals_for(self, players: int) -> int:
        """Deals of a match; 0 where the game itself says when it ends."""

    def with_options(self, options: Mapping[str, object]) -> Any: ...
    def restored(self, options: Mapping[str, object]) -> Any:
        """As `with_options`, for options that were allowed when a journal or record was written."""

    def options(self) -> dict[str, Any]: ...


class Game(Protocol):
    """A game as a table knows it. All functions are pure; `decide` may raise IllegalMove, `start` BadRules."""

    name: str
    presets: Mapping[str, Any]
    players: Mapping[str, Player]
    """Computer players by level, weakest first."""
    zero_sum: bool
    """Whether the results of every deal add up to 0."""
    endings: tuple[str, ...]
    """The words by which a deal can be won (Outcome.by)."""

    def start(self, rules: Any, players: int, dealer: int, key: bytes, carried: Any = None) -> tuple[Any, ...]:
        """The events that begin a deal. `carried` is what the match's last deal left (Outcome.carried)."""

    def decide(self, state: Any, seat: int, move: Any) -> tuple[Any, ...]:
        """The events of a move, or IllegalMove."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event; `state` is None before the first."""

    def view(self, state: Any, seat: int | None) -> Any:
        """What a seat, or the public (None), may know."""

    def options(self, view: Any) -> Any:
        """What the viewer can do now, for the panel: exact, and computed from the view alone."""

    def decision(self, state: Any, seat: int) -> Decision | None:
        """The choice that `seat` has to make, or None where it is not its turn or the deal is over."""

    def to_move(self, state: Any) -> int | None:
        """The seat whose turn it is; None when the deal is over."""

    def absent_move(self, view: Any) -> Any:
        """The move made for a player who stays away (M12.2)."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, once the deal is over."""

    def account(self, state: Any) -> tuple[Mapping[str, Any], ...]:
        """Every seat's result with its reasons as JSON (interface.md, `score`), once the deal is over; else ()."""

    def hint(self, view: Any) -> Any:
        """The coach's advice for a seat's view: a move, its reason and facts; None where the game has no coach.

        It knows nothing that the view does not. Raises IllegalMove as a move would.
        """

    def turning_points(self, events: Sequence[Any]) -> tuple[Any, ...]:
        """What turned a deal that is over; () where the game's coach tells nothing of it."""

    def settle_sheet(self, sheet: object) -> Mapping[str, Any]:
        """A settlement sheet settled, JSON in and out (interface.md, `score`). Raises BadText, BadRules or BadSheet."""

    def places(self, totals: tuple[int, ...], carried: Any) -> tuple[int, ...]:
        """The match's places by seat, from 1, after deals with these totals of which the last left `carried`.

        With None, which nothing leaves, they are those of a single deal with these nets.
        """

    def next_dealer(self, rules: Any, players: int, dealer: int) -> int:
        """Who deals after `dealer` (M4.1)."""

    def origin_of(self, events: Sequence[Any]) -> Origin:
        """What the deal with these events began with. Raises BadText where they do not begin a deal."""

    def moves_of(self, events: Sequence[Any]) -> tuple[tuple[int, Any], ...]:
        """The (seat, move) pairs that made the events of a deal; they make the very same events again."""

    def differences(self, events: Sequence[Any]) -> tuple[str, ...]:
        """What in the events of a deal does not follow from its key, as lines for people; () is good (M14.3)."""

    def write_event(self, event: Any) -> str:
        """An event as one line of text, which `read_event` takes back."""

    def read_event(self, text: str) -> Any:
        """The event of a text. Raises BadText."""

    def write_move(self, move: Any) -> str:
        """A move as a word without blanks or commas, which `read_move` takes back."""

    def read_move(self, text: str) -> Any:
        """The move of a word. Raises BadText."""


def games() -> tuple[Game, ...]:
    """Every game: each package of the core that has a module `game` exporting GAME, in order of name."""
    import marriage_core

    found = []
    for module in iter_modules(marriage_core.__path__):
        if module.ispkg:
            try:
                found.append(import_module(f"marriage_core.{module.name}.game").GAME)
            except ModuleNotFoundError as error:
                if error.name != f"marriage_core.{module.name}.game":
                    raise
    return tuple(found)


def find_preset(preset: str) -> tuple[Game, Any]:
    """The game and the rules of a preset. Raises BadRules naming what is known."""
    for game in games():
        if preset in game.presets:
            return game, game.presets[preset]
    known = ", ".join(name for game in games() for name in game.presets)
    raise BadRules("unknown preset {preset}; known: {known}", preset=quoted(preset), known=known)
