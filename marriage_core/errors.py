"""What can go wrong in the core, as one tree.

    CoreError
    ├── BadText       a text that is no card, hand, move, record …   (ValueError)
    ├── BadRules      an option or a combination that is not allowed  (ValueError)
    ├── BadSheet      a settlement sheet that cannot be               (ValueError)
    ├── BrokenRecord  a record whose moves the rules refuse           (notation.record)
    └── Refusal       something that cannot be done now: a code with facts
        ├── IllegalMove    by the rules of the game
        └── TableRefusal   by the table: not seated, no such table, already full …

Refusals are codes with facts; sentences live in the word catalogues.
"""

from collections.abc import Mapping
from typing import Any

Fact = int | str | tuple[str, ...] | None


class CoreError(Exception):
    """Base of every error that the core raises on purpose."""


class BadText(CoreError, ValueError):
    """A text that does not parse. The message quotes it and says what is allowed."""


class BadRules(CoreError, ValueError):
    """An unknown option, a value out of bounds, or options that contradict each other (M13)."""


class BadSheet(CoreError, ValueError):
    """A settlement sheet or a hand that cannot exist. The message names the value and what is wrong."""


class Refusal(CoreError):
    """Something refused: `code` names why, `facts` what it speaks of (cards as text, seats as numbers)."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Fact] = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals come back from other processes too."""
        return _refused, (type(self), self.code, self.facts)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({told})"


def _refused(kind: type[Refusal], code: str, facts: Mapping[str, Fact]) -> Refusal:
    return kind(code, **facts)


class IllegalMove(Refusal):
    """A move refused by the rules. Its facts come from the mover's own view: it tells no more than that (M14.2)."""


class TableRefusal(Refusal):
    """An action refused by the table: who sits where, what is going on, who may do it."""
