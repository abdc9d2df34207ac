"""Every page of every phase within Discord's limits, in both languages, with the worst names, hands and sheets."""

from itertools import product

import pytest

from cogs.help import TOPICS, howto_page
from cogs.ids import ControlId, read
from cogs.names import plain
from cogs.pages import Button, Page, Picker, fitted
from cogs.panels import panel_of, playable
from cogs.panels.marriage import board, hand, pile, sheet
from cogs.panels.marriage.hand import asks
from cogs.panels.rules_sheet import rules_page
from cogs.panels.seats import closed, lobby, standings
from cogs.results import history_page
from cogs.speech import Speaker
from data.results import HistoryRow, HistorySeat
from marriage_core.cards import FACES, texts
from marriage_core.hosting.lobby import Status
from marriage_core.marriage.notes import Fact, Note, Phase
from marriage_core.marriage.state import State
from tests.bot import scenes
from tests.bot.scenes import EN, ENEMIES, FRIENDS, HOSTILE, SETTINGS, SPEAKERS, lint, playing, states, text_of
from tests.core.builder import dealt, paired, played, seat, seen, table

DEALS = [
    ("nepali", "collector collector", {}),
    ("nepali", "collector pairer collector pairer dreamer", {}),
    ("bhoos", "pairer pairer pairer collector collector", {"printed_jokers": 6}),
    (
        "murder",
        "collector dreamer collector pairer collector pairer collector",
        {"packs": "auto", "unseen_tunnelas": "kept"},
    ),
    ("kidnap", "pairer pairer pairer pairer pairer pairer pairer", {"packs": "4", "maal_tunnela": "add:50"}),
]


def lint_all(scene: scenes.Scene, speaker: Speaker) -> None:
    """Every page that a table shows at one moment."""
    shown = scene.board
    lint(board(shown, speaker))
    lint(pile(shown, speaker))
    lint(rules_page(shown, speaker))
    lint(standings(shown, speaker, complete=True))
    for desk, settings in product(scene.desks, SETTINGS):
        for notice in ("", "n" * 500):
            lint(hand(desk, speaker, settings, notice))
        if desk.options.discards:
            lint(hand(desk, speaker, settings, asked=f"discard={texts(desk.options.discards[:1])}"))
    told = sheet(shown, speaker)
    if told is not None:
        lint(told)


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
@pytest.mark.parametrize(("preset", "walkers", "options"), DEALS)
def test_every_moment_of_a_deal(preset: str, walkers: str, options: dict[str, str], speaker: Speaker) -> None:
    found = states(preset, walkers, 3, 25, **options)
    assert found[-1].phase is Phase.OVER
    for state in found:
        lint_all(playing(state), speaker)


def test_indian_deals_have_pages_too() -> None:
    for state in states("indian", "collector collector collector", 4, 20):
        lint_all(playing(state), EN)


def test_the_very_last_page_of_a_match() -> None:
    last = states("nepali", "collector collector pairer", 5)[-1]
    for status in (Status.BETWEEN, Status.AFTER):
        lint_all(playing(last, status=status, totals=(10**9, -(10**9), 0)), EN)


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_lobbies_empty_full_and_with_every_option_changed(speaker: Speaker) -> None:
    rules = scenes.preset(
        "bhoos",
        packs="auto",
        printed_joker_points=[1000] * 8,
        alter_points=[1000] * 8,
        tiplu_points=[1000] * 8,
        poplu_points=[1000] * 8,
        jhiplu_points=[1000] * 8,
        marriage_points=[1000] * 8,
        tunnela_points=[1000] * 8,
        maal_tunnela="replace:1000",
        unseen_tunnelas="kept",
        unseen_maal="kidnap",
        turn_seconds=86400,
        deals=50,
    )
    for count in (1, 2, 5, 7):
        scene = scenes.lobby(ENEMIES[:count], rules)
        lint(lobby(scene.board, speaker))
        lint(rules_page(scene.board, speaker))
        lint(hand(scene.desk(0), speaker, SETTINGS[0]))
        lint(pile(scene.board, speaker))
        assert sheet(scene.board, speaker) is None
    assert items_disabled(lobby(scenes.lobby(ENEMIES, rules).board, speaker)) >= {"join", "add"}
    for reason in ("ended", "expired", "nobody_left", "replaced", "channel_gone", "broken"):
        lint(closed(speaker, reason))


