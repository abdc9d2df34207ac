"""`easy`: the greedy player. Nearest to three pure melds, then nearest to a show; of equals the best connected."""

from collections.abc import Sequence

from marriage_core.cards import JOKER, Face, rank_of, suit_of, text
from marriage_core.marriage.moves import Discard, Move
from marriage_core.marriage.players import turn
from marriage_core.marriage.players.advice import Advice, Why
from marriage_core.marriage.players.nearness import Left, known_wilds
from marriage_core.marriage.view import View


def choose(view: View) -> Move:
    """A legal move for the seat to move."""
    return advise(view).move


def advise(view: View) -> Advice:
    """The move and why."""
    return turn.advise(view, choice, dublees=False, helps=False)


def discard(view: View) -> Move:
    """The discard alone, for who may do nothing else (M12.2)."""
    return turn.discard(view, choice, dublees=False, helps=False).move


def choice(view: View, left: dict[Face, Left]) -> Advice:
    """The worst connected, wild cards last, then the lowest face."""
    own, _ = view.me
    wild = known_wilds(view)
    face = min(left, key=lambda face: (face in wild, connectivity(own.hand, face)))
    return Advice(Discard(face), Why.NEAREST, {"card": text(face), "missing": left[face].missing})


def connectivity(hand: Sequence[Face], face: Face) -> int:
    """How many cards in hand, this one included, could stand in a sequence or tunnela with this one.

    Triplets are left to the stronger levels: a tie broken by ranks too makes a stronger player (docs/players.md).
    """
    if face == JOKER:
        return len(hand)
    suit, rank = suit_of(face), rank_of(face)
    return sum([suit_of(other) == suit and abs(rank_of(other) - rank) <= 2 for other in hand])
