"""The rules of play, one function a rule, with the rule book's numbers.

`check` decides on the mover's own view alone: whatever it refuses, the mover could have worked out. `decide` turns a
checked move into events on the true state.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple, assert_never

from marriage_core.cards import Card, Face, cards_for, text, texts
from marriage_core.dummy.contracts import LAST_CONTRACT, Shape, Slot
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
from marriage_core.dummy.evolve import evolve
from marriage_core.dummy.laying import best_lay
from marriage_core.dummy.melds import End, Meld, added, fits, is_set, run_of, throws_meld
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.rules import CUT_IN_STOCK, FEWEST_PLAYERS, MOST_CUT_INS, Rules
from marriage_core.dummy.search import missing
from marriage_core.dummy.state import State
from marriage_core.dummy.view import Own, SeatView, View, view
from marriage_core.errors import BadRules, IllegalMove, quoted
from marriage_core.shuffle import shuffle

Cards = tuple[Card, ...]


class Plan(NamedTuple):
    """What a legal move will do: the melds it lays in the contract's order, and where each card added goes."""

    melds: tuple[Meld, ...] = ()
    ends: tuple[End | None, ...] = ()


# --- a deal begins ----------------------------------------------------------------------------------------------------


def start(rules: Rules, players: int, dealer: int, key: bytes, carried: Any = None) -> tuple[Event, ...]:
    """The events that begin a deal (D1); `carried` are the contracts completed, by seat (D5). Raises BadRules."""
    if not FEWEST_PLAYERS <= players <= rules.most_players:
        fewest, most = FEWEST_PLAYERS, rules.most_players
        raise BadRules("{players} players; allowed: {fewest}–{most}", players=players, fewest=fewest, most=most)
    completed = None if carried is None else read_completed(carried, players)
    return (Dealt(rules, players, dealer % players, key, completed),)


def read_completed(carried: object, players: int) -> tuple[int, ...]:
    """What an earlier deal left: contracts completed by seat, fewer than all (D11). Raises BadRules."""
    allowed = range(LAST_CONTRACT)
    if isinstance(carried, list | tuple) and len(carried) == players:
        counts = tuple(n for n in carried if isinstance(n, int) and not isinstance(n, bool) and n in allowed)
        if len(counts) == players:
            return counts
    sentence = "carried: {carried} is not allowed; {players} numbers of contracts, 0–{most}"
    raise BadRules(sentence, carried=quoted(carried), players=players, most=LAST_CONTRACT - 1)


# --- may this seat make this move? ------------------------------------------------------------------------------------


def check(view: View, move: Move) -> Plan:
    """What `move` will do for the viewer. Raises IllegalMove with the reason."""
    if view.over:
        raise IllegalMove("deal_over")
    own, me = view.me
    if isinstance(move, CutIn | Pass):
        return _check_cut_in(view, me, move.face) if isinstance(move, CutIn) else _check_pass(me)
    if view.turn != view.seat:
        raise IllegalMove("not_your_turn", seat=view.turn)
    match move:
        case Draw():
            return _before_drawing(view)
        case Take():
            return _check_take(view, me)
        case Lay(melds):
            _after_drawing(view)
            return _check_lay(view, own, me, melds)
        case Add():
            _after_drawing(view)
            return _check_add(view, own, me, move)
        case Discard(face):
            _after_drawing(view)
            return _check_discard(view, own, face)
        case _:
            assert_never(move)


def _before_drawing(view: View) -> Plan:
    """D4. There always is a card to draw, or the deal would be over (D10)."""
    if view.phase is not Phase.DRAW:
        raise IllegalMove("already_drew")
    return Plan()


def _after_drawing(view: View) -> None:
    if view.phase is not Phase.PLAY:
        raise IllegalMove("draw_first")


def _check_take(view: View, me: SeatView) -> Plan:
    """D4: whoever has laid the contract draws from the stock only."""
    _before_drawing(view)
    if me.down:
        raise IllegalMove("stock_only", card=text(view.discards[-1]))
    return Plan()


