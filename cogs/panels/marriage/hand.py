"""A person's own panel: their cards, what is possible now, and the controls for it."""

from collections.abc import Iterator

from cogs.ids import ControlId
from cogs.pages import GREEN, GREY, Button, Page, Picker
from cogs.panels.faces import BETWEEN, by_rank, by_suit, group, groups, one, ranks_of, suits_of
from cogs.panels.marriage.sheet import ending
from cogs.panels.marriage.starred import STAR, starred, wild_in_play
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
from marriage_core.errors import TableRefusal
from marriage_core.hosting.lobby import Status
from marriage_core.hosting.seen import Desk
from marriage_core.marriage.moves import Route
from marriage_core.marriage.notes import Phase
from marriage_core.marriage.options import Options
from marriage_core.marriage.rules import DUBLEES_TO_SEE
from marriage_core.marriage.view import View
from marriage_core.melds import MELD_SIZE

TUNNELA_BUTTONS = 5
SHOW_BUTTONS = 3


def hand(desk: Desk, speaker: Speaker, settings: PersonSettings, notice: str = "", asked: str | None = None) -> Page:
    """The panel. Before the first deal it says so; after a deal it shows the cards without controls."""
    view: View | None = desk.view
    if view is None:
        return Page(text=notice, title=speaker.say("hand.title"), body=speaker.say("hand.none"), colour=GREY)
    options: Options = desk.options
    mine = view.turn == view.seat and not view.over
    body = "\n\n".join(
        part for part in (_cards(view, options, speaker, settings), _state(desk, view, options, speaker)) if part
    )
    title = speaker.say("hand.title_deal", deal=desk.board.played + (not view.over), deals=desk.board.deals)
    told, rows = notice, _rows(desk, view, options, speaker, settings)
    if asked:
        named = face(asked.split("=")[1])
        # Two sentences, so that the one for players who have not seen does not speak of wild cards (M14.2).
        key = "hand.ask_discard" if named in view.wilds else "hand.ask_discard_unseen"
        told = "\n".join(part for part in (notice, speaker.say(key, card=one(named))) if part)
        rows = confirm_rows(desk, speaker, asked, named)
    return Page(text=told, title=title, body=body, colour=GREEN if mine else GREY, rows=rows)


def _cards(view: View, options: Options, speaker: Speaker, settings: PersonSettings) -> str:
    own, _ = view.me
    if settings.sort == "rank":
        return by_rank(own.hand)
    if settings.sort == "groups":
        return "\n".join(_grouped(view, options, speaker)) or by_suit(own.hand)
    return by_suit(own.hand)


def _grouped(view: View, options: Options, speaker: Speaker) -> Iterator[str]:
    """Melds, what is near to one, and the cards that are neither, each in a line with its name.

    What would be laid is bold; whole melds beyond it follow plain.
    """
    found = options.groups
    laid = starred(found.melds, view.wilds, view.rules)
    spare = starred((group for group in found.partials if len(group) >= MELD_SIZE), view.wilds, view.rules)
    near = starred((group for group in found.partials if len(group) < MELD_SIZE), view.wilds, view.rules)
    if laid or spare:
        key = "hand.dublees" if view.me[1].route is Route.DUBLEES else "hand.melds"
        yield speaker.say(key, cards=BETWEEN.join(part for part in (laid and f"**{laid}**", spare) if part))
    if near:
        yield speaker.say("hand.nearly", cards=near)
    if found.rest:
        yield speaker.say("hand.loose", cards=group(found.rest))


def drawn(desk: Desk, settings: PersonSettings) -> Drawn:
    """The cards of a picture, sorted as `hand` sorts them; the wild ones marked for who has seen (M14.2)."""
    view: View | None = desk.view
    if view is None:
        return Drawn(())
    own, _ = view.me
    rows = suits_of(own.hand)
    if settings.sort == "rank":
        rows = ranks_of(own.hand)
    elif settings.sort == "groups":
        options: Options = desk.options
        found = options.groups
        rows = (*map(tuple, found.melds), *map(tuple, found.partials), tuple(found.rest))
    return Drawn(rows if any(rows) else suits_of(own.hand), view.wilds)


