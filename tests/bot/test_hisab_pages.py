"""Forms into sheets, and the pages of a sitting within Discord's limits with the worst of names."""

from dataclasses import replace
from typing import Any

import pytest

from cogs.hisab_form import NEW, NOBODY, Form, answered, asked, check_names, form_of, read_form, settled, sheet_of
from cogs.hisab_pages import (
    correct_page,
    deal_page,
    end_page,
    form_page,
    name_question,
    players_page,
    questions,
    settle_page,
    sheet_text,
    sitting_page,
    transfer_lines,
)
from cogs.ids import ControlId
from cogs.names import plain
from cogs.pages import Page, Picker, Question, Questions
from cogs.speech import Speaker
from data.sittings import Sitting, SittingDeal, SittingPlayer
from marriage_core.errors import BadSheet, BadText, TableRefusal
from tests.bot.scenes import EN, HOSTILE, SPEAKERS, lint, text_of

NAMES = tuple(plain(name) for name in HOSTILE)
FIRST = Sitting(
    "0a1b2c3d4e5f", 1, 2, 3, 10.0, "nepali", {"packs": "auto"}, tuple(SittingPlayer(name) for name in NAMES)
)
PLAIN = replace(FIRST, players=tuple(SittingPlayer(name) for name in ("A", "B", "C")))


def form(told: dict[str, str], seen: str = "ABC", winner: str | None = "A", **more: Any) -> Form:
    return Form(
        ("A", "B", "C"), told, seen=tuple(seen), winner=winner, by="melds" if winner != NOBODY else None, **more
    )


FORMS = [
    ({"A": "5", "B": "0", "C": "3"}, {}, [13, -11, -2]),
    ({"A": "५", "B": "०", "C": "३"}, {}, [13, -11, -2]),
    ({"A": "10C JC QC QC QC / QC", "B": "0", "C": "0"}, {"tiplu": "JC"}, [56, -28, -28]),
    ({"A": "10C JC QC QC QC/QC", "B": " 0", "C": "KD"}, {"tiplu": "jc"}, [56, -28, -28]),
]


@pytest.mark.parametrize(("told", "more", "nets"), FORMS)
def test_a_form_becomes_a_sheet(told: dict[str, str], more: dict[str, Any], nets: list[int]) -> None:
    assert [own.net for own in settled(form(told, **more), PLAIN)] == nets


def test_hands_behind_a_semicolon() -> None:
    indian = replace(PLAIN, preset="indian", options={})
    told = {"A": "0", "B": "0;12", "C": "2 ; KS 9H"}
    assert [own.net for own in settled(form(told, tiplu="JC"), indian)] == [24, -14, -10]
    entry = sheet_of(form(told, tiplu="JC"), indian).players[2]
    assert entry.unmelded is not None
    with pytest.raises(BadSheet, match="count no hand points"):
        settled(form(told), PLAIN)


