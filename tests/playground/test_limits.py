"""Discord's limits as a table: what is sent, and the code and place of the refusal."""

# ruff: noqa: E501  (one row of a table is one line)
from __future__ import annotations

from typing import Any

import pytest

from playground.command_limits import check_command
from playground.components import Checker
from playground.errors import ApiError, Problems
from playground.limits import check_message
from playground.modals import check_modal

Json = dict[str, Any]
V2 = 1 << 15


def button(ident: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": ident} | more


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def select(options: int = 1, ident: str = "s", **more: Any) -> Json:
    listed = [{"label": f"L{n}", "value": f"v{n}"} for n in range(options)]
    return {"type": 3, "custom_id": ident, "options": listed} | more


def display(content: str = "text") -> Json:
    return {"type": 10, "content": content}


def places(errors: Json, path: tuple[str, ...] = ()) -> dict[str, str]:
    """The dotted places of faults and their codes."""
    found: dict[str, str] = {}
    for key, value in errors.items():
        if key == "_errors":
            found[".".join(path)] = value[0]["code"]
        else:
            found |= places(value, (*path, key))
    return found


def faults_of(body: Json) -> dict[str, str]:
    found: ApiError | None = None
    try:
        check_message(body, Problems(), v2=bool(body.get("flags", 0) & V2), emojis={"77"}, files={"hand.png"})
    except ApiError as fault:
        found = fault
    if found is None:
        return {}
    assert (found.status, found.code, found.message) == (400, 50035, "Invalid Form Body")
    return places(found.errors or {})


GOOD: list[Json] = [
    {"content": "x" * 2000},
    {"embeds": [{"description": "x" * 4096, "title": "t" * 256}]},
    {"components": [row(*(button(f"{r}{c}") for c in range(5))) for r in range(5)]},
    {"components": [row(select(25))]},
    {"components": [row({"type": 2, "style": 5, "label": "Link", "url": "https://example.org"})]},
    {
        "components": [
            row(button(label=None, emoji={"name": "♠"}), button("b", label="", emoji={"id": "77", "name": "x"}))
        ]
    },
    {"flags": V2, "components": [display("x" * 4000)]},
    {"flags": V2, "components": [{"type": 17, "components": [row(button()), display(), {"type": 14}]}]},
    {"flags": V2, "components": [{"type": 9, "components": [display()], "accessory": button()}]},
    {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]}]},
    {"flags": V2, "components": [display() for _ in range(40)]},
    {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
]

BAD: list[tuple[Json, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"fields": [{"name": "n", "value": "x" * 1025}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_BAD_LENGTH"),
    ({"embeds": [{"fields": [{"name": "", "value": "x"}]}]}, "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED"),
    ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(f"b{n}")) for n in range(6)]}, "components", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(*(button(f"b{n}") for n in range(6)))]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(select(), button())]}, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [row(select(ident="a"), select(ident="b"))]}, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ({"components": [row(button("x" * 101))]}, "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(button(""))]}, "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
    ({"components": [row(button(), button())]}, "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(label=None))]}, "components.0.components.0", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ({"components": [row(button(style=9))]}, "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    ({"components": [row(button(emoji={"name": "x"}))]}, "components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"components": [row(button(emoji={"id": "78", "name": "x"}))]}, "components.0.components.0.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ({"components": [row({"type": 2, "style": 5, "label": "L", "url": "file:///x"})]}, "components.0.components.0.url", "URL_TYPE_INVALID_URL"),
    ({"components": [row(select(26))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(select(0))]}, "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        {"components": [row(select() | {"options": [{"label": "a", "value": "x"}] * 2})]},
        "components.0.components.0.options.1.value",
        "COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        {"components": [row(select() | {"options": [{"label": "x" * 101, "value": "v"}]})]},
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        {"components": [row(select() | {"options": [{"label": "l", "value": "v" * 101}]})]},
        "components.0.components.0.options.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ({"components": [row(select(3, max_values=4))]}, "components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS"),
    ({"components": [row(select(3, min_values=3, max_values=2))]}, "components.0.components.0.min_values", "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX"),
    ({"components": [row(select(placeholder="x" * 151))]}, "components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [display()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ({"flags": V2, "components": [display()], "content": "x"}, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ({"flags": V2, "components": [display()], "embeds": [{"title": "t"}]}, "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ({"flags": V2, "components": [display("x" * 2001), display("x" * 2000)]}, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ({"flags": V2, "components": [{"type": 17, "components": [display() for _ in range(40)]}]}, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ({"flags": V2, "components": [display("")]}, "components.0.content", "BASE_TYPE_REQUIRED"),
    ({"flags": V2, "components": [{"type": 17, "components": []}]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [display()]}]}]}, "components.0.components.0.type", "UNION_TYPE_CHOICES"),
    ({"flags": V2, "components": [{"type": 9, "components": [display()]}]}, "components.0.accessory", "BASE_TYPE_REQUIRED"),
    ({"flags": V2, "components": [{"type": 9, "components": [display()] * 4, "accessory": button()}]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ({"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://gone.png"}}]}]}, "components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    ({"flags": V2, "components": [{"type": 14, "spacing": 3}]}, "components.0.spacing", "NUMBER_TYPE_MAX"),
    ({"flags": V2, "components": [{"type": 17, "accent_color": 1 << 24, "components": [display()]}]}, "components.0.accent_color", "NUMBER_TYPE_MAX"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
]  # fmt: skip


@pytest.mark.parametrize("body", GOOD)
def test_messages_within_the_limits(body: Json) -> None:
    assert faults_of(body) == {}


@pytest.mark.parametrize(("body", "place", "code"), BAD)
def test_messages_beyond_the_limits(body: Json, place: str, code: str) -> None:
    assert faults_of(body).get(place) == code


def test_every_fault_of_a_message_is_told() -> None:
    found = faults_of({"content": "x" * 2001, "components": [row(button("x" * 101, label="y" * 81))]})
    assert set(found) == {"content", "components.0.components.0.custom_id", "components.0.components.0.label"}


def label(inside: Json, **more: Any) -> Json:
    return {"type": 18, "label": "Label", "component": inside} | more


def field(ident: str = "f", **more: Any) -> Json:
    return {"type": 4, "custom_id": ident, "style": 1} | more


def modal(*components: Json, **more: Any) -> Json:
    return {"custom_id": "m", "title": "Title", "components": list(components)} | more


@pytest.mark.parametrize(
    "body",
    [
        modal(label(field())),
        modal(label(select(5)), display(), label(field())),
        modal(row(field(label="Old"))),
        modal(*(label(field(f"f{n}")) for n in range(5))),
        modal(label({"type": 21, "custom_id": "r", "options": [{"label": v, "value": v} for v in "ab"]})),
        modal(label({"type": 23, "custom_id": "c"})),
    ],
)
def test_modals_within_the_limits(body: Json) -> None:
    check_modal(body)
    assert all(component["id"] for component in body["components"])


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (modal(label(field()), title="x" * 46), "data.title"),
        (modal(label(field()), custom_id="x" * 101), "data.custom_id"),
        (modal(), "data.components"),
        (modal(*(label(field(f"f{n}")) for n in range(6))), "data.components"),
        (modal(label(field(), label="x" * 46)), "data.components.0.label"),
        (modal(label(field("a")), label(field("a"))), "data.components.1.component.custom_id"),
        (modal(label(field(style=3))), "data.components.0.component.style"),
        (modal(label(field(placeholder="x" * 101))), "data.components.0.component.placeholder"),
        (modal(label(field(min_length=5, max_length=4))), "data.components.0.component.min_length"),
        (modal(label(button())), "data.components.0.component.type"),
        (modal(row(field())), "data.components.0.components.0.label"),
        (modal(row(button())), "data.components.0.components.0.type"),
        (modal(label(select(26))), "data.components.0.component.options"),
        (modal(label(select(2, min_values=0))), "data.components.0.component.min_values"),
        (modal(button()), "data.components.0.type"),
    ],
)
def test_modals_beyond_the_limits(body: Json, place: str) -> None:
    with pytest.raises(ApiError) as fault:
        check_modal(body)
    assert place in places(fault.value.errors or {})


