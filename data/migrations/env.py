"""Alembic's entry. It works on the connection and inside the transaction that data.upgrade hands over."""

from alembic import context

from data.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table
)
context.run_migrations()
