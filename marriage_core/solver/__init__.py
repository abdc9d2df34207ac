"""The exact solver: what a hand can do and how far it is from it.

Every answer is a function of the cards alone, whatever their order. Hands are sequences of faces; see the interface's
`solve` for the meaning of each answer.
"""

from marriage_core.solver.arrange import Arrangement, arrange, best_see
from marriage_core.solver.distance import finish_discards, finish_distance, finish_improvers, supply
from marriage_core.solver.finish import finish, finishing_discards
from marriage_core.solver.keep import keep_longer, keep_melds
from marriage_core.solver.longer import (
    Melded,
    finish_longer,
    finishing_discards_longer,
    least_unmelded,
    least_unmelded_of_three,
)
from marriage_core.solver.longer_distance import (
    finish_discards_longer,
    finish_distance_longer,
    finish_improvers_longer,
)
from marriage_core.solver.see import (
    all_see_melds,
    dublees,
    max_pure,
    see_discards,
    see_distance,
    see_improvers,
    see_melds,
)

__all__ = [
    "Arrangement",
    "Melded",
    "all_see_melds",
    "arrange",
    "best_see",
    "dublees",
    "finish",
    "finish_discards",
    "finish_discards_longer",
    "finish_distance",
    "finish_distance_longer",
    "finish_improvers",
    "finish_improvers_longer",
    "finish_longer",
    "finishing_discards",
    "finishing_discards_longer",
    "keep_longer",
    "keep_melds",
    "least_unmelded",
    "least_unmelded_of_three",
    "max_pure",
    "see_discards",
    "see_distance",
    "see_improvers",
    "see_melds",
    "supply",
]
