"""Which sentence speaks of an option's value (M13)."""

from typing import Any

import pytest

from marriage_core.options import (
    Bonus,
    BonusKind,
    Choice,
    Each,
    Kind,
    Number,
    PointList,
    Switch,
    variant,
    variants,
)

CASES: list[tuple[Kind, Any, str]] = [
    (Choice(("3", "3+")), "3+", "3+"),
    (Switch(("on", "off")), False, "off"),
    (Switch(), True, "true"),
    (Number(1, 9), 5, ""),
    (Number(1, 9, word="auto"), None, "auto"),
    (Number(1, 9, word="auto"), 5, ""),
    (PointList(each=True), Each(5), ""),
    (PointList(), (1, 2), ""),
    (BonusKind(), Bonus(True, 5), "add"),
    (BonusKind(), Bonus(False, 5), "replace"),
]


@pytest.mark.parametrize(("kind", "value", "which"), CASES)
def test_a_value_has_one_of_its_kinds_sentences(kind: Kind, value: Any, which: str) -> None:
    assert variant(kind, value) == which
    assert which in variants(kind)


def test_a_kind_without_sentences_is_a_fault() -> None:
    with pytest.raises(AssertionError, match="has no sentences"):
        variants(object())  # type: ignore[arg-type]
