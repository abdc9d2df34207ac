"""The rules of play, one function a rule, with the rule book's numbers.

`check` decides on the mover's own view alone: whatever it refuses, the mover could have worked out (M14.2). `decide`
turns a checked move into events on the true state.
"""

from dataclasses import dataclass
from typing import assert_never

from marriage_core.cards import JOKER, Card, Face, face_of, text, texts, without
from marriage_core.errors import BadRules, IllegalMove
from marriage_core.marriage.events import (
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Event,
    Exchanged,
    Recycled,
    Seen,
    Shown,
    StockOut,
    Taken,
    TipluSet,
    TunnelaShown,
)
from marriage_core.marriage.evolve import deal, evolve
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
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.rules import DUBLEES_TO_SEE, Rules
from marriage_core.marriage.scoring import count_maal, points_of
from marriage_core.marriage.state import State
from marriage_core.marriage.view import Own, SeatView, View, unseen, view
from marriage_core.melds import is_pure
from marriage_core.shuffle import pick, shuffle
from marriage_core.solver import best_see, dublees, max_pure

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a legal move will do: the melds it lays and the face it discards."""

    melds: tuple[Meld, ...] = ()
    discard: Face | None = None


# --- a deal begins ----------------------------------------------------------------------------------------------------


def start(rules: Rules, players: int, dealer: int, key: bytes) -> tuple[Event, ...]:
    """The events that begin a deal (M4, and M13 `tiplu_from`). Raises BadRules where so many cannot play (M1.1)."""
    if not 2 <= players <= rules.most_players:
        raise BadRules(f"{players} players; allowed: 2–{rules.most_players} with these packs")
    dealt = Dealt(rules, players, dealer % players, key)
    return (dealt, *(_set_tiplu(deal(dealt)) if rules.tiplu_at_deal else ()))


def _set_tiplu(state: State) -> tuple[Event, ...]:
    """M3.1: uniformly from the whole stock; M3.5: a printed joker gives way to the next below, then from the top."""
    stock = state.stock
    at = pick(state.key, "tiplu", len(stock))
    below = [stock[at - i] for i in range(len(stock))]
    return (TipluSet(next(card for card in below if face_of(card) != JOKER)),)


# --- may this seat make this move? ------------------------------------------------------------------------------------


def check(view: View, move: Move) -> Plan:
    """What `move` will do for the viewer. Raises IllegalMove with the reason."""
    if view.over:
        raise IllegalMove("deal_over")
    if not isinstance(move, ShowTunnela) and view.turn != view.seat:
        raise IllegalMove("not_your_turn", seat=view.turn)
    own, me = view.me
    match move:
        case ShowTunnela(face):
            return _check_tunnela(view, own, me, face)
        case Draw():
            return _check_draw(view)
        case Take():
            return _check_take(view, own, me)
        case See(route, melds):
            _after_drawing(view)
            return _check_see(view, own, me, route, melds)
        case Discard(face):
            _after_drawing(view)
            return _check_discard(view, own, me, face)
        case Show(discard):
            _after_drawing(view)
            return _check_show(view, own, me, discard)
        case TakeAndShow(discard):
            return _check_take_and_show(view, own, me, discard)
        case _:
            assert_never(move)


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
    if view.stock == 0 and not _recyclable(view) and view.rules.recycle != "turn_once":
        raise IllegalMove("stock_empty")
    return Plan()


def _recyclable(view: View) -> bool:
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
    if not own.hand:
        # M6.3: seven tunnelas lie shown; the card taken would be the only one to discard.
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
    return _recyclable(view) and any(face != JOKER for face in view.discards[:-1])


def _check_named_melds(view: View, own: Own, need: int, melds: tuple[Meld, ...]) -> Plan:
    """M7.1: exactly so many, pure, and held; a card is left to discard."""
    if len(melds) != need:
        raise IllegalMove("see_count", need=need, named=len(melds))
    for meld in melds:
        if not is_pure(meld, view.rules.longer_melds):
            raise IllegalMove("not_pure", cards=texts(meld))
    laid = [face for meld in melds for face in meld]
    for face in laid:
        if laid.count(face) > own.hand.count(face):
            raise IllegalMove("not_held", card=text(face))
    if len(laid) == len(own.hand):
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
    """M6.3, M7.5: a card in hand, and not the very card just taken; I4: a laid card where three pure melds are left."""
    if face not in own.hand:
        if view.holding.exchangeable and any(face in meld for meld in me.laid):
            melds = view.holding.relaid(face)
            if melds is None:
                raise IllegalMove("pure_melds_needed", card=text(face), need=view.holding.pure_to_lay)
            return Plan(melds, face)
        on_table = face in me.tunnelas or any(face in meld for meld in me.laid)
        raise IllegalMove("laid_fixed" if on_table else "not_held", card=text(face))
    if face == own.barred:
        raise IllegalMove("just_taken", card=text(face))
    return Plan(discard=face)


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
    """Of the faces allowed as the last discard, the one that costs the viewer least maal; of equals the first."""
    own, me = view.me
    table = [*(face for face in me.tunnelas for _ in range(3)), *(face for meld in me.laid for face in meld)]

    def left(face: Face) -> int:
        kept = [*without(hand, (face,)), *table]
        return points_of(count_maal(view.rules, own.tiplu, kept, me.tunnelas))

    return max(allowed, key=left)


# --- what a legal move makes happen -----------------------------------------------------------------------------------


def decide(state: State, seat: int, move: Move) -> tuple[Event, ...]:
    """The events of a move. Raises IllegalMove; the state is untouched either way."""
    plan = check(view(state, seat), move)
    match move:
        case ShowTunnela():
            return (TunnelaShown(seat, _cards(state.places[seat].hand, plan.melds)[0]),)
        case Draw():
            return _draw(state, seat)
        case Take():
            return (Taken(seat, state.discards[-1]),)
        case See(route):
            return (*_first_tiplu(state), Seen(seat, route, _cards(state.places[seat].hand, plan.melds)))
        case Discard():
            return _discard(state, seat, plan)
        case Show():
            return _show(state, seat, plan)
        case TakeAndShow():
            taken = Taken(seat, state.discards[-1])
            return (taken, *_show(evolve(state, taken), seat, plan))
        case _:
            assert_never(move)


def _cards(hand: Cards, melds: tuple[Meld, ...]) -> tuple[Cards, ...]:
    """The physical cards for named melds: any copies serve, the lowest are taken."""
    left = list(hand)
    chosen = []
    for meld in melds:
        cards = []
        for face in meld:
            card = next(card for card in left if face_of(card) == face)
            left.remove(card)
            cards.append(card)
        chosen.append(tuple(cards))
    return tuple(chosen)


def _draw(state: State, seat: int) -> tuple[Event, ...]:
    """M6.1; M9.1: recycled when someone who must draw finds the stock empty, not before; I8: else the deal ends."""
    if not state.stock and not _recyclable(view(state, seat)):
        return (StockOut(seat), Ended(None, None))
    recycled = () if state.stock else (_recycle(state),)
    stock = recycled[0].stock if recycled else state.stock
    return (*recycled, Drawn(seat, stock[-1]))


def _recycle(state: State) -> Recycled:
    """M9.1: all discards except the top, shuffled; by option turned over once (I8: the oldest is drawn first).

    What the stock still holds (printed jokers only, when a tiplu is sought) stays on top.
    """
    pile = state.discards[:-1]
    if state.rules.recycle == "turn_once":
        return Recycled(tuple(reversed(pile)) + state.stock)
    order = shuffle(state.key, f"recycle {state.recycles + 1}", len(pile))
    return Recycled(tuple(pile[i] for i in order) + state.stock)


def _first_tiplu(state: State) -> tuple[Event, ...]:
    """M7.3: the first to see takes the tiplu; M9.2: where the stock has none to choose from it is recycled first."""
    if state.tiplu is not None:
        return ()
    if any(face_of(card) != JOKER for card in state.stock):
        return _set_tiplu(state)
    recycled = _recycle(state)
    return (recycled, *_set_tiplu(evolve(state, recycled)))


def _discard(state: State, seat: int, plan: Plan) -> tuple[Event, ...]:
    """M6.3; then the next seat's turn begins, unless the deal must end without a winner (M9.2, M12.3)."""
    assert plan.discard is not None
    anew: tuple[Event, ...] = ()
    if plan.melds:
        place = state.places[seat]
        laid = tuple(card for meld in place.laid for card in meld)
        # The discard is set apart first, so that a copy of it in a meld is another card.
        apart = next(card for card in laid if face_of(card) == plan.discard)
        anew = (Exchanged(seat, _cards(tuple(c for c in place.hand + laid if c != apart), plan.melds)),)
        state = evolve(state, anew[0])
    thrown = Discarded(seat, _discarded_card(state, state.places[seat].hand, plan.discard))
    after = evolve(state, thrown)
    return (*anew, thrown, *((Ended(None, None),) if _stuck(view(after, after.turn)) else ()))


