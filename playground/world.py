"""The world: who is there, which servers and channels there are, who may do what. No sockets, no HTTP."""

from __future__ import annotations

import secrets
from typing import Protocol

from playground import permissions, wire
from playground.errors import Json, refusal
from playground.model import Attachment, Channel, Clock, Guild, Message, Snowflakes, User
from playground.shelf import Shelf

MOST_MESSAGES = 500
"""Public messages kept in a channel."""
MOST_PUBLIC_BYTES = MOST_PRIVATE_BYTES = 24 * 1024 * 1024
"""Bytes of text of public and of ephemeral messages kept in all; a message takes about five times that in memory."""
MOST_FILE_BYTES = 128 * 1024 * 1024
"""Bytes of attachments kept in all."""


class Gateway(Protocol):
    """What the world needs of the bot's connection."""

    def dispatch(self, event: str, payload: Json | str, guild_id: int | None, author_id: int | None = None) -> None:
        """Sends an event to the sessions whose shard and intents want it."""

    def interact(self, text: str, guild_id: int | None) -> bool:
        """Sends INTERACTION_CREATE; False where no bot is there to take it."""


class Page(Protocol):
    """What the world needs of the people's tabs."""

    def created(self, message: Message) -> None:
        """A message appeared."""

    def updated(self, message: Message) -> None:
        """A message changed."""

    def deleted(self, message: Message) -> None:
        """A message is gone."""

    def changed(self) -> None:
        """Commands, channels, members or the bot changed."""

    def tell(self, tab: str, kind: str, data: Json) -> None:
        """Something for one tab alone."""


