"""The selectors of recorded flows: css, `aria/`, `pierce/`, `xpath/`, `text/`, and paths of them."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.importers.evidence import Evidence, is_css
from handrail.compile.importers.source import Source
from handrail.sop.locator import Locator
from handrail.targeting.exact import describe_locator

_ARIA_PART: Final = re.compile(r"""\[\s*(name|role)\s*=\s*(?:"([^"]*)"|'([^']*)')\s*\]""")
_DEEP: Final = re.compile(r"\s*>>>>?\s*")
_WHOLE_TEXT: Final = 12
"""The Recorder writes shorter texts whole, and of longer ones as much as tells the element from others."""


def evidence_of(selectors: Source, *, field: bool) -> Evidence:
    """What the alternative selectors of a step tell of its element."""
    evidence = Evidence(field=field)
    if isinstance(selectors.value, str):
        _read(evidence, selectors, [selectors.value])
        return evidence
    for selector in selectors.entries():
        parts = selector.value if selector.is_list() else [selector.text()]
        if parts and all(isinstance(part, str) and part for part in parts):
            _read(evidence, selector, parts)
        else:
            selector.left("it is no selector")
    return evidence


def _read(evidence: Evidence, source: Source, parts: list[str]) -> None:
    path = [part for given in parts for part in _pieces(given)]
    if not path:
        source.left("it is no selector")
        return
    if any("::-p-" in part for part in path):
        source.left("it is written in Puppeteer's own selector language")
        return
    if not all(is_css(part.removeprefix("pierce/")) for part in path if _is_css(part)):
        source.left("it is no selector of a recorded flow")
        return
    within: Locator | None = None
    for outer in path[:-1]:
        within = _one(Evidence(), outer, within)
    locator = _one(evidence, path[-1], within)
    outer_css = tuple(part.removeprefix("pierce/") for part in path[:-1] if _is_css(part))
    if outer_css and len(outer_css) == len(path) - 1:
        evidence.hosts(outer_css)
    source.mapped(f"locator: {describe_locator(locator)}")


def _pieces(selector: str) -> list[str]:
    """A selector that goes into shadow trees by itself (`a >>> b`), piece by piece."""
    if not _is_css(selector):
        return [selector]
    prefix = "pierce/" if selector.startswith("pierce/") else ""
    return [f"{prefix}{piece}" for piece in _DEEP.split(selector.removeprefix("pierce/")) if piece]


def _is_css(selector: str) -> bool:
    return not selector.startswith(("aria/", "xpath/", "text/", "//", "(//"))


def _one(evidence: Evidence, selector: str, within: Locator | None) -> Locator:
    if selector.startswith("aria/"):
        return _aria(evidence, selector.removeprefix("aria/"), within)
    if selector.startswith("xpath/"):
        return evidence.xpath(selector.removeprefix("xpath/"), within)
    if selector.startswith(("//", "(//")):
        return evidence.xpath(selector, within)
    if selector.startswith("text/"):
        text = selector.removeprefix("text/")
        return evidence.text(text, within, whole=len(text) < _WHOLE_TEXT)
    return evidence.css(selector.removeprefix("pierce/"), within)


def _aria(evidence: Evidence, selector: str, within: Locator | None) -> Locator:
    given = {key: first or second for key, first, second in _ARIA_PART.findall(selector)}
    name = given.get("name") or _ARIA_PART.sub("", selector).strip()
    role = given.get("role")
    if role:
        return evidence.role(role, name or None, within)
    return evidence.named(name, within)
