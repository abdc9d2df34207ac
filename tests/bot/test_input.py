"""Bad input in the language of who gave it: the core's templates with their facts (F67); nothing typed is markup."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogs.card_words import meant
from cogs.hisab_form import options_typed
from cogs.names import plain
from cogs.server_presets import resolved
from cogs.speech import LONGEST_ERROR
from data.people import GuildSettings
from data.words import DEFAULT, INPUT, Words, phrases
from data.words.phrases import KEYS, heard, made, placeholders
from marriage_core.cards import faces
from marriage_core.dummy import sheet as dummy_sheet
from marriage_core.dummy import text as dummy
from marriage_core.engine import find_preset
from marriage_core.errors import BadInput, BadText, Phrase
from marriage_core.marriage import text as marriage
from marriage_core.marriage.decide import start
from marriage_core.marriage.rules import NEPALI
from marriage_core.marriage.sheet import read_sheet
from tests.bot.scenes import EN, NE
from tests.bot.test_hisab import filled, opened
from tests.bot.world import World, control, read

WORDS = Words()
ASHA = {"name": "Asha", "seen": True, "maal": 3}
OTHERS = [language for language in WORDS.languages if language != DEFAULT]


def refused(read: Callable[..., object], *told: object) -> BadInput:
    """What is wrong with an input."""
    with pytest.raises(BadInput) as error:
        read(*told)
    return error.value


def sheet(*players: dict[str, Any], **more: Any) -> BadInput:
    """What is wrong with a settlement sheet of Asha and others."""
    return refused(read_sheet, {"players": [ASHA, *players], **more})


BIKRAM = {"name": "Bikram", "seen": False}
WRONG = [
    (
        lambda: refused(NEPALI.with_options, {"seen_payment": "101"}),
        "option seen\\_payment: '101' is not allowed; allowed: 0–100",
        "विकल्प seen\\_payment: '101' मिल्दैन; मिल्ने: ०–१००",
    ),
    (
        lambda: refused(NEPALI.with_options, {"packs": 9}),
        "option packs: 9 is not allowed; allowed: auto, 3–4",
        "विकल्प packs: 9 मिल्दैन; मिल्ने: auto, ३–४",
    ),
    (
        lambda: refused(NEPALI.with_options, {"cap_seen": "x"}),
        "option cap\\_seen: 'x' is not allowed; allowed: none, 14",
        "विकल्प cap\\_seen: 'x' मिल्दैन; मिल्ने: none, १४",
    ),
    (
        lambda: refused(NEPALI.with_options, {"tiplu_points": "much"}),
        "option tiplu\\_points: 'much' is not allowed; allowed: "
        "junglee, or a list of 1–8 numbers from 0 to 1000, like [2,5,10]",
        "विकल्प tiplu\\_points: 'much' मिल्दैन; मिल्ने: junglee, वा ०–१००० का १–८ वटा संख्याको सूची, जस्तै [2,5,10]",
    ),
    (
        lambda: refused(NEPALI.with_options, {"dublees": "off", "dublee_bonus": 4}),
        "option dublee\\_bonus: 4 has no effect while dublees is off",
        "विकल्प dublee\\_bonus: dublees off हुँदा 4 को कुनै असर हुँदैन",
    ),
    (
        lambda: refused(find_preset, "chess"),
        "unknown preset 'chess'; known: dummy, nepali, murder, kidnap, bhoos, indian",
        "'chess' नामको नियम छैन; छन्: dummy, nepali, murder, kidnap, bhoos, indian",
    ),
    (
        lambda: refused(options_typed, "seen_payment"),
        "options: 'seen\\_payment' is no option and value; write option=value, semicolons between several",
        "options: 'seen\\_payment' विकल्प र मान होइन; विकल्प=मान लेख्नुस्, धेरै भए बीचमा अर्धविराम (;) राखेर",
    ),
    (
        lambda: refused(start, NEPALI, 6, 0, bytes(32)),
        "players: 6 of them; allowed: 2–5 with these packs",
        "खेलाडी: ६ जना; यति प्याकेट तासमा मिल्ने: २–५",
    ),
    (
        lambda: refused(marriage.read_move, "show=7Z"),
        "'7Z' is no card; write rank then suit, like 10C, QH, A♠, or JK for a printed joker",
        "'7Z' कुनै पत्ती होइन; पहिले अंक, अनि रङ लेख्नुस्, जस्तै 10C, QH, A♠; छापिएको जोकर भए JK",
    ),
    (lambda: refused(meant, "banana", faces("QC")), "'banana' is no card", "'banana' कुनै पत्ती होइन"),
    (
        lambda: refused(dummy.read_move, "fly"),
        "'fly' is no move; moves: draw, take, lay, lay=MELD/MELD, add=CARDS\\:MELD, add=CARDS\\:MELD\\:low, "
        "discard=CARD, cutin=CARD, pass",
        "'fly' भन्ने चाल छैन; चाल: draw, take, lay, lay=MELD/MELD, add=CARDS\\:MELD, add=CARDS\\:MELD\\:low, "
        "discard=CARD, cutin=CARD, pass",
    ),
    (
        lambda: sheet(BIKRAM | {"cards": "10C 7Z"}),
        "player 2, \"Bikram\": cards: '7Z' is no card; "
        "write rank then suit, like 10C, QH, A♠, or JK for a printed joker",
        "खेलाडी २, \"Bikram\": पत्ती: '7Z' कुनै पत्ती होइन; पहिले अंक, अनि रङ लेख्नुस्, जस्तै 10C, QH, A♠; छापिएको जोकर भए JK",
    ),
    (
        lambda: sheet(BIKRAM | {"maal": -5}),
        'player 2, "Bikram": maal: \\-5 is not allowed; a whole number from 0 to 1000000',
        'खेलाडी २, "Bikram": माल: \\-5 मिल्दैन; ० देखि १०००००० सम्मको पूर्ण संख्या चाहिन्छ',
    ),
    (
        lambda: sheet(BIKRAM),
        'player 2, "Bikram": either cards or maal must be given, not both; neither is',
        'खेलाडी २, "Bikram": पत्ती र माल मध्ये एउटा मात्र दिनुपर्छ; कुनै दिइएको छैन',
    ),
    (
        lambda: sheet(BIKRAM | {"cards": "QC QC", "shown_tunnelas": ["QC"]}),
        'player 2, "Bikram": shown\\_tunnelas: QC needs its three cards among cards, which hold 2',
        'खेलाडी २, "Bikram": सुरुमा देखाएका टनेला: QC का तीनै पत्ती मालका पत्तीमा चाहिन्छ, त्यहाँ २ छ',
    ),
    (
        lambda: sheet(BIKRAM | {"cards": "QC QC QC"}, tiplu="QC", winner="Asha", win_by="melds"),
        "cards: QC is given 3 times over all players; there are 2, besides the tiplu under the stock",
        "पत्ती: सबै खेलाडीको गरी QC ३ वटा भयो; गड्डीमुनिको टिप्लुबाहेक २ वटा मात्र हुन्छ",
    ),
    (
        lambda: sheet(BIKRAM | {"maal": 1}, winner="Bikram", win_by="melds"),
        'winner: "Bikram" has not seen, and nobody shows unseen (M8.1)',
        'जित्ने: "Bikram" ले माल हेरेको छैन, र माल नहेरी शो गर्न मिल्दैन (M8.1)',
    ),
    (
        lambda: sheet(BIKRAM | {"maal": 1}, winner="Asha"),
        "win_by: null is not allowed where there is a winner; melds or dublees",
        "कसरी सकियो: जित्ने भएपछि null मिल्दैन; समूह वा डुब्ली चाहिन्छ",
    ),
    (
        lambda: sheet(BIKRAM | {"maal": 1}, winner="Asha", win_by="dublees", options={"dublee_min_players": 3}),
        "win_by: dublees, but dublee_min_players is 3",
        "कसरी सकियो: डुब्लीबाट, तर यी नियममा ३ वा बढी खेलाडी भए मात्र डुब्ली चल्छ",
    ),
    (
        lambda: sheet(BIKRAM | {"maal": 1}, preset="indian", winner="Asha", win_by="melds", tiplu="QC"),
        'player 2, "Bikram": cards or hand\\_points must be given, for a loser pays hand points here (I11)',
        'खेलाडी २, "Bikram": पत्ती वा हातको अंक दिनुपर्छ, किनकि यहाँ हार्नेले हातको अंक तिर्छ (I11)',
    ),
    (
        lambda: refused(dummy_sheet.read_sheet, {
            "preset": "dummy", "winner": "A", "players": [{"name": name, "cards": "QC"} for name in "AB"]
        }),
        'winner: "A" went out, but has cards left',
        'जित्ने: "A" ले पत्ती सकाए, तर पत्ती बाँकी छ',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("error", "english", "nepali"), WRONG, ids=[english[:40] for _, english, _ in WRONG])
def test_bad_input_is_told_in_the_language_of_who_gave_it(
    error: Callable[[], BadInput], english: str, nepali: str
) -> None:
    assert EN.explained(error()) == f"That cannot be read: {english}"
    assert NE.explained(error()) == f"यो बुझिएन: {nepali}"
    # English is what the core says by itself, made harmless.
    assert re.sub(r"\\([\\_:.+\-])", r"\1", english) == str(error())


# --- every template has its words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("template", sorted(heard()))
def test_f67_every_template_has_a_sentence_with_the_same_facts(template: str, language: str) -> None:
    assert template in WORDS.phrases(language)
    told = WORDS.phrase(language, template)
    assert placeholders(told) == placeholders(template) == heard()[template]
    if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", template)):
        assert told != template


def test_f67_the_templates_are_found_where_they_are_made() -> None:
    assert {error().template for error, _, _ in WRONG} <= set(heard())
    assert {"both are", "neither is", "melds", "{one} or {other}"} - set(heard()) == {"melds"}
    assert "line {number}: {error}" not in heard()
    assert {"marriage_core/cli/reading.py", "marriage_core/options.py", "cogs/hisab_form.py"} <= {
        one.at.partition(":")[0] for one in made()
    }


FAULTY = [
    ('raise BadText(f"{card} is no card")', "is not written out"),
    ("raise BadText(card)", "is not written out"),
    ('raise BadText("{card} is no card", text=card)', "names other facts than are given"),
    ('raise BadText("{card} is no card")', "names other facts than are given"),
    ('raise BadText("a card", card=card)', "names other facts than are given"),
    ('raise BadText("new words")', "'new words': not in ne.po"),
    ('said = "these" if card else "those"\n    raise BadText(said)', "'those': not in ne.po"),
]


@pytest.mark.parametrize(("source", "fault"), FAULTY)
def test_a_template_that_nobody_can_translate_is_a_fault(
    source: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = phrases.ast.parse(f"def read(card):\n    {source}")
    found = [*made(), *phrases._made_in(Path("cogs/new.py"), tree)]
    monkeypatch.setattr(phrases, "made", lambda: tuple(found))
    monkeypatch.setattr(phrases, "heard", lambda: {text: one.facts for one in found for text in one.templates})
    assert fault in "\n".join(phrases.faults(WORDS))


def test_words_for_no_template_are_a_fault(tmp_path: Path) -> None:
    for language in WORDS.languages:
        (tmp_path / f"{language}.po").write_text(
            f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
            f'msgctxt "{INPUT}"\nmsgid "old {{words}}"\nmsgstr "पुराना {{words}}"\n\n'
            f'msgctxt "{INPUT}"\nmsgid "{{what}}: {{key}}"\nmsgstr "{{what}}"\n',
            encoding="utf-8",
        )
    found = [*phrases.faults(Words(tmp_path))]
    assert "'old {words}': in en.po, wanted nowhere" in found
    assert "'old {words}': in ne.po, wanted nowhere" in found
    assert "'{what}: {key}': ne.po names ['what']" in found


# --- the keys of a sheet ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_no_key_of_a_sheet_is_left_in_another_language(language: str) -> None:
    spoken = re.compile(rf"\b(?:{'|'.join(sorted({*KEYS, 'null'}))})\b")
    for template in {*heard(), *KEYS}:
        assert not spoken.search(re.sub(r"\{\w+\}", "", WORDS.phrase(language, template))), template


def test_a_key_is_spoken_by_its_word_and_english_keeps_it() -> None:
    for key in KEYS:
        error = BadText("{what}: {key} is missing", what=Phrase("player {number}", number=2), key=key)
        assert NE.explained(error) == f"यो बुझिएन: खेलाडी २: {WORDS.phrase('ne', key)} छुट्यो"
        assert EN.explained(error).replace("\\", "") == f"That cannot be read: player 2: {key} is missing"
    assert NE.explained(refused(read_sheet, {"players": {}})) == "यो बुझिएन: खेलाडी: {} सूची होइन"
    assert NE.explained(sheet({"name": "Bikram"})) == "यो बुझिएन: खेलाडी २: माल हेर्ने छुट्यो"


def test_what_is_typed_like_a_key_stays_as_it_is() -> None:
    told = NE.explained(refused(NEPALI.with_options, {"hand_points": "cards"}))
    assert told.startswith("यो बुझिएन: विकल्प hand\\_points: 'cards' मिल्दैन; ")
    assert NE.explained(sheet(BIKRAM | {"maal": 1}, winner="maal")) == 'यो बुझिएन: जित्ने: "maal" खेलाडीमध्ये कोही होइन'


def test_a_key_without_a_word_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "KEYS", KEYS - {"maal"} | {"poplu"})
    assert [*phrases.faults(WORDS)] == ["'poplu': not in ne.po", "'maal': in ne.po, wanted nowhere"]


# --- what somebody typed ----------------------------------------------------------------------------------------------

HOSTILE = [
    "{what}", "{", "}", "{0}", "{x!r:>99}", "{{key}}", "**b**", "_i_", "~~s~~", "`c`", "||x||", "# h", "> q", "- l",
    "[a](https://b.example)", "<@1>", "<#1>", "</a:1>", "<:a:1>", "@everyone", "https://b.example", "\\", "\n# h",
    "\u202ex",
]  # fmt: skip


@pytest.mark.parametrize("speaker", [EN, NE], ids=["en", "ne"])
@pytest.mark.parametrize("typed", HOSTILE)
def test_what_somebody_typed_never_becomes_markup_or_a_field(typed: str, speaker: Any) -> None:
    wrong = [
        refused(NEPALI.with_options, {typed: 1}),
        refused(NEPALI.with_options, {"seen_payment": typed}),
        refused(NEPALI.with_options, {"seen_payment": [typed]}),
        refused(find_preset, typed),
        refused(resolved, GuildSettings(1, presets={plain(typed): {}}), "chess"),
        refused(options_typed, typed),
        refused(marriage.read_move, f"show={typed}"),
        refused(meant, f"{typed} xyz", ()),
        sheet({"name": typed, "seen": True, "cards": typed}),
        sheet({"name": typed, "seen": True, "maal": 1}, winner="Bikram"),
        sheet({"name": typed, "seen": True, typed: 1}),
    ]
    for error in wrong:
        told = speaker.explained(error)
        bare = re.sub(r"\\.", "", told.replace("[2,5,10]", "")).replace("_", "")
        assert not re.search(r"[*~`|<>\[\]#]|@(?!\u200b)|https?:|\n|\u202e", bare), told


def test_a_typed_brace_comes_back_as_it_was() -> None:
    assert "'{what}' कुनै पत्ती होइन" in NE.explained(sheet(BIKRAM | {"cards": "{what}"}))
    assert '"{name}" खेलाडीमध्ये' in NE.explained(sheet(BIKRAM | {"maal": 1}, winner="{name}"))


def test_long_input_is_cut_and_what_is_allowed_stays() -> None:
    told = NE.explained(refused(NEPALI.with_options, {"packs": "*" * 6000}))
    assert told.endswith("; मिल्ने: auto, ३–४")
    error = BadText("{one}{two}{three}", one="*" * 999, two="*" * 999, three="*" * 999)
    assert len(NE.explained(error)) <= LONGEST_ERROR + len("यो बुझिएन: ")


def test_what_a_language_has_no_words_for_is_told_in_english() -> None:
    error = BadText("nobody {did} this", did=Phrase("has translated"))
    assert NE.explained(error) == "यो बुझिएन: nobody has translated this"


# --- on Discord -------------------------------------------------------------------------------------------------------


async def test_an_option_refused_in_nepali(world: World) -> None:
    await world.slash(world.asha, "settings me", language="ne")
    await world.slash(world.asha, "marriage new")
    told = await world.told(world.asha, "marriage rules", option="seen_payment", value="सय **{value}**")
    assert told == "यो बुझिएन: विकल्प seen\\_payment: 'सय \\*\\*{value}\\*\\*' मिल्दैन; मिल्ने: ०–१००"
    told = await world.told(world.asha, "marriage rules", option="रंग", value="रातो")
    assert told.startswith("यो बुझिएन: 'रंग' भन्ने विकल्प छैन; छन्: direction, packs, ")
    told = await world.told(world.asha, "marriage rules", option="cap_seen", value="none")
    assert told == "यो बुझिएन: विकल्प cap\\_seen: hand\\_points none हुँदा none को कुनै असर हुँदैन"


async def test_a_preset_and_options_refused_in_nepali(world: World) -> None:
    await world.slash(world.asha, "settings me", language="ne")
    told = await world.told(world.asha, "hisab new", players="A, B", preset="chess")
    assert told.startswith("यो बुझिएन: 'chess' नामको नियम छैन; छन्: dummy, nepali, ")
    told = await world.told(world.asha, "hisab new", players="A, B", options="seen_payment")
    assert "विकल्प=मान लेख्नुस्" in told


async def test_a_hisab_sheet_refused_in_nepali(world: World) -> None:
    keeper = await opened(world)
    await keeper.add()
    await world.slash(world.asha, "settings me", language="ne")
    told = await filled(keeper, {"0": "5", "1": "QC QC / QC", "2": "10C {x} **7Z**"}, ("0", "1"), "0.melds")
    assert 'यो बुझिएन: खेलाडी २, "Bikram": सुरुमा देखाएका टनेला: QC का तीनै पत्ती मालका पत्तीमा चाहिन्छ, त्यहाँ २ छ' in told
    await keeper.tell({"1": "3"})
    told = await keeper.press("save")
    assert "खेलाडी ३, \"Chameli\": पत्ती: '{x}' कुनै पत्ती होइन; पहिले अंक, अनि रङ लेख्नुस्" in told
    await keeper.tell({"2": "QC"})
    assert 'टिप्लु: अझै नभनिएको, तर खेलाडी ३, "Chameli" का पत्ती गन्न टिप्लु चाहिन्छ' in await keeper.press("save")


async def test_a_card_that_is_none_and_a_move_that_is_none_in_nepali(world: World) -> None:
    await world.open(world.asha, world.bikram)
    await world.slash(world.mover, "settings me", language="ne")
    assert "“केरा” कुनै पत्ती होइन। 7h, 10♣ वा 7 पान जस्तो लेख्नुस्।" in await world.told(world.mover, "discard", card="केरा")
    board = world.env.backend.messages[world.channel.id][world.board.id]
    board.components[0]["components"][0]["custom_id"] = f"m:{world.table.id}:-:fly:away"
    clicked = await world.mover.click(world.board, custom_id=control(world.board, "fly"))
    assert "यो बुझिएन: 'fly=away' भन्ने चाल छैन; चाल: draw, take, tunnela=CARD" in read(clicked)


def test_what_an_option_allows_is_told_without_an_english_word() -> None:
    for key in NEPALI.keys():
        told = NE.explained(refused(NEPALI.with_options, {key: "?"}))
        assert told.partition("; मिल्ने: ")[2]
        assert not re.search(r"\b(or|from|to|list|numbers|like|is|not)\b", told), told
