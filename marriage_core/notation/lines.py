"""Events as lines of JSON, where all games do it alike: the line itself, whole numbers, and the rules of a deal."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self, TypeVar

from marriage_core.errors import BadText, quoted


class Rules(Protocol):
    """Rules that know the preset which they came from."""

    @property
    def preset(self) -> str:
        """Its name."""

    def options(self) -> Mapping[str, object]:
        """What differs from it, as JSON."""

    def restored(self, options: Mapping[str, object]) -> Self:
        """These rules with options that were allowed once."""


R = TypeVar("R", bound=Rules)


def write_rules(rules: Rules) -> dict[str, Any]:
    """Rules as JSON: the preset and what differs from it."""
    return {"preset": rules.preset, "options": rules.options()}


def read_rules(presets: Mapping[str, R], value: Any) -> R:
    """The rules of `write_rules`, of a game with these presets. Raises BadText or BadRules."""
    try:
        return presets[value["preset"]].restored(value["options"])
    except (KeyError, TypeError, AttributeError):
        raise BadText("{value} are no rules; a preset and options are needed", value=quoted(value)) from None


def read_number(value: Any) -> int:
    """A seat or a count. Raises BadText."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadText("{value} is no number", value=quoted(value))
    return value


def read_event(line: str, kinds: Mapping[str, Any], fields: Mapping[str, Callable[[Any], Any]]) -> Any:
    """The event of a line, its kind first: `kinds` by name, readers by field. Raises BadText quoting the line."""
    try:
        name, *values = json.loads(line)
        of = kinds[name]
        return of(*(fields[slot](value) for slot, value in zip(of.__slots__, values, strict=True)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadText("{line} is no event", line=quoted(line)) from None
