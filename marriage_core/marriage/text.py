"""Moves and events as text, and back (every value has a text, every text parses back).

A move is a word: `draw`, `take`, `tunnela=QC`, `see=melds`, `see=melds:3S.4S.5S/…`, `see=dublees`, `discard=9D`,
`show`, `show=9D`, `takeshow=9D`. An event is its name and its fields as one line of JSON; cards are `face.copy`.
"""

import json
from typing import Any, assert_never

from marriage_core.cards import JOKER, MOST_JOKERS, Card, card_of, face, text, write_card
from marriage_core.errors import BadText, quoted
from marriage_core.marriage import events as ev
from marriage_core.marriage.moves import (
    Discard,
    Draw,
    Meld,
    Move,
    Route,
    See,
    Show,
    ShowTunnela,
    Take,
    TakeAndShow,
)
from marriage_core.marriage.rules import PRESETS, Rules
from marriage_core.notation import lines
from marriage_core.notation.lines import read_number, write_rules

MOST_PACKS = 4
MOVES = "draw, take, tunnela=CARD, see=melds, see=dublees, discard=CARD, show, show=CARD, takeshow=CARD"


# --- moves ------------------------------------------------------------------------------------------------------------


def write_move(move: Move) -> str:
    """A move as a word without blanks or commas."""
    match move:
        case Draw():
            return "draw"
        case Take():
            return "take"
        case ShowTunnela(of):
            return f"tunnela={text(of)}"
        case Discard(of):
            return f"discard={text(of)}"
        case Show(of):
            return "show" if of is None else f"show={text(of)}"
        case TakeAndShow(of):
            return "takeshow" if of is None else f"takeshow={text(of)}"
        case See(route, melds):
            named = "" if melds is None else ":" + "/".join(".".join(map(text, meld)) for meld in melds)
            return f"see={route.value}{named}"
        case _:
            assert_never(move)


def read_move(word: str) -> Move:
    """The move of a word. Raises BadText quoting it."""
    verb, equals, rest = word.partition("=")
    if verb in ("draw", "take") and not equals:
        return Draw() if verb == "draw" else Take()
    if verb in ("tunnela", "discard") and rest:
        return ShowTunnela(face(rest)) if verb == "tunnela" else Discard(face(rest))
    if verb in ("show", "takeshow"):
        of = face(rest) if equals else None
        return Show(of) if verb == "show" else TakeAndShow(of)
    if verb == "see":
        route, named, melds = rest.partition(":")
        if route in ("melds", "dublees"):
            return See(Route(route), _read_melds(melds) if named else None)
    raise BadText("{word} is no move; moves: {moves}", word=quoted(word), moves=MOVES)


def _read_melds(text: str) -> tuple[Meld, ...]:
    return tuple(tuple(face(word) for word in meld.split(".")) for meld in text.split("/")) if text else ()


# --- rules ------------------------------------------------------------------------------------------------------------


def read_rules(value: Any) -> Rules:
    """The rules of `write_rules`. Raises BadText or BadRules."""
    return lines.read_rules(PRESETS, value)


# --- events -----------------------------------------------------------------------------------------------------------


def read_card(word: str) -> Card:
    """The card of `write_card`. Raises BadText."""
    name, dot, copy = word.partition(".")
    if not dot or not copy.isdecimal():
        raise BadText("{word} is no physical card; write face and copy, like 10C.0", word=quoted(word))
    of = face(name)
    most = MOST_JOKERS if of == JOKER else MOST_PACKS
    if int(copy) >= most:
        sentence = "{word} is no physical card; copies of this face are numbered 0–{last}"
        raise BadText(sentence, word=quoted(word), last=most - 1)
    return card_of(of, int(copy))


def _out(value: Any) -> Any:
    """A field as JSON. Every int in a tuple is a card; other ints are seats."""
    if isinstance(value, Rules):
        return write_rules(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [_out(item) if isinstance(item, tuple) else write_card(item) for item in value]
    return value


def _cards_in(value: Any) -> tuple[Any, ...]:
    return tuple(_cards_in(item) if isinstance(item, list) else read_card(item) for item in value)


_READ: dict[str, Any] = {
    "rules": read_rules,
    "players": read_number,
    "dealer": read_number,
    "seat": read_number,
    "winner": lambda value: None if value is None else read_number(value),
    "key": bytes.fromhex,
    "cards": _cards_in,
    "stock": _cards_in,
    "melds": _cards_in,
    "card": read_card,
    "discard": read_card,
    "route": Route,
    "by": lambda value: None if value is None else Route(value),
}

_EVENTS = {of.__name__: of for of in ev.Event.__args__}


def write_event(event: ev.Event) -> str:
    """An event as one line of JSON: its name, then its fields."""
    told: list[Any] = [type(event).__name__]
    for name in event.__slots__:
        value = getattr(event, name)
        told.append(write_card(value) if name in ("card", "discard") else _out(value))
    return json.dumps(told, separators=(",", ":"))


def read_event(line: str) -> ev.Event:
    """The event of a line. Raises BadText quoting it."""
    event: ev.Event = lines.read_event(line, _EVENTS, _READ)
    return event
