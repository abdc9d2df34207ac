"""A deal at a real table while it is being filled in, and the settlement sheet that it makes. Pure.

A person writes for each player `maal`, a number or cards; behind a slash the tunnelas shown at the start; behind a
semicolon the hand where the rules count it (I11), as points or as the cards in no meld: `10C JC QC QC QC / QC ; 12`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cogs.names import plain
from cogs.server_presets import defaults, resolved
from data.people import GuildSettings
from data.sittings import Sitting, SittingPlayer
from marriage_core.engine import find_preset
from marriage_core.errors import BadText, TableRefusal
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import USUAL_PRESET, Rules
from marriage_core.marriage.scoring import Settled
from marriage_core.marriage.sheet import Sheet, read_rules, read_sheet, settle_sheet

NEW = "new"
"""The form of the deal that comes next; a correction's is named by the deal's number."""
NOBODY = "-"
FEWEST, MOST, MOST_NAMES = 2, 7, 12
"""Players of a deal, and names in all that a sitting knows."""
QUESTIONS = 5
"""Fields of one modal."""
LONGEST_FIELD = 300


@dataclass(frozen=True, slots=True)
class Form:
    """What was told of a deal so far. `told` is what was written by name; `winner` is a name, NOBODY, or None where
    that was not told; `by` how they won; `dublees` who saw by dublees.
    """

    players: tuple[str, ...]
    told: Mapping[str, str] = field(default_factory=dict)
    tiplu: str = ""
    seen: tuple[str, ...] = ()
    winner: str | None = None
    by: str | None = None
    dublees: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        """As stored."""
        return {
            "players": [*self.players],
            "told": dict(self.told),
            "tiplu": self.tiplu,
            "seen": [*self.seen],
            "winner": self.winner,
            "by": self.by,
            "dublees": [*self.dublees],
        }


def read_form(told: Mapping[str, Any]) -> Form:
    """A form as stored."""
    lists = {name: tuple(told[name]) for name in ("players", "seen", "dublees")}
    return Form(**{**told, **lists})


def form_of(sitting: Sitting, key: str) -> Form:
    """What is being filled in under a key: the next deal, or a deal to be corrected. Raises TableRefusal.

    Who plays the next deal may change meanwhile; what was told of the others stays.
    """
    stored = sitting.forms.get(key)
    if key == NEW:
        playing = tuple(player.name for player in sitting.players if player.plays)
        form = Form(playing) if stored is None else read_form(stored)
        return replace(form, players=playing)
    if stored is not None:
        return read_form(stored)
    for deal in sitting.current:
        if key == str(deal.number):
            return read_form(deal.form)
    raise TableRefusal("hisab_no_deal")


def times_counted(sitting: Sitting, key: str) -> int:
    """How many deals are on the sheet, or versions of the deal to be corrected: one more once a form is counted."""
    return len(sitting.current) if key == NEW else sum(key == str(deal.number) for deal in sitting.deals)


def asked(form: Form) -> tuple[tuple[int, ...], ...]:
    """What each modal asks: places in `players`, and behind the last one the tiplu, five at a time."""
    wanted = range(len(form.players) + 1)
    return tuple(tuple(wanted[i : i + QUESTIONS]) for i in range(0, len(wanted), QUESTIONS))


def answered(form: Form, answers: Mapping[int, str]) -> Form:
    """The form with a modal's answers, by the places that `asked` named; unknown ones are left out."""
    told = dict(form.told)
    for place, name in enumerate(form.players):
        if place in answers:
            told[name] = " ".join(answers[place].split())
    return replace(form, told=told, tiplu=answers.get(len(form.players), form.tiplu).strip())


def rules_of(sitting: Sitting) -> Rules:
    """The rules that a sitting plays by."""
    return read_rules(sitting.preset, dict(sitting.options))


def sheet_of(form: Form, sitting: Sitting) -> Sheet:
    """The settlement sheet of a whole form. Raises TableRefusal for what is missing; BadText, BadRules or BadSheet for
    what cannot be.
    """
    missing = [name for name in form.players if not form.told.get(name)]
    if missing:
        raise TableRefusal("hisab_maal_missing", players=tuple(missing))
    if form.winner is None:
        raise TableRefusal("hisab_ending_missing")
    won = form.winner != NOBODY
    return read_sheet(
        {
            "preset": sitting.preset,
            "options": dict(sitting.options),
            "tiplu": form.tiplu or None,
            "winner": form.winner if won else None,
            "win_by": form.by if won else None,
            "players": [dict(_entry(form, name)) for name in form.players],
        }
    )


def _entry(form: Form, name: str) -> Iterator[tuple[str, Any]]:
    maal, _, hand = form.told[name].partition(";")
    cards, _, tunnelas = (part.strip() for part in maal.partition("/"))
    yield "name", name
    yield "seen", name in form.seen
    yield "route", Route.DUBLEES.value if name in form.dublees else Route.MELDS.value
    yield ("maal", int(cards)) if _number(cards) else ("cards", cards)
    if tunnelas:
        yield "shown_tunnelas", tunnelas.split()
    if hand.strip():
        yield ("hand_points", int(hand)) if _number(hand.strip()) else ("unmelded", hand.strip())


def _number(text: str) -> bool:
    """Whole numbers in any digits; a negative one is refused by the sheet, by name."""
    return text.removeprefix("-").isdecimal() and len(text) < LONGEST_FIELD


def settled(form: Form, sitting: Sitting) -> tuple[Settled, ...]:
    """Everybody's result, in the form's order. Raises as `sheet_of`."""
    return settle_sheet(sheet_of(form, sitting))


# --- a new sitting ----------------------------------------------------------------------------------------------------


def players_named(typed: str) -> tuple[SittingPlayer, ...]:
    """The players of a new sitting, from names with commas between them. Raises TableRefusal."""
    names = [plain(name) for name in typed.replace("،", ",").split(",") if name.strip()]
    check_names(names, MOST)
    return tuple(SittingPlayer(name) for name in names)


def check_names(names: list[str], most: int) -> None:
    """Raises TableRefusal for too few or too many names, for none at all, and for one that is there twice."""
    if not FEWEST <= len(names) <= most:
        raise TableRefusal("hisab_names", fewest=FEWEST, most=most)
    for number, name in enumerate(names):
        if name == "?":
            raise TableRefusal("hisab_no_name")
        if name.casefold() in {other.casefold() for other in names[:number]}:
            raise TableRefusal("hisab_name_twice", name=name)


def rules_wanted(server: GuildSettings, preset: str | None, options: str | None) -> Rules:
    """The rules asked for: a preset's, else the server's where they are Marriage's. Raises BadRules or BadText."""
    base, given = resolved(server, preset) if preset else defaults(server, USUAL_PRESET)
    if preset is None and not isinstance(find_preset(base)[1], Rules):
        base, given = USUAL_PRESET, {}
    return read_rules(base, {**given, **options_typed(options or "")})


def options_typed(typed: str) -> dict[str, Any]:
    """`seen_payment=5; tiplu_points=[3,8,15]`. Raises BadText."""
    found: dict[str, Any] = {}
    for part in typed.split(";"):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key and not equals:
            sentence = "options: {key} is no option and value; write option=value, semicolons between several"
            raise BadText(sentence, key=repr(key))
        if key:
            try:
                found[key] = json.loads(value)
            except (ValueError, RecursionError):
                found[key] = value
    return found
