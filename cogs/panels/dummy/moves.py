"""Moves as the commands name them, the cards they may name, and the sentences that are this game's own."""

from typing import NoReturn

from cogs.panels.faces import group
from cogs.speech import Speaker, sentence_of
from marriage_core.cards import Face, face, text
from marriage_core.dummy.melds import is_wild
from marriage_core.dummy.options import Options
from marriage_core.dummy.view import View
from marriage_core.errors import TableRefusal
from marriage_core.hosting.seen import Desk

OWN_SENTENCES = {
    "already_drew": "dummy.refused_already_drew",
    "deal_over": "dummy.refused_deal_over",
    "draw_first": "dummy.refused_draw_first",
    "not_held": "dummy.refused_not_held",
    "not_your_turn": "dummy.refused_not_your_turn",
}


def refusal(code: str) -> str:
    """The key of a refusal's sentence, citing this game's rules where games share the code."""
    return OWN_SENTENCES.get(code) or sentence_of(code)


def holdings(desk: Desk, verb: str = "") -> tuple[Face, ...]:
    """The faces in hand, each once; only those that `verb` may name now, where there are some."""
    if desk.view is None:
        return ()
    view: View = desk.view
    options: Options = desk.options
    named: tuple[Face, ...] = ()
    if verb == "discard":
        named = options.discards
    elif verb == "add":
        named = tuple(sorted({face for add in options.adds for face in add.faces}))
    return named or tuple(sorted(set(view.me[0].hand)))


def doubt(desk: Desk, word: str) -> str | None:
    """F58: the question that a discard deserves, as a key: of a wild card, or of a card that the contract needs."""
    verb, _, arg = word.partition("=")
    if verb != "discard" or not arg or desk.view is None:
        return None
    named = face(arg)
    view: View = desk.view
    options: Options = desk.options
    if named not in options.discards or len(view.me[0].hand) == 1:
        return None
    needed = [face for meld in options.lay or () for face in meld]
    if named in needed and view.me[0].hand.count(named) <= needed.count(named):
        return "dummy.ask_needed"
    return "dummy.ask_wild" if is_wild(named) else None


def asks(desk: Desk, word: str) -> bool:
    """Whether this move should be confirmed first (F58)."""
    return doubt(desk, word) is not None


def add_word(desk: Desk, cards: tuple[str, ...], meld: int | None) -> str:
    """The move that adds cards to a meld, counted from 1; without one to the first that takes the first card (D6)."""
    number = 0 if meld is None else meld - 1
    if meld is None and cards and desk.view is not None:
        options: Options = desk.options
        number = next((add.meld for add in options.adds if text(add.faces[0]) == cards[0]), 0)
    return f"add={'.'.join(cards)}:{number}"


def cut_in_word(desk: Desk) -> str:
    """Asks for the top discard, or takes the asking back (D12). Raises TableRefusal before the first deal."""
    view: View | None = desk.view
    if view is None:
        raise TableRefusal("no_deal")
    return "pass" if view.me[1].asked else f"cutin={text(view.discards[-1])}"


def melds(desk: Desk) -> tuple[str, ...]:
    """The melds on the table in words, in order of their numbers."""
    view: View | None = desk.view
    return () if view is None else tuple(group(meld.faces) for meld in view.melds)


def secret(_desk: Desk, _speaker: Speaker) -> NoReturn:
    """There is nothing to look at again. Raises TableRefusal."""
    raise TableRefusal("other_game")


def show_word(_desk: Desk, _discard: str | None) -> NoReturn:
    """A deal ends with a discard (D7). Raises TableRefusal."""
    raise TableRefusal("other_game")
