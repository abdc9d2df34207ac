"""The bot's requests, held against Discord's own description of its API ($DISCORD_OPENAPI)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from playground.faults import Record
from playground.seen import Json

OPENAPI = os.environ.get("DISCORD_OPENAPI", "")
_CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
"""By the answer's type: the document leaves the choice open, and then any of them would do."""


def faults(records: Iterable[Record]) -> list[str]:
    """What Discord would not understand, one line a request; nothing where there is no description."""
    if not OPENAPI:
        return []
    found = []
    looked_at: set[tuple[str, str, bytes]] = set()
    for record in records:
        kind = (record.method, record.route, record.body)
        if kind in looked_at:
            continue
        looked_at.add(kind)
        fault = _fault(record.method, record.path, json.loads(record.body) if record.body else None)
        if fault is not None:
            found.append(f"{record.method} {record.route}: {fault}\n  {record.body[:600].decode(errors='replace')}")
    return found


def _fault(method: str, path: str, body: Any) -> str | None:
    described = _operation(method, path)
    if described is None:
        return "Discord describes no such request"
    if body is None:
        return None
    if described == "":
        return "Discord describes no body here"
    if "/callback" in path:
        described = json.dumps({"$ref": f"#/components/schemas/{_CALLBACKS.get(body.get('type'), 'none')}"})
    fault = jsonschema.exceptions.best_match(_validator(described).iter_errors(_prepared(body)))
    return None if fault is None else f"{list(fault.absolute_path)}: {fault.message[:300]}"


@cache
def _description() -> Json:
    document: Json = json.loads(Path(OPENAPI).read_text(encoding="utf-8"))
    return document


def _operation(method: str, path: str) -> str | None:
    """The schema of a request's body as text; empty where none is described, None for an unknown request."""
    found = _template(tuple(path.strip("/").split("/")), method.lower())
    if found is None:
        return None
    content = _description()["paths"][found][method.lower()].get("requestBody", {}).get("content", {})
    kind = content.get("application/json") or content.get("multipart/form-data")
    return "" if kind is None else json.dumps(kind["schema"])


def _template(segments: tuple[str, ...], method: str) -> str | None:
    """The described path with the most literal parts that a request's path fits."""
    best: tuple[int, str] | None = None
    for template, parts in _paths().items():
        if len(parts) != len(segments) or method not in _description()["paths"][template]:
            continue
        literal = sum(part[0] != "{" for part in parts)
        fits = all(part[0] == "{" or part == segment for part, segment in zip(parts, segments, strict=True))
        if fits and (best is None or literal > best[0]):
            best = (literal, template)
    return None if best is None else best[1]


@cache
def _paths() -> dict[str, tuple[str, ...]]:
    return {template: tuple(template.strip("/").split("/")) for template in _description()["paths"]}


@cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    whole = json.loads(schema) | {"components": _description()["components"]}
    return jsonschema.Draft202012Validator(whole)


def _prepared(body: Any) -> Any:
    """discord.py sends some ids as numbers, which Discord takes; its description wants texts."""
    for holder in (body, body.get("data")) if isinstance(body, dict) else ():
        if isinstance(holder, dict):
            for attachment in holder.get("attachments") or []:
                attachment["id"] = str(attachment["id"])
            allowed = holder.get("allowed_mentions") or {}
            for kind in ("users", "roles"):
                if kind in allowed:
                    allowed[kind] = [str(ident) for ident in allowed[kind]]
    return body
