"""What an actuator is: it looks, and it performs what the gate has admitted."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from pydantic import Field

from handrail._model import Model
from handrail.policy import Ticket
from handrail.recording.event import RecordedEvent
from handrail.sop.action import Action, ExpectedDialog
from handrail.sop.condition import Condition, ResponseWas
from handrail.sop.node import ExtractField
from handrail.sop.target import FrameStep, Target
from handrail.targeting import Candidate, Match, Sighting


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
class Act:
    """An action as it is performed: values in clear, the element found."""

    page: str
    action: Action
    target: Target | None = None
    match: Match | None = None
    onto: tuple[Target, Match] | None = None
    dialogs: tuple[ExpectedDialog, ...] = ()
    opens: str | None = None
    secret: bool = False
    """The value typed is a secret: the field is concealed before anything is typed."""
    timeout: float | None = None
    """Seconds that the node allows, where it says so; for a request."""
    answers: tuple[ResponseWas, ...] | None = None
    """The server's answers that show that it was done: they are listened for until all of them came. None
    for what is done on the way, which changes nothing in what is listened for."""


_REST_SECONDS: Final = 1.0
"""A page that has asked nothing for so long is not about to send what a press was for."""
_REFUSED: Final = frozenset({400, 403, 404, 405, 406, 411, 413, 414, 415, 422, 431})


@dataclass(frozen=True)
class SeenResponse:
    """The app's server answered."""

    method: str
    path: str
    status: int
    document: bool = False
    """It is the page itself that was asked for, as by a form that is sent; told where it was looked for."""
    failed: bool = False
    """Its body says that it failed, as answers of GraphQL and JSON-RPC do with status 200."""
    reads: bool = False
    """The request only asked for something, by a method that could do more."""

    @property
    def told(self) -> str:
        """What it said, in words."""
        return "an error" if self.failed and self.status < 400 else f"{self.status}"

    @property
    def refuses(self) -> bool:
        """It says that nothing was done of what was asked for (RFC 9110, section 15.5).

        409 says nothing: what stands in the way may be the very record, sent a moment before. Nor does 404 of
        what was to be deleted; and behind 401, 408 and 429 apps and browsers send it again by themselves.
        """
        return self.status in _REFUSED and not (self.method == "DELETE" and self.status == 404)

    def is_to(self, wanted: ResponseWas) -> bool:
        """Whether it answers what the condition speaks of, be it as the condition says or not."""
        return asks_for(wanted, self.method, self.path)


def asks_for(wanted: ResponseWas, method: str, path: str) -> bool:
    """Whether the condition speaks of the answer to such a request."""
    pattern = re.escape(wanted.path).replace(r"\*", "[^/]+")
    return method == wanted.method and re.fullmatch(pattern, path) is not None


@dataclass(frozen=True)
class Answer:
    """What an HTTP address answered, at the end of all redirects."""

    status: int
    url: str
    media_type: str
    text: str
    led_on: bool = False
    """The address that was asked first had led there."""


