"""F66, M13: every option changes a result or a view, and here stands which test shows it; any rules add up to nothing.

The table names, for each option, a test of this folder as `module:function`.
"""

import ast
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from marriage_core.cards import FACES, JOKER, Face
from marriage_core.errors import BadRules
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import OPTIONS, PRESETS, WITHOUT_EFFECT, Rules
from marriage_core.marriage.scoring import Account, count_maal, points_of, settle
from marriage_core.options import kind_of
from marriage_core.wilds import jhiplu, ordinary_jokers, poplu

SHOWN_BY = {
    "direction": "test_deal:test_m4_1_turns_and_dealers_go_the_same_way",
    "packs": "test_deal:test_m1_1_m4_2_21_cards_each_one_upcard_the_rest_is_the_stock",
    "printed_jokers": "test_play_options:test_m13_printed_jokers_are_wild_after_seeing_only",
    "printed_joker_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "alter_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "alter_tunnela_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "tiplu_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "poplu_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "jhiplu_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "marriage_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "tunnela_points": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "maal_tunnela": "test_maal:test_f66_m13_every_option_of_counting_changes_a_count",
    "unseen_tunnelas": "test_maal:test_m10_1_who_has_not_seen_counts_every_line_but_the_tunnela_bonuses",
    "unseen_maal": "test_settlement:test_f66_m13_every_option_of_settlement_changes_a_result",
    "seen_payment": "test_settlement:test_f66_m13_every_option_of_settlement_changes_a_result",
    "unseen_payment": "test_settlement:test_f66_m13_every_option_of_settlement_changes_a_result",
    "dublees": "test_seeing:test_m13_dublees_off_and_dublee_min_players",
    "dublee_bonus": "test_settlement:test_f66_m13_every_option_of_settlement_changes_a_result",
    "seen_dublee_loser_pays": "test_settlement:test_f66_m13_every_option_of_settlement_changes_a_result",
    "dublee_min_players": "test_seeing:test_m13_dublees_off_and_dublee_min_players",
    "start_tunnelas": "test_play_options:test_m13_start_tunnelas_off_scores_no_tunnela",
    "wild_discard": "test_seeing:test_m7_4_option_allowed",
    "unseen_discard": "test_play_options:test_m13_unseen_discard_barred_dublee_collectors_included",
    "open_tiplu": "test_play_options:test_m13_open_tiplu_is_open_to_all_from_the_deal_on",
    "tiplu_from": "test_play_options:test_m13_tiplu_from_deal_is_hidden_from_all_who_have_not_seen",
    "recycle": "test_stock:test_i8_drawing_from_the_empty_stock_again_ends_the_deal_without_a_winner",
    "meld_size": "test_indian_value:test_i11_what_the_best_arrangement_leaves_in_no_meld",
    "table_melds": "test_indian_value:test_i11_what_the_best_arrangement_leaves_in_no_meld",
    "hand_points": "test_indian_value:test_i11_what_the_best_arrangement_leaves_in_no_meld",
    "cap_seen": "test_indian_value:test_i11_caps",
    "max_turns": "test_stock:test_m12_3_after_max_turns_the_deal_ends",
    "deals": "test_rules:test_m12_1_two_deals_a_player_unless_agreed_otherwise",
    "turn_seconds": "test_rules:test_m13_bounds",
}


def test_f66_every_option_has_a_test_that_shows_what_it_changes() -> None:
    assert set(SHOWN_BY) == set(OPTIONS)


