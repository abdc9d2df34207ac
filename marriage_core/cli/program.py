"""The commands behind one front door: arguments in, exit code out."""

import os
import sys
from collections.abc import Sequence
from errno import EBADF
from io import StringIO, TextIOWrapper
from typing import NoReturn, TextIO

from marriage_core.cli import play, replay, score, simulate, solve
from marriage_core.cli.parsing import HelpAsked, Parser
from marriage_core.cli.reading import BAD_INPUT

GOOD, DIFFERENT, BAD, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
LONGEST_MESSAGE = 1000


def _parser() -> Parser:
    parser = Parser(prog="python -m marriage_core", description="The rules of Marriage, without Discord.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (score, solve, simulate, replay, play):
        module.add_to(commands)
    return parser


def one_line(error: BaseException) -> str:
    """A message as one printable line of bounded length."""
    words = " ".join(str(error).split())
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode() for c in words)
    return safe if len(safe) <= LONGEST_MESSAGE else safe[: LONGEST_MESSAGE - 1] + "…"


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Runs one command and returns its exit code. Bad input is told in one line on `stderr`, `stdout` untouched."""
    try:
        code = _run(argv, stdin, stdout)
        stdout.flush()
    except BAD_INPUT as error:
        stderr.write(f"error: {one_line(error)}\n")
        return BAD
    except BrokenPipeError:
        return PIPE_CLOSED
    except OSError as error:
        # Files that cannot be read or written are bad input by now; what is left is the answer's way out.
        stderr.write(f"error: standard output cannot be written: {one_line(error)}\n")
        return BAD
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(argv: Sequence[str], stdin: TextIO, stdout: TextIO) -> int:
    try:
        args = _parser().parse_args(list(argv))
    except HelpAsked as asked:
        stdout.write(str(asked))
        return GOOD
    code: int = args.run(args, stdin, stdout)
    return code


def run_process() -> NoReturn:
    """The process: standard streams as UTF-8 whatever the locale, and no complaint when a reader leaves early.

    A stream that is closed from the start reads as empty and cannot be written.
    """
    sys.stdin, sys.stdout, sys.stderr = sys.stdin or StringIO(), sys.stdout or _Closed(), sys.stderr or StringIO()
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    code = main(sys.argv[1:], sys.stdin, sys.stdout, sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:
        # What is still buffered has no reader; without this the interpreter would try to flush it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


class _Closed(StringIO):
    """Standard output where there is none."""

    def write(self, *_text: str) -> int:
        raise OSError(EBADF, os.strerror(EBADF))
