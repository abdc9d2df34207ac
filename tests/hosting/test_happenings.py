"""Every happening has a text, and every text parses back, whatever people call themselves."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marriage_core.errors import BadText
from marriage_core.hosting import happenings
from marriage_core.hosting.happenings import Happening, Joined, Nudged, Opened, read_happening, write_happening
from marriage_core.hosting.lobby import Lobby, apply

HOSTILE = ["", "@everyone", "`", "a\nb\r\u2028", "\u202eevil", "\x00", '"],["', "नेपाल", "\ud800", "😀" * 50]

IDS = st.integers(0, 2**64)
NAMES = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(), max_size=40))
OPTIONS = st.dictionaries(
    NAMES, st.one_of(st.none(), st.booleans(), IDS, NAMES, st.lists(st.integers(), max_size=3)), max_size=3
)
OF_TYPE: dict[Any, Any] = {
    int: IDS,
    str: NAMES,
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    tuple[int, ...]: st.lists(st.integers()).map(tuple),
}
KINDS = Happening.__args__


def some(kind: type) -> Any:
    """A strategy for happenings of a kind."""
    return st.builds(kind, **{f.name: OF_TYPE.get(f.type, OPTIONS) for f in fields(kind)})


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.one_of(*map(some, KINDS)))
def test_round_trip(happening: Happening) -> None:
    line = write_happening(happening)
    assert "\n" not in line
    line.encode()
    assert read_happening(line) == happening


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "5",
        "null",
        "[]",
        "{}",
        '{"Missed":1,"x":2}',
        '"Missed"',
        '["Missed"]',
        '["Missed",1,2]',
        '["Missed","1"]',
        '["Missed",true]',
        '["Missed",1.0]',
        '["Warned",1]',
        '["Nonsense",1]',
        '[["Missed"],1]',
        "[null,1]",
        '["WentAway",1,1]',
        '["DealClosed",1,5]',
        '["DealClosed",1,[1,"2"]]',
        '["RulesSet",[]]',
        '["Joined",1,null]',
        '["Nudged",1,5]',
        "[" * 100_000,
    ],
)
def test_what_is_no_happening(line: str) -> None:
    with pytest.raises(BadText, match="is no happening of a table"):
        read_happening(line)


def test_every_happening_is_written_by_its_name() -> None:
    assert write_happening(Joined(5, "A\n")) == '["Joined",5,"A\\n"]'
    assert write_happening(Nudged(1, 5.5)) == '["Nudged",1,5.5]'
    assert write_happening(Opened(1, 2, 3, "p", {"deals": 2})) == '["Opened",1,2,3,"p",{"deals":2}]'
    frozen = [of for of in vars(happenings).values() if isinstance(of, type) and is_dataclass(of)]
    assert set(KINDS) == set(frozen) - {happenings.Warned, happenings.Resumed}


def test_what_has_no_bookkeeping_is_a_fault() -> None:
    lobby = Lobby("t", 1, 2, 3, None, None)
    with pytest.raises(AssertionError, match="has no bookkeeping"):
        apply(lobby, happenings.Warned(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="opened once"):
        apply(lobby, Opened(1, 2, 3, "toy", {}))
