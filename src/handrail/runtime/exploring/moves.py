"""The moves that a model proposes while it looks for a way: their form, their words, their action. Pure."""

from __future__ import annotations

from typing import Any, Final, Literal
from urllib.parse import urljoin

from pydantic import BaseModel, create_model

from handrail.runtime.exploring.observing import Observation
from handrail.sop import action as sop
from handrail.targeting import ElementSnapshot, Match

KINDS: Final = ("open", "click", "fill", "select", "press", "scroll")


class Move(BaseModel):
    """A model's answer; the kinds of action are narrowed to those that are allowed."""

    move: Literal["act", "done", "give_up"]
    action: str | None = None
    element: int | None = None
    value: str | None = None
    reason: str = ""


class Refused(Exception):
    """A proposal that is not followed, and why in words."""

    def __init__(self, why: str, *, passing: bool = False) -> None:
        super().__init__(why)
        self.passing = passing
        """Nothing was done, and another try may do it: the page was changing."""


def schema(actions: tuple[str, ...]) -> type[Move]:
    """The answer's form where only these kinds of action are allowed."""
    kinds: Any = Literal[actions] if actions else str
    return create_model("Move", __base__=Move, action=(kinds | None, None))


def action_of(move: Move, allowed: tuple[str, ...], here: str) -> Any:
    """The action that is proposed on the page at `here`. Raises Refused for one that is not allowed."""
    value = move.value or ""
    if move.action not in allowed:
        raise Refused(f"'{move.action}' is not allowed here")
    match move.action:
        case "open":
            return sop.Open(do="open", url=urljoin(here, value))
        case "click":
            return sop.Click(do="click")
        case "fill":
            return sop.Fill(do="fill", value=value)
        case "select":
            return sop.Select(do="select", options=(value,))
        case "press":
            return sop.Press(do="press", keys=value or "Enter")
        case "scroll":
            return sop.Scroll(do="scroll", to_end=True)
        case _:
            raise Refused(f"'{move.action}' is not known")


def words_of(seen: Observation, move: Move) -> str:
    """The move as people read it: "Click link 'Contacts'"."""
    if move.move != "act":
        return "Say that it is done"
    value = f" '{move.value}'" if move.value and move.action != "click" else ""
    if move.element is None or not 1 <= move.element <= len(seen.elements):
        return f"{(move.action or 'act').capitalize()}{value}"
    element = seen.elements[move.element - 1].element
    name = element.name or element.text or element.placeholder or ""
    onto = (
        f" into {element.role or element.tag}" if move.action == "fill" else f" {element.role or element.tag}"
    )
    return f"{(move.action or 'act').capitalize()}{value}{onto} '{name[:60]}'"


def leads_to(match: Match | None, kind: str) -> str | None:
    """Where acting on the element leads: a link's address, a form's; none where it does not say."""
    if match is None or kind not in ("click", "press"):
        return None
    element = match.element
    if element.href:
        return element.href
    sends = element.form is not None and (kind == "press" or _sends(element))
    return element.form.action if sends and element.form is not None else None


def _sends(element: ElementSnapshot) -> bool:
    return element.tag == "button" and element.attributes.get("type") not in ("button", "reset")
