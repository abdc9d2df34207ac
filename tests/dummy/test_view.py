"""What someone may know: nothing that a seat is shown depends on what it cannot know."""

from collections.abc import Iterator
from random import Random

import pytest

from marriage_core.cards import FACES, JOKER, Card, Face, card_of, face_of, pack
from marriage_core.dummy.decide import decide
from marriage_core.dummy.evolve import evolve
from marriage_core.dummy.game import GAME
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.options import legal_moves, options
from marriage_core.dummy.rules import DUMMY
from marriage_core.dummy.state import State
from marriage_core.dummy.view import unseen, view
from marriage_core.errors import IllegalMove
from tests.dummy.builder import KEY, dealt, down, hand, played, seat, table, whole

EVERY_FACE = (*FACES, JOKER)
TRIED: tuple[Move, ...] = (
    Draw(),
    Take(),
    Lay(),
    Pass(),
    *(Discard(face) for face in EVERY_FACE),
    *(CutIn(face) for face in EVERY_FACE),
    *(Add((face,), meld) for face in EVERY_FACE for meld in (0, 1, 2)),
    Lay(((Face(6), Face(19), Face(32)), (Face(8), Face(21), Face(34)))),
)


def refusal(state: State, who: int, move: Move) -> str:
    try:
        decide(state, who, move)
    except IllegalMove as error:
        return str(error)
    return ""


def shown(state: State, who: int | None) -> list[str]:
    """All that reaches a seat: its view, its options, the answer to every move it could try."""
    seen = view(state, who)
    told = [repr(seen)]
    if who is not None:
        told += [repr(options(seen)), repr(legal_moves(seen)), repr(unseen(seen))]
        told += [refusal(state, who, move) for move in TRIED]
        if GAME.to_move(state) == who:
            told += [repr(player(seen)) for player in GAME.players.values()]
    return told


def permuted(state: State, who: int | None, draw: Random) -> State:
    """The same deal for `who`, and otherwise as different as can be: other hands, the stock, which copy is which."""
    copies: dict[Card, Card] = {}
    for face in EVERY_FACE:
        n = 4 if face == JOKER else 2
        for copy, other in enumerate(draw.sample(range(n), n)):
            copies[card_of(face, copy)] = card_of(face, other)
    state = renamed(state, copies)
    secret = [*state.stock, *(card for i, of in enumerate(state.places) if i != who for card in of.hand)]
    return renamed(state, dict(zip(secret, draw.sample(secret, len(secret)), strict=True)))


def renamed(state: State, swaps: dict[Card, Card]) -> State:
    def cards(of: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swaps.get(card, card) for card in of)

    acquired = state.acquired
    return state._replace(
        places=tuple(place._replace(hand=tuple(sorted(cards(place.hand)))) for place in state.places),
        stock=cards(state.stock),
        discards=cards(state.discards),
        melds=tuple(meld._replace(cards=cards(meld.cards)) for meld in state.melds),
        acquired=None if acquired is None else acquired._replace(card=swaps.get(acquired.card, acquired.card)),
    )


def states(number: int) -> Iterator[State]:
    """Some states of a deal in play."""
    draw = Random(number)
    rules = DUMMY.with_options({"cut_in": number % 2 == 0, "run_same_suit": number % 3 == 0})
    n = 2 + number % 3
    state = evolve(None, GAME.start(rules, n, 0, bytes([number]) * 32, [number % 12] * n)[0])
    while (seat := GAME.to_move(state)) is not None:
        if draw.random() < 0.1:
            yield state
        for who in range(n):
            if rules.cut_in and refusal(state, who, wish := CutIn(Face(0))).startswith("discard_gone"):
                wish = CutIn(face_of(state.discards[-1]))
                state = evolve(state, decide(state, who, wish)[0])
        for event in decide(state, seat, GAME.players["steady"](view(state, seat))):
            state = evolve(state, event)


@pytest.mark.parametrize("number", range(12))
def test_no_view_option_refusal_or_computer_depends_on_a_secret(number: int) -> None:
    draw = Random(-number)
    for state in [*states(number)][:8]:
        for who in (*range(state.players), None):
            other = permuted(state, who, draw)
            assert whole(other)
            assert shown(other, who) == shown(state, who)


@pytest.mark.parametrize("number", range(0, 12, 3))
def test_nor_does_what_a_seat_sees_after_its_own_open_moves(number: int) -> None:
    draw = Random(number)
    for state in [*states(number)][:8]:
        who = state.turn
        for move in legal_moves(view(state, who)):
            if isinstance(move, Draw):
                continue
            one, two = state, permuted(state, who, draw)
            for event in decide(one, who, move):
                one = evolve(one, event)
            for event in decide(two, who, move):
                two = evolve(two, event)
            if Phase.OVER not in (one.phase, two.phase):
                assert repr(view(one, who)) == repr(view(two, who))


def test_the_permutation_really_changes_what_is_hidden() -> None:
    state = dealt(3)
    other = permuted(state, 0, Random(1))
    assert hand(other, 0) == hand(state, 0)
    assert hand(other, 1) != hand(state, 1)
    assert view(other, 1) != view(state, 1)
    assert sorted(map(face_of, other.stock)) != sorted(map(face_of, state.stock))


def test_the_public_view_has_no_seat() -> None:
    public = view(dealt(), None)
    assert public.own is None
    assert public.players == 3
    with pytest.raises(ValueError, match="no own seat"):
        _ = public.me


def test_the_key_is_public_after_the_deal_only() -> None:
    state = table(down("KC"), seat("3H 2S"), drew="KC")
    assert view(state, 0).revealed is None
    assert KEY.hex() not in repr(view(state, 0))
    revealed = view(played(state, 0, "discard=KC"), None).revealed
    assert revealed is not None
    assert (revealed.key, revealed.winner) == (KEY, 0)
    assert [settled.points for settled in revealed.settled] == [0, 55]
    assert view(played(state, 0, "discard=KC"), None).over


def test_unseen_counts_every_card_elsewhere_once() -> None:
    state = table(down("KC 3S"), seat("3H"), melds="0 set 7S 7H 7D", discards="9D", drew="3S")
    counts = unseen(view(state, 0))
    assert sum(counts) == len(pack(2, 4)) - 2 - 3 - 1
    assert [counts[face] for face in (Face(6), Face(51), JOKER)] == [1, 1, 4]
