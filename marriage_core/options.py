"""The kinds of value an option of a game can have: reading, bounds and text in one place (M13).

A kind reads what JSON or a person gives and raises BadRules naming the option, the value and what is allowed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field
from typing import Any, Protocol

from marriage_core.errors import BadRules, Phrase, quoted

Json = bool | int | str | list[int] | None

MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Each:
    """`each:N`: N points for every copy."""

    points: int


Points = tuple[int, ...] | Each
"""Points by number of copies: a list (its last value serves larger numbers, M10.2) or the same for each; () is none."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """`replace:N`: N instead of the plain line. `add:N`: the plain lines and N on top."""

    add: bool
    points: int


class Kind(Protocol):
    """What values an option allows."""

    def read(self, key: str, value: object) -> Any:
        """The value as the rules hold it. Raises BadRules."""

    def write(self, value: Any) -> Json:
        """The value as JSON, which `read` takes back."""

    @property
    def allowed(self) -> str:
        """What may be written, for people; a `Phrase` where it is more than the words that may be written."""


def _refuse(key: str, value: object, allowed: str) -> BadRules:
    return BadRules(
        "option {key}: {value} is not allowed; allowed: {allowed}", key=key, value=quoted(value), allowed=allowed
    )


def _whole(value: object) -> int | None:
    """An integer, also where a command line gave it as text; booleans are none."""
    # Nothing here has more than a few digits, and int() itself refuses thousands of them.
    if isinstance(value, str) and len(value) <= 20 and value.strip().removeprefix("-").isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, key: str, value: object) -> str:
        # A command line reads `meld_size=3` as a number.
        word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if not isinstance(word, str) or word not in self.words:
            raise _refuse(key, value, self.allowed)
        return word

    def write(self, value: str) -> Json:
        return value

    @property
    def allowed(self) -> str:
        return ", ".join(self.words)


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no; `words` are how it is written: ("on", "off") or ("true", "false")."""

    words: tuple[str, str] = ("true", "false")

    def read(self, key: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in self.words:
            return value.lower() == self.words[0]
        raise _refuse(key, value, self.allowed)

    def write(self, value: bool) -> Json:
        return value if self.words == ("true", "false") else self.words[0 if value else 1]

    @property
    def allowed(self) -> str:
        return f"{self.words[0]}, {self.words[1]}"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds, or one of a few words beside (`auto`, `none`), which the rules hold as None."""

    low: int
    high: int
    word: str | None = None

    def read(self, key: str, value: object) -> int | None:
        if self.word is not None and value in (self.word, None):
            return None
        number = _whole(value)
        if number is None or not self.low <= number <= self.high:
            raise _refuse(key, value, self.allowed)
        return number

    def write(self, value: int | None) -> Json:
        return self.word if value is None else value

    @property
    def allowed(self) -> str:
        low, high = self.low, self.high
        numbers = Phrase("{number}", number=low) if low == high else Phrase("{low}–{high}", low=low, high=high)
        return numbers if self.word is None else Phrase("{word}, {numbers}", word=self.word, numbers=numbers)


def _points_list(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, Sequence) or isinstance(value, str) or not 1 <= len(value) <= 8:
        return None
    numbers = tuple(_whole(item) for item in value)
    good = tuple(n for n in numbers if n is not None and 0 <= n <= MOST_POINTS)
    return good if len(good) == len(numbers) else None


@dataclass(frozen=True, slots=True)
class PointList:
    """Points by number held: a list, or one that has a name; with `each`, also `none` and `each:N`."""

    each: bool = False
    named: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def read(self, key: str, value: object) -> Points:
        for name, points in self.named:
            if value == name:
                return points
        if self.each and value == "none":
            return ()
        if self.each and isinstance(value, str) and value.startswith("each:"):
            number = _whole(value.removeprefix("each:"))
            if number is not None and 0 <= number <= MOST_POINTS:
                return Each(number)
        listed = _points_list(value)
        if listed is None:
            raise _refuse(key, value, self.allowed)
        return listed

    def write(self, value: Points) -> Json:
        if isinstance(value, Each):
            return f"each:{value.points}"
        return list(value) if value else "none"

    @property
    def allowed(self) -> str:
        listed = Phrase("a list of 1–8 numbers from 0 to {most}, like [2,5,10]", most=MOST_POINTS)
        words = ", ".join([*(["none", "each:N"] if self.each else []), *(name for name, _ in self.named)])
        return Phrase("{words}, or {listed}", words=words, listed=listed) if words else listed


@dataclass(frozen=True, slots=True)
class BonusKind:
    """`replace:N` or `add:N`."""

    def read(self, key: str, value: object) -> Bonus:
        if isinstance(value, str):
            word, _, rest = value.partition(":")
            number = _whole(rest)
            if word in ("replace", "add") and number is not None and 0 <= number <= MOST_POINTS:
                return Bonus(word == "add", number)
        raise _refuse(key, value, self.allowed)

    def write(self, value: Bonus) -> Json:
        return f"{'add' if value.add else 'replace'}:{value.points}"

    @property
    def allowed(self) -> str:
        return Phrase("replace:N or add:N, N from 0 to {most}", most=MOST_POINTS)


def points_for(points: Points, n: int) -> int:
    """Points for n copies: 0 for none; a list's last value serves every larger number (M10.2)."""
    if n <= 0 or points == ():
        return 0
    if isinstance(points, Each):
        return n * points.points
    return points[min(n, len(points)) - 1]


def option(kind: Kind, default: Any, rule: str) -> Any:
    """A field of a game's rules: its allowed values, default and rule number."""
    return field(default=default, metadata={"kind": kind, "rule": rule})


def read_options(known: Mapping[str, "Field[Any]"], options: Mapping[str, object]) -> dict[str, Any]:
    """Some options as the rules hold them, by field. Raises BadRules naming what is unknown or not allowed."""
    read: dict[str, Any] = {}
    for key, value in options.items():
        if key not in known:
            raise BadRules("unknown option {key}; known: {known}", key=quoted(key), known=", ".join(known))
        read[key] = kind_of(known[key]).read(key, value)
    return read


def kind_of(of: "Field[Any]") -> Kind:
    """The kind of a field made by `option`."""
    kind: Kind = of.metadata["kind"]
    return kind


def variants(kind: Kind) -> tuple[str, ...]:
    """The words that tell an option's sentences apart; "" where one sentence with the value in it serves all."""
    match kind:
        case Choice(words) | Switch(words):
            return tuple(words)
        case Number(word=None) | PointList():
            return ("",)
        case Number(word=word):
            return ("", str(word))
        case BonusKind():
            return ("replace", "add")
        case _:
            raise AssertionError(f"{kind!r} has no sentences")


def variant(kind: Kind, value: Any) -> str:
    """The one of `variants` that speaks of a value as the rules hold it."""
    if isinstance(kind, BonusKind | Number | Switch | Choice):
        word = str(kind.write(value)).lower().partition(":")[0]
        return word if word in variants(kind) else ""
    return ""
