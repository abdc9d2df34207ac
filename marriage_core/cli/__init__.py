"""The command line: score · solve · simulate · replay · verify · play (interface.md).

Exit 0 with JSON on standard output; 2 for bad input, with one line on standard error and nothing on standard output;
1 where `verify` finds a difference.
"""

from marriage_core.cli.program import main, run_process

__all__ = ["main", "run_process"]