@pytest.mark.parametrize(
    ("made", "error", "said"),
    [
        (form({"A": "5", "B": "1"}), TableRefusal, "hisab_maal_missing"),
        (form({"A": "5", "B": "1", "C": "1"}, winner=None), TableRefusal, "hisab_ending_missing"),
        (form({"A": "5", "B": "1", "C": "x"}), BadText, "player 3"),
        (form({"A": "-5", "B": "1", "C": "1"}), BadText, "player 1"),
        (form({"A": "9" * 299, "B": "1", "C": "1"}), BadText, "player 1"),
        (form({"A": "5", "B": "1", "C": "1"}, seen="BC"), BadSheet, "has not seen"),
        (form({"A": "5", "B": "1", "C": "1"}, winner="D"), BadSheet, "none of the players"),
        (form({"A": "5", "B": "QC", "C": "1"}), BadSheet, "tiplu"),
        (form({"A": "5", "B": "QC / QC", "C": "1"}, tiplu="JC"), BadSheet, "three cards"),
    ],
)
def test_what_cannot_be(made: Form, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        settled(made, PLAIN)


def test_forms_are_stored_and_follow_who_plays() -> None:
    made = form({"A": "5"}, tiplu="JC", dublees=("B",))
    assert read_form(made.json()) == made
    sitting = replace(PLAIN, forms={NEW: made.json()})
    assert form_of(sitting, NEW) == made
    left = replace(sitting, players=(SittingPlayer("A"), SittingPlayer("B", plays=False), SittingPlayer("D")))
    assert form_of(left, NEW).players == ("A", "D")
    assert form_of(left, NEW).told == {"A": "5"}
    with pytest.raises(TableRefusal, match="hisab_no_deal"):
        form_of(sitting, "1")
    deal = SittingDeal(1, 1, 0.0, 5, made.json(), {})
    assert form_of(replace(sitting, deals=(deal,)), "1") == made
    half = replace(sitting, deals=(deal,), forms={"1": replace(made, tiplu="QC").json()})
    assert form_of(half, "1").tiplu == "QC"


def test_modals_ask_five_at_a_time() -> None:
    assert [asked(Form(NAMES[:n])) for n in (2, 4, 5, 7)] == [
        ((0, 1, 2),), ((0, 1, 2, 3, 4),), ((0, 1, 2, 3, 4), (5,)), ((0, 1, 2, 3, 4), (5, 6, 7)),
    ]  # fmt: skip
    made = answered(form({"A": "5", "B": "1"}), {1: " 10C \n JC ", 3: " JC ", 9: "x"})
    assert (made.told, made.tiplu) == ({"A": "5", "B": "10C JC"}, "JC")
    assert answered(made, {0: ""}).told == {"A": "", "B": "10C JC"}


def played(sitting: Sitting, deals: int) -> Sitting:
    """Many deals, each corrected once."""
    names = [player.name for player in sitting.players][:7]
    nets = {name: 1000 if i else -6000 for i, name in enumerate(names)}
    told = dict.fromkeys(names, "10C JC QC QC QC / QC" * 20)
    stored = Form(tuple(names), told, "`JC`", tuple(names), names[0], "dublees").json()
    versions = [SittingDeal(number, v, 0.0, 5, stored, nets) for number in range(1, deals + 1) for v in (1, 2)]
    return replace(sitting, deals=tuple(versions))


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
async def test_every_page_fits_and_is_harmless(speaker: Speaker) -> None:
    more = tuple(SittingPlayer(f"{i} {'`' * 20}", plays=False) for i in range(5))
    sitting = played(replace(FIRST, players=(*FIRST.players, *more)), 60)
    blank = Form(NAMES)
    full = read_form(sitting.deals[0].form)
    told = replace(full, told=dict.fromkeys(NAMES, "9999"), tiplu="")
    pages: list[Page] = [
        sitting_page(FIRST, speaker),
        sitting_page(sitting, speaker),
        sitting_page(replace(sitting, closed_at=1.0), speaker),
        form_page(FIRST, NEW, blank, speaker),
        form_page(sitting, "60", full, speaker, "x" * 900),
        form_page(replace(FIRST, options={"seen_dublee_loser_pays": False}), NEW, full, speaker),
        deal_page(sitting, sitting.deals[1], told, settled(told, FIRST), speaker),
        deal_page(sitting, sitting.deals[0], replace(told, winner=NOBODY, by=None), settled(told, FIRST), speaker),
        players_page(sitting, speaker, "x"),
        correct_page(sitting, speaker),
        settle_page(sitting, speaker),
        end_page(sitting, speaker),
        end_page(played(FIRST, 2), speaker),
    ]
    for page in pages:
        lint(page)
        assert "@everyone" not in text_of(page).split("```")[0]
        assert text_of(page).count("```") in (0, 2)
    for part in range(2):
        made = questions(sitting, "60", part, full, speaker).modal()
        assert made.is_finished()
        assert all(len(one["label"]) <= 45 for one in made.to_dict()["components"])
    assert name_question(sitting, speaker).modal().is_finished()


def test_the_sheet_as_text() -> None:
    deals = (
        SittingDeal(1, 1, 0.0, 5, {}, {"A": 4, "B": -4}),
        SittingDeal(1, 2, 0.0, 5, {}, {"A": 6, "B": -6}),
        SittingDeal(2, 1, 0.0, 5, {}, {"A": 0, "C": 0}),
    )
    sitting = replace(PLAIN, deals=deals)
    assert sheet_text(sitting, EN).splitlines() == [
        "   #      A      B      C",
        "  1*     +6     -6      ·",
        "   2      0      ·      0",
        "   =     +6     -6      0",
        "1: before A +4, B -4",
    ]
    assert transfer_lines(sitting, EN) == ["**B** → **A**: 6 points"]
    assert transfer_lines(PLAIN, EN) == ["Nobody owes anybody anything."]


def test_names_of_a_sitting() -> None:
    check_names(["A", "B"], 7)
    for names, code in (
        (["A"], "hisab_names"),
        (["A"] * 8, "hisab_names"),
        (["A", "?"], "hisab_no_name"),
        (["A", "a"], "hisab_name_twice"),
    ):
        with pytest.raises(TableRefusal, match=code):
            check_names(names, 7)


async def test_modals_and_pickers_that_discord_would_refuse() -> None:
    one = Question("0", "x", "", 10)
    for bad in (
        Questions("x" * 46, ControlId("t", "q"), (one,)),
        Questions("x", ControlId("t", "q"), ()),
        Questions("x", ControlId("t", "q"), (one,) * 6),
        Questions("x", ControlId("t", "q"), (Question("0", "x" * 46, "", 10),)),
    ):
        with pytest.raises(ValueError, match=r"characters|questions"):
            bad.modal()
    two = (("a", "a"), ("b", "b"))
    for picker in (
        Picker("p", ControlId("t", "q"), two, 2, 1),
        Picker("p", ControlId("t", "q"), two, 1, 3),
        Picker("p", ControlId("t", "q"), two, 1, 1, ("a", "b")),
    ):
        with pytest.raises(ValueError, match="be chosen"):
            Page(rows=((picker,),)).check()
