"""Targets: what is known of an element, so that it is found again when the page has changed."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field

from handrail._model import Model
from handrail.sop.locator import Locator


class Box(Model):
    """A rectangle in CSS pixels of the viewport."""

    x: float
    y: float
    width: float
    height: float


class Neighbourhood(Model):
    """What stands around the element; texts are trimmed to 80 characters, but for the dialog's."""

    heading: str | None = None
    """The nearest heading before the element."""
    section: str | None = None
    """The accessible name of the nearest landmark, form, dialog, fieldset or table."""
    row: str | None = None
    """The text of the table row or list item that holds the element."""
    cells: tuple[str, ...] = ()
    """What the parts of that row say, each by itself. Recordings have it, procedures go without."""
    before: str | None = None
    """The nearest text before the element."""
    after: str | None = None
    """The nearest text after the element."""
    group: str | None = None
    """What the radio buttons are called of which the element is one."""
    dialog: str | None = None
    """What the dialog says that a recorded button stands in: what it answers, for the gate to compare."""


class FrameStep(Model):
    """One `<iframe>` on the way from the page to the element's document, outermost first."""

    locators: tuple[Locator, ...]
    name: str | None = None
    label: str | None = None
    """What the page writes before the frame: what an editor in it is called, a hint as well."""
    url: str | None = None
    """The frame's address when recorded; a hint, never a condition."""


class Target(Model):
    """The description of an element that survives change.

    `locators` come best first; each found exactly this element, alone, on the recorded page.
    """

    role: str | None = None
    name: str | None = None
    label: str | None = None
    placeholder: str | None = None
    text: str | None = None
    tag: str | None = None
    input_type: str | None = None
    test_id: str | None = None
    attributes: dict[str, str] = Field(default_factory=dict)
    ancestors: tuple[str, ...] = ()
    """Tags with role or id from the parent outwards, at most eight: `form#contact`, `section[region]`."""
    near: Neighbourhood = Neighbourhood()
    frame: tuple[FrameStep, ...] = ()
    shadow: tuple[str, ...] = ()
    """CSS of the shadow hosts, outermost first; empty in the light tree."""
    box: Box | None = None
    picture: str | None = None
    """Content address of a picture of the element: `sha256:…`."""
    locators: tuple[Locator, ...] = ()


_EDITOR_WORDS: Final = re.compile(r"\b(rich[- ]?text|text area|editor|editing area|wysiwyg)\b", re.IGNORECASE)
"""How libraries of editors name what they draw."""


def editor_caption(target: Target) -> str:
    """What the form calls an editor that says of itself no more than that it is one; empty for all else."""
    framed = target.tag in {"body", "html"} and bool(target.frame)
    if not framed and target.attributes.get("contenteditable", "false") == "false":
        return ""
    own = target.label or target.name or target.placeholder or ""
    before = target.frame[-1].label if framed else target.near.before
    return before or "" if not own or _EDITOR_WORDS.search(own) else ""


def tag_of(around: str) -> str:
    """The tag of an element by how it is told among those around another: `div` of `div[dialog]`."""
    return around.partition("#")[0].partition("[")[0]
