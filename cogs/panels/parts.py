"""The parts that the boards and hand panels of all games share: who is called, looking, moving on."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from cogs.ids import ControlId
from cogs.pages import FIELD_VALUE, Button, Page, Picker, fitted
from cogs.panels.faces import group, one
from cogs.panels.seats import look, votes_needed
from cogs.speech import Speaker
from data.people import PersonSettings
from marriage_core.cards import Face, text
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Board, Desk

SORTS = ("suit", "groups", "rank")
PILE_SHOWN = 160
LAST_NOTES = 6

Row = tuple[Button | Picker, ...]


# --- the board --------------------------------------------------------------------------------------------------------


def call(board: Board, speaker: Speaker) -> tuple[str, tuple[int, ...]]:
    """The board's text and whom it pings: the person whose turn it is, nobody where a computer plays."""
    awaited = None if board.awaited is None else board.sitters[board.awaited]
    if awaited is None or awaited.person is None or awaited.played_by_computer:
        return "", ()
    return speaker.say("board.your_turn", person=f"<@{awaited.person}>"), (awaited.person,)


def board_buttons(
    board: Board, top: Face | None, speaker: Speaker, *, drawing: bool, taking: bool = True
) -> tuple[Button, ...]:
    """The board's buttons, the same for everybody.

    `drawing`: whether the seat to move has yet to draw; `taking`: whether, as all can see, it may take the discard.
    """
    hand = Button(speaker.say("button.hand"), look(board, "hand"), "primary")
    pile = Button(speaker.say("button.pile"), look(board, "pile"))
    if board.awaited is None:
        return (hand, pile)
    card = "—" if top is None else one(top)
    draw, take = (ControlId(board.table, verb, None, board.decision) for verb in ("draw", "take"))
    return (
        hand,
        Button(speaker.say("button.draw"), draw, "success", disabled=not drawing),
        Button(speaker.say("button.take", card=card), take, disabled=not (drawing and taking) or top is None),
        pile,
        Button(speaker.say("button.rules"), look(board, "rules")),
    )


def until(board: Board, speaker: Speaker) -> list[str]:
    """When the turn ends, and how many votes there are to end the match, where there are any (F26, F27)."""
    lines = []
    if board.deadline is not None:
        lines.append(speaker.say("board.deadline", at=f"<t:{int(board.deadline)}:R>"))
    if board.votes:
        lines.append(speaker.say("board.votes", votes=board.votes, need=votes_needed(board)))
    return lines


def last_moves(board: Board, note: Callable[[Any], str]) -> str:
    """The last lines of the deal's log, each as `note` tells it; ⏰ before what the clock did for somebody (M12.2)."""
    log, clocked = board.view.log, by_clock(board).values()
    places = range(len(log))[-LAST_NOTES:]
    lines = (f"⏰ {note(log[place])}" if place in clocked else note(log[place]) for place in places)
    return fitted(lines, FIELD_VALUE, latest=True)


def by_clock(board: Board) -> dict[str, int]:
    """The places in the deal's log of the discards that ended a turn which had timed out, by turn.

    In every game a seat's turns, counted from 0, end with one discard each, unless they end the deal.
    """
    if not board.timed_out:
        return {}
    ended: Counter[int] = Counter()
    found = {}
    for place, entry in enumerate(board.view.log):
        if entry.fact == "discard":
            found[f"{board.deal}.{entry.seat}.{ended[entry.seat]}"] = place
            ended[entry.seat] += 1
    return {turn: found[turn] for turn in board.timed_out if turn in found}


def pile_page(discards: Sequence[Face], speaker: Speaker) -> Page:
    """The discard pile from the top, for anyone to look through."""
    if not discards:
        return Page(title=speaker.say("pile.title"), body=speaker.say("pile.empty"))
    newest = [one(face) for face in reversed(discards)]
    shown = newest[:PILE_SHOWN]
    body = f"**{shown[0]}**  {'  '.join(shown[1:])}"
    if len(newest) > len(shown):
        body += "\n" + speaker.say("pile.more", n=len(newest) - len(shown))
    return Page(title=speaker.say("pile.title"), body=body, footer=speaker.say("pile.order"))


# --- the hand panel ---------------------------------------------------------------------------------------------------


