"""The coach in words: what to do and why, and what turned a deal. Codes and facts come from the coach."""

from cogs.names import safe
from cogs.panels.faces import one
from cogs.speech import Speaker
from marriage_core.cards import face
from marriage_core.errors import Fact
from marriage_core.marriage.coach import TurningPoint
from marriage_core.marriage.moves import Discard, Draw, Move, See, Show, ShowTunnela, Take, TakeAndShow
from marriage_core.marriage.players.advice import Advice


def hint(advice: Advice, speaker: Speaker) -> str:
    """The move, why, and how near the hand is; all of it from the seat's own view (M14)."""
    facts = {name: _told(name, fact) for name, fact in advice.facts.items()}
    lines = [f"💡 {_move(advice.move, facts, speaker)} {speaker.say(f'hint.why_{advice.why}', **facts)}"]
    if "missing" in facts and "helps" in facts:
        near = speaker.say(f"hint.near_{facts['goal']}", missing=facts["missing"], helps=facts["helps"])
        lines.append(f"-# {near}")
    return "\n".join(lines)


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
