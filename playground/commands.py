"""Application commands: the registry, the leaves people see, and the data of an invocation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.command_limits import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
    check_command,
)
from playground.errors import Json, Problems, refusal
from playground.model import Channel, Guild
from playground.permissions import BITS
from playground.world import World

MOST_COMMANDS = 100
_SHOWN = (
    "name",
    "description",
    "type",
    "required",
    "choices",
    "autocomplete",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
)
Resolve = Callable[[int, str, Json], None]


class Refused(Exception):
    """Something a person asked for that the page does not do: a text code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Leaf:
    """A command a person can run: its full name, its root, and the options it takes."""

    __slots__ = ("guild_id", "name", "node", "root")

    def __init__(self, name: str, root: Json, node: Json, guild_id: int | None) -> None:
        self.name = name
        self.root = root
        self.node = node
        self.guild_id = guild_id

    @property
    def options(self) -> list[Json]:
        """The options it takes."""
        return list(self.node.get("options") or [])

    def json(self) -> Json:
        """The page's COMMAND."""
        options = [{key: option[key] for key in _SHOWN if option.get(key) is not None} for option in self.options]
        for option in options:
            option.setdefault("required", False)
        guild_id = str(self.guild_id) if self.guild_id else None
        return {
            "name": self.name,
            "description": self.node.get("description", ""),
            "options": options,
            "guild_id": guild_id,
        }


def leaves(root: Json, guild_id: int | None) -> list[Leaf]:
    """The leaves of one registered command."""
    found: list[Leaf] = []

    def descend(name: str, node: Json) -> None:
        nested = [option for option in node.get("options") or [] if option["type"] in (SUBCOMMAND, GROUP)]
        if not nested:
            found.append(Leaf(name, root, node, guild_id))
        for option in nested:
            descend(f"{name} {option['name']}", option)

    descend(root["name"], root)
    return found


class Commands:
    """What the bot has registered, everywhere (``None``) or in one guild."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._scopes: dict[int | None, dict[int, Json]] = {}
        self._leaves: dict[int | None, dict[str, Leaf]] = {}

    def all(self, guild_id: int | None) -> list[Json]:
        """The commands of a scope."""
        return list(self._scopes.get(guild_id, {}).values())

    def get(self, guild_id: int | None, ident: int) -> Json:
        """One command, or 10063."""
        found = self._scopes.get(guild_id, {}).get(ident)
        if found is None:
            raise refusal(10063)
        return found

    def replace(self, guild_id: int | None, bodies: list[Json]) -> list[Json]:
        """PUT: all commands of a scope at once; a command keeps its id by type and name."""
        if len([b for b in bodies if (b.get("type") or 1) == 1]) > MOST_COMMANDS:
            raise refusal(30032)
        seen: set[tuple[object, object]] = set()
        for index, body in enumerate(bodies):
            check_command(body, (index,))
            key = (body.get("type") or 1, body["name"])
            if key in seen:
                problems = Problems()
                problems.add(
                    (index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
                )
                problems.settle()
            seen.add(key)
        old = {(c["type"], c["name"]): int(c["id"]) for c in self.all(guild_id)}
        made = [self._made(guild_id, body, old.get((body.get("type") or 1, body["name"]))) for body in bodies]
        self._scopes[guild_id] = {int(command["id"]): command for command in made}
        self._changed(guild_id)
        return made

    def upsert(self, guild_id: int | None, body: Json) -> Json:
        """POST: adds a command or replaces the one of that type and name."""
        check_command(body)
        kept = [c for c in self.all(guild_id) if (c["type"], c["name"]) == (body.get("type") or 1, body["name"])]
        if not kept and len(self.all(guild_id)) >= MOST_COMMANDS:
            raise refusal(30032)
        made = self._made(guild_id, body, int(kept[0]["id"]) if kept else None)
        self._scopes.setdefault(guild_id, {})[int(made["id"])] = made
        self._changed(guild_id)
        return made

    def edit(self, guild_id: int | None, ident: int, body: Json) -> Json:
        """PATCH: changes the fields that are there."""
        merged = self.get(guild_id, ident) | body
        check_command(merged)
        self._scopes[guild_id][ident] = self._made(guild_id, merged, ident)
        self._changed(guild_id)
        return self._scopes[guild_id][ident]

    def delete(self, guild_id: int | None, ident: int) -> None:
        """DELETE of one command."""
        self.get(guild_id, ident)
        del self._scopes[guild_id][ident]
        self._changed(guild_id)

    def _made(self, guild_id: int | None, body: Json, ident: int | None) -> Json:
        bits = body.get("default_member_permissions")
        made: Json = {
            "id": str(ident or self._world.ids.next()),
            "application_id": str(self._world.application_id),
            "version": str(self._world.ids.next()),
            "type": body.get("type") or 1,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "options": body.get("options") or [],
            "default_member_permissions": None if bits is None else str(bits),
            "nsfw": bool(body.get("nsfw", False)),
            "integration_types": body.get("integration_types") or [0],
        }
        if guild_id is None:
            made |= {"contexts": body.get("contexts"), "dm_permission": body.get("dm_permission", True)}
        else:
            made["guild_id"] = str(guild_id)
        return made

    def _changed(self, guild_id: int | None) -> None:
        found = [leaf for root in self.all(guild_id) if root["type"] == 1 for leaf in leaves(root, guild_id)]
        self._leaves[guild_id] = {leaf.name: leaf for leaf in found}
        self._world.page.changed()

    def offered(self, user_id: int) -> list[Leaf]:
        """The commands a person may run somewhere, global ones first."""
        mine = [guild for guild in self._world.guilds.values() if user_id in guild.members]
        found = [leaf for leaf in self._leaves.get(None, {}).values() if any(self._may(leaf, g, user_id) for g in mine)]
        for guild in mine:
            found += [leaf for leaf in self._leaves.get(guild.id, {}).values() if self._may(leaf, guild, user_id)]
        return found

    def find(self, name: str, guild: Guild, channel: Channel, user_id: int) -> Leaf:
        """The command of that full name here; a guild's own comes before the global one."""
        leaf = self._leaves.get(guild.id, {}).get(name) or self._leaves.get(None, {}).get(name)
        if leaf is None:
            raise Refused("unknown_command", f"There is no command /{name}.")
        if not self._may(leaf, guild, user_id):
            raise Refused("not_allowed", f"You may not use /{name} here.")
        if not self._world.permissions(channel, user_id) & BITS["use_application_commands"]:
            raise Refused("not_allowed", "You may not use commands in this channel.")
        return leaf

    def _may(self, leaf: Leaf, guild: Guild, user_id: int) -> bool:
        contexts = leaf.root.get("contexts")
        if contexts is not None and 0 not in contexts:
            return False
        wanted = leaf.root.get("default_member_permissions")
        if wanted is None or user_id == guild.owner_id:
            return True
        held = guild.everyone | guild.granted.get(user_id, 0)
        if held & BITS["administrator"]:
            return True
        return int(wanted) != 0 and held & int(wanted) == int(wanted)


