"""JSON from strangers, read strictly: what is refused here never reaches a rule.

Not JSON's own laxness: no NaN or infinity, no name given twice, no number of a thousand digits, no nesting without end.
Every refusal is a BadText of one line that quotes what is wrong.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from json import JSONDecodeError, JSONDecoder
from typing import Any, TypeVar

from marriage_core.errors import BadText, Phrase

T = TypeVar("T")

SHOWN_CHARACTERS = 60
MOST_DIGITS = 18
"""More digits than any count, score or id has; int() itself refuses only thousands of them."""


def shown(value: object) -> str:
    """A value as it stands in a message: short, on one line, printable whatever it holds."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text = text if text.isprintable() else json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = ascii(type(value).__name__)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def inside(what: str, key: str) -> Phrase:
    """A part of something as messages name it: `player 1: cards`."""
    return Phrase("{what}: {key}", what=what, key=key)


def located(what: str, read: Callable[[str], T], text: str) -> T:
    """What `read` makes of a text. Raises BadText saying where it stands."""
    try:
        return read(text)
    except BadText as error:
        raise BadText("{what}: {error}", what=what, error=error) from None


def _no_constant(word: str) -> object:
    raise BadText("{word} is no number of JSON", word=word)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        sentence = "{begun}… is too large a number, with its {digits} digits"
        raise BadText(sentence, begun=shown(int(digits[:MOST_DIGITS])), digits=len(digits))
    return int(digits)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadText("{key} is given twice", key=shown(key))
        found[key] = value
    return found


_DECODER = JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_whole)


def read_start(text: str) -> tuple[Any, int]:
    """The JSON value that `text` begins with, and where it ends. Raises BadText."""
    try:
        value, end = _DECODER.raw_decode(text)
    except JSONDecodeError as error:
        sentence = "no JSON: {problem} at character {place} of {text}"
        raise BadText(sentence, problem=error.msg, place=error.pos + 1, text=shown(text)) from None
    except RecursionError:
        raise BadText("no JSON that can be read: nested too deeply") from None
    return value, end


def read(text: str) -> Any:
    """The JSON value of `text`. Raises BadText."""
    stripped = text.strip(" \t\r\n\ufeff")
    if not stripped:
        raise BadText("empty; JSON is needed")
    value, end = read_start(stripped)
    if rest := stripped[end:].strip():
        raise BadText("{rest} follows the JSON value", rest=shown(rest))
    return value


def any_object_of(value: object, what: str) -> Mapping[str, Any]:
    """`value` as an object, whatever its names. Raises BadText."""
    if not isinstance(value, dict):
        raise BadText("{what}: {value} is no JSON object", what=what, value=shown(value))
    return value


def object_of(value: object, what: str, known: Iterable[str], needed: Iterable[str] = ()) -> Mapping[str, Any]:
    """`value` as an object with none but `known` names and all `needed` ones. Raises BadText."""
    told, known = any_object_of(value, what), tuple(known)
    for key in told:
        if key not in known:
            raise BadText("{what}: unknown {key}; known: {known}", what=what, key=shown(key), known=", ".join(known))
    for key in needed:
        if key not in told:
            raise BadText("{what}: {key} is missing", what=what, key=key)
    return told


def string_of(value: object, what: str) -> str:
    """`value` as a string that can be written down again. Raises BadText."""
    if not isinstance(value, str):
        raise BadText("{what}: {value} is no text", what=what, value=shown(value))
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise BadText("{what}: {value} holds half of a surrogate pair", what=what, value=shown(value))
    return value


def whole_of(value: object, what: str, low: int, high: int) -> int:
    """`value` as a whole number within bounds; booleans and 5.0 are none. Raises BadText."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        sentence = "{what}: {value} is not allowed; a whole number from {low} to {high}"
        raise BadText(sentence, what=what, value=shown(value), low=low, high=high)
    return value


def bool_of(value: object, what: str) -> bool:
    """`value` as true or false. Raises BadText."""
    if not isinstance(value, bool):
        raise BadText("{what}: {value} is neither true nor false", what=what, value=shown(value))
    return value


def list_of(value: object, what: str) -> list[Any]:
    """`value` as a list. Raises BadText."""
    if not isinstance(value, list):
        raise BadText("{what}: {value} is no list", what=what, value=shown(value))
    return value
