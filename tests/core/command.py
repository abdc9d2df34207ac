"""Commands run in this process, with texts for files.

told = run("score", stdin='{"players": …}')      # told.code, told.out, told.err, told.json
refused("solve", "--hand", "3S")                 # the one line on standard error
"""

import json
from dataclasses import dataclass
from io import StringIO
from typing import Any

from marriage_core.cli import main


@dataclass(frozen=True)
class Told:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value on standard output."""
        assert self.out.endswith("\n")
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON values of all lines."""
        return [json.loads(line) for line in self.out.split("\n")[:-1]]


def run(*argv: str, stdin: str = "") -> Told:
    """Runs a command to its end."""
    out, err = StringIO(), StringIO()
    code = main(argv, StringIO(stdin), out, err)
    return Told(code, out.getvalue(), err.getvalue())


def refused(*argv: str, stdin: str = "") -> str:
    """The line that refuses bad input: exit 2, one line on standard error, nothing on standard output."""
    told = run(*argv, stdin=stdin)
    assert (told.code, told.out) == (2, ""), told
    assert told.err.endswith("\n")
    assert told.err.count("\n") == 1
    assert told.err.startswith("error: ")
    return told.err
