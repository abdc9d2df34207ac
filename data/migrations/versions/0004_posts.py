"""Boards that were about to be posted, by their nonces: a bot killed meanwhile asks for the same ones again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "posts",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("nonce", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_posts"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_posts_table_id"),
    )
