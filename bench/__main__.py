"""`python -m bench [PART…] [--json FILE]`: measures, prints a table, and writes the same as JSON."""

import argparse
import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from bench import peers
from bench.figures import Figure
from bench.parts import PARTS

PEERS = ("mahjong", "rlcard", "open-spiel")
MARKS = {True: "met", False: "NOT MET", None: ""}


def _line(figure: Figure) -> str:
    value = "–" if figure.value is None else f"{figure.value:.3g} {figure.unit}"
    return f"{figure.question:<62} {value:>11}  {figure.goal:<12} {MARKS[figure.met]:<8} {figure.note}".rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument("--json", type=Path, help="where to write the figures as JSON; standard output by default")
    told = parser.parse_args()
    unknown = [name for name in told.parts if name not in PARTS]
    if unknown:
        parser.error(f"{unknown[0]!r} is no part; there are {', '.join(PARTS)}")
    versions = {name: peers.version(name) for name in PEERS}
    for name, version in versions.items():
        print(f"{name} {version}" if version else f"{name} is not installed: its rows are left out")
    found = []
    for name in told.parts or PARTS:
        for figure in PARTS[name]():
            found.append(figure)
            print(_line(figure), flush=True)
    answer = json.dumps(
        {"python": platform.python_version(), "peers": versions, "figures": [asdict(figure) for figure in found]},
        ensure_ascii=False,
    )
    if told.json:
        told.json.write_text(answer + "\n", encoding="utf-8")
    else:
        print(answer)
    return 1 if any(figure.met is False for figure in found) else 0


if __name__ == "__main__":
    sys.exit(main())
