"""The solver against mahjong's shanten: other tiles, the same kind of question."""

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

from bench import peers
from bench.figures import Figure, at_least, at_most, seconds_each, side_by_side, worst
from marriage_core import solver
from marriage_core.cards import FACES, Face, faces
from marriage_core.solver import see, suits
from marriage_core.wilds import wilds
from tests.oracle.kinds import KINDS, Case, case

# Numbers far from those of the tests; even ones are whole hands, odd ones come after seeing.
FIRST = 1_000_000
EACH = 100
Hand = tuple[Face, ...]
Seen = tuple[Hand, frozenset[Face]]


def empty_tables() -> None:
    """Forgets everything that the solver remembers between calls."""
    for codes in suits.CODES.values():
        codes.clear()
    for table in (suits.most_pure, suits.changes, see.remembered_distance):
        table.cache_clear()


def _cases(kind: str, seen: bool, count: int = EACH) -> list[Case]:
    return [case(kind, FIRST + 2 * n + seen) for n in range(count)]


def _hand(one: Case) -> Hand:
    return faces(" ".join(one.hand))


def _after(kind: str) -> list[Seen]:
    return [(_hand(one), wilds(faces(one.tiplu)[0])) for one in _cases(kind, True)]


def _played(count: int) -> list[Seen]:
    """Hands of 13 on the way to a show: each draw of a player who keeps nearest to it, from laying three melds on."""
    chance = Random(20261130)
    found: list[Seen] = []
    while len(found) < count:
        tiplu = Face(chance.randrange(52))
        wild, supply = wilds(tiplu), solver.supply(3, 0, tiplu)
        stock = [face for face in FACES for _ in range(supply[face])]
        chance.shuffle(stock)
        hand = [stock.pop() for _ in range(12)]
        for _ in range(15):
            hand.append(stock.pop())
            found.append((tuple(hand), wild))
            if solver.finishing_discards(hand, wild):
                break
            near = solver.finish_discards(hand, wild, supply, nearest=True)
            hand.remove(max(near, key=lambda face: (face not in wild, len(near[face][1]), face)))
    return found[:count]


def _show_13(asked: Seen) -> object:
    return solver.finishing_discards(asked[0], asked[1], 4, 0)


def _show_22(asked: Seen) -> object:
    return solver.finishing_discards(asked[0], asked[1], 7, 3)


def _distances() -> Iterator[Figure]:
    hands = [_hand(one) for kind in ("random", "mid-game") for one in _cases(kind, False, 500)]
    keys = [suits.suit_keys(hand) for hand in hands]
    peer = peers.shanten()
    from_keys = "see_distance, 22 cards as counts, suits in the tables"
    from_faces = "see_distance, 22 cards as faces, suits in the tables"
    again = "see_distance, 22 cards as faces, hand in the tables"

    def no_hand_table(hand: Hand) -> int:
        return see.distance_of(suits.suit_keys(hand))

    for hand in hands:
        solver.see_distance(hand)
    if peer is None:
        times = side_by_side([(see.distance_of, keys), (no_hand_table, hands), (solver.see_distance, hands)])
        for question, seconds in zip((from_keys, from_faces, again), times, strict=True):
            yield Figure(question, seconds * 1e6, "µs", "40 × mahjong's shanten", None, "mahjong is not installed")
    else:
        shanten, _, tiles = peer
        theirs, ours, counted, remembered = side_by_side(
            [(shanten, tiles), (see.distance_of, keys), (no_hand_table, hands), (solver.see_distance, hands)]
        )
        note = f"{theirs * 1e6:.1f} µs against {{:.2f}} µs"
        yield at_least(from_keys, theirs / ours, "×", 40, note.format(ours * 1e6))
        yield Figure(from_faces, theirs / counted, "×", note=note.format(counted * 1e6))
        yield at_least(again, theirs / remembered, "×", 40, note.format(remembered * 1e6))
    firsts = []
    for hand in hands:
        empty_tables()
        began = process_time()
        solver.see_distance(hand)
        firsts.append(process_time() - began)
    yield at_most("first touch of a hand, tables empty, mean", sum(firsts) / len(firsts) * 1e3, "ms", 0.1)
    empty_tables()
    filling = seconds_each(solver.see_distance, hands)
    yield at_most("first touch of a hand, tables filling, mean", filling * 1e3, "ms", 0.1)


