"""Sentences that depend on a number, a setting or a game: one and many, what is usual, what a sign means."""

from dataclasses import replace

import pytest

from cogs.hisab_form import NEW, Form
from cogs.hisab_pages import questions, sitting_page
from cogs.panels.dummy import board as dummy_board
from cogs.panels.dummy import hand as dummy_hand
from cogs.panels.dummy.board import circled
from cogs.panels.marriage import board, hand, hint
from cogs.panels.seats import lobby, standings
from cogs.results import history_page
from cogs.speech import Speaker
from data.results import HistoryRow, HistorySeat
from data.sittings import Sitting, SittingPlayer
from marriage_core.cards import face
from marriage_core.hosting.lobby import Sitter
from marriage_core.marriage.moves import Discard, Draw, Route, See
from marriage_core.marriage.players.advice import Advice, Goal, Why
from marriage_core.marriage.rules import PRESETS
from tests.bot import dummy_scenes, scenes
from tests.bot.scenes import EN, FRIENDS, NE, SETTINGS, items, playing
from tests.bot.world import World
from tests.core.builder import played, seat, table
from tests.dummy import builder

DISCARD = Discard(face("7C"))

HINTS = [
    (
        EN,
        Advice(DISCARD, Why.SAFE, {"goal": Goal.THREE_PURE, "instead": "8D", "missing": 2, "helps": 36}),
        "💡 **Discard 7♣.** You stay just as close to three pure melds, and 8♦ is likelier to be useful to the next "
        "player.\n-# On the way to three pure melds: 2 cards to go; 36 unseen cards help.",
    ),
    (
        EN,
        Advice(DISCARD, Why.NEAREST, {"goal": Goal.SHOW, "missing": 1, "helps": 1}),
        "💡 **Discard 7♣.** It leaves you closest, with the most unseen cards that help.\n"
        "-# On the way to a show: 1 card to go; 1 unseen card helps.",
    ),
    (
        EN,
        Advice(Draw(), Why.DRAW, {"goal": Goal.SEVEN_DUBLEES, "missing": 3, "helps": 20}),
        "💡 You are collecting dublees: **Draw from the stock.** The discard does not bring you nearer to seven "
        "dublees.\n-# On the way to seven dublees: 3 dublees to go; 20 unseen cards help.",
    ),
    (
        EN,
        Advice(See(Route.MELDS), Why.SEE, {"goal": Goal.SEVEN_DUBLEES}),
        "💡 **See the tiplu, laying three pure melds.** Only who has seen can show, and waiting loses more than it "
        "brings.",
    ),
    (
        EN,
        Advice(Draw(), Why.DRAW, {"goal": Goal.SHOW_ANEW, "missing": 2, "helps": 5}),
        "💡 **Draw from the stock.** The discard does not bring you nearer to a show.\n"
        "-# On the way to a show, laid melds laid anew where it helps: at most 2 cards to go; at least 5 unseen cards "
        "help.",
    ),
    (
        NE,
        Advice(DISCARD, Why.SAFE, {"goal": Goal.THREE_PURE, "instead": "8D", "missing": 1, "helps": 13}),
        "💡 **7♣ फाल्नुस्।** यो फाल्दा पनि तीन चोखा समूह उत्तिकै नजिक रहन्छ, र 8♦ अर्को खेलाडीलाई काम लाग्ने सम्भावना बढी छ।\n"
        "-# तीन चोखा समूहसम्म: १ पत्ती बाँकी; काम लाग्ने १३ पत्ती अझै बाहिर छन्।",
    ),
]


@pytest.mark.parametrize(("speaker", "advice", "told"), HINTS)
def test_hints_in_words(speaker: Speaker, advice: Advice, told: str) -> None:
    assert hint(advice, speaker) == told


# --- the table --------------------------------------------------------------------------------------------------------


