"""Records replay to identical events, and a deal's events follow from its key."""

from dataclasses import replace

import pytest

from marriage_core.cards import card_of, face, text
from marriage_core.dummy.events import Discarded, Drawn, Ended, Event, Granted, Laid, Recycled, Taken
from marriage_core.dummy.game import GAME
from marriage_core.dummy.rules import DUMMY
from marriage_core.dummy.view import view
from marriage_core.engine import Origin
from marriage_core.errors import BadText
from marriage_core.notation.record import BrokenRecord, from_events, read, replay, write
from tests.dummy.builder import KEY, played
from tests.dummy.matches import play_deal

LEVELS = ("easy", "steady", "easy", "steady")


def a_deal(**options: object) -> list[Event]:
    """A deal; where seats may cut in, one in which a seat does."""
    for number in range(50):
        events = play_deal(DUMMY.with_options(options), LEVELS, 1, bytes([number]) * 32, [3, 0, 11, 5])[1]
        if any(isinstance(event, Granted) for event in events) is bool(options):
            return events
    raise AssertionError("no seat cuts in")


@pytest.mark.parametrize("options", [{}, {"cut_in": True}])
def test_a_record_replays_to_identical_events(options: dict[str, object]) -> None:
    events = a_deal(**options)
    line = write(from_events(GAME, events, ("Anna", "Bina", "C", "D")))
    assert '"carried":[3,0,11,5]' in line
    record = read(line)
    assert write(record) == line
    made, state = replay(record)
    assert list(made) == events
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winner is None) == (outcome.by is None)


def test_a_record_with_contracts_that_cannot_be_is_broken() -> None:
    line = write(from_events(GAME, a_deal(), ("Anna", "Bina", "C", "D")))
    with pytest.raises(BrokenRecord, match="carried"):
        replay(read(line.replace("[3,0,11,5]", "[3,0,12,5]")))


def test_what_a_deal_began_with() -> None:
    events = a_deal()
    assert GAME.origin_of(events) == Origin(DUMMY, 4, 1, bytes(32), [3, 0, 11, 5])
    assert GAME.origin_of(GAME.start(DUMMY, 2, 0, KEY)) == Origin(DUMMY, 2, 0, KEY, None)
    for none in ((), events[1:]):
        with pytest.raises(BadText, match="begin with Dealt"):
            GAME.origin_of(none)
        with pytest.raises(BadText, match="begin with Dealt"):
            GAME.differences(none)


def test_a_deal_follows_from_its_key() -> None:
    assert GAME.differences(a_deal(cut_in=True)) == ()


def test_asking_and_taking_it_back_are_moves_of_the_record() -> None:
    events = list(GAME.start(DUMMY.with_options({"cut_in": True}), 3, 0, KEY))
    state = GAME.evolve(None, events[0])
    drawn = view(played(state, 1, "draw"), 1).me[0].drawn
    assert drawn is not None
    for who, word in ((1, "draw"), (1, f"discard={text(drawn)}"), (0, f"cutin={text(drawn)}"), (0, "pass")):
        for event in GAME.decide(state, who, GAME.read_move(word)):
            state = GAME.evolve(state, event)
            events.append(event)
    line = write(from_events(GAME, events, ("Anna", "Bina", "C")))
    assert line.endswith(f"0:cutin={text(drawn)} 0:pass")
    assert replay(read(line)) == (tuple(events), state)


def first(events: list[Event], kind: type[Event]) -> int:
    return next(i for i, event in enumerate(events) if isinstance(event, kind))


AS0 = card_of(face("AS"), 0)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Drawn(1, AS0), "by the key the top of the stock is"),
        (Taken(1, AS0), "by the key the top discard is"),
        (Recycled((AS0,)), "the stock is not the recycled discard pile"),
        (Discarded(1, AS0), "does not hold"),
        (Laid(1, ((AS0,),)), "does not hold"),
        (Granted(1, AS0, (AS0,)), "by the key the top discard is"),
    ],
)
def test_what_does_not_follow_is_told(event: Event, told: str) -> None:
    begun = list(GAME.start(DUMMY, 2, 0, KEY))
    hand = GAME.evolve(None, begun[0]).places[1].hand
    assert AS0 not in hand
    found = GAME.differences([*begun, event])
    assert told in found[0]
    assert found[0].startswith(f"event 2, {type(event).__name__}: ")


def test_cards_that_are_not_there_are_missing() -> None:
    begun = list(GAME.start(DUMMY, 2, 0, KEY))
    state = GAME.evolve(None, begun[0])
    emptied = [*begun, Recycled(()), Drawn(1, state.stock[-1])]
    assert any("top of the stock is missing" in line for line in GAME.differences(emptied))
    twice = [*begun, Taken(1, state.discards[-1]), Taken(1, state.discards[-1])]
    found = GAME.differences(twice)
    assert any("top discard is missing" in line for line in found)


def test_a_card_lost_is_told() -> None:
    events = a_deal()
    at = first(events, Laid)
    lay = events[at]
    assert isinstance(lay, Laid)
    elsewhere = card_of(face("AS"), 3)
    events[at] = replace(lay, melds=((elsewhere,), *lay.melds))
    assert any("no longer exactly the pack" in line for line in GAME.differences(events))
    assert GAME.differences([*events[:1], Ended(None)]) == ()
