"""A deal read backwards: from its events to the moves that made them, and to the key that everything follows from.

`differences` is a second book-keeper. It shares no code with `decide` and `evolve` but the shuffle itself, so that an
error there does not excuse itself.
"""

from collections.abc import Sequence
from typing import assert_never

from marriage_core.cards import JOKER, Card, face_of, faces_of, pack, write_card
from marriage_core.engine import Origin
from marriage_core.errors import BadText
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
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.rules import HAND_SIZE
from marriage_core.shuffle import pick, shuffle

Cards = tuple[Card, ...]


def origin_of(events: Sequence[Event]) -> Origin:
    """What the deal began with. Raises BadText where the events do not begin a deal."""
    if not events or not isinstance(events[0], Dealt):
        raise BadText("a deal's events begin with Dealt")
    begun = events[0]
    return Origin(begun.rules, begun.players, begun.dealer, begun.key)


def moves_of(events: Sequence[Event]) -> tuple[tuple[int, Move], ...]:
    """The (seat, move) pairs that made the events; See names its melds and Show its discard."""
    moves: list[tuple[int, Move]] = []
    by_dublees: set[int] = set()
    for event in events:
        match event:
            case TunnelaShown(seat, cards):
                moves.append((seat, ShowTunnela(face_of(cards[0]))))
            case Drawn(seat, _) | StockOut(seat):
                moves.append((seat, Draw()))
            case Taken(seat, _) if seat not in by_dublees:
                moves.append((seat, Take()))
            case Taken(seat, _):
                # M7.6: a dublee player who has seen takes only to show; the discard follows with Shown.
                moves.append((seat, TakeAndShow()))
            case Seen(seat, Route.DUBLEES, _):
                by_dublees.add(seat)
                moves.append((seat, See(Route.DUBLEES)))
            case Seen(seat, route, melds):
                # With three tunnelas shown nothing more is laid (M5.3), and nothing needs a name.
                moves.append((seat, See(route, tuple(faces_of(meld) for meld in melds) or None)))
            case Discarded(seat, card):
                moves.append((seat, Discard(face_of(card))))
            case Shown(seat, _, card) if moves[-1] == (seat, TakeAndShow()):
                moves[-1] = (seat, TakeAndShow(face_of(card)))
            case Shown(seat, _, card):
                moves.append((seat, Show(face_of(card))))
            case Dealt() | Recycled() | TipluSet() | Exchanged() | Ended():
                # They follow from the moves and the key.
                pass
            case _:
                assert_never(event)
    return tuple(moves)


# --- does it follow from the key? -------------------------------------------------------------------------------------


def differences(events: Sequence[Event]) -> tuple[str, ...]:
    """What in the events does not follow from the deal's key, or moves a card from where it is not; () is good.

    Recomputed: shuffle and deal (M4), which card is drawn, the tiplu (M3.1, M3.5) and recycling (M9.1, I8).
    """
    book = _Book(origin_of(events))
    found: list[str] = []
    for number, event in enumerate(events[1:], 2):
        found += (f"event {number}, {type(event).__name__}: {what}" for what in book.enter(event))
    return tuple(found)


class _Book:
    """Where every card is, by the key and the events so far. `hands` hold what lies on the table too."""

    def __init__(self, origin: Origin) -> None:
        rules, players = origin.rules, origin.players
        self.rules, self.key = rules, origin.key
        everything = pack(rules.packs_for(players), rules.printed_jokers)
        order = [everything[i] for i in shuffle(origin.key, "deal", len(everything))]
        seats = [(origin.dealer + rules.step * (i + 1)) % players for i in range(players)]
        self.hands = {seat: set(order[i : HAND_SIZE * players : players]) for i, seat in enumerate(seats)}
        upcard = HAND_SIZE * players
        self.discards = [order[upcard]]
        self.stock = order[:upcard:-1]
        self.everything = set(everything)
        self.tiplu: Card | None = None
        self.recycles = 0

    def enter(self, event: Event) -> list[str]:
        """Books one event and tells what is wrong with it."""
        match event:
            case Drawn(seat, card):
                wrong = _unlike(card, self.stock.pop() if self.stock else None, "top of the stock")
                self.hands[seat].add(card)
            case Taken(seat, card):
                wrong = _unlike(card, self.discards.pop() if self.discards else None, "top discard")
                self.hands[seat].add(card)
            case TipluSet(card):
                wrong = _unlike(card, self._tiplu(), "tiplu")
                self.tiplu = card
                self.stock = [other for other in self.stock if other != card]
            case Recycled(stock):
                wrong = [] if list(stock) == self._recycled() else ["the stock is not the recycled discard pile"]
                self.stock, self.discards = list(stock), self.discards[-1:]
                self.recycles += 1
            case StockOut():
                wrong = [] if self._exhausted() else ["the stock is not exhausted"]
            case TunnelaShown(seat, cards):
                wrong = self._absent(seat, cards)
            case Seen(seat, _, melds) | Exchanged(seat, melds):
                wrong = self._absent(seat, tuple(card for meld in melds for card in meld))
            case Shown(seat, melds, discard):
                wrong = self._absent(seat, (*(card for meld in melds for card in meld), discard))
                self._throw(seat, discard)
            case Discarded(seat, card):
                wrong = self._absent(seat, (card,))
                self._throw(seat, card)
            case Dealt():
                wrong = ["a deal begins once"]
            case Ended():
                wrong = []
            case _:
                assert_never(event)
        return wrong + self._lost()

    def _throw(self, seat: int, card: Card) -> None:
        self.hands[seat].discard(card)
        self.discards.append(card)

    def _absent(self, seat: int, cards: Cards) -> list[str]:
        return [f"seat {seat} does not hold {write_card(card)}" for card in cards if card not in self.hands[seat]]

    def _tiplu(self) -> Card | None:
        if not self.stock:
            return None
        at = pick(self.key, "tiplu", len(self.stock))
        going_down = self.stock[at::-1] + self.stock[:at:-1]
        return next((card for card in going_down if face_of(card) != JOKER), None)

    def _exhausted(self) -> bool:
        spent = self.recycles > 0 or len(self.discards) < 2
        return self.rules.recycle == "turn_once" and not self.stock and spent

    def _recycled(self) -> list[Card]:
        pile = self.discards[:-1]
        if self.rules.recycle == "turn_once":
            turned = pile[::-1]
        else:
            turned = [pile[i] for i in shuffle(self.key, f"recycle {self.recycles + 1}", len(pile))]
        return turned + self.stock

    def _lost(self) -> list[str]:
        """Conservation: after every event each card of the pack is in exactly one place."""
        zones = [*self.stock, *self.discards, *(card for hand in self.hands.values() for card in hand)]
        zones += [] if self.tiplu is None else [self.tiplu]
        if len(zones) == len(self.everything) and set(zones) == self.everything:
            return []
        return ["the cards in play are no longer exactly the pack"]


def _unlike(card: Card, expected: Card | None, what: str) -> list[str]:
    if card == expected:
        return []
    told = "missing" if expected is None else write_card(expected)
    return [f"{write_card(card)}, but by the key the {what} is {told}"]
