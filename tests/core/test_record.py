"""One-line records: every deal has a text, the text replays to the same events, and what does not is told."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marriage_core.cards import card_of, face
from marriage_core.engine import find_preset
from marriage_core.errors import BadRules, BadText
from marriage_core.marriage.events import (
    Dealt,
    Discarded,
    Drawn,
    Ended,
    Event,
    Exchanged,
    Recycled,
    Seen,
    Shown,
    StockOut,
    Taken,
    TipluSet,
    TunnelaShown,
)
from marriage_core.marriage.game import GAME
from marriage_core.marriage.history import differences, moves_of, origin_of
from marriage_core.marriage.moves import Discard, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.rules import NEPALI
from marriage_core.notation.record import BrokenRecord, Record, from_events, read, replay, rules_of, steps, write
from tests.core.walkers import walk

KEY = "ab" * 32
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Finn", "Gita")
HEAD = f'deal/1 {{"preset":"nepali","options":{{}},"players":["Anna","Ben"],"dealer":0,"key":"{KEY}"}}'

DEALS: list[tuple[str, str, dict[str, object]]] = [
    ("nepali", "collector collector", {}),
    ("nepali", "collector collector collector collector", {}),
    ("nepali", "pairer pairer pairer", {}),
    ("nepali", "dreamer dreamer", {"max_turns": 40}),
    ("nepali", "dreamer dreamer dreamer dreamer dreamer", {"recycle": "turn_once"}),
    ("bhoos", "collector pairer dreamer collector dreamer", {"printed_jokers": 6}),
    ("murder", "pairer collector", {"open_tiplu": True}),
    ("kidnap", "collector pairer pairer collector collector collector collector", {"packs": 4, "tiplu_from": "deal"}),
    ("indian", "collector collector collector", {}),
    ("nepali", "dreamer collector pairer dreamer", {"unseen_discard": "barred", "direction": "anticlockwise"}),
]


def deals() -> list[tuple[Event, ...]]:
    """Every deal of the table with a few shuffles each."""
    return [walk(preset, walkers, n, **options) for preset, walkers, options in DEALS for n in range(3)]


WALKED = deals()


def named(events: tuple[Event, ...]) -> Record:
    """The record of some events."""
    return from_events(GAME, events, NAMES[: origin_of(events).players])


def test_the_deals_below_hold_every_event_and_move() -> None:
    happened = {type(event) for events in WALKED for event in events}
    assert happened == {
        *(Dealt, TunnelaShown, Recycled, StockOut, Drawn, Taken, TipluSet, Seen, Exchanged, Discarded, Shown, Ended),
    }
    chosen = {type(move) for events in WALKED for _, move in moves_of(events)}
    assert {Take, See, Show, ShowTunnela, TakeAndShow, Discard} <= chosen


@pytest.mark.parametrize("events", WALKED)
def test_a_deals_record_replays_to_the_identical_events(events: tuple[Event, ...]) -> None:
    record = named(events)
    line = write(record)
    assert "\n" not in line
    assert read(line) == record
    assert replay(read(line))[0] == events
    assert write(read(line)) == line


@pytest.mark.parametrize("events", WALKED[::4])
def test_a_deal_that_is_not_over_has_a_record_too(events: tuple[Event, ...]) -> None:
    record = named(events)
    so_far: tuple[Event, ...] = ()
    for step in steps(record):
        so_far += step.events
        begun = named(so_far)
        assert begun.moves == record.moves[: step.number]
    assert so_far == events
    # Replaying every beginning would be quadratic; a few stand for all.
    for n in (0, 1, len(record.moves) // 2):
        half = replace(record, moves=record.moves[:n])
        assert replay(read(write(half)))[0] == events[: len(replay(half)[0])]


def test_moves_name_what_the_engine_chose() -> None:
    words = {word.split(":", 1)[1] for events in WALKED for word in write(named(events)).split() if word[1:2] == ":"}
    assert not words & {"see=melds", "show", "takeshow"}
    assert any(word.startswith("takeshow=") for word in words)


def test_the_beginning_and_the_commitment_are_kept() -> None:
    events = walk("bhoos", "dreamer dreamer dreamer", 2, alter_points="none")
    record = from_events(GAME, events, ("अन्ना", "Ben B", "C\nD"), "cd" * 32)
    back = read(write(record))
    assert back == record
    assert back.game is GAME
    assert (back.names, back.commitment, back.dealer) == (("अन्ना", "Ben B", "C\nD"), "cd" * 32, 2)
    assert back.rules == find_preset("bhoos")[1].with_options({"alter_points": "none"})
    assert '"options":{"alter_points":"none"}' in write(record)
    assert "अन्ना" in write(replace(record, names=("अन्ना", "Ben")))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", '"" is no record'),
        ("deal/2 {}", '"deal/2" is no record'),
        ("deal/1", "no JSON"),
        ("deal/1 0:draw", "0 is no JSON object"),
        (HEAD.replace('"dealer":0,', ""), "dealer is missing"),
        (HEAD.replace('"dealer":0', '"dealer":2'), "dealer: 2 is not allowed"),
        (HEAD.replace('"dealer":0', '"dealer":true'), "dealer: true"),
        (HEAD.replace('"dealer":0', '"dealer":0,"seed":1'), 'unknown "seed"'),
        (HEAD.replace('"dealer":0', '"dealer":0,"dealer":0'), '"dealer" is given twice'),
        (HEAD.replace(KEY, KEY[1:]), "64 digits"),
        (HEAD.replace(KEY, "G" + KEY[1:]), "64 digits"),
        (HEAD.replace(f'"{KEY}"', "5"), "key: 5 is no text"),
        (HEAD.replace('"dealer"', '"commitment":"12","dealer"'), "commitment"),
        (HEAD.replace('["Anna","Ben"]', '"Anna"'), 'players: "Anna" is no list'),
        (HEAD.replace('["Anna","Ben"]', '["Anna",7]'), "players: 7 is no text"),
        (HEAD.replace('["Anna","Ben"]', "[]"), "players: 0 names"),
        (HEAD.replace("nepali", "nopali"), "unknown preset 'nopali'"),
        (HEAD.replace('"options":{}', '"options":[]'), "options: [] is no JSON object"),
        (HEAD.replace('"options":{}', '"options":{"packs":5}'), "option packs: 5 is not allowed"),
        (HEAD + " draw", '"draw" is no move of a seat'),
        (HEAD + " 2:draw", '"2:draw" is no move of a seat'),
        (HEAD + " ²:draw", "is no move of a seat"),
        (HEAD + " 0:drew", "'drew' is no move"),
        (HEAD + " 0:draw=", "'draw=' is no move"),
        (HEAD + " 0:discard=1C", "\"0:discard=1C\": '1C' is no card"),
        (HEAD + " 0:show=", "\"0:show=\": '' is no card"),
        (HEAD + " 0:see=melds:///", "'' is no card"),
        (HEAD + "0:draw x", '"x" is no move'),
    ],
)
def test_what_is_no_record_is_told_by_name(line: str, told: str) -> None:
    with pytest.raises((BadText, BadRules)) as error:
        read(line)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("line", "number", "told"),
    [
        (HEAD + " 1:take 1:draw", 2, 'move 2, "1:draw", is refused: already_drew()'),
        (HEAD + " 0:draw", 1, "not_your_turn(seat=1)"),
        (HEAD.replace(',"Ben"', ""), 0, "players: 1 of them; allowed: 2–5"),
    ],
)
def test_a_refused_move_is_named_by_its_number(line: str, number: int, told: str) -> None:
    with pytest.raises(BrokenRecord) as error:
        replay(read(line))
    assert error.value.number == number
    assert told in str(error.value)


# --- does it follow from the key? -------------------------------------------------------------------------------------


@pytest.mark.parametrize("events", WALKED)
def test_played_deals_follow_from_their_keys(events: tuple[Event, ...]) -> None:
    assert differences(events) == ()


ELSEWHERE = card_of(face("9D"), 1)


def changed(event: Event) -> Event | None:
    """The event with another card than the key gives, or None where it names none."""
    match event:
        case Drawn(seat, card) if card != ELSEWHERE:
            return Drawn(seat, ELSEWHERE)
        case Taken(seat, card) if card != ELSEWHERE:
            return Taken(seat, ELSEWHERE)
        case TipluSet(card) if card != ELSEWHERE:
            return TipluSet(ELSEWHERE)
        case Recycled(stock):
            return Recycled(stock[1:] + stock[:1])
        case TunnelaShown(seat, cards):
            return TunnelaShown(1 - min(seat, 1), cards)
        case Seen(seat, route, melds):
            return Seen(1 - min(seat, 1), route, melds)
        case Shown(seat, melds, discard):
            return Shown(1 - min(seat, 1), melds, discard)
        case Exchanged(seat, melds):
            return Exchanged(1 - min(seat, 1), melds)
        case Discarded(seat, card):
            return Discarded(1 - min(seat, 1), card)
    return None


def test_every_kind_of_forgery_is_found() -> None:
    forged: set[type] = set()
    for events in WALKED:
        for i, event in enumerate(events):
            if type(event) not in forged and (other := changed(event)) is not None:
                forged.add(type(event))
                found = differences((*events[:i], other, *events[i + 1 :]))
                assert found[0].startswith(f"event {i + 1}, {type(event).__name__}: "), found
    assert len(forged) == 9


def test_another_key_is_found() -> None:
    events = WALKED[0]
    assert isinstance(events[0], Dealt)
    assert differences((replace(events[0], key=bytes(32)), *events[1:]))


def test_impossible_events_are_told_and_do_not_raise() -> None:
    begun = Dealt(NEPALI, 2, 0, bytes(32))
    draws = [Drawn(0, ELSEWHERE)] * 200
    takes = [Taken(0, ELSEWHERE)] * 2
    found = differences((begun, StockOut(0), begun, *draws, *takes, TipluSet(ELSEWHERE)))
    assert found[:2] == ("event 2, StockOut: the stock is not exhausted", "event 3, Dealt: a deal begins once")
    assert any("top of the stock is missing" in line for line in found)
    assert any("top discard is missing" in line for line in found)
    assert any("tiplu is missing" in line for line in found)
    assert any("no longer exactly the pack" in line for line in found)


def test_events_without_a_beginning_are_refused() -> None:
    for events in ((), (Ended(None, None),)):
        with pytest.raises(BadText, match="begin with Dealt"):
            origin_of(events)


# --- whatever is typed ------------------------------------------------------------------------------------------------


@given(st.text(max_size=60), st.integers(0, len(HEAD)), st.integers(0, 10))
def test_damaged_records_are_refused_or_read_but_never_break(inserted: str, at: int, cut: int) -> None:
    line = HEAD[:at] + inserted + HEAD[at + cut :]
    try:
        record = read(line)
    except (BadText, BadRules):
        return
    assert read(write(record)) == record


def test_the_rules_of_a_record_are_read_without_its_moves() -> None:
    changed = HEAD.replace('"options":{}', '"options":{"seen_payment":5}')
    assert rules_of(f"{changed} 0:nonsense").seen_payment == 5
    assert rules_of(HEAD) == NEPALI
    for text in ("deal/2 {}", "deal/1 [", 'deal/1 {"preset":"nepali"}'):
        with pytest.raises(BadText):
            rules_of(text)
    with pytest.raises(BadRules):
        rules_of(HEAD.replace("nepali", "chess"))
