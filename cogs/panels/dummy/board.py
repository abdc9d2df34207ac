"""The public board of a running deal: contracts, melds on the table with their numbers, the piles, the last moves."""

from cogs.pages import GOLD, Button, Page
from cogs.panels.dummy.contracts import contract_words
from cogs.panels.faces import BETWEEN, group, one
from cogs.panels.parts import board_buttons, call, last_moves, pile_page, until
from cogs.panels.seats import name, named, totals
from cogs.speech import Speaker
from marriage_core.dummy.notes import Fact, Note, Phase
from marriage_core.dummy.view import View
from marriage_core.hosting.seen import Board

CIRCLED = 20
"""Circled numbers that there are in a row: ① to ⑳."""

NOTES = {
    Fact.DRAW: "note.draw",
    Fact.TAKE: "note.take",
    Fact.RECYCLE: "note.recycle",
    Fact.ASK: "dummy.note_ask",
    Fact.PASS: "dummy.note_pass",
    Fact.CUT_IN: "dummy.note_cut_in",
    Fact.LAY: "dummy.note_lay",
    Fact.ADD: "dummy.note_add",
    Fact.DISCARD: "note.discard",
    Fact.OUT: "dummy.note_out",
}


def board(board: Board, speaker: Speaker) -> Page:
    """The board. Its buttons are the same for everybody."""
    view: View = board.view
    text, pings = call(board, speaker)
    top = view.discards[-1] if view.discards else None
    lines = [_seat(board, view, seat, speaker) for seat in range(view.players)]
    shown = "—" if top is None else one(top)
    lines += ["", speaker.say("board.piles", top=shown, discards=len(view.discards), stock=view.stock)]
    lines += until(board, speaker)
    notes = last_moves(board, lambda entry: note(board, entry, speaker))
    fields = [(speaker.say("board.moves"), notes)] if notes else []
    if board.played:
        fields.append((speaker.say("dummy.points"), totals(board, speaker)))
    return Page(
        text=text,
        title=speaker.say("dummy.title", deal=board.played + 1),
        body="\n".join(lines),
        fields=tuple(fields),
        footer=speaker.say("board.commitment", commitment=view.commitment[:16]),
        colour=GOLD,
        rows=(_buttons(board, view, speaker),),
        pings=pings,
    )


def _buttons(board: Board, view: View, speaker: Speaker) -> tuple[Button, ...]:
    """D4: whoever has laid draws from the stock only, and everybody sees that."""
    top = view.discards[-1] if view.discards else None
    down = view.seats[view.turn].down
    return board_buttons(board, top, speaker, drawing=view.phase is Phase.DRAW, taking=not down)


def _seat(board: Board, view: View, seat: int, speaker: Speaker) -> str:
    public = view.seats[seat]
    mark = "▶️" if seat == board.awaited else "•"
    told = [f"{mark} {named(board.sitters[seat], speaker)}", speaker.counted("board.cards", public.hand)]
    if seat == view.dealer:
        told.append(speaker.say("board.dealer"))
    told.append(speaker.say("dummy.contract", number=public.contract, contract=contract_words(public.slots, speaker)))
    if public.down:
        told.append(speaker.say("dummy.down"))
    if public.asked:
        told.append(speaker.say("dummy.asked"))
    melds = BETWEEN.join(numbered(view, seat))
    return " · ".join(told) + (f"\n-# {melds}" if melds else "")


def circled(number: int) -> str:
    """The number of a meld on the table, such that it is no rank: `①`; from 21 on `(21)`."""
    return chr(ord("①") + number - 1) if number <= CIRCLED else f"({number})"


def numbered(view: View, owner: int | None = None) -> list[str]:
    """The melds on the table with their numbers, all or those of one seat: `① 7♠ 7♥ 2♦`, `② 4♥ 5♠ 6♥ 7♣`."""
    return [
        f"{circled(number)} {group(meld.faces)}"
        for number, meld in enumerate(view.melds, 1)
        if owner in (None, meld.owner)
    ]


def note(board: Board, entry: Note, speaker: Speaker) -> str:
    """One public fact as a line."""
    who = "" if entry.seat is None else name(board.sitters[entry.seat])
    meld = None if entry.meld is None else circled(entry.meld + 1)
    return speaker.say(NOTES[entry.fact], who=who, cards=group(entry.faces), meld=meld)


def pile(board: Board, speaker: Speaker) -> Page:
    """The discard pile from the top, for anyone to look through."""
    view: View | None = board.view
    return pile_page(() if view is None else view.discards, speaker)