@dataclass
class Traces:
    """What a step left behind outside the page: responses and downloads since it began."""

    responses: list[SeenResponse] = field(default_factory=list)
    downloads: list[Path] = field(default_factory=list)
    _under_way: set[object] = field(default_factory=set)
    """Calls that may do something, and whose answers have not come."""
    _awaited: set[object] = field(default_factory=set)
    """Requests whose answers are waited for, and have not come."""
    _last: float = field(default_factory=time.monotonic)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def called(self, request: object) -> None:
        """A page calls something of its server that may do more than read."""
        self._under_way.add(request)
        self._last = time.monotonic()

    def ended(self, request: object) -> None:
        """The call has its answer, or never gets one."""
        self._under_way.discard(request)
        self.came(request)

    def sent(self, request: object) -> None:
        """A page sends what the step's criteria want to be answered."""
        self._awaited.add(request)

    def came(self, request: object) -> None:
        """The first of its answer is there, or nothing ever comes."""
        if request in self._awaited:
            self._awaited.remove(request)
            self._news.set()

    @property
    def awaited(self) -> bool:
        """Whether something was sent that the step's criteria want to be answered, and is not."""
        return bool(self._awaited)

    def answered(self, response: SeenResponse) -> None:
        """The server answered a request."""
        self.responses.append(response)
        self._last = time.monotonic()
        self._news.set()

    def downloaded(self, path: Path) -> None:
        """A file came."""
        self.downloads.append(path)
        self._news.set()

    def of(self, wanted: ResponseWas) -> Finding:
        """Whether the server has answered as the condition says.

        Where all that an app is asked has one address, what only reads counts once nothing else has been
        asked for a while, and an error that is told within is not made up for by other answers from there.
        """
        seen = [one for one in self.responses if one.is_to(wanted)]
        rests = not self._under_way and time.monotonic() - self._last > _REST_SECONDS
        seen = [one for one in seen if not one.reads or rests]
        fits = [one for one in seen if (one.status == wanted.status if wanted.status else one.status < 400)]
        held = bool(fits) and not any(one.failed for one in seen)
        telling = [one for one in seen if one.failed] or seen
        return Finding(held=held, seen=", ".join(one.told for one in telling) or "no such response")

    async def more(self) -> None:
        """Wait for the next trace."""
        self._news.clear()
        await self._news.wait()


@dataclass(frozen=True)
class Performed:
    """What performing gave, beyond its effect."""

    text: str | None = None
    download: Path | None = None
    source: str | None = None
    """The address that the download came from."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Variable → value, where the action itself names several."""


class Recording(Protocol):
    """What a person does, while it is recorded."""

    @property
    def hidden(self) -> frozenset[str]:
        """What they typed into fields for secrets."""
        ...

    async def ended(self) -> str:
        """Wait until the last tab is closed; says why there is none."""
        ...


class Traffic(Protocol):
    """What pages have under way with their servers. A page that is not open has nothing."""

    async def rest(self, page: str) -> None:
        """Wait, for a few seconds at the most, until the page has no request under way."""
        ...

    async def answered(self, page: str, *, seconds: float) -> bool:
        """Whether scripts have asked a server for something since the last act was begun; then, until they
        have the answers, or for so many seconds, this waits."""
        ...

    async def passed_over(self, page: str, *, leads: bool) -> bool:
        """Whether the page may have passed over the click that was the last act: it was awaiting a server's
        answer then, and has made nothing of the click. In doubt it has not. Of a click on a link that only
        leads elsewhere (`leads`) it has made nothing where it has not moved."""
        ...

    async def quiet(self, page: str, *, seconds: float) -> bool:
        """Wait, for so many seconds at the most, until the page, its frames and scripts have what they asked
        for; whether there was anything to wait for."""
        ...

    def asked(self) -> int | None:
        """How often pages have asked for a document, or their scripts for something, so far; none where
        nobody counts."""
        ...

    async def answers(self, page: str, *, since: float) -> tuple[SeenResponse, ...] | None:
        """How servers have answered what the page has sent since then (seconds since 1970) that may have done
        something; none where one has not answered, or nobody can tell."""
        ...

    async def of_age(self, page: str, *, seconds: float) -> None:
        """Wait until the page has been there for so many seconds."""
        ...

    async def sent(self, page: str) -> frozenset[Hashable] | None:
        """What the page has sent to servers lately, other than to read something, each by itself; none where
        it cannot be asked."""
        ...


