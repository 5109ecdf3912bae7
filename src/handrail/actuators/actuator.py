"""What an actuator is: it looks, and it performs what the gate has admitted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from handrail.actuators.seen import Document, Look, Message, OpenTab, Reading, Scrolled, StorageState
from handrail.actuators.traces import SeenResponse, Traces
from handrail.policy import Ticket
from handrail.recording.event import RecordedEvent
from handrail.sop.action import Action, ExpectedDialog
from handrail.sop.condition import Condition, ResponseWas
from handrail.sop.node import ExtractField
from handrail.sop.target import FrameStep, Target
from handrail.targeting import Candidate, Match


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
    secrets_answered: tuple[str, ...] = ()
    """Answers to its dialogs that hold a secret."""
    timeout: float | None = None
    """Seconds that the node allows, where it says so; for a request."""
    answers: tuple[ResponseWas, ...] | None = None
    """The server's answers that show that it was done: they are listened for until all of them came. None
    for what is done on the way, which changes nothing in what is listened for."""


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
