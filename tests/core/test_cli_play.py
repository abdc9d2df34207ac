"""`play`: a game typed line by line."""

import re
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from marriage_core.cards import face
from marriage_core.cli import main, words
from marriage_core.cli.play import read_command, write_command
from marriage_core.errors import BadText, IllegalMove
from marriage_core.marriage.moves import Discard, Draw, Move, Route, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.notes import Fact, Note
from marriage_core.marriage.rules import PRESETS
from marriage_core.notation.record import read, replay
from tests.core.command import refused, run

CORE = Path(__file__).parent.parent.parent / "marriage_core"


def typed(*lines: str, players: str = "easy", argv: tuple[str, ...] = ()) -> str:
    """What the terminal shows after some lines; the input then ends."""
    told = run("play", "--seed", "5", "--players", players, *argv, stdin="".join(f"{line}\n" for line in lines))
    assert (told.code, told.err) == (0, "")
    return told.out


def test_the_end_of_the_input_and_quit_leave_cleanly() -> None:
    for lines in ((), ("quit",), ("help", "q"), ("d",)):
        assert typed(*lines).endswith("Bye.\n")


def test_the_board() -> None:
    out = typed("hand", players="easy,easy,easy")
    assert "Commitment " in out
    assert re.search(r"Maya +\d+ cards, has (not )?seen", out)
    assert re.search(r"stock \d+    discard \S+    tiplu hidden", out)
    assert "your hand, 21 cards:" in out
    suits = [line.strip()[-1] for line in out.split("your hand, 21 cards:\n")[1].split("\n>")[0].split("\n")]
    assert suits == ["♠", "♥", "♦", "♣"]


def test_asking_changes_nothing() -> None:
    out = typed("", "help", "pile", "hint", "nonsense", "9X", "\x1b[A")
    assert "The computer would type: " in out
    assert "'nonsense' is no card" in out
    assert "Type help for the commands." in out
    assert "You draw" not in out


def test_refusals_are_sentences() -> None:
    out = typed("9D", "see", "show", "tunnela AS", "d", "d", "show", "see dublees", "see")
    for sentence in (
        "Draw first: d from the stock, t takes the top discard.",
        "You need three of A♠; you hold ",
        "You have drawn already",
        "See the tiplu first",
        "You need 7 dublees in hand",
        "To see you need 3 pure melds in hand; you hold ",
    ):
        assert sentence in out


class Adviser(StringIO):
    """Types whatever the computer would do; `after` are the answers once a deal is over, then the input ends."""

    def __init__(self, out: StringIO, after: tuple[str, ...]) -> None:
        super().__init__()
        self.told = out
        self.after = list(after)
        self.asked = 0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        self.asked += 1
        assert self.asked < 5000, "no deal takes so many lines"
        *_, before, prompt = self.told.getvalue().split("\n")
        if prompt.startswith("Another deal?"):
            return f"{self.after.pop(0)}\n" if self.after else ""
        advice = re.fullmatch(r">   The computer would type: (.+)", before)
        return f"{advice[1]}\n" if advice else "hint\n"


def advised(*after: str, seed: str = "5", argv: tuple[str, ...] = ()) -> str:
    """What the terminal shows of whole deals played by the computer's advice."""
    out = StringIO()
    assert main(["play", "--seed", seed, "--players", "easy", *argv], Adviser(out, after), out, StringIO()) == 0
    return out.getvalue()


def test_a_whole_deal_by_the_computers_advice() -> None:
    out = advised("record", "n")
    assert re.search(r"== (You|Kaji) won with (seven melds|eight dublees)\. Tiplu: ", out)
    assert "You see the tiplu with " in out or "Kaji sees the tiplu with " in out
    assert "so far: You " in out
    key = re.search(r"  key ([0-9a-f]{64})\n", out)
    record = read(next(line for line in out.split("\n") if "deal/1 " in line).partition("] ")[2])
    assert key is not None
    assert record.key.hex() == key[1]
    assert record.names == ("You", "Kaji")
    nets = [int(net) for net in re.findall(r"^  (?:You|Kaji) +([+-]\d+)   maal", out, re.MULTILINE)]
    outcome = record.game.outcome(replay(record)[1])
    assert outcome is not None
    assert list(outcome.nets) == nets


def test_seeing_tells_the_tiplu_and_stars_the_wild_cards() -> None:
    outs = [advised(seed=str(seed)) for seed in range(6)]
    assert any(re.search(r"The tiplu is \S+\.", out) for out in outs)
    assert any(re.search(r"   .*[♠♥♦♣]\*", out) for out in outs)
    assert any("you laid: " in out for out in outs)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played(preset: str) -> None:
    told = [advised(seed=seed, argv=("--preset", preset)) for seed in "123"]
    assert all("won" in out for out in told)
    assert preset != "indian" or any("melds anew with " in out for out in told)


