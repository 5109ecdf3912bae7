"""The JSON Schema of SOP files, with what the models' docstrings say as descriptions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from handrail.sop import action, condition, document, locator, node, target
from handrail.sop.document import Sop

_MODULES = (document, node, action, condition, target, locator)


def json_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of what `format.load` reads, for editors and other programs.

    It says what a document may hold; whether it holds together is said by `validate.problems`.
    """
    schema = schema_of(Sop, _MODULES, "Handrail SOP")
    return {**schema, "required": ["schema_version", *schema["required"]]}


def schema_of(model: type[BaseModel], modules: Sequence[ModuleType], title: str) -> dict[str, Any]:
    """The schema of a document model, described by the docstrings behind the fields in its modules."""
    schema = model.model_json_schema(by_alias=True, mode="validation")
    descriptions = {(name, field): text for part in modules for name, field, text in _field_texts(part)}
    definitions = schema.pop("$defs", {})
    for name, definition in {model.__name__: schema, **definitions}.items():
        for field, property_ in definition.get("properties", {}).items():
            if text := descriptions.get((name, field)):
                property_["description"] = text
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {**head, **{k: v for k, v in schema.items() if k != "title"}, "$defs": definitions}


def _field_texts(module: ModuleType) -> Iterator[tuple[str, str, str]]:
    """Model, field and text of every docstring that follows a field; base classes count for all models."""
    texts: dict[str, dict[str, str]] = {}
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.ClassDef):
            texts[statement.name] = dict(_after_fields(statement))
    for name, model in vars(module).items():
        if isinstance(model, type) and model.__module__ == module.__name__:
            for base in reversed(model.__mro__):
                yield from ((name, field, text) for field, text in texts.get(base.__name__, {}).items())


def _after_fields(statement: ast.ClassDef) -> Iterator[tuple[str, str]]:
    body = statement.body
    for field, text in pairwise(body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            yield field.target.id, inspect.cleandoc(str(text.value.value))
