"""Hypothesis plays whole deals: any legal move, any illegal one, any number of seats, several rules."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from marriage_core.marriage.game import GAME
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import legal_moves
from marriage_core.marriage.players import PLAYERS
from marriage_core.marriage.state import State
from marriage_core.marriage.view import view
from tests.core.builder import dealt
from tests.core.checked import Watched, check, refused_without_trace
from tests.core.planted import EVERY_MOVE, RULES, planted
from tests.core.walkers import WALKERS

MANY = st.integers(0, 10_000)


class Deal(RuleBasedStateMachine):
    """One deal. Every rule makes one move or tries to."""

    deal: Watched

    @property
    def state(self) -> State:
        return self.deal.state

    def going_on(self) -> bool:
        return hasattr(self, "deal") and self.state.phase is not Phase.OVER

    @initialize(rules=st.sampled_from(RULES), players=st.integers(2, 7), number=MANY, real=st.booleans())
    def begin(self, rules: object, players: int, number: int, real: bool) -> None:
        of = next(of for of in RULES if of == rules)
        seats = min(players, of.most_players)
        draw = Random(number)
        fresh = dealt(seats, number % seats, draw.randbytes(32), of) if real else planted(of, seats, draw)
        self.deal = Watched(fresh)

    @precondition(going_on)
    @rule(seat=MANY, choice=MANY)
    def any_legal_move(self, seat: int, choice: int) -> None:
        seat %= self.state.players
        legal = legal_moves(view(self.state, seat))
        assert legal or seat != self.state.turn
        if legal:
            self.deal.make(seat, legal[choice % len(legal)])

    @precondition(going_on)
    @rule(choice=MANY)
    def any_move_of_the_seat_to_move(self, choice: int) -> None:
        self.any_legal_move(self.state.turn, choice)

    @precondition(going_on)
    @rule(walker=st.sampled_from(sorted(WALKERS)), turns=st.integers(1, 12), lot=MANY)
    def some_turns_of_a_walker(self, walker: str, turns: int, lot: int) -> None:
        for turn in range(turns):
            if self.going_on():
                seat = self.state.turn
                self.deal.make(seat, WALKERS[walker](view(self.state, seat), lot + turn))

    @precondition(going_on)
    @rule()
    def the_easy_player(self) -> None:
        seat = self.state.turn
        self.deal.make(seat, PLAYERS["easy"](view(self.state, seat)))

    @precondition(going_on)
    @rule()
    def the_move_for_an_absent_player(self) -> None:
        seat = self.state.turn
        self.deal.make(seat, GAME.absent_move(view(self.state, seat)))

    @rule(seat=MANY, choice=MANY)
    def any_move_at_all(self, seat: int, choice: int) -> None:
        seat %= self.state.players
        move = EVERY_MOVE[choice % len(EVERY_MOVE)]
        if not refused_without_trace(self.state, seat, move):
            self.deal.make(seat, move)

    @invariant()
    def cards_and_hands_are_right(self) -> None:
        if hasattr(self, "deal"):
            check(self.state)

    def teardown(self) -> None:
        if hasattr(self, "deal"):
            assert self.deal.replayed() == self.state
            assert hash(self.deal.replayed()) == hash(self.state)


TestDeal = Deal.TestCase
TestDeal.settings = settings(settings.get_profile("core"), max_examples=30, stateful_step_count=40)