def test_m12_1_two_deals_a_player_are_said_to_be_the_default() -> None:
    two, three = (scenes.lobby(FRIENDS[:n]).board for n in (2, 3))
    assert "Deals: 4 (two a player) · 90 seconds" in lobby(two, EN).body
    assert "Deals: 6 (two a player) · 90 seconds" in lobby(three, EN).body
    assert "जनही दुई" in lobby(two, NE).body
    agreed = scenes.lobby(FRIENDS[:2], scenes.preset("nepali", deals=4)).board
    assert "Deals: 4 · 90 seconds" in lobby(agreed, EN).body


GONE = (
    Sitter("Asha", 1, away=True),
    Sitter("Bikram", 2, left=True),
    Sitter("Easy", level="easy"),
)


def test_signs_of_who_is_gone_have_words_on_the_board() -> None:
    told = board(playing(table(seat("3S"), seat("3H"), seat("3D")), GONE).board, EN).body
    assert "**Asha** 💤 away, a computer plays · 1 card" in told
    assert "**Bikram** 🚪 left, a computer plays · 1 card" in told
    assert "**Easy** 🤖 · 1 card" in told
    state = builder.table(builder.seat("3S 4S"), builder.seat("3H"))
    assert "💤 away, a computer plays · 2 cards" in dummy_board(dummy_scenes.playing(state, GONE).board, EN).body


def test_points_that_are_a_burden_have_no_plus_at_the_table() -> None:
    state = builder.table(builder.seat("3S"), builder.seat("3H"))
    shown = dummy_scenes.playing(state, FRIENDS).board
    assert "**Asha** 123" in standings(shown, EN, complete=True).body
    assert "+" not in standings(shown, EN, complete=True).body
    assert "**Asha** +12345" in standings(playing(table(seat("3S"), seat()), FRIENDS).board, EN, complete=True).body


# --- Dummy Rummy ------------------------------------------------------------------------------------------------------


def test_numbers_of_melds_are_no_ranks() -> None:
    assert [circled(number) for number in (1, 2, 20, 21)] == ["①", "②", "⑳", "(21)"]
    runs = " / ".join(f"{i % 2} set {rank}S {rank}H {rank}D" for i, rank in enumerate("3456789JQ"))
    many = builder.table(builder.down("KS 2C"), builder.down("KD"), melds=runs)
    page = dummy_hand(dummy_scenes.playing(many, FRIENDS).desk(0), EN, SETTINGS[0])
    assert "On the table: ① 3♠ 3♥ 3♦  │  ② 4♠" in page.body


def test_a_wild_card_just_drawn_has_no_button_that_throws_it() -> None:
    def buttons(drew: str) -> list[str]:
        state = builder.table(builder.seat(f"3S 7H 9D {drew}"), builder.seat("3H"), drew=drew)
        page = dummy_hand(dummy_scenes.playing(state, FRIENDS).desk(0), EN, SETTINGS[0])
        return [item.label for item in items(page) if hasattr(item, "label")]

    assert "Discard K♦" in buttons("KD")
    assert not [
        label for label in buttons("2C") + buttons("JK") if label.startswith("Discard ") and "pile" not in label
    ]


def test_i4_a_card_just_drawn_that_was_laid_has_no_button_that_throws_it() -> None:
    cards = "3S 4S 5H 6H 7H 8D 9D 10D JC QC KC 2D 2H 5C 7C 9C 9H JS QS KD AH 5S"
    drawn = table(seat(cards), seat("2H"), drew="5S", tiplu="4C", discards="AS", rules=PRESETS["indian"])
    laid = played(drawn, 0, "see=melds:3S.4S.5S/5H.6H.7H/8D.9D.10D")
    for state, there in ((drawn, True), (laid, False)):
        page = hand(playing(state, FRIENDS).desk(0), EN, SETTINGS[0])
        assert ("Discard 5♠" in [item.label for item in items(page) if hasattr(item, "label")]) is there