def items_disabled(page: Page) -> set[str]:
    return {item.id.verb for item in scenes.items(page) if isinstance(item, Button) and item.disabled}


def test_names_are_harmless_on_every_page() -> None:
    last = states("nepali", "collector pairer collector pairer dreamer", 2)[-1]
    for state in (states("nepali", "collector pairer collector pairer dreamer", 2)[-3], last):
        scene = playing(state)
        pages = [board(scene.board, EN), standings(scene.board, EN, complete=True), sheet(scene.board, EN)]
        pages += [hand(desk, EN, SETTINGS[0]) for desk in scene.desks]
        for page in pages:
            if page is not None:
                told = text_of(page)
                assert "@everyone" not in told
                assert "<@1>" not in told
                assert "```" not in told
                assert "\u202e" not in told
                assert "](http" not in told
                assert "||spoiler||" not in told


@pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda speaker: speaker.language)
def test_thirty_notes_of_the_longest_kind(speaker: Speaker) -> None:
    faces = tuple(FACES[:21])
    log = tuple(Note(i % 5, fact, faces) for i in range(5) for fact in Fact)
    scene = playing(dealt(5)._replace(log=log))
    page = board(scene.board, speaker)
    lint(page)
    assert any("…" in value for _, value in page.fields)


def tunnelas() -> State:
    hand = " ".join(f"{card} {card} {card}" for card in ["2S", "4S", "6S", "8S", "10S", "QS", "3H"])
    return table(seat(hand), seat("5H"), turn=0)


def test_a_hand_of_seven_tunnelas_shows_the_buttons_of_five() -> None:
    scene = playing(tunnelas())
    for speaker, settings in product(SPEAKERS, SETTINGS):
        page = hand(scene.desk(0), speaker, settings)
        lint(page)
        assert sum(item.id.verb == "tunnela" for item in scenes.items(page)) == 5
    five = tunnelas()
    for card in ["2S", "4S", "6S", "8S", "10S"]:
        five = played(five, 0, f"tunnela={card}")
    lint_all(playing(five), EN)


def test_every_card_of_a_hand_of_22_different_faces_can_be_chosen() -> None:
    faces = FACES[:22]
    state = table(seat(texts(faces)), seat("5H"), drew="9H")
    page = hand(playing(state).desk(0), EN, SETTINGS[0])
    lint(page)
    picker = next(item for item in scenes.items(page) if isinstance(item, Picker))
    assert {value for value, _ in picker.options} == set(texts(faces).split())


def test_copies_are_one_choice() -> None:
    state = table(seat("7H 7H 7H 2S"), seat("5H"), drew="2S")
    picker = next(
        item for item in scenes.items(hand(playing(state).desk(0), EN, SETTINGS[0])) if isinstance(item, Picker)
    )
    assert picker.options == (("2S", "2♠"), ("7H", "7♥ ×3"))


def test_a_pile_of_a_whole_deal_fits_and_its_top_is_first() -> None:
    pack = " ".join(texts(FACES) for _ in range(2))
    state = table(seat("5H"), seat("6H"), discards=pack, stock="")
    page = pile(playing(state).board, EN)
    lint(page)
    assert page.body.startswith(f"**{'K♣'}**")


# --- what a demanding player looks for --------------------------------------------------------------------------------


def test_the_board_of_an_empty_pile_has_nothing_to_take() -> None:
    state = dealt(2)._replace(discards=(), discard_faces=())
    page = board(playing(state).board, EN)
    assert "take" in items_disabled(page)
    assert "draw" not in items_disabled(page)


def test_m14_2_the_boards_take_does_not_depend_on_what_may_be_taken() -> None:
    wild = table(seen("2S 3S"), seat("5H"), tiplu="JC", discards="JH")
    plain_one = table(seen("2S 3S"), seat("5H"), tiplu="JC", discards="5D")
    for state in (wild, plain_one):
        assert items_disabled(board(playing(state).board, EN)) == set()
    assert "take" in items_disabled(hand(playing(wild).desk(0), EN, SETTINGS[0]))
    assert "or take" not in hand(playing(wild).desk(0), EN, SETTINGS[0]).body


