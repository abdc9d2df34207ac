"""Discord's limits on a message as a whole: content, embeds, flags, mentions."""

from __future__ import annotations

from collections.abc import Collection

from playground.components import Checker
from playground.errors import Json, Path, Problems, refusal, unsupported
from playground.model import COMPONENTS_V2

MOST_CONTENT = 2000
MOST_EMBED_TEXT = 6000
MOST_FILE_BYTES = 10 * 1024 * 1024
"""A file of a bot in a server without boosts."""
_KNOWN = frozenset(
    {
        "allowed_mentions",
        "attachments",
        "components",
        "content",
        "embeds",
        "enforce_nonce",
        "flags",
        "message_reference",
        "nonce",
        "poll",
        "sticker_ids",
        "tts",
    }
)
_EMBED_TEXTS = (("title", 256), ("description", 4096))
_LEGACY_FIELDS = ("content", "embeds", "poll", "sticker_ids")


def check_message(
    body: Json,
    problems: Problems,
    *,
    v2: bool,
    emojis: Collection[str] = (),
    files: Collection[str] = (),
) -> None:
    """Checks the fields that are there; ``v2`` is what the message is once the request is carried out."""
    unknown = sorted(set(body) - _KNOWN)
    if unknown:
        raise unsupported(f"the fields {unknown} of a message")
    if body.get("tts"):
        raise unsupported("speech")
    if body.get("poll") is not None:
        raise unsupported("polls")
    if body.get("sticker_ids"):
        raise unsupported("stickers")
    if v2:
        for name in _LEGACY_FIELDS:
            if body.get(name):
                problems.add(
                    (name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )  # fmt: skip
    problems.text(("content",), body.get("content"), MOST_CONTENT)
    _check_embeds(("embeds",), body.get("embeds"), problems)
    if body.get("components") is not None:
        Checker(problems, emojis=emojis, files=files).message(("components",), body["components"], v2=v2)
    _check_allowed_mentions(body.get("allowed_mentions"), problems)
    problems.text(("nonce",), body.get("nonce") if isinstance(body.get("nonce"), str) else None, 25)
    problems.settle()


def check_not_empty(payload: Json) -> None:
    """A message shows something: text, an embed, a component or a file; else 50006."""
    if not (payload["content"].strip() or payload["embeds"] or payload["components"] or payload["attachments"]):
        raise refusal(50006)


def has_v2(flags: int) -> bool:
    """Whether the flags say components V2."""
    return bool(flags & COMPONENTS_V2)


def _check_embeds(path: Path, value: object, problems: Problems) -> None:
    embeds = problems.items(path, value, 10)
    total = 0
    for index, embed in enumerate(embeds):
        total += _check_embed((*path, index), embed, problems)
    if total > MOST_EMBED_TEXT:
        problems.add(path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}")


def _check_embed(path: Path, embed: Json, problems: Problems) -> int:
    """Checks one embed; answers how many characters count towards the total."""
    found: list[str | None] = [problems.text((*path, name), embed.get(name), most) for name, most in _EMBED_TEXTS]
    for name, key, most in (("footer", "text", 2048), ("author", "name", 256)):
        part = embed.get(name)
        if isinstance(part, dict):
            found.append(problems.text((*path, name, key), part.get(key), most))
    for index, field in enumerate(problems.items((*path, "fields"), embed.get("fields"), 25)):
        where = (*path, "fields", index)
        found.append(problems.text((*where, "name"), field.get("name"), 256, shortest=1, needed=True))
        found.append(problems.text((*where, "value"), field.get("value"), 1024, shortest=1, needed=True))
    problems.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    for name in ("image", "thumbnail"):
        part = embed.get(name)
        url = part.get("url") if isinstance(part, dict) else None
        if isinstance(url, str) and url and not url.startswith(("http://", "https://", "attachment://")):
            problems.add((*path, name, "url"), "URL_TYPE_INVALID_SCHEME", 'Scheme must be one of ("http", "https").')
    return sum(len(text) for text in found if text)


def _check_allowed_mentions(value: object, problems: Problems) -> None:
    if not isinstance(value, dict):
        return
    parse = value.get("parse") or []
    for kind in ("users", "roles"):
        listed = value.get(kind) or []
        if len(listed) > 100:
            problems.add(("allowed_mentions", kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        if listed and kind in parse:
            problems.add(
                ("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )  # fmt: skip