def command(**more: Any) -> Json:
    return {"name": "go", "description": "Goes"} | more


def option(name: str = "o", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "An option", "type": kind} | more


@pytest.mark.parametrize(
    "body",
    [
        command(),
        command(name="हिसाब"),
        command(options=[option("a", required=True), option("b")]),
        command(options=[option("grp", 2, options=[option("sub", 1, options=[option()])]), option("sub", 1)]),
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(25)])]),
        command(options=[option(kind=4, min_value=1, choices=[{"name": "one", "value": 1}])]),
        {"name": "Look At", "type": 2},
    ],
)
def test_commands_within_the_limits(body: Json) -> None:
    check_command(body)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (command(name="Go"), "name"),
        (command(name="go on"), "name"),
        (command(name="x" * 33), "name"),
        (command(description=""), "description"),
        (command(description="x" * 101), "description"),
        (command(options=[option(f"o{n}") for n in range(26)]), "options"),
        (command(options=[option(), option()]), "options.1.name"),
        (command(options=[option("a"), option("b", required=True)]), "options.1"),
        (command(options=[option("a", 1), option("b")]), "options"),
        (command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]), "options.0.choices"),
        (command(options=[option(choices=[{"name": "a", "value": "x" * 101}])]), "options.0.choices.0.value"),
        (command(options=[option(kind=4, choices=[{"name": "a", "value": "1"}])]), "options.0.choices.0.value"),
        (command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "1"}])]), "options.0.autocomplete"),
        (command(options=[option(kind=6, autocomplete=True)]), "options.0.autocomplete"),
        (command(options=[option(kind=12)]), "options.0.type"),
        (command(options=[option("g", 2, options=[option("h", 2)])]), "options.0.options.0.type"),
        (command(options=[option("s", 1, options=[option("t", 1)])]), "options.0.options.0.type"),
        (command(options=[option(f"o{n}", description="x" * 100, choices=[{"name": "n" * 100, "value": "v" * 100}] * 1 + [{"name": "m" * 100, "value": "w" * 100}]) for n in range(25)]), ""),
    ],
)  # fmt: skip
def test_commands_beyond_the_limits(body: Json, place: str) -> None:
    with pytest.raises(ApiError) as fault:
        check_command(body)
    assert place in places(fault.value.errors or {})


def test_ids_of_components_are_unique() -> None:
    problems = Problems()
    Checker(problems).message(("components",), [row(button("a", id=3), button("b", id=3))], v2=False)
    assert problems
