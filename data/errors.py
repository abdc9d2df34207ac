"""What can go wrong with the store, as one tree. Every message says what is the matter and what to do.

    StoreError
    ├── StoreBroken    the file is damaged, no database, or another program's
    ├── StoreTooNew    the file was written by a newer version
    ├── StoreInUse     another process has it
    ├── StoreClosed    used after `close`, or lost in the middle of closing
    └── BatchRefused   a batch that does not follow what is stored: there already, leaving a gap, of no open table

Besides, what the database raises (sqlalchemy.exc), and marriage_core.hosting.ports.ChannelTaken.
"""


class StoreError(Exception):
    """Base of every error that the store raises on purpose; itself: the database cannot be opened or reached."""


class StoreBroken(StoreError):
    """The file is damaged, no database, or another program's. Not a byte of it was changed."""


class StoreTooNew(StoreError):
    """The file has a schema that this version does not know. Not a byte of it was changed."""


class StoreInUse(StoreError):
    """Another process has the database: one process a database."""


class StoreClosed(StoreError):
    """The store is closed; what was asked did not happen."""


class BatchRefused(StoreError):
    """The batch does not follow what is stored. Nothing of it was written."""
