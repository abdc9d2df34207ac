"""The best way to lay a contract down: of all ways the one that leaves fewest points in hand (D5, D7, D9).

Every target is tried, ranks for the sets and windows for the runs. For one target natural cards go where they are
needed, wild cards into the gaps. What sets can hold beyond the contract they get; where nothing can grow, spare wild
cards take the places of cheaper natural ones.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from marriage_core.cards import JOKER, Face, face_at, rank_of, suit_of
from marriage_core.dummy.contracts import Shape, contract
from marriage_core.dummy.melds import HIGH_ACE, LOW_ACE, MOST_OF_RUN, Meld, is_wild
from marriage_core.dummy.scoring import points_of
from marriage_core.dummy.search import RANKS, Rows, cell, missing, rows_of, sizes, wild_count

WILD_POINTS = points_of(JOKER)
RANK_POINTS = (0, *(points_of(face_at(0, rank)) for rank in RANKS))


@dataclass(frozen=True, slots=True)
class Window:
    """Where a run may lie: its row of the hand, the cells there from low to high, and what the hand has for it."""

    row: int
    cells: tuple[int, ...]
    gaps: int
    points: int


@dataclass(slots=True)
class Group:
    """All sets of one rank: how many, and the natural and wild cards in them."""

    rank: int
    sets: int
    naturals: int
    wild: int


@dataclass(slots=True)
class Layout:
    """One way to lay: windows with the cells that natural cards fill, groups of sets, and what stays in hand."""

    windows: tuple[Window, ...]
    filled: list[set[int]]
    groups: list[Group]
    left_points: int
    left_cards: int

    @property
    def cost(self) -> tuple[int, int]:
        """What is worse is greater. One card left costs nothing: its discard ends the deal (D7)."""
        return (0 if self.left_cards == 1 else self.left_points, self.left_cards)


def best_lay(
    hand: Sequence[Face], number: int, same_suit: bool = False, exact: bool = False
) -> tuple[Meld, ...] | None:
    """The melds of contract `number`, in its order, that leave fewest points and at least one card; None if none do."""
    if missing(hand, number, same_suit):
        return None
    best = _Search(hand, number, same_suit, exact).best()
    return None if best is None else _melds(hand, best, number, same_suit)


class _Search:
    """The ways to lay one contract with one hand."""

    def __init__(self, hand: Sequence[Face], number: int, same_suit: bool, exact: bool) -> None:
        slots = contract(number)
        self.exact = exact
        self.runs, self.sets = sizes(slots, Shape.RUN), sizes(slots, Shape.SET)
        self.set_size = self.sets[0] if self.sets else 0
        self.rows: Rows = rows_of(hand, same_suit)
        self.totals = tuple(map(sum, zip(*self.rows, strict=True)))
        self.wild = wild_count(hand)
        self.points = sum(map(points_of, hand))
        self.cards = len(hand)

    def best(self) -> Layout | None:
        """The layout of least cost, the first of equals."""
        best: Layout | None = None
        for wanted, windows in self._targets():
            # What would stay if every natural card of the target and every wild card were laid; one card may cost 0.
            laid = sum(of.points for of in windows) + sum(RANK_POINTS[rank] * self.totals[rank] for rank in wanted)
            least = self.points - laid - WILD_POINTS * self.wild
            if best is None or least <= max(best.cost[0], *RANK_POINTS):
                layout = self._layout(wanted, windows)
                if layout is not None and (best is None or layout.cost < best.cost):
                    best = layout
        return best

    def _targets(self) -> Iterator[tuple[Counter[int], tuple[Window, ...]]]:
        """Ranks for the sets and windows for the runs, with no more gaps than wild cards."""
        ranks = [rank for rank in RANKS if self.totals[rank]]
        windows = sorted(self._windows(), key=lambda of: -of.points) if self.runs else []
        for chosen in combinations_with_replacement(ranks, len(self.sets)):
            wanted = Counter(chosen)
            gaps = sum(max(0, n * self.set_size - self.totals[rank]) for rank, n in wanted.items())
            if any(n > self.totals[rank] for rank, n in wanted.items()):
                continue
            for places in combinations_with_replacement(windows, len(self.runs)):
                if gaps + sum(of.gaps for of in places) <= self.wild:
                    yield wanted, places

    def _windows(self) -> Iterator[Window]:
        """Where a run with a natural card and no more gaps than wild cards can lie."""
        size = self.runs[0]
        for at, row in enumerate(self.rows):
            for n in range(size, size + 1 if self.exact else MOST_OF_RUN + 1):
                for low in range(LOW_ACE, HIGH_ACE + 2 - n):
                    cells = tuple(cell(rank) for rank in range(low, low + n))
                    held = [row[place] > 0 for place in cells]
                    gaps = held.count(False)
                    # A wild card at the end of a longer run lies as well in a set.
                    worth = n == size or not self.sets or (held[0] and held[-1])
                    if worth and gaps < n and gaps <= self.wild:
                        points = sum(RANK_POINTS[place] for place in cells if row[place])
                        yield Window(at, cells, gaps, points)

    def _layout(self, wanted: Counter[int], windows: tuple[Window, ...]) -> Layout | None:
        """The layout of one target, None where it cannot be laid."""
        filled = self._filled(wanted, windows)
        if not all(filled):
            return None
        groups = [self._group(rank, n, filled) for rank, n in wanted.items()]
        gaps = sum(len(of.cells) - len(cells) for of, cells in zip(windows, filled, strict=True))
        spare = self.wild - gaps - sum(group.wild for group in groups)
        if spare < 0:
            return None
        grows = bool(groups) and not self.exact
        if grows:
            groups[0].wild += spare
        naturals = [RANK_POINTS[place] for cells in filled for place in cells]
        naturals += [RANK_POINTS[group.rank] for group in groups for _ in range(group.naturals)]
        wild_laid = self.wild - (0 if grows else spare)
        left = self.points - sum(naturals) - WILD_POINTS * wild_laid
        layout = Layout(windows, filled, groups, left, self.cards - len(naturals) - wild_laid)
        if not grows:
            _use_wild(layout, spare)
        return layout if layout.left_cards or self._keep_one(layout) else None

    def _filled(self, wanted: Counter[int], windows: tuple[Window, ...]) -> list[set[int]]:
        """Which cells of each run natural cards fill: all that they can, one for each set kept back (D2).

        Where two runs want one card, that with fewer natural cards gets it, so that both get one if they can.
        """
        filled: list[set[int]] = [set() for _ in windows]
        contested: list[tuple[int, list[int]]] = []
        for place in range(LOW_ACE, HIGH_ACE):
            claims = [i for i, of in enumerate(windows) if self.rows[of.row][place] and place in of.cells]
            most = self.totals[place] - wanted[place]
            if len({windows[i].row for i in claims}) == 1:
                most = min(most, self.rows[windows[claims[0]].row][place])
            if most >= len(claims):
                for i in claims:
                    filled[i].add(place)
            elif most:
                contested.append((place, claims))
        for place, claims in contested:
            filled[min(claims, key=lambda i: len(filled[i]))].add(place)
        return filled

    def _group(self, rank: int, sets: int, filled: list[set[int]]) -> Group:
        """The sets of one rank with what the runs leave."""
        rest = self.totals[rank] - sum(rank in cells for cells in filled)
        least = sets * self.set_size
        return Group(rank, sets, min(rest, least) if self.exact else rest, max(0, least - rest))

    def _keep_one(self, layout: Layout) -> bool:
        """D7: takes the cheapest card that can be missed back from the sets; False where there is none.

        A run longer than asked needs no thought: the same run a card shorter is a layout of its own.
        """
        longer = [of for of in layout.groups if of.naturals + of.wild > of.sets * self.set_size]
        naturals = [of for of in longer if of.naturals > of.sets]
        if naturals:
            group = min(naturals, key=lambda of: RANK_POINTS[of.rank])
            group.naturals -= 1
        elif longer:
            longer[0].wild -= 1
        # The points left are not brought up to date: with one card left nothing is to be chosen any more.
        layout.left_cards = 1 if longer else 0
        return bool(longer)


def _use_wild(layout: Layout, spare: int) -> None:
    """Puts spare wild cards in the places of natural cards, the cheapest first; each meld keeps one (D2)."""
    for _ in range(spare):
        cells = [(RANK_POINTS[place], i, place) for i, of in enumerate(layout.filled) if len(of) > 1 for place in of]
        sets = [(RANK_POINTS[of.rank], i) for i, of in enumerate(layout.groups) if of.naturals > of.sets]
        if not cells and not sets:
            return
        if cells and (not sets or min(cells)[0] <= min(sets)[0]):
            points, i, place = min(cells)
            layout.filled[i].remove(place)
        else:
            points, i = min(sets)
            layout.groups[i].naturals -= 1
            layout.groups[i].wild += 1
        layout.left_points -= WILD_POINTS - points


def _melds(hand: Sequence[Face], layout: Layout, number: int, same_suit: bool) -> tuple[Meld, ...]:
    """The faces of a layout: the lowest of each rank, twos before jokers."""
    wild = sorted(face for face in hand if is_wild(face))
    naturals = sorted(face for face in hand if not is_wild(face))

    def take(rank: int, row: int | None) -> Face:
        found = next(f for f in naturals if rank_of(f) == rank and (row is None or suit_of(f) == row))
        naturals.remove(found)
        return found

    runs: list[Meld] = []
    for window, cells in zip(layout.windows, layout.filled, strict=True):
        row = window.row if same_suit else None
        runs.append(tuple(take(place, row) if place in cells else wild.pop(0) for place in window.cells))
    size = next(iter(sizes(contract(number), Shape.SET)), 0)
    sets: list[Meld] = []
    for group in layout.groups:
        own = [take(group.rank, None) for _ in range(group.naturals)]
        rest = own[group.sets :] + [wild.pop(0) for _ in range(group.wild)]
        for first in own[: group.sets]:
            sets.append((first, *rest[: size - 1]))
            rest = rest[size - 1 :]
        sets[-1] += tuple(rest)
    return (*sets, *runs)
