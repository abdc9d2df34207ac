"""What the terminal game says: a sentence for every refusal, the help, the board, the score sheet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marriage_core.cards import FACE_PRETTY, JOKER, N_SUITS, Face, face, pretties, suit_of
from marriage_core.errors import BadText, IllegalMove
from marriage_core.marriage.notes import Fact, Note
from marriage_core.marriage.view import View

REFUSALS: Mapping[str, str] = {
    "deal_over": "The deal is over.",
    "not_your_turn": "It is not your turn.",
    "tunnelas_off": "At this table no tunnelas are shown at the start.",
    "tunnela_too_late": "Tunnelas are shown before your first draw only.",
    "no_tunnela": "You need three of {card}; you hold {held}.",
    "already_drew": "You have drawn already: discard a card, see or show.",
    "draw_first": "Draw first: d from the stock, t takes the top discard.",
    "stock_empty": "The stock is empty and nothing can be reshuffled: take the discard.",
    "pile_empty": "There is no discard to take.",
    "take_is_show": "You collect dublees: taking {card} and showing are one move.",
    "unseen_barred": "At this table only those who have seen may take a discard.",
    "wild_barred": "{card} is wild for you; wild cards may not be taken from the discards.",
    "dublee_holds_eight": "You hold your eighth dublee already; nothing more may be taken.",
    "dublee_not_completed": "{card} makes no dublee with your hand, so it may not be taken.",
    "already_seen": "You have seen the tiplu already.",
    "no_tiplu_left": "There is no card left that could be the tiplu.",
    "no_three_pure": "To see you need {need} pure melds in hand; you hold {held}.",
    "see_count": "To see lay exactly {need} melds; you named {named}.",
    "not_pure": "{cards} is no pure meld.",
    "not_held": "You do not hold {card}.",
    "dublees_off": "At this table nobody sees by dublees.",
    "dublees_players": "Dublees are played from {need} players on; you are {players}.",
    "no_seven_dublees": "You need {need} dublees in hand; you hold {held}.",
    "laid_fixed": "{card} lies on the table and stays there.",
    "just_taken": "You have just taken {card}; it may not go back at once.",
    "not_seen": "See the tiplu first: three pure melds, then `see`.",
    "cannot_show": "The hand is not complete yet: less one discard all must be melds, or hold the eighth dublee.",
    "pure_melds_needed": "Without {card} you would have fewer than {need} pure melds on the table.",
    "none_to_discard": "No card would be left to discard.",
    "show_not_with": "With {card} as the last discard the hand is not complete; possible: {allowed}.",
}

HELP = """\
  d                draw from the stock          t                take the top discard
  9D, 10C, QH      discard that card            see              lay three pure melds, look at the tiplu
  see dublees      lay seven dublees            show, show 9D    end the deal (with that last discard)
  tunnela QC       show a tunnela you were dealt, before your first draw
  hand             your cards and the table     hint             what the computer would do
  pile             all discards                 quit             leave
Suits are S H D C or ♠ ♥ ♦ ♣. A star marks your wild cards once you have seen."""

ENDED = {"melds": "with seven melds", "dublees": "with eight dublees"}
UNSEEN, NOBODY = "has not seen", "Nobody"


def refusal(error: IllegalMove) -> str:
    """The sentence of a refusal, cards with their symbols."""
    facts = {name: _told(value) for name, value in error.facts.items()}
    return REFUSALS.get(error.code, error.code).format_map(facts)


def _told(value: object) -> str:
    if isinstance(value, str):
        return " ".join(map(_card, value.split()))
    return ", ".join(map(_card, value)) if isinstance(value, tuple) else str(value)


def _card(word: str) -> str:
    try:
        return FACE_PRETTY[face(word)]
    except BadText:
        return word


def cards(of: Iterable[Face]) -> str:
    """Cards for people, separated by blanks."""
    return " ".join(pretties(of))


def hand(of: Sequence[Face], wild: frozenset[Face]) -> str:
    """A hand, one suit a line, a star after each wild card."""
    lines = []
    for suit in range(N_SUITS + 1):
        row = [card for card in sorted(of) if suit_of(card) == suit or (suit == N_SUITS and card == JOKER)]
        if row:
            lines.append("   " + "  ".join(FACE_PRETTY[card] + ("*" if card in wild else "") for card in row))
    return "\n".join(lines)


def board(view: View, names: Sequence[str]) -> str:
    """The table as the viewer may know it, then the viewer's own hand."""
    own, me = view.me
    lines = [""]
    for seat, name in enumerate(names):
        if seat != view.seat:
            lines.append(f"  {name:<8} {_seat_line(view, seat)}")
    top = cards(view.discards[-1:]) or "none"
    lines.append(f"  stock {view.stock}    discard {top}    tiplu {_tiplu(own.tiplu)}")
    if me.tunnelas or me.laid:
        lines.append(f"  you laid: {_laid(view, view.seat or 0)}")
    lines += [f"  your hand, {len(own.hand)} cards:", hand(own.hand, view.wilds)]
    return "\n".join(lines)


