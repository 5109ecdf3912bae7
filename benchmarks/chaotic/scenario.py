"""What is disturbed: sessions whose every step is the submitting of an order on the practice CRM."""

from __future__ import annotations

import itertools
from typing import Any

from handrail.runtime.walk.settings import Settings
from handrail.sop.document import Sop
from handrail_practice.crm import ACCOUNT

ORDERS = 3
"""That one session submits, at most, and in the benchmark."""

SUBMIT = "submit"
SUBMITS = b"POST /orders"
"""With this begins the request that submits an order."""
SETTINGS = Settings(find_seconds=4, verify_seconds=4, navigation_seconds=8, grace_seconds=1.5, retries=2)

Json = dict[str, Any]


def ordering(url: str, signed_in: str | None = None) -> Sop:
    """Submit ORDERS orders, each with a reference of its own that is read back; signed in by the state that
    is saved under this name, else after signing in."""
    host = url.split("//")[1]
    reference = "{{ run.id }}/{{ number }}"
    steps = [
        _open("new", f"{url}/orders/new", "/orders/new"),
        _fill("reference", "Reference", reference),
        _fill("amount", "Amount", "125.00"),
        _task(
            SUBMIT,
            {"do": "click"},
            "once",
            target=_by_role("button", "Submit order"),
            done_when=[
                {"kind": "text", "contains": "Order submitted"},
                {
                    "kind": "http",
                    "url": f"{url}/api/orders?reference={{{{ run.id }}}}/{{{{ number }}}}",
                    "fields": {"count": "1"},
                },
            ],
        ),
    ]
    loop: Json = {
        "id": "orders",
        "type": "loop",
        "label": "Each order",
        "over": "variable",
        "variable": "numbers",
        "item": "number",
        "bound": ORDERS,
        "children": steps,
    }
    door = [
        _open("door", f"{url}/sign-in", "/sign-in"),
        _fill("email", "Email", ACCOUNT.email),
        _task(
            "password",
            {"do": "fill", "value": "{{ secret:password }}"},
            "repeatable",
            target={"label": "Password", "locators": [{"by": "label", "text": "Password"}]},
            done_when=[{"kind": "element", "state": "visible"}],
        ),
        _task(
            "sign-in",
            {"do": "click"},
            "repeatable",
            target=_by_role("button", "Sign in"),
            done_when=[{"kind": "element", "target": _by_role("link", "Orders"), "state": "visible"}],
        ),
    ]
    signing_in: Json = {"id": "signing-in", "type": "group", "label": "Sign in", "children": door}
    at_the_door = signed_in is None
    top = [loop, {"id": "end", "type": "end"}]
    if at_the_door:
        top.insert(0, signing_in)
    lines = (top, door, steps) if at_the_door else (top, steps)
    edges = [pair for line in lines for pair in itertools.pairwise(line)]
    environment: Json = {"sign_in_group": "signing-in"} if at_the_door else {"sign_in": signed_in}
    return Sop.model_validate(
        {
            "meta": {"id": "ordering", "title": "Submit orders"},
            "environment": {"domains": [host], **environment},
            "variables": {
                "numbers": {"type": "list"},
                **({"password": {"secret": True}} if at_the_door else {}),
            },
            "nodes": top,
            "edges": [{"from": a["id"], "to": b["id"]} for a, b in edges],
        }
    )


def inputs(orders: int = ORDERS) -> dict[str, Any]:
    """What every session is given: the numbers of its orders."""
    return {"numbers": [str(number) for number in range(1, orders + 1)]}


def _by_role(role: str, name: str) -> Json:
    return {"role": role, "name": name, "locators": [{"by": "role", "role": role, "name": name}]}


def _task(node: str, action: Json, effect: str, **more: Any) -> Json:
    return {"id": node, "type": "task", "label": node, "action": action, "effect": effect, **more}


def _open(node: str, url: str, path: str) -> Json:
    return _task(node, {"do": "open", "url": url}, "none", done_when=[{"kind": "url", "path": path}])


def _fill(node: str, label: str, value: str) -> Json:
    return _task(
        node,
        {"do": "fill", "value": value},
        "repeatable",
        target=_by_role("textbox", label),
        done_when=[{"kind": "value", "equals": value}],
    )
