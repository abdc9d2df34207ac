"""What a sitting at a real table looks like: the running sheet, the form, a settled deal, the transfers. Pure."""

from collections.abc import Iterator, Sequence

from cogs.hisab_form import LONGEST_FIELD, MOST, NEW, NOBODY, Form, asked, rules_of, times_counted
from cogs.ids import ControlId
from cogs.names import plain, safe
from cogs.pages import DESCRIPTION, GOLD, GREEN, GREY, OPTIONS, Button, Page, Picker, Question, Questions, fitted
from cogs.panels.marriage.sheet import explained
from cogs.panels.rules_sheet import rules_line
from cogs.panels.seats import MEDALS
from cogs.speech import Speaker
from data.sittings import Sitting, SittingDeal
from marriage_core.marriage.moves import Route
from marriage_core.marriage.scoring import Settled
from marriage_core.transfers import fewest_transfers

DEALS_SHOWN = 8
LONGEST_SHEET = 3000
"""A sheet as text up to this length stands in the message, a longer one is attached."""
LONGEST_ACCOUNT = 600
NAME_WIDTH = 10


def _id(sitting: Sitting, verb: str, key: str | None = None, arg: str | None = None) -> ControlId:
    """A control of a sitting; what it fills in takes the place of a decision."""
    return ControlId(sitting.id, f"hisab_{verb}", arg, key)


# --- the sitting ------------------------------------------------------------------------------------------------------


def sitting_page(sitting: Sitting, speaker: Speaker) -> Page:
    """The running sheet, with the buttons of an open sitting."""
    lines = [speaker.say("hisab.keeper", keeper=f"<@{sitting.keeper}>"), rules_line(rules_of(sitting), speaker)]
    deals = [_deal_line(deal, speaker) for deal in sitting.current]
    fields = [(speaker.say("board.totals"), _totals(sitting, speaker))]
    if deals:
        shown = fitted(deals[-DEALS_SHOWN:], 1024, latest=True)
        fields.append((speaker.say("hisab.deals", n=len(deals)), shown))
    rows = () if sitting.closed_at is not None else (_buttons(sitting, speaker),)
    title = speaker.say("hisab.title")
    return Page(title=title, body="\n".join(lines), fields=tuple(fields), colour=GREEN, rows=rows)


def _buttons(sitting: Sitting, speaker: Speaker) -> tuple[Button, ...]:
    none = not sitting.deals
    return (
        Button(speaker.say("button.hisab_add"), _id(sitting, "form", NEW), "success"),
        Button(speaker.say("button.hisab_correct"), _id(sitting, "correct"), disabled=none),
        Button(speaker.say("button.hisab_players"), _id(sitting, "players")),
        Button(speaker.say("button.hisab_settle"), _id(sitting, "settle"), "primary", disabled=none),
    )


def _totals(sitting: Sitting, speaker: Speaker) -> str:
    totals = sitting.totals
    pauses = {player.name for player in sitting.players if not player.plays}
    ranked = sorted(totals, key=lambda name: -totals[name])
    # As long as all are even nobody leads.
    medals = MEDALS if any(totals.values()) else {}
    return "\n".join(
        f"{medals.get(1 + sum(other > totals[name] for other in totals.values()), '▫️')} **{safe(name)}**"
        f"{' 💤' if name in pauses else ''} {speaker.number(totals[name], signed=True)}"
        for name in ranked
    )


def _nets(deal: SittingDeal, speaker: Speaker) -> str:
    return " · ".join(f"{safe(name)} {speaker.number(net, signed=True)}" for name, net in deal.nets.items())


def _deal_line(deal: SittingDeal, speaker: Speaker) -> str:
    mark = " ✏️" if deal.version > 1 else ""
    return f"{speaker.number(deal.number)}.{mark} {_nets(deal, speaker)}"


# --- the form ---------------------------------------------------------------------------------------------------------


def form_page(sitting: Sitting, key: str, form: Form, speaker: Speaker, notice: str = "") -> Page:
    """A deal being filled in; every control keeps what it was told at once."""
    lines = [_form_line(form, name, speaker) for name in form.players]
    lines.append(speaker.say("hisab.tiplu", card=safe(form.tiplu) if form.tiplu else "—"))
    lines.append(_ending(form, speaker))
    how = speaker.say("hisab.how_hand" if rules_of(sitting).hand_points != "none" else "hisab.how")
    title = speaker.say("hisab.form_new") if key == NEW else speaker.say("hisab.form_old", number=int(key))
    return Page(
        text=notice,
        title=title,
        body="\n".join((*lines, "", how)),
        colour=GREY,
        rows=_form_rows(sitting, key, form, speaker),
    )


def _form_line(form: Form, name: str, speaker: Speaker) -> str:
    mark = "🏆 " if name == form.winner else ""
    told = form.told.get(name, "")
    seen = f" · {speaker.say('board.seen_melds')}" if name in form.seen else ""
    return f"{mark}**{safe(name)}** · {safe_text(told) if told else speaker.say('hisab.not_told')}{seen}"


