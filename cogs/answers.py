"""Answering an interaction: acknowledged before anything else, shown at the end, and never raising (F01, F02).

An acknowledgement that Discord refuses means that the person was told "interaction failed": then nothing is done, so
that what they were told is true.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import aiohttp
import discord

from cogs.pages import Page
from cogs.speech import Speaker
from marriage_core.errors import BadInput, Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
UNSENT = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What discord.py raises where a request was refused or never arrived."""
IN_A_WHILE = (403, 408, 429)
TOKEN_LIVES = timedelta(minutes=14)
"""An interaction's token lives 15 minutes; nothing is edited with one older than this (F04)."""


def uncertain(error: Exception) -> bool:
    """Whether Discord may have done what it answered with an error, or did not answer."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500


def passing(error: Exception) -> bool:
    """Whether what was refused may be taken in a while: permissions, limits, Discord's own faults, the network."""
    return uncertain(error) or (isinstance(error, discord.HTTPException) and error.status in IN_A_WHILE)


async def acknowledge(interaction: Interaction, *, update: bool) -> bool:
    """The first answer: for a panel's own control the panel will be updated, else a private answer will follow."""
    try:
        if update:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except (*UNSENT, discord.InteractionResponded) as error:
        log.warning("interaction %s could not be acknowledged: %s", interaction.id, error)
        return False
    return True


async def show(interaction: Interaction, page: Page, speaker: Speaker) -> int | None:
    """Fills the deferred answer, or edits the panel; without its picture where Discord will not have it (F57).

    Returns the id of the message that shows it, None where nothing does.
    """
    try:
        told = page.edit()
    except ValueError:
        page = Page(text=failed(interaction, speaker))
        told = page.edit()
    try:
        message = await interaction.edit_original_response(**told)
    except UNSENT as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)
        return None if page.picture is None else await show(interaction, replace(page, picture=None), speaker)
    return message.id


def fresh(interaction: Interaction) -> bool:
    """Whether the interaction's token may still be used."""
    return discord.utils.utcnow() - interaction.created_at < TOKEN_LIVES


async def outcome(
    interaction: Interaction, speaker: Speaker, names: tuple[str, ...], work: Callable[[], Awaitable[Page]]
) -> Page:
    """The page that the work makes, or the sentence for why there is none."""
    try:
        return await work()
    except (Refusal, BadInput) as error:
        return Page(text=speaker.explained(error, names))
    except Exception:
        return Page(text=failed(interaction, speaker))


def failed(interaction: Interaction, speaker: Speaker) -> str:
    """Logs the exception being handled and says its id (F77)."""
    fault = secrets.token_hex(4)
    log.exception("error %s in interaction %s (%s)", fault, interaction.id, interaction.type.name)
    return speaker.say("error.unexpected", id=fault)
