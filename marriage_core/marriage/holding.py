"""One seat's cards and what they must become: three pure melds to see, everything in melds to show.

The rules say whether melds have three cards or more (M2, I3) and whether laid melds may be exchanged (M7.5, I4). The
rest of the program asks a Holding and names neither.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from marriage_core.cards import JOKER, N_FACES, Face, rank_of, without
from marriage_core.marriage.moves import Meld, Route
from marriage_core.marriage.rules import MELDS_TO_SHOW, PURE_TO_SEE, Rules
from marriage_core.solver import (
    Melded,
    finish,
    finish_longer,
    finishing_discards,
    finishing_discards_longer,
    least_unmelded,
    least_unmelded_of_three,
    see_melds,
)

# I12: 2–10 their number, J Q K A 10. A printed joker has no number.
FACE_POINTS = tuple(
    0 if face == JOKER else 10 if rank_of(Face(face)) == 1 else min(rank_of(Face(face)), 10) for face in range(N_FACES)
)


def face_count(cards: Iterable[Face], wilds: frozenset[Face] = frozenset()) -> int:
    """I12: the points of some cards; `wilds` count 0."""
    return sum(FACE_POINTS[face] for face in cards if face not in wilds)


@lru_cache(maxsize=256)
def _least_unmelded(longer: bool, cards: tuple[Face, ...], wilds: frozenset[Face], pure: int) -> Melded | None:
    """Remembered, for every view of a deal that is over tells the same settlement."""
    search = least_unmelded if longer else least_unmelded_of_three
    return search(cards, wilds, FACE_POINTS, pure)


class Holding(NamedTuple):
    """A seat's hand and laid melds, how many tunnelas it showed, and the route by which it has seen, if it has."""

    rules: Rules
    hand: tuple[Face, ...]
    laid: tuple[Meld, ...]
    tunnelas: int
    route: Route | None

    @property
    def pure_to_lay(self) -> int:
        """Pure melds that seeing lays: shown tunnelas are some of the three (M5.3)."""
        return max(0, PURE_TO_SEE - self.tunnelas)

    @property
    def exchangeable(self) -> bool:
        """I4: whether the laid melds may be laid anew with other cards."""
        return self.rules.table_melds == "exchange" and self.route is Route.MELDS

    @property
    def free(self) -> tuple[Face, ...]:
        """The cards that a show arranges, sorted: the hand, and laid melds where they may be exchanged (I4)."""
        laid = (face for meld in self.laid for face in meld) if self.exchangeable else ()
        return tuple(sorted((*self.hand, *laid)))

    @property
    def pure_to_show(self) -> int:
        """How many of the melds that a show arranges must be pure; those laid for good are not counted again (I6)."""
        return self.pure_to_lay if self.exchangeable else 0

    @property
    def melds_to_show(self) -> int:
        """How many melds of three a show arranges (M8.1, M5.3)."""
        return MELDS_TO_SHOW - self.tunnelas - (0 if self.exchangeable else len(self.laid))

    def last_discards(self, wilds: frozenset[Face]) -> tuple[Face, ...]:
        """By melds: every face whose discard leaves all others in melds (M8.1, I6)."""
        if self.rules.longer_melds:
            return finishing_discards_longer(self.free, wilds, self.pure_to_show)
        return finishing_discards(self.free, wilds, self.melds_to_show, self.pure_to_show)

    def shown_melds(self, discard: Face, wilds: frozenset[Face]) -> tuple[Meld, ...]:
        """By melds: what a show with this last discard lays."""
        left = without(self.free, (discard,))
        if self.rules.longer_melds:
            found = finish_longer(left, wilds, self.pure_to_show)
        else:
            found = finish(left, wilds, self.melds_to_show, self.pure_to_show)
        assert found is not None, "a finishing discard leaves a finish"
        return found

    def relaid(self, discard: Face) -> tuple[Meld, ...] | None:
        """I4: the pure melds on the table once a laid card is discarded, as many as can be staying as they lie.

        None where too few would be left.
        """
        for staying in range(len(self.laid) - 1, -1, -1):
            for kept in combinations(self.laid, staying):
                rest = without(self.free, (face for meld in kept for face in meld))
                if discard in rest:
                    found = see_melds(without(rest, (discard,)), len(self.laid) - staying)
                    if found is not None:
                        return kept + found
        return None

    def arranged(self, wilds: frozenset[Face]) -> Melded:
        """After seeing: the melds that leave the fewest points in none (I11)."""
        found = _least_unmelded(self.rules.longer_melds, self.free, wilds, self.pure_to_show)
        assert found is not None, "who has seen holds the pure melds that seeing took"
        return found

    def points_in_hand(self, wilds: frozenset[Face]) -> int:
        """I11 before caps: unseen the whole hand at face, seen what the best arrangement leaves in no meld.

        Shown tunnelas are in melds. After seeing by dublees the cards in no dublee count.
        """
        if self.route is None:
            return face_count(self.hand)
        if self.route is Route.DUBLEES:
            return face_count((face for face in set(self.hand) if self.hand.count(face) % 2), wilds)
        return self.arranged(wilds).points
