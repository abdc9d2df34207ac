"""`python -m data.words`: whether the catalogues say all that the face and the games can want to say, and no more.

Keys are found by reading the source: those written out, and families such as `f"note.{fact}"`, whose members come from
the enumerations and calls that make them. Phrases of bad input are found where they are made (`data.words.phrases`).
Exit 1 with one line a fault.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import pairwise
from typing import Any, get_args

from babel.messages.pofile import read_po

from data.people import Language, Sort
from data.times import Period
from data.words import DEFAULT, FOLDER, Words, phrases
from data.words.phrases import placeholders
from data.words.source import CORE, FACE, calls, trees, words_of
from marriage_core.engine import Game, games
from marriage_core.marriage.coach import Turned
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Fact
from marriage_core.marriage.players.advice import Goal, Why
from marriage_core.marriage.scoring import Reason
from marriage_core.options import kind_of, variants

KEY = re.compile(r"[a-z]+\.[a-z_]*[a-z]\Z")
FAMILY = re.compile(r"[a-z]+\.(?:[a-z_]|\{\})*\{\}(?:[a-z_]|\{\})*\Z")
CLOSERS = {"closing", "expire", "_expire", "Closed"}
REFUSALS = {"IllegalMove", "TableRefusal"}
BY_REASON = [reason for reason in Reason if reason in ("payment", "dublee_bonus", "hand_points")]

MADE_GOOD = (Turned.MISSED_SEE, Turned.MISSED_SHOW)


def faults() -> list[str]:
    """Everything that is wrong with the catalogues; [] is good."""
    words = Words()
    found = [*_unwritten(words), *_unused(words), *_facts_missing(words), *phrases.faults(words)]
    for language in words.languages:
        found += _compared(words, language)
        found += _unsorted(language)
    return found


@cache
def refusals() -> Mapping[str, list[frozenset[str]]]:
    """Every code that core, hosting or face refuses with, and the facts given at each place."""
    codes: dict[str, list[frozenset[str]]] = {}
    for tree in trees(CORE, FACE):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for call in calls(function, REFUSALS):
                    facts = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
                    for code in words_of(call.args[0], function):
                        codes.setdefault(code, []).append(facts)
    return codes


# --- what the source says ---------------------------------------------------------------------------------------------


def _pattern(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def _reasons() -> set[str]:
    """Why tables close."""
    found = set()
    for tree in trees(CORE / "hosting", FACE):
        for call in calls(tree, CLOSERS):
            found |= {word for argument in call.args for word in words_of(argument, tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.AsyncFunctionDef) and node.name == "expire":
                found |= {word for default in node.args.defaults for word in words_of(default, tree)}
    return found


def _named(module: str, name: str) -> Any:
    """A constant of a module of the face, which this package may not import."""
    tree = ast.parse((FACE / module).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(getattr(one, "id", None) == name for one in node.targets):
            return ast.literal_eval(node.value)
    raise LookupError(f"{module} has no {name}")


def _games() -> list[Game]:
    """The games that have a panel."""
    return [game for game in games() if (FACE / "panels" / game.name).exists()]


def _open_ended(rules: Any) -> bool:
    """Whether the game itself says when a match ends."""
    return not rules.deals_for(rules.most_players)


def _sentences() -> Iterator[tuple[str, str]]:
    """Every option that a game shows, once for each sentence that it needs (M13)."""
    for game in _games():
        for option in fields(next(iter(game.presets.values()))):
            if "kind" in option.metadata:
                yield from ((option.name, variant) for variant in variants(kind_of(option)))


def _families() -> dict[str, list[str]]:
    """Families of keys and what stands in their gap."""
    routes = [route.value for route in Route]
    topics = list(_named("help.py", "TOPICS"))
    return {
        "refusal.{}": list(refusals()),
        "closed.{}": sorted(_reasons()),
        "note.{}": [fact.value for fact in Fact],
        "reason.{}": [reason.value for reason in Reason if reason not in BY_REASON and reason != "maal"],
        "board.seen_{}": routes,
        "hand.can_see_{}": routes,
        "button.see_{}": routes,
        "sheet.won_{}": routes,
        "sheet.{}_{}": [f"{reason}_{way}" for reason in BY_REASON for way in ("paid", "received")],
        "button.sort_{}": list(get_args(Sort)),
        "sort.{}": list(get_args(Sort)),
        "period.{}": list(get_args(Period)),
        "language.{}": [*get_args(Language), "default"],
        "howto.{}_{}": [f"{topic}_{game.name}" for topic in topics for game in _games()],
        "howto.{}_title": topics,
        "howto.game_{}": [game.name for game in _games()],
        "results.{}": ["rated", "practice"],
        "hisab.ending_{}": routes,
        "picker.hisab_{}": ["seen", "dublees"],
        "option.{}": [key for key, variant in _sentences() if not variant],
        "option.{}_{}": [f"{key}_{variant}" for key, variant in _sentences() if variant],
        "hint.see_{}": routes,
        "hint.why_{}": [why.value for why in Why],
        "hint.goal_{}": [goal.value for goal in Goal],
        "turned.{}": [turned.value for turned in Turned if turned not in MADE_GOOD],
        "turned.{}_{}": [f"{turned}_{how}" for turned in MADE_GOOD for how in ("later", "never")],
        "lobby.title_{}": [game.name for game in _games()],
        "lobby.end_{}": [game.name for game in _games() if any(_open_ended(rules) for rules in game.presets.values())],
        "preset.{}": [preset for game in _games() for preset in game.presets],
        "settings.{}": ["language", "confirmations", "pings", "sort", "four_colours", "preset", "hints"],
    }


def _wanted() -> tuple[set[str], set[str]]:
    """The keys that the face names, and the families without members."""
    families, keys, strange = _families(), set(), set()
    for tree in trees(FACE):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.match(node.value):
                keys.add(node.value)
            elif isinstance(node, ast.JoinedStr) and FAMILY.match(family := _pattern(node)):
                if family not in families:
                    strange.add(family)
                gap = "{}_{}" if "{}_{}" in family else "{}"
                keys |= {family.replace(gap, member) for member in families.get(family, ())}
        for call in calls(tree, {"say"}):
            keys |= {word for word in words_of(call.args[0], tree) if word}
        for call in calls(tree, {"counted"}):
            keys |= {f"{word}_one" for word in words_of(call.args[0], tree)}
    return keys, strange


# --- what is wrong ----------------------------------------------------------------------------------------------------


def _unwritten(words: Words) -> Iterator[str]:
    keys, strange = _wanted()
    yield from (f"the family {family!r} is not enumerated in data/words/__main__.py" for family in sorted(strange))
    yield from (f"{key}: wanted by the face, not in {DEFAULT}.po" for key in sorted(keys - words.keys(DEFAULT)))


def _unused(words: Words) -> Iterator[str]:
    keys, _ = _wanted()
    yield from (f"{key}: in {DEFAULT}.po, wanted nowhere" for key in sorted(words.keys(DEFAULT) - keys))


def _facts_missing(words: Words) -> Iterator[str]:
    """Messages that name a fact which a place that says them does not give."""
    known = words.keys(DEFAULT)
    for tree in trees(FACE):
        for call in calls(tree, {"say", "counted"}):
            given = {keyword.arg for keyword in call.keywords}
            # `counted` has its number by place.
            given |= {"n"} if len(call.args) > 1 else set()
            if None not in given:
                for key in set(words_of(call.args[0], ast.Module([], []))) & known:
                    for name in sorted(placeholders(words.template(DEFAULT, key)) - given):
                        yield f"{key}: {{{name}}} is not given at line {call.lineno}"
    for code, places in refusals().items():
        if f"refusal.{code}" in known:
            named = placeholders(words.template(DEFAULT, f"refusal.{code}"))
            yield from (f"refusal.{code}: {{{name}}} is not given" for facts in places for name in named - facts)


def _compared(words: Words, language: str) -> Iterator[str]:
    """A language beside English."""
    own, english = words.keys(language), words.keys(DEFAULT)
    yield from (f"{key}: not in {language}.po" for key in sorted(english - own))
    yield from (f"{key}: in {language}.po, not in {DEFAULT}.po" for key in sorted(own - english))
    for key in sorted(own & english):
        here, there = placeholders(words.template(language, key)), placeholders(words.template(DEFAULT, key))
        if here != there:
            yield f"{key}: {language}.po names {sorted(here)}, {DEFAULT}.po {sorted(there)}"


def _unsorted(language: str) -> Iterator[str]:
    with (FOLDER / f"{language}.po").open("rb") as file:
        keys = [(message.context or "", str(message.id)) for message in read_po(file) if message.id]
    for before, after in pairwise(keys):
        if before >= after:
            yield f"{after[1]}: comes after {before[1]} in {language}.po; messages are sorted, phrases behind them"


def main() -> int:
    """Prints what is wrong."""
    found = faults()
    for fault in found:
        print(fault, file=sys.stderr)
    if not found:
        words = Words()
        told = f"{len(words.keys(DEFAULT))} messages and {len(phrases.heard())} phrases"
        print(f"{told} in {', '.join(words.languages)}: complete")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