def safe_text(text: str) -> str:
    """What somebody typed into a field, within markdown."""
    shown = text.replace("`", "'").replace("@", "@\u200b")
    return f"`{shown[:120]}`"


def _ending(form: Form, speaker: Speaker) -> str:
    if form.winner is None:
        return speaker.say("hisab.ending_unknown")
    if form.winner == NOBODY:
        return speaker.say("hisab.ending_nobody")
    return speaker.say(f"hisab.ending_{form.by}", who=safe(form.winner))


def _form_rows(sitting: Sitting, key: str, form: Form, speaker: Speaker) -> tuple[tuple[Button | Picker, ...], ...]:
    parts = asked(form)
    ask = tuple(
        Button(
            speaker.say("button.hisab_ask") if len(parts) == 1 else speaker.say("button.hisab_ask_part", part=part + 1),
            _id(sitting, "ask", key, str(part)),
            "primary",
        )
        for part in range(len(parts))
    )
    rows: list[tuple[Button | Picker, ...]] = [ask, (_several(sitting, key, "seen", form, form.seen, speaker),)]
    rows.append((_ending_picker(sitting, key, form, speaker),))
    if not rules_of(sitting).seen_dublee_loser_pays:
        rows.append((_several(sitting, key, "dublees", form, form.dublees, speaker),))
    # Whether a second click comes for what the first one counted is seen by this count.
    save = _id(sitting, "save", key, str(times_counted(sitting, key)))
    rows.append(
        (
            Button(speaker.say("button.hisab_save"), save, "success"),
            Button(speaker.say("button.hisab_drop"), _id(sitting, "drop", key)),
        )
    )
    return tuple(rows)


def _several(sitting: Sitting, key: str, verb: str, form: Form, chosen: Sequence[str], speaker: Speaker) -> Picker:
    """Any number of the players, by their places."""
    places = tuple(str(place) for place, name in enumerate(form.players) if name in chosen)
    options = tuple((str(place), plain(name)) for place, name in enumerate(form.players))
    label = speaker.say(f"picker.hisab_{verb}")
    return Picker(label, _id(sitting, verb, key), options, least=0, most=len(options), chosen=places)


def _ending_picker(sitting: Sitting, key: str, form: Form, speaker: Speaker) -> Picker:
    options = [
        (f"{place}.{by}", speaker.say(f"hisab.ending_{by}", who=plain(name)))
        for place, name in enumerate(form.players)
        for by in Route
    ]
    options.append((NOBODY, speaker.say("hisab.ending_nobody")))
    chosen = [NOBODY] if form.winner == NOBODY else []
    if form.winner in form.players:
        chosen = [f"{form.players.index(form.winner)}.{form.by}"]
    return Picker(speaker.say("picker.hisab_end"), _id(sitting, "end", key), tuple(options), chosen=tuple(chosen))


def questions(sitting: Sitting, key: str, part: int, form: Form, speaker: Speaker) -> Questions:
    """The modal that asks for maal, filled with what was told already."""
    example = speaker.say("hisab.example_hand" if rules_of(sitting).hand_points != "none" else "hisab.example")
    fields = [
        Question(str(place), plain(form.players[place]), form.told.get(form.players[place], ""), LONGEST_FIELD, example)
        for place in asked(form)[part]
        if place < len(form.players)
    ]
    if len(form.players) in asked(form)[part]:
        label = speaker.say("hisab.question_tiplu")
        fields.append(Question(str(len(form.players)), label, form.tiplu, LONGEST_FIELD, "JC"))
    return Questions(speaker.say("hisab.questions"), _id(sitting, "ask", key, str(part)), tuple(fields))


# --- a settled deal ---------------------------------------------------------------------------------------------------


def deal_page(sitting: Sitting, deal: SittingDeal, form: Form, settled: Sequence[Settled], speaker: Speaker) -> Page:
    """Everybody's result line by line, as on the score sheet, then the running sheet and its buttons."""
    whole = sum(own.settled for own in settled)
    fields = [
        (
            f"**{safe(name)}** {speaker.number(own.net, signed=True)}",
            fitted(_account(form, name, own, len(settled), whole, speaker), LONGEST_ACCOUNT),
        )
        for name, own in zip(form.players, settled, strict=True)
    ]
    fields.append((speaker.counted("hisab.after", len(sitting.current)), _totals(sitting, speaker)))
    lines = [_ending(form, speaker)]
    if form.winner == NOBODY:
        lines = [speaker.say("sheet.no_winner" if form.seen else "sheet.no_tiplu")]
    before = [one for one in sitting.deals if one.number == deal.number and one.version < deal.version]
    if before:
        lines.append(speaker.say("hisab.was", nets=_nets(before[-1], speaker)))
    key = "hisab.corrected" if before else "hisab.deal"
    return Page(
        title=speaker.say(key, number=deal.number),
        body="\n".join(lines),
        fields=tuple(fields),
        colour=GOLD,
        rows=(_buttons(sitting, speaker),),
    )


