"""The coach in words: what to do and why, and what turned a deal. Codes and facts come from the coach."""

from cogs.names import safe
from cogs.panels.faces import one
from cogs.speech import Speaker
from marriage_core.cards import face
from marriage_core.errors import Fact
from marriage_core.marriage.coach import TurningPoint
from marriage_core.marriage.moves import Discard, Draw, Move, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.players.advice import Advice, Goal, Why


def hint(advice: Advice, speaker: Speaker) -> str:
    """The move, why, and how near the hand is; all of it from the seat's own view (M14)."""
    facts = {name: _told(name, fact) for name, fact in advice.facts.items()}
    aim = advice.facts.get("goal")
    facts["goal"] = speaker.say(f"hint.goal_{aim}") if aim else ""
    parts = [_move(advice.move, facts, speaker), speaker.say(f"hint.why_{advice.why}", **facts)]
    if aim == Goal.SEVEN_DUBLEES and advice.why is not Why.SEE:
        parts.insert(0, speaker.say("hint.collecting"))
    lines = [" ".join(("💡", *parts))]
    missing, helps = advice.facts.get("missing"), advice.facts.get("helps")
    if isinstance(missing, int) and isinstance(helps, int):
        lines.append(f"-# {_near(aim, facts['goal'], missing, helps, speaker)}")
    return "\n".join(lines)


def _near(aim: Fact, goal: object, missing: int, helps: int, speaker: Speaker) -> str:
    """How far it is to the goal. What is missing with melds laid anew (I4) is an upper bound."""
    by_dublees = aim in (Goal.SEVEN_DUBLEES, Goal.EIGHTH_DUBLEE)
    to_go = speaker.counted("hint.dublees_to_go" if by_dublees else "hint.cards_to_go", missing)
    key = "hint.near_anew" if aim == Goal.SHOW_ANEW else "hint.near"
    return speaker.say(key, goal=goal, missing=to_go, helps=speaker.counted("hint.helping", helps))


def _told(name: str, fact: Fact) -> object:
    return one(face(fact)) if name in ("card", "instead") and isinstance(fact, str) else fact


def _move(move: Move, facts: dict[str, object], speaker: Speaker) -> str:
    match move:
        case Draw():
            return speaker.say("hint.draw")
        case Take():
            return speaker.say("hint.take", card=facts["card"])
        case ShowTunnela(of):
            return speaker.say("hint.tunnela", card=one(of))
        case See(route):
            return speaker.say(f"hint.see_{route}")
        case Discard(of):
            return speaker.say("hint.discard", card=one(of))
        case Show(of):
            return speaker.say("hint.show") if of is None else speaker.say("hint.show_with", card=one(of))
        case TakeAndShow():
            return speaker.say("hint.take_show", card=facts["card"])


def turning_point(point: TurningPoint, names: tuple[str, ...], speaker: Speaker) -> str:
    """One line about one seat."""
    facts = {name: _told(name, fact) for name, fact in point.facts.items()}
    key = f"turned.{point.what}"
    if "turns" in facts:
        how = "never" if facts["turns"] is None else "later"
        key = f"turned.{point.what}_{how}"
    if isinstance(to := point.facts.get("to"), int):
        facts["to"] = safe(names[to])
    if isinstance(expected := point.facts.get("expected"), int):
        whole, tenth = divmod(expected, 10)
        facts["expected"] = f"{speaker.number(whole)}.{speaker.number(tenth)}"
    return speaker.say(key, who=safe(names[point.seat]), turn=point.turn, **facts)
