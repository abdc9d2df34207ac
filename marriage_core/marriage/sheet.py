"""A settlement sheet: a deal played with real cards (or a bug report), read from JSON, settled by the one scorer.

The shape is interface.md's: `{"preset", "options", "tiplu", "winner", "win_by", "players": [{"name", "cards" | "maal",
"shown_tunnelas", "seen", "route"}]}`. Preset and options may be missing (nepali, none).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marriage_core.cards import JOKER, Face, face, text, texts, without
from marriage_core.engine import find_preset
from marriage_core.errors import BadSheet, BadText, Phrase
from marriage_core.marriage.holding import face_count
from marriage_core.marriage.moves import Route
from marriage_core.marriage.rules import FEWEST_PLAYERS, USUAL_PRESET, Rules
from marriage_core.marriage.scoring import Account, Reason, ScoreLine, Settled, count_maal, settle
from marriage_core.notation.sheet import LONGEST_CARDS, cards_of, check_names, name_of, player_of, winner_of
from marriage_core.notation.strict import (
    any_object_of,
    bool_of,
    inside,
    list_of,
    located,
    object_of,
    shown,
    string_of,
    whole_of,
)
from marriage_core.wilds import wilds

SHEET = ("preset", "options", "tiplu", "winner", "win_by", "players")
ENTRY = ("name", "cards", "maal", "shown_tunnelas", "seen", "route", "unmelded", "hand_points")
MOST_MAAL = 1_000_000
ROUTES = Phrase("{one} or {other}", one=Route.MELDS.value, other=Route.DUBLEES.value)


@dataclass(frozen=True, slots=True)
class Entry:
    """One player. `cards` are all that count for maal, shown tunnelas included; or `maal` is given instead.

    Where hand points are paid (I11): `unmelded`, the cards in no meld of a player who has seen, or `hand_points`.
    """

    name: str
    seen: bool
    cards: tuple[Face, ...] | None = None
    maal: int | None = None
    tunnelas: tuple[Face, ...] = ()
    route: Route = Route.MELDS
    unmelded: tuple[Face, ...] | None = None
    hand_points: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deal to be settled. `winner` is an index into `players`; `by` is None where nobody won."""

    rules: Rules
    players: tuple[Entry, ...]
    tiplu: Face | None
    winner: int | None
    by: Route | None


# --- reading ----------------------------------------------------------------------------------------------------------


def read_sheet(value: object) -> Sheet:
    """The sheet of a JSON value. Raises BadText, BadRules or BadSheet naming the value and what is wrong."""
    told = object_of(value, "sheet", SHEET, ("players",))
    rules = read_rules(told.get("preset", USUAL_PRESET), told.get("options", {}))
    players = tuple(_entry(entry, number) for number, entry in enumerate(list_of(told["players"], "players"), 1))
    _check_players(rules, players)
    tiplu = None if told.get("tiplu") is None else _tiplu(told["tiplu"])
    winner = None if told.get("winner") is None else _winner(players, told["winner"])
    by = _win_by(told.get("win_by"), winner is not None)
    sheet = Sheet(rules, players, tiplu, winner, by)
    _check_options(sheet)
    _check_copies(sheet)
    _check_hand_points(sheet)
    return sheet


def read_rules(preset: object, options: object) -> Rules:
    """The rules of a preset of Marriage with options changed. Raises BadText or BadRules."""
    _, rules = find_preset(string_of(preset, "preset"))
    if not isinstance(rules, Rules):
        raise BadText("preset: {preset} is another game and has no maal to settle", preset=shown(preset))
    return rules.with_options(any_object_of(options, "options"))


def _tiplu(value: object) -> Face:
    tiplu = _one_card(value, "tiplu")
    if tiplu == JOKER:
        raise BadSheet("tiplu: {card} is a printed joker, which is never the tiplu (M3.5)", card=shown(value))
    return tiplu


def _entry(value: object, number: int) -> Entry:
    what = Phrase("player {number}", number=number)
    told = object_of(value, what, ENTRY, ("name", "seen"))
    name = name_of(told["name"], what)
    what = player_of(number, name)
    if (told.get("cards") is None) == (told.get("maal") is None):
        which = Phrase("neither is" if told.get("cards") is None else "both are")
        raise BadSheet("{what}: either cards or maal must be given, not both; {which}", what=what, which=which)
    cards = None if told.get("cards") is None else _cards(told["cards"], inside(what, "cards"))
    return Entry(
        name=name,
        seen=bool_of(told["seen"], inside(what, "seen")),
        cards=cards,
        maal=None if told.get("maal") is None else whole_of(told["maal"], inside(what, "maal"), 0, MOST_MAAL),
        tunnelas=_tunnelas(told.get("shown_tunnelas"), cards, what),
        route=_route(told.get("route"), inside(what, "route")) or Route.MELDS,
        unmelded=None if told.get("unmelded") is None else _cards(told["unmelded"], inside(what, "unmelded")),
        hand_points=_given_points(told.get("hand_points"), inside(what, "hand_points")),
    )


