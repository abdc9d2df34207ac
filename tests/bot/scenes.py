"""Tables in every phase, built without a bot: boards and desks as hosting shows them, with the names of worst enemies.

scene = playing(state)                 # a deal of the core at a table of people
board(scene.board, EN)                 # its page
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from simcord.components import validate_message_state

from cogs.names import plain
from cogs.pages import Button, Page, Picker
from cogs.speech import Speaker
from data.people import PersonSettings
from data.words import Words
from marriage_core.engine import find_preset
from marriage_core.hosting import seen
from marriage_core.hosting.draft import Live
from marriage_core.hosting.lobby import Lobby, Sitter, Status
from marriage_core.marriage.game import GAME
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.rules import NEPALI, Rules
from marriage_core.marriage.state import State
from tests.core.walkers import walk

WORDS = Words()
EN, NE = Speaker(WORDS, "en"), Speaker(WORDS, "ne")
SPEAKERS = (EN, NE)
SETTINGS = tuple(PersonSettings(1, sort=sort) for sort in ("suit", "groups", "rank"))

HOSTILE = (
    "@everyone @here <@1> <@&2> <#3>" * 6,
    "```py\n**bold** __under__ ~~no~~ ||spoiler|| `code`" * 5,
    "\u202egnirts\u200b \u2066evil\u2069 \u200f\ufeff" * 12,
    "[link](https://example.com) # heading > quote - list" * 4,
    "बिक्रम\u200dश्रेष्ठ क्षत्री " * 12,
    "\n\r\t\0 \u2028\u2029\u3164\u2800" * 20,
    "𝕬𝖘𝖍𝖆👩‍👩‍👧‍👦 <a:wave:123456789012345678> \\" * 8,
)
ENEMIES = tuple(Sitter(plain(name), 1456074443980800000 + i) for i, name in enumerate(HOSTILE))
NAMES = ("Asha", "Bikram", "Chameli", "Dorje", "Elina", "Furba", "Gita")
FRIENDS = tuple(Sitter(name, 100 + i) for i, name in enumerate(NAMES))


@dataclass(frozen=True)
class Scene:
    """A table at one moment."""

    live: Live

    @property
    def board(self) -> seen.Board:
        return seen.board(self.live, 1_800_000_000.0)

    def desk(self, seat: int) -> seen.Desk:
        person = self.live.lobby.sitters[seat].person
        assert person is not None
        return seen.desk(self.live, person, 1_800_000_000.0)

    @property
    def desks(self) -> Iterator[seen.Desk]:
        return (self.desk(seat) for seat in range(len(self.live.lobby.sitters)))


def lobby(sitters: tuple[Sitter, ...], rules: Rules = NEPALI, **changes: Any) -> Scene:
    """A table without a deal."""
    made = Lobby("0a1b2c3d4e5f", 1, 2, sitters[0].person or 0, GAME, rules, sitters)
    return Scene(Live(replace(made, **changes)))


def playing(state: State, sitters: tuple[Sitter, ...] = ENEMIES, played: int = 3, **changes: Any) -> Scene:
    """A table in a deal, or after it where it is over."""
    own = sitters[: state.players]
    made = lobby(own, state.rules).live.lobby
    over = state.phase is Phase.OVER
    more: dict[str, Any] = {
        "status": Status.BETWEEN if over else Status.PLAYING,
        "match": 2,
        "deal": 12345,
        "played": played + over,
        "deals": 50,
        "totals": tuple((-1) ** seat * 12345 for seat in range(state.players)),
    }
    return Scene(Live(replace(made, **more | changes), state))


def states(preset: str, walkers: str, number: int = 0, every: int = 9, **options: object) -> list[State]:
    """Some states of one whole deal, its last one among them."""
    state: State | None = None
    found = []
    for i, event in enumerate(walk(preset, walkers, number, **options)):
        state = GAME.evolve(state, event)
        if i % every == 0 or state.phase is Phase.OVER:
            found.append(state)
    assert state is not None
    return [*found, state]


def preset(name: str, **options: object) -> Rules:
    """The rules of a preset with options changed."""
    rules: Rules = find_preset(name)[1].with_options(options)
    return rules


def lint(page: Page) -> None:
    """What Discord would refuse, by our own check and by simcord's, which other hands wrote (F48, F49, F53)."""
    page.check()
    told = page.message()
    view, embed = told["view"], told["embed"]
    embeds = [] if embed is None else [embed.to_dict()]
    components = [] if view is None else view.to_components()
    validate_message_state(components, flags=0, content=told["content"], embeds=embeds, require_nonempty=True)
    assert len(page.plainly()["content"]) <= 2000
    for item in items(page):
        label = item.label if isinstance(item, Button) else item.placeholder
        assert label.strip()
        assert len(str(item.id)) <= 100
        for value, text in item.options if isinstance(item, Picker) else ():
            assert value.strip()
            assert text.strip()


def items(page: Page) -> list[Button | Picker]:
    """All controls of a page, in order."""
    return [item for row in page.rows for item in row]


def text_of(page: Page) -> str:
    """All the words of a page."""
    fields = [part for field in page.fields for part in field]
    return "\n".join((page.text, page.title, page.body, *fields, page.footer))
