"""Streams of recorded events for the merging tests, as browsers report them and as chaos would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

from handrail.recording.event import RecordedEvent
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target

_EVENT: TypeAdapter[RecordedEvent] = TypeAdapter(RecordedEvent)

Facts = dict[str, Any]


def field(name: str) -> Target:
    return Target(tag="input", locators=(CssLocator(by="css", css=f"#{name}"),))


def stream(facts: Sequence[Facts]) -> tuple[RecordedEvent, ...]:
    """Events in order, numbered from 0 without gaps, as a recorder numbers them."""
    return tuple(
        _EVENT.validate_python({"seq": seq, "t": seq * 10.0, **fact}) for seq, fact in enumerate(facts)
    )


def key(name: str, on: str = "a", **more: Any) -> Facts:
    return {"kind": "key_down", "key": name, "target": field(on), **more}


def key_up(name: str) -> Facts:
    return {"kind": "key_up", "key": name}


def typed(text: str, on: str = "a", before: str = "") -> list[Facts]:
    facts: list[Facts] = []
    value = before
    for letter in text:
        facts.append(key(letter, on))
        facts.append({"kind": "input", "target": field(on), "value": value + letter, "before": value})
        value += letter
        facts.append(key_up(letter))
    return facts


def pointer(kind: str, at: tuple[float, float] = (1, 1), **more: Any) -> Facts:
    return {"kind": kind, "x": at[0], "y": at[1], **more}


def clicked(at: tuple[float, float] = (1, 1), clicks: int = 1) -> list[Facts]:
    return [pointer("mouse_down", at), pointer("mouse_up", at), pointer("click", at, clicks=clicks)]


def double_clicked(at: tuple[float, float] = (1, 1)) -> list[Facts]:
    return [*clicked(at), *clicked(at, 2), pointer("double_click", at)]


def moved(*path: tuple[float, float]) -> list[Facts]:
    return [pointer("mouse_move", at) for at in path]


def scrolled(top: float, on: str | None = None, dy: float = 10) -> Facts:
    return {"kind": "scroll", "target": field(on) if on else None, "top": top, "dy": dy}


def changed(after: int) -> Facts:
    page = {"url": "https://app.test/"}
    return {"kind": "changed", "after": after, "before_state": page, "state": page}


_names = st.sampled_from(["a", "b"])
_points = st.tuples(st.integers(0, 2), st.integers(0, 2))
_keys = st.sampled_from(["x", "y", " ", "Backspace", "Shift", "Tab", "Enter", "ArrowDown", "Escape", ""])

_gestures = st.one_of(
    st.builds(lambda text, on: typed(text, on), st.text("xyz", min_size=1, max_size=3), _names),
    st.builds(lambda name, on: [key(name, on), key_up(name)], _keys, _names),
    st.builds(lambda on: [key("Enter", on, entry=field("entry")), key_up("Enter")], _names),
    st.builds(clicked, _points),
    st.builds(double_clicked, _points),
    st.builds(lambda at: [pointer("mouse_down", at), pointer("mouse_up", at)], _points),
    st.builds(lambda path: moved(*path), st.lists(_points, min_size=1, max_size=4)),
    st.builds(lambda tops, on: [scrolled(t, on) for t in tops], st.lists(st.integers(0, 9)), _names),
    st.builds(lambda: [{"kind": "hover", "target": field("a")}]),
    st.builds(lambda: [{"kind": "navigated", "to": "https://app.test/", "cause": "consequence"}]),
)


def _with_observations(gestures: list[list[Facts]]) -> tuple[RecordedEvent, ...]:
    facts: list[Facts] = []
    for gesture in gestures:
        facts.extend(gesture)
        if facts and len(facts) % 3 == 0:
            facts.append(changed(after=len(facts) - 1))
    return stream(facts)


recordings = st.lists(_gestures, max_size=12).map(_with_observations)
"""What browsers really report."""

_loose = st.one_of(
    st.builds(lambda name, on: key(name, on), _keys, _names),
    st.builds(lambda on: key("Enter", on, entry=field("entry")), _names),
    st.builds(lambda name: key_up(name), _keys),
    st.builds(
        lambda on, value: {"kind": "input", "target": field(on), "value": value, "before": "?"},
        _names,
        st.text("xyz", max_size=3),
    ),
    st.builds(
        lambda kind, at, page: pointer(kind, at, page=page),
        st.sampled_from(["mouse_move", "mouse_down", "mouse_up", "context_menu", "double_click"]),
        _points,
        st.sampled_from(["p1", "p2"]),
    ),
    st.builds(
        lambda at, clicks, by_key: pointer("click", at, clicks=clicks, by_key=by_key),
        _points,
        st.integers(1, 3),
        st.booleans(),
    ),
    st.builds(scrolled, st.integers(0, 9), st.none() | _names),
    st.builds(
        lambda keys, on: {"kind": "keys", "keys": keys, "target": field(on)},
        st.lists(_keys, min_size=1),
        _names,
    ),
    st.builds(changed, st.integers(0, 20)),
    st.builds(lambda: {"kind": "hover", "target": field("a")}),
    st.builds(lambda: {"kind": "check", "target": field("b"), "checked": True}),
)

chaos = st.lists(_loose, max_size=25).map(stream)
"""Any order of events: what merging must bear, though no browser reports it."""
