"""M1.1, M12.1, M13: rules as a value, presets as data."""

from dataclasses import fields

import pytest

from marriage_core.errors import BadRules
from marriage_core.marriage.rules import NEPALI, OPTIONS, PRESETS, WITHOUT_EFFECT, Rules
from marriage_core.options import kind_of

DEFAULTS = {
    "direction": "clockwise",
    "packs": 3,
    "printed_jokers": 0,
    "printed_joker_points": "none",
    "alter_points": "none",
    "alter_tunnela_points": 10,
    "tiplu_points": [3, 7, 15],
    "poplu_points": [2, 5, 10],
    "jhiplu_points": [2, 5, 10],
    "marriage_points": [10, 30, 50],
    "tunnela_points": "each:5",
    "maal_tunnela": "replace:20",
    "unseen_tunnelas": "lost",
    "unseen_maal": "keep",
    "seen_payment": 3,
    "unseen_payment": 10,
    "dublees": "on",
    "dublee_bonus": 5,
    "seen_dublee_loser_pays": True,
    "dublee_min_players": 2,
    "start_tunnelas": "on",
    "wild_discard": "barred",
    "unseen_discard": "free",
    "open_tiplu": False,
    "tiplu_from": "first_to_see",
    "recycle": "shuffle",
    "meld_size": "3",
    "table_melds": "fixed",
    "hand_points": "none",
    "cap_seen": 14,
    "max_turns": 100,
    "deals": "2×players",
    "turn_seconds": 90,
}
BOUNDS = [
    ("packs", [3, 4, "auto"], [2, 5, "both"]),
    ("printed_jokers", [0, 6], [-1, 7]),
    ("alter_tunnela_points", [0, 100], [101]),
    ("seen_payment", [0, 100], [101]),
    ("unseen_payment", [0, 100], [101]),
    ("dublee_bonus", [0, 100], [101]),
    ("dublee_min_players", [2, 3, 4], [1, 5]),
    ("meld_size", ["3", "3+", 3], [4, "4", True]),
    ("table_melds", ["fixed", "exchange"], ["free"]),
    ("hand_points", ["none", "all_count"], [None, 14]),
    ("recycle", ["shuffle", "turn_once"], ["never"]),
    ("tiplu_points", [[10, 30, 50], "junglee"], ["jungle", [], "each:5"]),
    ("max_turns", [10, 1000], [9, 1001]),
    ("deals", [1, 50], [0, 51]),
    ("turn_seconds", [30, 86400], [29, 86401]),
]


@pytest.mark.parametrize(("key", "json"), DEFAULTS.items())
def test_m13_defaults(key: str, json: object) -> None:
    assert kind_of(OPTIONS[key]).write(getattr(NEPALI, key)) == json
    assert NEPALI.with_options({key: json}) == NEPALI


def test_m13_the_options_are_exactly_those_of_the_rule_book_each_with_its_rule() -> None:
    assert set(OPTIONS) == set(DEFAULTS) == set(NEPALI.keys())
    assert {of.name for of in fields(Rules)} == set(OPTIONS) | {"preset"}
    assert all(of.metadata["rule"][0] in "MI" for of in OPTIONS.values())


@pytest.mark.parametrize(("key", "good", "bad"), BOUNDS)
def test_m13_bounds(key: str, good: list[object], bad: list[object]) -> None:
    for value in good:
        NEPALI.with_options({key: value})
    for value in bad:
        with pytest.raises(BadRules, match=f"option {key}: "):
            NEPALI.with_options({key: value})


def test_m13_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(BadRules, match=r"unknown option 'direktion'; known: direction, packs"):
        NEPALI.with_options({"direktion": "clockwise"})
    with pytest.raises(BadRules, match="unknown option 'preset'"):
        NEPALI.with_options({"preset": "bhoos"})


PRESET_TABLE = {
    "nepali": {},
    "murder": {"unseen_maal": "murder"},
    "kidnap": {"unseen_maal": "kidnap"},
    "bhoos": {
        "direction": "anticlockwise",
        "printed_jokers": 3,
        "printed_joker_points": "each:5",
        "alter_points": "each:5",
    },
    "indian": {
        "packs": "auto",
        "dublees": "off",
        "start_tunnelas": "off",
        "tiplu_from": "deal",
        "meld_size": "3+",
        "table_melds": "exchange",
        "wild_discard": "allowed",
        "recycle": "turn_once",
        "seen_payment": 0,
        "unseen_payment": 0,
        "hand_points": "all_count",
    },
}


def test_m13_presets_are_what_they_change() -> None:
    assert set(PRESETS) == set(PRESET_TABLE)
    for name, changes in PRESET_TABLE.items():
        of = PRESETS[name]
        assert of.preset == name
        assert {key: kind_of(OPTIONS[key]).write(getattr(of, key)) for key in OPTIONS} == {**DEFAULTS, **changes}


@pytest.mark.parametrize("preset", PRESETS)
def test_m13_rules_are_their_preset_and_what_differs(preset: str) -> None:
    base = PRESETS[preset]
    assert base.options() == {}
    changes = {"unseen_maal": "keep", "packs": "4", "tiplu_points": [5, 15], "dublees": "off", "open_tiplu": True}
    changed = base.with_options(changes)
    assert base.with_options(changed.options()) == changed == base.restored(changed.options())
    told = {**changes, "packs": 4}
    assert changed.options() == {key: value for key, value in told.items() if base.shown(key) != value}
    assert changed.with_options({key: base.shown(key) for key in changes}) == base