def _account(form: Form, name: str, own: Settled, n: int, whole: int, speaker: Speaker) -> Iterator[str]:
    yield from explained(own, n, whole, speaker)
    if name not in form.seen:
        yield speaker.say("sheet.unseen")


# --- players, corrections, the end ------------------------------------------------------------------------------------


def players_page(sitting: Sitting, speaker: Speaker, notice: str = "") -> Page:
    """Who plays the next deal: to pause, to come back, to join."""
    options = tuple((str(place), plain(player.name)) for place, player in enumerate(sitting.players))
    chosen = tuple(str(place) for place, player in enumerate(sitting.players) if player.plays)
    most = min(len(options), MOST)
    picker = Picker(speaker.say("picker.hisab_plays"), _id(sitting, "plays"), options, 2, most, chosen)
    add = Button(speaker.say("button.hisab_name"), _id(sitting, "name"))
    title, body = speaker.say("hisab.players"), speaker.say("hisab.players_how")
    return Page(text=notice, title=title, body=body, colour=GREY, rows=((picker,), (add,)))


def name_question(sitting: Sitting, speaker: Speaker) -> Questions:
    """The modal that asks for a new player's name."""
    label = speaker.say("hisab.question_name")
    return Questions(speaker.say("button.hisab_name"), _id(sitting, "name"), (Question("0", label, "", 100),))


def correct_page(sitting: Sitting, speaker: Speaker) -> Page:
    """Which deal to correct: the latest ones."""
    latest = sitting.current[-OPTIONS:]
    options = tuple((str(deal.number), _short(deal, speaker)) for deal in latest)
    picker = Picker(speaker.say("picker.hisab_pick"), _id(sitting, "pick"), options)
    body = speaker.say("hisab.correct_how")
    return Page(title=speaker.say("button.hisab_correct"), body=body, colour=GREY, rows=((picker,),))


def _short(deal: SittingDeal, speaker: Speaker) -> str:
    nets = " · ".join(f"{plain(name)} {speaker.number(net, signed=True)}" for name, net in deal.nets.items())
    line = f"{speaker.number(deal.number)}. {nets}"
    return line if len(line) <= 100 else f"{line[:99]}…"


def transfer_lines(sitting: Sitting, speaker: Speaker) -> list[str]:
    """The fewest transfers that settle all: points, never money."""
    names, balances = [*sitting.totals], [*sitting.totals.values()]
    lines = [
        speaker.counted("hisab.transfer", one.points, giver=safe(names[one.giver]), taker=safe(names[one.taker]))
        for one in fewest_transfers(balances)
    ]
    return lines or [speaker.say("hisab.even")]


def settle_page(sitting: Sitting, speaker: Speaker) -> Page:
    """What the end would be, before it is the end."""
    lines = [speaker.say("hisab.settle_how"), "", *transfer_lines(sitting, speaker)]
    close = Button(speaker.say("button.hisab_close"), _id(sitting, "close", None, str(len(sitting.deals))), "danger")
    title = speaker.say("button.hisab_settle")
    return Page(title=title, body=fitted(lines, DESCRIPTION), colour=GREY, rows=((close,),))


def end_page(sitting: Sitting, speaker: Speaker) -> Page:
    """The end of a sitting: totals, transfers, and the sheet as text where it fits."""
    text = sheet_text(sitting, speaker)
    body = "\n".join(transfer_lines(sitting, speaker))
    if len(text) <= LONGEST_SHEET:
        body += f"\n```\n{text}\n```"
    fields = ((speaker.say("board.totals"), _totals(sitting, speaker)),)
    return Page(title=speaker.say("hisab.end"), body=body, fields=fields, colour=GREEN)


def sheet_text(sitting: Sitting, speaker: Speaker) -> str:
    """The whole sheet as plain text to copy: a row a deal, a column a name, what was corrected below."""
    names = [_column(player.name) for player in sitting.players]
    widths = [max(len(name), 6) for name in names]
    rows = [["#", *names]]
    for deal in sitting.current:
        mark = f"{deal.number}*" if deal.version > 1 else str(deal.number)
        rows.append([mark, *(_points(deal.nets.get(player.name)) for player in sitting.players)])
    rows.append(["=", *(_points(total) for total in sitting.totals.values())])
    lines = [" ".join(cell.rjust(width) for cell, width in zip(row, [4, *widths], strict=True)) for row in rows]
    newest = {deal.number: deal.version for deal in sitting.current}
    for deal in sitting.deals:
        if deal.version < newest[deal.number]:
            nets = ", ".join(f"{_column(name)} {_points(net)}" for name, net in deal.nets.items())
            lines.append(speaker.say("hisab.text_was", number=str(deal.number), nets=nets))
    return "\n".join(lines)


def _column(name: str) -> str:
    """A name within a code block, where only backticks mean anything."""
    return plain(name).replace("`", "'")[:NAME_WIDTH]


def _points(points: int | None) -> str:
    return "·" if points is None else f"{points:+d}" if points else "0"
