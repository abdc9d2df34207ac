"""Interactions: from a person's click to the bot's answers, by Discord's rules of time, privacy and order."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import OrderedDict

from playground.command_limits import GROUP, SUBCOMMAND, check_choices
from playground.errors import Json, Problems, malformed, refusal
from playground.messages import Messages, Upload
from playground.modals import check_modal
from playground.model import EPHEMERAL, Channel, Interaction, Message, Modal, User
from playground.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 900.0
MOST_INTERACTIONS = 100_000
MOST_MODALS = 2_000
NO_ANSWER = "The application did not respond"
_KINDS = {4: "message", 5: "deferred", 6: "deferred_update", 7: "update", 8: "choices", 9: "modal"}
_ALLOWED = {
    COMMAND: frozenset({4, 5, 9}),
    COMPONENT: frozenset({4, 5, 6, 7, 9}),
    AUTOCOMPLETE: frozenset({8}),
    MODAL_SUBMIT: frozenset({4, 5, 6, 7}),
}


class Interactions:
    """The interactions of a world, by id and by token."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages
        self._by_id: OrderedDict[int, Interaction] = OrderedDict()
        self._by_token: dict[str, Interaction] = {}
        self._option_types: dict[int, int] = {}
        self.modals: OrderedDict[str, Modal] = OrderedDict()

    # The person's side

    def start(
        self,
        kind: int,
        tab: str,
        user: User,
        channel: Channel,
        data: Json,
        nonce: str,
        *,
        source: Message | None = None,
        origin: Json | None = None,
    ) -> Interaction:
        """Tells the bot what a person did; the answer or its absence reaches the tab later.

        ``source`` is the message a component or its modal belongs to, ``origin`` the metadata of what opened a modal.
        """
        world = self._world
        made = Interaction(
            world.ids.next(),
            secrets.token_urlsafe(48),
            kind,
            user.id,
            channel.id,
            channel.guild_id,
            nonce,
            tab,
            world.clock.now(),
        )
        made.command_name = _full_name(data) if kind == COMMAND else None
        made.source_message_id = source.id if source is not None else None
        made.origin = origin
        self._remember(made)
        if world.gateway.interact(self._payload(made, user, channel, data, source), channel.guild_id):
            made.timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._fail, made)
        else:
            self._fail(made)
        return made

    def _remember(self, made: Interaction) -> None:
        self._by_id[made.id] = made
        self._by_token[made.token] = made
        while len(self._by_id) > MOST_INTERACTIONS:
            _, old = self._by_id.popitem(last=False)
            self._by_token.pop(old.token, None)

    def complete(self, tab: str, user: User, channel: Channel, data: Json, nonce: str, option_type: int) -> Interaction:
        """An autocomplete interaction; the choices must be of the option's type."""
        made = self.start(AUTOCOMPLETE, tab, user, channel, data, nonce)
        made.option_type = option_type
        return made

    def _payload(self, made: Interaction, user: User, channel: Channel, data: Json, source: Message | None) -> str:
        world = self._world
        held = str(world.permissions(channel, user.id))
        body: Json = {
            "id": str(made.id),
            "application_id": str(world.application_id),
            "type": made.type,
            "token": made.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.json() | {"permissions": held},
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": _owners(made),
            "context": 0 if channel.guild_id else 1,
            "attachment_size_limit": 10 * 1024 * 1024,
            "app_permissions": str(world.permissions(channel, world.bot.id)),
        }
        if channel.guild_id is not None:
            guild = world.guilds[channel.guild_id]
            body |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": world.member_json(guild, user) | {"permissions": held},
            }
        else:
            body["user"] = user.json()
        text = json.dumps(body, separators=(",", ":"))
        return f'{text[:-1]},"message":{source.text}}}' if source is not None else text

    def _fail(self, made: Interaction) -> None:
        made.failed = True
        made.timer = None
        told = {"interaction_id": str(made.id), "nonce": made.nonce, "message": NO_ANSWER}
        self._world.page.tell(made.tab, "FAILED", told)

    # The bot's side

    def answer(self, ident: int, token: str, body: Json, uploads: list[Upload]) -> str:
        """The first answer; gives back the JSON text of Discord's callback response."""
        made = self._by_id.get(ident)
        if made is None or made.token != token or made.failed:
            raise refusal(10062)
        if made.answered is not None:
            raise refusal(40060)
        kind = body.get("type")
        allowed = _ALLOWED[made.type]
        if made.type == MODAL_SUBMIT and made.source_message_id is None:
            allowed -= {6, 7}
        if not isinstance(kind, int) or kind not in allowed:
            listed = ", ".join(str(k) for k in sorted(allowed))
            raise malformed("BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.", "type")
        message = self._carry_out(made, kind, body.get("data") or {}, uploads)
        if made.timer is not None:
            made.timer.cancel()
            made.timer = None
        made.answered = _KINDS[kind]
        told: Json = {"interaction_id": str(made.id), "nonce": made.nonce, "kind": made.answered}
        told["message_id"] = str(made.original_id) if made.original_id else None
        self._world.page.tell(made.tab, "ANSWER", told)
        return self._callback_json(made, kind, message)

    def _callback_json(self, made: Interaction, kind: int, message: Message | None) -> str:
        shell: Json = {"id": str(made.id), "type": made.type, "channel_id": str(made.channel_id)}
        if made.guild_id:
            shell["guild_id"] = str(made.guild_id)
        if made.original_id and kind in (4, 5, 7):
            shell |= {
                "response_message_id": str(made.original_id),
                "response_message_loading": made.open_deferral,
                "response_message_ephemeral": made.private,
            }
        resource = f',"message":{message.text}' if message is not None and kind in (4, 7) else ""
        return f'{{"interaction":{json.dumps(shell)},"resource":{{"type":{kind}{resource}}}}}'

    def _carry_out(self, made: Interaction, kind: int, data: Json, uploads: list[Upload]) -> Message | None:
        if kind in (4, 5):
            private = bool(int(data.get("flags") or 0) & EPHEMERAL)
            message = self._new(made, data, uploads, private=private, base=("data",), loading=kind == 5)
            made.original_id, made.private, made.open_deferral = message.id, private, kind == 5
            return message
        if kind in (6, 7):
            made.original_id = made.source_message_id
            if kind == 6:
                return None
            source = self._original(made)
            made.private = source.private_to is not None
            return self._messages.edit(source, data, uploads, base=("data",))
        if kind == 8:
            problems = Problems(("data",))
            choices = problems.items(("choices",), data.get("choices"), 25)
            check_choices(("choices",), choices, made.option_type, problems)
            problems.settle()
            self._world.page.tell(made.tab, "CHOICES", {"nonce": made.nonce, "choices": choices})
            return None
        self._show_modal(made, data)
        return None

    def _show_modal(self, made: Interaction, data: Json) -> None:
        check_modal(data)
        modal = Modal(
            self._world.secret(),
            made.user_id,
            made.channel_id,
            data["custom_id"],
            data["title"],
            data["components"],
            made.source_message_id,
            self._metadata(made),
        )
        self.modals[modal.id] = modal
        while len(self.modals) > MOST_MODALS:
            self.modals.popitem(last=False)
        told = {"modal_id": modal.id, "nonce": made.nonce, "custom_id": modal.custom_id, "title": modal.title}
        self._world.page.tell(
            made.tab, "MODAL", told | {"components": modal.components, "interaction_id": str(made.id)}
        )

    def _new(
        self,
        made: Interaction,
        body: Json,
        uploads: list[Upload],
        *,
        private: bool,
        base: tuple[str, ...] = (),
        loading: bool = False,
        reply_to: int | None = None,
    ) -> Message:
        channel = self._world.channel(made.channel_id)
        extra: Json = {
            "application_id": str(self._world.application_id),
            "webhook_id": str(self._world.application_id),
            "interaction_metadata": self._metadata(made),
            "type": 20 if made.type == COMMAND else 0,
        }
        reply_to = reply_to or made.source_message_id
        if made.type == COMMAND and reply_to is None:
            extra["interaction"] = {
                "id": str(made.id),
                "type": COMMAND,
                "name": made.command_name,
                "user": self._world.users[made.user_id].json(),
            }
        if reply_to is not None:
            reference = {"type": 0, "message_id": str(reply_to), "channel_id": str(channel.id)}
            extra |= {"type": 19, "message_reference": reference}
        private_to = made.user_id if private else None
        return self._messages.post(
            channel, self._world.bot, body, uploads, private_to=private_to, extra=extra, base=base, loading=loading
        )

    # The webhook of an interaction

    def of_token(self, application_id: int, token: str) -> Interaction:
        """The answered interaction of a token: 10015 where there is none, 50027 once its 15 minutes are over."""
        made = self._by_token.get(token)
        if made is None or application_id != self._world.application_id:
            raise refusal(10015)
        if self._world.clock.now() - made.created > TOKEN_SECONDS:
            raise refusal(50027)
        if made.answered is None or made.answered == "choices":
            raise refusal(10015)
        return made

    def follow_up(self, made: Interaction, body: Json, uploads: list[Upload]) -> Message:
        """A follow-up; the first one after a deferral fills the deferred message and inherits its privacy."""
        if made.open_deferral:
            return self.edit(made, self._original(made), body, uploads)
        private = bool(int(body.get("flags") or 0) & EPHEMERAL)
        message = self._new(made, body, uploads, private=private, reply_to=made.original_id)
        made.followups = (*made.followups, message.id)
        return message

    def edit(self, made: Interaction, message: Message, body: Json, uploads: list[Upload]) -> Message:
        """Edits an answer or a follow-up; an open deferral is filled by it."""
        fills = made.open_deferral and message.id == made.original_id
        self._messages.edit(message, body, uploads, fills=fills)
        if fills:
            made.open_deferral = False
        return message

    def delete(self, made: Interaction, message: Message) -> None:
        """Deletes an answer or a follow-up."""
        if message.id == made.original_id:
            made.open_deferral = False
        self._messages.delete(self._world.channel(made.channel_id), message)

    def message(self, made: Interaction, name: str) -> Message:
        """``@original`` or a message id of this interaction; else 10008."""
        if name == "@original":
            return self._original(made)
        ident = int(name) if name.isdigit() else 0
        if ident != made.original_id and ident not in made.followups:
            raise refusal(10008)
        return self._world.find_message(self._world.channel(made.channel_id), ident, private=True)

    def _original(self, made: Interaction) -> Message:
        if made.original_id is None:
            raise refusal(10008)
        return self._world.find_message(self._world.channel(made.channel_id), made.original_id, private=True)

    def _metadata(self, made: Interaction) -> Json:
        """What a message of this interaction tells about it."""
        metadata: Json = {
            "id": str(made.id),
            "type": made.type,
            "user": self._world.users[made.user_id].json(),
            "authorizing_integration_owners": _owners(made),
        }
        if made.type == COMPONENT:
            metadata["interacted_message_id"] = str(made.source_message_id)
        elif made.type == MODAL_SUBMIT:
            metadata["triggering_interaction_metadata"] = made.origin
        return metadata


def _owners(made: Interaction) -> Json:
    """Where the application is installed: key 0 stands for a guild."""
    return {"0": str(made.guild_id or 0)}


def _full_name(data: Json) -> str:
    """A command's name with its group and sub-command."""
    name, options = str(data["name"]), data["options"]
    while options and options[0]["type"] in (SUBCOMMAND, GROUP):
        name, options = f"{name} {options[0]['name']}", options[0]["options"]
    return name
