"""What Marriage looks like (see cogs.panels.Panel)."""

from cogs.panels.marriage.board import board, pile
from cogs.panels.marriage.hand import asks, hand, holdings, secret, show_word
from cogs.panels.marriage.hint import hint, turning_point
from cogs.panels.marriage.sheet import sheet

__all__ = [
    "asks",
    "board",
    "hand",
    "hint",
    "holdings",
    "pile",
    "secret",
    "sheet",
    "show_word",
    "turning_point",
]
