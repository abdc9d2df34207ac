"""What the one-ply levels weigh: one discard for all of them, by numbers.

Each number was measured alone (docs/players.md); `python -m bench.players` measures any Policy against any other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from marriage_core.cards import JOKER, Face, rank_of, text
from marriage_core.errors import Fact
from marriage_core.marriage.moves import Discard
from marriage_core.marriage.players import turn
from marriage_core.marriage.players.advice import Advice, Why
from marriage_core.marriage.players.danger import Danger
from marriage_core.marriage.players.nearness import Left, copies, known_wilds
from marriage_core.marriage.view import View, unseen

Worth = Callable[[Face, Left], Mapping[Why, float]]
"""What a discard is worth besides the help that it leaves, in helping cards, by reason."""


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

    def choice(self, view: View, left: Mapping[Face, Left]) -> Advice:
        """The discard of greatest worth; a wild card only where nothing else leaves as little missing."""
        counts = unseen(view)
        danger = Danger(view, counts) if self.danger else None

        def worth(face: Face, left: Left) -> Mapping[Why, float]:
            found = {Why.SAFE: 0.0 if danger is None else -self.danger * danger(face)}
            if not view.me[1].seen:
                weight = self.last_ranks if left.missing == 1 else self.ranks
                found[Why.RANKS] = -weight * same_rank(view.me[0].hand, face) if weight else 0.0
                found[Why.SPENT] = -self.spent * counts[face]
            return found

        return weighed(view, left, counts, worth)


def weighed(view: View, left: Mapping[Face, Left], counts: Sequence[int], worth: Worth) -> Advice:
    """The discard that leaves most help, `worth` added, and why it is not the one that leaves most help alone.

    A wild card only where nothing else leaves as little missing.
    """
    wild = known_wilds(view)
    faces = [face for face in left if face not in wild] or list(left)
    helps = {face: copies(left[face].helped_by, counts) for face in faces}
    worths = {face: worth(face, left[face]) for face in faces}
    best = max(faces, key=lambda face: helps[face] + sum(worths[face].values()))
    most = max(faces, key=lambda face: helps[face])
    facts: dict[str, Fact] = {"card": text(best), "missing": left[best].missing, "helps": helps[best]}
    if helps[best] == helps[most]:
        return Advice(Discard(best), Why.NEAREST if len(faces) == len(left) else Why.NEAREST_PLAIN, facts)
    why = max(worths[best], key=lambda why: worths[best][why] - worths[most][why])
    return Advice(Discard(best), why, facts | {"instead": text(most), "instead_helps": helps[most]})


def same_rank(hand: tuple[Face, ...], face: Face) -> int:
    """Other suits in which the hand holds this rank: together they are wild cards if the rank is the tiplu's."""
    if face == JOKER:
        return 0
    return len({other for other in hand if other not in (face, JOKER) and rank_of(other) == rank_of(face)})
