"""Names as people wrote them, made safe to stand in any message (F45)."""

import re
import unicodedata

LONGEST = 24
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()@<:\-+.!])")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
# Joiners shape Devanagari and emoji; elsewhere they only hide.
_JOINERS = "\u200c\u200d"


def plain(name: str) -> str:
    """One line, no invisible or direction-changing characters, at most 24 characters; never empty."""
    kept = "".join(
        char if unicodedata.category(char) not in _INVISIBLE or char in _JOINERS else " "
        for char in unicodedata.normalize("NFC", name)
    )
    short = " ".join(kept.split()).strip(_JOINERS)
    if len(short) > LONGEST:
        short = short[: LONGEST - 1].rstrip() + "…"
    return short or "?"


def safe(name: str) -> str:
    """A name for Discord's markdown: nothing in it formats, links or pings."""
    return _MARKUP.sub(r"\\\1", plain(name)).replace("@", "@\u200b")
