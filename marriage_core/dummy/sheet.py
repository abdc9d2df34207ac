"""A settlement sheet: a deal played with real cards, read from JSON, settled by the one scorer.

The shape: `{"preset": "dummy", "options", "winner", "players": [{"name", "cards"}]}`; `cards` are those left in hand.
Options may be missing; a winner that is null or missing: nobody went out (D10).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marriage_core.cards import JOKER, Face, text
from marriage_core.dummy.rules import FEWEST_PLAYERS, PACKS, PRESETS, PRINTED_JOKERS, Rules
from marriage_core.dummy.scoring import Settled, count
from marriage_core.errors import BadRules, BadSheet, BadText, Phrase
from marriage_core.notation.sheet import LONGEST_CARDS, cards_of, check_names, name_of, player_of, winner_of
from marriage_core.notation.strict import any_object_of, inside, list_of, object_of, shown, string_of

SHEET = ("preset", "options", "winner", "players")
ENTRY = ("name", "cards")


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
    return PRESETS[name].with_options(any_object_of(options, "options"))


def _entry(value: object, number: int) -> Entry:
    what = Phrase("player {number}", number=number)
    told = object_of(value, what, ENTRY, ENTRY)
    name = name_of(told["name"], what)
    what = inside(player_of(number, name), "cards")
    words = string_of(told["cards"], what)
    if len(words) > LONGEST_CARDS:
        raise BadText("{what}: {n} characters; allowed: {most}", what=what, n=len(words), most=LONGEST_CARDS)
    return Entry(name, cards_of(words, what))


def _check_players(rules: Rules, players: Sequence[Entry]) -> None:
    """D1."""
    fewest, most, n = FEWEST_PLAYERS, rules.most_players, len(players)
    if not fewest <= n <= most:
        raise BadSheet("players: {n} of them; allowed: {fewest}–{most}", n=n, fewest=fewest, most=most)
    check_names(player.name for player in players)


def _check_copies(players: Sequence[Entry]) -> None:
    """D1: no more copies than there are."""
    for card, held in sorted(Counter(card for player in players for card in player.cards).items()):
        most = PRINTED_JOKERS if card == JOKER else PACKS
        if held > most:
            sentence = "cards: {card} is given {held} times over all players; there are {most}"
            raise BadSheet(sentence, card=text(card), held=held, most=most)


def _winner(players: Sequence[Entry], value: object) -> int:
    """D7: the one who went out has no cards."""
    found = winner_of(value, [player.name for player in players])
    if players[found].cards:
        raise BadSheet("winner: {name} went out, but has cards left", name=shown(players[found].name))
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
