"""Discord's rules for application commands."""

from __future__ import annotations

import unicodedata

from playground.errors import Json, Path, Problems

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
MOST_TEXT = 8000
_SCRIPTS = ((0x0900, 0x097F), (0x0E00, 0x0E7F))
"""Devanagari and Thai, whose vowel signs are no letters."""


def check_command(command: Json, path: Path = ()) -> None:
    """Checks one command to be registered; raises 50035 with every fault."""
    problems = Problems(path)
    kind = command.get("type") or 1
    if kind not in (1, 2, 3, 4):
        problems.add(("type",), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4}.")
    if kind == 1:
        _check_name(("name",), command.get("name"), problems)
        problems.text(("description",), command.get("description"), 100, shortest=1, needed=True)
        _check_options(("options",), command.get("options"), problems, depth=0)
        if _size(command) > MOST_TEXT:
            problems.add((), "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_TEXT})")
    else:
        problems.text(("name",), command.get("name"), 32, shortest=1, needed=True)
        if command.get("description") or command.get("options"):
            problems.add(
                ("description",),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_BE_SET",
                "Context menu commands cannot have description",
            )
    problems.settle()


def _is_name(value: str) -> bool:
    def fits(char: str) -> bool:
        return char in "-_'" or unicodedata.category(char)[0] in "LN" or any(a <= ord(char) <= b for a, b in _SCRIPTS)

    return 1 <= len(value) <= 32 and all(fits(char) for char in value) and value == value.lower()


def _check_name(path: Path, value: object, problems: Problems) -> None:
    name = problems.text(path, value, 32, shortest=1, needed=True)
    if name and len(name) <= 32 and not _is_name(name):
        problems.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(path: Path, value: object, problems: Problems, *, depth: int) -> None:
    options = problems.items(path, value, 25)
    names: set[object] = set()
    nested = [option.get("type") in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        problems.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    optional_seen = False
    for index, option in enumerate(options):
        where = (*path, index)
        _check_name((*where, "name"), option.get("name"), problems)
        problems.text((*where, "description"), option.get("description"), 100, shortest=1, needed=True)
        if option.get("name") in names:
            problems.add((*where, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists")
        names.add(option.get("name"))
        kind = option.get("type")
        if kind in (SUBCOMMAND, GROUP):
            _check_nested(where, option, problems, depth)
            continue
        if not isinstance(kind, int) or kind not in range(3, 12):
            problems.add(
                (*where, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}."
            )
            continue
        if option.get("required"):
            if optional_seen:
                problems.add(
                    (*where,),
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
        else:
            optional_seen = True
        _check_value(where, option, problems)


def _check_nested(path: Path, option: Json, problems: Problems, depth: int) -> None:
    """Groups stand at the top only, sub-commands there or in a group."""
    group = option["type"] == GROUP
    if depth >= (1 if group else 2):
        problems.add(
            (*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands nest two levels at most"
        )
    else:
        _check_options((*path, "options"), option.get("options"), problems, depth=1 if group else 2)


def _check_value(path: Path, option: Json, problems: Problems) -> None:
    kind = option["type"]
    choices = problems.items((*path, "choices"), option.get("choices"), 25)
    if option.get("autocomplete"):
        if choices:
            problems.add(
                (*path, "autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES_EXCLUSIVE",
                "Choices and autocomplete are mutually exclusive",
            )
        if kind not in (STRING, INTEGER, NUMBER):
            problems.add(
                (*path, "autocomplete"),
                "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID_TYPE",
                "Only STRING, INTEGER and NUMBER options may complete",
            )
    check_choices((*path, "choices"), choices, kind, problems)
    if len({choice.get("name") for choice in choices}) != len(choices):
        problems.add(
            (*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name already exists"
        )
    problems.number((*path, "min_length"), option.get("min_length"), 0, 6000)
    problems.number((*path, "max_length"), option.get("max_length"), 1, 6000)


def check_choices(path: Path, choices: list[Json], kind: int, problems: Problems) -> None:
    """Checks choices of an option or of an autocomplete answer: names 1 to 100, values of the option's type."""
    for index, choice in enumerate(choices):
        where = (*path, index)
        problems.text((*where, "name"), choice.get("name"), 100, shortest=1, needed=True)
        value = choice.get("value")
        if kind == STRING:
            problems.text((*where, "value"), value, 100, shortest=1, needed=True)
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else (int, float)):
            problems.add((*where, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


def _size(node: Json) -> int:
    total = len(str(node.get("name") or "")) + len(str(node.get("description") or ""))
    for choice in node.get("choices") or []:
        if isinstance(choice, dict):
            total += len(str(choice.get("name"))) + len(str(choice.get("value")))
    return total + sum(_size(child) for child in node.get("options") or [] if isinstance(child, dict))
