"""Names as people wrote them, made safe to stand in any message (F45)."""

import re
import unicodedata

LONGEST = 24
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()@<:\-+.!])")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters and symbols that show nothing: Hangul fillers, a blank of Braille, the grapheme joiner.
_BLANKS = set("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Joiners shape Devanagari and emoji; elsewhere they only hide.
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe0e\ufe0f"


def plain(name: str) -> str:
    """One line, no invisible or direction-changing characters, at most 24 characters; never empty."""
    return _short(name) or "?"


def blank(name: str) -> bool:
    """Whether nothing of a name can be seen."""
    return not _short(name)


def _short(name: str) -> str:
    """What can be seen of a name, on one line; empty where that is nothing."""
    kept = "".join(char if _shows(char) else " " for char in unicodedata.normalize("NFC", name))
    short = " ".join(kept.split()).strip(_JOINERS + _SELECTORS)
    if len(short) > LONGEST:
        short = short[: LONGEST - 1].rstrip(" " + _JOINERS) + "…"
    return short if any(not unicodedata.category(char).startswith(("M", "C")) for char in short) else ""


def _shows(char: str) -> bool:
    return char in _JOINERS or (unicodedata.category(char) not in _INVISIBLE and char not in _BLANKS)


def quoted(text: str, longest: int = 600) -> str:
    """Words that quote what somebody typed, for Discord's markdown."""
    return _MARKUP.sub(r"\\\1", text[:longest]).replace("@", "@\u200b")


def safe(name: str) -> str:
    """A name for Discord's markdown: nothing in it formats, links or pings."""
    return _MARKUP.sub(r"\\\1", plain(name)).replace("@", "@\u200b")
