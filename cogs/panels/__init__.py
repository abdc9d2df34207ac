"""What each game looks like. A game's panel is the module of its name here; nothing else names a game."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from cogs.pages import Page
from cogs.pictures import Drawn
from cogs.speech import Speaker
from data.people import PersonSettings
from marriage_core.cards import Face
from marriage_core.engine import Game, find_preset, games
from marriage_core.errors import BadRules, BadText, TableRefusal
from marriage_core.hosting.seen import Board, Desk
from marriage_core.hosting.table import Table


class Panel(Protocol):
    """The face of one game: pages from boards and desks."""

    def in_short(self, rules: Any, speaker: Speaker) -> str:
        """The game in a few sentences, as a table with these rules plays it."""

    def board(self, board: Board, speaker: Speaker) -> Page:
        """The public board of a running deal."""

    def hand(
        self, desk: Desk, speaker: Speaker, settings: PersonSettings, notice: str = "", asked: str | None = None
    ) -> Page:
        """A person's own panel. `notice` goes on top; `asked` is the move that wants confirming."""

    def drawn(self, desk: Desk, settings: PersonSettings) -> Drawn:
        """What a picture of the person's hand shows: cards as the panel sorts them; no cards where they have none."""

    def sheet(self, board: Board, speaker: Speaker) -> Page | None:
        """The explained result of the deal that is over; None where none is."""

    def pile(self, board: Board, speaker: Speaker) -> Page:
        """The discard pile, for looking through."""

    def asks(self, desk: Desk, word: str) -> bool:
        """Whether this move should be confirmed first (F58)."""

    def secret(self, desk: Desk, speaker: Speaker) -> Page:
        """What a person has earned to know of the deal and may look at again (`/tiplu`). Raises TableRefusal."""

    def holdings(self, desk: Desk, verb: str = "") -> tuple[Face, ...]:
        """The faces a person holds; those that `verb` may name now, where it may name any."""

    def hint(self, advice: Any, speaker: Speaker) -> str:
        """The coach's advice in words: the move, why, how near the hand is."""

    def turning_point(self, point: Any, names: tuple[str, ...], speaker: Speaker) -> str:
        """What turned a deal, as a line."""

    def refusal(self, code: str) -> str:
        """The key of a refusal's sentence: the game's own where it has one, that of all games else."""

    def show_word(self, desk: Desk, discard: str | None) -> str:
        """The move that `/show` means now."""


def panel_of(game: str) -> Panel:
    """The panel of a game's name."""
    return cast(Panel, import_module(f"cogs.panels.{game}"))


@cache
def has_panel(game: str) -> bool:
    """Whether a game can be shown."""
    return find_spec(f"cogs.panels.{game}") is not None


def playable() -> tuple[Game, ...]:
    """The games that can be shown; the core may know others."""
    return tuple(game for game in games() if has_panel(game.name))


@cache
def zero_sum(game: str) -> bool:
    """Whether players win a game's points from each other; else points are a burden, and fewer are better."""
    return all(of.zero_sum for of in games() if of.name == game)


def check_preset(preset: str) -> None:
    """Raises BadRules for a preset of no game that can be shown."""
    game, _ = find_preset(preset)
    if not has_panel(game.name):
        known = ", ".join(name for of in playable() for name in of.presets)
        raise BadRules("unknown preset {preset}; known: {known}", preset=repr(preset), known=known)


def read_at(table: Table, word: str) -> Any:
    """The move of a word at a table. Raises TableRefusal where only another game has such a move, else BadText."""
    try:
        return table.read_move(word)
    except BadText:
        if any(_reads(game, word) for game in playable()):
            raise TableRefusal("other_game") from None
        raise


def _reads(game: Game, word: str) -> bool:
    try:
        game.read_move(word)
    except BadText:
        return False
    return True
