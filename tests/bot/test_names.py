"""Names as people wrote them (F45)."""

import unicodedata

import pytest

from cogs.names import LONGEST, plain, safe
from tests.bot.scenes import HOSTILE

PLAIN = [
    ("Asha", "Asha"),
    ("  Asha   Devi ", "Asha Devi"),
    ("बिक्रम", "बिक्रम"),
    ("श्रेष्\u200dठ", "श्रेष्\u200dठ"),
    ("a\nb\tc\rd\0e", "a b c d e"),
    ("\u202eabc\u202c", "abc"),
    ("a\u200bb\ufeffc\u2066d", "a b c d"),
    ("x" * 24, "x" * 24),
    ("x" * 200, "x" * 23 + "…"),
    ("", "?"),
    (" \n ", "?"),
    ("\u200b\u200d\u200c", "?"),
    ("\u3164", "?"),
    ("\u2800\u115f\uffa0", "?"),
    ("\ufe0f\u0301\u0301", "?"),
    ("\ud800", "?"),
    ("👩‍👩‍👧", "👩‍👩‍👧"),
    ("e\u0301", "é"),
]


@pytest.mark.parametrize(("name", "expected"), PLAIN)
def test_plain(name: str, expected: str) -> None:
    assert plain(name) == expected


SAFE = [
    ("_a_", r"\_a\_"),
    ("**a**", r"\*\*a\*\*"),
    ("`a`", r"\`a\`"),
    ("~~a~~", r"\~\~a\~\~"),
    ("||a||", r"\|\|a\|\|"),
    ("# a", r"\# a"),
    ("1. a", r"1\. a"),
    ("[a](b)", r"\[a\]\(b\)"),
    ("<@1>", "\\<\\@\u200b1\\>"),
    ("<:x:1>", r"\<\:x\:1\>"),
    ("@everyone", "\\@\u200beveryone"),
    ("https://x.y", r"https\://x\.y"),
    ("a\\", "a\\\\"),
]


@pytest.mark.parametrize(("name", "expected"), SAFE)
def test_safe(name: str, expected: str) -> None:
    assert safe(name) == expected


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_short_one_line_and_visible(name: str) -> None:
    told = plain(name)
    assert 1 <= len(told) <= LONGEST
    assert told.splitlines() == [told]
    assert not any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in told)
    assert plain(told) == told
