"""What an event does to the state: bookkeeping only, never a refusal.

Every function is total on events that `decide` made; a rule found here is a rule in the wrong place.
"""

from typing import assert_never

from marriage_core.cards import Card, face_of, faces_of, pack
from marriage_core.dummy.contracts import contract
from marriage_core.dummy.events import (
    Added,
    Asked,
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Event,
    Granted,
    Laid,
    Recycled,
    Taken,
    Withdrawn,
)
from marriage_core.dummy.melds import End
from marriage_core.dummy.notes import Fact, Note, Phase
from marriage_core.dummy.rules import HAND_SIZE, PACKS, PRINTED_JOKERS
from marriage_core.dummy.state import Acquired, Place, State, TableMeld
from marriage_core.shuffle import shuffle

Cards = tuple[Card, ...]


def deal(event: Dealt) -> State:
    """The state a deal begins with: cards one at a time from the seat after the dealer, then the upcard (D1)."""
    players = event.players
    cards = pack(PACKS, PRINTED_JOKERS)
    deck = [cards[i] for i in shuffle(event.key, "deal", len(cards))]
    first = (event.dealer + 1) % players
    dealt = players * HAND_SIZE
    hands = [deck[(seat - first) % players : dealt : players] for seat in range(players)]
    completed = (0,) * players if event.carried is None else event.carried
    return State(
        rules=event.rules,
        dealer=event.dealer,
        key=event.key,
        places=tuple(Place(tuple(sorted(hand)), done + 1) for hand, done in zip(hands, completed, strict=True)),
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
        case Recycled(stock):
            after = state._replace(stock=stock, discards=state.discards[-1:], recycles=state.recycles + 1)
            return _noted(after, Note(None, Fact.RECYCLE))
        case Drawn(seat, card):
            return _acquire(state._replace(stock=state.stock[:-1]), seat, card, from_discards=False)
        case Taken(seat, card):
            return _acquire(state._replace(discards=state.discards[:-1]), seat, card, from_discards=True)
        case Asked() | Withdrawn() | Granted():
            return _cut_in(state, event)
        case Laid(seat, melds):
            return _lay(state, seat, melds)
        case Added(seat, meld, card, end):
            return _add(state, seat, meld, card, end)
        case Discarded(seat, card):
            return _discard(state, seat, card)
        case Ended(winner):
            after = state._replace(phase=Phase.OVER, winner=winner)
            return after if winner is None else _noted(after, Note(winner, Fact.OUT))
        case Dealt():
            raise ValueError("a deal begins once")
        case _:
            assert_never(event)


def _less(cards: Cards, gone: Cards) -> Cards:
    left = set(gone)
    return tuple(card for card in cards if card not in left)


def _noted(state: State, *notes: Note) -> State:
    return state._replace(log=(*state.log, *notes))


def _placed(state: State, seat: int, place: Place) -> State:
    return state._replace(places=(*state.places[:seat], place, *state.places[seat + 1 :]))


def _acquire(state: State, seat: int, card: Card, *, from_discards: bool) -> State:
    place = state.places[seat]
    after = state._replace(phase=Phase.PLAY, acquired=Acquired(card, from_discards), asked=())
    fact, open_cards = (Fact.TAKE, (card,)) if from_discards else (Fact.DRAW, ())
    held = _placed(after, seat, place._replace(hand=tuple(sorted((*place.hand, card)))))
    return _noted(held, Note(seat, fact, faces_of(open_cards)))


def _cut_in(state: State, event: Asked | Withdrawn | Granted) -> State:
    match event:
        case Asked(seat):
            return _noted(state._replace(asked=(*state.asked, seat)), Note(seat, Fact.ASK))
        case Withdrawn(seat):
            asked = tuple(other for other in state.asked if other != seat)
            return _noted(state._replace(asked=asked), Note(seat, Fact.PASS))
        case Granted(seat, card, cards):
            place = state.places[seat]
            hand = tuple(sorted((*place.hand, card, *cards)))
            after = state._replace(stock=state.stock[: -len(cards)], discards=state.discards[:-1], asked=())
            held = _placed(after, seat, place._replace(hand=hand, cut_ins=place.cut_ins + 1))
            return _noted(held, Note(seat, Fact.CUT_IN, (face_of(card),)))
        case _:
            assert_never(event)


def _lay(state: State, seat: int, melds: tuple[Cards, ...]) -> State:
    place = state.places[seat]
    slots = contract(place.contract)
    laid = tuple(TableMeld(seat, slot.shape, cards) for slot, cards in zip(slots, melds, strict=True))
    gone = tuple(card for cards in melds for card in cards)
    after = _placed(state, seat, place._replace(hand=_less(place.hand, gone), down=True))
    first = len(state.melds)
    notes = [Note(seat, Fact.LAY, meld.faces, number) for number, meld in enumerate(laid, first)]
    return _noted(after._replace(melds=state.melds + laid, fresh=True), *notes)


def _add(state: State, seat: int, number: int, card: Card, end: End | None) -> State:
    place, meld = state.places[seat], state.melds[number]
    cards = (card, *meld.cards) if end is End.LOW else (*meld.cards, card)
    melds = (*state.melds[:number], meld._replace(cards=cards), *state.melds[number + 1 :])
    after = _placed(state._replace(melds=melds), seat, place._replace(hand=_less(place.hand, (card,))))
    return _noted(after, Note(seat, Fact.ADD, (face_of(card),), number))


def _discard(state: State, seat: int, card: Card) -> State:
    place = state.places[seat]
    after = state._replace(
        discards=(*state.discards, card),
        acquired=None,
        fresh=False,
        thrower=seat,
        phase=Phase.DRAW,
        turn=(seat + 1) % state.players,
    )
    left = _placed(after, seat, place._replace(hand=_less(place.hand, (card,)), turns=place.turns + 1))
    return _noted(left, Note(seat, Fact.DISCARD, (face_of(card),)))
