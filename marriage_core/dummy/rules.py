"""The rules of a table as a value. A preset is data; nothing tests a preset's name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from marriage_core.options import Json, Number, Switch, kind_of, option, read_options

PACKS = 2
PRINTED_JOKERS = 4
HAND_SIZE = 13
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
CUT_IN_STOCK = 3
MOST_CUT_INS = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of Dummy Rummy. Immutable; `with_options` makes another."""

    preset: str = "dummy"
    run_same_suit: bool = option(Switch(), False, "D3")
    exact_contract: bool = option(Switch(), False, "D5")
    cut_in: bool = option(Switch(), False, "D12")
    max_turns: int = option(Number(10, 1000), 100, "D10")
    turn_seconds: int = option(Number(30, 86400), 90, "D4")

    @property
    def most_players(self) -> int:
        """D1."""
        return MOST_PLAYERS

    def deals_for(self, players: int) -> int:  # noqa: ARG002 - the number of players changes nothing here
        """0: no number of deals is agreed on, the match ends by D11."""
        return 0

    def with_options(self, options: Mapping[str, object]) -> "Rules":
        """These rules with some options changed. Raises BadRules naming the option, the value and what is allowed."""
        return replace(self, **read_options(OPTIONS, options))

    def restored(self, options: Mapping[str, object]) -> "Rules":
        """As `with_options`: no options of this game contradict each other. Raises BadRules."""
        return self.with_options(options)

    @staticmethod
    def keys() -> tuple[str, ...]:
        """The names of all options."""
        return tuple(OPTIONS)

    def shown(self, key: str) -> Json:
        """An option's value as JSON."""
        return kind_of(OPTIONS[key]).write(getattr(self, key))

    def options(self) -> dict[str, Json]:
        """What differs from the preset, as JSON: `preset(self.preset).with_options(self.options())` is `self`."""
        base = PRESETS[self.preset]
        return {key: self.shown(key) for key in OPTIONS if getattr(self, key) != getattr(base, key)}


OPTIONS = {of.name: of for of in fields(Rules) if "kind" in of.metadata}

DUMMY = Rules()
PRESETS: Mapping[str, Rules] = {"dummy": DUMMY}
