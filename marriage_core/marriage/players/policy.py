"""What the one-ply levels weigh: one discard for all of them, by numbers.

Each number was measured alone (docs/players.md); `python -m bench.players` measures any Policy against any other.
"""

from dataclasses import dataclass

from marriage_core.cards import JOKER, Face, rank_of, text
from marriage_core.errors import Fact
from marriage_core.marriage.moves import Discard
from marriage_core.marriage.players import turn
from marriage_core.marriage.players.advice import Advice, Why
from marriage_core.marriage.players.danger import Danger
from marriage_core.marriage.players.nearness import Left, copies, known_wilds
from marriage_core.marriage.view import View, unseen


@dataclass(frozen=True, slots=True)
class Policy:
    """Weights of a discard, in helping cards; with none set: least missing, then most help.

    `danger`: a card that the next player takes. `ranks`: another suit in which the hand holds the card's rank, before
    seeing; `last_ranks` when one card is missing. `spent`: an unseen copy of the card, before seeing. `dublees`:
    whether they are planned where pure melds are no nearer.
    """

    danger: float = 0.0
    ranks: float = 0.0
    last_ranks: float = 0.0
    spent: float = 0.0
    dublees: bool = False

    def advise(self, view: View) -> Advice:
        """The move of this policy and why."""
        return turn.advise(view, self.choice, self.dublees)

    def choice(self, view: View, left: dict[Face, Left]) -> Advice:
        """The discard of greatest worth; a wild card only where nothing else leaves as little missing."""
        wild = known_wilds(view)
        faces = [face for face in left if face not in wild] or list(left)
        counts = unseen(view)
        helps = {face: copies(left[face].helped_by, counts) for face in faces}
        costs = self._costs(view, left, faces, counts)
        best = max(faces, key=lambda face: helps[face] - sum(costs[face].values()))
        most = max(faces, key=lambda face: helps[face])
        facts: dict[str, Fact] = {"card": text(best), "missing": left[best].missing, "helps": helps[best]}
        if helps[best] == helps[most]:
            return Advice(Discard(best), Why.NEAREST, facts)
        why = max(costs[best], key=lambda why: costs[most][why] - costs[best][why])
        return Advice(Discard(best), why, facts | {"instead": text(most), "instead_helps": helps[most]})

    def _costs(
        self, view: View, left: dict[Face, Left], faces: list[Face], counts: list[int]
    ) -> dict[Face, dict[Why, float]]:
        """What each discard costs beside the help that it leaves, by reason."""
        own, me = view.me
        danger = Danger(view, counts) if self.danger else None
        found: dict[Face, dict[Why, float]] = {}
        for face in faces:
            found[face] = cost = {Why.SAFE: 0.0 if danger is None else self.danger * danger(face)}
            if not me.seen:
                weight = self.last_ranks if left[face].missing == 1 else self.ranks
                cost[Why.RANKS] = weight * same_rank(own.hand, face) if weight else 0.0
                cost[Why.SPENT] = self.spent * counts[face]
        return found


def same_rank(hand: tuple[Face, ...], face: Face) -> int:
    """Other suits in which the hand holds this rank: together they are wild cards if the rank is the tiplu's."""
    if face == JOKER:
        return 0
    return len({other for other in hand if other not in (face, JOKER) and rank_of(other) == rank_of(face)})
