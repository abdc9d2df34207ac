"""What is played for someone who stays away (M12.2): never a tunnela, never seeing, never showing of its own accord."""

from marriage_core.marriage.moves import Discard, Draw, Move, Take, TakeAndShow
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import may
from marriage_core.marriage.players import easy
from marriage_core.marriage.view import View


def choose(view: View) -> Move:
    """M12.2: draw from the stock and discard that card; where that cannot be, the computer picks a legal discard.

    Where there is nothing to draw, the discard must be taken (M9.2); a dublee player can only take by showing (M7.6).
    """
    own, _ = view.me
    if view.phase is Phase.DRAW:
        return next((move for move in (Draw(), Take()) if may(view, move)), TakeAndShow())
    if own.drawn is not None and own.drawn in own.hand:
        return Discard(own.drawn)
    return easy.discard(view)
