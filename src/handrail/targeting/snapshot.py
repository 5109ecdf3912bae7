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


class Chosen(Model):
    """What one list, group of radio buttons or box says at the moment."""

    field: str = ""
    """Its label, and its name in the form."""
    option: str
    """Empty where nothing is chosen."""
    value: str | None = None
    ticked: bool = False
    """A box, which stands ticked, and not one of several options."""


class LeadFacts(Model):
    """Where acting on an element leads, and what is said around it, as the gate judges it."""

    dialog: str | None = None
    """What the dialog around the element says."""
    method: str | None = None
    """The method that its attributes (`data-method`, `hx-delete`) or a hidden field of its form declare."""
    url: str | None = None
    """The address that goes with it."""
    confirm: str | None = None
    """The question that the page will ask first."""
    fields: tuple[str, ...] = ()
    """Kinds of fields in the form that say what it is for: `password`, `new-password`, `cc-number`, `file`,
    `email`, `message`, `amount`, …"""
    submit: str | None = None
    """Of a field: the name of the button that Enter presses."""
    alone: bool = False
    """Of a button: whether no other one in sight sends its form, or not to where this one does."""
    money: tuple[str, ...] = ()
    """Amounts of money in the dialog, form or row, as they are written there."""
    ticked: int | None = None
    """How many rows are ticked; none where nothing can be ticked."""
    chosen: tuple[Chosen, ...] = ()
    """What is chosen in the lists and boxes that go with a button; where that says only "Go", it is what will
    be done."""
    lang: str | None = None
    """The language that the page declares for the element, in two small letters."""
    drawn: str | None = None
    """What it shows together with the words that the style sheet writes on it; none where it writes none."""


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
    counted: bool = False
    """A number that nobody types, between two buttons that count it."""
    value: str | None = None
    checked: bool | None = None
    expanded: bool | None = None
    """Whether what it folds and unfolds is shown; none where it says nothing of that."""
    href: str | None = None
    form: FormFacts | None = None
    in_row: bool | None = None
    """Whether it stands in the row that its target demands; none where it demands none."""
    under_column: bool | None = None
    """Whether its row says what it is called by under the heading that the target's locator names; none where
    that names none, or no cell of the row stands under it."""
    leads: LeadFacts = LeadFacts()
    """Known of the elements that a step may use, and of no others."""
    under_label: bool | None = None
    """Of a box: whether its own label lies over its middle; none where something else does, or that is not in
    sight. Known as `leads` is."""
