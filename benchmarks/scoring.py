"""How many pages of 2,000 elements are scored in a second.

`python benchmarks/scoring.py [--json] [--pages N]`; `pages_per_second` is that of the whole pure decision,
from target and snapshots to a choice, as the median over pages. Every page has other words, so that what is
remembered of words from page to page is no more than in a real app.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator

from handrail.sop.locator import CssLocator, RoleLocator
from handrail.sop.target import Box, Neighbourhood, Target
from handrail.targeting import Candidate, ElementSnapshot, choose

ELEMENTS = 2000
KINDS = (
    ("button", "button", None),
    ("a", "link", None),
    ("input", "textbox", "text"),
    ("input", "checkbox", "checkbox"),
    ("a", "link", None),
    ("select", "combobox", None),
)
VERBS = ("Edit", "Delete", "Open", "Send", "Copy", "Archive", "Show", "Rename", "Save", "Add")
NOUNS = ("contact", "invoice", "order", "note", "task", "report", "label", "account", "file", "meeting")


def page(number: int) -> tuple[Candidate, ...]:
    """The controls of a long list of records."""
    rng = random.Random(number)
    return tuple(Candidate(place=place, element=element) for place, element in enumerate(_elements(rng)))


def _elements(rng: random.Random) -> Iterator[ElementSnapshot]:
    for place in range(ELEMENTS):
        tag, role, kind = KINDS[place % len(KINDS)]
        row = f"{_word(rng)} {_word(rng)} {rng.randrange(10_000)}"
        name = f"{rng.choice(VERBS)} {rng.choice(NOUNS)} {_word(rng) if place % 3 else ''}".strip()
        yield ElementSnapshot(
            tag=tag,
            role=role,
            name=name,
            label=name if kind else None,
            text="" if kind else name,
            input_type=kind,
            attributes={"id": f"{tag}-{place}", "class": f"cell {role} wide", "href": f"/r/{place}"},
            ancestors=("td", "tr", "tbody", "table#records", "section[region]", "main", "body"),
            near=Neighbourhood(heading="Records", section="Records", row=f"{row} {name}", before=row),
            box=Box(x=40.0 * (place % 6), y=8.0 * place, width=80, height=24),
            editable=kind == "text",
        )


def _word(rng: random.Random) -> str:
    return "".join(rng.choice("aeioubcdfglmnprst") for _ in range(rng.randrange(4, 9))).capitalize()


def target_on(candidates: tuple[Candidate, ...], rng: random.Random) -> Target:
    """One of the page's elements as it was before its id and its name were changed."""
    seen = candidates[rng.randrange(len(candidates))].element
    return Target(
        role=seen.role,
        name=f"{seen.name} now",
        label=seen.label,
        tag=seen.tag,
        input_type=seen.input_type,
        attributes={**seen.attributes, "id": "was-another"},
        ancestors=seen.ancestors,
        near=seen.near,
        box=seen.box,
        locators=(
            RoleLocator(by="role", role=seen.role or "button", name=seen.name),
            CssLocator(by="css", css="#was-another"),
        ),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--pages", type=int, default=40)
    options = parser.parse_args()
    rng = random.Random(0)
    seconds = []
    for number in range(options.pages):
        candidates = page(number)
        target = target_on(candidates, rng)
        began = time.perf_counter()
        choose(target, candidates)
        seconds.append(time.perf_counter() - began)
    median = statistics.median(seconds)
    result = {"pages_per_second": round(1 / median, 1), "milliseconds": round(median * 1000, 2)}
    result |= {"elements": ELEMENTS, "pages": options.pages}
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:18} {value}")


if __name__ == "__main__":
    main()