class World:
    """Everything that is, in memory; it outlives the bot's connections."""

    gateway: Gateway
    page: Page

    def __init__(self, *, base_url: str, token: str, bot_name: str = "marriage") -> None:
        self.base_url = base_url
        self.token = token
        self.clock = Clock()
        self.ids = Snowflakes()
        self.application_id = self.ids.next()
        self.bot = User(self.application_id, bot_name, bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.names: dict[str, int] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.emojis: dict[str, Json] = {}
        self.emoji_images: dict[str, tuple[str, bytes]] = {}
        self._public: Shelf[int, Message] = Shelf(MOST_PUBLIC_BYTES)
        self._private: Shelf[int, Message] = Shelf(MOST_PRIVATE_BYTES)
        self._files: Shelf[str, Attachment] = Shelf(MOST_FILE_BYTES)

    # People

    def person(self, name: str) -> User:
        """The person of that name, made a member of every guild on first sight; the very first one owns them."""
        if name in self.names:
            return self.users[self.names[name]]
        user = User(self.ids.next(), name)
        first = not self.names
        self.users[user.id] = user
        self.names[name] = user.id
        for guild in self.guilds.values():
            guild.members[user.id] = self.clock.now()
            if first:
                guild.owner_id = user.id
                self.gateway.dispatch("GUILD_UPDATE", self.guild_json(guild), guild.id)
            self.gateway.dispatch(
                "GUILD_MEMBER_ADD", self.member_json(guild, user) | {"guild_id": str(guild.id)}, guild.id
            )
        self.page.changed()
        return user

    def leave(self, guild: Guild, user: User) -> None:
        """A person leaves a guild; to the bot that is an event of the members intent only."""
        guild.members.pop(user.id, None)
        self.gateway.dispatch("GUILD_MEMBER_REMOVE", {"guild_id": str(guild.id), "user": user.json()}, guild.id)
        self.page.changed()

    def grant(self, guild: Guild, user: User, bits: int) -> None:
        """Gives a person these permissions by a role of their own."""
        event = "GUILD_ROLE_UPDATE" if user.id in guild.role_ids else "GUILD_ROLE_CREATE"
        guild.granted[user.id] = bits
        guild.role_ids.setdefault(user.id, self.ids.next())
        role = wire.granted_role_json(guild, user)
        self.gateway.dispatch(event, {"guild_id": str(guild.id), "role": role}, guild.id)
        self.page.changed()

    # Guilds and channels

    def create_guild(self, name: str, channels: list[str]) -> Guild:
        """A new guild with the bot and every known person in it."""
        owner = next(iter(self.names.values()), 0) or self.ids.next()
        guild = Guild(self.ids.next(), name, bot_role_id=self.ids.next(), owner_id=owner)
        for user_id in (self.bot.id, *self.names.values()):
            guild.members[user_id] = self.clock.now()
        self.guilds[guild.id] = guild
        for channel_name in channels:
            self._add_channel(guild, channel_name, 0, None)
        joined = self.guild_create_json(guild, members=False)
        # The key tells a guild that is available again from one just joined.
        del joined["unavailable"]
        self.gateway.dispatch("GUILD_CREATE", joined, guild.id)
        self.page.changed()
        return guild

    def delete_guild(self, guild: Guild) -> None:
        """The bot is removed from a guild and the guild with it."""
        del self.guilds[guild.id]
        for channel in guild.channels.values():
            for message in (*channel.messages.values(), *channel.private.values()):
                self.forget_message(message)
            self.channels.pop(channel.id, None)
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
        self.page.changed()

    def _add_channel(self, guild: Guild, name: str, kind: int, parent_id: int | None) -> Channel:
        channel = Channel(self.ids.next(), guild.id, name, kind, parent_id, position=len(guild.channels))
        channel.owner_id = self.bot.id
        guild.channels[channel.id] = channel
        self.channels[channel.id] = channel
        return channel

    def create_channel(self, guild: Guild, name: str, kind: int = 0, parent_id: int | None = None) -> Channel:
        """A new channel, or a thread where ``kind`` is 10 to 12; the bot and the tabs hear of it."""
        channel = self._add_channel(guild, name, kind, parent_id)
        event = "THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE"
        body = channel.json()
        if channel.is_thread:
            member = wire.thread_member_json(channel, self.bot, self.clock.now())
            body |= {"newly_created": True, "member": member}
        self.gateway.dispatch(event, body, guild.id)
        self.page.changed()
        return channel

    def update_channel(self, channel: Channel) -> None:
        """Tells of a changed channel."""
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.gateway.dispatch(event, channel.json(), channel.guild_id)
        self.page.changed()

    def delete_channel(self, channel: Channel) -> None:
        """Removes a channel with its threads and messages."""
        guild = self.guild_of(channel)
        for thread in [c for c in guild.channels.values() if c.is_thread and c.parent_id == channel.id]:
            self.delete_channel(thread)
        for message in (*channel.messages.values(), *channel.private.values()):
            self.forget_message(message)
        guild.channels.pop(channel.id, None)
        self.channels.pop(channel.id, None)
        if channel.is_thread:
            body: Json = {"id": str(channel.id), "guild_id": str(guild.id), "type": channel.type}
            self.gateway.dispatch("THREAD_DELETE", body | {"parent_id": str(channel.parent_id)}, guild.id)
        else:
            self.gateway.dispatch("CHANNEL_DELETE", channel.json(), guild.id)
        self.page.changed()

    def direct(self, user: User) -> Channel:
        """The direct conversation of the bot with a person."""
        for channel in self.channels.values():
            if channel.recipient_id == user.id:
                return channel
        channel = Channel(self.ids.next(), None, user.username, 1, recipient_id=user.id)
        self.channels[channel.id] = channel
        self.page.changed()
        return channel

    def channel(self, ident: int) -> Channel:
        """That channel, or Discord's 10003."""
        if ident not in self.channels:
            raise refusal(10003)
        return self.channels[ident]

    def guild(self, ident: int) -> Guild:
        """That guild, or Discord's 10004."""
        if ident not in self.guilds:
            raise refusal(10004)
        return self.guilds[ident]

    def guild_of(self, channel: Channel) -> Guild:
        """The guild of a channel that has one."""
        if channel.guild_id is None:
            raise refusal(50003)
        return self.guild(channel.guild_id)

    # Permissions

    def permissions(self, channel: Channel, user_id: int) -> int:
        """A user's permission bits in a channel; 0 for one who is no member."""
        if channel.guild_id is None:
            return permissions.ALL if user_id in (channel.recipient_id, self.bot.id) else 0
        guild = self.guilds.get(channel.guild_id)
        if guild is None or user_id not in guild.members:
            return 0
        if user_id == guild.owner_id:
            return permissions.ALL
        base = guild.everyone | guild.granted.get(user_id, 0)
        roles = [guild.id]
        if user_id == self.bot.id:
            base |= guild.bot_permissions
            roles.append(guild.bot_role_id)
        elif user_id in guild.role_ids:
            roles.append(guild.role_ids[user_id])
        place = self.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
        if not place.overwrites:
            return permissions.combine(base)
        found = [place.overwrites[key][1:] for key in (*roles, user_id) if key in place.overwrites]
        return permissions.combine(base, *found)

    def require(self, channel: Channel, *names: str) -> None:
        """Refuses with 50001 where the bot cannot see the channel, with 50013 where it lacks one of ``names``."""
        held = self.permissions(channel, self.bot.id)
        if not held & permissions.BITS["view_channel"]:
            raise refusal(50001)
        wanted = permissions.bits(names)
        if held & wanted != wanted:
            raise refusal(50013)

    def sees(self, channel: Channel, user_id: int) -> bool:
        """Whether a user may look into a channel."""
        return bool(self.permissions(channel, user_id) & permissions.BITS["view_channel"])

    # Messages and files

    def find_message(self, channel: Channel, ident: int, *, private: bool = False) -> Message:
        """That message, or Discord's 10008; ephemeral ones only where asked for."""
        message = channel.messages.get(ident) or (channel.private.get(ident) if private else None)
        if message is None:
            raise refusal(10008)
        return message

    def keep_message(self, channel: Channel, message: Message) -> None:
        """Stores a new or changed message and lets go of the oldest beyond the bounds."""
        if message.private_to is None:
            channel.messages[message.id] = message
            channel.last_message_id = max(channel.last_message_id or 0, message.id)
            gone = self._public.put(message.id, message, len(message.text))
            if len(channel.messages) > MOST_MESSAGES:
                gone.append(next(iter(channel.messages.values())))
        else:
            channel.private[message.id] = message
            gone = self._private.put(message.id, message, len(message.text))
        for old in gone:
            self.forget_message(old)

    def forget_message(self, message: Message) -> None:
        """Drops a message and its files without telling anyone."""
        channel = self.channels.get(message.channel_id)
        if channel is not None:
            channel.messages.pop(message.id, None)
            channel.private.pop(message.id, None)
        (self._public if message.private_to is None else self._private).pop(message.id)
        for attachment in message.attachments.values():
            self._files.pop(attachment.secret)

    def keep_file(self, attachment: Attachment) -> None:
        """Stores a file's bytes and lets go of the oldest beyond the bound."""
        self._files.put(attachment.secret, attachment, len(attachment.data))

    def file(self, secret: str) -> Attachment | None:
        """The attachment behind an address."""
        return self._files.get(secret)

    def secret(self) -> str:
        """An unguessable name."""
        return secrets.token_urlsafe(24)

    # What Discord would send

    def member_json(self, guild: Guild, user: User) -> Json:
        """Discord's member object."""
        return wire.member_json(guild, user, self.bot)

    def roles_json(self, guild: Guild) -> list[Json]:
        """A guild's roles."""
        return wire.roles_json(guild, self.bot, self.users)

    def guild_json(self, guild: Guild) -> Json:
        """Discord's guild object."""
        return wire.guild_json(guild, self.bot, self.users)

    def guild_create_json(self, guild: Guild, *, members: bool) -> Json:
        """The GUILD_CREATE payload, with all ``members`` or the bot alone."""
        return wire.guild_create_json(guild, self.bot, self.users, members=members)
