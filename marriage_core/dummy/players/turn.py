"""The frame of a turn, which all levels share: what they differ in is how they discard."""

from collections.abc import Callable

from marriage_core.cards import Face, text, texts, without
from marriage_core.dummy.decide import check
from marriage_core.dummy.melds import End, Meld, added, fits, is_wild, throws_meld
from marriage_core.dummy.moves import Add, Discard, Draw, Lay, Take
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.players.advice import Advice, Why
from marriage_core.dummy.scoring import points_of
from marriage_core.dummy.search import missing
from marriage_core.dummy.view import MeldView, View

Choice = Callable[[View, dict[Face, int]], Advice]
"""How a level chooses among legal discards; the numbers are the cards missing after each."""


def advise(view: View, choice: Choice) -> Advice:
    """The move of a level for the seat to move."""
    if view.phase is Phase.DRAW:
        return _draw(view)
    own, me = view.me
    if not me.down:
        lay = _lay(view) if lacks(view, own.hand) == 0 else None
        return lay or discard(view, choice)
    return (None if view.fresh else _add(view)) or discard(view, choice)


def lacks(view: View, hand: tuple[Face, ...]) -> int:
    """Cards missing to the viewer's contract, for a hand that it has or might have."""
    return missing(hand, view.me[1].contract, view.rules.run_same_suit)


def _draw(view: View) -> Advice:
    """The discard is taken where it brings the hand nearer, else the stock is drawn from (D4)."""
    own, me = view.me
    top = view.discards[-1]
    if not me.down and (is_wild(top) or lacks(view, (*own.hand, top)) < lacks(view, own.hand)):
        return Advice(Take(), Why.TAKE_NEARER, {"card": text(top)})
    if me.down:
        return Advice(Draw(), Why.STOCK_ONLY)
    return Advice(Draw(), Why.DRAW if lacks(view, own.hand) else Why.READY)


def _lay(view: View) -> Advice:
    """Lays as soon as it can, each choice spelled out."""
    plan = check(view, Lay())
    return Advice(Lay(plan.melds), Why.LAY, {"contract": view.me[1].contract})


def _add(view: View) -> Advice | None:
    """Adds what fits, the dearest first, all cards of one meld in one move, and keeps one for the discard (D7)."""
    own, _ = view.me
    best: Add | None = None
    for number, meld in enumerate(view.melds):
        for end in (End.HIGH, End.LOW, None):
            faces = _chain(meld, end, own.hand, view.rules.run_same_suit)
            if faces and (best is None or _worth(faces) > _worth(best.faces)):
                best = Add(faces, number, end)
    if best is None:
        return None
    return Advice(best, Why.ADD, {"cards": texts(best.faces)})


def _worth(faces: Meld) -> int:
    return sum(map(points_of, faces))


def _chain(meld: MeldView, end: End | None, hand: tuple[Face, ...], same_suit: bool) -> Meld:
    """The cards that go to one end of a meld one after another: plain ones, and a wild one where no plain one fits."""
    chain: Meld = ()
    lies, left = meld.faces, hand
    while len(left) > 1:
        fit = [face for face in sorted(set(left)) if end in fits(meld.shape, lies, face, same_suit)]
        if not fit:
            break
        face = min(fit, key=is_wild)
        chain, lies, left = (*chain, face), added(lies, face, end), without(left, (face,))
    return chain


def discard(view: View, choice: Choice) -> Advice:
    """The discard of a level."""
    own, me = view.me
    legal = legal_discards(view)
    if len(own.hand) == 1:
        return Advice(Discard(legal[0]), Why.OUT, {"card": text(legal[0])})
    return choice(view, {face: 0 if me.down else lacks(view, without(own.hand, (face,))) for face in legal})


def legal_discards(view: View) -> list[Face]:
    """The faces that may be discarded, in order (D8)."""
    own, _ = view.me
    faces = sorted(set(own.hand))
    free = [face for face in faces if throws_meld(view.discards, face, view.rules.run_same_suit) is None]
    return free or faces
