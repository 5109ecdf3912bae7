"""What is shown in a generated app, and what the same work on other data must leave in it."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from benchmarks.generated.trades import TRADES, Field, Trade

Value: TypeAlias = str | bool | list[str]
Record: TypeAlias = dict[str, Value]
"""`name` and each field's key; dates as 2026-03-09, times as 14:30, numbers and ratings as digits."""

Deed: TypeAlias = Literal["add", "change", "remove", "state", "tick", "note"]
DEEDS: tuple[Deed, ...] = ("add", "change", "remove", "state", "tick", "note")
"""Add a record, change one in its form, remove one, change its state from the list, tick it and press what
stands above the list, write a note on its page."""

_WORDS = (
    "Handle with care", "Call before noon", "Second floor, left door", "Paid in advance", "Ask for the key",
    "Seen by the team", "Wait for the answer", "Send a copy to sales", "Nothing to add",
    "Check the serial number",
)  # fmt: skip
_NAMES = (
    "Cobalt vase", "Amber bowl", "Indigo jug", "Scarlet plate", "Ochre mug", "Silver spoon", "Jade cup",
    "Ivory tray",
)  # fmt: skip
_CALLERS = ("Rosa Keller", "Bram Visser", "Lucie Moreau", "Karl Ovesen", "Tess Byrne", "Milan Horvat")


@dataclass(frozen=True)
class Work:
    """A deed with its data: `record` is what it is done to, `values` what is given, by field."""

    deed: Deed
    record: str
    values: Mapping[str, Value]


@dataclass(frozen=True)
class Plan:
    """An app's trade and first records, the work that is shown and the same work on other data."""

    seed: int
    trade: Trade
    fields: tuple[Field, ...]
    records: tuple[Record, ...]
    shown: Work
    other: Work


def plan_of(seed: int, *, boxed: bool = True) -> Plan:
    """The plan of a number; `boxed` where the app draws a box for each option of what takes several."""
    draw = random.Random(f"plan {seed}")
    trade = draw.choice(TRADES)
    fields = tuple(f for f in trade.fields if f in draw.sample(trade.fields, draw.randint(4, 6)))
    names = draw.sample(trade.names, draw.randint(7, min(15, len(trade.names) - 2)))
    records = tuple(_record(draw, name, fields, trade.state) for name in names)
    deed = draw.choice(DEEDS)
    changed = tuple(f for f in fields if f in draw.sample(fields, min(len(fields), draw.randint(2, 3))))
    one, two = draw.sample(range(len(records)), 2)
    shown = _work(draw, deed, trade, fields, changed, records[one], {}, boxed)
    other = _work(draw, deed, trade, fields, changed, records[two], shown.values, boxed)
    return Plan(seed, trade, fields, records, shown, other)


def _work(
    draw: random.Random,
    deed: Deed,
    trade: Trade,
    fields: tuple[Field, ...],
    changed: tuple[Field, ...],
    record: Record,
    before: Mapping[str, Value],
    boxed: bool,
) -> Work:
    name = str(record["name"])
    given: dict[str, Value] = {}
    if deed == "add":
        given["name"] = _other(draw, Field("name", "Name", "text"), {"name": before.get("name", "")}, _NAMES)
        asked = fields
        record = {"name": ""}
    elif deed == "change":
        asked = changed
    elif deed == "state":
        asked = (trade.state,)
    elif deed == "note":
        asked = (Field("notes", "Note", "area"),)
    else:
        asked = ()
    for field in asked:
        given[field.key] = _given(draw, field, record, before, boxed)
    return Work(deed, name if deed != "add" else "", given)


def _given(
    draw: random.Random, field: Field, record: Record, before: Mapping[str, Value], boxed: bool
) -> Value:
    """What changes the record, and is not what was given before; yes and no change as they can."""
    if field.kind == "yesno":
        return not record.get(field.key, False)
    if field.kind == "several":
        # One more than there were. Where each option is a box of its own, the box that was shown is an input.
        kept = record.get(field.key) or []
        assert isinstance(kept, list)
        shown_last = before.get(field.key)
        rest = [o for o in field.options if o not in kept]
        if isinstance(shown_last, list):
            alike = [o for o in rest if o in shown_last]
            rest = alike[-1:] or rest if boxed else [o for o in rest if o not in shown_last] or rest
        added = draw.choice(rest or list(field.options))
        return [*kept, added]
    taken = {"a": record.get(field.key, ""), "b": before.get(field.key, "")}
    return _other(draw, field, taken)


def _other(
    draw: random.Random, field: Field, taken: Mapping[str, Value], names: tuple[str, ...] = _CALLERS
) -> str:
    for _ in range(50):
        value = _drawn(draw, field, names)
        if value not in taken.values():
            return value
    raise AssertionError(f"{field.key} has no other value")


def _drawn(draw: random.Random, field: Field, names: tuple[str, ...]) -> str:
    if field.kind in ("choice", "many"):
        return draw.choice(field.options)
    if field.kind == "area":
        return draw.choice(_WORDS)
    if field.kind == "number":
        return str(draw.randint(2, 40))
    if field.kind == "rating":
        return str(draw.randint(1, 5))
    if field.kind == "date":
        return (dt.date(2026, 1, 1) + dt.timedelta(days=draw.randint(300, 480))).isoformat()
    if field.kind == "time":
        return f"{draw.randint(8, 18):02}:{draw.choice((0, 30)):02}"
    return draw.choice(names)


def _record(draw: random.Random, name: str, fields: tuple[Field, ...], state: Field) -> Record:
    record: Record = {"name": name, "notes": ""}
    for field in (*fields, state):
        if field.kind == "yesno":
            record[field.key] = False
        elif field.kind == "several":
            record[field.key] = [draw.choice(field.options)] if draw.random() < 0.3 else []
        else:
            record[field.key] = _drawn(draw, field, _CALLERS)
    return record


def done(records: tuple[Record, ...], work: Work, state: Field, ticked: str) -> tuple[Record, ...]:
    """What the app must hold afterwards; `ticked` is the state that the button above the list gives."""
    rows: list[Record] = [dict(r) for r in records]
    if work.deed == "add":
        return (*rows, {"notes": "", state.key: state.options[0], **work.values})
    mine = next(r for r in rows if r["name"] == work.record)
    if work.deed == "remove":
        rows.remove(mine)
    elif work.deed == "tick":
        mine[state.key] = ticked
    else:
        mine.update(work.values)
    return tuple(rows)


def as_json(plan: Plan) -> dict[str, Any]:
    """What the page is told of its trade; the work is the person's."""
    told = [{"key": f.key, "label": f.label, "kind": f.kind, "options": f.options} for f in plan.fields]
    state = plan.trade.state
    return {
        "noun": plan.trade.noun,
        "nouns": plan.trade.nouns,
        # A record's page is a form at once only where what is done needs no more than that.
        "deed": plan.shown.deed,
        "fields": told,
        "state": {"key": state.key, "label": state.label, "kind": "choice", "options": state.options},
    }
