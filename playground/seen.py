"""What a person sees and gets back: outcomes, refusals, and looking into messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
EPHEMERAL = 1 << 6
LOADING = 1 << 7


class Refusal(Exception):
    """The playground refused: ``status``, ``code`` and ``message`` of its answer."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message


@dataclass(slots=True)
class Outcome:
    """What came of an interaction.

    ``kind``: message, deferred, deferred_update, update, modal, choices or failed. Times are seconds of the machine's
    monotonic clock: ``sent_at`` before the request, ``accepted_at`` when the bot was told, ``answered_at`` when the
    bot's first answer was carried out.
    """

    nonce: str
    interaction_id: str
    sent_at: float
    accepted_at: float
    answered_at: float
    kind: str
    message: Json | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """From telling the bot to its first answer."""
        return self.answered_at - self.accepted_at

    @property
    def private(self) -> bool:
        """Whether the answer is an ephemeral message."""
        return self.message is not None and bool(self.message["flags"] & EPHEMERAL)


def components(message: Json) -> list[Json]:
    """All components of a message or modal, nested ones included, in order."""
    found: list[Json] = []

    def descend(component: Json) -> None:
        found.append(component)
        for child in component.get("components") or []:
            descend(child)
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                descend(component[key])

    for component in message.get("components") or []:
        descend(component)
    return found


def text(message: Json) -> str:
    """All text a message shows: content, embeds and text displays."""
    parts = [message.get("content") or ""]
    for embed in message.get("embeds") or []:
        parts += [embed.get("title") or "", embed.get("description") or ""]
        parts += [f"{entry['name']}\n{entry['value']}" for entry in embed.get("fields") or []]
        parts.append((embed.get("footer") or {}).get("text") or "")
    parts += [component["content"] for component in components(message) if component["type"] == 10]
    return "\n".join(part for part in parts if part)


def find_component(message: Json, which: str) -> Json:
    """The component with that custom_id, or label, or placeholder; ``LookupError`` lists what there is."""
    offered = [component for component in components(message) if component.get("custom_id")]
    for key in ("custom_id", "label", "placeholder"):
        for component in offered:
            if component.get(key) == which:
                return component
    there = [component.get("label") or component["custom_id"] for component in offered]
    raise LookupError(f"no component {which!r} among {there}")
