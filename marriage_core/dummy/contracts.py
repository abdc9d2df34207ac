"""The twelve contracts as a table of data: what a player must lay down, one after another (D5)."""

from dataclasses import dataclass

from marriage_core.named import Named


class Shape(Named):
    """The two melds of the game (D3)."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Slot:
    """One meld that a contract asks for. `size` is the fewest cards; with `exact_contract` just so many (D5)."""

    shape: Shape
    size: int

    def __str__(self) -> str:
        return f"{self.shape.value} {self.size}"


Contract = tuple[Slot, ...]


def _sets(*sizes: int) -> Contract:
    return tuple(Slot(Shape.SET, size) for size in sizes)


def _runs(*sizes: int) -> Contract:
    return tuple(Slot(Shape.RUN, size) for size in sizes)


# Sets come before runs and all sets of a contract have one size, all runs too: `search` relies on both.
CONTRACTS: tuple[Contract, ...] = (
    _sets(3, 3),
    _sets(3) + _runs(4),
    _sets(4, 4),
    _runs(4, 4),
    _sets(4) + _runs(4),
    _sets(3, 3) + _runs(4),
    _sets(3) + _runs(7),
    _sets(3, 3, 3),
    _sets(5, 5),
    _runs(5, 5),
    _sets(8),
    _runs(10),
)
LAST_CONTRACT = len(CONTRACTS)


def contract(number: int) -> Contract:
    """Contract 1–12."""
    return CONTRACTS[number - 1]