def _state(desk: Desk, view: View, options: Options, speaker: Speaker) -> str:
    """What has happened to this hand and what it can do."""
    lines = [] if view.over else _tiplu(view, speaker)
    me = view.seats[desk.seat]
    laid = starred((*((tunnela,) * 3 for tunnela in me.tunnelas), *me.laid), view.wilds, view.rules)
    if laid:
        lines.append(speaker.say("hand.laid", cards=laid))
    if away(desk) and not view.over:
        lines.append(speaker.say("hand.away"))
    if desk.board.status is not Status.PLAYING or view.over:
        lines.extend(_over(desk, view, speaker))
    elif view.turn != view.seat:
        lines.append(speaker.say("hand.waiting", who=name(desk.board.sitters[view.turn])))
    else:
        lines.extend(_turn(view, options, speaker))
    return "\n".join(lines)


def _tiplu(view: View, speaker: Speaker) -> list[str]:
    """The tiplu and what is wild, for one who has seen; the tiplu alone where it lies open."""
    own, me = view.me
    if own.tiplu is None:
        return []
    if not me.seen:
        return [speaker.say("board.open_tiplu", card=one(own.tiplu))]
    wild = [face for face in wild_in_play(own.tiplu, view.rules) if face != own.tiplu]
    lines = [speaker.say("hand.tiplu", tiplu=one(own.tiplu), wild=group(wild))]
    held = [face for face in own.hand if face in view.wilds]
    if held:
        lines.append(speaker.say("hand.wild_held", cards=group(held)))
    return lines


def _over(desk: Desk, view: View, speaker: Speaker) -> list[str]:
    """How the deal ended for this seat, and the way on."""
    lines = [speaker.say("hand.over")]
    if view.revealed is not None:
        lines = [ending(desk.board, view.revealed, speaker)]
        net = view.revealed.settled[desk.seat].net
        lines.append(speaker.say("hand.result", net=speaker.number(net, signed=True)))
    return lines + match_place(desk, speaker)


def _turn(view: View, options: Options, speaker: Speaker) -> list[str]:
    own, _ = view.me
    if view.phase is Phase.DRAW:
        if options.take or options.take_and_show:
            return [speaker.say("hand.draw_now", top=one(view.discards[-1]))]
        return [speaker.say("hand.draw_only")]
    lines = []
    if own.acquired is not None:
        lines.append(speaker.say("hand.took" if own.taken else "hand.drew", card=one(own.acquired)))
    lines.extend(_seeing(view, options, speaker))
    if options.shows:
        lines.append(speaker.say("hand.can_show"))
    lines.append(speaker.say("hand.discard_now"))
    return lines


def _seeing(view: View, options: Options, speaker: Speaker) -> Iterator[str]:
    """What seeing would lay; of seven dublees some may lie in shown tunnelas (M5.4)."""
    _, me = view.me
    for route, melds in options.see:
        yield speaker.say(f"hand.can_see_{route}", cards=groups(melds))
        lying = me.tunnelas[: DUBLEES_TO_SEE - len(melds)] if route is Route.DUBLEES else ()
        if lying:
            yield speaker.say("hand.dublees_shown", cards=groups((face, face) for face in lying))


# --- controls ---------------------------------------------------------------------------------------------------------


def _rows(desk: Desk, view: View, options: Options, speaker: Speaker, settings: PersonSettings) -> tuple[Row, ...]:
    if view.over:
        return way_on(desk.board, speaker)
    rows: list[Row] = []
    if away(desk):
        rows.append(back_row(desk, speaker))
    if options.tunnelas:
        rows.append(
            tuple(
                Button(
                    speaker.say("button.tunnela", card=one(face)),
                    ControlId(desk.board.table, "tunnela", text(face), desk.anytime),
                    "primary",
                )
                for face in options.tunnelas[:TUNNELA_BUTTONS]
            )
        )
    if view.turn == view.seat and not view.over and desk.board.status is Status.PLAYING:
        rows.extend(_turn_rows(desk, view, options, speaker))
    rows.append(looking_row(desk, speaker, settings))
    return tuple(rows)


