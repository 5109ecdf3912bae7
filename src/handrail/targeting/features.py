"""Features: in how far a candidate is like the recorded target, one question at a time.

Each gives a number from 0 (nothing alike) to 1 (the same), or none where the recording says nothing of it or
the page has nothing to compare: what is not known speaks neither for nor against.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from handrail.targeting.kinds import ON_OR_OFF, TEXTS, family
from handrail.targeting.recorded import IDENTIFYING, Recorded, attribute_of, bare_row, leads_nowhere
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.standing import same_page
from handrail.targeting.wording import holds_words, in_letters, same_meaning, shared, words_of

Feature = Callable[[Recorded, ElementSnapshot], float | None]

_FAR: Final = 900.0
"""Pixels at which two places have nothing to do with each other any more."""


def alike(one: str | None, other: str | None) -> float | None:
    """How alike two texts are, in letters or in meaning; the order of words and their case matter little."""
    if not one:
        return None
    if not other:
        return 0.0
    first, second = words_of(one), words_of(other)
    if first.folded == second.folded:
        return 1.0
    return max(in_letters(first, second), same_meaning(first, second))


def _role(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    target = recorded.target
    if target.role is None and target.tag is None:
        return None
    if target.role is not None and target.role == seen.role:
        return 1.0
    if recorded.leads_nowhere and seen.role == "button":
        # A link that a script answers is a button, and other versions of an app make it one.
        return 1.0
    if TEXTS.issuperset((target.role, seen.role)) or ON_OR_OFF.issuperset((target.role, seen.role)):
        return 1.0
    return 0.5 if recorded.family == family(seen.role, seen.tag) else 0.0


def _tag(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    if recorded.target.tag is None or (recorded.leads_nowhere and seen.role == "button"):
        return None
    return float(recorded.target.tag == seen.tag)


def _name(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    if not recorded.name.folded:
        return None
    now = recorded.called_now(seen)
    return 1.0 if now.folded == recorded.name.folded else in_letters(recorded.name, now)


def _meaning(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    if not recorded.name.folded:
        return None
    now = recorded.called_now(seen)
    return 1.0 if now.folded == recorded.name.folded else same_meaning(recorded.name, now)


def _nothing_added(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    """A word more can make another thing of it: *Save* and *Save as template*."""
    if not recorded.name.folded:
        return None
    now = recorded.called_now(seen).meanings
    return shared(now, recorded.name.meanings) / len(now) if now else 0.0


def _named(recorded: Recorded, seen: ElementSnapshot) -> bool:
    """Says the same, no more and no less."""
    return bool(recorded.name.folded) and same_meaning(recorded.name, recorded.called_now(seen)) >= 0.95


def _vouched_for(recorded: Recorded, seen: ElementSnapshot) -> float:
    """What no sum can say: without a name or a value of its own, all else is little."""
    if _named(recorded, seen):
        return 1.0
    return float(any(IDENTIFYING_FEATURES[name](recorded, seen) == 1.0 for name in recorded.identifying))


def _identifying(name: str) -> Feature:
    """The same value, and nobody else on the page has it; half of that where others have it, too."""

    def compare(recorded: Recorded, seen: ElementSnapshot) -> float | None:
        wanted = recorded.identifying.get(name)
        if wanted is None:
            return None
        now = attribute_of(seen, name)
        if now != wanted.value:
            return _nearly(name, wanted.value, now) if not wanted.fleeting else None
        return 1.0 if wanted.times <= 1 and wanted.vouched else 0.5

    return compare


def _nearly(name: str, recorded: str, now: str | None) -> float | None:
    """Another value; pages move to other folders, and what a link led to may be done by a script by now."""
    if name != "href":
        return 0.0
    if now is None or leads_nowhere(now):
        return None
    return 0.5 if same_page(recorded, now) else 0.0


IDENTIFYING_FEATURES: Final = {name: _identifying(name) for name in IDENTIFYING}


def _attribute(*names: str) -> Feature:
    def compare(recorded: Recorded, seen: ElementSnapshot) -> float | None:
        attributes = recorded.target.attributes
        pairs = [(attributes[name], seen.attributes.get(name)) for name in names if attributes.get(name)]
        return max(alike(one, other) or 0.0 for one, other in pairs) if pairs else None

    return compare


def _type(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    wanted = recorded.target.input_type or recorded.target.attributes.get("type")
    return None if wanted is None else float(wanted == (seen.input_type or seen.attributes.get("type")))


def _classes(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    if not recorded.classes:
        return None
    now = frozenset((seen.attributes.get("class") or "").split())
    return len(recorded.classes & now) / len(recorded.classes | now)


def _row(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    """The row without the element's own name: what is left says which record it is about."""
    if recorded.row_words is not None:
        if not (seen.in_row or holds_words(seen.near.row or "", recorded.row_words)):
            return 0.0
        if recorded.row is None:
            return 1.0 if recorded.row_alone else 0.5
    if recorded.row is None:
        return None
    now = bare_row(seen.near.row, recorded.called_now(seen))
    if now is None:
        return 0.0
    if now.folded == recorded.row.folded:
        return 1.0
    if now.numbers != recorded.row.numbers:
        return 0.5 * same_meaning(recorded.row, now)
    return same_meaning(recorded.row, now)


