"""The locators of Selenium IDE: `id=`, `name=`, `css=`, `xpath=`, `linkText=` and their like."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.importers.evidence import Evidence, css_id, css_string, is_css, xpath_string
from handrail.sop.locator import Locator

_STRATEGY: Final = re.compile(r"^([a-zA-Z]+)=(.*)$", re.DOTALL)


def add_locator(evidence: Evidence, locator: str) -> Locator | None:
    """Tell the evidence of one locator; none for a kind that no locator of an SOP stands for."""
    text = locator.strip()
    if text.startswith(("//", "(//", "./")):
        return evidence.xpath(text)
    found = _STRATEGY.match(text)
    if found is None:
        # Without a kind it is an id or a name, as in the old Selenium.
        return _identifier(evidence, text) if text and not text.startswith("document.") else None
    kind, value = found[1].lower(), found[2]
    if not value:
        return None
    match kind:
        case "id":
            return evidence.css(css_id(value))
        case "name":
            # The old Selenium allowed more after the name: `name=flag value=yes`.
            return evidence.css(f"[name={css_string(value.split(' value=')[0])}]")
        case "css":
            return evidence.css(value) if is_css(value) else None
        case "xpath":
            return evidence.xpath(value)
        case "linktext" | "link":
            evidence.tag("a")
            return evidence.role("link", value.removeprefix("exact:"))
        case "partiallinktext":
            return evidence.xpath(f"//a[contains(., {xpath_string(value)})]")
        case "class" | "classname":
            return evidence.css(f".{value}")
        case "identifier":
            return _identifier(evidence, value)
        case "tagname":
            return evidence.css(value)
        case _:
            return None


def _identifier(evidence: Evidence, value: str) -> Locator:
    return evidence.css(f"[id={css_string(value)}], [name={css_string(value)}]")
