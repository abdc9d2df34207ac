"""Dummy Rummy's pages: within Discord's limits in every phase, saying what they should, and nothing secret."""

import re
from itertools import product
from random import Random

import pytest

from cogs.pages import Page
from cogs.panels.dummy import (
    add_word,
    asks,
    board,
    cut_in_word,
    hand,
    hint,
    holdings,
    melds,
    pile,
    refusal,
    secret,
    sheet,
    show_word,
)
from cogs.panels.dummy.board import NOTES
from cogs.panels.dummy.contracts import contract_words
from cogs.panels.dummy.hint import WHY
from cogs.panels.dummy.moves import OWN_SENTENCES
from cogs.panels.dummy.sheet import REASONS
from cogs.panels.rules_sheet import rules_page
from cogs.panels.seats import lobby as lobby_page
from cogs.panels.seats import standings
from cogs.speech import Speaker
from marriage_core.cards import FACES, JOKER, text
from marriage_core.dummy import coach
from marriage_core.dummy.contracts import contract
from marriage_core.dummy.notes import Fact, Phase
from marriage_core.dummy.players.advice import Why
from marriage_core.dummy.scoring import Reason
from marriage_core.dummy.view import view
from marriage_core.errors import IllegalMove, TableRefusal
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Desk
from tests.bot.dummy_scenes import hidden_permutations, lobby, playing, states
from tests.bot.scenes import EN, ENEMIES, FRIENDS, NE, SETTINGS, SPEAKERS, WORDS, Scene, items, lint, text_of
from tests.bot.test_leak import payload
from tests.dummy.builder import down, seat, table

MARRIAGE = re.compile(r"maal|tiplu|tunnela|dublee|marriage(?! end)|\bM(?!1[23]\b)\d", re.IGNORECASE)
"""Words and rule numbers of Marriage; M12 and M13 are about tables of any game."""
CUT_IN = {"cut_in": True, "run_same_suit": True}


def pages(scene: Scene, speaker: Speaker) -> list[Page]:
    """Every page of one moment."""
    shown = scene.board
    found = [board(shown, speaker), pile(shown, speaker), standings(shown, speaker, complete=False)]
    found += [rules_page(shown, speaker), *filter(None, [sheet(shown, speaker)])]
    for desk, settings in product(scene.desks, SETTINGS):
        found += [hand(desk, speaker, settings), hand(desk, speaker, settings, "n" * 500)]
        found += [hand(desk, speaker, settings, asked=f"discard={text(face)}") for face in desk.options.discards[:1]]
    return found


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
@pytest.mark.parametrize(("number", "players", "options"), [(1, 2, {}), (2, 4, CUT_IN), (3, 3, {})])
def test_every_moment_of_a_deal(number: int, players: int, options: dict[str, object], speaker: Speaker) -> None:
    for state in states(number, players, 9, [11, 0, 7, 5][:players], **options):
        for page in pages(playing(state), speaker):
            lint(page)
            told = text_of(page)
            assert "@everyone" not in told
            assert "<@1>" not in told
            if speaker is EN:
                assert not MARRIAGE.search(told), told


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_lobbies(speaker: Speaker) -> None:
    for count in (1, 2, 4):
        scene = lobby(ENEMIES[:count])
        for page in (
            lobby_page(scene.board, speaker),
            rules_page(scene.board, speaker),
            rules_page(scene.board, NE, 1),
        ):
            lint(page)
        lint(hand(scene.desk(0), speaker, SETTINGS[0]))
        lint(pile(scene.board, speaker))
        assert sheet(scene.board, speaker) is None
    told = text_of(lobby_page(lobby(FRIENDS[:2]).board, EN))
    assert "until somebody has laid the twelfth contract" in told
    assert not re.search(r"\b0\b", told)


def test_a_match_that_ends_itself_does_not_count_its_deals_down() -> None:
    over = states(1, 2)[-1]
    complete = standings(playing(over, FRIENDS, status=Status.AFTER).board, EN, complete=True)
    assert "Deals played: 4." in complete.body
    assert "Deals played: 4." in standings(playing(over, FRIENDS).board, EN, complete=False).body


# --- what they say ----------------------------------------------------------------------------------------------------


def test_contracts_in_words() -> None:
    assert [contract_words(contract(number), EN) for number in (1, 6, 8, 12)] == [
        "2 sets of 3", "2 sets of 3 + run of 4", "3 sets of 3", "run of 10",
    ]  # fmt: skip
    assert "३" in contract_words(contract(1), NE)


HELD = "7S 7H 7D QS QH QD KS 9C 9H 4D 5D 8C AS"


def test_a_contract_in_hand_is_offered_and_its_cards_are_asked_about() -> None:
    desk = playing(table(seat(f"{HELD} 2C"), seat("3S"), drew="2C"), FRIENDS).desk(0)
    page = hand(desk, EN, SETTINGS[1])
    assert "Your contract 1: **2 sets of 3**" in page.body
    assert "You can lay it now" in page.body
    assert {(item.id.verb, item.id.decision) for item in items(page) if item.id.verb == "lay"} == {
        ("lay", desk.decision)
    }
    assert asks(desk, "discard=7S")
    assert asks(desk, "discard=2C")
    assert not asks(desk, "discard=4D")
    assert not asks(desk, "discard=10D")
    assert "You need it" in hand(desk, EN, SETTINGS[0], asked="discard=7S").text


