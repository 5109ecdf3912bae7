"""A stand-in for a model that writes: by rules it fills the template from the inputs that it is sent.

It sees the prompt alone, and is reached over HTTP as a model is. A remark such as "only three" is obeyed.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tests.models.server import Heard

_INPUT = re.compile(r"<data-(\w+) what=\"the input '(\w+)'\">\n(.*?)\n</data-\1>", re.DOTALL)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def write(heard: Heard) -> dict[str, Any]:
    """The report, and what its inputs lack."""
    given = {name: text for _, name, text in _INPUT.findall(heard.request)}
    follow_ups = [one for one in json.loads(given["follow_ups"]) if one["when"]][: _wanted(heard.request)]
    orders = [f"{one['reference']}, {one['amount']}" for one in json.loads(given["orders"])]
    calls = [f"{one['when']}, {one['name']}, {one['firm']}" for one in follow_ups]
    text = "\n".join(
        (
            f"Weekly report, {given['today']}",
            "",
            f"Contacts in the CRM: {given['contacts']}",
            "",
            "Orders:",
            *orders,
            "",
            "Next follow-ups:",
            *calls,
        )
    )
    return {"text": text, "gaps": [] if orders else ["there are no orders"]}


def _wanted(request: str) -> int:
    """How many follow-ups: five, or as many as a remark wants."""
    remark = request.partition("asks for another:")[2]
    return next((number for word, number in _NUMBERS.items() if word in remark.casefold()), 5)
