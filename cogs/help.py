"""`/howto`: the rules in short, a glossary and a first lesson, from the catalogue."""

from discord import app_commands
from discord.ext import commands

from cogs.answers import Interaction
from cogs.face import Face
from cogs.ids import NO_TABLE, ControlId
from cogs.pages import GREEN, Button, Page
from cogs.speech import Speaker

TOPICS = ("lesson", "rules", "glossary")


class Help(commands.Cog):
    """For whoever does not know the game yet."""

    def __init__(self, face: Face) -> None:
        self.face = face
        face.looks["howto"] = self._topic

    @app_commands.command(description="How to play: a first lesson, the rules in short, a glossary")
    @app_commands.describe(topic="What about")
    @app_commands.choices(topic=[app_commands.Choice(name=topic, value=topic) for topic in TOPICS])
    async def howto(self, interaction: Interaction, topic: app_commands.Choice[str] | None = None) -> None:
        chosen = topic.value if topic else TOPICS[0]
        await self.face.answer(interaction, lambda speaker: _page(chosen, speaker))

    async def _topic(self, _interaction: Interaction, control: ControlId, speaker: Speaker) -> Page:
        return howto_page(control.arg or TOPICS[0], speaker)


async def _page(topic: str, speaker: Speaker) -> Page:
    return howto_page(topic, speaker)


def howto_page(topic: str, speaker: Speaker) -> Page:
    """One topic, and buttons for the others."""
    row = tuple(
        Button(speaker.say(f"howto.{other}_title"), ControlId(NO_TABLE, "howto", other), "primary")
        for other in TOPICS
        if other != topic
    )
    title, body = speaker.say(f"howto.{topic}_title"), speaker.say(f"howto.{topic}")
    return Page(title=title, body=body, colour=GREEN, rows=(row,))
