"""Melds of three or more: the solver and the oracle side by side, on parts of hands."""

from collections import Counter
from collections.abc import Iterator

from marriage_core import solver
from marriage_core.cards import RANKS, Face, faces, text
from marriage_core.melds import is_meld, is_pure
from marriage_core.wilds import wilds
from tests.oracle import brute, brute_longer
from tests.oracle.kinds import Case, small_case

POINTS = tuple(10 if f % 13 in (0, 10, 11, 12) else f % 13 + 1 for f in range(53))
BY_TEXT = tuple((rank + suit, POINTS[RANKS.index(rank)]) for rank in RANKS for suit in brute.SUITS) + (("JK", 0),)


def mismatches(kind: str, number: int) -> Iterator[str]:
    """Every answer about a hand of nine to eleven cards in which the two differ."""
    one = small_case(kind, number)
    hand = tuple(sorted(one.hand))
    pure = number % 3
    wild = brute.wild_cards(one.tiplu)
    theirs = {c for c in set(hand) if brute_longer.most_pure(brute.minus(hand, (c,)), wild) >= pure}
    ours = _discards(one, pure)
    if ours != theirs:
        yield f"{one}: discards {sorted(ours)} to {pure} pure, the oracle says {sorted(theirs)}"
    part, size = hand[: 6 + number % 4], 6 + number % 4 - number // 4 % 2
    lacking = brute_longer.finish_distance(part, wild, one.supply, size)
    distance = _distance(one, part, size)
    if distance != lacking:
        yield f"{one}: {distance} missing to {size} of {part}, the oracle says {lacking}"
    for longest in (3, 99):
        left = brute_longer.least_left(hand, wild, pure, BY_TEXT, longest)
        points = _left(one, pure, longest > 3)
        if points != (None if left >= brute_longer.NEVER else left):
            yield f"{one}: {points} left beside {pure} pure, melds to {longest}, the oracle says {left}"


def _discards(one: Case, pure: int) -> set[str]:
    """The finishing discards, checked to come with a finish."""
    hand, wild = faces(" ".join(one.hand)), wilds(faces(one.tiplu)[0])
    found = solver.finishing_discards_longer(hand, wild, pure)
    for face in dict.fromkeys(hand):
        rest = list(hand)
        rest.remove(face)
        laid = solver.finish_longer(rest, wild, pure)
        assert (laid is not None) == (face in found), (str(one), text(face))
        if laid is not None:
            _check(rest, laid, wild, pure)
            assert sum(map(len, laid)) == len(rest)
    return {text(face) for face in found}


def _distance(one: Case, part: tuple[str, ...], size: int) -> int:
    tiplu = faces(one.tiplu)[0]
    supply = solver.supply(one.packs, one.printed_jokers, tiplu)
    return solver.finish_distance_longer(faces(" ".join(part)), wilds(tiplu), supply, size)


def _left(one: Case, pure: int, longer: bool) -> int | None:
    hand, wild = faces(" ".join(one.hand)), wilds(faces(one.tiplu)[0])
    found = (solver.least_unmelded if longer else solver.least_unmelded_of_three)(hand, wild, POINTS, pure)
    if found is None:
        return None
    _check(hand, (*found.melds, found.rest), wild, pure, len(found.melds))
    assert longer or {len(meld) for meld in found.melds} <= {3}
    assert sum(POINTS[face] for face in found.rest if face not in wild) == found.points
    return found.points


def _check(
    hand: list[Face] | tuple[Face, ...],
    laid: tuple[tuple[Face, ...], ...],
    wild: frozenset[Face],
    pure: int,
    melds: int | None = None,
) -> None:
    assert Counter(face for part in laid for face in part) == Counter(hand)
    assert all(is_meld(meld, wild, longer=True) for meld in laid[:melds]), laid
    assert all(is_pure(meld, longer=True) for meld in laid[:pure]), laid
