"""`replay` and `verify`: one-line records of deals."""

from argparse import Namespace
from typing import Any, TextIO

from marriage_core.cli.reading import each_line, text_of
from marriage_core.cli.writing import write_json
from marriage_core.errors import BadText
from marriage_core.notation.record import BrokenRecord, Record, read, steps
from marriage_core.notation.record import replay as replayed
from marriage_core.shuffle import commitment

NO_WINNER = "no_winner"


def add_to(commands: Any) -> None:
    """Adds both commands."""
    for name, run, told in (
        ("replay", run_replay, "replay records of deals and settle them"),
        ("verify", run_verify, "recompute shuffle, tiplu and recycling of records from their keys"),
    ):
        parser = commands.add_parser(name, help=told, description=told)
        parser.add_argument("file", nargs="?", metavar="FILE", help="records, one a line; standard input for -")
        parser.set_defaults(run=run)


def run_replay(args: Namespace, stdin: TextIO, stdout: TextIO) -> int:
    """Every record is replayed before anything is printed; one that breaks off or breaks a rule fails the call."""
    deals = each_line(text_of(args.file, stdin), lambda line: deal(read(line)))
    write_json({"deals": deals}, stdout)
    return 0


def deal(record: Record) -> dict[str, Any]:
    """A finished deal as JSON. Raises BrokenRecord for a refused move, BadText for a deal that is not over."""
    game, state = record.game, None
    turns: set[tuple[int, int]] = set()
    for step in steps(record):
        state = step.state
        if step.decision is not None:
            turns.add((step.decision.seat, step.decision.turn))
    outcome = game.outcome(state)
    if outcome is None:
        raise BadText("the deal is not over after its {moves} moves", moves=len(record.moves))
    return {
        "players": [{"name": name, **account} for name, account in zip(record.names, game.account(state), strict=True)],
        "ended": outcome.by or NO_WINNER,
        "turns": len(turns),
        "commitment": commitment(record.key),
    }


def run_verify(args: Namespace, stdin: TextIO, stdout: TextIO) -> int:
    """Exit 1 with every difference; `commitment` is a list where the file holds several records."""
    records = each_line(text_of(args.file, stdin), read)
    commitments = [commitment(record.key) for record in records]
    answer: dict[str, Any] = {"ok": True, "commitment": commitments[0] if len(records) == 1 else commitments}
    differs = [
        {"line": number, "what": what} for number, record in enumerate(records, 1) for what in differences(record)
    ]
    if differs:
        answer |= {"ok": False, "differs": differs}
    write_json(answer, stdout)
    return 1 if differs else 0


def differences(record: Record) -> list[str]:
    """What in a record does not follow from its key: the commitment, a refused move, a card."""
    found = []
    if record.commitment is not None and record.commitment != commitment(record.key):
        found.append(f"commitment: {record.commitment} was published, but the key gives {commitment(record.key)}")
    try:
        events, _ = replayed(record)
    except BrokenRecord as error:
        return [*found, str(error)]
    return [*found, *record.game.differences(events)]
