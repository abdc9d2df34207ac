"""One process a database: a lock on a file beside it, which the system drops when its holder dies."""

import os
import sys
from pathlib import Path

from data.errors import StoreError, StoreInUse

if sys.platform == "win32":
    import msvcrt

    # Windows forbids reading a locked byte, so the lock sits behind the number that others read.
    _LOCKED_BYTE = 1 << 20

    def _try_lock(file: int) -> None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseLock:
    """Held from the constructor to `release`. The file stays: to remove it would let two processes hold two of them."""

    def __init__(self, database: Path) -> None:
        """Takes the lock beside `database`. Raises StoreInUse where another has it, StoreError where none can be."""
        path = database.with_name(database.name + ".lock")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"cannot write beside {database}: {error.strerror}; check the permissions") from None
        try:
            _try_lock(self._file)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip() if hasattr(os, "pread") else ""
            self.release()
            who = f"process {holder}" if holder else "another process"
            raise StoreInUse(f"{database} is in use by {who}; stop it first, or set another DATABASE_URL") from None
        os.lseek(self._file, 0, os.SEEK_SET)
        os.truncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        os.close(self._file)
