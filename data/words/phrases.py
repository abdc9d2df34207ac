"""The templates of bad input (`marriage_core.errors`), found where they are made, and whether every language has them.

A language has them behind its messages, in gettext's context "input", under the English template itself. Beside them it
has its words for the keys of a settlement sheet, which come as facts and which nobody on Discord has typed.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from data.words import DEFAULT, Words
from data.words.source import CORE, FACE, calls, modules, words_of
from marriage_core.marriage.moves import Route
from marriage_core.marriage.sheet import ENTRY, SHEET

MADE_BY = {"BadText", "BadRules", "BadSheet", "Phrase"}
DEFINED = Path("marriage_core/errors.py")
UNHEARD = (
    "marriage_core/cli/",
    "marriage_core/hosting/draft.py",
    "marriage_core/hosting/happenings.py",
    "marriage_core/dummy/history.py",
    "marriage_core/marriage/history.py",
    "marriage_core/notation/lines.py",
    "marriage_core/notation/record.py",
)
"""Where input comes from a command line, a record or a journal: nobody on Discord hears of it."""
TYPED = {"preset", "options"}
"""Keys of a sheet that are typed on Discord as they are, for they are names of a command's options too."""
KEYS = frozenset({"sheet", *SHEET, *ENTRY, *(route.value for route in Route)}) - TYPED
"""Keys and values of a sheet that messages name, and the sheet itself."""


@dataclass(frozen=True, slots=True)
class Made:
    """A place where a phrase is made: the templates that it may have there, and its facts."""

    at: str
    templates: tuple[str, ...]
    facts: frozenset[str]

    @property
    def heard(self) -> bool:
        """Whether it can reach Discord."""
        return not self.at.startswith(UNHEARD)


def placeholders(text: str) -> frozenset[str]:
    """The facts that a message names."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@cache
def made() -> tuple[Made, ...]:
    """Every place in core and face where a phrase or bad input is made."""
    return tuple(one for path, tree in modules(CORE, FACE) if path != DEFINED for one in _made_in(path, tree))


@cache
def heard() -> Mapping[str, frozenset[str]]:
    """Every template that can reach Discord, with its facts."""
    return {template: one.facts for one in made() if one.heard for template in one.templates}


def _made_in(path: Path, tree: ast.Module) -> Iterator[Made]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    within = {id(call): function for function in functions for call in calls(function, MADE_BY)}
    for call in calls(tree, MADE_BY):
        templates = tuple(words_of(call.args[0], within.get(id(call), ast.Module([], []))))
        yield Made(f"{path}:{call.lineno}", templates, frozenset(str(keyword.arg) for keyword in call.keywords))


# --- what is wrong ----------------------------------------------------------------------------------------------------


def faults(words: Words) -> Iterator[str]:
    """What is wrong with the phrases of the source, and with what the languages make of them."""
    for one in made():
        if not one.templates:
            yield f"{one.at}: the template is not written out; only facts may be what somebody typed"
        strange = [template for template in one.templates if placeholders(template) != one.facts]
        yield from (f"{one.at}: {template!r} names other facts than are given" for template in strange)
    for language in words.languages:
        yield from _compared(words, language)


def _compared(words: Words, language: str) -> Iterator[str]:
    own, wanted = words.phrases(language), set() if language == DEFAULT else {*heard(), *KEYS}
    yield from (f"{template!r}: not in {language}.po" for template in sorted(wanted - own))
    yield from (f"{template!r}: in {language}.po, wanted nowhere" for template in sorted(own - wanted))
    for template in sorted(own & wanted):
        here = placeholders(words.phrase(language, template))
        if here != heard().get(template, frozenset()):
            yield f"{template!r}: {language}.po names {sorted(here)}"
