"""A hand in groups, as its owner's panel shows it: what would be laid, what is near to it, and the other cards."""

from collections.abc import Collection, Iterable, Iterator

from marriage_core.cards import FACES, JOKER, N_RANKS, N_SUITS, Face, counts_of, face_at, without
from marriage_core.marriage.moves import Meld, Route
from marriage_core.marriage.view import View, unseen
from marriage_core.melds import MELD_SIZE
from marriage_core.solver import Arrangement, arrange

Group = tuple[Face, ...]

_LINES = tuple(tuple(face_at(suit, rank) for rank in range(1, N_RANKS + 2)) for suit in range(N_SUITS))
"""Each suit from ace to ace, A 2 … K A (M2)."""


def _steps(*steps: int) -> tuple[Group, ...]:
    """Every group of cards so many steps up their suit, the lowest first."""
    starts = range(N_RANKS + 1 - steps[-1])
    return tuple(tuple(line[start + step] for step in steps) for line in _LINES for start in starts)


_SEQUENCES, _NEIGHBOURS, _GAPPED = _steps(0, 1, 2), _steps(0, 1), _steps(0, 2)


def grouped(view: View, lay: tuple[Meld, ...] | None) -> Arrangement:
    """The hand as the panel groups it: what seeing or showing would lay, else what is nearest to it.

    On the way to melds the near groups of the arrangement are followed by those that `nearly` finds in the rest.
    """
    own, me = view.me
    if me.route is Route.DUBLEES:
        dublee_faces = sorted(set(own.hand) - {JOKER})
        pairs = tuple((face, face) for face in dublee_faces for _ in range(own.hand.count(face) // 2))
        return Arrangement(pairs, (), without(own.hand, (face for pair in pairs for face in pair)))
    found = _arranged(view, lay)
    near = nearly((face for face in found.rest if face not in view.wilds), _coming(view))
    rest = without(found.rest, (face for group in near for face in group))
    return Arrangement(found.melds, (*found.partials, *near), rest)


def _arranged(view: View, lay: tuple[Meld, ...] | None) -> Arrangement:
    own, me = view.me
    holding = view.holding
    if me.route is Route.MELDS and (view.rules.longer_melds or holding.exchangeable):
        melded = holding.arranged(view.wilds)
        return Arrangement(melded.melds, (), melded.rest)
    if not me.seen:
        return arrange(own.hand, holding.pure_to_lay, view.packs, lay=lay)
    return arrange(holding.free, holding.pure_to_lay, view.packs, wilds=view.wilds, melds=holding.melds_to_show)


def _coming(view: View) -> frozenset[Face]:
    """The faces of which the viewer may still get a copy: one that is not accounted for, or the top discard."""
    counts = unseen(view)
    return frozenset(face for face in FACES if counts[face]) | frozenset(view.discards[-1:])


def nearly(cards: Iterable[Face], coming: Collection[Face]) -> tuple[Group, ...]:
    """The groups among cards that are in no meld yet, at most one of each card; the order says which goes first.

    Whole pure melds beyond those that are laid; pairs of a face in `coming`, which a third copy makes a tunnela; two
    neighbours of a suit; two of a suit with a gap of one between them (M2). Lower faces first.
    """
    left = counts_of(cards)
    found = []
    for group in _candidates(coming):
        while all(left[face] >= group.count(face) for face in group):
            for face in group:
                left[face] -= 1
            found.append(group)
    return tuple(found)


def _candidates(coming: Collection[Face]) -> Iterator[Group]:
    yield from ((face,) * MELD_SIZE for face in FACES)
    yield from _SEQUENCES
    yield from ((face, face) for face in FACES if face in coming)
    yield from _NEIGHBOURS
    yield from _GAPPED
