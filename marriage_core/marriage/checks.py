"""May this seat make this move? One function a rule, with the rule book's numbers.

A check reads the mover's own view alone: whatever it refuses, the mover could have worked out (M14.2).
"""

from typing import NamedTuple, assert_never

from marriage_core.cards import JOKER, Face, text, texts, without
from marriage_core.errors import IllegalMove
from marriage_core.marriage.moves import (
    Discard,
    Draw,
    Meld,
    Move,
    Route,
    See,
    Show,
    ShowTunnela,
    Take,
    TakeAndShow,
)
from marriage_core.marriage.notes import Phase, SeatView
from marriage_core.marriage.rules import DUBLEES_TO_SEE
from marriage_core.marriage.scoring import count_maal, points_of
from marriage_core.marriage.view import Own, View, unseen
from marriage_core.melds import is_pure
from marriage_core.solver import best_see, dublees, max_pure


class Plan(NamedTuple):
    """What a legal move will do: the melds it lays and the face it discards."""

    melds: tuple[Meld, ...] = ()
    discard: Face | None = None


def check(view: View, move: Move) -> Plan:
    """What `move` will do for the viewer. Raises IllegalMove with the reason."""
    if view.over:
        raise IllegalMove("deal_over")
    if not isinstance(move, ShowTunnela) and view.turn != view.seat:
        raise IllegalMove("not_your_turn", seat=view.turn)
    own, me = view.me
    match move:
        case Draw():
            return _check_draw(view)
        case Take():
            return _check_take(view, own, me)
        case Discard(face):
            _after_drawing(view)
            return _check_discard(view, own, me, face)
        case ShowTunnela(face):
            return _check_tunnela(view, own, me, face)
        case See(route, melds):
            _after_drawing(view)
            return _check_see(view, own, me, route, melds)
        case Show(discard):
            _after_drawing(view)
            return _check_show(view, own, me, discard)
        case TakeAndShow(discard):
            return _check_take_and_show(view, own, me, discard)
        case _:
            assert_never(move)


def plan_of(view: View, move: Move) -> Plan | None:
    """As `check`, but None where the move is not allowed."""
    try:
        return check(view, move)
    except IllegalMove:
        return None


def _before_drawing(view: View) -> None:
    if view.phase is not Phase.DRAW:
        raise IllegalMove("already_drew")


def _after_drawing(view: View) -> None:
    if view.phase is not Phase.PLAY:
        raise IllegalMove("draw_first")


def _check_tunnela(view: View, own: Own, me: SeatView, face: Face) -> Plan:
    """M5.1: tunnelas dealt may be laid, one by one, until the own first draw; never printed jokers (M2.5)."""
    if not view.rules.start_tunnelas:
        raise IllegalMove("tunnelas_off")
    if me.turns > 0 or own.acquired is not None:
        raise IllegalMove("tunnela_too_late", card=text(face))
    if face == JOKER or own.hand.count(face) < 3:
        raise IllegalMove("no_tunnela", card=text(face), held=own.hand.count(face))
    return Plan(melds=((face,) * 3,))


def _check_draw(view: View) -> Plan:
    """M6.1; M9.2: where the stock is empty and nothing can be recycled, only the discard is left.

    I8: turned over once already, drawing from the empty stock ends the deal.
    """
    _before_drawing(view)
    if view.stock == 0 and not recyclable(view) and view.rules.recycle != "turn_once":
        raise IllegalMove("stock_empty")
    return Plan()


def recyclable(view: View) -> bool:
    """M9.1: everything under the top discard; by option only once, unshuffled."""
    once = view.rules.recycle == "turn_once"
    return len(view.discards) > 1 and not (once and view.recycles)


def _check_take(view: View, own: Own, me: SeatView) -> Plan:
    """M6.1, M7.4, M7.6."""
    _before_drawing(view)
    _check_takeable(view, own, me)
    if me.route is Route.DUBLEES:
        raise IllegalMove("take_is_show", card=text(view.discards[-1]))
    return Plan()


