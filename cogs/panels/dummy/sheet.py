"""The explained result of a deal: what everybody held, what it counts, and whose contract lies (D9, D11)."""

from cogs.pages import FIELD_VALUE, GOLD, Page, fitted
from cogs.panels.dummy.contracts import contract_words
from cogs.panels.faces import group, in_line
from cogs.panels.parts import next_row
from cogs.panels.seats import name, next_deal, totals
from cogs.speech import Speaker
from marriage_core.dummy.contracts import LAST_CONTRACT
from marriage_core.dummy.scoring import Reason, ScoreLine, Settled
from marriage_core.dummy.view import Revealed, SeatView, View
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Board

REASONS = {
    Reason.LOW: "dummy.reason_low",
    Reason.HIGH: "dummy.reason_high",
    Reason.ACE: "dummy.reason_ace",
    Reason.TWO: "dummy.reason_two",
    Reason.JOKER: "dummy.reason_joker",
}


def sheet(board: Board, speaker: Speaker) -> Page | None:
    """The score sheet of the deal that is over, if one is. Hands and key are public now."""
    view: View | None = board.view
    told: Revealed | None = None if view is None else view.revealed
    if view is None or told is None:
        return None
    fields = tuple(
        (f"{name(board.sitters[seat])} {speaker.number(settled.points)}", _player(view, told, seat, settled, speaker))
        for seat, settled in enumerate(told.settled)
    )
    if board.status is Status.BETWEEN:
        # After the last deal the end of the match says the same below.
        fields += ((speaker.counted("dummy.sheet_totals", board.played), totals(board, speaker)),)
    return Page(
        title=speaker.say("dummy.sheet_title", deal=board.played),
        body="\n".join((ending(board, told, speaker), *next_deal(board, speaker))),
        fields=fields,
        footer=speaker.say("sheet.key", key=told.key.hex()),
        colour=GOLD,
        rows=next_row(board, speaker),
    )


def ending(board: Board, told: Revealed, speaker: Speaker) -> str:
    """Who ended the deal."""
    if told.winner is None:
        return speaker.say("dummy.nobody")
    return speaker.say("dummy.won", who=name(board.sitters[told.winner]))


def _player(view: View, told: Revealed, seat: int, settled: Settled, speaker: Speaker) -> str:
    public = view.seats[seat]
    lines = [contract_line(public, speaker)]
    if public.completed == LAST_CONTRACT:
        lines.append(speaker.say("dummy.all_done"))
    if settled.lines:
        lines.append(" + ".join(_line(line, speaker) for line in settled.lines))
    lines += [f"-# {group(meld.faces)}" for meld in view.melds if meld.owner == seat]
    if told.hands[seat]:
        lines.append(f"-# {in_line(told.hands[seat])}")
    return fitted(lines, FIELD_VALUE)


def contract_line(public: SeatView, speaker: Speaker) -> str:
    """Which contract lies, or is still to be laid (D5)."""
    key = "dummy.sheet_laid" if public.down else "dummy.not_laid"
    return speaker.say(key, number=public.contract, contract=contract_words(public.slots, speaker))


def _line(line: ScoreLine, speaker: Speaker) -> str:
    """`aces ×2 (30)`."""
    return speaker.say(
        "sheet.line",
        reason=speaker.say(REASONS[line.reason]),
        count=f" ×{speaker.number(line.count)}" if line.count > 1 else "",
        points=line.points,
    )
