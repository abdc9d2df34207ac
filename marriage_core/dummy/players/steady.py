"""`steady`: keeps what unseen cards can help most and what fits on the table, and throws what serves the next least."""

from marriage_core.cards import Face, rank_of, text, without
from marriage_core.dummy.contracts import Shape
from marriage_core.dummy.melds import HIGH_ACE, LOW_ACE, fits, is_wild
from marriage_core.dummy.moves import Discard, Move
from marriage_core.dummy.players import turn
from marriage_core.dummy.players.advice import Advice, Why
from marriage_core.dummy.players.danger import Danger
from marriage_core.dummy.scoring import points_of
from marriage_core.dummy.search import helpers
from marriage_core.dummy.view import MeldView, View, unseen
from marriage_core.errors import Fact

# In helping cards, measured in self-play: a point in hand, a card that fits a meld on the table, an unseen card that
# would make it fit, a discard that the next player may want.
POINT = 0.05
FIT = 8.0
BRIDGE = 0.5
DANGER = 4.0


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    return advise(view).move


def advise(view: View) -> Advice:
    """The move and why."""
    return turn.advise(view, choice)


def choice(view: View, left: dict[Face, int]) -> Advice:
    """Of the discards that leave least missing the one of greatest worth; a wild card only where there is no other."""
    plain = [face for face in left if not is_wild(face)] or list(left)
    least = min(left[face] for face in plain)
    faces = [face for face in plain if left[face] == least]
    counts = unseen(view)
    helps = _helps(view, faces, counts)
    danger = Danger(view)
    worth = {
        face: helps[face] + POINT * points_of(face) - _use(view, face, counts) - DANGER * danger(face) for face in faces
    }
    best = max(faces, key=lambda face: worth[face])
    facts: dict[str, Fact] = {"card": text(best), "missing": least, "helps": helps[best]}
    return Advice(Discard(best), Why.NEAREST if helps[best] == max(helps.values()) else Why.POINTS, facts)


def _helps(view: View, faces: list[Face], counts: list[int]) -> dict[Face, int]:
    """For each discard the unseen cards of which one more would bring the rest nearer to the contract; 0 once down."""
    own, me = view.me
    if me.down:
        return dict.fromkeys(faces, 0)
    found: dict[Face, int] = {}
    for face in faces:
        rest = without(own.hand, (face,))
        found[face] = sum(counts[other] for other in helpers(rest, me.contract, view.rules.run_same_suit))
    return found


def _use(view: View, face: Face, counts: list[int]) -> float:
    """What a card is worth for the melds on the table: it fits one, or unseen cards would make it fit (D6)."""
    best = 0.0
    for meld in view.melds:
        if fits(meld.shape, meld.faces, face, view.rules.run_same_suit):
            return FIT
        if meld.shape is Shape.RUN:
            best = max(best, BRIDGE * _bridges(meld, face, counts))
    return best


def _bridges(meld: MeldView, face: Face, counts: list[int]) -> int:
    """Unseen cards, wild ones included, that would let a card follow on a run that it misses by one rank."""
    low, high = meld.ranks[0], meld.ranks[-1]
    ranks = {LOW_ACE, HIGH_ACE} if rank_of(face) == LOW_ACE else {rank_of(face)}
    gaps = [gap for gap, end in ((low - 1, low - 2), (high + 1, high + 2)) if end in ranks]
    wild = sum(n for other, n in enumerate(counts) if is_wild(Face(other)))
    return max((wild + sum(counts[suit * 13 + gap - 1] for suit in range(4)) for gap in gaps), default=0)
