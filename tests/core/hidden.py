"""What a seat cannot know, permuted: whatever it is shown must not change by it (design.md section 2, M14).

for other in hidden_permutations(state, seat, Random(1), 3):
    assert render(view(other, seat)) == render(view(state, seat))
"""

from collections.abc import Iterator
from random import Random

from marriage_core.cards import JOKER, Card, card_of, face_of, faces_of, pack
from marriage_core.marriage.state import Place, State

Cards = tuple[Card, ...]
Swaps = dict[Card, Card]


def hidden_permutations(state: State, seat: int | None, draw: Random, n: int = 1) -> Iterator[State]:
    """n deals that are the same for `seat` (None: the public), and otherwise as different as can be.

    Permuted are the other hands, the order of the stock, the tiplu where it is secret to the seat, and for the whole
    pack which copy of a face is which.
    """
    for _ in range(n):
        other = _renamed(state, _swapped_copies(state, draw))
        yield _renamed(other, _swapped_secrets(other, seat, draw))


def secrets(state: State, seat: int | None) -> Cards:
    """The cards whose identity a seat cannot know: stock, other hands, the tiplu unless seen or open (M14.1)."""
    hands = [card for i, place in enumerate(state.places) if i != seat for card in place.hand]
    knows = state.rules.open_tiplu or (seat is not None and state.places[seat].seen)
    tiplu = [] if knows or state.tiplu is None else [state.tiplu]
    return (*state.stock, *hands, *tiplu)


def _swapped_secrets(state: State, seat: int | None, draw: Random) -> Swaps:
    before = secrets(state, seat)
    after = list(before)
    draw.shuffle(after)
    if state.tiplu in before:
        _no_joker_as_tiplu(state, before, after)
    return dict(zip(before, after, strict=True))


def _no_joker_as_tiplu(state: State, before: Cards, after: list[Card]) -> None:
    """M3.5: a printed joker is never the tiplu; another card takes its place."""
    assert state.tiplu is not None
    at = before.index(state.tiplu)
    other = next(i for i, card in enumerate(after) if face_of(card) != JOKER)
    if face_of(after[at]) == JOKER:
        after[at], after[other] = after[other], after[at]


def _swapped_copies(state: State, draw: Random) -> Swaps:
    swaps: Swaps = {}
    by_face: dict[int, list[Card]] = {}
    for card in pack(state.packs, state.rules.printed_jokers):
        by_face.setdefault(face_of(card), []).append(card)
    for face, cards in by_face.items():
        for card, copy in zip(cards, draw.sample(range(len(cards)), len(cards)), strict=True):
            swaps[card] = card_of(face_of(card), copy)
            assert face_of(swaps[card]) == face
    return swaps


def _renamed(state: State, swaps: Swaps) -> State:
    """The deal with some cards in the places of others; every card stays in exactly one place."""

    def cards(of: Cards) -> Cards:
        return tuple(swaps.get(card, card) for card in of)

    def place(of: Place) -> Place:
        return Place.of(cards(of.hand), tuple(map(cards, of.tunnelas)), tuple(map(cards, of.laid)), of.route, of.turns)

    acquired = state.acquired
    if acquired is not None:
        acquired = acquired._replace(card=swaps.get(acquired.card, acquired.card))
    return state._replace(
        places=tuple(map(place, state.places)),
        stock=cards(state.stock),
        discards=cards(state.discards),
        discard_faces=faces_of(cards(state.discards)),
        tiplu=None if state.tiplu is None else swaps.get(state.tiplu, state.tiplu),
        acquired=acquired,
    )
