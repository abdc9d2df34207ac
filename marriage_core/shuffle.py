"""Everything that chance decides in a deal, derived from the deal's key.

Our own Fisher–Yates over SHA-256 words, with rejection, so that a shuffle is the same on every machine and for ever
(a library's may change), and so that anyone can check it from the revealed key (M14.3).
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

KEY_BYTES = 32


@lru_cache(maxsize=256)
def commitment(key: bytes) -> str:
    """What is published at the deal: a hash that binds to the key without telling it."""
    return sha256(b"marriage deal key\0" + key).hexdigest()


def _words(key: bytes, purpose: str) -> Iterator[int]:
    """Endless unsigned 32-bit words for one purpose of one key."""
    prefix = key + b"\0" + purpose.encode() + b"\0"
    block = 0
    while True:
        digest = sha256(prefix + block.to_bytes(4, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """Uniform in 0…n−1: words beyond the largest multiple of n are rejected, so no value is favoured."""
    limit = (1 << 32) - (1 << 32) % n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n


def pick(key: bytes, purpose: str, n: int) -> int:
    """One number, uniform in 0…n−1."""
    return _below(_words(key, purpose), n)


def shuffle(key: bytes, purpose: str, n: int) -> tuple[int, ...]:
    """A uniform permutation of 0…n−1."""
    words = _words(key, purpose)
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = _below(words, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)
