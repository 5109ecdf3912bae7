"""The JSON Schema says what the models say."""

from __future__ import annotations

import json
from typing import Any

from handrail.sop.schema import json_schema


def _references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(_references(entry) for entry in value.values()))
    if isinstance(value, list):
        return set().union(*(_references(entry) for entry in value))
    return set()


def test_the_schema_is_whole_and_strict() -> None:
    schema = json_schema()
    json.dumps(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == "Handrail SOP"
    assert "$id" not in schema
    assert set(schema["required"]) == {"schema_version", "meta", "nodes"}
    assert {reference.removeprefix("#/$defs/") for reference in _references(schema)} <= set(schema["$defs"])
    models = {name: definition for name, definition in schema["$defs"].items() if name != "JsonValue"}
    assert all(definition["additionalProperties"] is False for definition in (schema, *models.values()))


def test_edges_are_described_as_they_are_written() -> None:
    assert set(json_schema()["$defs"]["Edge"]["properties"]) == {"from", "to", "when"}


def test_models_and_fields_are_described() -> None:
    definitions = json_schema()["$defs"]
    assert definitions["Task"]["description"] == "One action on one target."
    assert definitions["Task"]["properties"]["opens"]["description"].startswith("Name for the tab or popup")
    assert definitions["Loop"]["properties"]["timeout"]["description"].startswith("Seconds for finding")
    assert "description" not in definitions["Task"]["properties"]["label"]
