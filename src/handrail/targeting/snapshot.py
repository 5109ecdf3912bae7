"""Snapshots: what was seen of an element on the live page at one moment."""

from __future__ import annotations

from pydantic import Field

from handrail._model import Model
from handrail.sop.target import Box, Neighbourhood


class FormFacts(Model):
    """The form that an element belongs to: where its submission leads."""

    method: str = "get"
    action: str = ""
    name: str | None = None


class ElementSnapshot(Model):
    """An element of the live page, as the gate, the scoring and the journal see it."""

    tag: str
    role: str | None = None
    name: str = ""
    label: str | None = None
    placeholder: str | None = None
    text: str = ""
    input_type: str | None = None
    test_id: str | None = None
    attributes: dict[str, str] = Field(default_factory=dict)
    ancestors: tuple[str, ...] = ()
    near: Neighbourhood = Neighbourhood()
    box: Box | None = None
    visible: bool = True
    enabled: bool = True
    editable: bool = False
    masked: bool = False
    """A password or one-time-code field: its value is never read."""
    value: str | None = None
    checked: bool | None = None
    href: str | None = None
    form: FormFacts | None = None
