"""Computer players of Dummy Rummy: from a seat's view to a legal move."""

from collections.abc import Callable, Mapping

from marriage_core.dummy.players import easy, steady
from marriage_core.dummy.players.advice import Advice
from marriage_core.dummy.view import View
from marriage_core.engine import Player

PLAYERS: Mapping[str, Player] = {"easy": easy.choose, "steady": steady.choose}
"""By level, weakest first."""

ADVISERS: Mapping[str, Callable[[View], Advice]] = {"easy": easy.advise, "steady": steady.advise}
"""The same with the reason for each move."""
