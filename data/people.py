"""What persons and servers chose, and persons' names as last seen.

One process has the database, so what was read once stays true here until it is saved here.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from json import dumps, loads
from typing import Any, Generic, Literal, TypeVar, get_args
from weakref import WeakValueDictionary

from sqlalchemy import Select, Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.reader import Reader
from data.schema import guilds, persons, storable_name
from data.times import find_zone
from data.writer import Writer

Language = Literal["en", "ne"]
Sort = Literal["suit", "groups", "rank"]

DEFAULT_ZONE = "Asia/Kathmandu"
MOST_PRESETS = 25
"""Discord offers at most 25 choices."""
REMEMBERED = 10_000
"""Persons (and servers) kept in memory: far more than act at one time, a few megabytes."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """One person's choices, the same on every server. `language` None: as Discord says."""

    person: int
    language: Language | None = None
    four_colours: bool = False
    confirmations: bool = True
    pings: bool = True
    sort: Sort = "suit"

    def __post_init__(self) -> None:
        _check_word("language", self.language, (None, *get_args(Language)))
        _check_word("sort", self.sort, get_args(Sort))


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """One server's choices. `preset` None: the bot's default; `options` change its rules.

    `presets` are the server's own, by name: JSON of whatever shape the caller keeps. Neither mapping is to be changed.
    """

    guild: int
    language: Language | None = None
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    hints: bool = True
    pings: bool = True
    zone: str = DEFAULT_ZONE
    presets: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_word("language", self.language, (None, *get_args(Language)))
        find_zone(self.zone)
        if len(self.presets) > MOST_PRESETS:
            raise ValueError(f"{len(self.presets)} presets; at most {MOST_PRESETS}")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A person's name as last seen."""

    person: int
    name: str


def _check_word(what: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{what} {value!r} is not allowed; allowed: {', '.join(map(str, allowed))}")


async def write_setting(connection: AsyncConnection, change: PersonSettings | GuildSettings | PersonName) -> None:
    """Stores a row of a person or of a server, new or not."""
    values = asdict(change)
    if isinstance(change, GuildSettings):
        await put(connection, guilds, {"id": values.pop("guild")}, values)
    else:
        await put(connection, persons, {"id": values.pop("person")}, values)


async def put(connection: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Update or insert. In two statements, which any database knows: with one writer nothing comes between them."""
    named = [table.c[name] == value for name, value in key.items()]
    if (await connection.execute(update(table).where(*named).values(**values))).rowcount == 0:
        await connection.execute(insert(table).values(**key, **values))


Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The last used values, at most `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def __len__(self) -> int:
        return len(self._values)


class People:
    """Settings and names. Reads answer from memory where they can."""

    def __init__(self, reader: Reader, writer: Writer[Any], remembered: int = REMEMBERED) -> None:
        self._reader = reader
        self._writer = writer
        self._names: Recent[int, str] = Recent(remembered)
        self._persons: Recent[int, PersonSettings] = Recent(remembered)
        self._guilds: Recent[int, GuildSettings] = Recent(remembered)
        # By person or server: Discord gives no id twice.
        self._changing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def remember(self, person: int, name: str) -> None:
        """The person's name from now on, in rankings too (F72). Written soon; an unchanged name costs nothing."""
        name = storable_name(name)
        if self._names.get(person) != name:
            self._writer.post((PersonName, person), PersonName(person, name))
            self._names.put(person, name)

    async def name(self, person: int) -> str | None:
        """The person's name as last seen."""
        known = self._names.get(person)
        if known is None:
            row = await self._row(select(persons.c.name).where(persons.c.id == person))
            known = None if row is None else row.name
            if known is not None and self._names.get(person) is None:
                self._names.put(person, known)
        return known

    async def person(self, person: int) -> PersonSettings:
        """The person's settings, the default ones where nothing was saved."""
        known = self._persons.get(person)
        if known is not None:
            return known
        columns = (persons.c.language, persons.c.four_colours, persons.c.confirmations, persons.c.pings, persons.c.sort)
        row = await self._row(select(*columns).where(persons.c.id == person))
        return self._fresh(self._persons, person, PersonSettings(person, *(row or ())))

    async def change_person(self, person: int, change: Callable[[PersonSettings], PersonSettings]) -> PersonSettings:
        """The person's settings after a change, durable. Of several changes at once none is lost."""
        async with self._changing.setdefault(person, asyncio.Lock()):
            settings = change(await self.person(person))
            await self.save_person(settings)
            return settings

    async def save_person(self, settings: PersonSettings) -> None:
        """Durable on return."""
        await self._writer.write(settings)
        self._persons.put(settings.person, settings)

    async def guild(self, guild: int) -> GuildSettings:
        """The server's settings, the default ones where nothing was saved."""
        known = self._guilds.get(guild)
        if known is not None:
            return known
        row = await self._row(select(guilds).where(guilds.c.id == guild))
        return self._fresh(self._guilds, guild, GuildSettings(*(row or (guild,))))

    async def change_guild(self, guild: int, change: Callable[[GuildSettings], GuildSettings]) -> GuildSettings:
        """As `change_person`, for a server."""
        async with self._changing.setdefault(guild, asyncio.Lock()):
            settings = change(await self.guild(guild))
            await self.save_guild(settings)
            return settings

    async def save_guild(self, settings: GuildSettings) -> None:
        """Durable on return. Raises TypeError or ValueError where a mapping is no JSON."""
        # By way of text: what stays in memory shares nothing with the caller and is what the database would give back.
        options, presets = (loads(dumps(mapping, allow_nan=False)) for mapping in (settings.options, settings.presets))
        stored = replace(settings, options=options, presets=presets)
        await self._writer.write(stored)
        self._guilds.put(stored.guild, stored)

    async def _row(self, query: Select[Any]) -> Any:
        """The first row or None."""

        async def first(connection: AsyncConnection) -> Any:
            return (await connection.execute(query)).first()

        return await self._reader.ask(first)

    @staticmethod
    def _fresh(values: Recent[int, Value], key: int, read: Value) -> Value:
        """What was read, unless something newer was saved while it was being read."""
        newer = values.get(key)
        if newer is not None:
            return newer
        values.put(key, read)
        return read
