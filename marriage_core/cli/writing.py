"""What commands print: one JSON value a line, UTF-8."""

import json
from typing import Any, TextIO


def write_json(value: Any, stdout: TextIO) -> None:
    """One value as one line."""
    stdout.write(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")
