"""M13: the kinds of value an option can have, their bounds and their texts."""

import pytest

from marriage_core.errors import BadRules, quoted
from marriage_core.options import (
    Bonus,
    BonusKind,
    Choice,
    Each,
    Kind,
    Number,
    PointList,
    Switch,
    points_for,
    variant,
    variants,
)

READ = [
    (Choice(("shuffle", "turn_once")), "shuffle", "shuffle"),
    (Switch(), True, True),
    (Switch(), False, False),
    (Switch(), "TRUE", True),
    (Switch(("on", "off")), "off", False),
    (Switch(("on", "off")), True, True),
    (Number(3, 4, word="auto"), "auto", None),
    (Number(3, 4, word="auto"), None, None),
    (Number(0, 6), "6", 6),
    (Number(0, 6), 0, 0),
    (PointList(), [2, 5, 10], (2, 5, 10)),
    (PointList(), (1,), (1,)),
    (PointList(), [0] * 8, (0,) * 8),
    (PointList(named=(("wide", (9, 9)),)), "wide", (9, 9)),
    (PointList(each=True), "none", ()),
    (PointList(each=True), "each:5", Each(5)),
    (PointList(each=True), [5, 15, 25, 30], (5, 15, 25, 30)),
    (BonusKind(), "replace:20", Bonus(False, 20)),
    (BonusKind(), "add:5", Bonus(True, 5)),
]
REFUSED = [
    (Choice(("a", "b")), "c"),
    (Choice(("a", "b")), 1),
    (Switch(), "on"),
    (Switch(), 1),
    (Number(0, 6), 7),
    (Number(0, 6), -1),
    (Number(0, 6), True),
    (Number(0, 6), None),
    (Number(0, 6), "six"),
    (Number(0, 6), "--5"),
    (Number(0, 6), "-"),
    (Number(0, 6), 2.0),
    (Number(3, 4, word="auto"), "none"),
    (PointList(), "none"),
    (PointList(), "each:5"),
    (PointList(), "wide"),
    (PointList(), []),
    (PointList(), [1] * 9),
    (PointList(), [1, -2]),
    (PointList(), [1001]),
    (PointList(), [1, "x"]),
    (PointList(), [True]),
    (PointList(), "1,2,3"),
    (PointList(), 5),
    (PointList(each=True), "each:"),
    (PointList(each=True), "each:-1"),
    (PointList(each=True), "each:1001"),
    (PointList(each=True), "each:--1"),
    (BonusKind(), "times:2"),
    (BonusKind(), "add"),
    (BonusKind(), "add:x"),
    (BonusKind(), "replace:1001"),
    (BonusKind(), 20),
    (Choice(("keep", "murder")), "x" * 100_000),
    (PointList(), [1] * 100_000),
]


@pytest.mark.parametrize(("kind", "written", "value"), READ)
def test_m13_values_read_and_their_json_reads_back(kind: Kind, written: object, value: object) -> None:
    assert kind.read("key", written) == value
    assert kind.read("key", kind.write(value)) == value


@pytest.mark.parametrize(("kind", "written"), REFUSED)
def test_m13_a_refusal_names_the_option_the_value_and_what_is_allowed(kind: Kind, written: object) -> None:
    with pytest.raises(BadRules) as error:
        kind.read("some_key", written)
    assert len(str(error.value)) < 400
    assert str(error.value) == f"option some_key: {quoted(written)} is not allowed; allowed: {kind.allowed}"


WRITTEN = [
    (Switch(), True, True),
    (Switch(("on", "off")), True, "on"),
    (Switch(("on", "off")), False, "off"),
    (Number(3, 4, word="auto"), None, "auto"),
    (Number(3, 4, word="auto"), 4, 4),
    (PointList(), (2, 5), [2, 5]),
    (PointList(each=True), (), "none"),
    (PointList(each=True), Each(5), "each:5"),
    (BonusKind(), Bonus(True, 5), "add:5"),
]


@pytest.mark.parametrize(("kind", "value", "json"), WRITTEN)
def test_m13_values_as_json(kind: Kind, value: object, json: object) -> None:
    assert kind.write(value) == json


ALLOWED = [
    (Choice(("a", "b")), "a, b"),
    (Switch(("on", "off")), "on, off"),
    (Number(0, 6), "0–6"),
    (Number(3, 4, word="auto"), "auto, 3–4"),
    (Number(14, 14, word="none"), "none, 14"),
    (PointList(named=(("wide", (9, 9)),)), "wide, or a list of 1–8 numbers from 0 to 1000, like [2,5,10]"),
    (PointList(), "a list of 1–8 numbers from 0 to 1000, like [2,5,10]"),
    (PointList(each=True), "none, each:N, or a list of 1–8 numbers from 0 to 1000, like [2,5,10]"),
    (BonusKind(), "replace:N or add:N, N from 0 to 1000"),
]


@pytest.mark.parametrize(("kind", "words"), ALLOWED)
def test_m13_what_is_allowed_in_words(kind: Kind, words: str) -> None:
    assert kind.allowed == words


POINTS = [
    ((2, 5, 10), [0, 2, 5, 10, 10, 10]),
    ((3,), [0, 3, 3, 3, 3, 3]),
    (Each(5), [0, 5, 10, 15, 20, 25]),
    ((), [0, 0, 0, 0, 0, 0]),
]


@pytest.mark.parametrize(("points", "by_number"), POINTS)
def test_m10_2_a_list_counts_its_last_value_for_more_copies(
    points: tuple[int, ...] | Each, by_number: list[int]
) -> None:
    assert [points_for(points, n) for n in range(6)] == by_number
    assert points_for(points, -1) == 0


VARIANTS: list[tuple[Kind, tuple[str, ...], object, str]] = [
    (Choice(("a", "b")), ("a", "b"), "b", "b"),
    (Switch(), ("true", "false"), True, "true"),
    (Switch(("on", "off")), ("on", "off"), False, "off"),
    (Number(0, 6), ("",), 5, ""),
    (Number(3, 4, word="auto"), ("", "auto"), None, "auto"),
    (Number(3, 4, word="auto"), ("", "auto"), 4, ""),
    (PointList(each=True), ("",), (2, 5), ""),
    (BonusKind(), ("replace", "add"), Bonus(True, 5), "add"),
]


@pytest.mark.parametrize(("kind", "words", "value", "word"), VARIANTS)
def test_m13_an_option_has_a_sentence_for_each_variant(
    kind: Kind, words: tuple[str, ...], value: object, word: str
) -> None:
    assert variants(kind) == words
    assert variant(kind, value) == word


def test_a_kind_without_sentences_is_a_defect() -> None:
    with pytest.raises(AssertionError, match="has no sentences"):
        variants(object())  # type: ignore[arg-type]
