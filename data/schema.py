"""The tables of the database, in words that SQLite and PostgreSQL both understand.

Times (`at`, `…_at`) are UTC seconds since 1970 as floating-point numbers; a zone appears only where a period is
computed (data.times). Ids of persons, servers, channels and messages are Discord's 64-bit numbers.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

MOST_NAME = 100
"""Discord's longest name has 32 characters; a server's or a test's may be odd."""


class Name(TypeDecorator[str]):
    """A name as people chose it, made storable: what no database takes (lone surrogates, NUL) is replaced."""

    impl = String(MOST_NAME)
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else storable_name(value)


def storable_name(name: str) -> str:
    """The name as the store gives it back."""
    return name.replace("\0", "\ufffd")[:MOST_NAME].encode("utf-8", "replace").decode()


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _id(name: str, **more: Any) -> Column[int]:
    """A Discord id."""
    return Column(name, BigInteger, **more)


# SQLite counts up by itself only in a primary key of type INTEGER, which has 64 bits there.
_Counter = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    _id("guild", nullable=False),
    _id("channel", nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("closed_at", Double),
    # F16: at most one open table a channel, whatever the code above forgets.
    Index(
        "uq_tables_open_channel",
        "channel",
        unique=True,
        sqlite_where=text("closed_at IS NULL"),
        postgresql_where=text("closed_at IS NULL"),
    ),
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=False),
    # The journal is the bulk of the file: kept in the order of its key, not beside a second copy of it.
    sqlite_with_rowid=False,
)

deals = Table(
    "deals",
    metadata,
    Column("id", _Counter, primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    _id("guild", nullable=False),
    Column("at", Double, nullable=False),
    Column("game", String(32), nullable=False),
    Column("preset", String(32), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("won_by", String(32)),
    Column("record", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("moved", Boolean),  # whether it moved the ratings (F73); none for deals older than ratings
    UniqueConstraint("table_id", "number"),  # F21
    Index(None, "guild", "at"),  # the leaderboard of a period
    Index(None, "guild", "id"),  # a page of the history
)

results = Table(
    "results",
    metadata,
    Column("deal_id", _Counter, ForeignKey("deals.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _id("person"),  # none for a computer
    Column("name", Name, nullable=False),
    Column("level", String(32)),
    Column("net", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("facts", JSON, nullable=False),
    # None for deals older than these two.
    Column("place", Integer),
    Column("presence", String(8)),
    Index(None, "person", "deal_id"),
)

ratings = Table(
    "ratings",
    metadata,
    _id("guild", primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    _id("person", primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("deals", Integer, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", _Counter, primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    _id("guild", nullable=False),
    Column("at", Double, nullable=False),
    Column("game", String(32), nullable=False),
    Column("preset", String(32), nullable=False),
    Column("rated", Boolean, nullable=False),
    UniqueConstraint("table_id", "number"),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", _Counter, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _id("person"),
    Column("name", Name, nullable=False),
    Column("total", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Index(None, "person", "match_id"),
)

persons = Table(
    "persons",
    metadata,
    _id("id", primary_key=True, autoincrement=False),
    Column("name", Name),  # none for one who changed settings and was never named
    Column("language", String(8)),
    Column("four_colours", Boolean, nullable=False, default=False),
    Column("confirmations", Boolean, nullable=False, default=True),
    Column("pings", Boolean, nullable=False, default=True),
    Column("sort", String(16), nullable=False, default="suit"),
)

guilds = Table(
    "guilds",
    metadata,
    _id("id", primary_key=True, autoincrement=False),
    Column("language", String(8)),
    Column("preset", String(32)),
    Column("options", JSON, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("presets", JSON, nullable=False),
)

boards = Table(
    "boards",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    _id("channel", nullable=False),
    _id("message_id", nullable=False),
    Column("posted_at", Double, nullable=False),
    Column("nonce", String(32), nullable=False),
)

# The board that was begun last. Where it is not the one noted in `boards`, it may stand in the channel all the same.
posts = Table(
    "posts",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("nonce", String(32), nullable=False),
)

sittings = Table(
    "sittings",
    metadata,
    Column("id", String(32), primary_key=True),
    _id("guild", nullable=False),
    _id("channel", nullable=False),
    _id("keeper", nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("closed_at", Double),
    _id("message_id"),
    Column("preset", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("players", JSON, nullable=False),
    Column("forms", JSON, nullable=False),
    Index(
        "uq_sittings_open_channel",
        "channel",
        unique=True,
        sqlite_where=text("closed_at IS NULL"),
        postgresql_where=text("closed_at IS NULL"),
    ),
)

sitting_deals = Table(
    "sitting_deals",
    metadata,
    Column("sitting_id", String(32), ForeignKey("sittings.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    _id("person", nullable=False),
    Column("form", JSON, nullable=False),
    Column("nets", JSON, nullable=False),
)
