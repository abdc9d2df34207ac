"""Tables of Dummy Rummy in every phase, as tests.bot.scenes builds those of Marriage, and what a seat cannot know."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from marriage_core.cards import Card, card_of, face_of, pack
from marriage_core.dummy.decide import decide
from marriage_core.dummy.evolve import evolve
from marriage_core.dummy.game import GAME
from marriage_core.dummy.moves import CutIn
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.options import may
from marriage_core.dummy.rules import DUMMY, PACKS, PRINTED_JOKERS, Rules
from marriage_core.dummy.state import State
from marriage_core.dummy.view import view
from marriage_core.hosting.draft import Live
from marriage_core.hosting.lobby import Lobby, Sitter, Status
from tests.bot.scenes import ENEMIES, Scene

Cards = tuple[Card, ...]


def lobby(sitters: tuple[Sitter, ...], rules: Rules = DUMMY, **changes: Any) -> Scene:
    """A table without a deal."""
    made = Lobby("0a1b2c3d4e5f", 1, 2, sitters[0].person or 0, GAME, rules, sitters)
    return Scene(Live(replace(made, **changes)))


def playing(state: State, sitters: tuple[Sitter, ...] = ENEMIES, played: int = 3, **changes: Any) -> Scene:
    """A table in a deal, or after it where it is over."""
    made = lobby(sitters[: state.players], state.rules).live.lobby
    over = state.phase is Phase.OVER
    more: dict[str, Any] = {
        "status": Status.BETWEEN if over else Status.PLAYING,
        "match": 2,
        "deal": 12345,
        "played": played + over,
        "totals": tuple(123 * (seat + 1) for seat in range(state.players)),
    }
    return Scene(Live(replace(made, **more | changes), state))


def states(number: int, players: int = 3, every: int = 7, carried: Any = None, **options: object) -> list[State]:
    """Some states of one whole deal among good players, its last one among them; seats ask wherever they may."""
    key = sha256(b"scene %d" % number).digest()
    state = evolve(None, GAME.start(DUMMY.with_options(options), players, number % players, key, carried)[0])
    found: list[State] = []
    for i in range(3000):
        if i % every == 0 or state.phase is Phase.OVER:
            found.append(state)
        if state.phase is Phase.OVER:
            return found
        wish = CutIn(view(state, None).discards[-1]) if state.discards else None
        askers = [who for who in range(players) if wish is not None and may(view(state, who), wish)]
        for who, move in ((who, wish) for who in askers if i % 3 == 0):
            for event in decide(state, who, move):
                state = evolve(state, event)
        for event in decide(state, state.turn, GAME.players["steady"](view(state, state.turn))):
            state = evolve(state, event)
    raise AssertionError("the deal does not end")


def hidden_permutations(state: State, seat: int | None, draw: Random, n: int = 1) -> Iterator[State]:
    """n deals that are the same for `seat` (None: the public): other hands, the stock and all copies permuted."""
    for _ in range(n):
        other = _renamed(state, _swapped_copies(draw))
        hidden = (*other.stock, *(card for i, of in enumerate(other.places) if i != seat for card in of.hand))
        after = draw.sample(hidden, len(hidden))
        yield _renamed(other, dict(zip(hidden, after, strict=True)))


def _swapped_copies(draw: Random) -> dict[Card, Card]:
    by_face: dict[int, list[Card]] = {}
    for card in pack(PACKS, PRINTED_JOKERS):
        by_face.setdefault(face_of(card), []).append(card)
    return {
        card: card_of(face_of(card), copy)
        for cards in by_face.values()
        for card, copy in zip(cards, draw.sample(range(len(cards)), len(cards)), strict=True)
    }


def _renamed(state: State, swaps: dict[Card, Card]) -> State:
    def cards(of: Cards) -> Cards:
        return tuple(swaps.get(card, card) for card in of)

    acquired = state.acquired
    if acquired is not None:
        acquired = acquired._replace(card=swaps.get(acquired.card, acquired.card))
    return state._replace(
        places=tuple(of._replace(hand=tuple(sorted(cards(of.hand)))) for of in state.places),
        stock=cards(state.stock),
        discards=cards(state.discards),
        melds=tuple(of._replace(cards=cards(of.cards)) for of in state.melds),
        acquired=acquired,
    )