WITHOUT = [
    # preset, what leaves an option without effect, changes, the refusal
    ("nepali", {"dublees": "off"}, {"dublee_bonus": 9}, "dublee_bonus: 9 has no effect while dublees is off"),
    ("nepali", {"dublees": "off"}, {"seen_dublee_loser_pays": False}, "false has no effect while dublees is off"),
    ("nepali", {"dublees": "off"}, {"dublee_min_players": 3}, "dublee_min_players: 3 has no effect while dublees is"),
    ("nepali", {"start_tunnelas": "off"}, {"tunnela_points": "none"}, "none has no effect while start_tunnelas is off"),
    ("nepali", {"start_tunnelas": "off"}, {"maal_tunnela": "add:5"}, "maal_tunnela: add:5 has no effect while"),
    ("nepali", {"start_tunnelas": "off"}, {"alter_tunnela_points": 9}, "alter_tunnela_points: 9 has no effect while"),
    ("nepali", {"start_tunnelas": "off"}, {"unseen_tunnelas": "kept"}, "unseen_tunnelas: kept has no effect while"),
    ("nepali", {}, {"printed_joker_points": "each:5"}, "each:5 has no effect while printed_jokers is 0"),
    ("nepali", {"open_tiplu": True}, {"tiplu_from": "deal"}, "tiplu_from: deal has no effect while open_tiplu is true"),
    ("nepali", {}, {"cap_seen": "none"}, "cap_seen: none has no effect while hand_points is none"),
    ("indian", {}, {"dublee_bonus": 9}, "dublee_bonus: 9 has no effect while dublees is off"),
    ("indian", {}, {"tunnela_points": [1]}, "tunnela_points: [1] has no effect while start_tunnelas is off"),
    ("indian", {"open_tiplu": True}, {"tiplu_from": "first_to_see"}, "has no effect while open_tiplu is true"),
    ("bhoos", {"printed_jokers": 0}, {"printed_joker_points": "each:6"}, "has no effect while printed_jokers is 0"),
]
CAUSES = {"dublees": "on", "start_tunnelas": "on", "printed_jokers": 1, "open_tiplu": False, "hand_points": "all_count"}


@pytest.mark.parametrize(("preset", "cause", "changes", "refusal"), WITHOUT)
def test_m13_an_option_without_effect_is_refused_with_the_one_that_makes_it_so(
    preset: str, cause: dict[str, object], changes: dict[str, object], refusal: str
) -> None:
    base = PRESETS[preset]
    with pytest.raises(BadRules) as error:
        base.with_options({**cause, **changes})
    assert str(error.value).startswith("option ")
    assert refusal in str(error.value)
    key = next(iter(changes))
    assert base.with_options({**cause, key: base.shown(key)}) == base.with_options(cause)
    # With what brings it to life it is allowed; and what was played once stays readable.
    assert base.with_options({**CAUSES, **changes}).shown(key) == changes[key]
    assert base.restored({**cause, **changes}).shown(key) == changes[key]


def test_m13_every_option_that_another_silences_is_in_the_table_above() -> None:
    silenced = {key for _, _, keys in WITHOUT_EFFECT for key in keys}
    assert silenced == {key for preset, _, changes, _ in WITHOUT if preset == "nepali" for key in changes}
    assert set(CAUSES) == {cause for cause, _, _ in WITHOUT_EFFECT}


def test_i9_the_named_table_junglee() -> None:
    names = ("tiplu_points", "poplu_points", "jhiplu_points", "marriage_points")
    rules = PRESETS["indian"].with_options(dict.fromkeys(names, "junglee"))
    assert [rules.shown(name) for name in names] == [[10, 30, 50]] * 3 + [[100, 200, 300]]


PACKS = [
    # packs, players, packs in play, most players
    (3, 2, 3, 5),
    (3, 5, 3, 5),
    (4, 2, 4, 7),
    (4, 7, 4, 7),
    ("auto", 5, 3, 7),
    ("auto", 6, 4, 7),
    ("auto", 7, 4, 7),
]


@pytest.mark.parametrize(("packs", "players", "in_play", "most"), PACKS)
def test_m1_1_packs_and_players(packs: object, players: int, in_play: int, most: int) -> None:
    rules = NEPALI.with_options({"packs": packs})
    assert rules.packs_for(players) == in_play
    assert rules.most_players == most


def test_i11_the_cap_of_a_player_who_has_seen() -> None:
    counted = NEPALI.with_options({"hand_points": "all_count"})
    assert counted.with_options({"cap_seen": "none"}).cap_seen is None
    assert counted.with_options({"cap_seen": 14}) == counted
    with pytest.raises(BadRules, match=r"option cap_seen: 13 is not allowed; allowed: none, 14$"):
        counted.with_options({"cap_seen": 13})


def test_m12_1_two_deals_a_player_unless_agreed_otherwise() -> None:
    assert [NEPALI.deals_for(n) for n in (2, 3, 5)] == [4, 6, 10]
    assert NEPALI.with_options({"deals": 7}).deals_for(2) == 7


def test_m4_1_next_is_plus_one_clockwise_and_minus_one_anticlockwise() -> None:
    assert NEPALI.step == 1
    assert PRESETS["bhoos"].step == -1


def test_m3_1_when_the_tiplu_is_set_aside() -> None:
    assert not NEPALI.tiplu_at_deal
    assert NEPALI.with_options({"tiplu_from": "deal"}).tiplu_at_deal
    assert NEPALI.with_options({"open_tiplu": True}).tiplu_at_deal
