"""What a person reads in the bot's messages: the board, the hand panel, the score sheet. From the messages alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from playground.driver import components, text
from playground.seen import EPHEMERAL, Json

CARD = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_LETTERS = dict(zip("♠♥♦♣", "SHDC", strict=True))
_SIGNED = re.compile(r"^(.*?)\s*([+−-]?\d+)$")


@dataclass(frozen=True, order=True)
class Card:
    """A face: rank 1–13 and suit S H D C."""

    suit: str
    rank: int

    def __str__(self) -> str:
        return f"{RANKS[self.rank - 1]}{self.suit}"


def card(name: str) -> Card:
    """A card of plain text: `10C`."""
    return Card(name[-1], RANKS.index(name[:-1]) + 1)


def cards(line: str) -> tuple[Card, ...]:
    """The cards that a line names, like 4♥ 5♥ 6♥."""
    return tuple(Card(_LETTERS[suit], RANKS.index(rank) + 1) for rank, suit in CARD.findall(line))


def controls(message: Json) -> Iterator[tuple[str, str | None, Json]]:
    """The enabled controls of ours in a message: verb, argument and component."""
    for component in components(message):
        ident = component.get("custom_id") or ""
        if ident.startswith("m:") and not component.get("disabled"):
            verb, _, argument = ident.split(":", 3)[3].partition(":")
            yield verb, argument or None, component


def control(message: Json, verb: str, argument: str | None = None) -> str:
    """The custom_id of an enabled control; LookupError where there is none."""
    for found, its_argument, component in controls(message):
        if found == verb and argument in (None, its_argument):
            return str(component["custom_id"])
    raise LookupError(f"no {verb!r} among {[found for found, _, _ in controls(message)]}")


def offers(message: Json, verb: str) -> bool:
    """Whether a message has such a control, enabled."""
    return any(found == verb for found, _, _ in controls(message))


def stands(message: Json, verb: str) -> bool:
    """Whether a public message offers a control: the lobby, the board, a sheet, the standings."""
    return not message["flags"] & EPHEMERAL and offers(message, verb)


@dataclass(frozen=True)
class Panel:
    """A hand panel as its person reads it."""

    notice: str
    hand: tuple[Card, ...]
    wild: frozenset[Card]
    may_draw: bool
    may_discard: tuple[Card, ...]
    may_see: tuple[str, ...]
    may_show: tuple[str, ...]
    tunnelas: tuple[str, ...]
    asks: bool


def panel(message: Json) -> Panel:
    """Reads a hand panel."""
    body = "".join((embed.get("description") or "") + "\n" for embed in message.get("embeds") or [])
    hand: list[Card] = []
    wild: set[Card] = set()
    for line in body.splitlines():
        if line[:1] in _LETTERS:
            ranks = re.findall(r"10|[2-9AJQK]", line)
            hand += [Card(_LETTERS[line[0]], RANKS.index(rank) + 1) for rank in ranks]
        elif "wild" in line:
            wild |= set(cards(line))
    found = list(controls(message))
    values = [o["value"] for verb, _, c in found if verb == "discard" for o in c.get("options") or []]
    return Panel(
        notice=message.get("content") or "",
        hand=tuple(hand),
        wild=frozenset(wild),
        may_draw=any(verb == "draw" for verb, _, _ in found),
        may_discard=tuple(card(value) for value in values),
        may_see=tuple(argument or "melds" for verb, argument, _ in found if verb == "see"),
        may_show=tuple(argument or "" for verb, argument, _ in found if verb == "show"),
        tunnelas=tuple(argument or "" for verb, argument, _ in found if verb == "tunnela"),
        asks=any(verb == "sure" for verb, _, _ in found),
    )


def top(board: Json) -> Card | None:
    """The top of the discard pile, from the board's button for it."""
    for verb, _, component in controls(board):
        if verb == "take":
            return next(iter(cards(component["label"])), None)
    return None


def connected(one: Card, among: Counter[Card]) -> int:
    """How much a card is worth beside the others of a hand: copies, neighbours, and a little for its rank."""
    worth = 6 * (among[one] - 1)
    for distance, points in ((1, 4), (2, 3)):
        for rank in (one.rank - distance, one.rank + distance):
            worth += points * (among[Card(one.suit, 1 if rank == 14 else rank)] > 0)
    worth += sum(other.rank == one.rank and other.suit != one.suit for other in among)
    return worth


def worst(may: tuple[Card, ...], hand: tuple[Card, ...], wild: frozenset[Card]) -> list[Card]:
    """What may be discarded, the most useless first."""
    among = Counter(hand)
    return sorted(may, key=lambda one: (one in wild, connected(one, among), one))


def completes(one: Card, hand: tuple[Card, ...]) -> bool:
    """Whether a card makes a pure sequence or a tunnela with two of a hand."""
    held = set(hand)
    runs = ((one.rank - 2, one.rank - 1), (one.rank - 1, one.rank + 1), (one.rank + 1, one.rank + 2))
    run = any(all(Card(one.suit, rank) in held for rank in pair) for pair in runs)
    return run or hand.count(one) == 2


@dataclass(frozen=True)
class Sheet:
    """The results of a deal, by name."""

    title: str
    nets: dict[str, int]
    winner: str | None


def is_sheet(message: Json) -> bool:
    """Whether a message is a score sheet: its footer tells the key of the shuffle."""
    embeds = message.get("embeds") or []
    return any(re.search(r"[0-9a-f]{64}", (embed.get("footer") or {}).get("text") or "") for embed in embeds)


def sheet(message: Json) -> Sheet:
    """Reads a score sheet."""
    embed = message["embeds"][0]
    # All sheets but a match's last have the standings behind the players.
    nets = dict(_result(field["name"]) for field in embed["fields"] if _SIGNED.match(field["name"]))
    won = re.search(r"🏆 \*\*(.+?)\*\*", embed["description"])
    return Sheet(embed["title"], nets, won and unescaped(won[1]))


def _result(line: str) -> tuple[str, int]:
    found = _SIGNED.match(line)
    assert found is not None, f"{line!r} is no name with a result"
    return unescaped(found[1].replace("**", "")), number(found[2])


def number(told: str) -> int:
    """A whole number with a real minus sign."""
    return int(told.replace("−", "-"))


def unescaped(name: str) -> str:
    """A name without markdown's backslashes."""
    return name.replace("\\", "").strip()


def standings(message: Json) -> dict[str, int]:
    """The totals by name of a message with places."""
    found = re.findall(r"^(?:🥇|🥈|🥉|\d+\.) \*\*(.+?)\*\*.*? ([+−-]?\d+)$", text(message), re.MULTILINE)
    return {unescaped(name): number(points) for name, points in found}
