"""Discord's objects for members, roles and guilds, as they go over the wire."""

from __future__ import annotations

from collections.abc import Mapping

from playground.errors import Json
from playground.model import Channel, Guild, User, iso


def member_json(guild: Guild, user: User, bot: User) -> Json:
    """Discord's member object."""
    roles = [str(guild.bot_role_id)] if user is bot else []
    if user.id in guild.role_ids:
        roles.append(str(guild.role_ids[user.id]))
    return {
        "user": user.json(),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": roles,
        "joined_at": iso(guild.members.get(user.id, 0.0)),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def thread_member_json(channel: Channel, bot: User, joined: float) -> Json:
    """The bot's membership in a thread."""
    return {"id": str(channel.id), "user_id": str(bot.id), "join_timestamp": iso(joined), "flags": 0}


def granted_role_json(guild: Guild, user: User) -> Json:
    """The role of one person."""
    return _role(guild.role_ids[user.id], f"role of {user.username}"[:100], guild.granted[user.id], 2)


def roles_json(guild: Guild, bot: User, users: Mapping[int, User]) -> list[Json]:
    """Everyone's role, the bot's, and the granted ones."""
    own = _role(guild.bot_role_id, bot.username, guild.bot_permissions, 1)
    own |= {"managed": True, "tags": {"bot_id": str(bot.id)}}
    granted = [granted_role_json(guild, users[user_id]) for user_id in guild.granted]
    return [_role(guild.id, "@everyone", guild.everyone, 0), own, *granted]


def guild_create_json(guild: Guild, bot: User, users: Mapping[int, User], *, members: bool) -> Json:
    """The GUILD_CREATE payload; all ``members`` or, as without that intent, the bot alone."""
    channels = [channel.json() for channel in guild.channels.values() if not channel.is_thread]
    threads = [channel.json() for channel in guild.channels.values() if channel.is_thread and not channel.archived]
    listed = [users[user_id] for user_id in guild.members if members or user_id == bot.id]
    return guild_json(guild, bot, users) | {
        "channels": channels,
        "threads": threads,
        "members": [member_json(guild, user, bot) for user in listed],
        "member_count": len(guild.members),
        "joined_at": iso(guild.members.get(bot.id, 0.0)),
        "large": False,
        "unavailable": False,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def guild_json(guild: Guild, bot: User, users: Mapping[int, User]) -> Json:
    """Discord's guild object."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "nsfw": False,
        "incidents_data": None,
        "owner_id": str(guild.owner_id),
        "roles": roles_json(guild, bot, users),
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "system_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "system_channel_flags": 0,
        "premium_progress_bar_enabled": False,
    }


def _role(ident: int, name: str, bits: int, position: int) -> Json:
    return {
        "id": str(ident),
        "name": name,
        "permissions": str(bits),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
