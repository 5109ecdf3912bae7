"""Other names for an SOP's variables, everywhere at once; and the hash of all that is not words. Pure."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from handrail.sop.document import Sop

_SPAN: Final = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_TOKEN: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\|\s*\w+|[.]?\w+(?::\w+)?|.", re.DOTALL)
_WORDS: Final = ("label", "intent", "context", "risk")


def renamed(sop: Sop, names: Mapping[str, str]) -> Sop:
    """The SOP with these variables by their new names, in templates and wherever a variable is named."""
    if not names:
        return sop
    written = _renamed(sop.model_dump(mode="json", by_alias=True), dict(names))
    written["variables"] = {names.get(name, name): facts for name, facts in written["variables"].items()}
    return Sop.model_validate(written)


def deeds_hash(sop: Sop) -> str:
    """The same for SOPs that do the same: steps, targets, values, criteria, effects, edges and environment,
    whatever their words and whatever their variables are called."""
    numbered = {name: f"v{number}" for number, name in enumerate(sop.variables)}
    written = _renamed(sop.model_dump(mode="json", by_alias=True), numbered)
    deeds = {
        "environment": written["environment"],
        "nodes": _bare(written["nodes"]),
        "edges": written["edges"],
        "variables": [{**facts, "description": ""} for facts in written["variables"].values()],
    }
    return hashlib.sha256(json.dumps(deeds, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _bare(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            key: _bare(value) if key == "children" else value
            for key, value in node.items()
            if key not in _WORDS
        }
        for node in nodes
    ]


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _SPAN.sub(lambda span: _in_span(span[0], names), value)
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    return _where_named({key: _renamed(one, names) for key, one in value.items()}, names)


def _where_named(facts: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The places outside of templates at which an SOP names a variable."""
    into = facts.get("into")
    if isinstance(into, str):
        facts["into"] = names.get(into, into)
    elif isinstance(into, dict):
        facts["into"] = {names.get(name, name): path for name, path in into.items()}
    if facts.get("do") == "set" or facts.get("kind") == "variable":
        facts["name"] = names.get(facts["name"], facts["name"])
    if facts.get("type") == "loop" and facts.get("variable"):
        facts["variable"] = names.get(facts["variable"], facts["variable"])
    if facts.get("type") == "generate":
        facts["inputs"] = [names.get(name, name) for name in facts["inputs"]]
    if facts.get("type") in ("decision", "extract"):
        facts["evidence"] = [
            names.get(one, one) if isinstance(one, str) else one for one in facts.get("evidence", ())
        ]
    return facts


def _in_span(span: str, names: Mapping[str, str]) -> str:
    """Within `{{ }}`: names at the beginning of a path; not filters, texts, or parts of a path."""
    return "".join(names.get(token, token) for token in _TOKEN.findall(span))
