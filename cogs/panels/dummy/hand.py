"""A person's own panel: their cards, their contract, what is possible now, and the controls for it."""

from cogs.ids import ControlId
from cogs.pages import GREEN, GREY, OPTION_LABEL, OPTIONS, Button, Page, Picker
from cogs.panels.dummy.board import circled, numbered
from cogs.panels.dummy.contracts import contract_words
from cogs.panels.dummy.moves import doubt
from cogs.panels.dummy.sheet import ending
from cogs.panels.faces import BETWEEN, by_rank, by_suit, group, groups, one, ranks_of, suits_of
from cogs.panels.parts import (
    Row,
    away,
    back_row,
    confirm_rows,
    copies,
    discard_drawn,
    looking_row,
    match_place,
    move_id,
    way_on,
)
from cogs.panels.seats import name
from cogs.pictures import Drawn
from cogs.speech import Speaker
from data.people import PersonSettings
from marriage_core.cards import Face, face, text
from marriage_core.dummy.melds import End, is_wild
from marriage_core.dummy.moves import Add
from marriage_core.dummy.notes import Phase
from marriage_core.dummy.options import Options
from marriage_core.dummy.text import write_move
from marriage_core.dummy.view import View
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Desk

IN_LINES = 8
"""Melds on the table up to so many have a line each; more stand side by side."""
ADD_KEYS = {None: "dummy.add_to", End.LOW: "dummy.add_low", End.HIGH: "dummy.add_high"}


def hand(desk: Desk, speaker: Speaker, settings: PersonSettings, notice: str = "", asked: str | None = None) -> Page:
    """The panel. Before the first deal it says so; after a deal it shows the cards without controls."""
    view: View | None = desk.view
    if view is None:
        return Page(text=notice, title=speaker.say("hand.title"), body=speaker.say("hand.none"), colour=GREY)
    options: Options = desk.options
    mine = view.turn == view.seat and not view.over
    parts = (_cards(view, options, settings), "\n".join(_state(desk, view, options, speaker)))
    title = speaker.say("dummy.hand_title", deal=desk.board.played + (not view.over))
    told, rows = notice, _rows(desk, view, options, speaker, settings)
    if asked:
        card = face(asked.split("=")[1])
        why = speaker.say(doubt(desk, asked) or "dummy.ask_wild", card=one(card))
        told, rows = "\n".join(part for part in (notice, why) if part), confirm_rows(desk, speaker, asked, card)
    body = "\n\n".join(part for part in parts if part)
    return Page(text=told, title=title, body=body, colour=GREEN if mine else GREY, rows=rows)


def _cards(view: View, options: Options, settings: PersonSettings) -> str:
    own, _ = view.me
    if settings.sort == "suit":
        return by_suit(own.hand)
    if settings.sort == "rank":
        return by_rank(own.hand)
    natural, wild = _rest(view, options)
    lines = [f"**{groups(options.lay)}**" if options.lay else "", by_rank(natural), group(wild)]
    return "\n".join(line for line in lines if line)


def _rest(view: View, options: Options) -> tuple[list[Face], list[Face]]:
    """What the contract's melds leave in hand: natural cards and wild ones."""
    rest = list(view.me[0].hand)
    for laid in (card for meld in options.lay or () for card in meld):
        rest.remove(laid)
    return [card for card in rest if not is_wild(card)], [card for card in rest if is_wild(card)]


def drawn(desk: Desk, settings: PersonSettings) -> Drawn:
    """The cards of a picture, sorted as `hand` sorts them; the wild ones marked."""
    view: View | None = desk.view
    if view is None:
        return Drawn(())
    held = view.me[0].hand
    rows = suits_of(held) if settings.sort == "suit" else ranks_of(held)
    if settings.sort == "groups":
        options: Options = desk.options
        natural, wild = _rest(view, options)
        rows = (*map(tuple, options.lay or ()), *ranks_of(natural), tuple(wild))
    return Drawn(rows, frozenset(filter(is_wild, held)))


def _state(desk: Desk, view: View, options: Options, speaker: Speaker) -> list[str]:
    """What has happened to this hand and what it can do."""
    if view.over or desk.board.status is not Status.PLAYING:
        return _over(desk, view, speaker)
    lines = [_contract(view, speaker)]
    lines += _laying(view, options, speaker)
    if view.melds:
        lines.append(speaker.say("hand.laid", cards=_on_table(view)))
    if away(desk):
        lines.append(speaker.say("hand.away"))
    if view.turn == view.seat:
        lines += _turn(view, options, speaker)
    else:
        lines += _waiting(desk, view, options, speaker)
    return lines


def _on_table(view: View) -> str:
    """The melds that cards can be added to: a line each where they are few."""
    melds = numbered(view)
    return "\n" + "\n".join(melds) if len(melds) <= IN_LINES else BETWEEN.join(melds)


def _contract(view: View, speaker: Speaker) -> str:
    _, me = view.me
    told = speaker.say("dummy.your_contract", number=me.contract, contract=contract_words(me.slots, speaker))
    return f"{told} {speaker.say('dummy.down')}" if me.down else told


