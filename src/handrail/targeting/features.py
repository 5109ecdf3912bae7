"""Features: in how far a candidate is like the recorded target, one question at a time.

Each gives a number from 0 (nothing alike) to 1 (the same), or none where the recording says nothing of it or
the page has nothing to compare: what is not known speaks neither for nor against.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from rapidfuzz import fuzz

from handrail.sop.target import Target
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.vetoes import called, family

Feature = Callable[[Target, ElementSnapshot], float | None]

_FAR: Final = 900.0
"""Pixels at which two places have nothing to do with each other any more."""


def alike(one: str | None, other: str | None) -> float | None:
    """How alike two texts are; the order of words and their case matter little."""
    if not one:
        return None
    if not other:
        return 0.0
    first, second = " ".join(one.split()).casefold(), " ".join(other.split()).casefold()
    if first == second:
        return 1.0
    return max(fuzz.ratio(first, second), 0.95 * fuzz.token_sort_ratio(first, second)) / 100


def _role(target: Target, seen: ElementSnapshot) -> float | None:
    if target.role is None and target.tag is None:
        return None
    if target.role is not None and target.role == seen.role:
        return 1.0
    return 0.5 if family(target.role, target.tag) == family(seen.role, seen.tag) else 0.0


def _name(target: Target, seen: ElementSnapshot) -> float | None:
    recorded = called(target.name, target.label, target.text)
    return alike(recorded, called(seen.name, seen.label, seen.text))


def _attribute(*names: str) -> Feature:
    def compare(target: Target, seen: ElementSnapshot) -> float | None:
        pairs = [
            (target.attributes[name], seen.attributes.get(name))
            for name in names
            if target.attributes.get(name)
        ]
        if not pairs:
            return None
        return max(1.0 if one == other else 0.0 for one, other in pairs)

    return compare


def _test_id(target: Target, seen: ElementSnapshot) -> float | None:
    if not target.test_id:
        return None
    return 1.0 if target.test_id == seen.test_id else 0.0


def _href(target: Target, seen: ElementSnapshot) -> float | None:
    return alike(target.attributes.get("href"), seen.attributes.get("href"))


def _classes(target: Target, seen: ElementSnapshot) -> float | None:
    recorded = frozenset((target.attributes.get("class") or "").split())
    if not recorded:
        return None
    now = frozenset((seen.attributes.get("class") or "").split())
    return len(recorded & now) / len(recorded | now)


def _ancestors(target: Target, seen: ElementSnapshot) -> float | None:
    if not target.ancestors:
        return None
    one, other = list(target.ancestors[:6]), list(seen.ancestors[:6])
    return _common(one, other) * 2 / (len(one) + len(other)) if other else 0.0


def _common(one: list[str], other: list[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for left in one:
        above = 0
        for place, right in enumerate(other, start=1):
            here = above + 1 if left == right else max(row[place], row[place - 1])
            above, row[place] = row[place], here
    return row[-1]


def _place(target: Target, seen: ElementSnapshot) -> float | None:
    if target.box is None or seen.box is None:
        return None
    across = target.box.x + target.box.width / 2 - seen.box.x - seen.box.width / 2
    down = target.box.y + target.box.height / 2 - seen.box.y - seen.box.height / 2
    return max(0.0, 1 - math.hypot(across, down) / _FAR)


def _size(target: Target, seen: ElementSnapshot) -> float | None:
    if target.box is None or seen.box is None:
        return None
    pairs = ((target.box.width, seen.box.width), (target.box.height, seen.box.height))
    ratios = [min(pair) / max(pair) if max(pair) > 0 else 1.0 for pair in pairs]
    return float(ratios[0] * ratios[1])


FEATURES: Final[dict[str, tuple[Feature, str, str]]] = {
    "role": (_role, "the same role", "another role"),
    "name": (_name, "the same name", "another name"),
    "label": (lambda t, s: alike(t.label, s.label), "the same label", "another label"),
    "placeholder": (
        lambda t, s: alike(t.placeholder, s.placeholder),
        "the same placeholder",
        "another placeholder",
    ),
    "test_id": (_test_id, "the same test id", "another test id"),
    "id": (_attribute("id"), "the same id", "another id"),
    "form_name": (_attribute("name"), "the same form name", "another form name"),
    "type": (_attribute("type"), "the same type", "another type"),
    "href": (_href, "the same address", "another address"),
    "title": (_attribute("title", "alt", "aria-label"), "the same title", "another title"),
    "classes": (_classes, "the same classes", "other classes"),
    "section": (lambda t, s: alike(t.near.section, s.near.section), "the same section", "another section"),
    "heading": (lambda t, s: alike(t.near.heading, s.near.heading), "the same heading", "another heading"),
    "row": (lambda t, s: alike(t.near.row, s.near.row), "the same row", "another row"),
    "before": (lambda t, s: alike(t.near.before, s.near.before), "the same text before", "other text before"),
    "after": (lambda t, s: alike(t.near.after, s.near.after), "the same text after", "other text after"),
    "ancestors": (_ancestors, "the same structure", "another structure"),
    "place": (_place, "the same place", "another place"),
    "size": (_size, "the same size", "another size"),
}
"""Name → the feature, and what it says where it is high and where it is low."""


def features_of(target: Target, seen: ElementSnapshot) -> dict[str, float]:
    """Every feature that can be compared."""
    found: dict[str, float] = {}
    for name, (feature, _, _) in FEATURES.items():
        value = feature(target, seen)
        if value is not None:
            found[name] = value
    return found
