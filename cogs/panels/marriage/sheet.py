"""The explained result of a deal: everybody's maal line by line, n × own − total, payments, result, sum 0."""

from collections.abc import Iterator

from cogs.pages import FIELD_VALUE, GOLD, Page, fitted
from cogs.panels.faces import BETWEEN, group, in_line, one
from cogs.panels.marriage.starred import STAR, starred, wild_in_play
from cogs.panels.parts import next_row
from cogs.panels.seats import name, next_deal, totals
from cogs.speech import Speaker
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Board
from marriage_core.marriage.scoring import Lines, Reason, Settled
from marriage_core.marriage.view import Revealed, View
from marriage_core.wilds import wilds as wilds_of


def sheet(board: Board, speaker: Speaker) -> Page | None:
    """The score sheet of the deal that is over, if one is. Hands, tiplu and key are public now (M14.3)."""
    view: View | None = board.view
    told: Revealed | None = None if view is None else view.revealed
    if view is None or told is None:
        return None
    whole = sum(settled.settled for settled in told.settled)
    fields = tuple(
        (
            f"{name(board.sitters[seat])} {speaker.number(settled.net, signed=True)}",
            _player(view, told, seat, settled, whole, speaker),
        )
        for seat, settled in enumerate(told.settled)
    )
    legend = _legend(view, told, speaker) if any(STAR in value for _, value in fields) else ()
    if board.status is Status.BETWEEN:
        # After the last deal the end of the match says the same below.
        fields += ((speaker.say("sheet.totals", played=board.played, deals=board.deals), totals(board, speaker)),)
    return Page(
        title=speaker.say("sheet.title", deal=board.played, deals=board.deals),
        body="\n".join((ending(board, told, speaker), *legend, *next_deal(board, speaker))),
        fields=fields,
        footer=speaker.say("sheet.key", key=told.key.hex()),
        colour=GOLD,
        rows=next_row(board, speaker),
    )


def ending(board: Board, told: Revealed, speaker: Speaker) -> str:
    """Who ended the deal and what the tiplu was."""
    if told.winner is None:
        lines = [speaker.say("sheet.no_winner")]
    else:
        lines = [speaker.say(f"sheet.won_{told.by}", who=name(board.sitters[told.winner]))]
    if told.tiplu is None:
        lines.append(speaker.say("sheet.no_tiplu"))
    else:
        lines.append(speaker.say("sheet.tiplu", card=one(told.tiplu)))
    return "\n".join(lines)


def _legend(view: View, told: Revealed, speaker: Speaker) -> Iterator[str]:
    """What the star in melds means, and what was wild."""
    if told.tiplu is not None:
        yield speaker.say("sheet.starred", wild=group(wild_in_play(told.tiplu, view.rules)))


def _player(view: View, told: Revealed, seat: int, settled: Settled, whole: int, speaker: Speaker) -> str:
    public = view.seats[seat]
    lines = explained(settled, len(told.settled), whole, speaker)
    if not public.seen:
        lines.append(speaker.say("sheet.unseen"))
    wilds = wilds_of(told.tiplu) if public.seen and told.tiplu is not None else frozenset()
    laid = starred((*((face,) * 3 for face in public.tunnelas), *public.laid), wilds, view.rules)
    cards = BETWEEN.join(part for part in (laid, in_line(told.hands[seat])) if part)
    lines.append(f"-# {cards}")
    return fitted(lines, FIELD_VALUE)


def explained(settled: Settled, n: int, whole: int, speaker: Speaker) -> list[str]:
    """One player's result line by line: maal, n × own − `whole`, payments. `/hisab` says it in the same words."""
    lines = []
    if settled.maal:
        lines.append(speaker.say("sheet.maal", total=settled.total, lines=_maal(settled.maal, speaker)))
    if settled.settled != settled.total:
        lines.append(speaker.say("sheet.seized", before=settled.total, after=settled.settled))
    for line in settled.lines:
        if line.reason is Reason.MAAL:
            points = speaker.number(line.points, signed=True)
            lines.append(speaker.say("sheet.formula", n=n, own=settled.settled, whole=whole, points=points))
        else:
            key = f"sheet.{line.reason}_{'paid' if line.points < 0 else 'received'}"
            lines.append(speaker.say(key, points=speaker.number(line.points, signed=True)))
    return lines


def _maal(maal: Lines, speaker: Speaker) -> str:
    """`tiplu ×2 (7) + marriage (10)`."""
    return " + ".join(
        speaker.say(
            "sheet.line",
            reason=speaker.say(f"reason.{line.reason}"),
            count=f" ×{speaker.number(line.count)}" if line.count > 1 else "",
            points=line.points,
        )
        for line in maal
    )
