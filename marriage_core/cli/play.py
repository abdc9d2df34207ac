"""`play`: a game in the terminal against computer players."""

from argparse import Namespace
from collections.abc import Sequence
from hashlib import sha256
from io import TextIOWrapper
from secrets import token_bytes
from typing import Any, TextIO, assert_never

from marriage_core import cards
from marriage_core.cli import words
from marriage_core.cli.parsing import add_rules, levels_of, marriage_rules_of
from marriage_core.engine import Game, find_preset
from marriage_core.errors import BadText, IllegalMove
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.rules import Rules
from marriage_core.marriage.view import View
from marriage_core.notation.record import from_events, write
from marriage_core.shuffle import pick

NAMES = ("Kaji", "Maya", "Dolma", "Hari", "Sunita", "Pemba")
ME = 0
LONGEST_LINE = 1000
YES, NO = ("", "y", "yes"), ("n", "no", "q", "quit", "exit")


class Quit(Exception):
    """The player left, or the input ended."""


def add_to(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("play", help="play in the terminal", description=__doc__)
    parser.add_argument(
        "--players", default="easy,easy,easy", metavar="LEVEL,LEVEL,…", help="your opponents (default: three easy)"
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same text, the same deals")
    add_rules(parser)
    parser.set_defaults(run=run)


def run(args: Namespace, stdin: TextIO, stdout: TextIO) -> int:
    """Plays deal after deal until the player leaves or the input ends."""
    rules = marriage_rules_of(args)
    game, _ = find_preset(rules.preset)
    levels = levels_of(game, args.players)
    if len(levels) >= rules.most_players:
        sentence = "--players: {n} opponents; allowed: 1–{most} with these packs"
        raise BadText(sentence, n=len(levels), most=rules.most_players - 1)
    if isinstance(stdin, TextIOWrapper):
        # A stray byte typed at a prompt is a typing error, not the end of the game.
        stdin.reconfigure(errors="replace")
    table = Terminal(game, rules, levels, args.seed, stdin, stdout)
    try:
        table.play()
    except Quit:
        table.say("Bye.")
    return 0


class Terminal:
    """One person at seat 0 against computers, deal after deal."""

    def __init__(
        self, game: Game, rules: Rules, levels: Sequence[str], seed: str | None, stdin: TextIO, stdout: TextIO
    ) -> None:
        self.game, self.rules, self.seed = game, rules, seed
        self.stdin, self.stdout = stdin, stdout
        self.levels = ("", *levels)
        self.names = ("You", *NAMES[: len(levels)])
        self.totals = [0] * len(self.names)
        self.events: list[Any] = []
        self.state: Any = None
        self.told = 0

    def say(self, text: str) -> None:
        """A line for the person."""
        self.stdout.write(text + "\n")

    def ask(self, prompt: str) -> str:
        """A line from the person. Raises Quit at the end of the input."""
        self.stdout.write(prompt)
        self.stdout.flush()
        line = self.stdin.readline(LONGEST_LINE)
        if not line:
            self.say("")
            raise Quit
        return line.strip()

    def play(self) -> None:
        """Deals until the person has had enough."""
        self.say("Marriage. Type help for the commands, quit to leave.")
        dealer, number = pick(self._key(0), "first dealer", len(self.names)), 1
        while True:
            self.deal(dealer, self._key(number))
            if not self._again():
                raise Quit
            dealer, number = self.game.next_dealer(self.rules, len(self.names), dealer), number + 1

    def _key(self, number: int) -> bytes:
        if self.seed is None:
            return token_bytes(32)
        return sha256(b"marriage play\0" + self.seed.encode("utf-8", "surrogateescape") + b"\0%d" % number).digest()

    def _again(self) -> bool:
        while True:
            answer = self.ask("Another deal? [Y/n, record] ").lower()
            if answer in YES or answer in NO:
                return answer in YES
            if answer == "record":
                self.say(write(from_events(self.game, self.events, self.names)))

    def deal(self, dealer: int, key: bytes) -> None:
        """One deal to its end, with its score sheet."""
        self.events, self.state, self.told = [], None, 0
        self._happen(self.game.start(self.rules, len(self.names), dealer, key))
        self.say(f"\n{self.names[dealer]} dealt. Commitment {self._view().commitment}")
        shown_turn = None
        while (seat := self.game.to_move(self.state)) is not None:
            if seat == ME:
                decision = self.game.decision(self.state, ME)
                if decision != shown_turn:
                    self.say(words.board(self._view(), self.names))
                shown_turn = decision
                self._my_move()
            else:
                view = self.game.view(self.state, seat)
                self._happen(self.game.decide(self.state, seat, self.game.players[self.levels[seat]](view)))
        outcome = self.game.outcome(self.state)
        assert outcome is not None, "nobody is to move, so the deal is over"
        self.totals = [total + net for total, net in zip(self.totals, outcome.nets, strict=True)]
        accounts = self.game.account(self.state)
        self.say(words.score_sheet(self._view(), self.names, accounts, self.totals))

    def _view(self) -> View:
        view: View = self.game.view(self.state, ME)
        return view

    def _happen(self, events: Sequence[Any]) -> None:
        """Keeps the books and tells what everybody at the table sees."""
        self.events += events
        for event in events:
            self.state = self.game.evolve(self.state, event)
        log = self._view().log
        for note in log[self.told :]:
            self.say("  " + words.note(note, self.names, ME))
        self.told = len(log)

    def _my_move(self) -> None:
        """One line of input: a move, or a question that changes nothing."""
        view = self._view()
        line = self.ask("> ")
        match line.lower():
            case "":
                return
            case "q" | "quit" | "exit":
                raise Quit
            case "help" | "h" | "?":
                self.say(words.HELP)
            case "hand":
                self.say(words.board(view, self.names))
            case "pile":
                self.say("  " + words.cards(view.discards))
            case "hint":
                best = tuple(self.game.players.values())[-1]
                self.say(f"  The computer would type: {write_command(best(view))}")
            case _:
                self._try(view, line)

    def _try(self, view: View, line: str) -> None:
        try:
            move = read_command(line)
            if move == Take() and view.me[1].route is Route.DUBLEES:
                move = TakeAndShow()
            happened = self.game.decide(self.state, ME, move)
        except BadText as error:
            self.say(f"  {error}. Type help for the commands.")
        except IllegalMove as error:
            self.say("  " + words.refusal(error))
        else:
            self._happen(happened)
            self._tell_own(move)

    def _tell_own(self, move: Move) -> None:
        """What only the person learns from the own move."""
        own = self._view().me[0]
        if isinstance(move, Draw) and own.drawn is not None:
            self.say(f"  You drew {cards.pretty(own.drawn)}.")
        if isinstance(move, See) and own.tiplu is not None:
            self.say(f"  The tiplu is {cards.pretty(own.tiplu)}.")
            self.say(words.board(self._view(), self.names))


def write_command(move: Move) -> str:
    """What a person types for a move."""
    match move:
        case Draw():
            return "d"
        case Take() | TakeAndShow():
            return "t"
        case ShowTunnela(of):
            return f"tunnela {cards.text(of)}"
        case Discard(of):
            return cards.text(of)
        case See(route):
            return "see" if route is Route.MELDS else "see dublees"
        case Show(of):
            return "show" if of is None else f"show {cards.text(of)}"
    assert_never(move)


def read_command(line: str) -> Move:
    """The move of a line that a person typed. Raises BadText."""
    verb, _, rest = line.strip().partition(" ")
    of = rest.strip()
    match verb.lower():
        case "d" | "draw" if not of:
            return Draw()
        case "t" | "take" if not of:
            return Take()
        case "see" if of.lower() in ("", "melds", "dublees"):
            return See(Route(of.lower() or "melds"))
        case "show":
            return Show(cards.face(of) if of else None)
        case "tunnela":
            return ShowTunnela(cards.face(of))
        case "discard":
            return Discard(cards.face(of))
    return Discard(cards.face(line))
