"""The small functions that an exported script may hold, and what they and the script import."""

from __future__ import annotations

import ast
from typing import Final

from handrail.compile.exporters.helper import Helper
from handrail.compile.exporters.page_helpers import PAGE_HELPERS
from handrail.compile.exporters.value_helpers import VALUE_HELPERS

IMPORTS: Final = {
    "Any": "typing",
    "APIResponse": "playwright.sync_api",
    "Callable": "collections.abc",
    "Dialog": "playwright.sync_api",
    "Error": "playwright.sync_api",
    "Iterator": "collections.abc",
    "Locator": "playwright.sync_api",
    "NamedTuple": "typing",
    "Page": "playwright.sync_api",
    "Path": "pathlib",
    "Response": "playwright.sync_api",
    "Sequence": "collections.abc",
    "contextmanager": "contextlib",
    "dataclass": "dataclasses",
    "date": "datetime",
    "datetime": "datetime",
    "expect": "playwright.sync_api",
    "field": "dataclasses",
    "suppress": "contextlib",
    "timedelta": "datetime",
    "sync_playwright": "playwright.sync_api",
}
"""Name → the module that a script imports it from."""

MODULES: Final = ("argparse", "csv", "json", "os", "re", "sys", "time")

RESERVED: Final = (
    *IMPORTS,
    *MODULES,
    *("DOWNLOADS", "HERE", "answer", "args", "chooser", "context", "download", "main", "page", "pages"),
    *("parser", "playwright", "popup", "problem", "response", "secret", "turn"),
)
"""Names that steps and variables of a script must not take."""


def imports_of(source: str) -> list[str]:
    """The import lines that the source needs."""
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    lines = [f"import {module}" for module in MODULES if module in used]
    modules: dict[str, list[str]] = {}
    for name, module in IMPORTS.items():
        if name in used:
            modules.setdefault(module, []).append(name)
    standard = [module for module in sorted(modules) if not module.startswith("playwright")]
    lines += [f"from {module} import {', '.join(_sorted(modules[module]))}" for module in standard]
    ours = [f"from {m} import {', '.join(_sorted(modules[m]))}" for m in sorted(modules) if m not in standard]
    return [*lines, "", *ours] if ours else lines


def _sorted(names: list[str]) -> list[str]:
    """As import sorters want them: classes before functions."""
    return sorted(names, key=lambda name: (name[0].islower(), name))


HELPERS: Final[dict[str, Helper]] = {**PAGE_HELPERS, **VALUE_HELPERS}