def _shows() -> Iterator[Figure]:
    mid, question = _played(500), "can show, 13 cards after seeing, mid-game"
    peer = peers.shanten()
    if peer is None:
        (ours,) = side_by_side([(_show_13, mid)])
        yield Figure(question, ours * 1e6, "µs", "0.6 × mahjong's regular shanten", None, "mahjong is not installed")
    else:
        theirs, ours = side_by_side([(peer[1], peer[2]), (_show_13, mid)])
        some = sum(bool(_show_13(one)) for one in mid) / len(mid)
        note = f"{theirs * 1e6:.1f} µs against {ours * 1e6:.1f} µs; {some:.0%} can"
        yield at_most(question, ours / theirs, "×", 0.6, note)
    yield _worst_of("can show, 13 cards, worst of ten kinds", _show_13, True, 2)
    yield _worst_of("can show, 22 cards free, worst of ten kinds", _show_22, False, 10)
    yield _worst_of("can show, 22 cards free, worst of ten kinds, tables empty", _show_22, False, 20, empty_tables)


def _worst_of(
    question: str, ask: Callable[[Seen], object], seen: bool, goal: float, before: Callable[[], None] = lambda: None
) -> Figure:
    longest, at = 0.0, ""
    for kind in KINDS:
        asked = [(_hand(one), wilds(faces(one.tiplu)[0])) for one in _cases(kind, seen)]
        took, _ = worst(ask, asked, before)
        if took > longest:
            longest, at = took, kind
    return at_most(question, longest * 1e3, "ms", goal, f"{at}; {EACH} hands a kind")


def _memory() -> Iterator[Figure]:
    """Fills every table and weighs what the solver holds."""
    empty_tables()
    gc.collect()
    tracemalloc.start()
    chance = Random(20261130)
    pack = [face for face in FACES for _ in range(3)]
    while max(len(codes) for codes in suits.CODES.values()) < suits.TABLE_SIZE - 60:
        hand = chance.sample(pack, 22)
        for codes in suits.CODES.values():
            solver.see_distance(hand, 3, codes.packs)
            solver.see_improvers(hand, 3, codes.packs)
        solver.max_pure(hand)
    snapshot = tracemalloc.take_snapshot()
    tracemalloc.stop()
    held = sum(
        s.size for s in snapshot.statistics("filename") if "/solver/" in s.traceback[0].filename.replace("\\", "/")
    )
    filled = " ".join(f"{len(codes)}" for codes in suits.CODES.values())
    yield at_most("memory of all tables", held / 2**20, "MB", 32, f"suits held: {filled} of {suits.TABLE_SIZE} each")


def _decisions() -> Iterator[Figure]:
    """What a player asks of the solver for one decision."""
    for seen, name in ((False, "before"), (True, "after")):
        asked = _cases("mid-game", seen)
        times = []
        for one in asked:
            hand, tiplu = _hand(one), faces(one.tiplu)[0]
            supply = solver.supply(one.packs, one.printed_jokers, tiplu)
            began = process_time()
            if seen:
                solver.finish_discards(hand, wilds(tiplu), supply, nearest=True)
            else:
                solver.see_discards(hand, 3, one.packs, nearest=True)
            times.append(process_time() - began)
        note = f"median {median(times) * 1e3:.2f}, worst {max(times) * 1e3:.2f}"
        question = f"nearest discards with improvers, {name} seeing, mean"
        yield Figure(question, sum(times) / len(times) * 1e3, "ms", note=note)


def _longer() -> Iterator[Figure]:
    """Melds of three and more."""
    points = tuple(min(10, face % 13 + 1) for face in range(53))
    asks: list[tuple[str, Callable[[Seen], object]]] = [
        ("3+: finishing discards of 22", lambda one: solver.finishing_discards_longer(one[0], one[1])),
        ("3+: least unmelded of 21", lambda one: solver.least_unmelded(one[0][:21], one[1], points)),
    ]
    for question, ask in asks:
        means, longest = {}, 0.0
        for kind in KINDS:
            asked = [(_hand(one), wilds(faces(one.tiplu)[0])) for one in _cases(kind, False, EACH // 4)]
            means[kind] = seconds_each(ask, asked)
            longest = max(longest, worst(ask, asked, rounds=2)[0])
        yield Figure(f"{question}, mid-game, mean", means["mid-game"] * 1e3, "ms", note=f"worst {longest * 1e3:.0f} ms")


def figures() -> Iterator[Figure]:
    """The solver's rows."""
    yield from _distances()
    yield from _shows()
    yield from _decisions()
    yield from _longer()
    yield from _memory()
