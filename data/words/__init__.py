"""What the bot says: gettext catalogues, one a language, read with Babel at start.

Messages are looked up by key (`refusal.not_held`), with named facts in braces. English is complete; another language
falls back to it message by message. What the core says of bad input brings its English template along: other languages
have that as their key, in the context "input".
"""

import gettext
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
DEFAULT = "en"
INPUT = "input"
_DIGITS = {"ne": str.maketrans("0123456789", "०१२३४५६७८९")}


class Words:
    """All catalogues. `say` never fails for a known key; an unknown key is a KeyError."""

    def __init__(self, folder: Path = FOLDER) -> None:
        read = {path.stem: _read(path) for path in sorted(folder.glob("*.po"))}
        self._catalogues = {language: told[None] for language, told in read.items()}
        self._phrases = {language: told[INPUT] for language, told in read.items()}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages there are, English first."""
        return (DEFAULT, *(language for language in self._catalogues if language != DEFAULT))

    def keys(self, language: str) -> frozenset[str]:
        """The keys that a language has words for."""
        return frozenset(self._catalogues[language])

    def template(self, language: str, key: str) -> str:
        """The message of a key before its facts are put in. Raises KeyError for a key that English lacks."""
        own: Mapping[str, str] = self._catalogues.get(language, {})
        return own.get(key) or self._catalogues[DEFAULT][key]

    def phrases(self, language: str) -> frozenset[str]:
        """The templates of bad input that a language has words for; English has them in the source."""
        return frozenset(self._phrases[language])

    def phrase(self, language: str, template: str) -> str:
        """A template of bad input in a language; the template itself where that has no words for it."""
        own: Mapping[str, str] = self._phrases.get(language, {})
        return own.get(template, template)

    def say(self, language: str, key: str, /, **facts: object) -> str:
        """The message of a key with its facts."""
        return self.template(language, key).format(**facts)

    def number(self, language: str, n: float, signed: bool = False) -> str:
        """A number in the language's digits, with a real minus sign."""
        text = f"{n:+}" if signed and n else str(n)
        return text.replace("-", "−").translate(_DIGITS.get(language, {}))


def _read(path: Path) -> dict[str | None, dict[str, str]]:
    """The messages of a catalogue by their ids, for each context: none, and INPUT."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    told: dict[str | None, dict[str, str]] = {None: {}, INPUT: {}}
    for message in catalogue:
        context, key = message.context, message.id
        if key and message.string and isinstance(key, str):
            say = translations.gettext if context is None else partial(translations.pgettext, context)
            told[context][key] = say(key)
    return told
