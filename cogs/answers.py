"""Answering an interaction: acknowledged before anything else, shown at the end, and never raising (F01, F02).

An acknowledgement that Discord refuses means that the person was told "interaction failed": then nothing is done, so
that what they were told is true.
"""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.pages import Page
from cogs.speech import Speaker
from marriage_core.errors import BadRules, BadText, Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
TOKEN_SECONDS = 14 * 60
"""An interaction's token lives 15 minutes; nothing is edited with one older than this (F04)."""


async def acknowledge(interaction: Interaction, *, update: bool) -> bool:
    """The first answer: for a panel's own control the panel will be updated, else a private answer will follow."""
    try:
        if update:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.warning("interaction %s could not be acknowledged: %s", interaction.id, error)
        return False
    return True


async def show(interaction: Interaction, page: Page) -> None:
    """Fills the deferred answer, or edits the panel."""
    try:
        await interaction.edit_original_response(**page.message())
    except discord.HTTPException as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)


def fresh(interaction: Interaction) -> bool:
    """Whether the interaction's token may still be used."""
    return time.time() - interaction.created_at.timestamp() < TOKEN_SECONDS


async def outcome(
    interaction: Interaction, speaker: Speaker, names: tuple[str, ...], work: Callable[[], Awaitable[Page]]
) -> Page:
    """The page that the work makes, or the sentence for why there is none."""
    try:
        return await work()
    except Refusal as refusal:
        return Page(text=speaker.refused(refusal, names))
    except (BadRules, BadText) as error:
        return Page(text=speaker.say("error.input", told=str(error)[:1500]))
    except Exception:
        return Page(text=failed(interaction, speaker))


def failed(interaction: Interaction, speaker: Speaker) -> str:
    """Logs the exception being handled and says its id (F77)."""
    fault = secrets.token_hex(4)
    log.exception("error %s in interaction %s (%s)", fault, interaction.id, interaction.data)
    return speaker.say("error.unexpected", id=fault)
