"""A deal read backwards: from its events to the moves that made them, and to the key that everything follows from.

`differences` is a second book-keeper. It shares no code with `decide` and `evolve` but the shuffle itself, so that an
error there does not excuse itself.
"""

from collections.abc import Sequence
from typing import assert_never

from marriage_core.cards import Card, Face, face_of, faces_of, pack, write_card
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
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.rules import HAND_SIZE, PACKS, PRINTED_JOKERS
from marriage_core.engine import Origin
from marriage_core.errors import BadText
from marriage_core.shuffle import shuffle

Cards = tuple[Card, ...]


def _begun(events: Sequence[Event]) -> Dealt:
    if not events or not isinstance(events[0], Dealt):
        raise BadText("a deal's events begin with Dealt")
    return events[0]


def origin_of(events: Sequence[Event]) -> Origin:
    """What the deal began with. Raises BadText where the events do not begin a deal."""
    begun = _begun(events)
    carried = None if begun.carried is None else list(begun.carried)
    return Origin(begun.rules, begun.players, begun.dealer, begun.key, carried)


def moves_of(events: Sequence[Event]) -> tuple[tuple[int, Move], ...]:
    """The (seat, move) pairs that made the events; Lay names its melds, Add one card and its end."""
    moves: list[tuple[int, Move]] = []
    thrown: list[Face] = []
    for event in events:
        match event:
            case Drawn(seat, _):
                moves.append((seat, Draw()))
            case Taken(seat, _):
                moves.append((seat, Take()))
            case Laid(seat, melds):
                moves.append((seat, Lay(tuple(map(faces_of, melds)))))
            case Added(seat, meld, card, end):
                moves.append((seat, Add((face_of(card),), meld, end)))
            case Discarded(seat, card):
                thrown.append(face_of(card))
                moves.append((seat, Discard(thrown[-1])))
            case Asked(seat):
                moves.append((seat, CutIn(thrown[-1])))
            case Withdrawn(seat):
                moves.append((seat, Pass()))
            case Dealt() | Recycled() | Granted() | Ended():
                # They follow from the moves and the key.
                pass
            case _:
                assert_never(event)
    return tuple(moves)


# --- does it follow from the key? -------------------------------------------------------------------------------------


def differences(events: Sequence[Event]) -> tuple[str, ...]:
    """What in the events does not follow from the deal's key, or moves a card from where it is not; () is good.

    Recomputed: shuffle and deal (D1), which cards are drawn (D4, D12) and recycling (D10).
    """
    book = _Book(_begun(events))
    found: list[str] = []
    for number, event in enumerate(events[1:], 2):
        found += (f"event {number}, {type(event).__name__}: {what}" for what in book.enter(event))
    return tuple(found)


class _Book:
    """Where every card is, by the key and the events so far. `table` holds all that lies in melds."""

    def __init__(self, begun: Dealt) -> None:
        self.key = begun.key
        players = begun.players
        everything = pack(PACKS, PRINTED_JOKERS)
        order = [everything[i] for i in shuffle(begun.key, "deal", len(everything))]
        upcard = HAND_SIZE * players
        self.hands = {(begun.dealer + 1 + i) % players: set(order[i:upcard:players]) for i in range(players)}
        self.discards = [order[upcard]]
        self.stock = order[:upcard:-1]
        self.table: list[Card] = []
        self.everything = set(everything)
        self.recycles = 0

    def enter(self, event: Event) -> list[str]:
        """Books one event and tells what is wrong with it."""
        wrong: list[str] = []
        match event:
            case Drawn(seat, card):
                wrong = self._drawn(seat, card)
            case Taken(seat, card):
                wrong = self._taken(seat, card)
            case Granted(seat, card, cards):
                wrong = self._taken(seat, card)
                for other in cards:
                    wrong += self._drawn(seat, other)
            case Recycled(stock):
                wrong = [] if list(stock) == self._recycled() else ["the stock is not the recycled discard pile"]
                self.stock, self.discards = list(stock), self.discards[-1:]
                self.recycles += 1
            case Laid(seat, melds):
                wrong = self._leave(seat, tuple(card for cards in melds for card in cards), self.table)
            case Added(seat, _, card, _):
                wrong = self._leave(seat, (card,), self.table)
            case Discarded(seat, card):
                wrong = self._leave(seat, (card,), self.discards)
            case Dealt() | Asked() | Withdrawn() | Ended():
                # They move no card.
                pass
            case _:
                assert_never(event)
        return wrong + self._lost()

    def _drawn(self, seat: int, card: Card) -> list[str]:
        self.hands[seat].add(card)
        return _unlike(card, self.stock.pop() if self.stock else None, "top of the stock")

    def _taken(self, seat: int, card: Card) -> list[str]:
        self.hands[seat].add(card)
        return _unlike(card, self.discards.pop() if self.discards else None, "top discard")

    def _leave(self, seat: int, cards: Cards, to: list[Card]) -> list[str]:
        held = self.hands[seat]
        absent = [f"seat {seat} does not hold {write_card(card)}" for card in cards if card not in held]
        held.difference_update(cards)
        to += cards
        return absent

    def _recycled(self) -> list[Card]:
        pile = self.discards[:-1]
        return [pile[i] for i in shuffle(self.key, f"recycle {self.recycles + 1}", len(pile))] + self.stock

    def _lost(self) -> list[str]:
        """Conservation: after every event each card of the pack is in exactly one place."""
        zones = [*self.stock, *self.discards, *self.table, *(card for hand in self.hands.values() for card in hand)]
        if len(zones) == len(self.everything) and set(zones) == self.everything:
            return []
        return ["the cards in play are no longer exactly the pack"]


def _unlike(card: Card, expected: Card | None, what: str) -> list[str]:
    if card == expected:
        return []
    told = "missing" if expected is None else write_card(expected)
    return [f"{write_card(card)}, but by the key the {what} is {told}"]
