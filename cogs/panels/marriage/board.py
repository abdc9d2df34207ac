"""The public board of a running deal. It never marks wild cards, and its buttons are the same for everybody (M14.2)."""

from cogs.pages import GOLD, Page
from cogs.panels.faces import group, groups, one
from cogs.panels.parts import board_buttons, call, last_moves, pile_page, until
from cogs.panels.seats import name, named, totals
from cogs.speech import Speaker
from marriage_core.hosting.seen import Board
from marriage_core.marriage.notes import Fact, Note, Phase, SeatView
from marriage_core.marriage.view import View


def board(board: Board, speaker: Speaker) -> Page:
    """The board: seats with what lies open, the piles, the last moves, whose turn it is and until when."""
    view: View = board.view
    text, pings = call(board, speaker)
    top = view.discards[-1] if view.discards else None
    drawing = view.phase is Phase.DRAW
    lines = [_seat(board, view, seat, speaker) for seat in range(view.players)]
    lines += ["", *_piles(view, speaker), *until(board, speaker)]
    notes = last_moves(board, lambda entry: note(board, entry, speaker))
    fields = [(speaker.say("board.moves"), notes)] if notes else []
    if board.played:
        fields.append((speaker.say("board.totals"), totals(board, speaker)))
    return Page(
        text=text,
        title=speaker.say("board.title", deal=board.played + 1, deals=board.deals),
        body="\n".join(lines),
        fields=tuple(fields),
        footer=speaker.say("board.commitment", commitment=view.commitment[:16]),
        colour=GOLD,
        rows=(board_buttons(board, top, speaker, drawing=drawing),),
        pings=pings,
    )


def _seat(board: Board, view: View, seat: int, speaker: Speaker) -> str:
    public = view.seats[seat]
    mark = "▶️" if seat == board.awaited else "•"
    told = [f"{mark} {named(board.sitters[seat], speaker)}", speaker.counted("board.cards", public.hand)]
    if seat == view.dealer:
        told.append(speaker.say("board.dealer"))
    if public.seen:
        told.append(speaker.say(f"board.seen_{public.route}"))
    line = " · ".join(told)
    laid = _laid(public)
    return f"{line}\n-# {laid}" if laid else line


def _laid(public: SeatView) -> str:
    return groups((*((face,) * 3 for face in public.tunnelas), *public.laid))


def _piles(view: View, speaker: Speaker) -> list[str]:
    top = one(view.discards[-1]) if view.discards else "—"
    lines = [speaker.say("board.piles", top=top, discards=len(view.discards), stock=view.stock)]
    if view.open_tiplu is not None:
        lines.append(speaker.say("board.open_tiplu", card=one(view.open_tiplu)))
    return lines


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
    return pile_page(() if view is None else view.discards, speaker)
