"""A person who remembers everything that their tab was ever told, and what of it was private to whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playground.driver import Person
from playground.seen import EPHEMERAL, Json, text


class Witness(Person):
    """A Person that keeps every message it received, edits included."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.received: list[Json] = []

    def _take(self, kind: str, data: Json, at: float) -> None:
        if kind in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.received.append(data)
        super()._take(kind, data, at)

    def private(self) -> Iterable[Json]:
        """The ephemeral messages received."""
        return (message for message in self.received if message["flags"] & EPHEMERAL)


def addressee(message: Json) -> str:
    """Whose interaction a message answers."""
    return str(message["interaction_metadata"]["user"]["id"])


def assert_private(people: Iterable[Witness]) -> None:
    """Nobody received an answer to another, nor the text of a hand that another was shown."""
    witnesses = {person.id: person for person in people}
    hands = {ident: set(_hands(person)) for ident, person in witnesses.items()}
    for person in witnesses.values():
        others = set().union(*(hand for ident, hand in hands.items() if ident != person.id)) - hands[person.id]
        for message in person.received:
            if message["flags"] & EPHEMERAL:
                assert addressee(message) == person.id, f"{person.me['username']} received {text(message)!r}"
            shown = text(message)
            assert others.isdisjoint(shown.splitlines()), f"{person.me['username']} saw a hand: {shown!r}"


def _hands(person: Witness) -> Iterable[str]:
    """The lines of three cards or more in the panels that a person was shown."""
    for message in person.private():
        for embed in message.get("embeds") or []:
            for line in (embed.get("description") or "").splitlines():
                if line[:1] in "♠♥♦♣" and len(line.split()) > 4:
                    yield line