def test_what_is_missing_is_counted() -> None:
    state = builder.table(builder.seat("7S 7H 7D QS QH 3D"), builder.seat("3S"))
    for speaker, told in ((EN, "1 card still missing."), (NE, "अझै १ पत्ती चाहिन्छ।")):
        assert told in dummy_hand(dummy_scenes.playing(state, FRIENDS).desk(0), speaker, SETTINGS[0]).body


# --- what was and what can be chosen ----------------------------------------------------------------------------------


def test_a_history_says_how_many_options_were_changed() -> None:
    def told(preset: str, options: str) -> str:
        head = f'"players":["A","B"],"dealer":0,"key":"{"ab" * 32}"'
        record = f'deal/1 {{"preset":"{preset}","options":{options},{head}}} 0:nonsense'
        seats = (HistorySeat(1, "A", None, 40, True, {}),)
        row = HistoryRow(
            1, 1.8e9, "t", 1, "dummy" if preset == "dummy" else "marriage", preset, True, None, record, "", seats
        )
        return history_page([row], EN).body

    assert told("nepali", "{}").splitlines()[0].endswith("· nepali")
    assert "· nepali + 1 change\n" in told("nepali", '{"seen_payment":5,"deals":3,"turn_seconds":60}')
    assert "· murder + 2 changes\n🏆 A +40" in told("murder", '{"seen_payment":5,"dublee_bonus":0}')
    assert "· dummy\n🏆 A 40" in told("dummy", "{}")


async def test_presets_are_offered_with_words_the_usual_one_first(world: World) -> None:
    async def offered(command: str) -> list[tuple[str, str]]:
        found = await world.asha.autocomplete(world.channel, command, "preset", "")
        return [(one["value"], one["name"]) for one in found]

    names = [name for name, _ in await offered("leaderboard")]
    assert (names[0], names[-1]) == ("nepali", "dummy")
    assert ("murder", "murder – who has not seen loses their maal") in await offered("leaderboard")
    await world.slash(world.asha, "marriage new", preset="murder")
    await world.slash(world.asha, "settings save", name="Ours")
    assert [name for name, _ in await offered("marriage new")][-2:] == ["Ours", "dummy"]
    await world.slash(world.asha, "settings server", preset="Ours")
    assert (await offered("marriage new"))[0] == ("Ours", "Ours – this server's own rules")
    await world.slash(world.asha, "settings me", language="ne")
    assert ("murder", "murder – माल नहेर्नेको माल शून्य हुने खेल") in await offered("hisab new")


async def test_whoever_looks_on_is_told_when_they_can_play(world: World) -> None:
    await world.open(world.asha, world.bikram)
    assert "`/marriage new` opens a table for everybody" in await world.told(world.dorje, "hand")
    assert "can join the next one: `/marriage new`, when it is over" in await world.told(world.dorje, "marriage join")


async def test_statistics_tell_every_game_that_was_played(world: World) -> None:
    assert "No finished deal yet." in await world.told(world.asha, "stats")
    await world.slash(world.asha, "settings me", language="ne")
    assert "अझै कुनै बाजी सकिएको छैन।" in await world.told(world.asha, "stats", preset="dummy")


SITTING = Sitting("0a1b2c3d4e5f", 1, 2, 3, 10.0, "nepali", {}, tuple(SittingPlayer(name) for name in ("A", "B")))


def test_the_form_shows_what_can_be_typed() -> None:
    fields = questions(SITTING, NEW, 0, Form(("A", "B")), EN).fields
    assert [(field.label, field.example) for field in fields] == [
        ("A", "12, or cards: 10C JC QC"),
        ("B", "12, or cards: 10C JC QC"),
        ("Tiplu (only if you typed cards)", "JC"),
    ]
    indian = replace(SITTING, preset="indian")
    assert questions(indian, NEW, 0, Form(("A", "B")), EN).fields[0].example.startswith("5 ; 12, or cards")
    questions(indian, NEW, 0, Form(("A", "B")), NE).modal()


def test_nobody_leads_before_the_first_deal() -> None:
    assert "🥇" not in sitting_page(SITTING, EN).fields[0][1]
