"""The nouns of the playground's world: users, guilds, channels, messages, interactions."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from playground import permissions
from playground.errors import Json

DISCORD_EPOCH_MS = 1_420_070_400_000
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15
THREADS = frozenset({10, 11, 12})
SPEAKABLE = frozenset({0, 1, 2, 5, 10, 11, 12, 13})
_COLOURS = (
    "#5865f2",
    "#eb459e",
    "#f0883e",
    "#3ba55c",
    "#faa61a",
    "#ed4245",
    "#00a8fc",
    "#9b59b6",
    "#1abc9c",
    "#c27c0e",
)


class Clock:
    """Seconds since the epoch, which tests may push forward; expiry and age are reckoned by it."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since the epoch, advances included."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Moves the clock forward."""
        self._ahead += seconds


class Snowflakes:
    """Discord's ids: milliseconds since 2015 above 22 bits, strictly growing."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """A new id."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


def iso(seconds: float) -> str:
    """A moment in Discord's form."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


@dataclass(slots=True)
class User:
    """A person or the bot."""

    id: int
    username: str
    bot: bool = False
    dms_closed: bool = False

    @property
    def colour(self) -> str:
        """A steady colour for this user, ``#rrggbb``."""
        return _COLOURS[(self.id >> 22 ^ self.id) % len(_COLOURS)]

    def json(self) -> Json:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.username,
            "global_name": None if self.bot else self.username,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }

    def page_json(self) -> Json:
        """The page's USER."""
        return {
            "id": str(self.id),
            "username": self.username,
            "global_name": None if self.bot else self.username,
            "bot": self.bot,
            "colour": self.colour,
        }


@dataclass(slots=True)
class Attachment:
    """An uploaded file; its secret is part of its address."""

    id: int
    secret: str
    filename: str
    content_type: str
    data: bytes
    json: Json


@dataclass(slots=True)
class Message:
    """A message: the payload Discord would send and what decides who sees it and who may edit it."""

    id: int
    channel_id: int
    author_id: int
    payload: Json
    created: float
    private_to: int | None = None
    attachments: dict[int, Attachment] = field(default_factory=dict)
    mentioned: frozenset[int] = frozenset()
    everyone: bool = False
    text: str = ""
    """``payload`` as JSON text; every change of the payload renews it."""

    def visible_to(self, user_id: int) -> bool:
        """An ephemeral message exists for its person alone."""
        return self.private_to is None or self.private_to == user_id

    def mentions(self, user_id: int) -> bool:
        """Whether this message pings that user."""
        return user_id in self.mentioned or (self.everyone and user_id != self.author_id)


@dataclass(slots=True)
class Channel:
    """A channel, thread or direct conversation, and its messages, oldest first."""

    id: int
    guild_id: int | None
    name: str
    type: int = 0
    parent_id: int | None = None
    position: int = 0
    recipient_id: int | None = None
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    last_message_id: int | None = None
    overwrites: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """By role or member id: kind (0 role, 1 member), allow, deny."""
    messages: OrderedDict[int, Message] = field(default_factory=OrderedDict)
    """The last public ones."""
    private: OrderedDict[int, Message] = field(default_factory=OrderedDict)
    """Ephemeral ones."""
    old_edits: deque[float] = field(default_factory=deque)
    """When messages older than an hour were edited here."""

    @property
    def is_thread(self) -> bool:
        """Threads inherit their parent's overwrites."""
        return self.type in THREADS

    def json(self) -> Json:
        """Discord's channel object."""
        body: Json = {
            "id": str(self.id),
            "type": self.type,
            "last_message_id": str(self.last_message_id) if self.last_message_id else None,
            "flags": 0,
        }
        if self.guild_id is None:
            return body
        body |= {
            "guild_id": str(self.guild_id),
            "name": self.name,
            "parent_id": str(self.parent_id) if self.parent_id else None,
            "rate_limit_per_user": 0,
        }
        if self.is_thread:
            return body | self._thread_json()
        body |= {
            "position": self.position,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": [
                {"id": str(key), "type": kind, "allow": str(allow), "deny": str(deny)}
                for key, (kind, allow, deny) in self.overwrites.items()
            ],
        }
        if self.type == 2:
            body |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
        if self.type == 15:
            body |= {"available_tags": [], "default_reaction_emoji": None, "default_forum_layout": 0}
        return body

    def _thread_json(self) -> Json:
        return {
            "owner_id": str(self.owner_id),
            "message_count": len(self.messages),
            "total_message_sent": len(self.messages),
            "member_count": 1,
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": iso(((self.id >> 22) + DISCORD_EPOCH_MS) / 1000),
                "locked": self.locked,
            },
        }

    def page_json(self) -> Json:
        """The page's channel."""
        parent = str(self.parent_id) if self.parent_id else None
        return {"id": str(self.id), "name": self.name, "type": self.type, "parent_id": parent}


@dataclass(slots=True)
class Guild:
    """A server: its channels, its members and the permissions each member has beyond everyone's."""

    id: int
    name: str
    bot_role_id: int
    owner_id: int
    members: dict[int, float] = field(default_factory=dict)
    """User ids and when they joined."""
    channels: dict[int, Channel] = field(default_factory=dict)
    granted: dict[int, int] = field(default_factory=dict)
    """Permission bits by user id, each the role of that one person."""
    role_ids: dict[int, int] = field(default_factory=dict)
    everyone: int = permissions.EVERYONE
    bot_permissions: int = permissions.BOT


@dataclass(slots=True)
class Modal:
    """A form shown to one tab."""

    id: str
    user_id: int
    channel_id: int
    custom_id: str
    title: str
    components: list[Json]
    source_message_id: int | None
    origin: Json
    """The interaction metadata of what opened it."""


@dataclass(slots=True)
class Interaction:
    """One thing a person did and the bot has to answer."""

    id: int
    token: str
    type: int
    user_id: int
    channel_id: int
    guild_id: int | None
    nonce: str
    tab: str
    created: float
    command_name: str | None = None
    source_message_id: int | None = None
    origin: Json | None = None
    """Of a modal's submission: the metadata of what opened it."""
    option_type: int = 3
    """Of the option being completed, in a completion."""
    timer: asyncio.TimerHandle | None = None
    answered: str | None = None
    """The kind of the first answer; None until there is one."""
    failed: bool = False
    private: bool = False
    original_id: int | None = None
    open_deferral: bool = False
    followups: tuple[int, ...] = ()
