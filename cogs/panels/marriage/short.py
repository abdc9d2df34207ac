"""Marriage in a few sentences, as a table's rules have it."""

from cogs.speech import Speaker
from marriage_core.marriage.rules import Rules


def in_short(rules: Rules, speaker: Speaker) -> str:
    """How a deal goes: with melds of three or longer ones (I3), with or without dublees (M7.1)."""
    if rules.longer_melds:
        return speaker.say("rules.short_longer")
    return speaker.say("rules.short_marriage" if rules.dublees else "rules.short_no_dublees")
