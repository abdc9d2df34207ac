"""Arguments: argparse, but a refusal is one line and ends nothing by itself."""

from argparse import SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any, NoReturn

from marriage_core.engine import Game, find_preset
from marriage_core.errors import BadText
from marriage_core.marriage.rules import USUAL_PRESET, Rules
from marriage_core.notation import strict


class HelpAsked(Exception):
    """`--help` was given; the argument is the text to print."""


class Once(Action):
    """Stores an argument's value. Raises BadText where it is given twice: which one counts would be a guess."""

    def __call__(
        self, _parser: ArgumentParser, namespace: Namespace, values: Any, option_string: str | None = None
    ) -> None:
        given = vars(namespace).setdefault("given", set())
        if self.dest in given:
            raise BadText("{option} is given twice", option=option_string or self.dest)
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(ArgumentParser):
    """Raises BadText where argparse would print its usage and leave the process, and HelpAsked for `--help`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"allow_abbrev": False, "add_help": False})
        self.register("action", None, Once)
        self.add_argument("-h", "--help", action="store_true", default=SUPPRESS, help="print this and leave")

    def error(self, message: str) -> NoReturn:
        raise BadText("{message}", message=message)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Namespace, list[str]]:
        """Help comes before any complaint about what else is missing."""
        words = list(args or ())
        asked = words[: words.index("--")] if "--" in words else words
        own = asked[:1] if self._subparsers is not None else asked
        if {"-h", "--help"} & set(own):
            raise HelpAsked(self.format_help())
        return super().parse_known_args(words, namespace)


def whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number of an argument, within bounds. Raises BadText."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9 and low <= int(digits) <= high):
        sentence = "{what}: {value} is not allowed; a whole number from {low} to {high}"
        raise BadText(sentence, what=what, value=strict.shown(text), low=low, high=high)
    return int(digits)


def add_rules(parser: ArgumentParser) -> None:
    """The two arguments that name the rules."""
    parser.add_argument("--preset", default=USUAL_PRESET, metavar="NAME", help=f"named rules (default: {USUAL_PRESET})")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="one option of M13; VALUE is JSON, else text"
    )


def game_of(args: Namespace) -> tuple[Game, Any]:
    """The game and rules that the arguments name. Raises BadText or BadRules."""
    game, rules = find_preset(args.preset)
    return game, rules.with_options(options_of(args.option))


def marriage_rules_of(args: Namespace) -> Rules:
    """The rules, where only Marriage will do. Raises BadText or BadRules."""
    _, rules = game_of(args)
    if not isinstance(rules, Rules):
        raise BadText("preset {preset} is another game than Marriage", preset=strict.shown(args.preset))
    return rules


def options_of(words: Sequence[str]) -> dict[str, object]:
    """The options of `KEY=VALUE` words. Raises BadText."""
    found: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadText("--option: {word} is not KEY=VALUE", word=strict.shown(word))
        if key in found:
            raise BadText("--option: {key} is given twice", key=key)
        found[key] = _value(value)
    return found


def _value(text: str) -> object:
    try:
        return strict.read(text)
    except BadText:
        return text


def levels_of(game: Game, text: str) -> tuple[str, ...]:
    """Computer players by level, separated by commas. Raises BadText naming the levels there are."""
    levels = tuple(word.strip() for word in text.split(","))
    for level in levels:
        if level not in game.players:
            known = ", ".join(game.players)
            sentence = "--players: {level} is no level of {game}; known: {known}"
            raise BadText(sentence, level=strict.shown(level), game=game.name, known=known)
    return levels