def _given_points(value: object, what: str) -> int | None:
    return None if value is None else whole_of(value, what, 0, MOST_MAAL)


def _cards(value: object, what: str) -> tuple[Face, ...]:
    told = string_of(value, what)
    if len(told) > LONGEST_CARDS:
        raise BadText("{what}: {cards} is too long, {n} characters", what=what, cards=shown(told), n=len(told))
    return cards_of(told, what)


def _tunnelas(value: object, cards: tuple[Face, ...] | None, what: str) -> tuple[Face, ...]:
    """M5: three copies each, all among `cards`; no face twice, for no game has six copies."""
    what = inside(what, "shown_tunnelas")
    shown_faces = () if value is None else tuple(_one_card(item, what) for item in list_of(value, what))
    for of in shown_faces:
        held = 0 if cards is None else cards.count(of)
        if of == JOKER:
            raise BadSheet("{what}: {card} makes no tunnela (M2.5)", what=what, card=text(of))
        if held < 3:
            sentence = "{what}: {card} needs its three cards among cards, which hold {held}"
            raise BadSheet(sentence, what=what, card=text(of), held=held)
        if shown_faces.count(of) > 1:
            raise BadSheet("{what}: {card} is named twice", what=what, card=text(of))
    return shown_faces


def _one_card(value: object, what: str) -> Face:
    return located(what, face, string_of(value, what))


def _route(value: object, what: str) -> Route | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in list(Route):
        raise BadText("{what}: {value} is not allowed; {allowed}", what=what, value=shown(value), allowed=ROUTES)
    return Route(value)


def _winner(players: Sequence[Entry], value: object) -> int:
    found = winner_of(value, [player.name for player in players])
    if not players[found].seen:
        name = shown(players[found].name)
        raise BadSheet("winner: {name} has not seen, and nobody shows unseen (M8.1)", name=name)
    return found


def _win_by(value: object, won: bool) -> Route | None:
    """How the deal was won; where nobody won it says nothing and any known word is allowed."""
    by = _route(value, "win_by")
    if won and by is None:
        sentence = "win_by: {value} is not allowed where there is a winner; {allowed}"
        raise BadSheet(sentence, value=shown(value), allowed=ROUTES)
    return by if won else None


# --- what cannot be ---------------------------------------------------------------------------------------------------


def _check_players(rules: Rules, players: Sequence[Entry]) -> None:
    """M1.1: as many as the packs allow, each with a name of their own."""
    most, n = rules.most_players, len(players)
    if not FEWEST_PLAYERS <= n <= most:
        sentence = "players: {n} of them; allowed: {fewest}–{most} with these packs"
        raise BadSheet(sentence, n=n, fewest=FEWEST_PLAYERS, most=most)
    check_names(player.name for player in players)


def _check_options(sheet: Sheet) -> None:
    """M13: nobody wins, sees or shows in a way that these rules leave out."""
    rules, n = sheet.rules, len(sheet.players)
    no_dublees = None
    if not rules.dublees:
        no_dublees = Phrase("dublees is off")
    elif n < rules.dublee_min_players:
        no_dublees = Phrase("dublee_min_players is {fewest}", fewest=rules.dublee_min_players)
    if no_dublees and sheet.by is Route.DUBLEES:
        raise BadSheet("win_by: dublees, but {why}", why=no_dublees)
    for number, player in enumerate(sheet.players):
        what = player_of(number + 1, player.name)
        if no_dublees and player.seen and player.route is Route.DUBLEES and number != sheet.winner:
            raise BadSheet("{what}: route: dublees, but {why}", what=what, why=no_dublees)
        if player.tunnelas and not rules.start_tunnelas:
            sentence = "{what}: shown_tunnelas: {cards}, but start_tunnelas is off"
            raise BadSheet(sentence, what=what, cards=texts(player.tunnelas))


