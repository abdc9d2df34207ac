"""What is played for someone who stays away: never laying, adding or cutting in of its own accord."""

from marriage_core.dummy.moves import Discard, Draw, Move
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.options import may
from marriage_core.dummy.players import easy
from marriage_core.dummy.view import View


def choose(view: View) -> Move:
    """Draws from the stock and discards that card; where that cannot be, the computer picks a legal discard."""
    own, _ = view.me
    if view.phase is Phase.DRAW:
        return Draw()
    if own.drawn is not None and may(view, Discard(own.drawn)):
        return Discard(own.drawn)
    return easy.discard(view).move
