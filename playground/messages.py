"""Messages: posting, editing and deleting them as Discord would, for the bot and for people."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from playground.components import complete, text_of, walk
from playground.errors import Json, Problems, refusal
from playground.limits import MOST_FILE_BYTES, check_message, check_not_empty, has_v2
from playground.model import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, Attachment, Channel, Message, User, iso
from playground.permissions import BITS
from playground.world import World

SUPPRESS_EMBEDS = 1 << 2
_SENDABLE = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
OLD_AGE = 3600.0
"""Seconds after which edits of a message are limited."""
MOST_OLD_EDITS = 3
"""Edits of such messages in a channel within an hour. Discord keeps its figure to itself; this one is strict."""
MOST_NONCES = 5_000
_MENTION = re.compile(r"<@!?(\d{15,20})>")
_PARSE_ALL: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}
_MAGIC = ((b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request: its number in ``files[n]``, its name and bytes."""

    index: int
    filename: str
    data: bytes


class Messages:
    """The messages of a world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._nonces: OrderedDict[tuple[int, str], int] = OrderedDict()

    def post(
        self,
        channel: Channel,
        author: User,
        body: Json,
        uploads: list[Upload],
        *,
        private_to: int | None = None,
        extra: Json | None = None,
        base: tuple[str, ...] = (),
        loading: bool = False,
    ) -> Message:
        """Checks and creates a message and shows it to those who may see it; ``extra`` goes into its payload."""
        flags = int(body.get("flags") or 0) & _SENDABLE
        if not loading:
            self._check(body, uploads, has_v2(flags), base)
        flags |= (EPHEMERAL if private_to else 0) | (LOADING if loading else 0)
        now = self._world.clock.now()
        message = Message(self._world.ids.next(), channel.id, author.id, {}, now, private_to)
        message.payload = _blank(message, channel, author) | {
            "content": str(body.get("content") or ""),
            "flags": flags,
            "components": body.get("components") or [],
        }
        message.payload |= extra or {}
        self._attach(message, body, uploads)
        self._embed(message, body.get("embeds") or [])
        if not loading:
            check_not_empty(message.payload)
        self._mention(message, body.get("allowed_mentions"))
        self._seal(message)
        self._world.keep_message(channel, message)
        self._announce("MESSAGE_CREATE", message)
        self._world.page.created(message)
        return message

    def bot_post(self, channel: Channel, body: Json, uploads: list[Upload]) -> Message:
        """POST /channels/…/messages by the bot: permissions, nonce, threads, closed conversations."""
        if channel.type == 1 and self._world.users[channel.recipient_id or 0].dms_closed:
            raise refusal(50007)
        self._require(channel, body, uploads)
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce"):
            earlier = channel.messages.get(self._nonces.get((channel.id, nonce), 0))
            if earlier is not None:
                return earlier
        if channel.archived:
            if channel.locked:
                raise refusal(50083)
            channel.archived = False
            self._world.update_channel(channel)
        extra = self._reference(channel, body)
        if nonce:
            extra["nonce"] = nonce
        message = self.post(channel, self._world.bot, body, uploads, extra=extra)
        if nonce:
            self._nonces[channel.id, nonce] = message.id
            if len(self._nonces) > MOST_NONCES:
                self._nonces.popitem(last=False)
        return message

    def edit(
        self, message: Message, body: Json, uploads: list[Upload], *, base: tuple[str, ...] = (), fills: bool = False
    ) -> Message:
        """Changes the fields that are there; ``fills``: a deferred answer gets its content."""
        payload = message.payload
        flags = int(payload["flags"])
        if body.get("flags") is not None:
            flags = flags & ~SUPPRESS_EMBEDS | int(body["flags"]) & (SUPPRESS_EMBEDS | COMPONENTS_V2)
        v2 = has_v2(flags)
        merged = body if not v2 else {"content": payload["content"], "embeds": payload["embeds"]} | body
        self._check(merged, uploads, v2, base, kept=message.attachments.values())
        before, attachments = dict(payload), message.attachments
        payload["flags"] = flags & ~LOADING
        try:
            self._change(message, body, uploads)
        except Exception:
            message.payload, message.attachments = before, attachments
            raise
        if not fills:
            payload["edited_timestamp"] = iso(self._world.clock.now())
        self._mention(message, body.get("allowed_mentions"))
        self._seal(message)
        self._world.keep_message(self._world.channel(message.channel_id), message)
        self._announce("MESSAGE_UPDATE", message)
        self._world.page.updated(message)
        return message

    def _change(self, message: Message, body: Json, uploads: list[Upload]) -> None:
        payload = message.payload
        if "content" in body:
            payload["content"] = body["content"] or ""
        if "components" in body:
            payload["components"] = body["components"] or []
        if "attachments" in body or uploads:
            self._attach(message, body, uploads)
        if "embeds" in body or "components" in body:
            self._embed(message, body["embeds"] or [] if "embeds" in body else payload["embeds"])
        check_not_empty(payload)

    def bot_edit(self, channel: Channel, message: Message, body: Json, uploads: list[Upload]) -> Message:
        """PATCH /channels/…/messages/… by the bot: its own messages, old ones seldom."""
        self._world.require(channel)
        if message.author_id != self._world.bot.id:
            raise refusal(50005)
        if channel.archived:
            raise refusal(50083)
        now = self._world.clock.now()
        if now - message.created > OLD_AGE:
            while channel.old_edits and channel.old_edits[0] <= now - OLD_AGE:
                channel.old_edits.popleft()
            if len(channel.old_edits) >= MOST_OLD_EDITS:
                raise refusal(30046, retry_after=channel.old_edits[0] + OLD_AGE - now)
            channel.old_edits.append(now)
        return self.edit(message, body, uploads)

    def delete(self, channel: Channel, message: Message) -> None:
        """Removes a message and tells those who saw it."""
        self._world.forget_message(message)
        if message.private_to is None:
            body: Json = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id is not None:
                body["guild_id"] = str(channel.guild_id)
            self._world.gateway.dispatch("MESSAGE_DELETE", body, channel.guild_id)
        self._world.page.deleted(message)

    def bot_delete(self, channel: Channel, message: Message) -> None:
        """DELETE by the bot: its own, or another's with manage_messages."""
        self._world.require(channel)
        if message.author_id != self._world.bot.id:
            self._world.require(channel, "manage_messages")
        self.delete(channel, message)

    def speak(self, channel: Channel, person: User, content: str) -> Message:
        """A person writes; pings follow Discord's defaults for people."""
        extra: Json = {}
        if channel.guild_id is not None:
            member = self._world.member_json(self._world.guilds[channel.guild_id], person)
            extra["member"] = {key: value for key, value in member.items() if key != "user"}
        return self.post(channel, person, {"content": content}, [], extra=extra)

    def _check(
        self,
        body: Json,
        uploads: list[Upload],
        v2: bool,
        base: tuple[str, ...],
        kept: Iterable[Attachment] = (),
    ) -> None:
        if any(len(upload.data) > MOST_FILE_BYTES for upload in uploads):
            raise refusal(40005)
        problems = Problems(base)
        names = {upload.filename for upload in uploads} | {attachment.filename for attachment in kept}
        if len(uploads) > 10:
            problems.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
        check_message(body, problems, v2=v2, emojis=self._world.emojis, files=names)

    def _require(self, channel: Channel, body: Json, uploads: list[Upload]) -> None:
        if channel.type in (4, 15):
            raise refusal(50008)
        needed = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
        if body.get("embeds"):
            needed.append("embed_links")
        if uploads:
            needed.append("attach_files")
        self._world.require(channel, *needed)

    def _reference(self, channel: Channel, body: Json) -> Json:
        reference = body.get("message_reference")
        if not isinstance(reference, dict):
            return {}
        target = channel.messages.get(int(reference.get("message_id") or 0))
        if target is None:
            if reference.get("fail_if_not_exists", True):
                problems = Problems()
                problems.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
                problems.settle()
            return {}
        found: Json = {"message_id": str(target.id), "channel_id": str(channel.id), "type": 0}
        if channel.guild_id is not None:
            found["guild_id"] = str(channel.guild_id)
        return {"type": 19, "message_reference": found}

    def _attach(self, message: Message, body: Json, uploads: list[Upload]) -> None:
        """Keeps the listed attachments, adds the uploaded ones."""
        listed = body.get("attachments")
        kept = dict(message.attachments)
        described: dict[int, Json] = {}
        if isinstance(listed, list):
            wanted = {int(entry.get("id", -1)): entry for entry in listed if isinstance(entry, dict)}
            kept = {ident: a for ident, a in kept.items() if ident in wanted}
            described = {upload.index: wanted.get(upload.index, {}) for upload in uploads}
            unknown = set(wanted) - set(kept) - {upload.index for upload in uploads}
            if unknown:
                problems = Problems()
                problems.add(("attachments",), "MESSAGE_ATTACHMENT_NOT_FOUND", "An attachment listed was not uploaded")
                problems.settle()
        for upload in uploads:
            made = self._store(message.channel_id, upload, described.get(upload.index, {}))
            kept[made.id] = made
        message.attachments = kept
        message.payload["attachments"] = [attachment.json for attachment in kept.values()]

    def _store(self, channel_id: int, upload: Upload, described: Json) -> Attachment:
        ident, secret = self._world.ids.next(), self._world.secret()
        name = str(described.get("filename") or upload.filename)
        content_type = next(
            (kind for magic, kind in _MAGIC if upload.data.startswith(magic)), "application/octet-stream"
        )
        if upload.data[:4] == b"RIFF" and upload.data[8:12] == b"WEBP":
            content_type = "image/webp"
        url = f"{self._world.base_url}/attachments/{channel_id}/{ident}/{secret}/{quote(name, safe='')}"
        body: Json = {"id": str(ident), "filename": name, "size": len(upload.data), "url": url, "proxy_url": url}
        body["content_type"] = content_type
        if described.get("description"):
            body["description"] = str(described["description"])[:1024]
        if content_type == "image/png" and len(upload.data) >= 24:
            body["width"] = int.from_bytes(upload.data[16:20], "big")
            body["height"] = int.from_bytes(upload.data[20:24], "big")
        made = Attachment(ident, secret, name, content_type, upload.data, body)
        self._world.keep_file(made)
        return made

    def _embed(self, message: Message, embeds: list[Json]) -> None:
        """Completes embeds and resolves ``attachment://`` in them and in the components."""
        urls = {a.filename: str(a.json["url"]) for a in message.attachments.values()}
        for embed in embeds:
            embed.setdefault("type", "rich")
            for entry in embed.get("fields") or []:
                entry.setdefault("inline", False)
            for key in ("image", "thumbnail"):
                if isinstance(embed.get(key), dict):
                    _resolve(embed[key], urls)
        message.payload["embeds"] = embeds
        components = message.payload["components"]
        complete(components)
        for _, component in walk(components):
            for place in (component, *(component.get("items") or [])):
                for key in ("media", "file"):
                    if isinstance(place.get(key), dict):
                        _resolve(place[key], urls)
                        place[key].setdefault("id", str(self._world.ids.next()))

    def _mention(self, message: Message, allowed: object) -> None:
        """Who is pinged: what the text names, as far as ``allowed_mentions`` and membership let it."""
        payload = message.payload
        text: str = payload["content"] + "\n" + text_of(payload["components"])
        named = [int(found) for found in _MENTION.findall(text)] if "<@" in text else []
        rule: Json = allowed if isinstance(allowed, dict) else _PARSE_ALL
        parse = rule.get("parse") or []
        if "users" not in parse:
            listed = {int(ident) for ident in rule.get("users") or []}
            named = [ident for ident in named if ident in listed]
        channel = self._world.channels.get(message.channel_id)
        reference = payload.get("message_reference")
        # Answers to interactions show what they answer and ping nobody by it.
        replies = rule.get("replied_user") and "interaction_metadata" not in payload
        if reference and replies and channel is not None and "message_id" in reference:
            target = channel.messages.get(int(reference["message_id"]))
            named += [target.author_id] if target is not None else []
        users = {ident: self._world.users[ident] for ident in named if ident in self._world.users}
        shouts = "everyone" in parse and ("@everyone" in text or "@here" in text) and channel is not None
        message.everyone = shouts and bool(
            channel and self._world.permissions(channel, message.author_id) & BITS["mention_everyone"]
        )
        message.mentioned = frozenset(users)
        payload["mentions"] = [user.json() for user in users.values()]
        payload["mention_everyone"] = message.everyone
        payload["mention_roles"] = []

    def _seal(self, message: Message) -> None:
        message.text = json.dumps(message.payload, separators=(",", ":"))

    def _announce(self, event: str, message: Message) -> None:
        if message.private_to is None:
            guild_id = message.payload.get("guild_id")
            self._world.gateway.dispatch(event, message.text, int(guild_id) if guild_id else None, message.author_id)


def _resolve(media: Json, urls: dict[str, str]) -> None:
    url = media.get("url")
    if isinstance(url, str) and url.startswith("attachment://"):
        media["url"] = urls.get(url.removeprefix("attachment://"), url)
    media.setdefault("proxy_url", media.get("url"))


def _blank(message: Message, channel: Channel, author: User) -> Json:
    """The payload of a message without anything in it."""
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(channel.id),
        "type": 0,
        "author": author.json(),
        "timestamp": iso(message.created),
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "embeds": [],
        "attachments": [],
    }
    if channel.guild_id is not None:
        payload["guild_id"] = str(channel.guild_id)
    return payload
