"""A settlement sheet: a deal played with real cards, read from JSON, settled by the one scorer.

The shape: `{"preset": "dummy", "options", "winner", "players": [{"name", "cards"}]}`; `cards` are those left in hand.
Options may be missing; a winner that is null or missing: nobody went out (D10).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marriage_core.cards import JOKER, Face, faces, text
from marriage_core.dummy.rules import FEWEST_PLAYERS, PACKS, PRESETS, PRINTED_JOKERS, Rules
from marriage_core.dummy.scoring import Settled, count
from marriage_core.errors import BadRules, BadSheet, BadText, Phrase
from marriage_core.notation.strict import inside, list_of, object_of, shown, string_of

SHEET = ("preset", "options", "winner", "players")
ENTRY = ("name", "cards")
LONGEST_NAME = 100
LONGEST_CARDS = 2_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One player and the cards left in hand."""

    name: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deal to be settled. `winner` is an index into `players`, None where nobody went out."""

    rules: Rules
    players: tuple[Entry, ...]
    winner: int | None


def read_sheet(value: object) -> Sheet:
    """The sheet of a JSON value. Raises BadText, BadRules or BadSheet naming the value and what is wrong."""
    told = object_of(value, "sheet", SHEET, ("preset", "players"))
    rules = read_rules(told["preset"], told.get("options", {}))
    players = tuple(_entry(entry, number) for number, entry in enumerate(list_of(told["players"], "players"), 1))
    _check_players(rules, players)
    _check_copies(players)
    winner = None if told.get("winner") is None else _winner(players, told["winner"])
    return Sheet(rules, players, winner)


def read_rules(preset: object, options: object) -> Rules:
    """The rules of a preset of this game with options changed. Raises BadText or BadRules."""
    name = string_of(preset, "preset")
    if name not in PRESETS:
        allowed = ", ".join(PRESETS)
        raise BadRules("preset: {preset} is not allowed; allowed: {allowed}", preset=shown(name), allowed=allowed)
    if not isinstance(options, dict):
        raise BadText("options: {options} is no JSON object", options=shown(options))
    return PRESETS[name].with_options(options)


def _entry(value: object, number: int) -> Entry:
    what = Phrase("player {number}", number=number)
    told = object_of(value, what, ENTRY, ENTRY)
    name = string_of(told["name"], inside(what, "name"))
    if not name.strip() or len(name) > LONGEST_NAME:
        sentence = "{what}: name {name} is not allowed; 1–{most} characters"
        raise BadText(sentence, what=what, name=shown(name), most=LONGEST_NAME)
    what = inside(Phrase("player {number}, {name}", number=number, name=shown(name)), "cards")
    words = string_of(told["cards"], what)
    if len(words) > LONGEST_CARDS:
        raise BadText("{what}: {n} characters; allowed: {most}", what=what, n=len(words), most=LONGEST_CARDS)
    try:
        return Entry(name, faces(words))
    except BadText as error:
        raise BadText("{what}: {error}", what=what, error=error) from None


def _check_players(rules: Rules, players: Sequence[Entry]) -> None:
    """D1."""
    fewest, most, n = FEWEST_PLAYERS, rules.most_players, len(players)
    if not fewest <= n <= most:
        raise BadSheet("players: {n} of them; allowed: {fewest}–{most}", n=n, fewest=fewest, most=most)
    for name, times in Counter(player.name for player in players).items():
        if times > 1:
            raise BadSheet("players: {name} is named {times} times", name=shown(name), times=times)


def _check_copies(players: Sequence[Entry]) -> None:
    """D1: no more copies than there are."""
    for card, held in sorted(Counter(card for player in players for card in player.cards).items()):
        most = PRINTED_JOKERS if card == JOKER else PACKS
        if held > most:
            sentence = "cards: {card} is given {held} times over all players; there are {most}"
            raise BadSheet(sentence, card=text(card), held=held, most=most)


def _winner(players: Sequence[Entry], value: object) -> int:
    """D7: the one who went out has no cards."""
    name = string_of(value, "winner")
    found = next((i for i, player in enumerate(players) if player.name == name), None)
    if found is None:
        raise BadSheet("winner: {name} is none of the players", name=shown(name))
    if players[found].cards:
        raise BadSheet("winner: {name} went out, but has cards left", name=shown(name))
    return found


def settle_sheet(sheet: Sheet) -> tuple[Settled, ...]:
    """Everybody's result, in the sheet's order."""
    return tuple(count(player.cards) for player in sheet.players)


def write_settled(settled: Settled) -> dict[str, Any]:
    """One result as JSON: points with their lines."""
    lines = [{"reason": line.reason.value, "count": line.count, "points": line.points} for line in settled.lines]
    return {"points": settled.points, "lines": lines}


def answer(sheet: Sheet) -> dict[str, Any]:
    """The settled sheet as JSON (interface.md, `score`)."""
    results = zip(sheet.players, settle_sheet(sheet), strict=True)
    return {"players": [{"name": player.name, **write_settled(settled)} for player, settled in results]}
