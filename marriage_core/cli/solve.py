"""`solve`: what a hand can do by melds, and how far it is from it."""

from argparse import Namespace
from collections import Counter
from dataclasses import dataclass
from typing import Any, TextIO

from marriage_core.cards import JOKER, Face, face, faces, text, without
from marriage_core.cli.parsing import add_rules, marriage_rules_of
from marriage_core.cli.reading import each_line, text_of
from marriage_core.cli.writing import write_json
from marriage_core.errors import BadSheet, BadText, Phrase
from marriage_core.marriage.holding import FACE_POINTS
from marriage_core.marriage.moves import Meld
from marriage_core.marriage.rules import HAND_SIZE, MELDS_TO_SHOW, PURE_TO_SEE, Rules
from marriage_core.notation.strict import bool_of, located, object_of, read, shown, string_of
from marriage_core.solver import (
    dublees,
    finish,
    finish_distance,
    finish_distance_longer,
    finish_longer,
    finishing_discards,
    finishing_discards_longer,
    least_unmelded,
    least_unmelded_of_three,
    max_pure,
    see_distance,
    see_melds,
    supply,
)
from marriage_core.wilds import wilds

LONGEST_HAND = 400
LAID = 3 * PURE_TO_SEE


@dataclass(frozen=True, slots=True)
class Question:
    """A hand: whole, or with `seen` what is left of it beside three pure melds on the table."""

    hand: tuple[Face, ...]
    tiplu: Face | None
    seen: bool

    @property
    def melds(self) -> int:
        """How many melds a show still needs from this hand (M8.1)."""
        return MELDS_TO_SHOW - PURE_TO_SEE if self.seen else MELDS_TO_SHOW

    @property
    def pure(self) -> int:
        """How many of the melds in this hand must be pure."""
        return 0 if self.seen else PURE_TO_SEE


