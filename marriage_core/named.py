"""An enumeration whose `repr` can be pasted into a test."""

from enum import StrEnum


class Named(StrEnum):
    """A closed set of words; the value is the word that texts and JSON use."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
