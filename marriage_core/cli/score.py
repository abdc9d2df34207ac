"""`score`: settles a deal from a sheet, or a stream of sheets."""

from argparse import Namespace
from typing import Any, TextIO

from marriage_core.cli.reading import each_line, text_of
from marriage_core.cli.writing import write_json
from marriage_core.marriage.sheet import Sheet, answer, read_sheet
from marriage_core.notation import strict


def add_to(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("score", help="settle a deal from a sheet", description=__doc__)
    parser.add_argument("file", nargs="?", metavar="FILE", help="the sheet; standard input without it or for -")
    parser.add_argument("--lines", action="store_true", help="JSON Lines: one sheet a line, one answer a line")
    parser.set_defaults(run=run)


def run(args: Namespace, stdin: TextIO, stdout: TextIO) -> int:
    """All sheets are read and checked before anything is printed."""
    text = text_of(args.file, stdin)
    sheets = each_line(text, _sheet) if args.lines else [_sheet(text)]
    for settled in [answer(sheet) for sheet in sheets]:
        write_json(settled, stdout)
    return 0


def _sheet(text: str) -> Sheet:
    return read_sheet(strict.read(text))
