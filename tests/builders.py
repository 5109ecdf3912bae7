"""Small builders for SOPs by hand."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from handrail.runtime.walk.settings import Settings
from handrail.sop.document import Sop

Json = dict[str, Any]

PATIENT = Settings(find_seconds=60, verify_seconds=60, navigation_seconds=60)
"""For runs in which nothing is missing: on a slow machine they take their time, and come to their end."""


def by_role(role: str, name: str, **more: Any) -> Json:
    """A target that is found by role and accessible name."""
    return {"role": role, "name": name, "locators": [{"by": "role", "role": role, "name": name}], **more}


def task(id: str, action: Json, effect: str = "none", **more: Any) -> Json:
    return {"id": id, "type": "task", "label": id, "action": action, "effect": effect, **more}


def open_page(url: str, path: str = "/", id: str = "open") -> Json:
    return task(id, {"do": "open", "url": url + path}, done_when=[{"kind": "url", "path": path}])


def fill(label: str, value: str, **more: Any) -> Json:
    given: Json = {
        "done_when": [{"kind": "value", "equals": value}],
        "target": by_role("textbox", label),
        **more,
    }
    id = given.pop("id", f"fill-{label.lower()}")
    return task(id, {"do": "fill", "value": value}, "repeatable", **given)


def click(name: str, effect: str = "none", role: str = "button", **more: Any) -> Json:
    given: Json = {"target": by_role(role, name), **more}
    id = given.pop("id", f"click-{name.lower().replace(' ', '-')}")
    return task(id, {"do": "click"}, effect, **given)


def each(variable: str, item: str, *children: Json, **more: Any) -> Json:
    """A loop over a variable's list."""
    given: Json = {"over": "variable", "variable": variable, "item": item, "bound": 5, **more}
    return {"id": "each", "type": "loop", "label": "Each", "children": list(children), **given}


def sop(
    nodes: Sequence[Json],
    domains: Sequence[str],
    variables: Mapping[str, Json] | None = None,
    **more: Any,
) -> Sop:
    """A straight SOP: the nodes one after the other, then an end."""
    steps = [*nodes, {"id": "end", "type": "end"}]
    return Sop.model_validate(
        {
            "meta": {"id": "test", "title": "Test"},
            "environment": {"domains": list(domains), **more.pop("environment", {})},
            "variables": dict(variables or {}),
            "nodes": steps,
            "edges": [{"from": a["id"], "to": b["id"]} for a, b in itertools.pairwise(steps)],
            **more,
        }
    )
