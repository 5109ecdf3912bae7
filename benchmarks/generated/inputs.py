"""Which of an SOP's inputs holds which part of the shown work, and what it is given for the other."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchmarks.generated.task import Plan, Value, Work
from benchmarks.generated.trades import Field
from handrail.sop.document import Sop

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
)  # fmt: skip


@dataclass
class Given:
    """The values for a run; `constant` are parts of the work that no input holds."""

    values: dict[str, str] = field(default_factory=dict)
    constant: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Of these, what the SOP asks its owner about."""
    spare: list[str] = field(default_factory=list)
    """Inputs that hold no part of the work, or one that is the same in both."""


def given_for(sop: Sop, plan: Plan) -> Given:
    shown, other = plan.shown, plan.other
    found = Given()
    held: set[str] = set()
    given: dict[str, list[str]] = {}
    pairs = list(_pairs(plan, shown, other))
    for name, variable in sop.variables.items():
        now = variable.default or variable.example or ""
        words = f"{name} {variable.description or ''}".lower().replace("_", " ")
        fitting = [p for p in pairs if _same(p[1], now)]
        # Two parts of one text: the one that the input is called after.
        fitting.sort(key=lambda p: not any(w in words for w in p[3]))
        if not fitting:
            found.spare.append(f"{name}={now}")
            continue
        key, _, to, _ = fitting[0]
        found.values[name] = to
        held.add(key)
        given.setdefault(key, []).append(to)
    for key, before, to, _ in pairs:
        if key not in held and before != to:
            held.add(key)
            found.constant.append(f"{key}: {before} → {to}")
            if any(f"'{before}'" in one.question or before in one.question for one in sop.clarifications):
                found.asked.append(key)
    for key, part in _presets(plan, given):
        found.constant.append(f"{key}: {part} was there before, and not touched")
        if any("as the app shows it" in one.question for one in sop.clarifications):
            found.asked.append(key)
    return found


def _presets(plan: Plan, given: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Parts of a date or a time that other data have otherwise, and nobody chose."""
    for one in plan.fields:
        before, after = plan.shown.values.get(one.key), plan.other.values.get(one.key)
        if one.key not in given or one.kind not in {"date", "time"} or before == after:
            continue
        # A month may be given by its name, and a day stands in every date.
        parts = slice(0, 1) if one.kind == "date" else slice(1, 2)
        sign = "-" if one.kind == "date" else ":"
        pairs = list(zip(str(before).split(sign), str(after).split(sign), strict=True))
        whole = any(len(to) > len("00") for to in given[one.key])
        for was, part in pairs if one.kind == "date" and not whole else pairs[parts]:
            said = {part, part.lstrip("0")}
            if part != was and not any(word in to for to in given[one.key] for word in said):
                yield one.key, part
                break


def _same(one: str, two: str) -> bool:
    return one.strip().lower() == two.strip().lower()


def _pairs(plan: Plan, shown: Work, other: Work) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Each part of the work, as what is shown and what is given in its place, with words of its field."""
    if shown.record:
        yield "record", shown.record, other.record, ("record", plan.trade.noun, "name", "search")
    by_key = {f.key: f for f in (*plan.fields, plan.trade.state)}
    for key, before in shown.values.items():
        kind = by_key.get(key, Field(key, key, "text"))
        for one, two in _forms(kind, before, other.values[key], plan):
            yield key, one, two, (key, kind.label.lower(), *kind.label.lower().split())


def _forms(kind: Field, before: Value, after: Value, plan: Plan) -> Iterator[tuple[str, str]]:
    if isinstance(before, bool):
        return
    if isinstance(before, list):
        assert isinstance(after, list)
        one = next((o for o in before if o not in _kept(plan, plan.shown, kind)), before[0])
        two = next((o for o in after if o not in _kept(plan, plan.other, kind)), after[0])
        yield one, two
        yield ", ".join(before), ", ".join(after)
        return
    yield before, str(after)
    if kind.kind == "date":
        a, b = dt.date.fromisoformat(before), dt.date.fromisoformat(str(after))
        for form in ("%m/%d/%Y", "%d", "%m", "%Y", "%d %b %Y", "%B", "%b", "%B %Y"):
            yield a.strftime(form), b.strftime(form)
            yield a.strftime(form).lstrip("0"), b.strftime(form).lstrip("0")
    elif kind.kind == "time":
        for n in (0, 1):
            yield before.split(":")[n], str(after).split(":")[n]
    elif kind.kind == "rating":
        yield f"{before} stars", f"{after} {'star' if after == '1' else 'stars'}"
        yield f"{before} star", f"{after} {'star' if after == '1' else 'stars'}"
    elif kind.key == plan.trade.state.key:
        yield f"Mark as {before.lower()}", f"Mark as {str(after).lower()}"


def _kept(plan: Plan, work: Work, kind: Field) -> list[str]:
    record: Mapping[str, Value] = next((r for r in plan.records if r["name"] == work.record), {})
    kept = record.get(kind.key, [])
    return kept if isinstance(kept, list) else []