def move_id(desk: Desk, word: str) -> ControlId:
    """The id of a control that makes a move of this decision. `word` is the move's text: `discard=9D`."""
    verb, _, arg = word.partition("=")
    return ControlId(desk.board.table, verb, arg or None, desk.decision)


def time_up(board: Board, turn: str, speaker: Speaker) -> str:
    """That the clock ended a turn, and what it discarded (M12.2, F26); nothing for other turns."""
    if turn not in board.timed_out:
        return ""
    place = by_clock(board).get(turn)
    if place is None:
        return speaker.say("hand.time_up")
    return speaker.say("hand.time_up_discard", card=group(board.view.log[place].faces))


def turn_lost(desk: Desk) -> str:
    """The person's last turn, where the clock ended it and they have not acted since; else nothing."""
    board, seat = desk.board, desk.seat
    mine = [turn for turn in board.timed_out if turn.startswith(f"{board.deal}.{seat}.")]
    if not mine or not board.sitters[seat].misses:
        return ""
    since = by_clock(board).get(mine[-1], len(board.view.log))
    played_on = any(entry.seat == seat and entry.fact == "discard" for entry in board.view.log[since + 1 :])
    return "" if played_on else mine[-1]


def away(desk: Desk) -> bool:
    """Whether the computer plays this seat until its person says that they are back (F26)."""
    return desk.board.sitters[desk.seat].away


def back_row(desk: Desk, speaker: Speaker) -> Row:
    """The button of one who was away."""
    return (Button(speaker.say("button.back"), look(desk.board, "join"), "success"),)


def next_row(board: Board, speaker: Speaker) -> tuple[Row, ...]:
    """The button of the next deal, where one is due."""
    if board.status is not Status.BETWEEN:
        return ()
    return ((Button(speaker.say("button.next"), look(board, "next", str(board.played)), "success"),),)


def way_on(board: Board, speaker: Speaker) -> tuple[Row, ...]:
    """After a deal the next one, after a match another."""
    if board.status is Status.AFTER:
        return ((Button(speaker.say("button.again"), look(board, "again", str(board.match)), "success"),),)
    return next_row(board, speaker)


def match_place(desk: Desk, speaker: Speaker) -> list[str]:
    """The person's place, once the match is over (M12.1)."""
    if desk.board.status is not Status.AFTER:
        return []
    return [speaker.say("hand.match_over", place=desk.board.places[desk.seat], players=len(desk.board.places))]


def discard_drawn(desk: Desk, drawn: Face | None, discards: Sequence[Face], speaker: Speaker) -> tuple[Button, ...]:
    """The button that throws the drawn card away, where it may be."""
    if drawn is None or drawn not in discards:
        return ()
    label = speaker.say("button.discard", card=one(drawn))
    return (Button(label, move_id(desk, f"discard={text(drawn)}")),)


def looking_row(desk: Desk, speaker: Speaker, settings: PersonSettings) -> Row:
    """Sorting, the pile, the panel anew or with a picture; a hint where it is one's turn and the table has hints."""
    following = SORTS[(SORTS.index(settings.sort) + 1) % len(SORTS)]
    mine = desk.board.awaited == desk.seat and desk.board.hints
    hint = (Button(speaker.say("button.hint"), look(desk.board, "hint")),) if mine else ()
    return (
        Button(speaker.say(f"button.sort_{following}"), look(desk.board, "sort", following)),
        Button(speaker.say("button.pile"), look(desk.board, "pile")),
        Button(speaker.say("button.refresh"), look(desk.board, "hand")),
        Button(speaker.say("button.picture"), look(desk.board, "picture")),
        *hint,
    )


def copies(held: Sequence[Face], face: Face) -> str:
    """A face in hand and how often: `7♥ ×3` (F51)."""
    number = held.count(face)
    return one(face) if number == 1 else f"{one(face)} ×{number}"


def confirm_rows(desk: Desk, speaker: Speaker, asked: str, card: Face) -> tuple[Row, ...]:
    """F58: a discard again, to be confirmed, and the way back."""
    sure = ControlId(desk.board.table, "sure", asked, desk.decision)
    return (
        (
            Button(speaker.say("button.sure", card=one(card)), sure, "danger"),
            Button(speaker.say("button.keep"), look(desk.board, "hand")),
        ),
    )
