"""`/leaderboard`, `/stats`, `/history`, `/about`: what was played on this server, from the store alone (F72)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.ids import NO_TABLE, ControlId
from cogs.names import plain, safe
from cogs.pages import DESCRIPTION, GOLD, GREY, OPTION_LABEL, Button, Page, Picker, fitted
from cogs.panels import has_panel, panel_of, playable, zero_sum
from cogs.panels.rules_sheet import differences
from cogs.panels.seats import MEDALS
from cogs.server_presets import resolved
from cogs.speech import Speaker
from cogs.tables import complete_preset
from data.people import GuildSettings
from data.ratings import SETTLED_DEALS, RatedRow, Rating
from data.results import HistoryRow, LeaderRow, PersonStats, Tally
from data.times import period_start
from marriage_core.engine import Game, find_preset, games
from marriage_core.errors import CoreError, TableRefusal
from marriage_core.hosting.past import turning_points
from marriage_core.marriage.rules import USUAL_PRESET
from marriage_core.notation.record import rules_of

LEADERS, DEALS = 15, 6
PERIODS = [app_commands.Choice(name=name, value=name) for name in ("week", "month", "season", "all")]
ORDERS = [app_commands.Choice(name=name, value=name) for name in ("points", "rating")]


class Results(commands.Cog):
    """The commands that look back."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._started = discord.utils.utcnow().timestamp()
        face.looks["history"] = self._older
        face.looks["turned"] = self._turned

    @app_commands.command(description="Who leads on this server")
    @app_commands.describe(period="Since when", preset="Only these rules", order="Points, or how good one is")
    @app_commands.choices(period=PERIODS, order=ORDERS)
    @app_commands.autocomplete(preset=complete_preset)
    async def leaderboard(
        self,
        interaction: Interaction,
        period: app_commands.Choice[str] | None = None,
        preset: str | None = None,
        order: app_commands.Choice[str] | None = None,
    ) -> None:
        async def work(speaker: Speaker) -> Page:
            guild = interaction.guild_id or 0
            server = await self.face.store.people.guild(guild)
            rules, game, zone = *played(server, preset), server.zone
            if order is not None and order.value == "rating":
                rated = await self.face.store.ratings.leaders(guild, game.name, LEADERS)
                return rating_page(rated, game.name, speaker, narrowed=period is not None or preset is not None)
            span = period.value if period else "all"
            since = period_start(span, discord.utils.utcnow(), zone)  # type: ignore[arg-type]
            rows = await self.face.store.results.leaderboard(
                guild, since, rules, LEADERS, game=game.name, by_wins=not game.zero_sum
            )
            return points_page(rows, speaker.say(f"period.{span}"), speaker, signed=game.zero_sum)

        await self.face.answer(interaction, work)

    @app_commands.command(description="How you, or somebody, have played")
    @app_commands.describe(player="Whose figures; without it yours", preset="The game of these rules")
    @app_commands.autocomplete(preset=complete_preset)
    async def stats(
        self, interaction: Interaction, player: discord.User | None = None, preset: str | None = None
    ) -> None:
        async def work(speaker: Speaker) -> Page:
            person = interaction.user if player is None else player
            guild = interaction.guild_id or 0
            _, usual = played(await self.face.store.people.guild(guild), preset)
            others = () if preset else tuple(game for game in playable() if game.name != usual.name)
            told = []
            for game in (usual, *others):
                found = await self.face.store.results.stats(guild, person.id, game=game.name)
                if found is not None:
                    rating = await self.face.store.ratings.of(guild, game.name, person.id)
                    told.append(GameStats(game.name, found, rating))
            name = told[0].found.name if told else plain(person.display_name)
            return stats_page(told, name, speaker)

        await self.face.answer(interaction, work)

    @app_commands.command(description="The last deals on this server")
    async def history(self, interaction: Interaction) -> None:
        await self.face.answer(interaction, lambda speaker: self._history(interaction, None, speaker))

    async def _older(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        return await self._history(interaction, control.arg, speaker)

    async def _turned(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        """What turned one deal of this server."""
        number = int(control.arg) if control.arg and control.arg.isdecimal() else 0
        row = await self.face.store.results.deal(number, interaction.guild_id or 0)
        if row is None or not has_panel(row.game):
            raise TableRefusal("no_such_deal")
        points = await asyncio.to_thread(turning_points, row.record)
        return turned_page(row, points, speaker)

    async def _history(self, interaction: Interaction, before: str | None, speaker: Speaker) -> Page:
        """One page of the history, and the way to the next (F53)."""
        at = int(before) if before and before.isdecimal() else None
        rows = await self.face.store.results.history(interaction.guild_id or 0, DEALS + 1, before=at)
        return history_page(rows, speaker)

    @app_commands.command(description="What this bot is, its version and how long it has been up")
    async def about(self, interaction: Interaction) -> None:
        async def work(speaker: Speaker) -> Page:
            try:
                number = version("marriage-bot")
            except PackageNotFoundError:
                number = "?"
            since = f"<t:{int(self._started)}:R>"
            tables = len(self.face.registry.tables)
            return Page(text=speaker.say("about", version=number, since=since, tables=tables))

        await self.face.answer(interaction, work)


def game_of(preset: str | None) -> Game:
    """The game that a preset belongs to; without one, or for a server's own name, the usual preset's."""
    known = {name: game for game in games() for name in game.presets}
    return known.get(preset or USUAL_PRESET, known[USUAL_PRESET])


def played(server: GuildSettings, preset: str | None) -> tuple[str | None, Game]:
    """The preset asked for, if any, and its game; else the game that the server usually plays. Raises BadRules."""
    if preset is None:
        return None, game_of(server.preset)
    rules, _ = resolved(server, preset)
    return rules, game_of(rules)


def points_page(rows: Sequence[LeaderRow], period: str, speaker: Speaker, signed: bool = True) -> Page:
    """Who leads by points, or by deals won. `signed`: points are gains and losses."""
    lines = [
        speaker.say(
            "results.leader",
            place=_place(row.place, speaker),
            name=safe(row.name),
            net=speaker.number(row.net, signed=signed),
            deals=row.deals,
            won=row.won,
        )
        for row in rows
    ]
    title = speaker.say("results.leaderboard", period=period)
    return Page(title=title, body=fitted(lines, DESCRIPTION) or speaker.say("results.none"), colour=GOLD)


def rating_page(rows: Sequence[RatedRow], game: str, speaker: Speaker, narrowed: bool = False) -> Page:
    """Who leads a game by rating. `narrowed`: a period or rules were asked for, which a rating does not know (F73)."""
    lines = [
        speaker.say(
            "results.leader_rating",
            place=_place(row.place, speaker),
            name=safe(row.name),
            points=row.rating.points,
            deals=row.rating.deals,
        )
        for row in rows
    ]
    body = fitted(lines, DESCRIPTION) or speaker.say("results.none_rating", deals=SETTLED_DEALS)
    footer = speaker.say("results.rating_whole") if narrowed else ""
    title = speaker.say("results.leaderboard_rating", game=speaker.say(f"howto.game_{game}"))
    return Page(title=title, body=body, footer=footer, colour=GOLD)


def _place(place: int, speaker: Speaker) -> str:
    return MEDALS.get(place) or f"{speaker.number(place)}."


def history_page(rows: Sequence[HistoryRow], speaker: Speaker) -> Page:
    """The latest deals; one row more than a page shows means that there are older ones."""
    shown = rows[:DEALS]
    title = speaker.say("results.history")
    if not shown:
        return Page(title=title, body=speaker.say("results.no_deals"), colour=GREY)
    older = Button(speaker.say("button.older"), ControlId(NO_TABLE, "history", str(shown[-1].deal)))
    more = ((older,),) if len(rows) > DEALS else ()
    choices = tuple((str(row.deal), _label(row, speaker)) for row in shown)
    picker = Picker(speaker.say("picker.turned"), ControlId(NO_TABLE, "turned"), choices)
    body = fitted((_deal(row, speaker) for row in shown), DESCRIPTION)
    return Page(title=title, body=body, colour=GREY, rows=((picker,), *more))


def turned_page(row: HistoryRow, points: Sequence[Any], speaker: Speaker) -> Page:
    """What turned a deal: chances missed, wild cards thrown, luck of the draw."""
    names = tuple(seat.name for seat in row.seats)
    panel = panel_of(row.game)
    lines = [f"• {panel.turning_point(point, names, speaker)}" for point in points] or [speaker.say("turned.none")]
    body = fitted((_deal(row, speaker), "", *lines), DESCRIPTION)
    back = Button(speaker.say("results.history"), ControlId(NO_TABLE, "history"))
    return Page(title=speaker.say("turned.title"), body=body, colour=GREY, rows=((back,),))


def _label(row: HistoryRow, speaker: Speaker) -> str:
    """A deal in a list: who played for what."""
    signed = zero_sum(row.game)
    nets = " · ".join(f"{plain(seat.name)} {speaker.number(seat.net, signed=signed)}" for seat in row.seats)
    label = f"#{speaker.number(row.deal)} · {nets}"
    return label if len(label) <= OPTION_LABEL else f"{label[: OPTION_LABEL - 1]}…"


@dataclass(frozen=True, slots=True)
class GameStats:
    """Somebody's numbers in one game. `rating`: None before the first deal that moved it."""

    game: str
    found: PersonStats
    rating: Rating | None = None


def stats_page(told: Sequence[GameStats], name: str, speaker: Speaker) -> Page:
    """How somebody has played, game by game."""
    title = speaker.say("results.stats", name=safe(name))
    fields, ratings = [], []
    for of in told:
        game = speaker.say(f"howto.game_{of.game}")
        for kind, tally in (("rated", of.found.rated), ("practice", of.found.practice)):
            if tally.deals:
                heading = f"{game} · {speaker.say(f'results.{kind}')}"
                fields.append((heading, _tally(tally, speaker, higher=zero_sum(of.game))))
        if of.rating is not None:
            ratings.append(f"{game} · {_rating(of.rating, speaker)}")
    if not fields:
        return Page(title=title, body=speaker.say("results.none_own"), colour=GREY)
    return Page(title=title, body="\n".join(ratings), fields=tuple(fields), colour=GOLD)


def _rating(rating: Rating, speaker: Speaker) -> str:
    key = "results.rating_provisional" if rating.provisional else "results.rating"
    return speaker.say(key, points=rating.points, deals=rating.deals, settled=SETTLED_DEALS)


def _tally(tally: Tally, speaker: Speaker, higher: bool) -> str:
    """Sums of one person. `higher`: more points are better; else they are a burden and have no sign."""
    net = speaker.number(tally.net, signed=higher)
    lines = [
        speaker.say("results.tally", deals=tally.deals, net=net, won=tally.won),
        speaker.say("results.matches", matches=tally.matches, won=tally.matches_won),
    ]
    if tally.maal is not None:
        lines.append(speaker.say("results.maal", maal=speaker.number(round(tally.maal, 1)), seen=tally.seen))
    if tally.best is not None and tally.worst is not None:
        most, least = (speaker.number(deal.net, signed=higher) for deal in (tally.best, tally.worst))
        key = "results.extremes" if higher else "results.extremes_low"
        lines.append(speaker.say(key, most=most, least=least))
    if tally.absent:
        lines.append(speaker.say("results.absent", absent=tally.absent, deals=tally.deals))
    return "\n".join(lines)


def _deal(row: HistoryRow, speaker: Speaker) -> str:
    signed = zero_sum(row.game)
    nets = " · ".join(
        f"{'🏆 ' if seat.won else ''}{safe(seat.name)} {speaker.number(seat.net, signed=signed)}" for seat in row.seats
    )
    return f"**#{speaker.number(row.deal)}** · <t:{int(row.at)}:f> · {_rules(row, speaker)}\n{nets}"


def _rules(row: HistoryRow, speaker: Speaker) -> str:
    """The preset, and how many of its options were changed; the length of match and turn left out."""
    try:
        rules = rules_of(row.record)
        changed = len(differences(rules, find_preset(row.preset)[1], speaker))
    except CoreError:
        return row.preset
    return speaker.counted("results.changed", changed, preset=row.preset) if changed else row.preset
