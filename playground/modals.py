"""Modals: Discord's limits on them, and the shape of what a person submits."""

from __future__ import annotations

from typing import Any

from playground.components import ROW, SELECT, SELECTS, TEXT, TEXT_INPUT, Checker, number
from playground.errors import Json, Path, Problems, unsupported

LABEL, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
_FIELDS = SELECTS | {TEXT_INPUT, RADIO, CHECKBOXES, CHECKBOX}


class FormError(ValueError):
    """A person's form does not satisfy the modal; the sentence says why."""


def check_modal(data: Json) -> None:
    """Checks a modal as Discord does: title 45, one to five components, labels, text inputs; numbers its components."""
    problems = Problems(("data",))
    checker = Checker(problems)
    problems.text(("custom_id",), data.get("custom_id"), 100, shortest=1, needed=True)
    problems.text(("title",), data.get("title"), 45, shortest=1, needed=True)
    components = problems.items(("components",), data.get("components"), 5, least=1)
    for index, component in enumerate(components):
        _check_top(checker, ("components", index), component)
    problems.settle()
    number(components)


def _check_top(checker: Checker, path: Path, component: Json) -> None:
    problems = checker.problems
    kind = component.get("type")
    if kind == TEXT:
        checker.text(path, component)
    elif kind == ROW:
        inside = problems.items((*path, "components"), component.get("components"), 1, least=1)
        for index, child in enumerate(inside):
            where = (*path, "components", index)
            if child.get("type") != TEXT_INPUT:
                problems.add((*where, "type"), "BASE_TYPE_CHOICES", "Value must be one of {4}.")
                continue
            problems.text((*where, "label"), child.get("label"), 45, shortest=1, needed=True)
            _check_text_input(checker, where, child)
    elif kind == LABEL:
        problems.text((*path, "label"), component.get("label"), 45, shortest=1, needed=True)
        problems.text((*path, "description"), component.get("description"), 100)
        _check_field(checker, (*path, "component"), component.get("component"))
    else:
        problems.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 10, 18}.")


def _check_field(checker: Checker, path: Path, field: object) -> None:
    if not isinstance(field, dict):
        checker.problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        return
    kind = field.get("type")
    if kind == FILE_UPLOAD:
        raise unsupported("file uploads in modals")
    if kind not in _FIELDS:
        checker.problems.add(
            (*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {3, 4, 5, 6, 7, 8, 19, 21, 22, 23}."
        )
    elif kind == TEXT_INPUT:
        _check_text_input(checker, path, field)
    elif kind in SELECTS:
        checker.select(path, field)
        if field.get("required", True) and field.get("min_values") == 0:
            checker.problems.add(
                (*path, "min_values"),
                "SELECT_COMPONENT_REQUIRED_MIN_VALUES",
                "A required select needs min_values of 1 or more",
            )
    else:
        checker.custom_id(path, field)
        if kind in (RADIO, CHECKBOXES):
            least = 2 if kind == RADIO else 1
            for index, option in enumerate(
                checker.problems.items((*path, "options"), field.get("options"), 10, least=least)
            ):
                checker.option((*path, "options", index), option)


def _check_text_input(checker: Checker, path: Path, field: Json) -> None:
    problems = checker.problems
    checker.custom_id(path, field)
    if field.get("style") not in (1, 2):
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    problems.text((*path, "placeholder"), field.get("placeholder"), 100)
    value = problems.text((*path, "value"), field.get("value"), 4000)
    least = problems.number((*path, "min_length"), field.get("min_length"), 0, 4000)
    most = problems.number((*path, "max_length"), field.get("max_length"), 1, 4000)
    if least is not None and most is not None and least > most:
        problems.add(
            (*path, "min_length"), "TEXT_INPUT_COMPONENT_MIN_LENGTH_EXCEEDS_MAX", "min_length cannot exceed max_length"
        )
    if value and most is not None and len(value) > most:
        problems.add((*path, "value"), "BASE_TYPE_BAD_LENGTH", f"Must be between {least or 0} and {most} in length.")


def submitted(components: list[Json], fields: Json) -> list[Json]:
    """The ``components`` of a modal submission; ``FormError`` where a field does not satisfy its component."""
    known = {str(field["custom_id"]) for field in _fields(components)}
    for name in fields:
        if name not in known:
            raise FormError(f"There is no field {name!r}.")
    answer: list[Json] = []
    for component in components:
        shell: Json = {"type": component["type"], "id": component["id"]}
        if component["type"] == ROW:
            shell["components"] = [_submitted_field(child, fields) for child in component["components"]]
        elif component["type"] == LABEL:
            shell["component"] = _submitted_field(component["component"], fields)
        answer.append(shell)
    return answer


def entity_selects(components: list[Json]) -> list[Json]:
    """The selects over users, roles and channels among a modal's fields."""
    return [field for field in _fields(components) if field["type"] in SELECTS - {SELECT}]


def _fields(components: list[Json]) -> list[Json]:
    found: list[Json] = []
    for component in components:
        if component["type"] == ROW:
            found += component["components"]
        elif component["type"] == LABEL:
            found.append(component["component"])
    return found


def _submitted_field(field: Json, fields: Json) -> Json:
    kind, name = field["type"], field["custom_id"]
    shell: Json = {"type": kind, "id": field["id"], "custom_id": name}
    given = fields.get(name)
    if kind == TEXT_INPUT:
        return shell | {"value": _text(field, given)}
    if kind == CHECKBOX:
        return shell | {"value": bool(field.get("default", False) if given is None else given)}
    values = [] if given is None else [given] if isinstance(given, str) else given
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise FormError(f"{name!r} wants a list of texts.")
    chosen = choose(field, values, required=bool(field.get("required", True)))
    if kind == RADIO:
        return shell | {"value": chosen[0] if chosen else None}
    return shell | {"values": chosen}


def _text(field: Json, given: Any) -> str:
    value = field.get("value") or "" if given is None else given
    if not isinstance(value, str):
        raise FormError(f"{field['custom_id']!r} wants a text.")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not value:
        if field.get("required", True):
            raise FormError(f"{field['custom_id']!r} must be filled in.")
        return value
    if not least <= len(value) <= most:
        raise FormError(f"{field['custom_id']!r} wants {least} to {most} characters.")
    return value


def choose(field: Json, values: list[str], *, required: bool = True) -> list[str]:
    """Checks chosen values against a select's, radio group's or checkbox group's options and bounds."""
    single = field["type"] == RADIO
    options = field.get("options") or []
    least = 1 if single else field.get("min_values")
    least = 1 if least is None else least
    most = 1 if single else field.get("max_values")
    if most is None:
        most = len(options) if field["type"] == CHECKBOXES else 1
    if len(set(values)) != len(values):
        raise FormError("A value is given twice.")
    if not (not values and not required) and not least <= len(values) <= most:
        raise FormError(f"Choose {least} to {most}.")
    if field["type"] in (SELECT, RADIO, CHECKBOXES):
        offered = {option["value"] for option in options}
        for value in values:
            if value not in offered:
                raise FormError(f"{value!r} is not among the options.")
    return values
