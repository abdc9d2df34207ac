"""What can go wrong in the core, as one tree.

    CoreError
    ├── BadInput      something given that cannot be: a template with facts (ValueError)
    │   ├── BadText       a text that is no card, hand, move, record …
    │   ├── BadRules      an option or a combination that is not allowed
    │   └── BadSheet      a settlement sheet that cannot be
    ├── BrokenRecord  a record whose moves the rules refuse           (notation.record)
    └── Refusal       something that cannot be done now: a code with facts
        ├── IllegalMove    by the rules of the game
        └── TableRefusal   by the table: not seated, no such table, already full …

Refusals are codes with facts; sentences live in the word catalogues. Bad input has its English sentence with it; the
catalogues of other languages have its template.
"""

from collections.abc import Callable, Mapping
from reprlib import Repr
from typing import Any, LiteralString, Self, TypeVar

Fact = int | str | tuple[str, ...] | None
T = TypeVar("T")

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 100


def quoted(value: object) -> str:
    """A value as messages quote it: its `repr`, shortened in the middle so that what is allowed is told as well."""
    return _SHORT.repr(value)


class CoreError(Exception):
    """Base of every error that the core raises on purpose."""


class Phrase(str):
    """Words in English that know their `template` and its `facts`, so that they can be said in another language.

    A template is written out where it is used; what somebody typed is only ever a fact. Facts are whole numbers, text,
    or phrases again, which bad input stands for too. A template without facts is taken as it is, braces and all.
    """

    template: str
    facts: Mapping[str, int | str]

    def __new__(cls, template: LiteralString, /, **facts: "int | str | BadInput") -> Self:
        told = {name: fact.phrase if isinstance(fact, BadInput) else fact for name, fact in facts.items()}
        made = super().__new__(cls, template.format(**told) if told else template)
        made.template, made.facts = template, told
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.template, self.facts)


class BadInput(CoreError, ValueError):
    """Something given that cannot be. Its sentence is a `Phrase` of a template and facts; `str` is the English."""

    def __init__(self, template: LiteralString, /, **facts: "int | str | BadInput") -> None:
        self.phrase = Phrase(template, **facts)
        super().__init__(self.phrase)

    @property
    def template(self) -> str:
        """The sentence with the names of its facts in braces."""
        return self.phrase.template

    @property
    def facts(self) -> Mapping[str, int | str]:
        """What stands in the braces."""
        return self.phrase.facts

    def __reduce__(self) -> tuple[Any, ...]:
        """It comes back from other processes too."""
        return _again, (type(self), self.template, self.facts)


class BadText(BadInput):
    """A text that does not parse. The message quotes it and says what is allowed."""


class BadRules(BadInput):
    """An unknown option, a value out of bounds, or options that contradict each other (M13)."""


class BadSheet(BadInput):
    """A settlement sheet or a hand that cannot exist. The message names the value and what is wrong."""


class Refusal(CoreError):
    """Something refused: `code` names why, `facts` what it speaks of (cards as text, seats as numbers)."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Fact] = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals come back from other processes too."""
        return _again, (type(self), self.code, self.facts)

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({told})"


def _again(kind: Callable[..., T], first: str, facts: Mapping[str, Any]) -> T:
    return kind(first, **facts)


class IllegalMove(Refusal):
    """A move refused by the rules. Its facts come from the mover's own view: it tells no more than that (M14.2)."""


class TableRefusal(Refusal):
    """An action refused by the table: who sits where, what is going on, who may do it."""
