"""Whole packs dealt so that something happens soon, and everything that a seat could try."""

from collections.abc import Callable, Iterable
from random import Random

from marriage_core.cards import FACES, JOKER, N_FACES, Card, Face, face_at, face_of, faces_of, pack, rank_of, suit_of
from marriage_core.errors import IllegalMove
from marriage_core.marriage.decide import decide
from marriage_core.marriage.moves import Discard, Draw, Meld, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.rules import HAND_SIZE, NEPALI, PRESETS, Rules
from marriage_core.marriage.state import Place, State

RULES: tuple[Rules, ...] = (
    NEPALI,
    PRESETS["bhoos"],
    NEPALI.with_options({"packs": 4, "printed_jokers": 6, "wild_discard": "allowed", "max_turns": 20}),
    NEPALI.with_options({"open_tiplu": True, "unseen_discard": "barred", "recycle": "turn_once"}),
    NEPALI.with_options({"tiplu_from": "deal", "dublees": "off", "start_tunnelas": "off", "max_turns": 15}),
    NEPALI.with_options({"unseen_maal": "kidnap", "recycle": "turn_once", "dublee_min_players": 3, "packs": "auto"}),
    PRESETS["indian"],
    NEPALI.with_options({"table_melds": "exchange", "hand_points": "all_count", "cap_seen": "none"}),
    PRESETS["bhoos"].with_options({"meld_size": "3+", "packs": "auto", "recycle": "turn_once"}),
    NEPALI.with_options({"unseen_maal": "murder", "printed_jokers": 2, "wild_discard": "allowed"}),
)

_EVERY = [Face(of) for of in range(N_FACES)]
ONE_OF_EACH: tuple[Move, ...] = (
    Draw(),
    Take(),
    TakeAndShow(),
    *(See(route) for route in Route),
    *(ShowTunnela(of) for of in _EVERY),
    *(Discard(of) for of in _EVERY),
    *(Show(of) for of in _EVERY),
)
"""Every move that `legal_moves` may name."""

LOOSE: tuple[Move, ...] = (
    Show(),
    *(TakeAndShow(of) for of in _EVERY),
    See(Route.MELDS, ()),
    See(Route.MELDS, ((FACES[0], FACES[1], FACES[2]),) * 3),
    See(Route.MELDS, ((JOKER, JOKER, JOKER),) * 3),
)
"""Moves beyond those: the choice left to the engine, or melds named."""

EVERY_MOVE = ONE_OF_EACH + LOOSE


def _sequence(draw: Random) -> Meld:
    start = face_at(draw.randrange(4), draw.randrange(1, 12))
    return tuple(face_at(suit_of(start), rank_of(start) + i) for i in range(3))


def _tunnela(draw: Random) -> Meld:
    return (draw.choice(FACES),) * 3


def _pair(draw: Random) -> Meld:
    return (draw.choice(FACES),) * 2


Plan = tuple[Callable[[Random], Meld], ...]
PLANS: tuple[Plan, ...] = (
    (),
    (_sequence,) * 3,
    (_sequence,) * 7,
    (_tunnela, _sequence, _sequence, _sequence),
    (_tunnela,) * 4,
    (_tunnela,) * 7,
    (_pair,) * 7,
    (_pair,) * 9,
    (_tunnela, *(_pair,) * 8),
    (_tunnela,) * 6 + (_pair,),
)


def _grab(left: list[Card], meld: Iterable[Face]) -> list[Card]:
    """The cards of a meld, or nothing where the pack has them no longer."""
    taken: list[Card] = []
    for of in meld:
        card = next((card for card in left if face_of(card) == of and card not in taken), None)
        if card is None:
            return []
        taken.append(card)
    return taken


def _hand(left: list[Card], plan: Plan, draw: Random) -> tuple[Card, ...]:
    hand: list[Card] = []
    for meld in plan:
        for card in _grab(left, meld(draw)):
            left.remove(card)
            hand.append(card)
    while len(hand) < HAND_SIZE:
        hand.append(left.pop())
    left += hand[HAND_SIZE:]
    return tuple(hand[:HAND_SIZE])


def planted(rules: Rules, players: int, draw: Random) -> State:
    """A deal about to begin: hands with melds or dublees in them, a stock of any length, the rest discarded."""
    left = list(pack(rules.packs_for(players), rules.printed_jokers))
    draw.shuffle(left)
    places = tuple(Place.of(_hand(left, draw.choice(PLANS), draw)) for _ in range(players))
    tiplu = next(card for card in left if face_of(card) != JOKER) if rules.tiplu_at_deal else None
    left = [card for card in left if card != tiplu]
    draw.shuffle(left)
    in_stock = min(draw.choice((0, 1, 2, 8, 1000)), len(left) - 1)
    dealer = draw.randrange(players)
    return State(
        rules=rules,
        dealer=dealer,
        key=draw.randbytes(32),
        places=places,
        stock=tuple(left[:in_stock]),
        discards=tuple(left[in_stock:]),
        discard_faces=faces_of(left[in_stock:]),
        turn=(dealer + rules.step) % players,
        tiplu=tiplu,
    )


def players_of(rules: Rules, draw: Random) -> int:
    """Any number of players that these rules allow."""
    return draw.randint(2, rules.most_players)


def refusal(state: State, seat: int, move: Move) -> str:
    """The refusal of a move, or "" where it is legal."""
    try:
        decide(state, seat, move)
    except IllegalMove as error:
        return str(error)
    return ""
