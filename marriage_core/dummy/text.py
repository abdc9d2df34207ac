"""Moves and events as text, and back (every value has a text, every text parses back).

A move is a word: `draw`, `take`, `lay`, `lay=7S.7H.2D/4S.5S.6S.7S`, `add=8S.9S:2`, `add=JK:2:low`, `discard=9D`,
`cutin=9D`, `pass`. An event is its name and its fields as one line of JSON; cards are `face.copy`.
"""

import json
from typing import Any, assert_never

from marriage_core.cards import Card, card_of, face, text, write_card
from marriage_core.dummy import events as ev
from marriage_core.dummy.melds import End, Meld
from marriage_core.dummy.moves import Add, CutIn, Discard, Draw, Lay, Move, Pass, Take
from marriage_core.dummy.rules import PRESETS, PRINTED_JOKERS, Rules
from marriage_core.errors import BadText, quoted
from marriage_core.notation import lines
from marriage_core.notation.lines import read_number, write_rules

MOVES = "draw, take, lay, lay=MELD/MELD, add=CARDS:MELD, add=CARDS:MELD:low, discard=CARD, cutin=CARD, pass"
MOST_DIGITS = 3
# Printed jokers are four (D1); no face has more copies.
LAST_COPY = PRINTED_JOKERS - 1

_WORDS: dict[str, Move] = {"draw": Draw(), "take": Take(), "lay": Lay(), "pass": Pass()}


# --- moves ------------------------------------------------------------------------------------------------------------


def write_move(move: Move) -> str:
    """A move as a word without blanks or commas."""
    match move:
        case Draw():
            return "draw"
        case Take():
            return "take"
        case Lay(melds):
            return "lay" if melds is None else "lay=" + "/".join(map(_write_meld, melds))
        case Add(of, meld, end):
            return f"add={_write_meld(of)}:{meld}" + ("" if end is None else f":{end.value}")
        case Discard(of):
            return f"discard={text(of)}"
        case CutIn(of):
            return f"cutin={text(of)}"
        case Pass():
            return "pass"
        case _:
            assert_never(move)


def read_move(word: str) -> Move:
    """The move of a word. Raises BadText quoting it."""
    verb, equals, rest = word.partition("=")
    if not equals and verb in _WORDS:
        return _WORDS[verb]
    match verb:
        case "lay" if equals:
            return Lay(tuple(_read_meld(meld) for meld in rest.split("/")) if rest else ())
        case "discard":
            return Discard(face(rest))
        case "cutin":
            return CutIn(face(rest))
        case "add":
            cards, _, place = rest.partition(":")
            meld, colon, end = place.partition(":")
            named = end in set(End) if colon else True
            if meld.isascii() and meld.isdecimal() and len(meld) <= MOST_DIGITS and named:
                return Add(_read_meld(cards), int(meld), End(end) if colon else None)
    raise BadText("{word} is no move; moves: {moves}", word=quoted(word), moves=MOVES)


def _write_meld(meld: Meld) -> str:
    return ".".join(map(text, meld))


def _read_meld(words: str) -> Meld:
    return tuple(face(word) for word in words.split(".")) if words else ()


# --- rules ------------------------------------------------------------------------------------------------------------


def read_rules(value: Any) -> Rules:
    """The rules of `write_rules`. Raises BadText or BadRules."""
    return lines.read_rules(PRESETS, value)


# --- events -----------------------------------------------------------------------------------------------------------


def read_card(word: str) -> Card:
    """The card of `write_card`. Raises BadText."""
    name, dot, copy = word.partition(".")
    if not dot or not (copy.isascii() and copy.isdecimal() and len(copy) == 1):
        raise BadText("{word} is no physical card; write face and copy, like 10C.0", word=quoted(word))
    of = face(name)
    if int(copy) > LAST_COPY:
        raise BadText("{word} is no physical card; copies of a face are numbered 0–3", word=quoted(word))
    return card_of(of, int(copy))


def _out(name: str, value: Any) -> Any:
    """A field as JSON."""
    match name:
        case "rules":
            return write_rules(value)
        case "key":
            return value.hex()
        case "carried":
            return None if value is None else list(value)
        case "card":
            return write_card(value)
        case "cards" | "stock":
            return [write_card(card) for card in value]
        case "melds":
            return [[write_card(card) for card in cards] for cards in value]
    return value


def _cards_in(value: Any) -> tuple[Card, ...]:
    return tuple(map(read_card, value))


_READ: dict[str, Any] = {
    "rules": read_rules,
    "players": read_number,
    "dealer": read_number,
    "key": bytes.fromhex,
    "carried": lambda value: None if value is None else tuple(map(read_number, value)),
    "seat": read_number,
    "winner": lambda value: None if value is None else read_number(value),
    "meld": read_number,
    "card": read_card,
    "cards": _cards_in,
    "stock": _cards_in,
    "melds": lambda value: tuple(map(_cards_in, value)),
    "end": lambda value: None if value is None else End(value),
}

_EVENTS = {of.__name__: of for of in ev.Event.__args__}


def write_event(event: ev.Event) -> str:
    """An event as one line of JSON: its name, then its fields."""
    told = [type(event).__name__, *(_out(name, getattr(event, name)) for name in event.__slots__)]
    return json.dumps(told, separators=(",", ":"))


def read_event(line: str) -> ev.Event:
    """The event of a line. Raises BadText quoting it."""
    event: ev.Event = lines.read_event(line, _EVENTS, _READ)
    return event