def _laying(view: View, options: Options, speaker: Speaker) -> list[str]:
    """Whether the contract can be laid now, or what is missing to it (D5)."""
    if options.lay is not None:
        return [speaker.say("dummy.can_lay", cards=groups(options.lay))]
    if options.missing is None:
        return [speaker.say("dummy.add_later")] if view.fresh and view.turn == view.seat else []
    if options.missing:
        return [speaker.counted("dummy.missing", options.missing)]
    playing = view.turn == view.seat and view.phase is Phase.PLAY
    return [speaker.say("dummy.full" if playing else "dummy.held")]


def _waiting(desk: Desk, view: View, options: Options, speaker: Speaker) -> list[str]:
    who = name(desk.board.sitters[view.turn])
    lines = [speaker.say("hand.waiting", who=who)]
    if options.cut_in is not None:
        lines.append(speaker.say("dummy.can_cut_in", card=one(options.cut_in), who=who))
    if options.withdraw:
        lines.append(speaker.say("dummy.has_asked", card=one(view.discards[-1])))
    return lines


def _over(desk: Desk, view: View, speaker: Speaker) -> list[str]:
    """How the deal ended for this seat, and the way on."""
    lines = [speaker.say("hand.over")]
    if view.revealed is not None:
        points = view.revealed.settled[desk.seat].points
        lines = [ending(desk.board, view.revealed, speaker), speaker.say("dummy.result", points=points)]
    return lines + match_place(desk, speaker)


def _turn(view: View, options: Options, speaker: Speaker) -> list[str]:
    own, _ = view.me
    if view.phase is Phase.DRAW:
        top = one(view.discards[-1]) if options.take else ""
        return [speaker.say("hand.draw_now", top=top) if top else speaker.say("hand.draw_only")]
    lines = []
    if own.acquired is not None:
        lines.append(speaker.say("hand.took" if own.taken else "hand.drew", card=one(own.acquired)))
    lines.append(speaker.say("hand.discard_now"))
    return lines


# --- controls ---------------------------------------------------------------------------------------------------------


def _rows(desk: Desk, view: View, options: Options, speaker: Speaker, settings: PersonSettings) -> tuple[Row, ...]:
    if view.over:
        return way_on(desk.board, speaker)
    rows: list[Row] = [back_row(desk, speaker)] if away(desk) else []
    if desk.board.status is Status.PLAYING:
        mine = view.turn == view.seat
        rows += _turn_rows(desk, view, options, speaker) if mine else _asking_row(desk, options, speaker)
    rows.append(looking_row(desk, speaker, settings))
    return tuple(rows)


def _asking_row(desk: Desk, options: Options, speaker: Speaker) -> list[Row]:
    """D12: the control is good while that discard lies there, whatever the others do meanwhile."""
    if options.cut_in is not None:
        wish = ControlId(desk.board.table, "cutin", text(options.cut_in), desk.anytime)
        return [(Button(speaker.say("dummy.button_cut_in", card=one(options.cut_in)), wish, "primary"),)]
    if options.withdraw:
        back = ControlId(desk.board.table, "pass", None, desk.anytime)
        return [(Button(speaker.say("dummy.button_pass"), back),)]
    return []


def _turn_rows(desk: Desk, view: View, options: Options, speaker: Speaker) -> list[Row]:
    if view.phase is Phase.DRAW:
        top = one(view.discards[-1]) if view.discards else "—"
        take = Button(speaker.say("button.take", card=top), move_id(desk, "take"), disabled=not options.take)
        draw = Button(speaker.say("button.draw"), move_id(desk, "draw"), "success", disabled=not options.draw)
        return [(draw, take)]
    own, me = view.me
    rows: list[Row] = []
    if options.adds:
        choices = tuple(_choice(view, add, speaker) for add in _naturals_first(options.adds)[:OPTIONS])
        place = ControlId(desk.board.table, "addto", None, desk.decision)
        rows.append((Picker(speaker.say("dummy.picker_add"), place, choices),))
    if options.discards:
        faces = tuple((text(card), copies(own.hand, card)) for card in options.discards[:OPTIONS])
        rows.append((Picker(speaker.say("picker.discard"), move_id(desk, "discard"), faces),))
    buttons = []
    if options.lay is not None:
        buttons.append(Button(speaker.say("dummy.button_lay", number=me.contract), move_id(desk, "lay"), "success"))
    if own.drawn is not None and not is_wild(own.drawn):
        buttons += discard_drawn(desk, own.drawn, options.discards, speaker)
    return [*rows, tuple(buttons)] if buttons else rows


def _naturals_first(adds: tuple[Add, ...]) -> list[Add]:
    """Wild cards fit nearly everywhere: where a picker is too short, they are what it leaves to `/add`."""
    return sorted(adds, key=lambda add: (is_wild(add.faces[0]), add.faces, add.meld))


def _choice(view: View, add: Add, speaker: Speaker) -> tuple[str, str]:
    """A card and the meld where it fits: the word of the move without its verb, and its words."""
    card: Face = add.faces[0]
    cards = group(view.melds[add.meld].faces)
    label = speaker.say(ADD_KEYS[add.end], card=one(card), number=circled(add.meld + 1), cards=cards)
    return write_move(add).removeprefix("add="), label[:OPTION_LABEL]