@pytest.mark.parametrize(("option", "where"), SHOWN_BY.items())
def test_f66_and_that_test_names_the_option(option: str, where: str) -> None:
    module, _, function = where.partition(":")
    source = (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")
    assert function in {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    assert option in source


# --- any rules, any hands ---------------------------------------------------------------------------------------------

VALUES: dict[str, list[object]] = {
    "direction": ["anticlockwise"],
    "packs": [4, "auto"],
    "printed_jokers": [1, 6],
    "printed_joker_points": ["each:5", [5, 15, 25, 30]],
    "alter_points": ["each:5", [1, 2, 3]],
    "alter_tunnela_points": [0, 20],
    "tiplu_points": [[3, 8, 15], "junglee"],
    "poplu_points": [[2, 4, 6], "junglee"],
    "jhiplu_points": [[2, 4, 6], [0]],
    "marriage_points": [[10, 25, 50], "junglee"],
    "tunnela_points": ["none", "each:7", [5, 15, 40]],
    "maal_tunnela": ["add:5", "replace:40"],
    "unseen_tunnelas": ["kept"],
    "unseen_maal": ["murder", "kidnap"],
    "seen_payment": [0, 100],
    "unseen_payment": [0, 100],
    "dublees": ["off"],
    "dublee_bonus": [0, 100],
    "seen_dublee_loser_pays": [False],
    "dublee_min_players": [3, 4],
    "start_tunnelas": ["off"],
    "wild_discard": ["allowed"],
    "unseen_discard": ["barred"],
    "open_tiplu": [True],
    "tiplu_from": ["deal"],
    "recycle": ["turn_once"],
    "meld_size": ["3+"],
    "table_melds": ["exchange"],
    "hand_points": ["all_count"],
    "cap_seen": ["none"],
    "max_turns": [10],
    "deals": [1],
    "turn_seconds": [30],
}
# What settles a deal, as far as maal, payments and hand points go.
SETTLING = tuple(key for key in OPTIONS if OPTIONS[key].metadata["rule"] in ("M5.2", "M10", "M11", "M11.3", "I11"))
Hand = tuple[Face, ...]


def any_rules(draw: Random) -> Rules:
    """A preset with some options changed that go together."""
    base = draw.choice(list(PRESETS.values()))
    keys = draw.sample(list(VALUES), draw.choice((0, 1, 3, 8, len(VALUES))))
    rules = base
    for key in keys:
        with suppress(BadRules):
            rules = rules.with_options({**rules.options(), key: draw.choice(VALUES[key])})
    return rules


def hands(rules: Rules, players: int, tiplu: Face, draw: Random) -> list[Hand]:
    """Hands of 21 out of the pack, with more of what scores than chance gives."""
    left = [face for face in FACES for _ in range(rules.packs_for(players))] + [JOKER] * rules.printed_jokers
    left.remove(tiplu)
    dear = ({tiplu, poplu(tiplu), jhiplu(tiplu), JOKER} | ordinary_jokers(tiplu)) if draw.random() < 0.7 else set()
    left.sort(key=lambda face: draw.random() - 0.5 * (face in dear))
    held = [tuple(left[i::players][:21]) for i in range(players)]
    draw.shuffle(held)
    return held


def accounts(rules: Rules, held: list[Hand], tiplu: Face, draw: Random, shows: bool) -> list[Account]:
    """What the hands bring; start tunnelas and dublees where the rules have them."""
    told = []
    for hand in held:
        tunnelas = [face for face in sorted(set(hand)) if face != JOKER and hand.count(face) >= 3 and shows]
        has_seen = draw.random() < 0.6
        by_dublees = has_seen and rules.dublees and draw.random() < 0.4
        maal = count_maal(rules, tiplu, hand, tunnelas if rules.start_tunnelas else (), has_seen)
        route = None if not has_seen else Route.DUBLEES if by_dublees else Route.MELDS
        told.append(Account(maal, has_seen, route, draw.randrange(40)))
    return told


@pytest.mark.parametrize("number", range(40))
def test_f65_any_rules_any_hands_add_up_to_nothing(number: int) -> None:
    draw = Random(number)
    for _ in range(25):
        rules = any_rules(draw)
        players = draw.randint(2, rules.most_players)
        tiplu = draw.choice(FACES)
        told = accounts(rules, hands(rules, players, tiplu, draw), tiplu, draw, shows=True)
        winner = draw.choice((*range(players), None))
        by = None if winner is None else draw.choice(list(Route)) if rules.dublees else Route.MELDS
        settled = settle(rules, told, winner, by)
        assert sum(own.net for own in settled) == 0
        for own, account in zip(settled, told, strict=True):
            assert all(type(n) is int for n in (own.net, own.total, own.settled))
            assert own.net == points_of(own.lines)
            assert own.total == points_of(own.maal) == points_of(account.maal) >= 0


@pytest.mark.parametrize("key", SETTLING)
def test_f66_every_option_of_counting_and_settling_changes_a_result_in_some_deal(key: str) -> None:
    alive = {"hand_points": "all_count"} if key == "cap_seen" else {}
    alive |= {"printed_jokers": 3} if key == "printed_joker_points" else {}
    base = PRESETS["nepali"].with_options(alive)
    for value in VALUES[key]:
        changed = base.with_options({**alive, key: value})
        assert any(nets(base, number) != nets(changed, number) for number in range(200)), (key, value)


def nets(rules: Rules, number: int) -> list[int]:
    """The results of a deal that depends on its number alone, the rules settling it apart."""
    draw = Random(number)
    players, tiplu = draw.randint(2, 5), draw.choice(FACES)
    told = accounts(rules, hands(rules, players, tiplu, draw), tiplu, draw, shows=True)
    return [own.net for own in settle(rules, told, draw.randrange(players), draw.choice(list(Route)))]


# --- murder and kidnap, alone and with everything else ----------------------------------------------------------------

BESIDES = [
    {},
    {"dublee_bonus": 9},
    {"seen_dublee_loser_pays": False},
    {"unseen_tunnelas": "kept"},
    {"printed_jokers": 3, "printed_joker_points": "each:5"},
    {
        "printed_jokers": 6,
        "printed_joker_points": [5, 15, 25, 30],
        "unseen_tunnelas": "kept",
        "dublee_bonus": 7,
        "alter_points": "each:5",
        "hand_points": "all_count",
    },
]


@pytest.mark.parametrize("besides", BESIDES)
@pytest.mark.parametrize("by", [*Route, None])
@pytest.mark.parametrize("seizure", ["murder", "kidnap"])
def test_m11_3_murder_and_kidnap_with_dublee_wins_tunnelas_and_printed_jokers(
    seizure: str, by: Route | None, besides: dict[str, object]
) -> None:
    draw = Random(f"{seizure} {by} {besides}")
    plain = PRESETS["nepali"].with_options(besides)
    for _ in range(40):
        players, tiplu = draw.randint(2, 5), draw.choice(FACES)
        told = accounts(plain, hands(plain, players, tiplu, draw), tiplu, draw, shows=draw.random() < 0.7)
        winner = None if by is None else draw.randrange(players)
        settled = settle(PRESETS[seizure].with_options(besides), told, winner, by)
        whole = [points_of(account.maal) for account in told]
        seized = sum(maal for maal, account in zip(whole, told, strict=True) if not account.seen)
        own = [maal * account.seen for maal, account in zip(whole, told, strict=True)]
        if seizure == "kidnap" and winner is not None:
            own[winner] += seized
        assert [one.settled for one in settled] == own
        assert [one.total for one in settled] == whole
        # The rest is settled as ever: the same deal with that maal under plain rules.
        kept = settle(plain, told, winner, by)
        shift = [players * (a - b) - (sum(own) - sum(whole)) for a, b in zip(own, whole, strict=True)]
        assert [a.net - b.net for a, b in zip(settled, kept, strict=True)] == shift


def test_the_values_tried_are_other_values_and_silence_is_known() -> None:
    assert set(VALUES) == set(OPTIONS)
    for key, values in VALUES.items():
        read = [kind_of(OPTIONS[key]).read(key, value) for value in values]
        assert getattr(PRESETS["nepali"], key) not in read
    assert {cause for cause, _, _ in WITHOUT_EFFECT} <= set(OPTIONS)
