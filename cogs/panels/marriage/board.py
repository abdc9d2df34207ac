"""The public board of a running deal. It never marks wild cards, and its buttons are the same for everybody (M14.2)."""

from cogs.ids import ControlId
from cogs.pages import FIELD_VALUE, GOLD, Button, Page, fitted
from cogs.panels.marriage.faces import group, groups, one
from cogs.panels.seats import look, name, totals, votes_needed
from cogs.speech import Speaker
from marriage_core.hosting.seen import Board
from marriage_core.marriage.notes import Fact, Note, Phase
from marriage_core.marriage.view import SeatView, View

LAST_NOTES = 6
PILE_SHOWN = 160


def board(board: Board, speaker: Speaker) -> Page:
    """The board: seats with what lies open, the piles, the last moves, whose turn it is and until when."""
    view: View = board.view
    awaited = None if board.awaited is None else board.sitters[board.awaited]
    text = ""
    pings: tuple[int, ...] = ()
    if awaited is not None and awaited.person is not None and not awaited.played_by_computer:
        text, pings = speaker.say("board.your_turn", person=f"<@{awaited.person}>"), (awaited.person,)
    lines = [_seat(board, view, seat, speaker) for seat in range(view.players)]
    body = "\n".join(lines) + "\n\n" + _piles(view, speaker)
    if board.deadline is not None:
        body += "\n" + speaker.say("board.deadline", at=f"<t:{int(board.deadline)}:R>")
    if board.votes:
        body += "\n" + speaker.say("board.votes", votes=board.votes, need=votes_needed(board))
    notes = fitted((note(board, entry, speaker) for entry in view.log[-LAST_NOTES:]), FIELD_VALUE, latest=True)
    fields = [(speaker.say("board.moves"), notes)] if notes else []
    if board.played:
        fields.append((speaker.say("board.totals"), totals(board, speaker)))
    return Page(
        text=text,
        title=speaker.say("board.title", deal=board.played + 1, deals=board.deals),
        body=body,
        fields=tuple(fields),
        footer=speaker.say("board.commitment", commitment=view.commitment[:16]),
        colour=GOLD,
        rows=(_buttons(board, view, speaker),),
        pings=pings,
    )


def _seat(board: Board, view: View, seat: int, speaker: Speaker) -> str:
    public = view.seats[seat]
    mark = "▶️" if seat == board.awaited else "•"
    told = [f"{mark} {name(board.sitters[seat])}", speaker.say("board.cards", n=public.hand)]
    if seat == view.dealer:
        told.append(speaker.say("board.dealer"))
    if public.seen:
        told.append(speaker.say(f"board.seen_{public.route}"))
    line = " · ".join(told)
    laid = _laid(public)
    return f"{line}\n-# {laid}" if laid else line


def _laid(public: SeatView) -> str:
    return groups((*((face,) * 3 for face in public.tunnelas), *public.laid))


def _piles(view: View, speaker: Speaker) -> str:
    top = one(view.discards[-1]) if view.discards else "—"
    lines = [speaker.say("board.piles", top=top, discards=len(view.discards), stock=view.stock)]
    if view.open_tiplu is not None:
        lines.append(speaker.say("board.open_tiplu", card=one(view.open_tiplu)))
    return "\n".join(lines)


def _buttons(board: Board, view: View, speaker: Speaker) -> tuple[Button, ...]:
    hand = Button(speaker.say("button.hand"), look(board, "hand"), "primary")
    pile = Button(speaker.say("button.pile"), look(board, "pile"))
    if view.over or board.awaited is None:
        return (hand, pile)
    waiting = view.phase is not Phase.DRAW
    return (
        hand,
        Button(
            speaker.say("button.draw"),
            ControlId(board.table, "draw", None, board.decision),
            "success",
            disabled=waiting,
        ),
        Button(
            speaker.say("button.take", card=one(view.discards[-1]) if view.discards else "—"),
            ControlId(board.table, "take", None, board.decision),
            disabled=waiting or not view.discards,
        ),
        pile,
        Button(speaker.say("button.rules"), look(board, "rules")),
    )


def note(board: Board, entry: Note, speaker: Speaker) -> str:
    """One public fact as a line."""
    who = "" if entry.seat is None else name(board.sitters[entry.seat])
    if entry.fact is Fact.TUNNELA:
        cards = one(entry.faces[0])
    elif entry.fact is Fact.SEE and entry.seat is not None:
        cards = groups(board.view.seats[entry.seat].laid)
    else:
        cards = group(entry.faces)
    return speaker.say(f"note.{entry.fact}", who=who, cards=cards)


def pile(board: Board, speaker: Speaker) -> Page:
    """The discard pile from the top, for anyone to look through (M6.1)."""
    view: View | None = board.view
    if view is None or not view.discards:
        return Page(title=speaker.say("pile.title"), body=speaker.say("pile.empty"))
    newest = [one(face) for face in reversed(view.discards)]
    shown = newest[:PILE_SHOWN]
    body = f"**{shown[0]}**  {'  '.join(shown[1:])}"
    if len(newest) > len(shown):
        body += "\n" + speaker.say("pile.more", n=len(newest) - len(shown))
    return Page(title=speaker.say("pile.title"), body=body, footer=speaker.say("pile.order"))