def test_a_panel_after_the_deal_says_how_it_ended_and_the_way_on() -> None:
    last = states("nepali", "collector collector", 1)[-1]
    scene = playing(last, FRIENDS)
    assert last.winner is not None
    for at, desk in enumerate(scene.desks):
        page = hand(desk, EN, SETTINGS[0])
        net = EN.number(desk.view.revealed.settled[at].net, signed=True)
        assert f"{FRIENDS[last.winner].name}** shows" in page.body
        assert net in page.body
        assert [item.id.verb for item in scenes.items(page)] == ["next"]
    after = hand(playing(last, FRIENDS, status=Status.AFTER).desk(0), EN, SETTINGS[0])
    assert [item.id.verb for item in scenes.items(after)] == ["again"]
    assert "Your place: 1 of 2" in after.body


def test_votes_and_totals_are_on_the_board() -> None:
    scene = playing(dealt(4), FRIENDS, votes=frozenset({100}))
    assert "1 of 3 votes" in board(scene.board, EN).body


def test_who_has_seen_reads_what_is_wild_and_what_of_it_they_hold() -> None:
    desk = playing(table(seen("JC QC 5H"), seat("5H"), tiplu="JC"), FRIENDS).desk(0)
    body = hand(desk, EN, SETTINGS[0]).body
    assert "Tiplu **J♣**" in body
    assert "Wild in your hand: J♣ Q♣" in body
    other = playing(table(seen("JC QC 5H"), seat("5H"), tiplu="JC"), FRIENDS).desk(1)
    assert "wild" not in hand(other, EN, SETTINGS[0]).body.lower()


def test_an_open_tiplu_is_told_without_what_is_wild_before_seeing() -> None:
    state = table(seat("3S 4S"), seen("5H"), tiplu="JC", open_tiplu=True)
    unseen, has_seen = (hand(desk, EN, SETTINGS[0]).body for desk in playing(state, FRIENDS).desks)
    assert "Tiplu, open to all: **J♣**" in unseen
    assert "wild" not in unseen
    assert "wild too" in has_seen
    assert "Tiplu, open to all: **J♣**" in board(playing(state, FRIENDS).board, EN).body


ASKED = [
    ("a meld, unseen", table(seat("3S 4S 5S 9D"), seat("2H"), drew="9D"), "4S", True),
    ("an ordinary card, unseen", table(seat("3S 4S 5S 9D"), seat("2H"), drew="9D"), "9D", False),
    ("a wild card, unseen", table(seat("3S 4S 5S JC"), seen("2H"), drew="JC", tiplu="JC"), "JC", False),
    ("a wild card, seen", table(seen("3H KD JC 9D"), seat("2H"), drew="9D", tiplu="JC"), "JC", True),
    ("an ordinary card, seen", table(seen("3H KD 2C 9D"), seat("2H"), drew="9D", tiplu="JC"), "9D", False),
    ("a fourth of three", table(seat("3S 4S 5S 5S 9D"), seat("2H"), drew="9D"), "5S", False),
    ("a dublee of a pairer", table(paired("4D 4D 9D"), seat("2H"), drew="9D", tiplu="JC"), "4D", True),
    ("a card not held", table(seat("3S 4S 5S 9D"), seat("2H"), drew="9D"), "AH", False),
]


@pytest.mark.parametrize(("what", "state", "card", "expected"), ASKED, ids=[case[0] for case in ASKED])
def test_f58_which_discards_ask_first(what: str, state: State, card: str, expected: bool) -> None:
    assert asks(playing(state).desk(0), f"discard={card}") is expected


def test_f58_m14_2_the_question_is_in_the_same_words_whatever_is_wild() -> None:
    words = set()
    for tiplu in ("JC", "4S", "5S", "4H", "QD"):
        state = table(seat("3S 4S 5S 9D"), seen("2H"), drew="9D", tiplu=tiplu)
        words.add(repr(hand(playing(state).desk(0), EN, SETTINGS[0], asked="discard=4S")))
    assert len(words) == 1
    assert "wild" not in words.pop()


