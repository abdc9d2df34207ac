"""The solver and the oracle side by side."""

from collections.abc import Iterator

from marriage_core import solver
from marriage_core.cards import FACES, Face, faces, text, texts
from marriage_core.melds import is_meld, is_pure
from marriage_core.wilds import wilds
from tests.oracle import brute
from tests.oracle.kinds import Case

SEE, FINISH = 3, 4


def mismatches(case: Case) -> Iterator[str]:
    """Every answer about one hand in which the solver and the oracle differ, as sentences."""
    hand = faces(" ".join(case.hand))
    if solver.dublees(hand) != brute.dublees(case.hand):
        yield f"dublees {solver.dublees(hand)}"
    answers = _after(case, hand) if case.seen else _before(case, hand)
    for question, ours, theirs in answers:
        if ours != theirs:
            yield f"{case}: {question} is {ours}, the oracle says {theirs}"


def _before(case: Case, hand: tuple[Face, ...]) -> Iterator[tuple[str, object, object]]:
    yield "max_pure", solver.max_pure(hand), brute.max_pure(case.hand)
    for need in range(SEE + 1):
        theirs = brute.see_distance(case.hand, need, case.packs)
        yield f"see_distance to {need}", solver.see_distance(hand, need, case.packs), theirs
    can_see = brute.can_see(case.hand)
    laid = solver.see_melds(hand)
    yield "see_melds", laid is not None and _is_laid(hand, laid), can_see
    ways = {tuple(sorted(way)) for way in brute.pure_packings(case.hand, SEE)}
    ours = [tuple(sorted(text(face) for meld in way for face in meld)) for way in solver.all_see_melds(hand)]
    yield "all_see_melds", set(ours), ways
    theirs_22 = brute.finishing_discards(case.hand, case.tiplu, SEE)
    yield "finishing_discards of 22", _discards(case, hand, 7, SEE), theirs_22


def _is_laid(hand: tuple[Face, ...], laid: tuple[tuple[Face, ...], ...]) -> bool:
    cards = [face for meld in laid for face in meld]
    return all(is_pure(meld) for meld in laid) and all(cards.count(face) <= hand.count(face) for face in cards)


def _discards(case: Case, hand: tuple[Face, ...], melds: int, pure: int) -> set[str]:
    """The finishing discards, checked to come with a finish."""
    wild = wilds(faces(case.tiplu)[0])
    found = solver.finishing_discards(hand, wild, melds, pure)
    for face in dict.fromkeys(hand):
        rest = list(hand)
        rest.remove(face)
        show = solver.finish(rest, wild, melds, pure)
        assert (show is not None) == (face in found), (texts(hand), text(face))
        if show is not None:
            assert sorted(f for meld in show for f in meld) == sorted(rest)
            assert all(is_meld(meld, wild) for meld in show)
            assert all(is_pure(meld) for meld in show[:pure])
    return {text(face) for face in found}


def _after(case: Case, hand: tuple[Face, ...]) -> Iterator[tuple[str, object, object]]:
    theirs_13 = brute.finishing_discards(case.hand, case.tiplu, 0)
    yield "finishing_discards of 13", _discards(case, hand, FINISH, 0), theirs_13
    tiplu = faces(case.tiplu)[0]
    supply = solver.supply(case.packs, case.printed_jokers, tiplu)
    ours = solver.finish_distance(hand, wilds(tiplu), supply)
    yield "finish_distance", ours, brute.finish_distance(case.hand, case.tiplu, case.supply)
    # Shown tunnelas and other ends: a part of the hand, and fewer or more melds.
    part, melds = case.number % 10, case.number // 10 % 6
    ours = solver.finish_distance(hand[:part], wilds(tiplu), supply, melds)
    theirs = brute.finish_distance(case.hand[:part], case.tiplu, case.supply, melds)
    yield f"finish_distance of the first {part} to {melds}", ours, theirs


def own_mismatches(case: Case) -> Iterator[str]:
    """Answers that must follow from the solver's own distances: improvers and what each discard leaves."""
    hand, tiplu = faces(" ".join(case.hand)), faces(case.tiplu)[0]
    wild, supply = wilds(tiplu), solver.supply(case.packs, case.printed_jokers, tiplu)

    def distance(cards: tuple[Face, ...]) -> int:
        if case.seen:
            return solver.finish_distance(cards, wild, supply)
        return solver.see_distance(cards, SEE, case.packs)

    def improvers(cards: tuple[Face, ...]) -> frozenset[Face]:
        most = supply if case.seen else solver.supply(case.packs)
        now = distance(cards)
        drawn = [face for face in (*FACES, Face(52)) if cards.count(face) < most[face]]
        return frozenset(face for face in drawn if distance((*cards, face)) < now)

    if case.seen:
        ours, discards = solver.finish_improvers(hand, wild, supply), solver.finish_discards(hand, wild, supply)
    else:
        ours, discards = solver.see_improvers(hand, SEE, case.packs), solver.see_discards(hand, SEE, case.packs)
    if ours != improvers(hand):
        yield f"{case}: improvers {texts(sorted(ours))}, by distances {texts(sorted(improvers(hand)))}"
    for face in sorted(set(hand)):
        rest = list(hand)
        rest.remove(face)
        theirs = distance(tuple(rest)), improvers(tuple(rest))
        if discards[face] != theirs:
            yield f"{case}: without {text(face)} {discards[face]}, by distances {theirs}"
