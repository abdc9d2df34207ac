"""`/howto`: a first lesson, the rules in short and a glossary of the game that is played here, from the catalogue."""

from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.ids import NO_TABLE, ControlId
from cogs.pages import GREEN, Button, Page
from cogs.panels import playable
from cogs.results import game_of
from cogs.speech import Speaker

TOPICS = ("lesson", "rules", "glossary")


class Help(commands.Cog):
    """For whoever does not know the game yet."""

    def __init__(self, face: Face) -> None:
        self.face = face
        face.looks["howto"] = self._turned

    @app_commands.command(description="How to play: a first lesson, the rules in short, a glossary")
    @app_commands.describe(topic="What about")
    @app_commands.choices(topic=[app_commands.Choice(name=topic, value=topic) for topic in TOPICS])
    async def howto(self, interaction: Interaction, topic: app_commands.Choice[str] | None = None) -> None:
        async def work(speaker: Speaker) -> Page:
            return howto_page(topic.value if topic else TOPICS[0], await self._game(interaction), speaker)

        await self.face.answer(interaction, work)

    async def _turned(self, interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        topic, _, game = (control.arg or TOPICS[0]).partition(".")
        return howto_page(topic, game or await self._game(interaction), speaker)

    async def _game(self, interaction: Interaction) -> str:
        """The game of the table here, else the one that the server usually plays."""
        table = self.face.registry.in_channel(interaction.channel_id or 0)
        if table is not None:
            return table.public_view().game
        return game_of((await self.face.store.people.guild(interaction.guild_id or 0)).preset).name


def howto_page(topic: str, game: str, speaker: Speaker) -> Page:
    """One topic of a game, buttons for its others, and the way to the other games."""
    topics = tuple(
        Button(speaker.say(f"howto.{other}_title"), ControlId(NO_TABLE, "howto", f"{other}.{game}"), "primary")
        for other in TOPICS
        if other != topic
    )
    games = tuple(
        Button(speaker.say(f"howto.game_{other.name}"), ControlId(NO_TABLE, "howto", f"{topic}.{other.name}"))
        for other in playable()
        if other.name != game
    )
    title = f"{speaker.say(f'howto.game_{game}')} · {speaker.say(f'howto.{topic}_title')}"
    return Page(title=title, body=speaker.say(f"howto.{topic}_{game}"), colour=GREEN, rows=(topics, games))