# --- the other pages --------------------------------------------------------------------------------------------------


def test_howto_in_both_languages() -> None:
    games = [game.name for game in playable()]
    for topic, game, speaker in product(TOPICS, games, SPEAKERS):
        page = howto_page(topic, game, speaker)
        lint(page)
        others = {f"{other}.{game}" for other in TOPICS if other != topic}
        others |= {f"{topic}.{other}" for other in games if other != game}
        assert {item.id.arg for item in scenes.items(page)} == others


def test_f53_a_history_of_hostile_names_fits_and_goes_on() -> None:
    seats = tuple(HistorySeat(i, plain(name), None, -12345, i == 0, {}) for i, name in enumerate(HOSTILE))
    rows = [HistoryRow(n, 1.8e9, "t", n, "marriage", "nepali", True, "melds", "", "", seats) for n in range(40, 0, -1)]
    page = history_page(rows[:7], EN)
    lint(page)
    assert "…" not in page.body[-2:]
    picker, older = scenes.items(page)
    assert isinstance(picker, Picker)
    assert [value for value, _ in picker.options] == ["40", "39", "38", "37", "36", "35"]
    assert older.id == ControlId("0", "history", "35")
    assert [item.id.verb for item in scenes.items(history_page(rows[:6], EN))] == ["turned"]
    lint(history_page([], EN))


def test_a_page_that_discord_would_refuse_is_refused_here() -> None:
    one = Button("x", ControlId("t", "draw"))
    bad = [
        Page(text="x" * 2001),
        Page(title="x" * 257),
        Page(body="x" * 4097),
        Page(footer="x" * 2049),
        Page(fields=(("", "x"),)),
        Page(fields=(("x", ""),)),
        Page(fields=(("x", "y" * 1025),)),
        Page(fields=(("x" * 257, "y"),)),
        Page(fields=(("x", "y"),) * 26),
        Page(body="x" * 4000, fields=(("x", "y" * 1000),) * 3),
        Page(rows=((one, one),)),
        Page(rows=((),)),
        Page(rows=tuple((Button("x", ControlId("t", "draw", str(i))),) for i in range(6))),
        Page(rows=(tuple(Button("x", ControlId("t", "draw", str(i))) for i in range(6)),)),
        Page(rows=((Button("x" * 81, one.id),),)),
        Page(rows=((Picker("p", one.id, ()),),)),
        Page(rows=((Picker("p", one.id, (("a", "a"), ("a", "b"))),),)),
        Page(rows=((Picker("p", one.id, tuple((str(i), str(i)) for i in range(26))),),)),
        Page(rows=((Picker("p", one.id, (("a", "b" * 101),)),),)),
        Page(rows=((Picker("p", one.id, (("a", "a"),)), Button("x", ControlId("t", "take"))),)),
    ]
    for page in bad:
        with pytest.raises(ValueError, match=r"characters|empty|rows|ids|row|picker"):
            page.message()


def test_lines_that_do_not_fit_are_left_off_whole() -> None:
    assert fitted(["one", "two"], 9) == "one\ntwo"
    assert fitted(["one", "two", "three"], 11) == "one\ntwo\n…"
    assert fitted(["one", "two", "three"], 10, latest=True) == "…\nthree"
    assert fitted(["x" * 50], 10) == "…"
    assert fitted([], 10) == ""


def test_ids_are_read_back_and_never_too_long() -> None:
    for made in (
        ControlId("0a1b", "draw", None, "12345.6.100.draw"),
        ControlId("0a1b", "sure", "discard=10C", "1.0.1.play"),
        ControlId("0", "history", "12"),
        ControlId("0a1b", "hand"),
    ):
        assert read(str(made)) == made
    for strange in ("", "x", "m:", "m:A:-:hand", "m:a:-:hand:", "other:a:b:c", "m:a:-:hand:x\ny" * 40):
        assert read(strange) is None
    with pytest.raises(ValueError, match="allowed: 100"):
        str(ControlId("t", "sure", "x" * 100))


def test_panels_are_found_by_the_games_name() -> None:
    assert panel_of("marriage").sheet is sheet
