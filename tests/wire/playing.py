"""A person who plays: waits for their turn, reads their panel, decides, and acts."""

from __future__ import annotations

from collections.abc import Iterable

from playground.seen import Json, Outcome, text
from tests.wire.reading import cards, completes, control, is_sheet, offers, panel, stands, top, worst
from tests.wire.witness import Witness

TURN_SECONDS = 30.0


class Player:
    """Plays one person's hand with slash commands alone."""

    def __init__(self, person: Witness, room: str) -> None:
        self.person = person
        self.room = room
        self.outcomes: list[Outcome] = []
        self.turns = 0
        self.shown = False
        self._acted_on = 0

    @property
    def name(self) -> str:
        """As the bot writes it."""
        return str(self.person.me["username"])

    async def command(self, name: str, **options: object) -> Json:
        """Runs a command and gives back its filled answer; every answer must be private."""
        return await self._filled(await self.person.command(name, channel=self.room, options=options))

    async def press(self, message: Json, verb: str, argument: str | None = None) -> Json:
        """Presses one of our controls and gives back the answer: a new private message, or the panel's new form."""
        return await self._filled(await self.person.click(message, control(message, verb, argument)))

    async def _filled(self, outcome: Outcome) -> Json:
        self.outcomes.append(outcome)
        assert outcome.kind in ("deferred", "deferred_update"), f"{self.name}: {outcome.kind}"
        assert outcome.private, f"{self.name} was answered in public"
        assert outcome.message is not None
        if outcome.kind == "deferred":
            return await self.person.filled(outcome)
        return await self._edited(outcome.message)

    async def _edited(self, message: Json) -> Json:
        now = self.person.message(message)
        if now is not None and now["edited_timestamp"] != message["edited_timestamp"]:
            return now
        return await self.person.wait_for(
            lambda m: m["id"] == message["id"] and m["edited_timestamp"] != message["edited_timestamp"], fresh=True
        )

    # --- a turn

    def my_turn(self, message: Json) -> bool:
        """Whether a message is a board that calls this person to draw, and not one acted upon already."""
        return bool(message.get("mentions_me")) and int(message["id"]) > self._acted_on and stands(message, "draw")

    def over(self, message: Json) -> bool:
        """Whether a message ends the playing: a score sheet of a deal not yet seen, or the standings."""
        return int(message["id"]) > self._acted_on and (is_sheet(message) or stands(message, "again"))

    def acted_on(self, message: Json) -> None:
        """Marks a board or a sheet as dealt with."""
        self._acted_on = max(self._acted_on, int(message["id"]))

    async def deal(self) -> Json:
        """Plays until the deal is over; the message that said so."""
        while True:
            called = await self.person.wait_for(lambda m: self.my_turn(m) or self.over(m), TURN_SECONDS)
            if self.over(called):
                self.acted_on(called)
                return called
            await self.turn(called)

    async def turn(self, board: Json) -> None:
        """One turn, begun by a board that calls."""
        self.acted_on(board)
        self.turns += 1
        message = await self.draw(board)
        await self.finish_turn(message)

    async def draw(self, board: Json) -> Json:
        """Shows tunnelas on the first turn, and draws; the panel."""
        message = await self.command("hand")
        seen = panel(message)
        if seen.tunnelas:
            message = await self.command("tunnela")
            seen = panel(message)
        assert seen.may_draw, f"{self.name} was called but may not draw: {message}"
        upcard = top(message)
        source = "discard" if upcard is not None and completes(upcard, seen.hand) else "stock"
        message = await self.command("draw", **{"from": source})
        if source == "discard" and not panel(message).may_discard:
            message = await self.command("draw", **{"from": "stock"})
        return message

    async def finish_turn(self, message: Json) -> None:
        """Sees and shows where that is offered, else discards."""
        seen = panel(message)
        assert seen.may_discard, f"{self.name} drew but may not discard: {message}"
        if seen.may_see:
            message = await self.command("see", route=seen.may_see[0])
            seen = panel(message)
            told = await self.command("tiplu")
            assert set(cards(text(told))) == seen.wild, told
        if seen.may_show:
            self.shown = True
            await self.command("show", discard=seen.may_show[0])
            return
        for card in worst(seen.may_discard, seen.hand, seen.wild):
            answer = panel(await self.command("discard", card=str(card)))
            if not answer.asks:
                return
        raise AssertionError(f"{self.name} could discard nothing of {seen.may_discard}")


async def at_table(players: Iterable[Player], room: str, **options: object) -> Json:
    """The first opens a table, the others join, the first starts; the first's panel."""
    host, *others = players
    await host.command("marriage new", **options)
    for player in others:
        await player.command("marriage join")
    return await host.command("marriage start")


class Clicker(Player):
    """Plays with the controls of the board and of one panel, as a thumb would."""

    _panel: Json | None = None

    async def deal(self) -> Json:
        """Plays until the deal is over, with a panel opened anew: the bot keeps the last one up to date, no other."""
        self._panel = None
        return await super().deal()

    async def draw(self, board: Json) -> Json:
        """Draws or takes with the panel's buttons; the panel is opened from the board where there is none yet."""
        message = await self.ready(board)
        while panel(message).tunnelas:
            message = await self.press(message, "tunnela")
        upcard = top(message)
        wanted = upcard is not None and offers(message, "take") and completes(upcard, panel(message).hand)
        return await self.press(message, "take" if wanted else "draw")

    async def ready(self, board: Json) -> Json:
        """The panel as it stands at the beginning of the turn."""
        if self._panel is None:
            self._panel = await self.press(board, "hand")
        ident = self._panel["id"]
        self._panel = await self.person.wait_for(lambda m: m["id"] == ident and offers(m, "draw"))
        return self._panel

    async def finish_turn(self, message: Json) -> None:
        """Sees and shows where that is offered, else discards."""
        if offers(message, "see"):
            message = await self.press(message, "see")
        if offers(message, "show"):
            self.shown = True
            await self.press(message, "show")
            return
        seen = panel(message)
        answer = await self.choose(message, str(worst(seen.may_discard, seen.hand, seen.wild)[0]))
        if panel(answer).asks:
            await self.press(answer, "sure")

    async def choose(self, message: Json, value: str) -> Json:
        """Chooses a card in the panel's select."""
        return await self._filled(await self.person.select(message, control(message, "discard"), [value]))
