"""What a panel groups and a sheet marks: near groups, wild cards that stand in, dublees in shown tunnelas."""

from dataclasses import replace

import pytest

from cogs.panels.marriage import drawn, hand, sheet
from cogs.speech import Speaker
from data.people import PersonSettings
from marriage_core.cards import texts
from marriage_core.hosting.lobby import Status
from tests.bot.scenes import EN, FRIENDS, NE, SPEAKERS, playing
from tests.core.builder import paired, played, seat, seen, table

GROUPS = PersonSettings(1, sort="groups")
FINISH = "5D 7D 10D 2S 4S 8S 9H 9C KS 6C 6C 6C 3D"


def panel(state: object, speaker: Speaker = EN) -> list[str]:
    """The lines of the first seat's panel, sorted by groups."""
    body = hand(playing(state, FRIENDS).desk(0), speaker, GROUPS).body  # type: ignore[arg-type]
    return body.replace("\u00a0", " ").splitlines()


def test_near_groups_have_a_line_of_their_own() -> None:
    state = table(seat("9S 10S JS AC 2C 3C 7C 7C 3S KS JH JH QC QC 5D 7D"), seat())
    assert panel(state)[:3] == [
        "Melds: **9♠ 10♠ J♠  │  A♣ 2♣ 3♣**",
        "Nearly: 7♣ 7♣  │  J♥ J♥  │  Q♣ Q♣  │  5♦ 7♦",
        "Loose: 3♠ K♠",
    ]
    assert panel(state, NE)[2] == "एक्ला: 3♠ K♠"
    rows = drawn(playing(state, FRIENDS).desk(0), GROUPS).rows
    assert [texts(row) for row in rows[2:]] == ["7C 7C", "JH JH", "QC QC", "5D 7D", "3S KS"]


def test_whole_melds_beyond_those_that_are_laid_are_melds_too() -> None:
    told = panel(table(seat("9S 10S JS AC 2C 3C 7C 7C 7C 4H 5H 6H KD"), seat(), drew="KD"))
    assert told[0] == "Melds: **9♠ 10♠ J♠  │  4♥ 5♥ 6♥  │  A♣ 2♣ 3♣**  │  7♣ 7♣ 7♣"
    assert told[1] == "Loose: K♦"


def test_pairs_of_a_dublee_player_are_called_so() -> None:
    assert panel(table(paired("9C 9C 5H"), seat(), tiplu="JC"))[:2] == ["Dublees: **9♣ 9♣**", "Loose: 5♥"]


def test_a_panel_stars_what_stands_in() -> None:
    state = table(seen(FINISH), seat(), tiplu="10S")
    assert panel(state)[0] == "Melds: **6♣ 6♣ 6♣  │  2♠ 10♦★ 4♠**"
    assert "★" not in "".join(panel(table(seat(FINISH), seat(), tiplu="10S")))


def test_m5_4_a_dublee_in_a_shown_tunnela_is_said_to_count() -> None:
    pairs = "2S 2S 4S 4S 6S 6S 8S 8S 10S 10S QS QS"
    told = "\n".join(panel(table(seat(f"{pairs} 5D", tunnelas="KD"), seat(), drew="5D")))
    assert "You can see by dublees: 2♠ 2♠" in told
    assert "in a tunnela that you have shown: K♦ K♦ (M5.4)" in told
    told = "\n".join(panel(table(seat(f"{pairs} 3H 3H 5D"), seat(), drew="5D")))
    assert "M5.4" not in told


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_a_sheet_stars_what_stands_in_and_says_what_was_wild(speaker: Speaker) -> None:
    won = table(seen("5D 7D 10D 4S 8H 8C 8D KS KS KS 6C 6C 6C"), seat("3D 4D"), tiplu="10S", drew="6C")
    page = sheet(playing(played(won, 0, "show=4S"), FRIENDS).board, speaker)
    assert page is not None
    cards = page.fields[0][1].splitlines()[-1].replace("\u00a0", " ")
    assert "5♦ 10♦★ 7♦" in cards
    assert cards.count("★") == 1
    assert "9♠ 10♠ J♠ 10♥ 10♦ 10♣" in page.body
    assert "★" in page.body


def test_a_sheet_without_such_a_card_has_no_legend() -> None:
    won = table(seen("5D 6D 7D 4S 8H 8C 8D KS KS KS 6C 6C 6C"), seat("3D 4D"), tiplu="10S", drew="6C")
    page = sheet(playing(played(won, 0, "show=4S"), FRIENDS).board, EN)
    assert page is not None
    assert "★" not in page.body


def test_the_last_sheet_of_a_match_leaves_the_standings_to_its_end() -> None:
    won = played(table(seen("5D 6D 7D 4S 8H 8C 8D KS KS KS 6C 6C 6C"), seat(), tiplu="10S", drew="6C"), 0, "show=4S")
    between = playing(won, FRIENDS).board
    names = [name for page in (sheet(between, EN),) if page for name, _ in page.fields]
    assert names[-1] == "After 4 of 50 deals"
    last = sheet(replace(between, status=Status.AFTER), EN)
    assert last is not None
    assert [name for name, _ in last.fields] == names[:-1]