def add_to(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("solve", help="what a hand can do", description=__doc__)
    parser.add_argument("--hand", metavar="TEXT", help="cards separated by blanks: 3S 10C Q♣ …")
    parser.add_argument("--tiplu", metavar="CARD", help="the tiplu; its wild cards count for showing only")
    parser.add_argument("--seen", action="store_true", help="three pure melds lie on the table already")
    parser.add_argument("--lines", action="store_true", help='JSON Lines {"hand", "tiplu"?, "seen"?} on standard input')
    add_rules(parser)
    parser.set_defaults(run=run)


def run(args: Namespace, stdin: TextIO, stdout: TextIO) -> int:
    """All questions are read and checked before the first is answered."""
    rules = marriage_rules_of(args)
    if args.lines:
        if args.hand is not None or args.tiplu is not None or args.seen:
            raise BadText("--lines: hands come from standard input; --hand, --tiplu and --seen do not go with it")
        questions = each_line(text_of(None, stdin), lambda line: question(rules, read(line)))
    else:
        if args.hand is None:
            raise BadText("--hand: missing; give a hand, or --lines")
        questions = [question(rules, {"hand": args.hand, "tiplu": args.tiplu, "seen": args.seen})]
    for asked in questions:
        write_json(answer(rules, asked), stdout)
    return 0


def question(rules: Rules, value: object) -> Question:
    """The question of a JSON value. Raises BadText or BadSheet naming the value and what is wrong."""
    told = object_of(value, "hand", ("hand", "tiplu", "seen"), ("hand",))
    cards = string_of(told["hand"], "hand")
    if len(cards) > LONGEST_HAND:
        raise BadText("hand: {cards} is too long, {n} characters", cards=shown(cards), n=len(cards))
    asked = Question(
        hand=located("hand", faces, cards),
        tiplu=None if told.get("tiplu") is None else located("tiplu", face, string_of(told["tiplu"], "tiplu")),
        seen=bool_of(told.get("seen", False), "seen"),
    )
    _check(rules, asked)
    return asked


def _check(rules: Rules, asked: Question) -> None:
    """M1.1, M3.2, M3.5: the cards must exist; M4.2: a hand has a size."""
    if asked.tiplu == JOKER:
        raise BadSheet("tiplu: {card} is a printed joker, which is never the tiplu (M3.5)", card=text(JOKER))
    packs = packs_of(rules)
    for card, held in sorted(Counter(asked.hand).items()):
        most = rules.printed_jokers if card == JOKER else packs - (card == asked.tiplu)
        if held > most:
            why = Phrase(", besides the tiplu under the stock") if card == asked.tiplu else Phrase("")
            if card == JOKER and not most:
                why = Phrase(": these rules have no printed jokers")
            raise BadSheet(
                "hand: {card} is given {held} times; there are {most}{why}",
                card=text(card),
                held=held,
                most=most,
                why=why,
            )
    size = HAND_SIZE - LAID if asked.seen else HAND_SIZE
    if len(asked.hand) not in (size, size + 1):
        when = Phrase("with seen" if asked.seen else "without seen")
        sentence = "hand: {n} cards; {when} it has {size}, or {drawn} after drawing"
        raise BadSheet(sentence, n=len(asked.hand), when=when, size=size, drawn=size + 1)


def packs_of(rules: Rules) -> int:
    """Packs in play; a hand alone does not say for how many players, so that `auto` is three."""
    return rules.packs_for(2)


def answer(rules: Rules, asked: Question) -> dict[str, Any]:
    """The answer as JSON (interface.md, `solve`)."""
    hand, seen = asked.hand, asked.seen
    pure = 0 if seen else max_pure(hand)
    discards, shows = _shows(rules, asked)
    told = {
        "cards": len(hand),
        "dublees": dublees(hand),
        "max_pure": None if seen else pure,
        "can_see": None if seen else pure >= PURE_TO_SEE,
        "see_melds": None if seen else _texts(see_melds(hand, PURE_TO_SEE)),
        "see_distance": None if seen else see_distance(hand, PURE_TO_SEE, packs_of(rules)),
        "can_show": bool(discards),
        "finishing_discards": sorted(map(text, discards)),
        "show": shows,
        "finish_distance": _finish_distance(rules, asked),
    }
    return told if rules.hand_points == "none" else told | {"unmelded": _unmelded(rules, asked)}


def _shows(rules: Rules, asked: Question) -> tuple[tuple[Face, ...], dict[str, Any] | None]:
    """Every face whose discard ends the deal, and one show; needs a tiplu and the card drawn (M8.1)."""
    if asked.tiplu is None or len(asked.hand) != 3 * asked.melds + 1:
        return (), None
    wild, pure = wilds(asked.tiplu), asked.pure
    if rules.longer_melds:
        discards = finishing_discards_longer(asked.hand, wild, pure)
    else:
        discards = finishing_discards(asked.hand, wild, asked.melds, pure)
    if not discards:
        return (), None
    left = without(asked.hand, discards[:1])
    melds = finish_longer(left, wild, pure) if rules.longer_melds else finish(left, wild, asked.melds, pure)
    return discards, {"melds": _texts(melds), "discard": text(discards[0])}


def _finish_distance(rules: Rules, asked: Question) -> int | None:
    if asked.tiplu is None or not asked.seen:
        return None
    have = supply(packs_of(rules), rules.printed_jokers, asked.tiplu)
    if rules.longer_melds:
        return finish_distance_longer(asked.hand, wilds(asked.tiplu), have, 3 * asked.melds)
    return finish_distance(asked.hand, wilds(asked.tiplu), have, asked.melds)


def _unmelded(rules: Rules, asked: Question) -> dict[str, Any] | None:
    """I11: the cards of least points that an arrangement with three pure melds leaves in none, wild ones counting 0.

    Needs a tiplu and, where the hand has not seen, three pure melds in it.
    """
    if asked.tiplu is None:
        return None
    search = least_unmelded if rules.longer_melds else least_unmelded_of_three
    found = search(asked.hand, wilds(asked.tiplu), FACE_POINTS, asked.pure)
    return None if found is None else {"points": found.points, "cards": [text(card) for card in found.rest]}


def _texts(melds: tuple[Meld, ...] | None) -> list[list[str]] | None:
    return None if melds is None else [[text(card) for card in meld] for meld in melds]
