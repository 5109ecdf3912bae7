"""One tab while it is recorded: what is known of it and of its documents so far."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from playwright.async_api import Page

from handrail.browser import FrameId
from handrail.recording.event import PageState
from handrail.sop.target import FrameStep, Target

_UNKNOWN: Final = FrameId("")
_MOST_SENT: Final = 200
_RESTLESS: Final = 3
_MOST_DEEDS: Final = 20
_FOLLOWS_MILLIS: Final = 1000
"""What begins so soon after an event, or after something that came of it, may come of it as well."""
_LEAST_SENT: Final = 4
_HEAD: Final = 200
_KEEPS_OPEN: Final = re.compile(r"\b(heart_?beat|ping|pong|keep_?alive)\b", re.IGNORECASE)


@dataclass(eq=False)
class Document:
    """What one frame's document has told."""

    state: PageState | None = None
    texts: frozenset[str] = frozenset()
    """The short texts that it showed at the last look."""
    left_texts: frozenset[str] = frozenset()
    """Those of the document before it, as long as this one told none."""
    cause: int | None = None
    """`seq` of the last event that may have changed it and whose change was not yet told."""
    cause_at: float = 0
    """When that event was, in milliseconds since the epoch."""
    last: int | None = None
    """`seq` of the last such event, told or not."""
    before: PageState | None = None
    """The document before that event."""
    goes_on: bool = False
    """The change that is awaited adds to one that was told of the same event."""
    elsewhere: bool = False
    """That event was in another document of the tab: perhaps nothing came of it here."""
    tells: bool = False
    """Its change, or its coming, is about to be told."""
    unrest: int = 0
    """How often it was seen to change by itself."""
    told_at: float = 0
    """When the last change was told that came of an event."""
    targets: dict[int, Target] = field(default_factory=dict)

    @property
    def is_restless(self) -> bool:
        """Whether what it shows is no answer to anybody."""
        return self.unrest >= _RESTLESS

    def is_next(self, began: float) -> bool:
        """Whether it came right behind another document that an event led its frame to, as a report comes
        behind a page that asks for a moment."""
        return not self.texts and self.last is not None and 0 < began - self.told_at <= _FOLLOWS_MILLIS

    def caused(self, seq: int, at: float, *, elsewhere: bool) -> None:
        self.elsewhere = elsewhere and (self.elsewhere or self.cause is None)
        self.cause = self.last = seq
        self.cause_at = at
        self.goes_on = False

    def answered(self) -> None:
        """The app has answered what the last event made the page ask for: more of its change is to come."""
        if self.cause is None and self.last is not None:
            self.cause, self.goes_on = self.last, True

    def successor(self) -> Document:
        """Another document in the same frame: it follows on what this one showed and awaited."""
        return Document(
            state=self.state,
            left_texts=self.texts or self.left_texts,
            cause=self.cause,
            cause_at=self.cause_at,
            last=self.last,
            elsewhere=self.elsewhere,
            unrest=self.unrest,
        )


@dataclass(eq=False)
class Deed:
    """An event that may have changed the tab: what begins `until` a moment may come of it."""

    seq: int
    at: float
    until: float


@dataclass(eq=False)
class Tab:
    """`id` is the tab's name in the recording, in the order of opening."""

    id: str
    page: Page
    main: FrameId = _UNKNOWN
    there: bool = False
    """It was open when the recording began."""
    opener: Tab | None = None
    """The tab whose page opened it."""
    entered: asyncio.Future[None] | None = None
    """Done once it is listened to, for one that was opened later."""
    waiting: list[tuple[FrameId, str]] | None = None
    """What it has told before its opening was told of; none once that is done."""
    url: str = ""
    title: str = ""
    arrivals: int = 0
    """How many documents came."""
    visits: int = 0
    """How many of them had an address of their own."""
    acts: int = 0
    """How many events that may have changed it."""
    pressed: float | None = None
    """When the button of the mouse went down for what is not done yet: apps act upon that, too."""
    picture: str | None = None
    crashed: bool = False
    documents: dict[FrameId, Document] = field(default_factory=dict)
    paths: dict[FrameId, tuple[FrameStep, ...]] = field(default_factory=dict)
    led_on: tuple[str, str] | None = None
    """The last page that the server led on to, without its fragment, and the address it led on from."""
    _deeds: deque[Deed] = field(default_factory=lambda: deque(maxlen=_MOST_DEEDS))
    """The last ones in the tab's present document and its frames."""
    _sent: deque[float] = field(default_factory=lambda: deque(maxlen=_MOST_SENT))

    def asked_for(self, url: str) -> str | None:
        """The address from which the server has led on to this one, once."""
        led_on, self.led_on = self.led_on, None
        bare, mark, fragment = url.partition("#")
        if led_on is None or led_on[0] != bare:
            return None
        return f"{led_on[1]}{mark}{fragment}"

    def sent(self, message: str | bytes) -> None:
        """The page told a server something over a web socket; what only keeps the line open is no telling."""
        head = message[:_HEAD]
        text = head.decode("latin-1") if isinstance(head, bytes) else head
        if len(message) >= _LEAST_SENT and not _KEEPS_OPEN.search(text):
            self._sent.append(time.time() * 1000)

    def sent_since(self, moment: float) -> int:
        """How many messages it told since, in milliseconds since the epoch."""
        return sum(1 for at in self._sent if at >= moment)

    @property
    def answers(self) -> bool:
        """Whether there is a page that can be asked."""
        return not self.crashed and not self.page.is_closed()

    @property
    def awaited(self) -> list[FrameId]:
        """The frames whose changes are not told yet."""
        return [
            frame
            for frame, document in self.documents.items()
            if document.cause is not None or (document.tells and not document.is_restless)
        ]

    def document(self, frame: FrameId) -> Document:
        return self.documents.setdefault(frame, Document())

    def did(self, seq: int, at: float) -> None:
        """An event that may change any of its documents."""
        self.acts += 1
        pressed, self.pressed = self.pressed, None
        self._deeds.append(Deed(seq, min(at, pressed or at), at + _FOLLOWS_MILLIS))

    @property
    def last_deed(self) -> int | None:
        """`seq` of the last event that may have changed the present document."""
        return self._deeds[-1].seq if self._deeds else None

    def begins_anew(self) -> None:
        """The frames of a document that has just come belong to it, and are no answer to what led to it."""
        self._deeds.clear()

    def came_of(self, seq: int, at: float) -> None:
        """Something came of that event."""
        for deed in self._deeds:
            if deed.seq == seq:
                deed.until = max(deed.until, at + _FOLLOWS_MILLIS)

    def deed_before(self, began: float) -> Deed | None:
        """The event of which something may have come that began then."""
        earlier = [deed for deed in self._deeds if deed.at <= began]
        return earlier[-1] if earlier and began <= earlier[-1].until else None

    def has_cause(self) -> bool:
        """Whether the page itself is about to tell what an event changed."""
        return self.document(self.main).cause is not None

    def arrive(self) -> None:
        """Another document has come into the tab; nothing of the last one's frames is left."""
        self.documents = {self.main: self.document(self.main).successor()}
        self.paths.clear()
        self.begins_anew()
        self.picture = None
        self.arrivals += 1
