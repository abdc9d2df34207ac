"""A move with its reason: what a player chose and why, as a code with facts. Words live in the catalogues."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from marriage_core.errors import Fact
from marriage_core.marriage.moves import Move
from marriage_core.named import Named


class Goal(Named):
    """What a hand is on its way to: three pure melds or seven dublees, then all melds or the eighth dublee (M7, M8).

    SHOW_ANEW: all melds, those on the table laid anew (I4); what is missing then is an upper bound.
    """

    THREE_PURE = "three_pure"
    SEVEN_DUBLEES = "seven_dublees"
    SHOW = "show"
    SHOW_ANEW = "show_anew"
    EIGHTH_DUBLEE = "eighth_dublee"


class Why(Named):
    """Why a move was chosen.

    TUNNELA … SHOW speak for themselves; READY: nothing is missing, and only after drawing can one see or show;
    TAKE_WIDER: as much is missing with the discard, but more cards help then. Of discards: NEAREST leaves least missing
    and most help, NEAREST_PLAIN of the cards that are not wild; SAFE, RANKS and SPENT leave as little missing but less
    help, because another card would serve the next player, is worth more beside the others of its rank, or has more
    unseen copies that could come to it; POINTS, because another card is likelier to score; EXPERIENCE, because keeping
    another one was worth more in deals played out; DUBLEES pairs least likely.
    """

    TUNNELA = "tunnela"
    EIGHTH_DUBLEE = "eighth_dublee"
    ONLY_MOVE = "only_move"
    TAKE_NEARER = "take_nearer"
    TAKE_WIDER = "take_wider"
    DRAW = "draw"
    READY = "ready"
    SEE = "see"
    SHOW = "show"
    NEAREST = "nearest"
    NEAREST_PLAIN = "nearest_plain"
    SAFE = "safe"
    RANKS = "ranks"
    SPENT = "spent"
    POINTS = "points"
    EXPERIENCE = "experience"
    DUBLEES = "dublees"


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal move, its reason, and facts.

    `missing`: cards missing to the goal, after a discard without the card discarded. `helps`: unseen cards of which one
    more lowers that. `card`: the face moved, as text. `instead`, `instead_helps`: the discard that helps more and was
    not chosen.
    """

    move: Move
    why: Why
    facts: Mapping[str, Fact] = field(default_factory=dict)
