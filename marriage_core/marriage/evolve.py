"""What an event does to the state: bookkeeping only, never a refusal.

Every function is total on events that `decide` made; a rule found here is a rule in the wrong place.
"""

from bisect import bisect
from typing import assert_never

from marriage_core.cards import Card, Face, face_of, faces_of, pack
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
from marriage_core.marriage.notes import Fact, Note, Phase, SeatView
from marriage_core.marriage.rules import HAND_SIZE
from marriage_core.marriage.state import Acquired, Place, State
from marriage_core.shuffle import shuffle

Cards = tuple[Card, ...]
Places = tuple[Place, ...]


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
        places=tuple(Place.of(tuple(hand)) for hand in hands),
        stock=tuple(reversed(deck[dealt + 1 :])),
        discards=(deck[dealt],),
        discard_faces=(face_of(deck[dealt]),),
        turn=first,
    )


def evolve(state: State | None, event: Event) -> State:
    """The state after an event; `state` is None before the deal."""
    if state is None:
        return _first(event)
    match event:
        case Drawn(seat, card):
            return _draw(state, seat, card)
        case Taken(seat, card):
            return _take(state, seat, card)
        case Discarded(seat, card):
            return _discard(state, seat, card)
        case TunnelaShown(seat, cards):
            place = state.places[seat]
            after = place.after(_less(place.hand, cards), tunnelas=(*place.tunnelas, cards))
            return _placed(state, seat, after, Fact.TUNNELA, faces_of(cards))
        case Seen() | Exchanged() | Shown():
            return _laid(state, event)
        case Recycled(stock):
            log = (*state.log, Note(None, Fact.RECYCLE))
            top, its_face = state.discards[-1:], state.discard_faces[-1:]
            recycles = state.recycles + 1
            return state._replace(stock=stock, discards=top, discard_faces=its_face, recycles=recycles, log=log)
        case StockOut(seat):
            return state._replace(log=(*state.log, Note(seat, Fact.STOCK_OUT)))
        case TipluSet(card):
            return state._replace(stock=_less(state.stock, (card,)), tiplu=card)
        case Ended(winner, by):
            return state._replace(phase=Phase.OVER, winner=winner, by=by)
        case Dealt():
            raise ValueError("a deal begins once")
        case _:
            assert_never(event)


def _first(event: Event) -> State:
    if not isinstance(event, Dealt):
        raise ValueError(f"a deal begins with Dealt, not {event!r}")
    return deal(event)


def _laid(state: State, event: Seen | Exchanged | Shown) -> State:
    """Melds come to the table, for the first time or anew."""
    place = state.places[event.seat]
    cards = _flat(event.melds)
    match event:
        case Seen(seat, route, melds):
            after = place.after(_less(place.hand, cards), laid=melds, route=route)
            return _placed(state, seat, after, Fact.SEE, faces_of(cards))
        case Exchanged(seat, melds):
            after = place.after(_less(place.hand + _flat(place.laid), cards), laid=melds)
            return _placed(state, seat, after, Fact.EXCHANGE, faces_of(cards))
        case Shown(seat, melds, discard):
            # Where laid melds may be exchanged (I4) the show lays their cards again.
            staying = tuple(meld for meld in place.laid if {*cards, discard}.isdisjoint(meld))
            after = place.after(_less(place.hand, (*cards, discard)), laid=staying + melds)
            thrown = (face_of(discard),)
            shown = _placed(state, seat, after, Fact.SHOW, thrown)
            discards = state.discards + (discard,)
            return shown._replace(discards=discards, discard_faces=state.discard_faces + thrown, acquired=None)
        case _:
            assert_never(event)


def _flat(melds: tuple[Cards, ...]) -> Cards:
    return tuple(card for meld in melds for card in meld)


def _less(cards: Cards, gone: Cards) -> Cards:
    left = set(gone)
    return tuple([card for card in cards if card not in left])


def _placed(state: State, seat: int, place: Place, fact: Fact, faces: tuple[Face, ...]) -> State:
    """The state with another place at a seat, and the public fact noted."""
    places = state.places[:seat] + (place,) + state.places[seat + 1 :]
    return state._replace(places=places, log=state.log + (Note(seat, fact, faces),))


# --- drawing, taking, discarding: nearly every event of a deal --------------------------------------------------------
# Tuples are joined by +, which copies once; unpacking them would copy twice, and a deal's log is long.


def _draw(state: State, seat: int, card: Card) -> State:
    return _moved(
        state,
        places=_gaining(state.places, seat, card),
        stock=state.stock[:-1],
        discards=state.discards,
        discard_faces=state.discard_faces,
        turn=seat,
        phase=Phase.PLAY,
        acquired=Acquired(card, from_discards=False, held=False),
        note=Note(seat, Fact.DRAW),
    )


def _take(state: State, seat: int, card: Card) -> State:
    face = face_of(card)
    return _moved(
        state,
        places=_gaining(state.places, seat, card),
        stock=state.stock,
        discards=state.discards[:-1],
        discard_faces=state.discard_faces[:-1],
        turn=seat,
        phase=Phase.PLAY,
        acquired=Acquired(card, from_discards=True, held=face in state.places[seat].faces),
        note=Note(seat, Fact.TAKE, (face,)),
    )


def _discard(state: State, seat: int, card: Card) -> State:
    face = face_of(card)
    return _moved(
        state,
        places=_losing(state.places, seat, card),
        stock=state.stock,
        discards=state.discards + (card,),
        discard_faces=state.discard_faces + (face,),
        turn=(seat + state.rules.step) % len(state.places),
        phase=Phase.DRAW,
        acquired=None,
        note=Note(seat, Fact.DISCARD, (face,)),
    )


def _moved(
    state: State,
    *,
    places: Places,
    stock: Cards,
    discards: Cards,
    discard_faces: tuple[Face, ...],
    turn: int,
    phase: Phase,
    acquired: Acquired | None,
    note: Note,
) -> State:
    """The state after a card came or went. By position, in the order of the fields: `_replace` takes thrice as long."""
    rules, dealer, key, _, _, _, _, _, _, tiplu, _, recycles, log, winner, by = state
    return State(
        rules,
        dealer,
        key,
        places,
        stock,
        discards,
        discard_faces,
        turn,
        phase,
        tiplu,
        acquired,
        recycles,
        log + (note,),
        winner,
        by,
    )


def _gaining(places: Places, seat: int, card: Card) -> Places:
    """A card comes to a hand."""
    hand, faces, tunnelas, laid, shown = places[seat]
    at = bisect(hand, card)
    after = Place(
        hand[:at] + (card,) + hand[at:],
        faces[:at] + (face_of(card),) + faces[at:],
        tunnelas,
        laid,
        SeatView(shown.hand + 1, shown.tunnelas, shown.laid, shown.route, shown.turns),
    )
    return places[:seat] + (after,) + places[seat + 1 :]


def _losing(places: Places, seat: int, card: Card) -> Places:
    """A card leaves a hand and ends the seat's turn."""
    hand, faces, tunnelas, laid, shown = places[seat]
    at = hand.index(card)
    after = Place(
        hand[:at] + hand[at + 1 :],
        faces[:at] + faces[at + 1 :],
        tunnelas,
        laid,
        SeatView(shown.hand - 1, shown.tunnelas, shown.laid, shown.route, shown.turns + 1),
    )
    return places[:seat] + (after,) + places[seat + 1 :]