def takeable(view: View) -> bool:
    """Whether the top discard may come to the viewer's hand at all, whoever is to move."""
    try:
        _check_takeable(view, *view.me)
    except IllegalMove:
        return False
    return True


def _check_takeable(view: View, own: Own, me: SeatView) -> None:
    """M7.4, M7.6, M6.3: whether the top discard may come to this hand at all."""
    if not view.discards:
        raise IllegalMove("pile_empty")
    top = view.discards[-1]
    if not me.seen and view.rules.unseen_discard == "barred":
        raise IllegalMove("unseen_barred", card=text(top))
    if top in view.wilds and view.rules.wild_discard == "barred":
        raise IllegalMove("wild_barred", card=text(top))
    if me.route is Route.DUBLEES:
        if dublees(own.hand) > 0:
            raise IllegalMove("dublee_holds_eight", card=text(top))
        if not _leaving_dublee((*own.hand, top)):
            raise IllegalMove("dublee_not_completed", card=text(top))
    # M6.3: seven tunnelas lie shown; the card taken would be the only one to discard. The hand is quicker asked.
    if not own.hand and not view.holding.free:
        raise IllegalMove("just_taken", card=text(top))


def _check_see(view: View, own: Own, me: SeatView, route: Route, melds: tuple[Meld, ...] | None) -> Plan:
    """M7.1: three pure melds or seven dublees, tunnelas shown at the start counting (M5.3, M5.4)."""
    if me.seen:
        raise IllegalMove("already_seen")
    if not view.tiplu_set and not _tiplu_left(view):
        raise IllegalMove("no_tiplu_left")
    if route is Route.DUBLEES:
        return _check_see_dublees(view, own, me)
    need = view.holding.pure_to_lay
    if melds is not None:
        return _check_named_melds(view, own, need, melds)
    found = best_see(own.hand, need, unseen(view), view.packs, view.rules.printed_jokers)
    if found is None:
        raise IllegalMove("no_three_pure", need=need, held=max_pure(own.hand))
    return Plan(melds=found)


def _tiplu_left(view: View) -> bool:
    """M9.2, M3.5: whether a tiplu is sure to be found, whatever of the stock may be printed jokers."""
    if view.stock > unseen(view)[JOKER]:
        return True
    return recyclable(view) and any(face != JOKER for face in view.discards[:-1])


def _check_named_melds(view: View, own: Own, need: int, melds: tuple[Meld, ...]) -> Plan:
    """M7.1: exactly so many, pure, and held; a card is left that may be discarded (M6.3)."""
    if len(melds) != need:
        raise IllegalMove("see_count", need=need, named=len(melds))
    for meld in melds:
        if not is_pure(meld, view.rules.longer_melds):
            raise IllegalMove("not_pure", cards=texts(meld))
    laid = [face for meld in melds for face in meld]
    for face in laid:
        if laid.count(face) > own.hand.count(face):
            raise IllegalMove("not_held", card=text(face))
    if not set(without(own.hand, laid)) - {own.barred}:
        raise IllegalMove("none_to_discard")
    return Plan(melds=melds)


