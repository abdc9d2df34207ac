"""The ids of our controls: `m:<table>:<decision>:<verb>[:arg]`. Built and read here only (design.md, section 3)."""

import re
from dataclasses import dataclass

LIMIT = 100
NO_DECISION = "-"
NO_TABLE = "0"
"""The table of controls that belong to none."""
PATTERN = r"m:(?P<table>[0-9a-z]+):(?P<decision>[0-9a-z.\-]+):(?P<verb>[a-z_]+)(?::(?P<arg>.+))?"
_WHOLE = re.compile(PATTERN + r"\Z")


@dataclass(frozen=True, slots=True)
class ControlId:
    """What a control is for. `decision` is None for controls that only look, sort or speak to the table."""

    table: str
    verb: str
    arg: str | None = None
    decision: str | None = None

    def __str__(self) -> str:
        text = f"m:{self.table}:{self.decision or NO_DECISION}:{self.verb}"
        text += "" if self.arg is None else f":{self.arg}"
        if len(text) > LIMIT:
            raise ValueError(f"control id {text!r} has {len(text)} characters; allowed: {LIMIT}")
        return text


def read(text: str) -> ControlId | None:
    """The control of an id, or None for an id that is not ours."""
    found = _WHOLE.match(text)
    if found is None:
        return None
    decision = found["decision"]
    return ControlId(found["table"], found["verb"], found["arg"], None if decision == NO_DECISION else decision)