def _tiplu(tiplu: Face | None) -> str:
    return "hidden" if tiplu is None else FACE_PRETTY[tiplu]


def _seat_line(view: View, seat: int) -> str:
    told = view.seats[seat]
    laid = _laid(view, seat)
    return f"{told.hand} cards, {'has seen' if told.seen else UNSEEN}" + (f"; laid {laid}" if laid else "")


def _laid(view: View, seat: int) -> str:
    told = view.seats[seat]
    return " | ".join(cards(meld) for meld in (*((face,) * 3 for face in told.tunnelas), *told.laid))


FACTS: Mapping[Fact, tuple[str, str]] = {
    Fact.TUNNELA: ("shows the tunnela {what}", "show the tunnela {what}"),
    Fact.DRAW: ("draws", "draw"),
    Fact.TAKE: ("takes {what}", "take {what}"),
    Fact.STOCK_OUT: ("finds the stock used up", "find the stock used up"),
    Fact.SEE: ("sees the tiplu with {what}", "see the tiplu with {what}"),
    Fact.EXCHANGE: ("lays melds anew with {what}", "lay melds anew with {what}"),
    Fact.DISCARD: ("discards {what}", "discard {what}"),
    Fact.SHOW: ("shows, discarding {what}", "show, discarding {what}"),
}
"""What another seat does, and what you do."""


def note(of: Note, names: Sequence[str], me: int) -> str:
    """A public fact as a sentence to seat `me`."""
    if of.seat is None:
        return "The discards become the stock again."
    return f"{names[of.seat]} {FACTS[of.fact][of.seat == me].format(what=cards(of.faces))}"


def score_sheet(view: View, names: Sequence[str], accounts: Sequence[Mapping[str, Any]], totals: Sequence[int]) -> str:
    """What everybody held and scored. `accounts` are those of interface.md's `score`."""
    told = view.revealed
    assert told is not None, "a score sheet belongs to a deal that is over"
    winner = NOBODY if told.winner is None else names[told.winner]
    how = "" if told.by is None else " " + ENDED[told.by.value]
    lines = ["", f"== {winner} won{how}. Tiplu: {_tiplu(told.tiplu) if told.tiplu is not None else 'none'}"]
    for seat, (name, account) in enumerate(zip(names, accounts, strict=True)):
        maal = account["maal"]
        reasons = ", ".join(f"{line['reason']} {line['points']}" for line in maal["lines"]) or "none"
        taken = "" if maal["settled"] == maal["total"] else f" → {maal['settled']}"
        parts = ", ".join(f"{line['reason']} {line['points']:+}" for line in account["lines"])
        lines.append(f"  {name:<8} {account['net']:+5}   maal {maal['total']}{taken} ({reasons}); {parts}")
        held = cards(told.hands[seat]) or "nothing"
        lines.append(f"           laid {_laid(view, seat) or 'nothing'}; in hand {held}")
    standing = "   ".join(f"{name} {total:+}" for name, total in zip(names, totals, strict=True))
    return "\n".join([*lines, f"  so far: {standing}", f"  key {told.key.hex()}"])