def _check_see_dublees(view: View, own: Own, me: SeatView) -> Plan:
    """M7.1, M5.4: a shown tunnela holds one of the seven."""
    if not view.rules.dublees:
        raise IllegalMove("dublees_off")
    if view.players < view.rules.dublee_min_players:
        raise IllegalMove("dublees_players", need=view.rules.dublee_min_players, players=view.players)
    need = max(0, DUBLEES_TO_SEE - len(me.tunnelas))
    pairs = [(face, face) for face in sorted(set(own.hand) - {JOKER}) for _ in range(own.hand.count(face) // 2)]
    if len(pairs) < need:
        raise IllegalMove("no_seven_dublees", need=need, held=len(pairs))
    return Plan(melds=tuple(pairs[:need]))


def _check_discard(view: View, own: Own, me: SeatView, face: Face) -> Plan:
    """M6.3, M7.5: a card in hand, and not the very card just taken.

    I4: where laid melds may be exchanged, also one of theirs, if the cards left still hold three pure melds.
    """
    if face not in own.hand and face not in view.holding.free:
        on_table = face in me.tunnelas or any(face in meld for meld in me.laid)
        raise IllegalMove("laid_fixed" if on_table else "not_held", card=text(face))
    if face == own.barred:
        raise IllegalMove("just_taken", card=text(face))
    if face in own.hand:
        return Plan(discard=face)
    melds = view.holding.relaid(face)
    if melds is None:
        raise IllegalMove("pure_melds_needed", card=text(face), need=view.holding.pure_to_lay)
    return Plan(melds, face)


def _check_show(view: View, own: Own, me: SeatView, discard: Face | None) -> Plan:
    """M8.1: all melds and one discard; M8.3: the discard is compulsory and obeys M6.3."""
    if not me.seen:
        raise IllegalMove("not_seen")
    found = finishes(view)
    last = _last_discard(view, view.holding.free, found, own.barred, discard)
    if me.route is Route.DUBLEES:
        return Plan((_dublee(without(own.hand, (last,))),), last)
    return Plan(view.holding.shown_melds(last, view.wilds), last)


def finishes(view: View) -> tuple[Face, ...]:
    """Every face whose discard would end the deal for a viewer who has seen, M6.3 not considered."""
    own, me = view.me
    return _leaving_dublee(own.hand) if me.route is Route.DUBLEES else view.holding.last_discards(view.wilds)


def _leaving_dublee(hand: tuple[Face, ...]) -> tuple[Face, ...]:
    """M8.1: the eighth dublee and one discard; the other cards do not matter."""
    return tuple(face for face in sorted(set(hand)) if dublees(without(hand, (face,))) > 0)


def _dublee(hand: tuple[Face, ...]) -> Meld:
    face = next(face for face in sorted(set(hand) - {JOKER}) if hand.count(face) > 1)
    return (face, face)


def _check_take_and_show(view: View, own: Own, me: SeatView, discard: Face | None) -> Plan:
    """M7.6: taking the discard that makes the eighth dublee and showing are one move."""
    _before_drawing(view)
    if me.route is not Route.DUBLEES:
        raise IllegalMove("draw_first")
    _check_takeable(view, own, me)
    top = view.discards[-1]
    hand = (*own.hand, top)
    last = _last_discard(view, hand, _leaving_dublee(hand), None, discard)
    return Plan((_dublee(without(hand, (last,))),), last)


def _last_discard(
    view: View, hand: tuple[Face, ...], found: tuple[Face, ...], barred: Face | None, discard: Face | None
) -> Face:
    """The last discard of a show: the one named, else the one that costs least maal."""
    allowed = tuple(face for face in found if face != barred)
    if not allowed:
        if found:
            raise IllegalMove("just_taken", card=text(found[0]))
        raise IllegalMove("cannot_show")
    if discard is None:
        return _cheapest_discard(view, hand, allowed)
    if discard not in allowed:
        code = "just_taken" if discard == barred else "not_held" if discard not in hand else "show_not_with"
        raise IllegalMove(code, card=text(discard), allowed=tuple(text(face) for face in allowed))
    return discard


def _cheapest_discard(view: View, hand: tuple[Face, ...], allowed: tuple[Face, ...]) -> Face:
    """Of the faces allowed as the last discard, the one that costs the viewer least maal; of equals the first.

    `hand` holds the cards that the show arranges, laid ones that may be exchanged included.
    """
    own, me = view.me
    table = [face for face in me.tunnelas for _ in range(3)]
    if not view.holding.exchangeable:
        table += (face for meld in me.laid for face in meld)

    def left(face: Face) -> int:
        kept = [*without(hand, (face,)), *table]
        return points_of(count_maal(view.rules, own.tiplu, kept, me.tunnelas))

    return max(allowed, key=left)
