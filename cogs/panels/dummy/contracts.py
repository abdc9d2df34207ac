"""Contracts in words: `2 sets of 3 + run of 4`."""

from itertools import groupby

from cogs.speech import Speaker
from marriage_core.dummy.contracts import Contract, Shape

ONE = {Shape.SET: "dummy.set", Shape.RUN: "dummy.run"}
SEVERAL = {Shape.SET: "dummy.sets", Shape.RUN: "dummy.runs"}


def contract_words(contract: Contract, speaker: Speaker) -> str:
    """What a contract asks for; equal melds stand together."""
    told = []
    for slot, equal in groupby(contract):
        number = len([*equal])
        key = ONE[slot.shape] if number == 1 else SEVERAL[slot.shape]
        told.append(speaker.say(key, n=number, size=slot.size))
    return " + ".join(told)
