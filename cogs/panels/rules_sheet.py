"""The rule sheet: what a table plays by, in plain words; every option has its sentence in every language (M13)."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from cogs.ids import ControlId
from cogs.names import safe
from cogs.pages import DESCRIPTION, GOLD, GREEN, GREY, Button, Page, fitted
from cogs.panels import panel_of
from cogs.speech import Speaker
from marriage_core.engine import find_preset
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Board
from marriage_core.options import Bonus, Each, kind_of, variant

OPTIONS_A_PAGE = 12
IN_THE_MATCH_LINE = ("deals", "turn_seconds")
LONGEST_DIFFERENCES = 1800


def sentence(rules: Any, key: str, speaker: Speaker) -> str:
    """What an option's value means."""
    held = getattr(rules, key)
    which = variant(kind_of(_field(rules, key)), held)
    name = f"option.{key}_{which}" if which else f"option.{key}"
    return speaker.say(name, value=_value(held, speaker))


def _field(rules: Any, key: str) -> Any:
    return next(of for of in fields(rules) if of.name == key)


def _value(held: Any, speaker: Speaker) -> str:
    """A value within a sentence. Where the sentence has its word already, nothing reads this."""
    match held:
        case Each(points):
            return speaker.say("points.each", points=points)
        case Bonus(points=points):
            return speaker.number(points)
        case ():
            return speaker.say("points.none")
        case tuple():
            return speaker.say("points.list", points=speaker.listed(speaker.number(points) for points in held))
        case int():
            return speaker.number(held)
        case _:
            return ""


def differences(rules: Any, than: Any, speaker: Speaker) -> list[str]:
    """A line for every option that is not as in some other rules, the length of match and turn left out."""
    changed = [key for key in rules.keys() if getattr(rules, key) != getattr(than, key)]
    return [f"• {sentence(rules, key, speaker)}" for key in changed if key not in IN_THE_MATCH_LINE]


def rules_line(rules: Any, speaker: Speaker) -> str:
    """The preset, and what differs from it in plain words."""
    base = speaker.say("lobby.preset", preset=rules.preset, what=speaker.say(f"preset.{rules.preset}"))
    changed = differences(rules, find_preset(rules.preset)[1], speaker)
    if not changed:
        return base
    return fitted((base, speaker.say("rules.differs"), *changed), LONGEST_DIFFERENCES)


def match_line(board: Board, speaker: Speaker) -> str:
    """How long the match and its turns are; where no number of deals is agreed on, what ends the match."""
    if not board.deals:
        end = speaker.say(f"lobby.end_{board.game}")
        return speaker.say("lobby.match_open", end=end, seconds=board.rules.turn_seconds)
    # M12.1: two a player, unless a number was agreed on.
    key = "lobby.match_default" if board.rules.deals is None else "lobby.match"
    return speaker.say(key, deals=board.deals, seconds=board.rules.turn_seconds)


def shown(value: object) -> str:
    """An option's value as one would type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- pages ------------------------------------------------------------------------------------------------------------


def rules_page(board: Board, speaker: Speaker, number: int = 0) -> Page:
    """The sheet's first page is what differs and the game in short; the others say every option in words."""
    pages = -(-len(board.rules.keys()) // OPTIONS_A_PAGE)
    number = min(max(number, 0), pages)
    how = speaker.say("rules.change" if board.status is Status.LOBBY else "rules.locked")
    if number:
        title = speaker.say("rules.page", page=number, pages=pages)
        body = fitted(_sentences(board.rules, number, speaker), DESCRIPTION)
        return Page(title=title, body=body, footer=how, rows=(_turning(board, number, pages, speaker),))
    lines = [
        rules_line(board.rules, speaker),
        match_line(board, speaker),
        "",
        panel_of(board.game).in_short(board.rules, speaker),
    ]
    if not board.hints_allowed:
        lines.insert(2, speaker.say("lobby.hints_off"))
    words = Button(speaker.say("button.every_rule"), ControlId(board.table, "rules", "1"))
    return Page(title=speaker.say("rules.title"), body=fitted(lines, DESCRIPTION), footer=how, rows=((words,),))


def _sentences(rules: Any, number: int, speaker: Speaker) -> Iterator[str]:
    for key in rules.keys()[OPTIONS_A_PAGE * (number - 1) : OPTIONS_A_PAGE * number]:
        yield speaker.say(
            "rules.option",
            key=key,
            value=shown(rules.shown(key)),
            sentence=sentence(rules, key, speaker),
            rule=_field(rules, key).metadata["rule"],
        )


def _turning(board: Board, number: int, pages: int, speaker: Speaker) -> tuple[Button, ...]:
    earlier = Button(speaker.say("button.earlier"), ControlId(board.table, "rules", str(number - 1)))
    later = Button(speaker.say("button.later"), ControlId(board.table, "rules", str(number + 1)))
    return (earlier, later) if number < pages else (earlier,)


# --- consent ----------------------------------------------------------------------------------------------------------


def awaited(board: Board) -> tuple[int, ...]:
    """The seats whose consent is still wanted (M13)."""
    agreed = frozenset() if board.proposal is None else board.proposal.agreed
    return tuple(seat for seat, one in enumerate(board.sitters) if one.present and one.person not in agreed)


def proposal_page(board: Board, speaker: Speaker) -> Page | None:
    """The question to everybody seated, None where nothing is proposed; it mentions who is to answer."""
    proposal = board.proposal
    if proposal is None:
        return None
    seats = awaited(board)
    people = tuple(person for seat in seats if (person := board.sitters[seat].person) is not None)
    number = str(proposal.number)
    lines = [speaker.say("rules.proposed", host=f"<@{board.host}>"), *_changed(proposal.rules, board.rules, speaker)]
    lines.append(speaker.say("rules.awaited", names=speaker.listed(safe(board.sitters[seat].name) for seat in seats)))
    row = (
        Button(speaker.say("button.agree"), ControlId(board.table, "agree", number), "success"),
        Button(speaker.say("button.keep_rules"), ControlId(board.table, "keep_rules", number)),
    )
    return Page(
        text=" ".join(f"<@{person}>" for person in people),
        title=speaker.say("rules.proposal_title"),
        body=fitted(lines, DESCRIPTION),
        colour=GOLD,
        rows=(row,),
        pings=people,
    )


def _changed(rules: Any, than: Any, speaker: Speaker) -> list[str]:
    keys = [key for key in rules.keys() if getattr(rules, key) != getattr(than, key)]
    return [f"• `{key}` {shown(rules.shown(key))} — {sentence(rules, key, speaker)}" for key in keys]


def agreed_page(board: Board, speaker: Speaker) -> Page:
    """Everybody consented: what holds from now on."""
    lines: Sequence[str] = (speaker.say("rules.agreed"), rules_line(board.rules, speaker), match_line(board, speaker))
    return Page(title=speaker.say("rules.agreed_title"), body="\n".join(lines), colour=GREEN)


def kept_page(who: str, speaker: Speaker) -> Page:
    """Somebody did not agree."""
    return Page(body=speaker.say("rules.kept", who=who), colour=GREY)
