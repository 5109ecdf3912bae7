"""Which tool wrote a file: told by what is in it, never by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, Literal

from handrail.compile.importers.source import Source
from handrail.errors import SourceError

Format = Literal["devtools", "selenium", "workflow-use", "runops-sop", "runops-workflow"]

NAMES: Final[dict[Format, str]] = {
    "devtools": "Chrome DevTools Recorder user flow",
    "selenium": "Selenium IDE project",
    "workflow-use": "workflow-use workflow",
    "runops-sop": "RunOps SOP",
    "runops-workflow": "RunOps workflow",
}

_READ: Final = (
    "Handrail reads DevTools Recorder flows, Selenium IDE projects (.side), workflow-use workflows, and SOPs "
    "and workflows of RunOps, all as JSON."
)
_DEVTOOLS_ONLY: Final = frozenset(
    {"navigate", "setViewport", "change", "keyDown", "keyUp", "doubleClick", "waitForElement"}
    | {"waitForExpression", "customStep", "emulateNetworkConditions", "close", "hover"}
)
_WORKFLOW_USE_ONLY: Final = frozenset(
    {"navigation", "input", "select_change", "key_press", "agent", "extract", "extract_page_content"}
    | {"go_back", "go_forward", "wait"}
)
_LONGEST_VERSION: Final = 20
_MAJORS: Final[dict[Format, tuple[int, ...]]] = {
    "selenium": (1, 2, 3, 4),
    "runops-sop": (0, 1),
    "runops-workflow": (0, 1),
}

_OTHERS: Final[tuple[tuple[str, Callable[[dict[str, Any]], bool], str], ...]] = (
    (
        "an SOP of Handrail already",
        lambda d: "schema_version" in d and isinstance(d.get("nodes"), list),
        "Use it as it is: `handrail check` and `handrail run` take it.",
    ),
    (
        "the head of a Handrail recording",
        lambda d: "start_url" in d and "handrail_version" in d,
        "Name the folder that it lies in.",
    ),
    ("a HAR file (network traffic)", lambda d: "entries" in _dict(d.get("log")), _READ),
    ("a Postman collection", lambda d: "item" in d and "info" in d, _READ),
    ("an n8n workflow", lambda d: isinstance(d.get("nodes"), list) and "connections" in d, _READ),
    ("a UI.Vision macro", lambda d: isinstance(d.get("Commands"), list), _READ),
    ("a Cypress or Playwright report", lambda d: "suites" in d and "config" in d, _READ),
    ("a JSON Schema", lambda d: "$schema" in d and "properties" in d, _READ),
)


def recognise(document: Source) -> Format:
    """The format of a file. Raises SourceError for any that Handrail does not read."""
    found = document.value
    if not isinstance(found, dict):
        raise SourceError(
            "It is JSON, but not a file of a tool that Handrail knows: it is not an object.",
            place=document.file,
            mend=_READ,
        )
    for what, fits, mend in _OTHERS[:2]:
        if fits(found):
            raise SourceError(f"It is {what}.", place=document.file, mend=mend)
    format = _format(found)
    if format is None:
        for name in ("steps", "tests"):
            document[name].entries()
        for what, fits, mend in _OTHERS[2:]:
            if fits(found):
                raise SourceError(
                    f"It is {what}, which Handrail does not read.", place=document.file, mend=mend
                )
        fields = ", ".join(f"'{name}'" for name in list(found)[:5]) or "none at all"
        raise SourceError(
            f"It is JSON, but not in a format that Handrail knows: its fields are {fields}.",
            place=document.file,
            mend=_READ,
        )
    _check_version(document, format)
    return format


def _format(found: dict[str, Any]) -> Format | None:
    if isinstance(_dict(found.get("public")).get("nodes"), list):
        return "runops-sop"
    if isinstance(_dict(_dict(found.get("execution")).get("workflow")).get("nodes"), list):
        return "runops-workflow"
    if isinstance(found.get("tests"), list) and _is_side(found):
        return "selenium"
    if isinstance(found.get("steps"), list):
        return _of_steps(found)
    return None


def _is_side(found: dict[str, Any]) -> bool:
    tests = [test for test in found["tests"] if isinstance(test, dict)]
    return any("commands" in test for test in tests) or {"suites", "urls"} <= found.keys()


def _of_steps(found: dict[str, Any]) -> Format | None:
    """Two formats call their steps `steps`: the types and the fields tell them apart."""
    steps = [step for step in found["steps"] if isinstance(step, dict)]
    types = {str(step.get("type")) for step in steps}
    fields = {key for step in steps for key in step}
    devtools = len(types & _DEVTOOLS_ONLY) + 2 * bool(fields & {"selectors", "assertedEvents"})
    workflow_use = (
        len(types & _WORKFLOW_USE_ONLY)
        + 2 * bool(fields & {"cssSelector", "target_text", "xpath", "elementTag"})
        + 2 * ("input_schema" in found)
        + ("workflow_analysis" in found)
    )
    if devtools == workflow_use:
        # Nothing but the head is left to go by.
        if "title" in found and not steps:
            return "devtools"
        return "workflow-use" if {"name", "description", "version"} <= found.keys() else None
    return "devtools" if devtools > workflow_use else "workflow-use"


def _check_version(document: Source, format: Format) -> None:
    """Another major version may mean another thing by the same words."""
    majors = _MAJORS.get(format)
    if majors is None:
        return
    head = document if format == "selenium" else document["meta"]
    source = document.first("schema_version", "schemaVersion", "format_version", "sop_version")
    version = source if source.there else head["version"]
    found = re.match(r"v?(\d{1,9})", version.text())
    if found is not None and int(found[1]) not in majors:
        known = f"{majors[0]} to {majors[-1]}"
        told = version.text()[:_LONGEST_VERSION]
        raise version.wrong(
            f"It is version {told} of the {NAMES[format]} format, and Handrail reads {known}.",
            "Export it in one of these versions.",
        )


def version_of(document: Source, format: Format) -> str:
    """The version of the format, where the file tells one."""
    match format:
        case "selenium":
            return document["version"].text()
        case "runops-sop" | "runops-workflow":
            return document["meta"]["version"].text()
        case _:
            return ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
