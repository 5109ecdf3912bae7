"""What is seen: of pages, of what conditions ask about, of what second channels answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import Field

from handrail._model import Model
from handrail.targeting import Sighting


class Finding(Model):
    """Whether a condition held, and what was there where it did not."""

    held: bool
    seen: str | None = None
    read_back: bool = False
    """A second channel saw it: worth keeping as evidence even where the condition held."""
    absent: bool = False
    """A second channel answered as it should, and said that there is no such record at all."""


class Look(Model):
    """What one look at a page saw."""

    url: str
    title: str = ""
    status: int | None = None
    """What the server answered to the request for the document; none where that is not known."""
    began: float = 0
    """When the document was asked for, in milliseconds since the epoch."""
    findings: tuple[Finding, ...] = ()
    sighting: Sighting | None = None


class Message(Model):
    """Something that a page says."""

    text: str
    objects: bool = False
    """It tells of a failure beside messages that do not: a part of what was asked for failed."""
    blocks: bool = False
    """It is the browser's own, about the field because of which it has sent no form."""
    failed: bool = False
    """It is drawn as what tells of a failure, or stands by a field that is refused."""
    refuses: bool = False
    """It stands by a field of the page that is refused, and says why."""
    asks: bool = False
    """It is a dialog that waits for an answer."""


StorageState: TypeAlias = dict[str, Any]
"""JSON: `cookies` and `origins` as in Playwright's storage state, with `sessionStorage` in each origin."""


@dataclass(frozen=True)
class OpenTab:
    """A tab as it is now."""

    url: str
    title: str
    """Empty where nobody has looked at what the tab shows now."""
    document: int
    """Counts the documents that it has loaded."""


@dataclass(frozen=True)
class Document:
    """Where the document that a tab shows came from."""

    url: str
    """As it was asked for, be it that the browser shows an error page of its own there."""
    status: int | None
    """What the server answered; none where it could not be reached."""
    opened: bool
    """Opening the address asks for the same: it came by a link or an address, not by sending a form."""


class Reading(Model):
    """The values of one record, as texts; none where the page has no such element."""

    values: dict[str, str | None]
    key: str = ""
    """Tells a record's element from the others: its link, else its text."""
    headings: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Field → the headings of the table, where the field's column is not among them, or is there twice."""
    top: float = 0
    """How far down it stands in all that its list can be scrolled through, in CSS pixels."""
    height: float = 0
    place: int | None = None
    """Its number in the whole list, where the page says so."""


class Scrolled(Model):
    """How far a list is scrolled, how much of it is in view, and how much there is, in CSS pixels."""

    top: float
    view: float
    height: float

    @property
    def at_end(self) -> bool:
        return self.top + self.view >= self.height - 2


@dataclass(frozen=True)
class Answer:
    """What an HTTP address answered, at the end of all redirects."""

    status: int
    url: str
    media_type: str
    text: str
    led_on: bool = False
    """The address that was asked first had led there."""
