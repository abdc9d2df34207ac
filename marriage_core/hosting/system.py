"""The real clock and the real chance, and a seeded one for trying things out."""

import asyncio
import secrets
import time
from hashlib import sha256

TABLE_ID_BYTES = 6
LONGEST_SLEEP = 30.0


class SystemClock:
    """UTC seconds of this machine."""

    def now(self) -> float:
        return time.time()

    async def sleep_until(self, at: float) -> None:
        # In slices: the wall clock may be set, and a sleeping machine's timers do not count.
        while (left := at - time.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(min(left, LONGEST_SLEEP))


class SystemEntropy:
    """Chance from the operating system (F76)."""

    def key(self) -> bytes:
        return secrets.token_bytes(32)

    def table_id(self) -> str:
        return secrets.token_hex(TABLE_ID_BYTES)

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


class SeededEntropy:
    """Repeatable deals for a playground or a test: the same seed gives the same keys in the same order.

    Table ids stay unpredictable, so that tables of an earlier run are never met again.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._count = 0

    def _next(self) -> bytes:
        self._count += 1
        return sha256(self._seed + b"\0" + str(self._count).encode()).digest()

    def key(self) -> bytes:
        return self._next()

    def table_id(self) -> str:
        return secrets.token_hex(TABLE_ID_BYTES)

    def below(self, n: int) -> int:
        return int.from_bytes(self._next(), "big") % n
