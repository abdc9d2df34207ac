"""Computer players of Marriage: from a seat's view to a legal move."""

from collections.abc import Callable, Mapping

from marriage_core.engine import Player
from marriage_core.marriage.players import easy, master, sharp, steady
from marriage_core.marriage.players.advice import Advice
from marriage_core.marriage.view import View

PLAYERS: Mapping[str, Player] = {
    "easy": easy.choose,
    "steady": steady.choose,
    "sharp": sharp.choose,
    "master": master.choose,
}
"""By level, weakest first; each is measured to be stronger than the one before (docs/players.md)."""

ADVISERS: Mapping[str, Callable[[View], Advice]] = {
    "easy": easy.advise,
    "steady": steady.advise,
    "sharp": sharp.advise,
    "master": master.advise,
}
"""The same with the reason for each move."""