def _turn_rows(desk: Desk, view: View, options: Options, speaker: Speaker) -> list[Row]:
    if view.phase is Phase.DRAW:
        buttons = [Button(speaker.say("button.draw"), move_id(desk, "draw"), "success", disabled=not options.draw)]
        top = one(view.discards[-1]) if view.discards else "—"
        if options.take_and_show:
            buttons.append(Button(speaker.say("button.take_show", card=top), move_id(desk, "takeshow"), "primary"))
        else:
            buttons.append(
                Button(speaker.say("button.take", card=top), move_id(desk, "take"), disabled=not options.take)
            )
        return [tuple(buttons)]
    rows: list[Row] = []
    if options.discards:
        marks = dict.fromkeys(view.wilds, f" {STAR}")
        choices = tuple((text(face), copies(view.me[0].hand, face) + marks.get(face, "")) for face in options.discards)
        rows.append((Picker(speaker.say("picker.discard"), move_id(desk, "discard"), choices),))
    buttons = [
        Button(speaker.say(f"button.see_{route}"), move_id(desk, f"see={route}"), "success") for route, _ in options.see
    ]
    buttons += [
        Button(speaker.say("button.show", card=one(face)), move_id(desk, f"show={text(face)}"), "success")
        for face in options.shows[:SHOW_BUTTONS]
    ]
    own, _ = view.me
    if own.drawn in own.hand:
        # Where laid melds may be laid anew (I4) the card drawn may lie among them.
        buttons += discard_drawn(desk, own.drawn, options.discards, speaker)
    if buttons:
        rows.append(tuple(buttons[:5]))
    return rows


def asks(desk: Desk, word: str) -> bool:
    """F58: discarding a wild card, for one who has seen, or a card of a complete meld asks first.

    Before seeing only melds count, so that the question cannot betray what is wild (M14.2).
    """
    verb, _, arg = word.partition("=")
    if verb != "discard" or not arg or desk.view is None:
        return False
    named = face(arg)
    view: View = desk.view
    options: Options = desk.options
    if named not in options.discards:
        return False
    kept = [face for meld in options.groups.melds for face in meld]
    free = view.me[0].hand.count(named) - kept.count(named)
    return named in view.wilds or free < 1


def holdings(desk: Desk, verb: str = "") -> tuple[Face, ...]:
    """The faces in hand, each once; only those that `verb` may name now, where there are some."""
    if desk.view is None:
        return ()
    view: View = desk.view
    options: Options = desk.options
    named = {"discard": options.discards, "show": options.shows, "tunnela": options.tunnelas}.get(verb, ())
    return named or tuple(sorted(set(view.me[0].hand)))


def secret(desk: Desk, speaker: Speaker) -> Page:
    """The tiplu, for whoever may know it (M7.2, M14.3). Raises TableRefusal."""
    view: View | None = desk.view
    if view is None:
        raise TableRefusal("no_deal")
    if view.revealed is not None:
        return Page(text=ending(desk.board, view.revealed, speaker))
    told = _tiplu(view, speaker)
    if not told:
        raise TableRefusal("tiplu_unseen")
    return Page(text="\n".join(told))


def show_word(desk: Desk, discard: str | None) -> str:
    """A dublee player shows by taking where the discard makes the eighth dublee (M7.6)."""
    view: View | None = desk.view
    taking = view is not None and view.phase is Phase.DRAW and view.me[1].route is Route.DUBLEES
    verb = "takeshow" if taking else "show"
    return verb if discard is None else f"{verb}={discard}"