def invocation(leaf: Leaf, given: Json, resolve: Resolve, focused: str | None = None) -> Json:
    """The ``data`` of an invocation; with ``focused``, of a completion, where values may be unfinished."""
    known = {option["name"]: option for option in leaf.options}
    for name in given:
        if name not in known:
            raise Refused("unknown_option", f"/{leaf.name} has no option {name!r}.")
    if focused is not None and not known.get(focused, {}).get("autocomplete"):
        raise Refused("unknown_option", f"/{leaf.name} completes no option {focused!r}.")
    resolved: Json = {}
    values: list[Json] = []
    for name, option in known.items():
        if given.get(name) is None and name != focused:
            if option.get("required") and focused is None:
                raise Refused("option_missing", f"/{leaf.name} needs {name!r}.")
            continue
        entry: Json = {"name": name, "type": option["type"]}
        if name == focused:
            entry |= {"value": str(given.get(name, "")), "focused": True}
        elif focused is None:
            entry["value"] = _value(option, given[name])
        else:
            entry["value"] = given[name]
        if option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE):
            resolve(option["type"], str(entry["value"]), resolved)
        values.append(entry)
    for name in reversed(leaf.name.split(" ")[1:]):
        kind = SUBCOMMAND if not values or values[0]["type"] not in (SUBCOMMAND, GROUP) else GROUP
        values = [{"name": name, "type": kind, "options": values}]
    data: Json = {"id": leaf.root["id"], "name": leaf.root["name"], "type": 1, "options": values}
    if leaf.guild_id is not None:
        data["guild_id"] = str(leaf.guild_id)
    return data | ({"resolved": resolved} if resolved else {})


def _value(option: Json, value: Any) -> Any:
    """Checks one finished value against its option."""
    kind, name = option["type"], option["name"]

    def bad(why: str) -> Refused:
        return Refused("bad_option", f"{name!r} {why}.")

    if kind in (STRING, USER, CHANNEL, ROLE, MENTIONABLE):
        if not isinstance(value, str):
            raise bad("wants a text")
        least, most = (option.get("min_length") or 0, option.get("max_length") or 6000) if kind == STRING else (1, 20)
        if not least <= len(value) <= most:
            raise bad(f"wants {least} to {most} characters")
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise bad("wants true or false")
    elif kind in (INTEGER, NUMBER):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or (kind == INTEGER and value != int(value)):
            raise bad("wants a whole number" if kind == INTEGER else "wants a number")
        value = int(value) if kind == INTEGER else value
        if option.get("min_value") is not None and value < option["min_value"]:
            raise bad(f"is {option['min_value']} at least")
        if option.get("max_value") is not None and value > option["max_value"]:
            raise bad(f"is {option['max_value']} at most")
    else:
        raise Refused("unsupported", "The playground does not implement attachments as options.")
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
        raise bad("is none of the choices")
    return value
