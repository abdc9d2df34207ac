"""Computer players of Marriage: from a seat's view to a legal move."""

from collections.abc import Mapping

from marriage_core.engine import Player
from marriage_core.marriage.players import easy

PLAYERS: Mapping[str, Player] = {"easy": easy.choose}
"""By level, weakest first."""
