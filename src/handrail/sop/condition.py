"""Conditions: checkable statements about a page, a variable, a file or a response.

They serve decisions, loops and completion criteria alike. A condition that needs a channel which this
version does not have yet is valid in a document and refused before a run starts.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handrail._model import Model
from handrail.sop.target import Target

Comparison = Literal["equals", "not_equals", "less", "at_most", "more", "at_least"]


class ElementIs(Model):
    """The element is in a state; without `target` it is the node's own target."""

    kind: Literal["element"]
    state: Literal["present", "absent", "visible", "hidden", "enabled", "disabled", "checked", "unchecked"]
    target: Target | None = None


class TextIs(Model):
    """Visible text of an element, or of the whole page without `target`; white space is folded."""

    kind: Literal["text"]
    contains: str | None = None
    equals: str | None = None
    matches: str | None = None
    """A regular expression, searched for."""
    target: Target | None = None


class ValueIs(Model):
    """The value of a form control; without `target` it is the node's own target.

    A select matches by its option's text or value; a file field by file name; a check box by
    `true` or `false`.
    """

    kind: Literal["value"]
    equals: str
    target: Target | None = None


class CountIs(Model):
    """How many elements fit the target."""

    kind: Literal["count"]
    target: Target
    comparison: Comparison = "equals"
    number: int


class UrlIs(Model):
    """The address of the page; `path` compares the path alone and `*` stands for one path segment."""

    kind: Literal["url"]
    equals: str | None = None
    contains: str | None = None
    matches: str | None = None
    path: str | None = None


class TitleIs(Model):
    """The title of the page."""

    kind: Literal["title"]
    equals: str | None = None
    contains: str | None = None
    matches: str | None = None


class VariableIs(Model):
    """A variable compared with a value; numbers compare as numbers, dates (ISO 8601) as dates."""

    kind: Literal["variable"]
    name: str
    comparison: Literal[Comparison, "contains", "matches", "set"] = "equals"
    value: str | None = None


class DateIs(Model):
    """Two dates compared; each is a template that gives an ISO 8601 date."""

    kind: Literal["date"]
    left: str
    comparison: Comparison
    right: str


class FileIs(Model):
    """A file exists in the session's folder; `name` may hold `*`."""

    kind: Literal["file"]
    name: str


class ResponseWas(Model):
    """The app's server answered a request that this node caused."""

    kind: Literal["response"]
    path: str
    """Path of the request's address; `*` stands for one segment."""
    method: str = "GET"
    status: int | None = None
    """The exact status; without it any status below 400 will do."""


class DownloadWas(Model):
    """This node caused a download; `name` may hold `*`."""

    kind: Literal["download"]
    name: str = "*"


class HttpReads(Model):
    """A second channel: an HTTP request reads the record back."""

    kind: Literal["http"]
    url: str
    contains: str


class SqlReads(Model):
    """A second channel: a read-only SQL query gives a value."""

    kind: Literal["sql"]
    database: str
    """Name of the secret that holds the SQLAlchemy address."""
    query: str
    equals: str


class MailReads(Model):
    """A second channel: a mail with this text arrived."""

    kind: Literal["mail"]
    mailbox: str
    contains: str


class AllOf(Model):
    """Every one of the conditions holds."""

    kind: Literal["all"]
    of: tuple[Condition, ...]


class AnyOf(Model):
    """At least one of the conditions holds."""

    kind: Literal["any"]
    of: tuple[Condition, ...]


class Not(Model):
    """The condition does not hold."""

    kind: Literal["not"]
    condition: Condition


Condition = Annotated[
    ElementIs
    | TextIs
    | ValueIs
    | CountIs
    | UrlIs
    | TitleIs
    | VariableIs
    | DateIs
    | FileIs
    | ResponseWas
    | DownloadWas
    | HttpReads
    | SqlReads
    | MailReads
    | AllOf
    | AnyOf
    | Not,
    Field(discriminator="kind"),
]

for _model in (AllOf, AnyOf, Not):
    _model.model_rebuild()