class Actuator(Protocol):
    """The pages that a session acts on."""

    @property
    def traces(self) -> Traces: ...

    @property
    def traffic(self) -> Traffic: ...

    def is_open(self, page: str) -> bool:
        """Whether a tab of this name is there."""
        ...

    def url(self, page: str) -> str:
        """The address of a page; empty where there is none yet."""
        ...

    def tabs(self) -> Mapping[str, OpenTab]:
        """The open tabs by their names."""
        ...

    async def document(self, page: str) -> Document:
        """Where what the page shows came from. Raises RunError where it cannot be asked."""
        ...

    async def storage_state(self) -> StorageState | None:
        """What the browser keeps for the session's pages, so that the session can go on in another one."""
        ...

    async def put_storage(self, state: StorageState | None) -> None:
        """Have the browser keep this in the place of all that it keeps; nothing, for none."""
        ...

    async def look(
        self,
        page: str,
        *,
        conditions: tuple[Condition, ...] = (),
        target: Target | None = None,
        timeout: float,
        again: bool = False,
        await_target: bool = True,
        frame: tuple[FrameStep, ...] = (),
    ) -> Look:
        """Wait up to `timeout` seconds until the conditions hold and the target can be found.

        Conditions are those that a page can answer, with all targets in one frame: that of `target`,
        else `frame`. With `again`, a change of the page is waited for first; without `await_target`,
        only the conditions are waited for, and the target is looked for once they hold.
        """
        ...

    async def messages(self, page: str) -> tuple[Message, ...]:
        """What the page says now: what it asks for at its fields, then its messages; none where it cannot be
        asked."""
        ...

    async def read(
        self, page: str, fields: tuple[ExtractField, ...], *, each: Target | None = None
    ) -> tuple[Reading, ...]:
        """What the page shows now of the fields: of one record, or of all elements that `each` finds."""
        ...

    async def scroll_list(self, page: str, each: Target, to: float | None = None) -> Scrolled | None:
        """Scroll what holds the elements that `each` finds, so far from its top; without `to` only look.

        None where nothing scrolls them. It changes only what is drawn, as moving one's eyes does: no ticket.
        """
        ...

    async def seek(self, page: str, target: Target, *, seconds: float) -> bool:
        """Scroll through lists that draw only what is in view, or load more at their end, until the target
        may be in view; a list without it is left as it was. As in `scroll_list`: no ticket."""
        ...

    async def gather(self, page: str, target: Target, *, brief: bool = False) -> tuple[Candidate, ...]:
        """The elements of all documents of the page that the target might be.

        With `brief`, of their surroundings only the part of the page and the row are told: enough for a list
        of them, and quicker.
        """
        ...

    async def describe(self, page: str, candidate: Candidate) -> Target | None:
        """A gathered element as a target of its own, with locators that find it alone; none if it is gone."""
        ...

    async def marked(self, page: str, candidates: tuple[Candidate, ...]) -> bytes | None:
        """A picture of the page with these elements outlined and numbered from 1."""
        ...

    async def dispatch(self, ticket: Ticket, act: Act) -> Performed:
        """Perform an admitted action. Raises RunError; its `dispatched` says whether the app saw it."""
        ...

    def raise_surprise(self) -> None:
        """Raises UnexpectedPage where the page did something on its own that stops a session."""
        ...

    def driven(
        self,
        folder: Path,
        *,
        page: str,
        browser: str,
        scrub: Callable[[str], str],
        on_event: Callable[[RecordedEvent], None],
    ) -> AbstractAsyncContextManager[Recording]:
        """As long as the block lasts a person works in the pages, and what they do is recorded in `folder`.

        `page` is the tab where the work is; it is opened where none is open. Dialogs are theirs to answer.
        `scrub` takes out of each line of the recording what must not reach the disk.
        """
        ...

    async def adopt(self, name: str) -> bool:
        """Give this name to the first tab that was opened and has none; False where there is no such tab."""
        ...

    async def picture(self, page: str, *, begun: Callable[[], None] | None = None) -> bytes | None:
        """A masked JPEG of the page as it is now; none where it cannot be taken.

        `begun` is called once the browser is told to take it: what is done behind that is not in it. Then it
        is taken once, and there is none where the page showed a secret in that moment.
        """
        ...
