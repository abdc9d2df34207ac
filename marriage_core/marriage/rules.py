"""The rules of a table as a value (M13). A preset is data; nothing tests a preset's name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from marriage_core.errors import BadRules
from marriage_core.options import (
    Bonus,
    BonusKind,
    Choice,
    Each,
    Json,
    Number,
    PointList,
    Points,
    Switch,
    kind_of,
    option,
    read_options,
)

HAND_SIZE = 21
MELDS_TO_SHOW = 7
PURE_TO_SEE = 3
DUBLEES_TO_SEE = 7
FEWEST_PLAYERS, MOST_PLAYERS_THREE_PACKS = 2, 5
ON_OFF = Switch(("on", "off"))
# I9: a table of many houses, by name.
MAAL_LIST = PointList(named=(("junglee", (10, 30, 50)),))
MARRIAGE_LIST = PointList(named=(("junglee", (100, 200, 300)),))


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of M13, the default first. Immutable; `with_options` makes another."""

    preset: str = "nepali"
    direction: str = option(Choice(("clockwise", "anticlockwise")), "clockwise", "M4.1")
    packs: int | None = option(Number(3, 4, word="auto"), 3, "M1.1")
    printed_jokers: int = option(Number(0, 6), 0, "M1.1")
    printed_joker_points: Points = option(PointList(each=True), (), "M10")
    alter_points: Points = option(PointList(each=True), (), "M10")
    alter_tunnela_points: int = option(Number(0, 100), 10, "M10")
    tiplu_points: Points = option(MAAL_LIST, (3, 7, 15), "M10")
    poplu_points: Points = option(MAAL_LIST, (2, 5, 10), "M10")
    jhiplu_points: Points = option(MAAL_LIST, (2, 5, 10), "M10")
    marriage_points: Points = option(MARRIAGE_LIST, (10, 30, 50), "M10")
    tunnela_points: Points = option(PointList(each=True), Each(5), "M10")
    maal_tunnela: Bonus = option(BonusKind(), Bonus(False, 20), "M10")
    unseen_tunnelas: str = option(Choice(("lost", "kept")), "lost", "M5.2")
    unseen_maal: str = option(Choice(("keep", "murder", "kidnap")), "keep", "M11.3")
    seen_payment: int = option(Number(0, 100), 3, "M11")
    unseen_payment: int = option(Number(0, 100), 10, "M11")
    dublees: bool = option(ON_OFF, True, "M7.1")
    dublee_bonus: int = option(Number(0, 100), 5, "M11")
    seen_dublee_loser_pays: bool = option(Switch(), True, "M11")
    dublee_min_players: int = option(Number(2, 4), 2, "M7.1")
    start_tunnelas: bool = option(ON_OFF, True, "M5")
    wild_discard: str = option(Choice(("barred", "allowed")), "barred", "M7.4")
    unseen_discard: str = option(Choice(("free", "barred")), "free", "M7.4")
    open_tiplu: bool = option(Switch(), False, "M13")
    tiplu_from: str = option(Choice(("first_to_see", "deal")), "first_to_see", "M3.1")
    recycle: str = option(Choice(("shuffle", "turn_once")), "shuffle", "M9.1")
    meld_size: str = option(Choice(("3", "3+")), "3", "I3")
    table_melds: str = option(Choice(("fixed", "exchange")), "fixed", "I4")
    hand_points: str = option(Choice(("none", "all_count")), "none", "I11")
    cap_seen: int | None = option(Number(14, 14, word="none"), 14, "I11")
    max_turns: int = option(Number(10, 1000), 100, "M12.3")
    deals: int | None = option(Number(1, 50, word="2×players"), None, "M12.1")
    turn_seconds: int = option(Number(30, 86400), 90, "M12.2")

    def packs_for(self, players: int) -> int:
        """Packs in play; `auto` takes four for 6–7 players (M1.1)."""
        if self.packs is not None:
            return self.packs
        return 3 if players <= MOST_PLAYERS_THREE_PACKS else 4

    def deals_for(self, players: int) -> int:
        """Deals of a match, by default two per player (M12.1)."""
        return self.deals if self.deals is not None else 2 * players

    @property
    def most_players(self) -> int:
        """Five with three packs, seven with four or `auto` (M1.1)."""
        return MOST_PLAYERS_THREE_PACKS if self.packs == 3 else 7

    @property
    def step(self) -> int:
        """What "next" adds to a seat number (M4.1)."""
        return 1 if self.direction == "clockwise" else -1

    @property
    def longer_melds(self) -> bool:
        """Whether melds may have more than three cards (I3)."""
        return self.meld_size == "3+"

    @property
    def tiplu_at_deal(self) -> bool:
        """Whether the tiplu is set aside at the deal already (M13 `tiplu_from`, `open_tiplu`)."""
        return self.open_tiplu or self.tiplu_from == "deal"

    def with_options(self, options: Mapping[str, object]) -> "Rules":
        """These rules with some options changed.

        Raises BadRules naming the option, the value and what is allowed, or the two options of which one leaves the
        other without effect. Changing back to the preset is always allowed.
        """
        changed, base = self.restored(options), PRESETS[self.preset]
        for cause, value, idle in WITHOUT_EFFECT:
            for key in idle:
                if getattr(changed, cause) == value and getattr(changed, key) != getattr(base, key):
                    told, silencer = (str(changed.shown(name)).lower() for name in (key, cause))
                    sentence = "option {key}: {told} has no effect while {cause} is {silencer}"
                    raise BadRules(sentence, key=key, told=told, cause=cause, silencer=silencer)
        return changed

    def restored(self, options: Mapping[str, object]) -> "Rules":
        """These rules with options that were allowed once, whether or not they go together today. Raises BadRules."""
        return replace(self, **read_options(OPTIONS, options))

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

# What leaves other options without effect: they may not be changed while it is so.
WITHOUT_EFFECT: tuple[tuple[str, object, tuple[str, ...]], ...] = (
    ("dublees", False, ("dublee_bonus", "seen_dublee_loser_pays", "dublee_min_players")),
    ("start_tunnelas", False, ("tunnela_points", "maal_tunnela", "alter_tunnela_points", "unseen_tunnelas")),
    ("printed_jokers", 0, ("printed_joker_points",)),
    ("open_tiplu", True, ("tiplu_from",)),
    ("hand_points", "none", ("cap_seen",)),
)

NEPALI = Rules()
USUAL_PRESET = NEPALI.preset
"""What is played where nothing is said."""
PRESETS: Mapping[str, Rules] = {
    "nepali": NEPALI,
    "murder": replace(NEPALI, preset="murder", unseen_maal="murder"),
    "kidnap": replace(NEPALI, preset="kidnap", unseen_maal="kidnap"),
    "bhoos": replace(
        NEPALI,
        preset="bhoos",
        printed_jokers=3,
        printed_joker_points=Each(5),
        alter_points=Each(5),
        direction="anticlockwise",
    ),
    "indian": replace(
        NEPALI,
        preset="indian",
        packs=None,
        dublees=False,
        start_tunnelas=False,
        tiplu_from="deal",
        meld_size="3+",
        table_melds="exchange",
        wild_discard="allowed",
        recycle="turn_once",
        seen_payment=0,
        unseen_payment=0,
        hand_points="all_count",
    ),
}
