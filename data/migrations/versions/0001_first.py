"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NAME = sa.String(100)
_COUNTER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _journal()
    _deals()
    _matches()
    _settings()


def _journal() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("closed_at", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index(
        "uq_tables_open_channel",
        "tables",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_lines"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_lines_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "boards",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("posted_at", sa.Double, nullable=False),
        sa.Column("nonce", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_boards"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_boards_table_id"),
    )


def _deals() -> None:
    op.create_table(
        "deals",
        sa.Column("id", _COUNTER, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("won_by", sa.String(32)),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deals_table_id"),
        sa.UniqueConstraint("table_id", "number", name="uq_deals_table_id_number"),
    )
    op.create_index("ix_deals_guild_at", "deals", ["guild", "at"])
    op.create_index("ix_deals_guild_id", "deals", ["guild", "id"])
    op.create_table(
        "results",
        sa.Column("deal_id", _COUNTER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.BigInteger),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("level", sa.String(32)),
        sa.Column("net", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("deal_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name="fk_results_deal_id"),
    )
    op.create_index("ix_results_person_deal_id", "results", ["person", "deal_id"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", _COUNTER, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_matches_table_id"),
        sa.UniqueConstraint("table_id", "number", name="uq_matches_table_id_number"),
    )
    op.create_table(
        "match_seats",
        sa.Column("match_id", _COUNTER, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.BigInteger),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_seats_match_id"),
    )
    op.create_index("ix_match_seats_person_match_id", "match_seats", ["person", "match_id"])


def _settings() -> None:
    op.create_table(
        "persons",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("name", _NAME),
        sa.Column("language", sa.String(8)),
        sa.Column("four_colours", sa.Boolean, nullable=False),
        sa.Column("confirmations", sa.Boolean, nullable=False),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.Column("sort", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
    )
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("language", sa.String(8)),
        sa.Column("preset", sa.String(32)),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("presets", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guilds"),
    )
