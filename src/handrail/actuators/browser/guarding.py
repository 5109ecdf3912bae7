"""Where the browser itself is led: by redirects, scripts, popups; judged before anything is sent there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

from playwright.async_api import BrowserContext, CDPSession, Error

from handrail.actuators.actuator import Act, Performed
from handrail.actuators.browser.scripts import Scripts, Sending, patterns_of_deeds
from handrail.browser.outlet import Judge
from handrail.browser.protocol import hear, tell
from handrail.errors import Blocked
from handrail.policy import Proposal, Ticket, host_of
from handrail.sop.action import Open, Request, Upload

IsTop = Callable[[str], bool | None]
"""Whether a frame is that of one of the session's pages itself; none where that is not known."""

_ASKED: Final = frozenset({"XHR", "Fetch", "Ping"})
"""What scripts ask for, be it by a beacon."""
_HELD: Final = ("Document", *sorted(_ASKED))
"""What is held until it is judged, whatever its address."""

_BESIDE: Final = frozenset({"page", "iframe", "service_worker", "shared_worker"})
"""What asks beside the pages that are known: windows that they open, and workers, of which a service worker
may send all that its pages send, their forms too."""

_REFUSED: Final = "Aborted"
"""How a refused navigation ends: the page stays the one that it was."""


class Guard:
    """Watches one context: the documents of its tabs, whoever leads them there. What it refused is kept
    until somebody asks. What their scripts ask for because of a press is judged by `scripts`; what else they
    ask for leaves by the `outlet`."""

    def __init__(self, context: BrowserContext, judge: Judge, is_top: IsTop) -> None:
        self._context = context
        self._judge = judge
        self._is_top = is_top
        self._session: CDPSession | None = None
        self._own = ""
        self._targets: dict[str, str] = {}
        self._no_targets: set[str] = set()
        """Frames that the browser does not know as targets: it is not asked at each of their requests."""
        self._breach: Blocked | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending: Sending | None = None
        self._coming: set[asyncio.Future[None]] = set()
        self.scripts = Scripts()
        """What the pages' scripts ask for by themselves."""

    def judge_sending(self, sending: Sending | None) -> None:
        """From now on `sending` judges the forms that pages send, of the action that was admitted last.
        None where a person acts."""
        self._sending = sending
        if sending is None:
            self.scripts.rest()

    async def watch(self) -> None:
        """Begin, before the context's first page goes anywhere; all pages are watched from their first
        request on."""
        if self._session is not None or self._context.browser is None:
            return
        # The browser's own session sees a popup's first request, too; a page's session would come too late.
        session = self._session = await self._context.browser.new_browser_cdp_session()
        hear(session, "Fetch.requestPaused", lambda event: self._do(self._paused(session, event)))
        self._context.on("close", lambda _: self._do(self._stop(session)))
        patterns = [{"urlPattern": "*", "resourceType": kind} for kind in _HELD]
        patterns += [{"urlPattern": pattern} for pattern in patterns_of_deeds()]
        await session.send("Fetch.enable", {"patterns": patterns})

    def own(self, browser_context: str) -> None:
        """The browser's name for the context: what its other contexts ask for is not judged here."""
        self._own = browser_context

    def wait_for(self, coming: asyncio.Future[None]) -> None:
        """Judge nothing until a tab is come into: before that nobody knows whose requests its own are."""
        self._coming.add(coming)
        coming.add_done_callback(self._came)

    def _came(self, coming: asyncio.Future[None]) -> None:
        self._coming.discard(coming)
        if not coming.cancelled():
            # Whoever opened the tab may not wait for it any more.
            coming.exception()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stop(self, session: CDPSession) -> None:
        with contextlib.suppress(Error):
            await session.detach()

    async def _paused(self, session: CDPSession, event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        if self._coming:
            await asyncio.wait(self._coming)
        with contextlib.suppress(Error):
            if await self._is_refused(session, event):
                await tell(session, "Fetch.failRequest", {**request, "errorReason": _REFUSED})
            else:
                await tell(session, "Fetch.continueRequest", request)

    async def _is_refused(self, session: CDPSession, event: dict[str, Any]) -> bool:
        self.scripts.held += 1
        request, frame, kind = event["request"], event["frameId"], event["resourceType"]
        led_on = "redirectedRequestId" in event
        if kind == "Document":
            # With another document, a frame within a page may become a target of its own.
            self._no_targets.discard(frame)
        # Frames within the pages are known by then, where a script runs in them; a form that is sent into
        # one, where nobody looks, is judged as what a script asks for.
        inside = self._is_top(frame) is False
        if kind == "Document" and not (inside and self.scripts.judges(request, kind)):
            return await self._is_own_page(session, frame) and self._refuses(request, led_on=led_on)
        if self._is_top(frame) is None and not await self._is_beside(session, frame, kind):
            return False
        self.scripts.asked += kind in _ASKED
        # Where a server leads, it has done what it was asked for.
        if (led_on and request["method"] == "GET") or not self.scripts.judges(request, kind):
            return False
        try:
            self.scripts.check(request)
        except Blocked as blocked:
            self._note(blocked)
            return True
        return False

    async def _is_own_page(self, session: CDPSession, frame: str) -> bool:
        """Whether the frame is a tab of this context; the browser may hold those of other sessions."""
        known = self._is_top(frame)
        return known if known is not None else await self._own_target(session, frame) == "page"

    async def _is_beside(self, session: CDPSession, frame: str, kind: str) -> bool:
        """Whether it is what asks beside the known pages of this context."""
        if frame in self._no_targets:
            return False
        found = await self._own_target(session, frame)
        if not found and kind in _ASKED:
            # Its script runs, so it is no target later. A worker is none while its own script is fetched.
            self._no_targets.add(frame)
        return found in _BESIDE

    async def _own_target(self, session: CDPSession, target: str) -> str:
        """What a target of this context is, as the browser calls it; empty for those of other contexts."""
        if target not in self._targets:
            try:
                found = (await session.send("Target.getTargetInfo", {"targetId": target}))["targetInfo"]
            except Error:
                # A frame within a page: acting in it is judged when it is acted in.
                return ""
            own = found.get("browserContextId") == self._own
            self._targets[target] = found["type"] if own else ""
        return self._targets[target]

    def _refuses(self, request: dict[str, Any], *, led_on: bool) -> bool:
        """`led_on` says that it is the server who leads there."""
        try:
            self._judge(request["url"])
            if self._sending is not None and not (led_on and request["method"] == "GET"):
                self._sending(request["method"], request["url"], request.get("postData", ""))
        except Blocked as blocked:
            self._note(blocked)
            return True
        return False

    def _note(self, blocked: Blocked) -> None:
        blocked.dispatched = True
        self._breach = self._breach or blocked

    def check(self, url: str) -> None:
        """Raises Blocked for an address that something has come from, such as a download."""
        try:
            self._judge(url)
        except Blocked as blocked:
            blocked.dispatched = True
            raise

    def check_origin(self, performed: Performed) -> None:
        """Raises Blocked for a file from where nothing may come from, which is not kept."""
        if performed.download is None or performed.source is None:
            return
        try:
            self.check(performed.source)
        except Blocked:
            performed.download.unlink(missing_ok=True)
            raise

    def forget(self) -> None:
        """What was refused so far was asked for by a person, who saw that it did not come."""
        self._breach = None

    def raise_breach(self) -> None:
        """Raises Blocked, once, for what was refused since it was last asked."""
        breach, self._breach = self._breach, None
        if breach is not None:
            raise breach


def is_held(url: str) -> bool:
    """Whether a document from there waits until it is judged; what comes from no server does not."""
    return url.partition(":")[0].lower() in {"http", "https"}


def check_admitted(proposal: Proposal, act: Act) -> None:
    """Raises PermissionError for an action that is not the one that the gate admitted."""
    if proposal.kind != act.action.do:
        raise PermissionError(f"the ticket is for '{proposal.kind}', not for '{act.action.do}'")
    if act.match is not None and proposal.element != act.match.element:
        raise PermissionError("the ticket is for another element")
    if isinstance(act.action, Open | Request) and host_of(act.action.url) != host_of(proposal.leads_to or ""):
        raise PermissionError("the ticket is for another host")


def check_uploads(ticket: Ticket, action: Upload, own: Path) -> None:
    """Raises Blocked for a file from where the policy lets nothing be uploaded. What lies in the session's
    `own` folder was downloaded by it."""
    own = own.resolve()
    for file in (Path(name).resolve() for name in action.files if name):
        if not file.is_relative_to(own):
            ticket.check_file(file)
