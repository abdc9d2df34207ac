"""What an event does to the state: bookkeeping only, never a refusal.

Every function is total on events that `decide` made; a rule found here is a rule in the wrong place.
"""

from bisect import bisect
from typing import Any, assert_never

from marriage_core.cards import Card, face_of, faces_of, pack
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
from marriage_core.marriage.notes import Fact, Note, Phase
from marriage_core.marriage.rules import HAND_SIZE
from marriage_core.marriage.state import Acquired, Place, State
from marriage_core.shuffle import shuffle

Cards = tuple[Card, ...]


def deal(event: Dealt) -> State:
    """The state a deal begins with: cards one at a time from the seat after the dealer, then the upcard (M4)."""
    rules, players = event.rules, event.players
    cards = pack(rules.packs_for(players), rules.printed_jokers)
    deck = [cards[i] for i in shuffle(event.key, "deal", len(cards))]
    first = (event.dealer + rules.step) % players
    dealt = players * HAND_SIZE
    hands: list[list[Card]] = [[] for _ in range(players)]
    for i, card in enumerate(deck[:dealt]):
        hands[(first + rules.step * i) % players].append(card)
    return State(
        rules=rules,
        dealer=event.dealer,
        key=event.key,
        places=tuple(Place(hand=tuple(sorted(hand))) for hand in hands),
        stock=tuple(reversed(deck[dealt + 1 :])),
        discards=(deck[dealt],),
        turn=first,
    )


def evolve(state: State | None, event: Event) -> State:
    """The state after an event; `state` is None before the deal."""
    if state is not None:
        return _next(state, event)
    if not isinstance(event, Dealt):
        raise ValueError(f"a deal begins with Dealt, not {event!r}")
    return deal(event)


def _next(state: State, event: Event) -> State:
    match event:
        case TunnelaShown(seat, cards):
            return _tunnela(state, seat, cards)
        case Recycled(stock):
            kept = state.discards[-1:]
            log = (*state.log, Note(None, Fact.RECYCLE))
            return state._replace(stock=stock, discards=kept, recycles=state.recycles + 1, log=log)
        case StockOut(seat):
            return state._replace(log=(*state.log, Note(seat, Fact.STOCK_OUT)))
        case Drawn(seat, card):
            return _acquire(state, seat, card, from_discards=False)
        case Taken(seat, card):
            return _acquire(state, seat, card, from_discards=True)
        case TipluSet(card):
            return state._replace(stock=_less(state.stock, (card,)), tiplu=card)
        case Seen() | Exchanged() | Shown():
            return _laid(state, event)
        case Discarded(seat, card):
            return _discard(state, seat, card)
        case Ended(winner, by):
            return state._replace(phase=Phase.OVER, winner=winner, by=by)
        case Dealt():
            raise ValueError("a deal begins once")
        case _:
            assert_never(event)


def _laid(state: State, event: Seen | Exchanged | Shown) -> State:
    """Melds come to the table, for the first time or anew."""
    place = state.places[event.seat]
    cards = _flat(event.melds)
    match event:
        case Seen(seat, route, melds):
            after = place._replace(hand=_less(place.hand, cards), laid=melds, route=route)
            return _placed(state, seat, after, Fact.SEE, cards)
        case Exchanged(seat, melds):
            hand = _less(tuple(sorted(place.hand + _flat(place.laid))), cards)
            return _placed(state, seat, place._replace(hand=hand, laid=melds), Fact.EXCHANGE, cards)
        case Shown(seat, melds, discard):
            # Where laid melds may be exchanged (I4) the show lays their cards again.
            lying = tuple(meld for meld in place.laid if {*cards, discard}.isdisjoint(meld))
            after = place._replace(hand=_less(place.hand, (*cards, discard)), laid=lying + melds)
            thrown = (*state.discards, discard)
            return _placed(state, seat, after, Fact.SHOW, (discard,), discards=thrown, acquired=None)
        case _:
            assert_never(event)


def _flat(melds: tuple[Cards, ...]) -> Cards:
    return tuple(card for meld in melds for card in meld)


def _less(cards: Cards, gone: Cards) -> Cards:
    left = set(gone)
    return tuple([card for card in cards if card not in left])


# Tuples are joined by +, which copies once; unpacking them would copy twice, and a deal's log is long.
def _with(hand: Cards, card: Card) -> Cards:
    at = bisect(hand, card)
    return hand[:at] + (card,) + hand[at:]


def _without(hand: Cards, card: Card) -> Cards:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _placed(state: State, seat: int, place: Place, fact: Fact, cards: Cards, **changes: Any) -> State:
    """The state with another place at a seat, the public fact noted, and what else changes with it."""
    places = state.places[:seat] + (place,) + state.places[seat + 1 :]
    return state._replace(places=places, log=state.log + (Note(seat, fact, faces_of(cards)),), **changes)


def _tunnela(state: State, seat: int, cards: Cards) -> State:
    place = state.places[seat]
    shown = place._replace(hand=_less(place.hand, cards), tunnelas=(*place.tunnelas, cards))
    return _placed(state, seat, shown, Fact.TUNNELA, cards)


def _acquire(state: State, seat: int, card: Card, *, from_discards: bool) -> State:
    place = state.places[seat]
    got = place._replace(hand=_with(place.hand, card))
    acquired = Acquired(card, from_discards, held=from_discards and face_of(card) in faces_of(place.hand))
    if from_discards:
        rest = state.discards[:-1]
        return _placed(state, seat, got, Fact.TAKE, (card,), discards=rest, phase=Phase.PLAY, acquired=acquired)
    return _placed(state, seat, got, Fact.DRAW, (), stock=state.stock[:-1], phase=Phase.PLAY, acquired=acquired)


def _discard(state: State, seat: int, card: Card) -> State:
    place = state.places[seat]
    left = place._replace(hand=_without(place.hand, card), turns=place.turns + 1)
    return _placed(
        state,
        seat,
        left,
        Fact.DISCARD,
        (card,),
        discards=state.discards + (card,),
        acquired=None,
        phase=Phase.DRAW,
        turn=(seat + state.rules.step) % state.players,
    )