def test_a_line_without_end_is_read_in_parts() -> None:
    assert "Bye." in typed("x" * 5000)


def test_another_deal_or_not() -> None:
    out = advised("what", "y", "n", argv=("--option", "max_turns=10"))
    assert (out.count("Another deal?"), out.count("Commitment ")) == (3, 2)
    assert out.endswith("Bye.\n")
    assert advised("").count("Commitment ") == 2


def test_a_deal_without_a_winner() -> None:
    outs = [advised(seed=str(seed), argv=("--option", "max_turns=10")) for seed in range(8)]
    assert any("== Nobody won. Tiplu: " in out for out in outs)


def test_every_code_has_a_sentence() -> None:
    source = (CORE / "marriage" / "checks.py").read_text(encoding="utf-8")
    used = set(re.findall(r'IllegalMove\("(\w+)"', source)) | {"laid_fixed", "not_held", "show_not_with"}
    assert used == set(words.REFUSALS)


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (IllegalMove("not_pure", cards="3S 4S 5H"), "3♠ 4♠ 5♥ is no pure meld."),
        (
            IllegalMove("show_not_with", card="9D", allowed=("10C", "JK")),
            "With 9♦ as the last discard the hand is not complete; possible: 10♣, 🃏.",
        ),
        (IllegalMove("see_count", need=3, named=2), "To see lay exactly 3 melds; you named 2."),
        (IllegalMove("unheard_of", card="whatever"), "unheard_of"),
    ],
)
def test_sentences(refusal: IllegalMove, sentence: str) -> None:
    assert words.refusal(refusal) == sentence


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        (Note(None, Fact.RECYCLE), "The discards become the stock again."),
        (Note(0, Fact.DRAW), "You draw"),
        (Note(1, Fact.DRAW), "Kaji draws"),
        (Note(1, Fact.TUNNELA, (face("QC"),) * 3), "Kaji shows the tunnela Q♣ Q♣ Q♣"),
        (Note(0, Fact.SHOW, (face("9D"),)), "You show, discarding 9♦"),
        (Note(1, Fact.EXCHANGE, (face("9D"),)), "Kaji lays melds anew with 9♦"),
        (Note(0, Fact.STOCK_OUT), "You find the stock used up"),
    ],
)
def test_facts(note: Note, sentence: str) -> None:
    assert words.note(note, ("You", "Kaji"), 0) == sentence


@pytest.mark.parametrize("fact", Fact)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_fact_has_words(fact: Fact, seat: int) -> None:
    assert words.note(Note(None if fact is Fact.RECYCLE else seat, fact), ("You", "Kaji"), 0)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("d", Draw()),
        ("DRAW", Draw()),
        ("t", Take()),
        ("take", Take()),
        ("9d", Discard(face("9D"))),
        ("10♣", Discard(face("10C"))),
        (" discard  tc ", Discard(face("10C"))),
        ("see", See()),
        ("see melds", See()),
        ("See Dublees", See(Route.DUBLEES)),
        ("show", Show()),
        ("show 9D", Show(face("9D"))),
        ("tunnela QC", ShowTunnela(face("QC"))),
    ],
)
def test_commands(line: str, move: object) -> None:
    assert read_command(line) == move


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Draw(), "d"),
        (Take(), "t"),
        (TakeAndShow(), "t"),
        (ShowTunnela(face("QC")), "tunnela QC"),
        (Discard(face("10C")), "10C"),
        (See(), "see"),
        (See(Route.DUBLEES), "see dublees"),
        (Show(), "show"),
        (Show(face("9D")), "show 9D"),
    ],
)
def test_advice_can_be_typed(move: Move, line: str) -> None:
    assert write_command(move) == line
    assert read_command(line) == (Take() if move == TakeAndShow() else move)


@pytest.mark.parametrize("line", ["see all", "d 9D", "tunnela", "discard", "show me", "9D 9D", "?!"])
def test_lines_that_are_no_command(line: str) -> None:
    with pytest.raises(BadText):
        read_command(line)


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["--players", "genius"], '"genius" is no level of marriage'),
        (["--players", ",".join(["easy"] * 5)], "--players: 5 opponents; allowed: 1–4"),
        (["--option", "packs=9"], "option packs: 9"),
        (["--preset", "chess"], "unknown preset 'chess'"),
    ],
)
def test_arguments_that_are_refused(argv: list[str], told: str) -> None:
    assert told in refused("play", *argv)


def test_without_a_seed_and_with_stray_bytes() -> None:
    stdin = TextIOWrapper(BytesIO(b"\xff\xfe\nhelp\n"), encoding="utf-8")
    out, err = StringIO(), StringIO()
    assert main(["play", "--players", "easy"], stdin, out, err) == 0
    assert "is no card" in out.getvalue()
