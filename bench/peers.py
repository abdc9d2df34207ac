"""Peers, where they are installed (`pip install mahjong==2.1.* rlcard==1.2.* open-spiel==2.0.*`)."""

from collections.abc import Callable
from importlib import import_module, metadata
from random import Random
from typing import Any


def version(package: str) -> str | None:
    """The installed version of a peer, None where it is absent."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def shanten() -> tuple[Callable[[Any], object], Callable[[Any], object], list[list[int]]] | None:
    """mahjong's shanten, its regular form alone, and random hands of 14 tiles as its counts of 34 kinds."""
    if version("mahjong") is None:
        return None
    asked = import_module("mahjong.shanten").Shanten()
    chance = Random(20261130)
    hands = []
    for _ in range(1000):
        counts = [0] * 34
        for tile in chance.sample(range(136), 14):
            counts[tile // 4] += 1
        hands.append(counts)
    return asked.calculate_shanten, asked.calculate_shanten_for_regular_hand, hands
