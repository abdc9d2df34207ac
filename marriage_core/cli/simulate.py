"""`simulate`: computer players against each other, over duplicate deals."""

from argparse import Namespace
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

from marriage_core.cli.parsing import add_rules, game_of, levels_of, whole
from marriage_core.cli.tournament import Sample, Times, Tournament, interval, run
from marriage_core.cli.writing import write_json
from marriage_core.errors import BadText

MOST_DEALS = 100_000_000
MOST_JOBS = 256
MOST_SEED = 1_000


def add_to(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("simulate", help="computer players against each other", description=__doc__)
    parser.add_argument("--deals", required=True, metavar="N", help="deals in all, rounded up to whole rotations")
    parser.add_argument("--players", required=True, metavar="LEVEL,LEVEL,…", help="one level a seat")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same text, the same shuffles (default: 1)")
    parser.add_argument("--records", metavar="DIR", help="write each deal there as a one-line record")
    parser.add_argument("--jobs", default="1", metavar="N", help="processes; the results are the same for any number")
    parser.add_argument("--check", action="store_true", help="replay each deal and recompute it from its key")
    add_rules(parser)
    parser.set_defaults(run=run_simulate)


def run_simulate(args: Namespace, _stdin: TextIO, stdout: TextIO) -> int:
    """Plays and prints the summary. A deal that breaks an invariant is an error of the program and raises."""
    game, rules = game_of(args)
    levels = levels_of(game, args.players)
    if not 2 <= len(levels) <= rules.most_players:
        sentence = "--players: {n} of them; allowed: 2–{most} with these packs"
        raise BadText(sentence, n=len(levels), most=rules.most_players)
    deals = whole(args.deals, "--deals", 1, MOST_DEALS)
    jobs = whole(args.jobs, "--jobs", 1, MOST_JOBS)
    if len(args.seed) > MOST_SEED:
        raise BadText("--seed: {n} characters; allowed: {most}", n=len(args.seed), most=MOST_SEED)
    folder = None if args.records is None else _folder(args.records)
    tournament = Tournament(rules, levels, args.seed, folder is not None, args.check)
    shuffles = -(-deals // len(levels))
    began, tally = perf_counter(), Tally(levels, game.endings)
    for sample in run(tournament, shuffles, jobs):
        if folder is not None:
            _keep(folder, tally.deals, sample.records)
        tally.add(sample)
    write_json(tally.summary(perf_counter() - began), stdout)
    return 0


def _folder(path: str) -> Path:
    folder = Path(path)
    if not path:
        raise BadText("--records: {path} names no folder", path=repr(path))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        sentence = "--records: {path} is no folder to write to: {problem}"
        raise BadText(sentence, path=repr(path), problem=str(error)) from None
    return folder


def _keep(folder: Path, done: int, records: list[str]) -> None:
    try:
        for number, record in enumerate(records, done + 1):
            (folder / f"deal-{number:07d}.txt").write_text(record + "\n", encoding="utf-8")
    except OSError as error:
        sentence = "--records: {path} cannot be written: {problem}"
        raise BadText(sentence, path=repr(str(folder)), problem=str(error.strerror)) from None


class Tally:
    """The sum of samples."""

    def __init__(self, levels: tuple[str, ...], endings: tuple[str, ...]) -> None:
        n = len(levels)
        self.levels = levels
        self.deals = self.turns = 0
        self.ended: Counter[str] = Counter(dict.fromkeys((*endings, "no_winner"), 0))
        self.nets: list[list[float]] = [[] for _ in levels]
        self.won, self.seen = [0] * n, [0] * n
        self.times = [Times() for _ in levels]

    def add(self, sample: Sample) -> None:
        """One shuffle: for each player one sample, its mean net over the rotations."""
        n = len(self.levels)
        self.deals += n
        self.turns += sample.turns
        self.ended.update(sample.ended)
        for i in range(n):
            self.nets[i].append(sample.nets[i] / n)
            self.won[i] += sample.won[i]
            self.seen[i] += sample.seen[i]
            self.times[i].merge(sample.times[i])

    def summary(self, seconds: float) -> dict[str, Any]:
        """The answer as JSON (interface.md, `simulate`)."""
        return {
            "deals": self.deals,
            "seconds": round(seconds, 3),
            "deals_per_second": round(self.deals / seconds, 2),
            "turns_per_deal": round(self.turns / self.deals, 2),
            "ended": dict(self.ended),
            "players": [self._player(i) for i in range(len(self.levels))],
        }

    def _player(self, i: int) -> dict[str, Any]:
        nets, times = self.nets[i], self.times[i]
        bounds = interval(nets)
        return {
            "level": self.levels[i],
            "net_per_deal": round(sum(nets) / len(nets), 4),
            "ci95": [None, None] if bounds is None else [round(bound, 4) for bound in bounds],
            "won": round(self.won[i] / self.deals, 4),
            "seen": round(self.seen[i] / self.deals, 4),
            "ms_per_decision": {"mean": round(times.mean_ms(), 3), "p99": round(times.quantile_ms(0.99), 3)},
        }