def _check_lay(view: View, own: Own, me: SeatView, melds: tuple[Meld, ...] | None) -> Plan:
    """D5, D7: one contract a deal, the seat's own, and a card left for the discard."""
    if me.down:
        raise IllegalMove("already_down", contract=me.contract)
    if melds is not None:
        return Plan(melds=_named_melds(view.rules, own, me, melds))
    found = best_lay(own.hand, me.contract, view.rules.run_same_suit, view.rules.exact_contract)
    if found is not None:
        return Plan(melds=found)
    lacks = missing(own.hand, me.contract, view.rules.run_same_suit)
    if lacks:
        raise IllegalMove("contract_not_held", contract=me.contract, missing=lacks)
    raise IllegalMove("no_discard_left")


def _named_melds(rules: Rules, own: Own, me: SeatView, melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """The named melds in the contract's order, each run from low to high (D5, D6)."""
    if len(melds) != len(me.slots):
        raise IllegalMove("lay_count", need=len(me.slots), named=len(melds))
    laid = [face for meld in melds for face in meld]
    _check_held(own, laid)
    if len(laid) == len(own.hand):
        raise IllegalMove("no_discard_left")
    for order in permutations(melds):
        found = [_as_asked(rules, slot, meld) for slot, meld in zip(me.slots, order, strict=True)]
        fitting = tuple(meld for meld in found if meld is not None)
        if len(fitting) == len(found):
            return fitting
    wrong = [pair for pair in zip(me.slots, melds, strict=True) if _as_asked(rules, *pair) is None]
    raise _why_not(rules, *wrong[0])


def _check_held(own: Own, faces: Sequence[Face]) -> None:
    for face in faces:
        if faces.count(face) > own.hand.count(face):
            raise IllegalMove("not_held", card=text(face))


def _as_meld(rules: Rules, shape: Shape, meld: Meld) -> Meld | None:
    """D2, D3: the cards as a set or run, None where they are none."""
    if shape is Shape.SET:
        return meld if is_set(meld) else None
    return run_of(meld, rules.run_same_suit)


def _as_asked(rules: Rules, slot: Slot, meld: Meld) -> Meld | None:
    """D5: the cards as the meld that a contract asks for, as long or longer."""
    good = len(meld) == slot.size if rules.exact_contract else len(meld) >= slot.size
    return _as_meld(rules, slot.shape, meld) if good else None


def _why_not(rules: Rules, slot: Slot, meld: Meld) -> IllegalMove:
    if _as_meld(rules, slot.shape, meld) is None:
        return IllegalMove("no_set" if slot.shape is Shape.SET else "no_run", cards=texts(meld))
    return IllegalMove("meld_size", cards=texts(meld), need=slot.size)


def _check_add(view: View, own: Own, me: SeatView, move: Add) -> Plan:
    """D6, D7: from the turn after laying down, where the cards fit, and a card left for the discard."""
    if not me.down:
        raise IllegalMove("not_down")
    if view.fresh:
        raise IllegalMove("add_next_turn")
    if not 0 <= move.meld < len(view.melds):
        raise IllegalMove("no_such_meld", melds=len(view.melds))
    if not move.faces:
        raise IllegalMove("nothing_added")
    _check_held(own, move.faces)
    meld = view.melds[move.meld]
    lies, ends = meld.faces, []
    for face in move.faces:
        where = fits(meld.shape, lies, face, view.rules.run_same_suit)
        allowed = [end for end in where if move.end in (None, end)]
        if not allowed:
            raise IllegalMove("does_not_fit", card=text(face), cards=texts(lies))
        lies = added(lies, face, allowed[0])
        ends.append(allowed[0])
    if len(move.faces) == len(own.hand):
        raise IllegalMove("no_discard_left")
    return Plan(ends=tuple(ends))


def _check_discard(view: View, own: Own, face: Face) -> Plan:
    """D4, D8: a card in hand that makes no meld on the discards, unless every card would."""
    _check_held(own, (face,))
    made = throws_meld(view.discards, face, view.rules.run_same_suit)
    if made is not None and any(
        throws_meld(view.discards, other, view.rules.run_same_suit) is None for other in set(own.hand)
    ):
        raise IllegalMove("makes_meld", card=text(face), cards=texts(made))
    return Plan()


def _check_cut_in(view: View, me: SeatView, face: Face) -> Plan:
    """D12: for the card just discarded by another, before the next draw, by who has not laid down, twice a deal."""
    if not view.rules.cut_in:
        raise IllegalMove("cut_in_off")
    if view.phase is not Phase.DRAW or view.thrower is None:
        raise IllegalMove("nothing_thrown")
    if view.turn == view.seat:
        raise IllegalMove("take_instead", card=text(view.discards[-1]))
    if view.thrower == view.seat:
        raise IllegalMove("own_discard", card=text(view.discards[-1]))
    if me.down:
        raise IllegalMove("already_down", contract=me.contract)
    if me.cut_ins >= MOST_CUT_INS:
        raise IllegalMove("cut_ins_spent", most=MOST_CUT_INS)
    if view.discards[-1] != face:
        raise IllegalMove("discard_gone", card=text(face))
    if me.asked:
        raise IllegalMove("already_asked", card=text(face))
    if view.stock + len(view.discards) - 1 <= CUT_IN_STOCK:
        raise IllegalMove("stock_short")
    return Plan()


def _check_pass(me: SeatView) -> Plan:
    if not me.asked:
        raise IllegalMove("not_asked")
    return Plan()


# --- what a legal move makes happen -----------------------------------------------------------------------------------


def decide(state: State, seat: int, move: Move) -> tuple[Event, ...]:
    """The events of a move. Raises IllegalMove; the state is untouched either way."""
    plan = check(view(state, seat), move)
    hand = state.places[seat].hand
    match move:
        case Draw():
            return _draw(state, seat)
        case Take():
            return (Taken(seat, state.discards[-1]),)
        case Lay():
            return (Laid(seat, cards_for(hand, plan.melds)),)
        case Add(faces, meld):
            cards = cards_for(hand, (faces,))[0]
            return tuple(Added(seat, meld, card, end) for card, end in zip(cards, plan.ends, strict=True))
        case Discard(face):
            return _discard(state, seat, face)
        case CutIn():
            return (Asked(seat),)
        case Pass():
            return (Withdrawn(seat),)
        case _:
            assert_never(move)


def _draw(state: State, seat: int) -> tuple[Event, ...]:
    """D4; D12: the seat to move leaves the discard, so the next after it that asked gets it with three cards more.

    D10: the stock is refilled when it has not the cards that must be drawn now, not before.
    """
    asked = sorted(state.asked, key=lambda other: (other - seat) % state.players)
    happened: list[Event] = []
    if len(state.stock) < 1 + CUT_IN_STOCK * bool(asked):
        happened.append(_recycle(state))
        state = evolve(state, happened[0])
    if asked:
        stock = state.stock[::-1]
        happened.append(Granted(asked[0], state.discards[-1], stock[:CUT_IN_STOCK]))
        state = evolve(state, happened[-1])
    return (*happened, Drawn(seat, state.stock[-1]))


def _recycle(state: State) -> Recycled:
    """D10: all discards except the top, shuffled; what the stock still holds stays on top."""
    pile = state.discards[:-1]
    order = shuffle(state.key, f"recycle {state.recycles + 1}", len(pile))
    return Recycled(tuple(pile[i] for i in order) + state.stock)


def _discard(state: State, seat: int, face: Face) -> tuple[Event, ...]:
    """D4; the deal ends with a seat's last card (D7), or where the next cannot go on (D10)."""
    thrown = Discarded(seat, cards_for(state.places[seat].hand, ((face,),))[0][0])
    after = evolve(state, thrown)
    if not after.places[seat].hand:
        return (thrown, Ended(seat))
    exhausted = not after.stock and len(after.discards) < 2
    return (thrown, Ended(None)) if exhausted or after.places[after.turn].turns >= state.rules.max_turns else (thrown,)
