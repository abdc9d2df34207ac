"""How near a hand is to its next goal, and what each discard would leave: what every player weighs.

The goal before seeing is what M7.1 asks, three pure melds less the tunnelas shown, or seven dublees; after it what
M8.1 asks. All of it follows from the seat's view.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from marriage_core.cards import JOKER, Face, without
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import DUBLEES_TO_SEE, HAND_SIZE, PURE_TO_SEE
from marriage_core.marriage.view import View
from marriage_core.melds import MELD_SIZE, Meld
from marriage_core.solver import (
    dublees,
    finish_discards,
    finish_discards_longer,
    finish_distance,
    finish_distance_longer,
    finish_improvers,
    finish_improvers_longer,
    keep_longer,
    keep_melds,
    see_discards,
    see_distance,
    see_improvers,
    supply,
)
from marriage_core.wilds import alter, maal, wilds

_NOTHING: frozenset[Face] = frozenset()


@dataclass(frozen=True, slots=True)
class Left:
    """What a discard leaves: cards missing to the goal, and the faces of which one more lowers that."""

    missing: int
    helped_by: frozenset[Face]


def pure_needed(view: View) -> int:
    """Pure melds that seeing would lay (M5.3)."""
    return max(0, PURE_TO_SEE - len(view.me[1].tunnelas))


def to_arrange(view: View, hand: tuple[Face, ...]) -> tuple[tuple[Face, ...], int]:
    """After seeing by melds: the cards that a show has still to arrange, and how many must be in melds (M8.1, I6).

    Those of the hand; where laid melds may be exchanged (I4), those beside the pure melds that are best kept. Only
    melds held whole are kept, so what is missing then is an upper bound.
    """
    _, me = view.me
    size = HAND_SIZE - MELD_SIZE * len(me.tunnelas)
    laid = me.laid
    if view.holding.exchangeable:
        cards = tuple(sorted((*hand, *(face for meld in laid for face in meld))))
        laid, hand = _kept(view.rules.longer_melds, cards, view.wilds, supply_of(view), size, laid)
    return hand, size - sum(map(len, laid))


# Asked about the same hand by every question of a turn.
@lru_cache(maxsize=64)
def _kept(
    longer: bool,
    cards: tuple[Face, ...],
    wilds: frozenset[Face],
    supply: tuple[int, ...],
    size: int,
    laid: tuple[Meld, ...],
) -> tuple[tuple[Meld, ...], tuple[Face, ...]]:
    if longer:
        kept = keep_longer(cards, wilds, supply, len(laid), size, laid)
    else:
        kept = keep_melds(cards, wilds, supply, len(laid), size)
    assert kept is not None, "what lies is a way to keep it"
    return kept


def dublees_missing(view: View) -> int | None:
    """Dublees missing to seven; None where the route is closed (M13)."""
    rules = view.rules
    if not rules.dublees or view.players < rules.dublee_min_players:
        return None
    own, me = view.me
    return max(0, DUBLEES_TO_SEE - len(me.tunnelas) - dublees(own.hand))


def missing(view: View, hand: tuple[Face, ...]) -> int:
    """Cards missing to the goal by melds, for a hand that the viewer has or might have."""
    if not view.me[1].seen:
        return see_distance(hand, pure_needed(view), view.packs)
    cards, size = to_arrange(view, hand)
    if view.rules.longer_melds:
        return finish_distance_longer(cards, view.wilds, supply_of(view), size)
    return finish_distance(cards, view.wilds, supply_of(view), size // MELD_SIZE)


def helpers(view: View, hand: tuple[Face, ...]) -> frozenset[Face]:
    """The faces of which one more lowers `missing`."""
    if not view.me[1].seen:
        return see_improvers(hand, pure_needed(view), view.packs)
    cards, size = to_arrange(view, hand)
    if view.rules.longer_melds:
        return finish_improvers_longer(cards, view.wilds, supply_of(view), size)
    return finish_improvers(cards, view.wilds, supply_of(view), size // MELD_SIZE)


def supply_of(view: View) -> tuple[int, ...]:
    """Most copies of each face that a hand can hold, as far as the viewer knows."""
    own, _ = view.me
    return supply(view.packs, view.rules.printed_jokers, own.tiplu)


def known_wilds(view: View) -> frozenset[Face]:
    """What is or will be wild for the viewer as far as it knows: printed jokers, and a known tiplu's faces (M3.2)."""
    own, _ = view.me
    return frozenset({JOKER}) if own.tiplu is None else wilds(own.tiplu)


def scoring(view: View) -> frozenset[Face]:
    """The faces that score for the viewer as far as it knows (M10)."""
    own, _ = view.me
    rules = view.rules
    jokers = frozenset({JOKER}) if rules.printed_joker_points else frozenset()
    if own.tiplu is None:
        return jokers
    return jokers | maal(own.tiplu) | (frozenset({alter(own.tiplu)}) if rules.alter_points else frozenset())


def legal_discards(view: View) -> list[Face]:
    """The faces that may be discarded, in order (M6.3)."""
    own, _ = view.me
    return [face for face in sorted(set(own.hand)) if face != own.barred]


def nearest_discards(view: View, helps: bool = True) -> dict[Face, Left]:
    """The legal discards that leave least missing, by melds, and what each leaves.

    `helps` False: what helps does not matter to the caller, and before seeing, where that is most of the work, no card
    is named.
    """
    own, me = view.me
    if not helps and not me.seen:
        need, hand = pure_needed(view), own.hand
        rests = {face: without(hand, (face,)) for face in legal_discards(view)}
        found = {face: (see_distance(rest, need, view.packs), _NOTHING) for face, rest in rests.items()}
    else:
        found = _discards(view, nearest=True)
    if own.barred in found and len(found) == 1:
        found = _discards(view, nearest=False)
    legal = {face: Left(*left) for face, left in found.items() if face != own.barred}
    least = min(left.missing for left in legal.values())
    return {face: left for face, left in legal.items() if left.missing == least}


def _discards(view: View, nearest: bool) -> dict[Face, tuple[int, frozenset[Face]]]:
    own, me = view.me
    if not me.seen:
        return see_discards(own.hand, pure_needed(view), view.packs, nearest)
    cards, size = to_arrange(view, own.hand)
    if view.rules.longer_melds:
        return finish_discards_longer(cards, view.wilds, supply_of(view), size, nearest)
    return finish_discards(cards, view.wilds, supply_of(view), size // MELD_SIZE, nearest)


def collects_dublees(view: View, planned: bool) -> bool:
    """Whether the hand goes for dublees: by its route, or, where planned, because pure melds are no nearer."""
    own, me = view.me
    if me.seen:
        return me.route is Route.DUBLEES
    lacks = dublees_missing(view) if planned else None
    return lacks is not None and lacks <= see_distance(own.hand, pure_needed(view), view.packs)


def pairing(hand: Sequence[Face]) -> frozenset[Face]:
    """The faces of which one more makes a dublee (M2.4)."""
    return frozenset(face for face in hand if face != JOKER and hand.count(face) % 2)


def copies(faces: Iterable[Face], counts: Sequence[int]) -> int:
    """How many cards of these faces there are in `counts`."""
    return sum([counts[face] for face in faces])
