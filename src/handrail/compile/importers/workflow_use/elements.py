"""Elements of workflow-use steps: selectors of its recorder, or the words that people see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from handrail.compile.importers.evidence import Evidence, css_string, frame_number, is_css
from handrail.compile.importers.source import Source

_IN_PLACE: Final = re.compile(r"\s*\(in ([^()]+)\)\s*$")
_OF_SEVERAL: Final = re.compile(r"\s*\((item \d+ of \d+|first|last|\d+(?:st|nd|rd|th))\)\s*$", re.IGNORECASE)
_NOTHING: Final = frozenset({"", "element", "none", "null"})
_LONGEST_TEXT: Final = 80


def evidence_of(step: Source, text: Callable[[str], str], *, field: bool) -> Evidence:
    """What a step tells of its element; `text` turns placeholders into templates."""
    evidence = Evidence(field=field)
    if step["elementTag"].there:
        evidence.tag(step["elementTag"].text())
        step["elementTag"].mapped("target.tag")
    _selectors(evidence, step, text)
    _strategies(evidence, step["selectorStrategies"], text)
    shown = " ".join(step["elementText"].text().split())
    if shown and not field and len(shown) <= _LONGEST_TEXT:
        evidence.text(text(shown))
        step["elementText"].mapped("locator: text")
    elif shown:
        step["elementText"].left("it is too long, or a field's, to tell the element")
    _words(evidence, step, text, field=field)
    if step["container_hint"].there:
        evidence.section = text(step["container_hint"].text())
        step["container_hint"].mapped("target.near.section")
    path = step["frameIdPath"].text()
    if re.fullmatch(r"\d{1,4}(\.\d{1,4})*", path):
        evidence.frame = tuple(frame_number(int(part)) for part in path.split(".")[1:])
        step["frameIdPath"].mapped("target.frame, by the frames' places in their documents")
    return evidence


def _selectors(evidence: Evidence, step: Source, text: Callable[[str], str]) -> None:
    for name in ("cssSelector", "xpath"):
        source = step[name]
        written = source.text().strip()
        if not written:
            continue
        if name == "xpath" or written.startswith(("xpath=", "/", "(/")):
            evidence.xpath(text(written.removeprefix("xpath=")))
        elif not _css_path(evidence, written, text):
            source.left("it is no selector that Handrail knows")
            continue
        source.mapped(f"locator: {'xpath' if name == 'xpath' else 'css'}")


def _css_path(evidence: Evidence, written: str, text: Callable[[str], str]) -> bool:
    """A selector, or several on the way into shadow trees: `css=outer >> deep=inner`."""
    pieces = [re.sub(r"^(css|deep)=", "", piece.strip()) for piece in written.split(">>")]
    if not all(map(is_css, pieces)):
        return False
    within = None
    for outer in pieces[:-1]:
        within = Evidence().css(text(outer), within)
    evidence.css(text(pieces[-1]), within)
    evidence.hosts(tuple(text(outer) for outer in pieces[:-1]))
    return True


def _strategies(evidence: Evidence, strategies: Source, text: Callable[[str], str]) -> None:
    """Alternatives that newer versions note: each with a type and a value."""
    for strategy in strategies.entries():
        kind = strategy["type"].text().lower()
        value = text(strategy["value"].text())
        if not value:
            strategy.left("it has no value")
        elif "xpath" in kind:
            evidence.xpath(value)
        elif kind in ("css", "css_selector", "id"):
            evidence.css(value if kind != "id" or value.startswith("#") else f"[id={css_string(value)}]")
        elif kind in ("aria_label", "label"):
            evidence.label(value)
        elif kind == "placeholder":
            evidence.placeholder(value)
        elif kind in ("text_exact", "text", "exact_text"):
            evidence.text(value)
        else:
            strategy.left("a way to search by likeness; Handrail looks for exactly this element")
            continue
        if value:
            strategy.mapped("locator")


def _words(evidence: Evidence, step: Source, text: Callable[[str], str], *, field: bool) -> None:
    """The words by which newer workflows name the element."""
    source = step["target_text"]
    written = _OF_SEVERAL.sub("", source.text()).strip()
    if found := _IN_PLACE.search(written):
        evidence.section = text(found[1])
        written = _IN_PLACE.sub("", written)
    if written.lower() in _NOTHING:
        if written:
            source.left("it says no more than that there is an element")
        return
    words = text(written)
    if field:
        evidence.label(words)
        evidence.placeholder(words)
        if re.fullmatch(r"[\w.-]+", written):
            evidence.css(f"[name={css_string(written)}]")
            evidence.css(f"[id={css_string(written)}]")
    else:
        evidence.named(words)
        evidence.text(words)
    source.mapped("locators by label, name and text")


def place_hint(step: Source) -> str:
    """Which of several like elements is meant, where the file says so."""
    found = _OF_SEVERAL.search(step["target_text"].text())
    hint = step["position_hint"].text().strip()
    return "" if hint.lower() in _NOTHING else hint or (found[1] if found else "")
