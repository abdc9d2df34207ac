"""A move with its reason: what a player chose and why, as a code with facts. Words live in the catalogues."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from marriage_core.dummy.moves import Move
from marriage_core.errors import Fact
from marriage_core.named import Named


class Why(Named):
    """Why a move was chosen.

    STOCK_ONLY: the contract lies (D4); READY: it is held whole, and a card must be drawn before it is laid. Of
    discards: OUT is the last card; NEAREST leaves as little missing and most help; POINTS leaves less help than another
    would, or needs none, because it is dear.
    """

    DRAW = "draw"
    STOCK_ONLY = "stock_only"
    READY = "ready"
    TAKE_NEARER = "take_nearer"
    LAY = "lay"
    ADD = "add"
    OUT = "out"
    POINTS = "points"
    NEAREST = "nearest"


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal move, its reason, and facts.

    `missing`: cards missing to the contract, after a discard without the card discarded. `helps`: unseen cards of which
    one more lowers that. `card`: the face moved, as text.
    """

    move: Move
    why: Why
    facts: Mapping[str, Fact] = field(default_factory=dict)
