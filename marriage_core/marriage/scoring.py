"""Counting maal (M10) and settling a deal (M11, M12.3).

There is one scorer; everything that shows points reads its lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from marriage_core.cards import JOKER, Face, counts_of, face_of, faces_of
from marriage_core.marriage.holding import Holding
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import Rules
from marriage_core.marriage.state import Place, State
from marriage_core.named import Named
from marriage_core.options import points_for
from marriage_core.wilds import alter, jhiplu, maal, ordinary_jokers, poplu, wilds

CAP_UNSEEN = 14
"""Hand points that an unseen loser pays at most (I11)."""
JOKER_TUNNELA_POINTS = 10
"""Ordinary jokers shown as a tunnela at the start (M10)."""


class Reason(Named):
    """Why points were counted: the first group makes maal (M10), the second a result (M11)."""

    TIPLU = "tiplu"
    POPLU = "poplu"
    JHIPLU = "jhiplu"
    MARRIAGE = "marriage"
    MAAL_TUNNELA = "maal_tunnela"
    JOKER_TUNNELA = "joker_tunnela"
    TUNNELA = "tunnela"
    ALTER = "alter"
    PRINTED_JOKER = "printed_joker"
    GIVEN = "given"

    MAAL = "maal"
    PAYMENT = "payment"
    DUBLEE_BONUS = "dublee_bonus"
    HAND_POINTS = "hand_points"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points. `count` says how many of it (cards, marriages, tunnelas; in a result 1)."""

    reason: Reason
    points: int
    count: int = 1


Lines = tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """What one player brings to the settlement. `hand_points` are those of I11 before caps, where they count."""

    maal: Lines
    seen: bool
    route: Route | None = None
    hand_points: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """One player's result. `total` is the maal before murder or kidnap, `settled` after; `lines` add up to `net`."""

    maal: Lines
    total: int
    settled: int
    net: int
    lines: Lines


def points_of(lines: Lines) -> int:
    """The sum of some lines."""
    return sum(line.points for line in lines)


# --- maal -------------------------------------------------------------------------------------------------------------


def count_maal(
    rules: Rules, tiplu: Face | None, cards: Sequence[Face], tunnelas: Sequence[Face] = (), seen: bool = True
) -> Lines:
    """The best count of a player's maal (M10): `cards` in hand and on the table, `tunnelas` shown at the start.

    Each card counts in one line; of all splits the best total. Without a tiplu there is no maal (M12.3).
    """
    if tiplu is None:
        return ()
    held = counts_of(cards)
    bonus = tuple(tunnelas) if seen or rules.unseen_tunnelas == "kept" else ()
    best = max(_maal_splits(rules, tiplu, held, bonus), key=points_of)
    lines = (*best, *_joker_lines(rules, tiplu, held, bonus), *_plain_tunnelas(rules, tiplu, bonus))
    return tuple(line for line in lines if line.points)


def _maal_splits(rules: Rules, tiplu: Face, held: list[int], bonus: tuple[Face, ...]) -> Iterator[Lines]:
    """Every way to share tiplus, poplus and jhiplus between marriages, shown tunnelas and their own lines.

    Most marriages first, so that of equal totals the one that people would call out is kept.
    """
    above, below = poplu(tiplu), jhiplu(tiplu)
    for married in range(min(held[tiplu], held[above], held[below]), -1, -1):
        marriage = ScoreLine(Reason.MARRIAGE, points_for(rules.marriage_points, married), married)
        tiplus = held[tiplu] - married
        tiplu_line = ScoreLine(Reason.TIPLU, points_for(rules.tiplu_points, tiplus), tiplus)
        for poplus in _side(rules, Reason.POPLU, held[above] - married, above in bonus):
            for jhiplus in _side(rules, Reason.JHIPLU, held[below] - married, below in bonus):
                yield (marriage, tiplu_line, *poplus, *jhiplus)


def _side(rules: Rules, reason: Reason, n: int, shown: bool) -> Iterator[Lines]:
    """The lines of n poplus or jhiplus that are in no marriage, with or without their shown tunnela."""
    table = rules.poplu_points if reason is Reason.POPLU else rules.jhiplu_points
    plain = ScoreLine(reason, points_for(table, n), n)
    extra = rules.maal_tunnela
    tunnela = ScoreLine(Reason.MAAL_TUNNELA, extra.points)
    if shown and extra.add:
        yield (plain, tunnela)
        return
    if shown and n >= 3:
        yield (tunnela, ScoreLine(reason, points_for(table, n - 3), n - 3))
    yield (plain,)