def test_what_is_missing_and_what_waits_for_the_draw() -> None:
    told = hand(playing(table(seat("7S 7H QS QH 3D"), seat("3S")), FRIENDS).desk(0), EN, SETTINGS[0]).body
    assert "2 cards still missing." in told
    assert "take **K♣**" in told
    told = hand(playing(table(seat(HELD), seat("3S")), FRIENDS).desk(0), EN, SETTINGS[0]).body
    assert "You hold it: draw" in told
    told = hand(playing(table(seat("7S 7H 7D QS QH QD"), seat("3S"), drew="QD"), FRIENDS).desk(0), EN, SETTINGS[0]).body
    assert "a card must be left" in told


MELDS = "0 set 7S 7H 7D / 1 run 4H 5S 6H 7C"


def test_cards_to_add_are_a_picker_with_the_words_of_moves() -> None:
    state = table(down("8S 3D 2C KH KD"), down("9S"), melds=MELDS, drew="KD", discards="4C QH")
    desk = playing(state, FRIENDS).desk(0)
    page = hand(desk, EN, SETTINGS[0])
    picker = next(item for item in items(page) if item.id.verb == "addto")
    assert [value for value, _ in picker.options] == ["8S:1:high", "3D:1:low", "2C:0", "2C:1:high", "2C:1:low"]
    assert picker.options[0][1] == "8♠ → ②, high end: 4♥ 5♠ 6♥ 7♣"
    assert "\n② 4♥ 5♠ 6♥ 7♣\n" in page.body
    assert holdings(desk, "add") == tuple(sorted(holdings(desk, "add")))
    assert {text(face) for face in holdings(desk, "add")} == {"8S", "3D", "2C"}
    assert add_word(desk, ("8S",), None) == "add=8S:1"
    assert add_word(desk, ("8S", "9S"), 2) == "add=8S.9S:1"
    assert add_word(desk, ("KH",), None) == "add=KH:0"
    assert melds(desk) == ("7♠ 7♥ 7♦", "4♥ 5♠ 6♥ 7♣")
    fresh = table(down("8S 3D 2C KH"), seat("9S"), melds=MELDS, drew="KH", fresh=True)
    assert "from your next turn" in hand(playing(fresh, FRIENDS).desk(0), EN, SETTINGS[0]).body


def test_more_places_than_a_picker_holds() -> None:
    runs = " / ".join(f"{i % 2} run 4{a} 5{b} 6{a} 7{b}" for i, (a, b) in enumerate(["SH", "HS", "DC", "CD"]))
    state = table(down("JK JK 2S 2H 2D 2C 8S 8H 8D 8C 3S 3H 3D 3C KS"), down("9S"), melds=runs, drew="KS")
    desk = playing(state, FRIENDS).desk(0)
    assert len(desk.options.adds) > 25
    lint(hand(desk, NE, SETTINGS[0]))
    picker = next(item for item in items(hand(desk, EN, SETTINGS[0])) if item.id.verb == "addto")
    assert len(picker.options) == 25
    assert picker.options[0][0].startswith("3S")


def test_asking_out_of_turn() -> None:
    state = table(seat("3S"), seat("4S 5H"), seat("6S"), discards="QH KC", thrower=2, cut_in=True)
    scene = playing(state, FRIENDS)
    page = hand(scene.desk(1), EN, SETTINGS[0])
    button = next(item for item in items(page) if item.id.verb == "cutin")
    assert (button.id.arg, button.id.decision) == ("KC", scene.desk(1).anytime)
    assert "three cards of the stock" in page.body
    assert cut_in_word(scene.desk(1)) == "cutin=KC"
    asked = table(seat("3S"), seat("4S 5H"), seat("6S"), discards="QH KC", thrower=2, cut_in=True, asked=(1,))
    scene = playing(asked, FRIENDS)
    assert "You have asked for **K♣**" in hand(scene.desk(1), EN, SETTINGS[0]).body
    assert any(item.id.verb == "pass" for item in items(hand(scene.desk(1), EN, SETTINGS[0])))
    assert cut_in_word(scene.desk(1)) == "pass"
    assert "asks for the discard" in board(scene.board, EN).body


