"""A store bounded by bytes: where there is too much, the oldest goes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


class Shelf(Generic[Key, Item]):
    """Items by key, oldest first, each with the size it was put in with."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._items: OrderedDict[Key, tuple[int, Item]] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._items)

    def get(self, key: Key) -> Item | None:
        """The item of a key."""
        found = self._items.get(key)
        return None if found is None else found[1]

    def put(self, key: Key, item: Item, size: int) -> list[Item]:
        """Adds an item, or its new size; answers the items that had to go. The newest always stays."""
        self.pop(key)
        self._items[key] = (size, item)
        self._bytes += size
        gone: list[Item] = []
        while self._bytes > self.most_bytes and len(self._items) > 1:
            _, (old_size, old) = self._items.popitem(last=False)
            self._bytes -= old_size
            gone.append(old)
        return gone

    def pop(self, key: Key) -> None:
        """Removes an item where there is one."""
        found = self._items.pop(key, None)
        if found is not None:
            self._bytes -= found[0]
