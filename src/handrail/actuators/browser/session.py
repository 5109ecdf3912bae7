"""The browser as an actuator: one context with its named tabs, looked at and acted on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Page

from handrail.actuators.actuator import Act, Performed
from handrail.actuators.browser import requesting
from handrail.actuators.browser.calendars import Calendar
from handrail.actuators.browser.camera import Camera
from handrail.actuators.browser.dialogs import Dialogs
from handrail.actuators.browser.direct_input import DirectInput
from handrail.actuators.browser.faults import fault, is_closed, was_done
from handrail.actuators.browser.focusing import Led, see_focus
from handrail.actuators.browser.gathering import Gathering
from handrail.actuators.browser.guarding import Guard, check_admitted, check_uploads, is_held
from handrail.actuators.browser.keeping import KEPT, kept
from handrail.actuators.browser.looking import Looking
from handrail.actuators.browser.performing import PERFORM
from handrail.actuators.browser.pointing import Pointing
from handrail.actuators.browser.responses import Responses
from handrail.actuators.browser.selectors import find
from handrail.actuators.browser.storing import Storing
from handrail.actuators.browser.tabs import Tabs
from handrail.actuators.browser.traffic import PageTraffic
from handrail.actuators.seen import Answer, Document, Look, Message, OpenTab, Reading, Scrolled, StorageState
from handrail.actuators.traces import SeenResponse, Traces
from handrail.browser.inpage import InPage
from handrail.browser.outlet import Judge
from handrail.browser.protocol import FrameGone
from handrail.browser.worlds import FrameId
from handrail.errors import (
    PermanentError,
    TabClosed,
    TransientError,
)
from handrail.policy import Ticket
from handrail.recording.browser import Recorder, record_along
from handrail.recording.event import RecordedEvent
from handrail.sop.action import CloseTab, Hover, Open, PickDate, Press, Request, Type, Upload
from handrail.sop.condition import Condition
from handrail.sop.node import ExtractField
from handrail.sop.target import FrameStep, Target
from handrail.targeting import Candidate

_PICTURE_SECONDS = 5.0


class BrowserSession:
    """One session's own browser context. `folder` keeps its downloads.

    With `always_responses` all that servers answer is heard, else only what an act waits for. `typed` are the
    secrets that were typed before, each with its host.
    """

    def __init__(
        self,
        context: BrowserContext,
        *,
        folder: Path,
        find_seconds: float = 5,
        navigation_seconds: float = 30,
        always_responses: bool = False,
        judge: Judge | None = None,
        typed: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._context = context
        self._inpage = InPage(context)
        self._camera = Camera(self._inpage)
        for host, secret in typed:
            self._camera.hide(host, secret)
        self._direct = DirectInput(self._inpage, find=find_seconds, navigation=navigation_seconds)
        self._guard = Guard(context, judge, self._inpage.is_top) if judge is not None else None
        self.traffic = PageTraffic(
            self._inpage,
            lambda name: self._tabs.open_page(name),
            lambda: self._direct.pressed,
            self._guard.scripts if self._guard is not None else None,
        )
        self._folder = folder
        self._find = find_seconds
        self._navigation = navigation_seconds
        self._dialogs = Dialogs()
        self._gathering: Gathering | None = None
        self._led = Led()
        self._tabs = Tabs(
            context,
            self._inpage,
            self._guard,
            answer_dialog=self._dialogs.answer,
            on_new=self._led.forget,
        )
        self._rests = False
        """Whether the last act rested the mouse on something, for what comes up there."""
        self._looking = Looking(
            self._inpage, self._tabs.crashed, find=find_seconds, navigation=navigation_seconds
        )
        self._storing = Storing(context, self._inpage)
        self.traces = Traces()
        self._responses = Responses(context, lambda: self.traces, always=always_responses)

    def is_open(self, page: str) -> bool:
        return self._tabs.is_open(page)

    def url(self, page: str) -> str:
        at = self._tabs.open_page(page)
        return at.url if at is not None else ""

    async def document(self, page: str) -> Document:
        """See `Actuator.document`."""
        at = self._tabs.page(page)
        try:
            url, status, opened = await self._inpage.origin(at)
        except FrameGone as gone:
            raise TransientError("The page was changing.") from gone
        return Document(url, status, opened)

    def tabs(self) -> Mapping[str, OpenTab]:
        """See `Actuator.tabs`."""
        return {
            name: OpenTab(page.url, self._looking.title(name, page), self._inpage.documents(page))
            for name, page in self._tabs.pages.items()
            if not page.is_closed()
        }

    async def storage_state(self) -> StorageState | None:
        """See `Actuator.storage_state`; of the origins that were the open tabs' when it was asked."""
        return await self._storing.state(list(self._tabs.pages.values()))

    async def put_storage(self, state: StorageState | None) -> None:
        """See `Actuator.put_storage`."""
        await self._storing.put(state)

    async def open_tab(self, name: str) -> None:
        """An empty tab of this name."""
        await self._tabs.open(name)

    @asynccontextmanager
    async def driven(
        self,
        folder: Path,
        *,
        page: str,
        browser: str,
        scrub: Callable[[str], str],
        on_event: Callable[[RecordedEvent], None],
    ) -> AsyncIterator[Recorder]:
        """See `Actuator.driven`."""
        if not any(self.is_open(name) for name in self._tabs.pages):
            await self.open_tab(page)
        opened = {name: at for name, at in self._tabs.pages.items() if not at.is_closed()}
        self.traces = Traces()
        # Nobody knows where a person leaves the focus.
        self._led.forget()
        recorder: Recorder | None = None
        if self._guard is not None:
            self._guard.judge_sending(None)
        try:
            recording = record_along(
                self._context,
                [opened[name] for name in sorted(opened, key=lambda name: name != page)],
                folder,
                browser=browser,
                scrub=scrub,
                on_event=on_event,
            )
            # What was left open is dismissed before the recording ends: until then its page tells nothing.
            async with recording as recorder, self._dialogs.left_to_person():
                yield recorder
        finally:
            if recorder is not None:
                for at in self._tabs.pages.values():
                    self._camera.typed_by_hand(at, recorder.hidden)
            if self._guard is not None:
                self._guard.forget()

    async def adopt(self, name: str) -> bool:
        """See `Actuator.adopt`."""
        return await self._tabs.adopt(name)

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
        """See `Actuator.look`; every target in one call lives in the same frame."""
        if await self._tabs.is_gone(page):
            raise TabClosed(f"The tab '{page}' was closed.")
        at = self._tabs.page(page)
        seen = await self._looking.look(
            page,
            at,
            conditions=conditions,
            target=target,
            timeout=timeout,
            again=again,
            await_target=await_target,
            frame=frame,
        )
        if seen.findings and all(finding.held for finding in seen.findings):
            self._led.seen(page, self._inpage.documents(at))
        return seen

    async def messages(self, page: str) -> tuple[Message, ...]:
        """See `Actuator.messages`."""
        return await self._looking.messages(at) if (at := self._tabs.open_page(page)) else ()

    async def read(
        self, page: str, fields: tuple[ExtractField, ...], *, each: Target | None = None
    ) -> tuple[Reading, ...]:
        """See `Actuator.read`; fields of a page that stands in a frame are read there."""
        return await self._looking.read(page, self._tabs.page(page), fields, each=each)

    async def scroll_list(self, page: str, each: Target, to: float | None = None) -> Scrolled | None:
        """See `Actuator.scroll_list`."""
        return await self._looking.scroll_list(page, self._tabs.page(page), each, to)

    async def seek(self, page: str, target: Target, *, seconds: float) -> bool:
        """See `Actuator.seek`."""
        return await self._looking.seek(page, self._tabs.page(page), target, seconds)

    async def gather(self, page: str, target: Target, *, brief: bool = False) -> tuple[Candidate, ...]:
        """See `Actuator.gather`."""
        at = self._tabs.page(page)
        await self._inpage.settle(at, self._navigation)
        self._gathering = Gathering(self._inpage, at, self._camera)
        return await self._gathering.gather(target, brief=brief)

    async def describe(self, page: str, candidate: Candidate) -> Target | None:
        """See `Actuator.describe`; of the elements that were gathered last."""
        return await self._gathering.describe(candidate) if self._gathering is not None else None

    def pointing(self, page: str) -> Pointing:
        """For a person who points at the tab. Raises PermanentError where it is not open."""
        return Pointing(self._inpage, self._tabs.page(page))

    async def marked(self, page: str, candidates: tuple[Candidate, ...]) -> bytes | None:
        """See `Actuator.marked`; of the elements that were gathered last."""
        return await self._gathering.marked(candidates) if self._gathering is not None else None

    async def dispatch(self, ticket: Ticket, act: Act) -> Performed:
        """See `Actuator.dispatch`."""
        check_admitted(ticket.redeem(), act)
        self._direct.pressed = None
        self.traces = Traces()
        if act.answers is not None:
            self._responses.await_answers(act.answers)
        if isinstance(act.action, Request):
            return await self._request(ticket, act.action, act.timeout or self._navigation)
        if isinstance(act.action, Upload):
            check_uploads(ticket, act.action, self._folder)
        coming = await self._begin_tab(act)
        if isinstance(act.action, CloseTab) and await self._tabs.is_gone(act.page):
            return Performed()
        page = self._tabs.page(act.page)
        self._dialogs.expect(act.dialogs, secret=act.secret)
        if self._guard is not None:
            self._guard.judge_sending(ticket.check_sending)
            self._guard.scripts.acting(act.action, ticket.check_request)
        try:
            if isinstance(act.action, Type) and act.match is None:
                await self._see_focus(ticket, page, act)
            on = self._inpage.documents(page)
            performed = await self._perform(page, act)
            if coming is not None:
                await coming
            self._rests = isinstance(act.action, Hover)
            self._led.done(act, on)
        except Error as error:
            self._raise_breach()
            if act.page in self._tabs.crashed or not was_done(error, act):
                raise fault(error, act, self._context, crashed=act.page in self._tabs.crashed) from error
            performed = Performed()
        finally:
            if self._guard is not None:
                self._guard.scripts.acted()
        if performed.download is not None:
            if self._guard is not None:
                self._guard.check_origin(performed)
            self.traces.downloaded(performed.download)
        self.raise_surprise()
        return performed

    async def _begin_tab(self, act: Act) -> asyncio.Future[None] | None:
        """A tab for an act that finds none: what ends once it is come into, where the act need not wait."""
        opens = isinstance(act.action, Open)
        if act.page in self._tabs.pages and not (opens and act.page in self._tabs.crashed):
            return None
        coming = await self._tabs.begin(act.page)
        if self._guard is not None and isinstance(act.action, Open) and is_held(act.action.url):
            return coming
        await coming
        return None

    async def _see_focus(self, ticket: Ticket, page: Page, act: Act) -> None:
        if act.secret:
            raise PermanentError(
                "A secret is typed into whatever has the focus, where it could be seen.",
                mend="Give the step a target: the field that the secret belongs in.",
            )
        led = self._led.to(act.page, self._inpage.documents(page))
        await see_focus(page, ticket.check_address, led=led)

    async def _perform(self, page: Page, act: Act) -> Performed:
        if isinstance(act.action, PickDate):
            opener = find(page, act.target, act.match) if act.target and act.match else None
            await Calendar(self._inpage, page, find=self._find).pick(act.action.date, opener)
            return Performed()
        if act.secret and act.match is not None and act.target is not None:
            frame = await self._frame(page, act.target)
            spec = act.match.locator.model_dump(exclude_none=True)
            await self._inpage.call(page, "conceal", spec, frame=frame)
            self._camera.typed(page, frame, act.action)
        self._camera.typed_by_hand(page, act.secrets_answered)
        if act.opens is None:
            return await self._do(page, act)
        async with page.expect_popup(timeout=self._navigation * 1000) as popup:
            performed = await self._do(page, act)
        await self._tabs.name(act.opens, await popup.value)
        return performed

    async def _do(self, page: Page, act: Act) -> Performed:
        perform = PERFORM.get(type(act.action))
        if perform is None:
            raise PermanentError(f"The browser cannot do '{act.action.do}'.")
        if await self._direct.perform(page, act):
            return Performed()
        if isinstance(act.action, Press) and act.action.keys == "Enter":
            await self.traffic.has_scripts(page)
        # Playwright would wait for it to become again what it was.
        await self._direct.see_same(page, act)
        if not self._rests:
            await self._direct.step_aside(page, act)
        keeping: AbstractAsyncContextManager[None] = nullcontext()
        if act.match is not None and act.target is not None and isinstance(act.action, KEPT):
            keeping = kept(self._inpage, page, await self._frame(page, act.target), act)
        async with keeping:
            return await perform(page, act, self._find * 1000, self._navigation * 1000, self._folder)

    async def _frame(self, page: Page, target: Target) -> FrameId | None:
        return await self._looking.frame(page, target.frame, time.monotonic() + self._find)

    async def _request(self, ticket: Ticket, action: Request, seconds: float) -> Performed:
        words = ticket.proposal.action
        performed, answer = await requesting.perform(
            self._context, action, ticket.check_address, ticket.check_led_on, words=words, seconds=seconds
        )
        path = urlsplit(action.url).path or "/"
        self.traces.responses.append(SeenResponse(action.method, path, answer.status))
        return performed

    async def fetch(
        self, url: str, headers: Mapping[str, str], judge: Callable[[str], None], *, seconds: float
    ) -> Answer:
        """Read an address with the session's cookies, to check something there; see `requesting.fetch`."""
        return await requesting.fetch(self._context, url, headers, judge, seconds=seconds)

    def _raise_breach(self) -> None:
        if self._guard is not None:
            self._guard.raise_breach()

    def raise_surprise(self) -> None:
        """Raises UnexpectedPage for a dialog that nobody expected, which was dismissed, and Blocked for an
        address that the browser was led to and must not visit; nothing was sent there."""
        self._raise_breach()
        self._dialogs.raise_surprise()

    async def picture(self, page: str, *, begun: Callable[[], None] | None = None) -> bytes | None:
        """See `Actuator.picture`."""
        at = self._tabs.open_page(page)
        if at is None:
            return None
        try:
            async with asyncio.timeout(_PICTURE_SECONDS):
                return await self._camera.take(at, begun)
        except (TimeoutError, TransientError):
            return None
        except Error as error:
            if is_closed(error):
                return None
            raise
