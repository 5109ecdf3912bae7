"""Any SOP that the models allow, for property tests; most of them make no sense."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from handrail.sop.document import Sop

Json = dict[str, Any]

_TEXT = st.text(max_size=12)
_LONG_TEXT = st.text(max_size=150)
_ID = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True)
_NUMBER = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-1000, 1000)


def _some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({}, optional=fields)


def _of(kind: str, name: str, /, *, also: Json | None = None, **fields: Any) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({kind: st.just(name), **fields}, optional=also or {})


def _locators() -> st.SearchStrategy[Json]:
    def forms(within: Json) -> st.SearchStrategy[Json]:
        return st.one_of(
            _of("by", "role", role=_TEXT, also={"name": _TEXT, **within}),
            _of("by", "label", text=_TEXT, also=within),
            _of("by", "test_id", value=_TEXT, also={"attribute": _TEXT, **within}),
            _of("by", "row", text=_TEXT, also=within),
            _of("by", "heading", text=_TEXT, also=within),
            _of("by", "css", css=_TEXT, also=within),
            _of("by", "xpath", xpath=_TEXT, also=within),
        )

    return st.recursive(forms({}), lambda inner: forms({"within": inner}), max_leaves=3)


_TARGET = _some(
    role=_TEXT,
    name=_TEXT,
    input_type=_TEXT,
    attributes=st.dictionaries(st.sampled_from(["id", "label", "type", "data-x"]), _TEXT, max_size=3),
    ancestors=st.lists(_TEXT, max_size=2),
    near=_some(heading=_TEXT, section=_TEXT),
    frame=st.lists(_some(name=_TEXT).map(lambda frame: {"locators": [], **frame}), max_size=1),
    box=st.fixed_dictionaries(dict.fromkeys(("x", "y", "width", "height"), _NUMBER)),
    locators=st.lists(_locators(), max_size=2),
)

_CONDITION = st.recursive(
    st.one_of(
        _of("kind", "element", state=st.sampled_from(["present", "hidden"]), also={"target": _TARGET}),
        _of("kind", "text", also={"contains": _LONG_TEXT, "matches": _TEXT, "target": _TARGET}),
        _of("kind", "count", target=_TARGET, number=st.integers(-(2**70), 2**70)),
        _of("kind", "variable", name=_TEXT, comparison=st.sampled_from(["set", "less"])),
        _of("kind", "response", path=_TEXT, also={"status": st.none() | st.integers(100, 599)}),
    ),
    lambda inner: st.one_of(
        _of("kind", "all", of=st.lists(inner, max_size=2)), _of("kind", "not", condition=inner)
    ),
    max_leaves=3,
)

_ACTION = st.one_of(
    _of("do", "open", url=_LONG_TEXT),
    _of("do", "fill", value=_LONG_TEXT),
    _of("do", "click", also={"modifiers": st.just(["Alt"]), "position": st.tuples(_NUMBER, _NUMBER)}),
    _of("do", "drag", onto=_TARGET),
    _of("do", "request", url=_TEXT, headers=st.dictionaries(_TEXT, _TEXT, max_size=2)),
)

_COMMON: Json = {
    "intent": _LONG_TEXT,
    "retry": _some(times=st.integers(0, 10)),
    "timeout": st.floats(min_value=0.001, max_value=1e6),
    "before": st.lists(_CONDITION, max_size=1),
    "done_when": st.lists(_CONDITION, max_size=2),
}

_NODE = st.recursive(
    st.one_of(
        _of(
            "type",
            "task",
            id=_ID,
            label=_TEXT,
            action=_ACTION,
            effect=st.sampled_from(["none", "once"]),
            also={**_COMMON, "target": _TARGET, "opens": _TEXT, "skills": st.lists(_ACTION, max_size=1)},
        ),
        _of("type", "end", id=_ID, also={"label": _TEXT}),
        _of(
            "type",
            "decision",
            id=_ID,
            label=_TEXT,
            question=_TEXT,
            outcomes=st.lists(_TEXT, min_size=2, max_size=3),
            default=_TEXT,
            also={"check": st.dictionaries(_TEXT, _CONDITION, max_size=2)},
        ),
    ),
    lambda inner: _of(
        "type", "group", id=_ID, label=_TEXT, children=st.lists(inner, max_size=2), also=_COMMON
    ),
    max_leaves=4,
)

_VARIABLE = _some(type=st.sampled_from(["text", "date"]), default=_TEXT, secret=st.booleans(), example=_TEXT)


def sops() -> st.SearchStrategy[Sop]:
    """Any SOP."""
    return st.fixed_dictionaries(
        {
            "meta": st.fixed_dictionaries({"id": _ID, "title": _TEXT}, optional={"tags": st.lists(_TEXT)}),
            "nodes": st.lists(_NODE, max_size=3),
        },
        optional={
            "environment": _some(domains=st.lists(_TEXT, max_size=2), sign_in=st.none() | _TEXT),
            "variables": st.dictionaries(_TEXT | st.sampled_from(["label", "id"]), _VARIABLE, max_size=3),
            "edges": st.lists(
                st.fixed_dictionaries({"from": _TEXT, "to": _TEXT}, optional={"when": _TEXT}), max_size=2
            ),
        },
    ).map(Sop.model_validate)
