"""Discord's permission bits and how overwrites combine."""

from __future__ import annotations

from collections.abc import Iterable

BITS: dict[str, int] = {
    name: 1 << bit
    for name, bit in {
        "create_instant_invite": 0,
        "kick_members": 1,
        "ban_members": 2,
        "administrator": 3,
        "manage_channels": 4,
        "manage_guild": 5,
        "add_reactions": 6,
        "view_audit_log": 7,
        "view_channel": 10,
        "send_messages": 11,
        "send_tts_messages": 12,
        "manage_messages": 13,
        "embed_links": 14,
        "attach_files": 15,
        "read_message_history": 16,
        "mention_everyone": 17,
        "external_emojis": 18,
        "connect": 20,
        "speak": 21,
        "change_nickname": 26,
        "manage_nicknames": 27,
        "manage_roles": 28,
        "manage_webhooks": 29,
        "use_application_commands": 31,
        "manage_threads": 34,
        "create_public_threads": 35,
        "create_private_threads": 36,
        "external_stickers": 37,
        "send_messages_in_threads": 38,
        "moderate_members": 40,
    }.items()
}
ALL = sum(BITS.values())


def bits(names: Iterable[str]) -> int:
    """The bits of these names; ``ValueError`` names an unknown one."""
    found = 0
    for name in names:
        if name not in BITS:
            raise ValueError(f"unknown permission {name!r}")
        found |= BITS[name]
    return found


EVERYONE = bits(
    [
        "create_instant_invite",
        "add_reactions",
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "mention_everyone",
        "external_emojis",
        "connect",
        "speak",
        "change_nickname",
        "use_application_commands",
        "create_public_threads",
        "send_messages_in_threads",
    ]
)
"""What everyone may, as in a fresh server."""
BOT = EVERYONE
"""What an invitation with the usual boxes ticked gives the bot."""


def combine(base: int, *overwrites: tuple[int, int]) -> int:
    """Applies ``(allow, deny)`` pairs in order; an administrator is past all of them."""
    if base & BITS["administrator"]:
        return ALL
    for allow, deny in overwrites:
        base = (base & ~deny) | allow
    if not base & BITS["view_channel"]:
        return 0
    return base
