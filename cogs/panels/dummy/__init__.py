"""What Dummy Rummy looks like (see cogs.panels.Panel and cogs.lay.LayingPanel)."""

from cogs.panels.dummy.board import board, pile
from cogs.panels.dummy.hand import drawn, hand
from cogs.panels.dummy.hint import hint, turning_point
from cogs.panels.dummy.moves import add_word, asks, cut_in_word, holdings, melds, refusal, secret, show_word
from cogs.panels.dummy.sheet import sheet
from cogs.panels.dummy.short import in_short

__all__ = [
    "add_word",
    "asks",
    "board",
    "cut_in_word",
    "drawn",
    "hand",
    "hint",
    "holdings",
    "in_short",
    "melds",
    "pile",
    "refusal",
    "secret",
    "sheet",
    "show_word",
    "turning_point",
]