def test_the_board_and_the_sheet() -> None:
    state = table(
        down("8S"), seat("9S 3C", contract=4), melds=MELDS.replace("1 run", "0 run"), discards="4C QH", turn=1
    )
    told = board(playing(state, FRIENDS).board, EN)
    assert "contract 4: 2 runs of 4" in told.body
    assert "-# ① 7♠ 7♥ 7♦  │  ② 4♥ 5♠ 6♥ 7♣" in told.body
    assert told.title == "Dummy Rummy · deal 4"
    over = states(1, 2)[-1]
    shown = playing(over, FRIENDS)
    page = sheet(shown.board, EN)
    assert page is not None
    assert "goes out" in page.body or "nobody went out" in page.body
    assert page.body.endswith("The next deal begins by itself <t:1800000000:R>.")
    ended = sheet(playing(over, FRIENDS, status=Status.AFTER).board, EN)
    assert ended is not None
    assert "next deal" not in ended.body
    assert (len(page.rows), ended.rows) == (1, ())
    points = view(over, None).revealed.settled
    assert [field[0].rsplit(" ", 1)[1] for field in page.fields[:2]] == [str(one.points) for one in points]
    assert "Your points:" in hand(shown.desk(0), EN, SETTINGS[0]).body
    last = playing(over, FRIENDS, status=Status.AFTER).desk(1)
    assert "Your place:" in hand(last, EN, SETTINGS[0]).body


def test_scoring_in_words() -> None:
    state = table(seat("KH KD 5S 2C JK AS", contract=12), down(contract=12), turn=0)
    page = sheet(playing(state._replace(phase=Phase.OVER, winner=1), FRIENDS).board, EN)
    assert page is not None
    assert page.fields[0][0].endswith(" 140")
    assert "3 to 9 (5) + 10 to K ×2 (20) + aces (15) + twos (50) + jokers (50)" in page.fields[0][1]
    assert "All twelve contracts laid" in page.fields[1][1]


# --- complete ---------------------------------------------------------------------------------------------------------


def test_everything_has_its_words() -> None:
    assert set(NOTES) == set(Fact)
    assert set(WHY) == set(Why)
    assert set(REASONS) == set(Reason)
    for code, key in OWN_SENTENCES.items():
        assert "refusal." + code in WORDS.keys("en")
        for language in WORDS.languages:
            assert re.search(r"\(D\d+\)", WORDS.template(language, key))
    assert refusal("no_set") == "refusal.no_set"
    assert EN.refused(IllegalMove("not_held", card="10C"), key=refusal) == "10♣ is not in your hand (D4)."


def test_there_is_nothing_secret_and_nothing_to_show() -> None:
    desk = lobby(FRIENDS[:2]).desk(0)
    assert holdings(desk) == melds(desk) == ()
    assert not asks(desk, "discard=7S")
    assert add_word(desk, ("7S",), None) == "add=7S:0"
    for call in (lambda: secret(desk, EN), lambda: show_word(desk, None)):
        with pytest.raises(TableRefusal, match="other_game"):
            call()
    with pytest.raises(TableRefusal, match="no_deal"):
        cut_in_word(desk)


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_every_hint_of_a_deal_has_words(speaker: Speaker) -> None:
    said = set()
    for state in states(4, 2, 1):
        if state.phase is not Phase.OVER:
            told = hint(coach.hint(view(state, state.turn)), speaker)
            assert len(told) < 500
            said.add(told.split("**")[1].split()[0])
    assert len(said) > 2


# --- leaks ------------------------------------------------------------------------------------------------------------


def everybodys(scene: Scene) -> list[str]:
    shown = scene.board
    told = (board(shown, EN), pile(shown, NE), rules_page(shown, EN), standings(shown, EN, complete=False))
    return [payload(page) for page in told] + [repr(sheet(shown, EN))]


def own(desk: Desk) -> list[str]:
    """Everything a person is shown, and whether they would be asked about each discard."""
    told = [hand(desk, speaker, settings) for speaker, settings in product(SPEAKERS, SETTINGS)]
    asked = [word for face in (*FACES, JOKER) if asks(desk, word := f"discard={text(face)}")]
    told += [hand(desk, EN, SETTINGS[0], "told", word) for word in asked]
    named = [repr(holdings(desk, verb)) for verb in ("", "discard", "add")]
    words = [add_word(desk, ("7S",), None), cut_in_word(desk), repr(melds(desk)), repr(asked)]
    try:
        words.append(hint(coach.hint(desk.view), EN))
    except IllegalMove as refused:
        words.append(str(refused))
    return [payload(page) for page in told] + named + words


@pytest.mark.parametrize("number", range(6))
def test_no_payload_depends_on_a_secret(number: int) -> None:
    draw = Random(number)
    found = states(number, 2 + number % 3, 11, cut_in=bool(number % 2))
    for state in draw.sample(found[:-1], min(4, len(found) - 1)):
        for other in hidden_permutations(state, None, draw):
            assert everybodys(playing(other, FRIENDS)) == everybodys(playing(state, FRIENDS))
        for seat_ in range(state.players):
            for other in hidden_permutations(state, seat_, draw):
                assert own(playing(other, FRIENDS).desk(seat_)) == own(playing(state, FRIENDS).desk(seat_))


def test_the_payloads_do_say_what_they_may() -> None:
    state = states(1)[1]
    other = next(hidden_permutations(state, 0, Random(1)))
    assert own(playing(other, FRIENDS).desk(1)) != own(playing(state, FRIENDS).desk(1))
