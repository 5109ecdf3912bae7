"""Conditions: checkable statements about a page, a variable, a file or a response.

They serve decisions, loops and completion criteria alike. Those that a second channel answers (a file, an
HTTP interface, a database, a mailbox) tell what is true beside what the page says.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handrail._model import Model
from handrail.sop.target import Target

Comparison = Literal["equals", "not_equals", "less", "at_most", "more", "at_least"]


class ElementIs(Model):
    """The element is in a state; without `target` it is the node's own target.

    `checked` and `unchecked` are said of a toggle button that is pressed and of a tab that is selected, too.
    """

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
    supporting: bool = False
    """As a completion criterion of a step without an effect that happens once: words that come with the other
    criteria, and that another version or language of the app may say otherwise. Where all others hold, they
    are waited for until the page is at rest; the step counts as done without them, and the journal says what
    was not seen. Alone they count in full."""
    as_name: bool = False
    """What is contained names a record: capitals do not matter, and a name that the page cuts short (`…`)
    counts by its beginning. Where the page, without a `target`, `equals` it, one of its texts says the name
    and nothing else."""


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
    """A file is in the session's folder, which keeps its downloads; all that is stated holds for one file."""

    kind: Literal["file"]
    name: str
    """Its name; it may hold `*`."""
    contains: str | None = None
    """Text in it (UTF-8); white space is folded."""
    matches: str | None = None
    """A regular expression, searched for in its text."""
    at_least_bytes: int | None = Field(default=None, ge=0)
    rows: int | None = Field(default=None, ge=0)
    """How many rows a CSV file has below its head."""


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
    """A second channel: an HTTP GET with the session's own cookies reads the record back.

    Everything that is stated has to hold; the address and what it leads on to are within the SOP's domains.
    """

    kind: Literal["http"]
    url: str
    headers: dict[str, str] = Field(default_factory=dict)
    """For an interface with a token: `"Authorization": "Bearer {{ secret:token }}"`."""
    status: int | None = Field(default=None, ge=100, le=599)
    """The exact status; without it any below 400 will do."""
    fields: dict[str, str] = Field(default_factory=dict)
    """Place in the JSON answer → its value: `{"count": "1", "contacts.0.email": "{{ email }}"}`."""
    contains: str | None = None
    """Text of the answer, as people would read it; white space is folded."""


class SqlReads(Model):
    """A second channel: one read-only SQL query gives the record back.

    `equals` and `row` speak of the only row: where `count` does not say otherwise, exactly one must come.
    """

    kind: Literal["sql"]
    database: str
    """Name of the secret that holds the SQLAlchemy address."""
    query: str
    """One SELECT. Values stand in it as `:name` and come from `parameters`, never as templates."""
    parameters: dict[str, str] = Field(default_factory=dict)
    """Name → value: `{"email": "{{ email }}"}`."""
    equals: str | None = None
    """The first value of the first row."""
    row: dict[str, str] = Field(default_factory=dict)
    """Column → its value in the first row."""
    count: int | None = Field(default=None, ge=0)
    """How many rows there are."""


class MailReads(Model):
    """A second channel: a mail that fits has come since the session began."""

    kind: Literal["mail"]
    mailbox: str
    """Name of the secret that holds the address: `imaps://user:password@host/INBOX`."""
    sender: str | None = None
    """Part of the sender's name or address."""
    subject: str | None = None
    """Part of the subject."""
    contains: str | None = None
    """Part of the text; white space is folded."""


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

ChannelCondition = FileIs | HttpReads | SqlReads | MailReads
"""What is answered by something else than the page: see `actuators/channels`."""
