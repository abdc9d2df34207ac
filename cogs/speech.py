"""A language to speak in, and refusals as sentences."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cogs.names import quoted, safe
from data.words import Words
from marriage_core.cards import face, pretty
from marriage_core.errors import BadInput, BadText, Phrase, Refusal

LONGEST_ERROR = 1500
PARTS = {"what", "one", "other"}
"""Facts of bad input that name a part of a sheet; `key` is one beside `what`, elsewhere an option as it is typed."""


def sentence_of(code: str) -> str:
    """The key of a refusal's sentence, where a game has none of its own."""
    return f"refusal.{code}"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says things in one language."""

    words: Words
    language: str

    def say(self, key: str, /, **facts: object) -> str:
        """The message of a key with its facts; whole numbers in the language's digits."""
        told = {name: self.number(fact) if type(fact) is int else fact for name, fact in facts.items()}
        return self.words.say(self.language, key, **told)

    def counted(self, key: str, n: int, /, **facts: object) -> str:
        """The message of a key about `n` things, which it names {n}; about a single one that of the key with `_one`."""
        return self.say(f"{key}_one" if n == 1 else key, n=n, **facts)

    def number(self, n: float, signed: bool = False) -> str:
        """A number; `signed` puts a plus before gains."""
        return self.words.number(self.language, n, signed)

    def listed(self, items: Iterable[str]) -> str:
        """Items in a row."""
        return ", ".join(items)

    def explained(
        self,
        error: Refusal | BadInput,
        names: tuple[str, ...] = (),
        key: Callable[[str], str] = sentence_of,
    ) -> str:
        """Why something was not done."""
        if isinstance(error, Refusal):
            return self.refused(error, names, key)
        return self.say("error.input", told=self.phrased(error.phrase)[:LONGEST_ERROR])

    def phrased(self, told: str) -> str:
        """A phrase of the core with its facts, in English where this language has no words for it.

        A text that is no phrase may be what somebody typed: it comes back such that it neither pings nor formats.
        """
        if not isinstance(told, Phrase):
            return quoted(told)
        parts = PARTS | {"key"} if "what" in told.facts else PARTS
        facts = {name: self._part(fact) if name in parts else self._fact(fact) for name, fact in told.facts.items()}
        template = self.words.phrase(self.language, told.template)
        return template.format(**facts) if facts else template

    def _fact(self, fact: str | int) -> str:
        return self.phrased(fact) if isinstance(fact, str) else self.number(fact)

    def _part(self, fact: str | int) -> str:
        """A key of a sheet by this language's word for it; English keeps the key."""
        known = not isinstance(fact, Phrase) and fact in self.words.phrases(self.language)
        return self.words.phrase(self.language, str(fact)) if known else self._fact(fact)

    def refused(self, refusal: Refusal, names: tuple[str, ...] = (), key: Callable[[str], str] = sentence_of) -> str:
        """A refusal as a sentence, by the `key` of its code. `names` are the seats' names, for facts that are seats.

        Names come as they were written: they are cut and escaped here alone.
        """
        facts: dict[str, Any] = {}
        for name, fact in refusal.facts.items():
            if name == "seat" and isinstance(fact, int):
                facts[name] = safe(names[fact]) if 0 <= fact < len(names) else self.number(fact + 1)
            elif name == "host":
                facts[name] = f"<@{fact}>"
            elif name in ("card", "cards") and isinstance(fact, str):
                facts[name] = " ".join(pretty(face(word)) for word in fact.split())
            elif name == "players" and isinstance(fact, tuple):
                facts[name] = self.listed(map(safe, fact))
            elif isinstance(fact, tuple):
                facts[name] = self.listed(_shown(word) for word in fact)
            elif isinstance(fact, str):
                # What somebody wrote comes back short and harmless, whoever refused it.
                facts[name] = safe(fact)
            else:
                facts[name] = fact
        return self.say(key(refusal.code), **facts)


def _shown(word: str) -> str:
    """A card as people write it, any other word as it is."""
    try:
        return pretty(face(word))
    except BadText:
        return word
