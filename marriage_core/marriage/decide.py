"""What happens: the events that begin a deal, and those of a move that `checks` allows.

`checks` decides on the mover's view; here its plan becomes physical cards of the true state.
"""

from bisect import bisect_left
from typing import assert_never

from marriage_core.cards import JOKER, Card, Face, card_of, cards_for, face_of
from marriage_core.errors import BadRules
from marriage_core.marriage.checks import Plan, check, recyclable, takeable
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
from marriage_core.marriage.holding import Holding
from marriage_core.marriage.moves import (
    Discard,
    Draw,
    Move,
    See,
    Show,
    ShowTunnela,
    Take,
    TakeAndShow,
)
from marriage_core.marriage.rules import FEWEST_PLAYERS, Rules
from marriage_core.marriage.state import Place, State
from marriage_core.marriage.view import View, view
from marriage_core.shuffle import pick, shuffle

Cards = tuple[Card, ...]


# --- a deal begins ----------------------------------------------------------------------------------------------------


def start(rules: Rules, players: int, dealer: int, key: bytes) -> tuple[Event, ...]:
    """The events that begin a deal (M4, and M13 `tiplu_from`). Raises BadRules where so many cannot play (M1.1)."""
    fewest, most = FEWEST_PLAYERS, rules.most_players
    if not fewest <= players <= most:
        sentence = "players: {n} of them; allowed: {fewest}–{most} with these packs"
        raise BadRules(sentence, n=players, fewest=fewest, most=most)
    dealt = Dealt(rules, players, dealer % players, key)
    return (dealt, *(_set_tiplu(deal(dealt)) if rules.tiplu_at_deal else ()))


def _set_tiplu(state: State) -> tuple[Event, ...]:
    """M3.1: uniformly from the whole stock; M3.5: a printed joker gives way to the next below, then from the top."""
    stock = state.stock
    at = pick(state.key, "tiplu", len(stock))
    below = [stock[at - i] for i in range(len(stock))]
    return (TipluSet(next(card for card in below if face_of(card) != JOKER)),)


# --- what a legal move makes happen -----------------------------------------------------------------------------------


def decide(state: State, seat: int, move: Move) -> tuple[Event, ...]:
    """The events of a move. Raises IllegalMove; the state is untouched either way."""
    mine = view(state, seat)
    plan = check(mine, move)
    match move:
        case Draw():
            return _draw(state, mine)
        case Take():
            return (Taken(seat, state.discards[-1]),)
        case Discard():
            return _discard(state, seat, plan)
        case ShowTunnela():
            return (TunnelaShown(seat, cards_for(state.places[seat].hand, plan.melds)[0]),)
        case See(route):
            return (*_first_tiplu(state), Seen(seat, route, cards_for(state.places[seat].hand, plan.melds)))
        case Show():
            return _show(state, seat, plan, mine.holding)
        case TakeAndShow():
            taken = Taken(seat, state.discards[-1])
            return (taken, *_show(evolve(state, taken), seat, plan, mine.holding))
        case _:
            assert_never(move)


def _draw(state: State, mine: View) -> tuple[Event, ...]:
    """M6.1; M9.1: recycled when someone who must draw finds the stock empty, not before; I8: else the deal ends."""
    seat = state.turn
    if not state.stock and not recyclable(mine):
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
    place = state.places[seat]
    if not plan.melds:
        gone = _discarded_card(state, place.hand, plan.discard)
    else:
        # I4: the discard is set apart first, so that a copy of it in a meld is another card.
        own = _hand_and_laid(place)
        gone = _discarded_card(state, own, plan.discard)
        anew = (Exchanged(seat, cards_for(_but(own, gone), plan.melds)),)
        state = evolve(state, anew[0])
    thrown = Discarded(seat, gone)
    return (*anew, thrown, *((Ended(None, None),) if _stuck(state, thrown) else ()))


def _discarded_card(state: State, among: Cards, face: Face) -> Card:
    """The copy to discard, the first of sorted cards: never the very card just taken while another is held (M6.3)."""
    at = bisect_left(among, card_of(face, 0))
    first, acquired = among[at], state.acquired
    if acquired is not None and acquired.from_discards and acquired.card == first:
        return next((card for card in among[at + 1 :] if face_of(card) == face), first)
    return first


def _stuck(state: State, thrown: Discarded) -> bool:
    """M12.3: the seat to move after a discard has had all its turns; M9.2: it can neither draw nor take."""
    after = (thrown.seat + state.rules.step) % state.players
    if state.places[after].turns >= state.rules.max_turns:
        return True
    if state.stock or state.rules.recycle == "turn_once":
        return False
    theirs = view(evolve(state, thrown), after)
    return not recyclable(theirs) and not takeable(theirs)


def _show(state: State, seat: int, plan: Plan, holding: Holding) -> tuple[Event, ...]:
    """M8.1: the rest is laid, one card discarded, the deal over. I6: laid melds that may be exchanged are laid anew."""
    assert plan.discard is not None
    place = state.places[seat]
    own = _hand_and_laid(place) if holding.exchangeable else place.hand
    discard = _discarded_card(state, own, plan.discard)
    return (Shown(seat, cards_for(_but(own, discard), plan.melds), discard), Ended(seat, place.route))


def _hand_and_laid(place: Place) -> Cards:
    return tuple(sorted((*place.hand, *(card for meld in place.laid for card in meld))))


def _but(cards: Cards, gone: Card) -> Cards:
    return tuple(card for card in cards if card != gone)
