"""M14: nothing that a seat is shown depends on what it cannot know."""

from random import Random

import pytest

from marriage_core.cards import face_of
from marriage_core.marriage.decide import decide
from marriage_core.marriage.moves import Discard, ShowTunnela, Take
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import legal_moves, options
from marriage_core.marriage.state import State
from marriage_core.marriage.view import unseen, view
from tests.core.builder import after, seat, seen, table, whole
from tests.core.hidden import hidden_permutations, secrets
from tests.core.planted import EVERY_MOVE, RULES, planted, players_of, refusal
from tests.core.walkers import WALKERS

DEALS = 21
LOOKS_A_DEAL = 6


def shown(state: State, who: int | None) -> list[str]:
    """All that reaches a seat: its view, its options, the answer to every move it could try."""
    told = [repr(view(state, who))]
    if who is not None:
        can = options(view(state, who))
        told += [repr(can), repr(can.groups), repr(legal_moves(view(state, who))), repr(unseen(view(state, who)))]
        told += [refusal(state, who, move) for move in EVERY_MOVE]
    return told


def states(number: int) -> list[State]:
    """Some states of one deal, played by cheap players and now and then by chance."""
    draw = Random(number)
    rules = RULES[number % len(RULES)]
    state = planted(rules, players_of(rules, draw), draw)
    found = [state]
    walkers = [draw.choice(list(WALKERS.values())) for _ in state.places]
    for _ in range(160):
        if state.phase is Phase.OVER:
            break
        own = view(state, state.turn)
        by_chance = draw.random() < 0.2
        move = draw.choice(legal_moves(own)) if by_chance else walkers[state.turn](own, draw.randrange(1 << 16))
        state = after(state, *decide(state, state.turn, move))
        found.append(state)
    playing = [state for state in found if state.phase is not Phase.OVER]
    return draw.sample(playing, min(LOOKS_A_DEAL, len(playing)))


@pytest.mark.parametrize("number", range(DEALS))
def test_m14_1_m14_2_no_view_option_or_refusal_depends_on_a_secret(number: int) -> None:
    draw = Random(-number)
    for state in states(number):
        for who in (*range(state.players), None):
            told = shown(state, who)
            for other in hidden_permutations(state, who, draw):
                assert whole(other)
                assert shown(other, who) == told


@pytest.mark.parametrize("number", range(0, DEALS, 4))
def test_m14_1_nor_does_what_a_seat_sees_after_its_own_open_moves(number: int) -> None:
    draw = Random(number)
    for state in states(number):
        who = state.turn
        for move in legal_moves(view(state, who)):
            if not isinstance(move, ShowTunnela | Take | Discard):
                continue
            for other in hidden_permutations(state, who, draw):
                one, two = (after(of, *decide(of, who, move)) for of in (state, other))
                if Phase.OVER not in (one.phase, two.phase):
                    assert repr(view(one, who)) == repr(view(two, who))


def test_the_permutations_really_change_what_is_hidden() -> None:
    for number in range(7):
        for state in states(number):
            other = next(hidden_permutations(state, 0, Random(number)))
            assert other != state
            assert other.places[1].hand != state.places[1].hand
            assert sorted(map(face_of, secrets(other, 0))) == sorted(map(face_of, secrets(state, 0)))
            assert view(other, 1) != view(state, 1)


def test_m14_1_the_tiplu_is_secret_to_everyone_who_has_not_seen() -> None:
    state = table(seen("2S"), seat("3S"), seat("4S"), tiplu="JC")
    assert state.tiplu in secrets(state, 1)
    assert state.tiplu in secrets(state, None)
    assert state.tiplu not in secrets(state, 0)
    assert view(state, 0) == view(next(hidden_permutations(state, 0, Random(1))), 0)
    tiplus = {other.tiplu for other in hidden_permutations(state, 1, Random(1), 20)}
    assert len(tiplus) > 10
    opened = table(seen("2S"), seat("3S"), tiplu="JC", open_tiplu=True)
    assert opened.tiplu not in secrets(opened, 1)