def _joker_lines(rules: Rules, tiplu: Face, held: list[int], bonus: tuple[Face, ...]) -> Lines:
    """Ordinary jokers shown as tunnelas, alters and printed jokers."""
    other = alter(tiplu)
    tunnelas = len(ordinary_jokers(tiplu).intersection(bonus) - {other})
    alters = held[other]
    lines = [
        ScoreLine(Reason.JOKER_TUNNELA, JOKER_TUNNELA_POINTS * tunnelas, tunnelas),
        ScoreLine(Reason.PRINTED_JOKER, points_for(rules.printed_joker_points, held[JOKER]), held[JOKER]),
    ]
    single = (ScoreLine(Reason.ALTER, points_for(rules.alter_points, alters), alters),)
    as_tunnela = (
        ScoreLine(Reason.JOKER_TUNNELA, rules.alter_tunnela_points),
        ScoreLine(Reason.ALTER, points_for(rules.alter_points, alters - 3), alters - 3),
    )
    better = other in bonus and points_of(as_tunnela) > points_of(single)
    return (*lines, *(as_tunnela if better else single))


def _plain_tunnelas(rules: Rules, tiplu: Face, bonus: tuple[Face, ...]) -> Lines:
    """Tunnelas of cards that are neither maal nor ordinary jokers, by their number."""
    n = len(set(bonus) - maal(tiplu) - ordinary_jokers(tiplu))
    return (ScoreLine(Reason.TUNNELA, points_for(rules.tunnela_points, n), n),)


# --- settlement -------------------------------------------------------------------------------------------------------


def settle(rules: Rules, accounts: Sequence[Account], winner: int | None, by: Route | None) -> tuple[Settled, ...]:
    """Everybody's result (M11; without a winner M12.3). The results add up to 0."""
    totals = [points_of(account.maal) for account in accounts]
    settled = _after_seizure(rules, accounts, totals, winner)
    pays = [_payment_lines(rules, account, winner not in (None, i), by) for i, account in enumerate(accounts)]
    if winner is not None:
        pays[winner] = _gathered(pays)
    n, everything = len(accounts), sum(settled)
    results = []
    for account, total, own, paid in zip(accounts, totals, settled, pays, strict=True):
        lines = (ScoreLine(Reason.MAAL, n * own - everything), *paid)
        results.append(Settled(account.maal, total, own, points_of(lines), lines))
    assert sum(result.net for result in results) == 0, "the results of a deal add up to 0"
    return tuple(results)


def _after_seizure(rules: Rules, accounts: Sequence[Account], totals: list[int], winner: int | None) -> list[int]:
    """M11.3: murder and kidnap; without a winner kidnap acts as murder (M12.3)."""
    if rules.unseen_maal == "keep":
        return totals
    settled = [total if account.seen else 0 for account, total in zip(accounts, totals, strict=True)]
    if rules.unseen_maal == "kidnap" and winner is not None:
        settled[winner] += sum(totals) - sum(settled)
    return settled


def _payment_lines(rules: Rules, account: Account, loses: bool, by: Route | None) -> Lines:
    """What a loser pays: wᵢ of M11 as its parts, and hand points (I11); none where nobody won."""
    if not loses:
        return ()
    spared = account.seen and account.route is Route.DUBLEES and not rules.seen_dublee_loser_pays
    payment = 0 if spared else rules.seen_payment if account.seen else rules.unseen_payment
    bonus = rules.dublee_bonus if by is Route.DUBLEES else 0
    lines = (
        ScoreLine(Reason.PAYMENT, -payment),
        ScoreLine(Reason.DUBLEE_BONUS, -bonus),
        ScoreLine(Reason.HAND_POINTS, -_capped_hand_points(rules, account)),
    )
    return tuple(line for line in lines if line.points)


def _capped_hand_points(rules: Rules, account: Account) -> int:
    """I11: All Count, at most 14 for who has not seen, and for who has unless `cap_seen` says none."""
    if rules.hand_points == "none":
        return 0
    cap = rules.cap_seen if account.seen else CAP_UNSEEN
    return account.hand_points if cap is None else min(cap, account.hand_points)


def _gathered(pays: Sequence[Lines]) -> Lines:
    """What the winner receives: the payments of all losers, reason by reason."""
    lines = []
    for reason in (Reason.PAYMENT, Reason.DUBLEE_BONUS, Reason.HAND_POINTS):
        paid = [line.points for lines_of in pays for line in lines_of if line.reason is reason]
        if paid:
            lines.append(ScoreLine(reason, -sum(paid), len(paid)))
    return tuple(lines)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """A match's places by seat, from 1: most points win, equal totals share the place (M12.1)."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def _points_in_hand(state: State, place: Place, tiplu: Face | None) -> int:
    if state.rules.hand_points == "none" or state.winner is None:
        return 0
    holding = Holding(state.rules, place.faces, place.shown.laid, len(place.tunnelas), place.route)
    return holding.points_in_hand(frozenset() if tiplu is None else wilds(tiplu))


def result(state: State) -> tuple[Settled, ...]:
    """The settlement of a deal that has ended, seat by seat."""
    tiplu = None if state.tiplu is None else face_of(state.tiplu)
    accounts = [
        Account(
            maal=count_maal(state.rules, tiplu, faces_of(place.all_cards), place.shown.tunnelas, place.seen),
            seen=place.seen,
            route=place.route,
            hand_points=_points_in_hand(state, place, tiplu),
        )
        for place in state.places
    ]
    return settle(state.rules, accounts, state.winner, state.by)
