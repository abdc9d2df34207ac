"""Sittings at real tables, settled by `/hisab`, and their deals."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sittings",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("keeper", sa.BigInteger, nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("closed_at", sa.Double),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("forms", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
    )
    op.create_index(
        "uq_sittings_open_channel",
        "sittings",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_table(
        "sitting_deals",
        sa.Column("sitting_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("form", sa.JSON, nullable=False),
        sa.Column("nets", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", "number", "version", name="pk_sitting_deals"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sittings.id"], name="fk_sitting_deals_sitting_id"),
    )
