"""Small builders of actions, as pages offer them."""

from __future__ import annotations

from typing import Any

from handrail.policy.categories.categorising import categorise
from handrail.policy.deeds.deed import Deed
from handrail.policy.deeds.facts import Proposal
from handrail.policy.words.vocabulary import Category
from handrail.sop.target import Neighbourhood
from handrail.targeting.snapshot import ElementSnapshot, FormFacts, LeadFacts

HOST = "app.example"
PAGE = f"https://{HOST}/page"


def button(name: str = "", **facts: Any) -> ElementSnapshot:
    """A `<button>`; `near`, `leads` and `form` are given as dictionaries."""
    return element(tag="button", role="button", name=name, **facts)


def link(name: str, href: str, **facts: Any) -> ElementSnapshot:
    return element(**{"tag": "a", "role": "link", "name": name, "href": href, **facts})


def field(name: str, **facts: Any) -> ElementSnapshot:
    given = {"tag": "input", "role": "textbox", "input_type": "text", "editable": True, **facts}
    return element(name=name, **given)


def element(**facts: Any) -> ElementSnapshot:
    models: dict[str, Any] = {"near": Neighbourhood, "leads": LeadFacts, "form": FormFacts}
    made = {key: models[key](**value) if key in models else value for key, value in facts.items()}
    return ElementSnapshot(**made)


def click(target: ElementSnapshot, **facts: Any) -> Deed:
    return Deed(kind="click", element=target, **facts)


def categories(deed: Deed) -> set[Category]:
    return {evidence.category for evidence in categorise(deed)}


def proposal(target: ElementSnapshot | None = None, **facts: Any) -> Proposal:
    """A click on the element, of effect `once`, on a page of the app."""
    given: dict[str, Any] = {
        "node": "step", "attempt": 1, "rung": "exact", "action": "Click it", "kind": "click",
        "effect": "once", "page_url": PAGE, "sop": "demo", "element": target,
    }  # fmt: skip
    return Proposal(**{**given, **facts})
