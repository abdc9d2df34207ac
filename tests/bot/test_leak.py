"""M14 down to the payload: nothing rendered for a seat or for everybody depends on what they cannot know."""

from itertools import product
from random import Random

import pytest

from cogs.pages import Page
from cogs.panels.marriage import asks, board, drawn, hand, holdings, pile, secret, sheet, show_word
from cogs.panels.rules_sheet import rules_page
from cogs.panels.seats import standings
from marriage_core.cards import FACES, JOKER, text
from marriage_core.errors import TableRefusal
from marriage_core.hosting.seen import Desk
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.state import State
from tests.bot.scenes import EN, FRIENDS, NE, SETTINGS, Scene, playing
from tests.core.hidden import hidden_permutations
from tests.core.test_leak import states

DEALS = 20


def everybodys(scene: Scene) -> list[str]:
    """The public messages of a table, as they are sent."""
    shown = scene.board
    pages = (board(shown, EN), pile(shown, NE), rules_page(shown, EN), standings(shown, EN, complete=False))
    return [payload(page) for page in pages] + [repr(sheet(shown, EN))]


def own(desk: Desk) -> list[str]:
    """Everything a person is shown, and whether they would be asked about each discard."""
    pages = [hand(desk, speaker, settings) for speaker, settings in product((EN, NE), SETTINGS)]
    asked = [word for face in (*FACES, JOKER) if asks(desk, word := f"discard={text(face)}")]
    pages += [hand(desk, EN, SETTINGS[0], "told", word) for word in asked]
    try:
        pages.append(secret(desk, EN))
        told = "tiplu"
    except TableRefusal as refusal:
        told = str(refusal)
    named = [repr(holdings(desk, verb)) for verb in ("", "discard", "show", "tunnela")]
    named += [repr((picture.rows, sorted(picture.marked))) for picture in (drawn(desk, how) for how in SETTINGS)]
    return [payload(page) for page in pages] + [told, repr(asked), show_word(desk, None), *named]


def payload(page: Page) -> str:
    """The page and what discord.py makes of it: texts, ids, order of options."""
    told = page.message()
    view, embed = told["view"], told["embed"]
    components = None if view is None else view.to_components()
    return repr((page, told["content"], None if embed is None else embed.to_dict(), components))


def scene_of(state: State) -> Scene:
    return playing(state, FRIENDS)


@pytest.mark.parametrize("number", range(DEALS))
def test_m14_no_payload_depends_on_a_secret(number: int) -> None:
    draw = Random(number)
    for state in states(number)[:3]:
        assert state.phase is not Phase.OVER
        for other in hidden_permutations(state, None, draw):
            assert everybodys(scene_of(other)) == everybodys(scene_of(state))
        for seat in range(state.players):
            for other in hidden_permutations(state, seat, draw):
                assert own(scene_of(other).desk(seat)) == own(scene_of(state).desk(seat))


def test_the_payloads_do_say_what_they_may() -> None:
    """The test would see a difference where there is one."""
    state = states(1)[0]
    other = next(hidden_permutations(state, 0, Random(1)))
    assert own(scene_of(other).desk(1)) != own(scene_of(state).desk(1))
