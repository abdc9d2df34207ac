"""The catalogues: complete, alike, and nothing in them for nobody (F67)."""

import re
import subprocess
import sys

import pytest

from data.words import Words
from data.words.__main__ import faults, refusals
from data.words.phrases import placeholders
from data.words.source import ROOT
from marriage_core.errors import IllegalMove, TableRefusal
from tests.bot.scenes import EN, NE, SPEAKERS

WORDS = Words()
OF_THE_RULES = set(refusals()) & {
    "already_drew", "already_seen", "cannot_show", "deal_over", "draw_first", "dublee_holds_eight",
    "dublee_not_completed", "dublees_off", "dublees_players", "just_taken", "laid_fixed", "no_seven_dublees",
    "no_three_pure", "no_tiplu_left", "no_tunnela", "not_held", "not_pure", "not_seen", "not_your_turn", "pile_empty",
    "see_count", "show_not_with", "stock_empty", "take_is_show", "tunnela_too_late", "tunnelas_off", "unseen_barred",
    "wild_barred",
}  # fmt: skip


def test_nothing_is_wrong_with_the_catalogues() -> None:
    assert faults() == []


def test_the_command_says_so() -> None:
    ran = subprocess.run([sys.executable, "-m", "data.words"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "en, ne" in ran.stdout


@pytest.mark.parametrize("language", WORDS.languages)
@pytest.mark.parametrize("code", sorted(refusals()))
def test_f67_every_refusal_has_a_sentence_in_every_language(code: str, language: str) -> None:
    assert f"refusal.{code}" in WORDS.keys(language)


def test_f67_refusals_of_the_game_are_found_and_name_their_rule() -> None:
    assert len(OF_THE_RULES) == 28
    for code in OF_THE_RULES:
        for language in WORDS.languages:
            assert re.search(r"M\d", WORDS.template(language, f"refusal.{code}")), code


def test_f67_a_refusal_that_knows_a_card_names_it() -> None:
    for code in OF_THE_RULES - {"tunnela_too_late"}:
        if all("card" in facts for facts in refusals()[code]):
            assert "card" in placeholders(WORDS.template("en", f"refusal.{code}")), code


def test_facts_become_words() -> None:
    names = ("Asha", "_b_")
    assert EN.refused(IllegalMove("not_held", card="10C")) == "10♣ is not in your hand (M6.3)."
    assert EN.refused(IllegalMove("not_your_turn", seat=1), names).startswith(r"It is \_b\_'s turn")
    assert EN.refused(IllegalMove("not_your_turn", seat=1)).startswith("It is 2's turn")
    assert "7♥, 10♣" in EN.refused(IllegalMove("show_not_with", card="9D", allowed=("7H", "10C")))
    assert "4♥ 5♥ 7♥" in EN.refused(IllegalMove("not_pure", cards="4H 5H 7H"))
    assert "<@5>" in EN.refused(TableRefusal("host_only", host=5))
    assert "३" in NE.refused(IllegalMove("no_three_pure", need=3, held=1))


def test_numbers_have_the_languages_digits_and_a_real_minus() -> None:
    assert [EN.number(n, signed=True) for n in (5, 0, -12)] == ["+5", "0", "−12"]
    assert NE.number(-120, signed=True) == "−१२०"
    assert WORDS.say("xx", "button.draw") == "Draw"
    with pytest.raises(KeyError):
        WORDS.say("en", "no.such_key")


def test_nepali_is_nepali() -> None:
    alike = {key for key in WORDS.keys("en") if WORDS.template("en", key) == WORDS.template("ne", key)}
    said = {key for key in alike if re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", WORDS.template("ne", key)))}
    assert said == {"language.en"}


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_no_message_breaks_the_limits_by_itself(speaker: object) -> None:
    for language in WORDS.languages:
        for key in WORDS.keys(language):
            text = WORDS.template(language, key)
            limit = 60 if key.startswith("button.") else 2500 if key.startswith("howto.") else 400
            assert len(text) <= limit, key
