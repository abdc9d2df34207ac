"""A deal as one line of text: how it began and every move, which is enough to replay it to the same events.

    deal/1 {"preset":"nepali","options":{},"players":["Anna","Ben"],"dealer":0,"key":"<64 hex>"} 0:draw 0:discard=9D …

The header may hold `"commitment"` too: what was published when the deal began (M14.3). A record may stop before the
deal is over. Nothing here knows a game: preset and words are the game's own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marriage_core.engine import Decision, Game, find_preset
from marriage_core.errors import BadRules, BadText, CoreError, IllegalMove
from marriage_core.notation.strict import (
    any_object_of,
    list_of,
    located,
    object_of,
    read_start,
    shown,
    string_of,
    whole_of,
)
from marriage_core.shuffle import KEY_BYTES

VERSION = "deal/1"
NEEDED = ("preset", "options", "players", "dealer", "key")
HEADER = (*NEEDED, "commitment", "carried")
MOST_NAMES = 16
HASH_DIGITS = 64


class BrokenRecord(CoreError):
    """A record whose moves the rules refuse. `number` counts its moves from 1; 0 is the beginning of the deal."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


@dataclass(frozen=True, slots=True)
class Record:
    """One deal. `rules` are those of the game that has the preset; `moves` are (seat, move) in order.

    `commitment` is the hash published at the deal, 64 hex digits, where one was kept; `carried` what the match's
    earlier deals had left (Outcome.carried).
    """

    rules: Any
    names: tuple[str, ...]
    dealer: int
    key: bytes
    moves: tuple[tuple[int, Any], ...] = ()
    commitment: str | None = None
    carried: Any = None

    @property
    def game(self) -> Game:
        """The game of the rules' preset."""
        return find_preset(self.rules.preset)[0]


def write(record: Record) -> str:
    """A record as one line, without a newline; `read` takes it back."""
    game = record.game
    header: dict[str, Any] = {
        "preset": record.rules.preset,
        "options": record.rules.options(),
        "players": list(record.names),
        "dealer": record.dealer,
        "key": record.key.hex(),
    }
    if record.commitment is not None:
        header["commitment"] = record.commitment
    if record.carried is not None:
        header["carried"] = record.carried
    # Names in any script stay readable; a name with a line break or another control in it is escaped.
    ascii_only = not all(name.isprintable() for name in record.names)
    told = json.dumps(header, separators=(",", ":"), ensure_ascii=ascii_only)
    return " ".join((VERSION, told, *(f"{seat}:{game.write_move(move)}" for seat, move in record.moves)))


def read(text: str) -> Record:
    """The record of a line. Raises BadText or BadRules quoting what is wrong."""
    header, moves = _parted(text)
    game, rules = _rules(header)
    names = _names(header["players"])
    commitment = header.get("commitment")
    return Record(
        rules=rules,
        names=names,
        dealer=whole_of(header["dealer"], "dealer", 0, len(names) - 1),
        key=bytes.fromhex(_hex(header["key"], "key", 2 * KEY_BYTES)),
        moves=tuple(_move(game, word, len(names)) for word in moves.split()),
        commitment=None if commitment is None else _hex(commitment, "commitment", HASH_DIGITS),
        carried=header.get("carried"),
    )


def rules_of(text: str) -> Any:
    """The rules of a record; its moves are not read. Raises BadText or BadRules."""
    return _rules(_parted(text)[0])[1]


def _parted(text: str) -> tuple[Mapping[str, Any], str]:
    """The header of a record, and the text of its moves."""
    version, _, rest = text.strip().partition(" ")
    if version != VERSION:
        raise BadText("{text} is no record; a record begins with {begins}", text=shown(version), begins=VERSION)
    value, end = read_start(rest.lstrip())
    return object_of(value, "record", HEADER, NEEDED), rest.lstrip()[end:]


def _rules(header: Mapping[str, Any]) -> tuple[Game, Any]:
    game, base = find_preset(string_of(header["preset"], "preset"))
    return game, base.restored(any_object_of(header["options"], "options"))


def _names(value: object) -> tuple[str, ...]:
    names = tuple(string_of(name, "players") for name in list_of(value, "players"))
    if not 1 <= len(names) <= MOST_NAMES:
        raise BadText("players: {n} names; allowed: 1–{most}", n=len(names), most=MOST_NAMES)
    return names


def _hex(value: object, what: str, digits: int) -> str:
    text = string_of(value, what)
    if len(text) != digits or not set(text) <= set("0123456789abcdef"):
        raise BadText("{what}: {text} is not {digits} digits of 0–9 a–f", what=what, text=shown(text), digits=digits)
    return text


def _move(game: Game, word: str, players: int) -> tuple[int, Any]:
    seat, colon, move = word.partition(":")
    if not colon or not (seat.isascii() and seat.isdecimal() and len(seat) <= 2) or int(seat) >= players:
        sentence = "{word} is no move of a seat; write seat 0–{last}, a colon and the move"
        raise BadText(sentence, word=shown(word), last=players - 1)
    return int(seat), located(shown(word), game.read_move, move)


@dataclass(frozen=True, slots=True)
class Step:
    """What one move of a record did; number 0 is the beginning of the deal, which is nobody's decision."""

    number: int
    decision: Decision | None
    events: tuple[Any, ...]
    state: Any


def steps(record: Record) -> Iterator[Step]:
    """The deal move by move, from its beginning. Raises BrokenRecord naming the move that is refused."""
    game = record.game
    try:
        begun = game.start(record.rules, len(record.names), record.dealer, record.key, record.carried)
    except BadRules as error:
        raise BrokenRecord(0, str(error)) from error
    state = _after(game, None, begun)
    yield Step(0, None, begun, state)
    for number, (seat, move) in enumerate(record.moves, 1):
        decision = game.decision(state, seat)
        try:
            events = game.decide(state, seat, move)
        except IllegalMove as refusal:
            word = f"{seat}:{game.write_move(move)}"
            raise BrokenRecord(number, f"move {number}, {shown(word)}, is refused: {refusal}") from refusal
        state = _after(game, state, events)
        yield Step(number, decision, events, state)


def _after(game: Game, state: Any, events: Iterable[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state


def replay(record: Record) -> tuple[tuple[Any, ...], Any]:
    """Every event of the deal and the state after the last. Raises BrokenRecord naming the move that is refused."""
    events: list[Any] = []
    state: Any = None
    for step in steps(record):
        events += step.events
        state = step.state
    return tuple(events), state


def from_events(game: Game, events: Sequence[Any], names: Sequence[str], commitment: str | None = None) -> Record:
    """The record that replays to exactly these events: a deal from its beginning, over or not."""
    origin = game.origin_of(events)
    moves = game.moves_of(events)
    return Record(origin.rules, tuple(names), origin.dealer, origin.key, moves, commitment, origin.carried)