def _check_copies(sheet: Sheet) -> None:
    """M1.1: no more copies than there are; one tiplu lies under the stock (M3.2). Cards need a tiplu to count."""
    counts = Counter(card for player in sheet.players for card in player.cards or player.unmelded or ())
    packs = sheet.rules.packs_for(len(sheet.players))
    for card, held in sorted(counts.items()):
        most = sheet.rules.printed_jokers if card == JOKER else packs - (card == sheet.tiplu)
        if held > most:
            sentence = "cards: {card} is given {held} times over all players; there are {most}"
            if card == sheet.tiplu:
                sentence = (
                    "cards: {card} is given {held} times over all players; "
                    "there are {most}, besides the tiplu under the stock"
                )
            raise BadSheet(sentence, card=text(card), held=held, most=most)
    if sheet.tiplu is None and not without_tiplu(sheet):
        for number, player in enumerate(sheet.players, 1):
            if player.cards is not None:
                what = player_of(number, player.name)
                raise BadSheet("tiplu: null, but {what}, gives cards to count by it", what=what)


def _check_hand_points(sheet: Sheet) -> None:
    """I11: every loser's hand points can be told where they are paid, and are not given where they are not."""
    counted = sheet.rules.hand_points != "none"
    for number, player in enumerate(sheet.players):
        what = player_of(number + 1, player.name)
        given = [name for name in ("unmelded", "hand_points") if getattr(player, name) is not None]
        if given and not counted:
            raise BadSheet("{what}: {key} is given, but these rules count no hand points", what=what, key=given[0])
        if len(given) > 1:
            raise BadSheet("{what}: either unmelded or hand_points must be given, not both", what=what)
        if player.unmelded is not None and not player.seen:
            raise BadSheet("{what}: unmelded is given, but who has not seen pays for the whole hand (I11)", what=what)
        if player.unmelded is not None and player.cards is not None:
            for card in set(player.unmelded):
                if player.unmelded.count(card) > player.cards.count(card):
                    raise BadSheet("{what}: unmelded: {card} is not so often among cards", what=what, card=text(card))
        pays = counted and sheet.winner not in (None, number)
        if pays and not given and (player.seen or player.cards is None):
            needed = Phrase("{one} or {other}", one="unmelded" if player.seen else "cards", other="hand_points")
            sentence = "{what}: {needed} must be given, for a loser pays hand points here (I11)"
            raise BadSheet(sentence, what=what, needed=needed)
        if player.unmelded and sheet.tiplu is None:
            raise BadSheet("tiplu: null, but {what}, gives unmelded cards, of which wild ones count 0", what=what)


# --- settling ---------------------------------------------------------------------------------------------------------


def without_tiplu(sheet: Sheet) -> bool:
    """M12.3: nobody won and nobody has seen, so that no tiplu was ever taken and there is no maal."""
    unseen = not any(player.seen for player in sheet.players)
    return sheet.winner is None and unseen and not sheet.rules.tiplu_at_deal


def settle_sheet(sheet: Sheet) -> tuple[Settled, ...]:
    """Everybody's result, in the sheet's order."""
    accounts = [
        Account(_maal(sheet, player), player.seen, player.route, _hand_points(sheet, player))
        for player in sheet.players
    ]
    return settle(sheet.rules, accounts, sheet.winner, sheet.by)


def _hand_points(sheet: Sheet, player: Entry) -> int:
    """I11 before caps: as given, else by the cards in no meld, wild ones 0, else by the whole hand at face."""
    if player.hand_points is not None:
        return player.hand_points
    if player.unmelded is not None:
        return face_count(player.unmelded, frozenset() if sheet.tiplu is None else wilds(sheet.tiplu))
    return face_count(without(player.cards or (), (face for face in player.tunnelas for _ in range(3))))


def _maal(sheet: Sheet, player: Entry) -> tuple[ScoreLine, ...]:
    if without_tiplu(sheet):
        return ()
    if player.cards is None:
        return (ScoreLine(Reason.GIVEN, player.maal),) if player.maal else ()
    return count_maal(sheet.rules, sheet.tiplu, player.cards, player.tunnelas, player.seen)


def write_settled(settled: Settled) -> dict[str, Any]:
    """One result as JSON: maal with its lines, net with its lines."""
    return {
        "maal": {
            "total": settled.total,
            "settled": settled.settled,
            "lines": [
                {"reason": line.reason.value, "count": line.count, "points": line.points} for line in settled.maal
            ],
        },
        "net": settled.net,
        "lines": [{"reason": line.reason.value, "points": line.points} for line in settled.lines],
    }


def answer(sheet: Sheet) -> dict[str, Any]:
    """The settled sheet as JSON (interface.md, `score`)."""
    results = settle_sheet(sheet)
    players = [
        {"name": player.name, **write_settled(settled)} for player, settled in zip(sheet.players, results, strict=True)
    ]
    return {"players": players, "sum": sum(settled.net for settled in results)}
