"""What Marriage looks like (see cogs.panels.Panel)."""

from cogs.panels.marriage.board import board, pile
from cogs.panels.marriage.hand import asks, drawn, hand, holdings, secret, show_word
from cogs.panels.marriage.hint import hint, turning_point
from cogs.panels.marriage.sheet import sheet
from cogs.panels.marriage.short import in_short
from cogs.speech import sentence_of as refusal

__all__ = [
    "asks",
    "board",
    "drawn",
    "hand",
    "hint",
    "holdings",
    "in_short",
    "pile",
    "refusal",
    "secret",
    "sheet",
    "show_word",
    "turning_point",
]
