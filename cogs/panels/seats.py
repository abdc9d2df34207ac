"""The parts that every page of a table shares: names, tables of points, the lobby, the end of a match."""

from cogs.ids import ControlId
from cogs.names import safe
from cogs.pages import GREEN, GREY, Button, Page
from cogs.panels import zero_sum
from cogs.panels.rules_sheet import match_line, rules_line
from cogs.speech import Speaker
from marriage_core.hosting.lobby import FEWEST_PLAYERS, Sitter, Status
from marriage_core.hosting.seen import Board

MOST_LEVELS = 4
"""Buttons for computers: a row has five, one of them for the rules."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def name(sitter: Sitter) -> str:
    """A name, marked where a computer sits or plays."""
    mark = " 🤖" if sitter.person is None else " 🚪" if sitter.left else " 💤" if sitter.away else ""
    return f"**{safe(sitter.name)}**{mark}"


def named(sitter: Sitter, speaker: Speaker) -> str:
    """A name where there is room for words beside its mark."""
    word = "" if sitter.person is None else "seat.left" if sitter.left else "seat.away" if sitter.away else ""
    return f"{name(sitter)} {speaker.say(word)}" if word else name(sitter)


def names(board: Board) -> tuple[str, ...]:
    """The plain names by seat, for refusals."""
    return tuple(sitter.name for sitter in board.sitters)


def look(board: Board, verb: str, arg: str | None = None) -> ControlId:
    """The id of a control that looks or speaks to the table, without a decision."""
    return ControlId(board.table, verb, arg)


def votes_needed(board: Board) -> int:
    """How many votes end the match: more than half of the people who are there (F26)."""
    return sum(not sitter.played_by_computer for sitter in board.sitters) // 2 + 1


def lobby(board: Board, speaker: Speaker) -> Page:
    """The lobby: who sits, what will be played, and the buttons to change it."""
    if board.status is Status.CLOSED:
        return closed(speaker)
    seats = [
        f"{speaker.number(i + 1)}. {named(sitter, speaker)}{f' · {sitter.level}' if sitter.level else ''}"
        for i, sitter in enumerate(board.sitters)
    ]
    seats += [f"{speaker.number(i + 1)}. —" for i in range(len(board.sitters), board.rules.most_players)]
    host = speaker.say("lobby.host", host=f"<@{board.host}>")
    lines = [host, *seats, "", rules_line(board.rules, speaker), match_line(board, speaker)]
    if not board.hints_allowed:
        lines.append(speaker.say("lobby.hints_off"))
    body = "\n".join(lines)
    full = len(board.sitters) >= board.rules.most_players
    hint = speaker.say("lobby.alone" if len(board.sitters) < FEWEST_PLAYERS else "lobby.ready")
    rows: tuple[tuple[Button, ...], ...] = (
        (
            Button(speaker.say("button.join"), look(board, "join"), "success", disabled=full),
            Button(speaker.say("button.leave"), look(board, "leave")),
            Button(
                speaker.say("button.start"),
                look(board, "start"),
                "primary",
                disabled=len(board.sitters) < FEWEST_PLAYERS,
            ),
        ),
        (
            *(
                Button(speaker.say("button.add", level=level), look(board, "add", level), disabled=full)
                for level in board.levels[:MOST_LEVELS]
            ),
            Button(speaker.say("button.rules"), look(board, "rules")),
        ),
    )
    return Page(title=speaker.say(f"lobby.title_{board.game}"), body=body, footer=hint, colour=GREEN, rows=rows)


def confirm_end(board: Board, speaker: Speaker) -> Page:
    """The question before somebody ends the match in a running deal. The answer is good for that deal."""
    sure = ControlId(board.table, "sure", "end", str(board.deal))
    row = (Button(speaker.say("button.end"), sure, "danger"), Button(speaker.say("button.stay"), look(board, "stay")))
    return Page(text=speaker.say("confirm.end"), rows=(row,))


def closed(speaker: Speaker, reason: str = "ended") -> Page:
    """A table that is gone."""
    return Page(title=speaker.say("closed.title"), body=speaker.say(f"closed.{reason}"), colour=GREY)


def totals(board: Board, speaker: Speaker) -> str:
    """The match's points by place."""
    order = sorted(range(len(board.sitters)), key=lambda seat: (board.places[seat], seat))
    return "\n".join(
        f"{MEDALS.get(board.places[seat]) or speaker.number(board.places[seat]) + '.'} {name(board.sitters[seat])} "
        f"{speaker.number(board.totals[seat], signed=zero_sum(board.game))}"
        for seat in order
    )


def next_deal(board: Board, speaker: Speaker) -> tuple[str, ...]:
    """When the next deal begins by itself, where one is due."""
    if board.status is not Status.BETWEEN or board.deadline is None:
        return ()
    return (speaker.say("sheet.next", at=f"<t:{int(board.deadline)}:R>"),)


def standings(board: Board, speaker: Speaker, complete: bool, after: str = "") -> Page:
    """The end of a match, with "Play again" while the table is open (M12.1); `after` is what else there is to say."""
    stopped = "match.stopped" if board.deals else "match.stopped_open"
    told = speaker.say(
        "match.complete" if complete else stopped, played=board.played, deals=board.deals or board.played
    )
    body = f"{told}\n\n{totals(board, speaker)}"
    body += f"\n\n{after}" if after else ""
    again = Button(speaker.say("button.again"), look(board, "again", str(board.match)), "success")
    rows = () if board.status is Status.CLOSED else ((again, Button(speaker.say("button.close"), look(board, "end"))),)
    return Page(title=speaker.say("match.title"), body=body, colour=GREEN, rows=rows)
