"""`score`: settles a deal from a sheet, or a stream of sheets."""

from argparse import Namespace
from typing import Any, TextIO

from marriage_core.cli.reading import each_line, text_of
from marriage_core.cli.writing import write_json
from marriage_core.engine import find_preset
from marriage_core.marriage.rules import USUAL_PRESET
from marriage_core.notation import strict


def add_to(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("score", help="settle a deal from a sheet", description=__doc__)
    parser.add_argument("file", nargs="?", metavar="FILE", help="the sheet; standard input without it or for -")
    parser.add_argument("--lines", action="store_true", help="JSON Lines: one sheet a line, one answer a line")
    parser.set_defaults(run=run)


def run(args: Namespace, stdin: TextIO, stdout: TextIO) -> int:
    """All sheets are read, checked and settled before anything is printed."""
    text = text_of(args.file, stdin)
    for settled in each_line(text, _settled) if args.lines else [_settled(text)]:
        write_json(settled, stdout)
    return 0


def _settled(text: str) -> Any:
    """A sheet settled by the game of its preset; without one it is read as the usual preset's game reads it."""
    sheet = strict.read(text)
    named = sheet.get("preset", USUAL_PRESET) if isinstance(sheet, dict) else USUAL_PRESET
    game, _ = find_preset(strict.string_of(named, "preset"))
    return game.settle_sheet(sheet)
