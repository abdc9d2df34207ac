"""What to lay when seeing, and how to group a hand for its player (M7.1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from marriage_core.cards import FACES, JOKER, N_FACES, N_SUITS, Face, counts_of, without
from marriage_core.melds import MELD_SIZE, Meld, in_order
from marriage_core.solver.distance import FINISH_MELDS, least_missing, parted
from marriage_core.solver.distance import supply as supply_of
from marriage_core.solver.groups import Groups, Masks, Supply
from marriage_core.solver.see import SEE_MELDS, all_see_melds
from marriage_core.solver.suits import CODES, VECTORS, Keys, meld_of, suit_keys, targets
from marriage_core.wilds import wilds as wilds_of

# A card further from a show is worth this much of the nearer one (measured in self-play; docs/players.md).
DISCOUNT = 0.6
# More ways to lay than this are ranked by the distance without any wild card first.
WEIGHED = 16


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand in groups: full melds, groups that one more card completes, and the other cards in order of face."""

    melds: tuple[Meld, ...]
    partials: tuple[tuple[Face, ...], ...]
    rest: tuple[Face, ...]


def _ways(faces: Sequence[Face], need: int) -> list[tuple[tuple[Meld, ...], tuple[Face, ...]]]:
    """Ways to lay `need` pure melds with what remains, one way for each remainder."""
    ordered = sorted(faces)
    found: dict[tuple[Face, ...], tuple[Meld, ...]] = {}
    for laid in all_see_melds(faces, need):
        found.setdefault(without(ordered, [face for meld in laid for face in meld]), laid)
    return [(laid, rest) for rest, laid in found.items()]


def _promise(rest: Sequence[Face], unseen: Sequence[int], packs: int, printed_jokers: int, melds: int) -> float:
    """Σ over tiplus of their unseen copies · DISCOUNT to the power of the distance of `rest` under that tiplu."""
    plain = [face for face in rest if face != JOKER]
    groups = Groups(plain, supply_of(packs, printed_jokers))
    jokers = len(rest) - len(plain)
    place = {face: groups.copies[i] for i, face in enumerate(groups.cards)}
    # Tiplus that make the same cards wild differ in nothing else.
    weights: dict[int, int] = {}
    for tiplu in FACES:
        if unseen[tiplu]:
            wild = sum([place[face] for face in wilds_of(tiplu) if face in place])
            weights[wild] = weights.get(wild, 0) + unseen[tiplu]
    total = 0.0
    for wild, weight in sorted(weights.items()):
        distance = least_missing(groups, groups.everything ^ wild, jokers + wild.bit_count(), melds)
        total += weight * DISCOUNT**distance
    return total


def best_see(
    faces: Sequence[Face],
    need: int = SEE_MELDS,
    unseen: Sequence[int] = (1,) * N_FACES,
    packs: int = 3,
    printed_jokers: int = 0,
    melds: int = FINISH_MELDS,
) -> tuple[Meld, ...] | None:
    """Which `need` pure melds to lay, or None where the hand cannot see (M7.1, M7.7).

    `unseen[t]` is how many copies of face t the seat cannot account for: the weight of t as tiplu. The rest R is the
    best one by Σ unseen[t] · 0.6^distance(R, t); of equal ones the first in order of all_see_melds. At most WEIGHED
    rests are weighed so, those nearest to a finish without wild cards; more than that needs hands full of pure melds.
    """
    ways = _ways(faces, need)
    if len(ways) > WEIGHED:
        most = supply_of(packs, printed_jokers)
        ranks = []
        for at, (_, rest) in enumerate(ways):
            plain = Groups([face for face in rest if face != JOKER], most)
            ranks.append((least_missing(plain, plain.everything, len(rest) - len(plain.cards), melds), at))
        ways = [ways[at] for _, at in sorted(ranks)[:WEIGHED]]
    if len(ways) < 2:
        return ways[0][0] if ways else None
    scored = [(-_promise(rest, unseen, packs, printed_jokers, melds), at) for at, (_, rest) in enumerate(ways)]
    return ways[min(scored)[1]][0]


