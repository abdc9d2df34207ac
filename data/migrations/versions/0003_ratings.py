"""Ratings, and what of a deal they follow from: its places, and whether it moved them. Who stayed until its end."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("person", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "person", name="pk_ratings"),
    )
    op.add_column("deals", sa.Column("moved", sa.Boolean))
    op.add_column("results", sa.Column("place", sa.Integer))
    op.add_column("results", sa.Column("presence", sa.String(8)))
