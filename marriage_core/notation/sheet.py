"""What every game's settlement sheet has: players by number and name, cards in words, a winner who is one of them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from marriage_core.cards import Face, faces
from marriage_core.errors import BadSheet, BadText, Phrase
from marriage_core.notation.strict import inside, located, shown, string_of

LONGEST_NAME = 100
LONGEST_CARDS = 2_000


def player_of(number: int, name: str) -> Phrase:
    """A player as messages name them; `number` counts from 1."""
    return Phrase("player {number}, {name}", number=number, name=shown(name))


def name_of(value: object, what: str) -> str:
    """The name of `what`, a player. Raises BadText."""
    name = string_of(value, inside(what, "name"))
    if not name.strip() or len(name) > LONGEST_NAME:
        sentence = "{what}: name {name} is not allowed; 1–{most} characters"
        raise BadText(sentence, what=what, name=shown(name), most=LONGEST_NAME)
    return name


def check_names(names: Iterable[str]) -> None:
    """Raises BadSheet where two players have one name."""
    for name, times in Counter(names).items():
        if times > 1:
            raise BadSheet("players: {name} is named {times} times", name=shown(name), times=times)


def cards_of(words: str, what: str) -> tuple[Face, ...]:
    """Cards separated by blanks. Raises BadText saying where they stand."""
    return located(what, faces, words)


def winner_of(value: object, names: Sequence[str]) -> int:
    """The place of the winner's name among the players' names. Raises BadText or BadSheet."""
    name = string_of(value, "winner")
    if name not in names:
        raise BadSheet("winner: {name} is none of the players", name=shown(name))
    return names.index(name)
