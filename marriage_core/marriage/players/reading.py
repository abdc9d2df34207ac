"""How likely the next player takes a discard, by all that they did: `master` reads them closer than danger.py does.

A logistic fitted on deals of `sharp` and `master` played out (docs/players.md).
"""

from collections.abc import Sequence
from math import exp, sqrt

from marriage_core.cards import Face, suit_of
from marriage_core.marriage.players.danger import APART, RANK_MATES, Danger, room
from marriage_core.marriage.players.trail import Trail
from marriage_core.marriage.view import View

# Before the next player has seen, and after. `beside`, `near` and `far`: faces one, two and three ranks away in suit.
WEIGHTS = {
    "always": (-3.08, -3.27),
    "thrown": (-4.88, -3.53),
    "thrown_beside": (0.40, 0.22),
    "thrown_near": (0.02, 0.09),
    "thrown_far": (-0.61, -0.29),
    # How long ago in tens of their turns, and in which of them.
    "thrown_ago": (2.48, 2.41),
    "thrown_turn": (-0.23, -0.47),
    "thrown_beside_ago": (-1.00, -0.01),
    "thrown_in_suit": (0.22, 0.19),
    "took": (-1.50, -0.38),
    "took_beside": (-1.40, -0.16),
    "took_near": (-0.77, -0.09),
    "takes": (-0.06, -0.19),
    # What they passed by lately, they hardly need now.
    "passed": (-0.57, 0.31),
    "passed_lately": (-2.24, -1.65),
    "passed_far_lately": (-0.41, -0.15),
    "turns": (0.71, -0.09),
    "no_turn": (-0.21, 0.0),
    "room": (0.39, 0.22),
    "rank": (-0.03, 0.40),
    "copies": (-0.12, -0.01),
    "wild_beside": (-0.04, -0.55),
    "seen": (0.08, 0.18),
    "seats": (0.14, 0.11),
}
FADING = 6.0
"""Own turns in which having passed a face by loses most of its meaning."""


class Reading(Danger):
    """The chance that the next player takes a face, for one view."""

    BEFORE = tuple(before for before, _ in WEIGHTS.values())
    AFTER = tuple(after for _, after in WEIGHTS.values())

    def __init__(self, view: View, counts: Sequence[int], of: Sequence[Trail]) -> None:
        """`counts`: the unseen copies of each face; `of`: every seat's trail."""
        super().__init__(view, counts, of)
        self._seen = sum(seat.seen for seat in view.seats)
        self._seats = len(view.seats)
        self._known = view.wilds

    def features(self, face: Face) -> tuple[float, ...]:
        """The values of WEIGHTS."""
        trail, counts = self._trail, self._counts
        thrown, taken = trail.thrown, trail.taken
        beside, near, far = (APART[steps][face] for steps in (1, 2, 3))
        return (
            1.0,
            face in thrown,
            sum([other in thrown for other in beside]),
            sum([other in thrown for other in near]),
            sum([other in thrown for other in far]),
            trail.ago(thrown[face]) / 10 if face in thrown else 0.0,
            thrown.get(face, 0) / 10,
            sum([trail.ago(thrown[other]) / 10 for other in beside if other in thrown]),
            sum([suit_of(other) == suit_of(face) for other in thrown]) / 3,
            face in taken,
            sum([other in taken for other in beside]),
            sum([other in taken for other in near]),
            trail.takes / 2,
            face in trail.passed,
            self._lately(face),
            sum([self._lately(other) for other in far]),
            min(trail.turns, 20) / 10,
            trail.turns == 0,
            sqrt(room(face, counts)),
            sum([counts[other] for other in RANK_MATES[face]]) / 3,
            counts[face] / 3,
            sum([other in self._known for other in beside]),
            self._seen,
            self._seats / 4,
        )

    def _lately(self, face: Face) -> float:
        turn = self._trail.passed.get(face)
        return 0.0 if turn is None else exp(-self._trail.ago(turn) / FADING)
