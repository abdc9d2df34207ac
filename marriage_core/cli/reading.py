"""What commands read: a file or standard input, whole or line by line."""

from collections.abc import Callable
from pathlib import Path
from typing import TextIO, TypeVar

from marriage_core.errors import BadInput, BadText
from marriage_core.notation.record import BrokenRecord

T = TypeVar("T")

BAD_INPUT = (BadInput, BrokenRecord)
"""What a person did wrong; anything else that is raised is an error of the program."""


def text_of(path: str | None, stdin: TextIO) -> str:
    """The text of a file; of standard input for None and `-`. Raises BadText naming the file and what is wrong."""
    if path is None or path == "-":
        try:
            return stdin.read()
        except UnicodeDecodeError:
            raise BadText("standard input is no UTF-8 text") from None
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadText("{path} is no UTF-8 text", path=repr(path)) from None
    except OSError as error:
        raise BadText("{path} cannot be read: {problem}", path=repr(path), problem=str(error.strerror)) from None
    except ValueError as error:
        raise BadText("{path} cannot be read: {problem}", path=repr(path), problem=str(error)) from None


def lines_of(text: str) -> list[str]:
    """The lines of a text, blank ones at its end dropped. Raises BadText where there are none.

    Only a line feed ends a line: JSON may hold the other characters that `splitlines` would split at.
    """
    lines = text.removeprefix("\ufeff").rstrip().split("\n")
    if lines == [""]:
        raise BadText("empty; at least one line is needed")
    return lines


def each_line(text: str, read: Callable[[str], T]) -> list[T]:
    """Every line read. Raises BadText naming the first line that is wrong, counted from 1."""
    found = []
    for number, line in enumerate(lines_of(text), 1):
        try:
            found.append(read(line))
        except BAD_INPUT as error:
            raise BadText("line {number}: {error}", number=number, error=str(error)) from error
    return found