def _discarded_card(state: State, among: Cards, face: Face) -> Card:
    """The copy to discard: never the very card just taken while another is held (M6.3)."""
    copies = [card for card in among if face_of(card) == face]
    acquired = state.acquired
    others = [card for card in copies if acquired is None or not acquired.from_discards or card != acquired.card]
    return (others or copies)[0]


def _stuck(view: View) -> bool:
    """M12.3: the seat to move has had all its turns; M9.2: it can neither draw nor take."""
    own, me = view.me
    if me.turns >= view.rules.max_turns:
        return True
    if view.stock > 0 or _recyclable(view) or view.rules.recycle == "turn_once":
        return False
    try:
        _check_takeable(view, own, me)
    except IllegalMove:
        return True
    return False


def _show(state: State, seat: int, plan: Plan) -> tuple[Event, ...]:
    """M8.1: the rest is laid, one card discarded, the deal over. I6: laid melds that may be exchanged are laid anew."""
    assert plan.discard is not None
    place = state.places[seat]
    laid = place.laid if view(state, seat).holding.exchangeable else ()
    cards = place.hand + tuple(card for meld in laid for card in meld)
    discard = _discarded_card(state, cards, plan.discard)
    left = tuple(card for card in cards if card != discard)
    return (Shown(seat, _cards(left, plan.melds), discard), Ended(seat, place.route))
