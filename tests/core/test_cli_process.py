"""The command line as a process: exit codes, streams, help, a reader that leaves early."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from marriage_core.cli import main
from marriage_core.cli.program import LONGEST_MESSAGE, one_line
from tests.core.command import refused, run

ROOT = Path(__file__).parent.parent.parent
COMMANDS = ("score", "solve", "simulate", "replay", "verify", "play")


def process(*argv: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the program as its users do."""
    return subprocess.run(
        [sys.executable, "-m", "marriage_core", *argv],
        input=stdin,
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_utf8_whatever_the_locale() -> None:
    sheet = '{"players": [{"name": "अन्ना", "maal": 1, "seen": true}, {"name": "Zoë", "cards": "♣", "seen": false}]}'
    told = process("score", stdin=sheet.encode(), LC_ALL="C", PYTHONUTF8="0")
    assert (told.returncode, told.stdout) == (2, b"")
    assert told.stderr.decode().startswith("error: player 2, \"Zoë\": cards: '♣' is no card")
    told = process("score", stdin=sheet.replace('"cards": "♣"', '"maal": 0').encode(), LC_ALL="C", PYTHONUTF8="0")
    assert told.returncode == 0
    assert '"name": "अन्ना"' in told.stdout.decode()
    assert process("score", stdin=b"\xff").stderr == b"error: standard input is no UTF-8 text\n"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    line = '{"hand": "AS 2S 4S 6S 8S 10S QS AH 3H 5H 7H 9H JH KH 2D 4D 6D 8D 10D QD AC"}\n'
    told = subprocess.run(
        f"{sys.executable} -m marriage_core solve --lines | head -n 1",
        shell=True,
        input=line.encode() * 3000,
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert told.stderr == b""
    assert told.stdout.startswith(b'{"cards": 21')


HAND = "AS 2S 4S 6S 8S 10S QS AH 3H 5H 7H 9H JH KH 2D 4D 6D 8D 10D QD AC"


@pytest.mark.parametrize(
    "arguments", [f"solve --hand '{HAND}'", "solve --help", "simulate --deals 2 --players easy,easy"]
)
@pytest.mark.parametrize(
    ("streams", "code", "told"),
    [
        ("> /dev/full", 2, b"error: standard output cannot be written: [Errno 28] No space left on device\n"),
        (">&-", 2, b"error: standard output cannot be written: [Errno 9] Bad file descriptor\n"),
        ("<&-", 0, b""),
    ],
)
def test_streams_that_cannot_be_used(arguments: str, streams: str, code: int, told: bytes) -> None:
    command = f"{sys.executable} -m marriage_core {arguments} {streams}"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (code, told)


def test_two_processes_simulate() -> None:
    told = process("simulate", "--deals", "4", "--players", "easy,easy", "--jobs", "2")
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.startswith(b'{"deals": 4')


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str) -> None:
    for flag in ("-h", "--help"):
        told = run(command, flag)
        assert (told.code, told.err) == (0, "")
        assert told.out.startswith(f"usage: python -m marriage_core {command} ")
        assert run(command, "--deals", flag).out == told.out
    assert command in run("--help").out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ([], "COMMAND"),
        (["settle"], "invalid choice: 'settle'"),
        (["--verbose"], "COMMAND"),
        (["score", "--line"], "unrecognized arguments: --line"),
        (["score", "a", "b"], "unrecognized arguments: b"),
        (["score", "--", "-h"], "'-h' cannot be read"),
    ],
)
def test_arguments_that_are_refused(argv: list[str], told: str) -> None:
    assert told in refused(*argv)


class Closed(StringIO):
    """A standard output whose reader has left."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


class Interrupted(StringIO):
    """A standard input at which someone presses Ctrl-C."""

    def read(self, size: int | None = -1) -> str:
        raise KeyboardInterrupt


def test_exit_codes_of_leaving() -> None:
    sheet = StringIO('{"players": [{"name": "A", "maal": 1, "seen": true}, {"name": "B", "maal": 0, "seen": true}]}')
    assert main(["score"], sheet, Closed(), StringIO()) == 141
    assert main(["score"], Interrupted(), StringIO(), StringIO()) == 130


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("a\n b\t c", "a b c"),
        ("red \x1b[31m", "red \\x1b[31m"),
        ("half \ud800", "half \\ud800"),
        ("x" * 1001, "x" * (LONGEST_MESSAGE - 1) + "…"),
    ],
)
def test_messages_are_one_printable_line(message: str, line: str) -> None:
    assert one_line(ValueError(message)) == line