def _split_targets(keys: Keys, need: int, packs: int) -> Iterator[list[Meld]]:
    """The melds with two or more held cards in targets of least missing cards, suit by suit."""
    codes = [CODES[packs][key] for key in keys]
    splits = [split for split in product(range(need + 1), repeat=N_SUITS) if sum(split) == need]
    lacking = [sum(VECTORS[code][n] for code, n in zip(codes, split, strict=True)) for split in splits]
    least = min(lacking)
    for split, lacks in zip(splits, lacking, strict=True):
        if lacks == least:
            choices = [targets(key, n, packs) for key, n in zip(keys, split, strict=True)]
            for choice in product(*choices):
                yield [meld_of(suit, index) for suit, picked in enumerate(choice) for index in picked]


def _parts(faces: Sequence[Face], need: int, packs: int) -> list[tuple[Face, ...]]:
    """The held cards of a target of `need` pure melds, meld by meld, the fullest first; most full melds preferred."""
    best: list[tuple[Face, ...]] = []
    for melds in _split_targets(suit_keys(faces), need, packs):
        counts = counts_of(faces)
        parts = []
        for meld in melds:
            part = []
            for face in meld:
                if counts[face]:
                    counts[face] -= 1
                    part.append(face)
            parts.append(tuple(part))
        parts.sort(key=len, reverse=True)
        if [len(part) for part in parts] > [len(part) for part in best]:
            best = parts
    return best


def _before_seeing(faces: Sequence[Face], need: int, packs: int, lay: tuple[Meld, ...] | None) -> Arrangement:
    if lay is not None:
        parts: list[tuple[Face, ...]] = list(lay)
    else:
        parts = _parts(faces, need, packs) if need else []
    melds = tuple(part for part in parts if len(part) == MELD_SIZE)
    partials = tuple(part for part in parts if len(part) == MELD_SIZE - 1)
    used = [face for part in melds + partials for face in part]
    return Arrangement(melds, partials, without(sorted(faces), used))


def _after_seeing(faces: Sequence[Face], wilds: frozenset[Face], supply: Supply, melds: int) -> Arrangement:
    groups, _ = parted(faces, wilds, supply, melds)
    wild = sorted(face for face in faces if face in wilds)
    distance = least_missing(groups, groups.everything, len(wild), melds)
    surplus = max(0, MELD_SIZE * melds - len(wild) - distance - melds)
    found: Masks = ()
    # The fullest groups, also where fewer cards in them would do.
    while (fuller := groups.reach(groups.everything, melds, surplus, distance)) is not None:
        found = fuller
        surplus += 1
    singles = groups.everything
    for mask in found:
        singles ^= mask
    parts = [groups.faces(mask) for mask in found]
    # The fullest first: a wild card does most where one is missing. A stiff pair waits for its own face.
    parts.sort(key=len, reverse=True)
    full, partials = [], []
    loose = [(face,) for face in groups.faces(singles)]
    for part in parts + loose[: melds - len(parts)]:
        gap = MELD_SIZE - len(part)
        if len(part) == 2 and part[0] == part[1]:
            partials.append(part)
        elif gap <= len(wild):
            full.append(in_order((*part, *wild[:gap]), wilds))
            del wild[:gap]
        elif len(part) + len(wild) == MELD_SIZE - 1:
            partials.append((*part, *wild))
            wild.clear()
    while len(wild) >= MELD_SIZE and len(full) + len(partials) < melds:
        full.append(tuple(wild[:MELD_SIZE]))
        del wild[:MELD_SIZE]
    used = [face for part in full + partials for face in part]
    return Arrangement(tuple(full), tuple(partials), without(sorted(faces), used))


def arrange(
    faces: Sequence[Face],
    need: int = SEE_MELDS,
    packs: int = 3,
    wilds: frozenset[Face] | None = None,
    melds: int = FINISH_MELDS,
    supply: Supply | None = None,
    lay: tuple[Meld, ...] | None = None,
) -> Arrangement:
    """How the panel groups a hand.

    Before seeing (`wilds` None): the pure melds and two-card groups behind `see_distance`; `lay` names the melds where
    the caller has chosen what seeing would lay. After seeing: those behind `finish_distance`.
    """
    if wilds is None:
        return _before_seeing(faces, need, packs, lay)
    return _after_seeing(faces, wilds, supply or supply_of(packs, packs * 2), melds)
