"""Small builders: a recorded target, and the elements of a page."""

from __future__ import annotations

from typing import Any

from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot

FORM = {"heading": "New contact", "section": "New contact", "before": "Phone", "after": "Cancel"}
WITHIN = ("form#contact", "main[main]", "body")


def button(name: str, **more: Any) -> ElementSnapshot:
    facts: dict[str, Any] = {"tag": "button", "role": "button", "name": name, "text": name}
    facts |= {"ancestors": WITHIN, "near": FORM, "attributes": {"class": "primary", "type": "submit"}}
    facts |= {"box": {"x": 400, "y": 500, "width": 90, "height": 30}}
    return ElementSnapshot.model_validate(facts | more)


def field(name: str, **more: Any) -> ElementSnapshot:
    facts: dict[str, Any] = {"tag": "input", "role": "textbox", "name": name, "label": name}
    facts |= {"ancestors": WITHIN, "near": FORM, "input_type": "text", "editable": True}
    facts |= {"box": {"x": 400, "y": 200, "width": 300, "height": 30}}
    return ElementSnapshot.model_validate(facts | more)


def recorded_from(seen: ElementSnapshot, *locators: dict[str, Any], **more: Any) -> Target:
    """The target that a recording keeps of an element; by role and name alone unless told otherwise."""
    shared = ("role", "name", "label", "placeholder", "tag", "input_type", "test_id", "attributes")
    facts: dict[str, Any] = {name: getattr(seen, name) for name in shared}
    facts |= {"ancestors": seen.ancestors, "near": seen.near, "box": seen.box}
    facts["locators"] = locators or ({"by": "role", "role": seen.role, "name": seen.name},)
    return Target.model_validate(facts | more)


def on_page(*elements: ElementSnapshot) -> tuple[Candidate, ...]:
    return tuple(Candidate(place=place, element=element) for place, element in enumerate(elements))