def _ancestors(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    """Half for tags and roles, half for their ids, too, which come and go."""
    one = recorded.target.ancestors[:6]
    if not one:
        return None
    other = seen.ancestors[:6]
    whole = _common(one, other)
    bare = whole if whole == len(one) else _common(_without_ids(one), _without_ids(other))
    return (whole + bare) / (len(one) + len(other)) if other else 0.0


def _without_ids(ancestors: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line.partition("#")[0] + line[line.find("[") :] if "#" in line and "[" in line
                 else line.partition("#")[0] for line in ancestors)  # fmt: skip


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for left in one:
        above = 0
        for place, right in enumerate(other, start=1):
            here = above + 1 if left == right else max(row[place], row[place - 1])
            above, row[place] = row[place], here
    return row[-1]


def _place(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    one, other = recorded.target.box, seen.box
    if one is None or other is None:
        return None
    across = one.x + one.width / 2 - other.x - other.width / 2
    down = one.y + one.height / 2 - other.y - other.height / 2
    return max(0.0, 1 - math.hypot(across, down) / _FAR)


def _size(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    one, other = recorded.target.box, seen.box
    if one is None or other is None:
        return None
    pairs = ((one.width, other.width), (one.height, other.height))
    ratios = [min(pair) / max(pair) if max(pair) > 0 else 1.0 for pair in pairs]
    return float(ratios[0] * ratios[1])


def _if_there(one: str | None, other: str | None) -> float | None:
    """As `alike`; what the page has nothing of contradicts nothing."""
    return alike(one, other) if other else None


def _near(name: str) -> Feature:
    def compare(recorded: Recorded, seen: ElementSnapshot) -> float | None:
        return alike(getattr(recorded.target.near, name), getattr(seen.near, name))

    return compare


def _heading(recorded: Recorded, seen: ElementSnapshot) -> float | None:
    return _if_there(recorded.target.near.heading, seen.near.heading)


FEATURES: Final[dict[str, tuple[Feature, str, str]]] = {
    "role": (_role, "the same role", "another role"),
    "tag": (_tag, "the same kind of element", "another kind of element"),
    "name": (_name, "the same name", "another name"),
    "meaning": (_meaning, "a name of the same meaning", "a name of another meaning"),
    "nothing_added": (_nothing_added, "no new word in its name", "new words in its name"),
    "vouched_for": (
        _vouched_for,
        "the same meaning or a value of its own",
        "neither the same meaning nor a value of its own",
    ),
    "label": (lambda r, s: _if_there(r.target.label, s.label), "the same label", "another label"),
    "placeholder": (
        lambda r, s: _if_there(r.target.placeholder, s.placeholder),
        "the same placeholder",
        "another placeholder",
    ),
    "test_id": (IDENTIFYING_FEATURES["test_id"], "the same test id", "another test id"),
    "id": (IDENTIFYING_FEATURES["id"], "the same id", "another id"),
    "form_name": (IDENTIFYING_FEATURES["name"], "the same form name", "another form name"),
    "href": (IDENTIFYING_FEATURES["href"], "the same address", "another address"),
    "title": (_attribute("title", "alt", "aria-label"), "the same title", "another title"),
    "type": (_type, "the same type", "another type"),
    "classes": (_classes, "the same classes", "other classes"),
    "section": (_near("section"), "the same section", "another section"),
    "heading": (_heading, "the same heading", "another heading"),
    "row": (_row, "the same row", "another row"),
    "before": (_near("before"), "the same text before", "other text before"),
    "after": (_near("after"), "the same text after", "other text after"),
    "ancestors": (_ancestors, "the same structure", "another structure"),
    "place": (_place, "the same place", "another place"),
    "size": (_size, "the same size", "another size"),
}
"""Name → the feature, and what it says where it is high and where it is low."""


def features_of(recorded: Recorded, seen: ElementSnapshot) -> dict[str, float]:
    """Every feature that can be compared."""
    found: dict[str, float] = {}
    for name, (feature, _, _) in FEATURES.items():
        value = feature(recorded, seen)
        if value is not None:
            found[name] = value
    return found
