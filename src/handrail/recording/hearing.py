"""Hearing: what the pages tell, line by line, and the events that it becomes."""

from __future__ import annotations

import asyncio
import base64
import contextlib
from collections.abc import Sequence
from typing import Any, Final

from playwright.async_api import Error
from pydantic import ValidationError

from handrail.browser import FrameGone, FrameId, InPage
from handrail.errors import TransientError
from handrail.recording.event import PageState
from handrail.recording.pictures import Photographer
from handrail.recording.scribe import Scribe, Told
from handrail.recording.store import RecordingWriter
from handrail.recording.tab import Document, Tab
from handrail.sop.target import FrameStep, Target

_MOST_TEXTS: Final = 40
_MOST_TARGETS: Final = 2000


class Hearing:
    """Turns the lines of all tabs into events. Those of one frame come in the order in which it told them."""

    def __init__(
        self, inpage: InPage, writer: RecordingWriter, scribe: Scribe, photographer: Photographer
    ) -> None:
        self._inpage = inpage
        self._writer = writer
        self._scribe = scribe
        self._photographer = photographer
        self._parts: dict[str, bytearray] = {}
        self._asking: dict[tuple[str, FrameId], asyncio.Task[None]] = {}
        self.given: set[str] = set()
        """The notes of values that a program has given to fields in the person's place."""
        self.told = asyncio.Event()
        """Set whenever a document has told its state."""

    async def hear(self, tab: Tab, frame: FrameId, lines: Sequence[Told]) -> None:
        """Take what a frame told in one go."""
        tab.main = tab.main or self._inpage.main_frame(tab.page)
        for line in lines:
            try:
                await self._take(tab, frame, line)
            except (Error, FrameGone, ValidationError, KeyError) as error:
                what = f"a '{line['kind']}' could not be kept: {type(error).__name__}"
                self._scribe.write(tab, {"kind": "raw", "what": what})

    async def _take(self, tab: Tab, frame: FrameId, line: Told) -> None:
        given = line.pop("given", None)
        if given is not None and given not in self.given:
            # The page's own script gave the value.
            return
        match line["kind"]:
            case "target":
                await self._target(tab, frame, line)
            case "file_part":
                self._parts.setdefault(line["id"], bytearray()).extend(base64.b64decode(line["data"]))
            case "document" if frame == tab.main:
                self._arrived(tab, line)
            case "document":
                await self._arrived_within(tab, frame, line)
            case "stirred":
                tab.document(frame).tells = True
            case "in_page":
                self._moved_in_page(tab, line)
            case "answered":
                self._answered(tab, frame, line)
            case "state":
                await self._changed(tab, frame, line)
            case _:
                self._event(tab, frame, line)

    async def _target(self, tab: Tab, frame: FrameId, line: Told) -> None:
        targets, spec = tab.document(frame).targets, line["target"]
        path = await self._frame_path(tab, frame)
        facts = {key: value for key, value in spec.items() if value is not None}
        try:
            target = Target.model_validate({**facts, "frame": path})
        except ValidationError:
            target = Target(tag=spec.get("tag"), frame=path)
        targets[line["id"]] = target
        if len(targets) > _MOST_TARGETS:
            del targets[next(iter(targets))]

    def _event(self, tab: Tab, frame: FrameId, line: Told) -> None:
        document = tab.document(frame)
        for role in ("target", "onto", "entry"):
            if line.get(role) is not None:
                line[role] = document.targets.get(line[role])
        if frame != tab.main:
            line["url"], line["title"] = tab.url, tab.title
        if line["kind"] == "upload":
            line["files"] = [self._file(file) for file in line["files"]]
        self._scribe.write(tab, line, frame)
        if frame != tab.main and document.cause is not None:
            self._expect_change(tab, tab.main)

    def _file(self, told: Told) -> Told:
        content = self._parts.pop(told.pop("part", ""), None)
        if content is None:
            return told
        return self._writer.put_file(self._scribe.masked(told["name"]), bytes(content)).model_dump()

    async def _frame_path(self, tab: Tab, frame: FrameId) -> tuple[FrameStep, ...]:
        """The `<iframe>` elements from the page down to a frame; kept, since a frame may vanish."""
        if frame == tab.main:
            return ()
        if frame not in tab.paths:
            parent = self._inpage.parent_of(tab.page, frame)
            outer = await self._frame_path(tab, parent) if parent else ()
            with contextlib.suppress(FrameGone):
                facts = await self._inpage.describe_frame_owner(tab.page, frame)
                tab.paths[frame] = (*outer, FrameStep.model_validate(facts))
        return tab.paths.get(frame, ())

    async def _arrived_within(self, tab: Tab, frame: FrameId, line: Told) -> None:
        if tab.opener is not None:
            # A window that a choice in it closes cannot be asked any more where that was.
            with contextlib.suppress(TransientError, Error):
                await self._frame_path(tab, frame)
        left = tab.documents.get(frame)
        if left is not None:
            tab.documents[frame] = _follower(left)
        document = tab.document(frame)
        document.tells = True
        began = line.get("began")
        alone = began is not None and tab.deed_before(began) is None and document.cause is None
        if alone and left is not None and _is_page(left):
            # The browser's own button, which goes back in whatever frame went on last.
            gone = {"kind": "navigated", "t": began, "to": tab.url, "url": tab.url, "title": tab.title}
            gone |= {"cause": "back_forward", "direction": line["went"]}
            self._scribe.write(tab, gone, frame)
            self._expect_change(tab, tab.main)

    def _answered(self, tab: Tab, frame: FrameId, line: Told) -> None:
        document = tab.document(frame)
        document.answered()
        if document.cause is not None and frame == tab.main:
            tab.came_of(document.cause, line["t"])

    def _arrived(self, tab: Tab, line: Told) -> None:
        asked = self._inpage.took_request(tab.page)
        kind, behind = line.pop("navigation"), line.pop("behind")
        tab.arrive()
        if behind > 0 and tab.arrivals == 1 and tab.opener is not None:
            what = "the window had shown another page before the recorder could listen in it"
            self._scribe.write(tab, {"kind": "raw", "what": what})
        url = line["url"]
        if url == "about:blank":
            return
        tab.visits += 1
        cause = cause_of_arrival(tab, kind, asked=asked)
        line |= {"kind": "navigated", "to": url, "cause": cause, "asked_for": tab.asked_for(url)}
        self._scribe.write(tab, line)
        tab.begins_anew()

    def _moved_in_page(self, tab: Tab, line: Told) -> None:
        back = line.pop("how") == "traverse"
        line |= {"kind": "navigated", "to": line["url"], "cause": "back_forward" if back else "in_page"}
        self._scribe.write(tab, line)

    def _expect_change(self, tab: Tab, frame: FrameId) -> None:
        """What an event in another document changes in this one is told, too."""
        key = (tab.id, frame)
        if key in self._asking:
            return

        async def ask() -> None:
            with contextlib.suppress(TransientError, Error):
                await self._inpage.call(tab.page, "expectChange", frame=frame)

        task = self._asking[key] = asyncio.ensure_future(ask())
        task.add_done_callback(lambda _: self._asking.pop(key, None))

    async def _changed(self, tab: Tab, frame: FrameId, line: Told) -> None:
        document = tab.document(frame)
        told: dict[str, Any] = line.pop("state")
        rested, began = line.pop("rested"), line.pop("began")
        if began is not None:
            find_cause(tab, document, began)
        added, gone = told.pop("texts"), told.pop("gone")
        if document.goes_on and document.left_texts:
            left, new = document.left_texts - frozenset(added), document.state.texts if document.state else ()
            gone = [*gone, *sorted(left, key=lambda text: (text not in new, text))]
        document.texts = (document.texts - frozenset(gone)) | frozenset(added)
        fresh = tuple(text for text in added if text not in document.left_texts)[:_MOST_TEXTS]
        kept = tuple(text for text in added if text in document.left_texts)[:_MOST_TEXTS]
        document.left_texts = frozenset()
        state = PageState.model_validate({**told, "texts": fresh, "gone": gone[:_MOST_TEXTS]})
        if began is None and document.state is not None and not _same(document.state, state):
            # Whatever changes after an act that was told of already came of it all the same.
            document.answered()
        before, document.state = document.state, state
        if document.goes_on and document.before is not None and before is not None:
            state = _in_all(before, state)
            before, document.state = document.before, state
        document.before, document.goes_on = before, False
        if (frame == tab.main or document.cause is not None) and not _same(before, state):
            tab.picture = None
        if document.cause is not None and not (document.elsewhere and _is_nothing_new(before, state)):
            if frame == tab.main:
                tab.came_of(document.cause, line["t"])
            else:
                document.told_at = line["t"]
                line["url"], line["title"] = tab.url, tab.title
                line["frame"] = await self._frame_path(tab, frame)
            sent = tab.sent_since(document.cause_at) or None
            line |= {
                "kind": "changed",
                "after": document.cause,
                "before_state": before or PageState(url=state.url),
                "state": state,
                "kept": kept,
                "messages": None if document.elsewhere and frame != tab.main else sent,
            }
            self._scribe.write(tab, line, frame)
        caused, document.cause = document.cause is not None, None
        self.told.set()
        if rested and (caused or frame == tab.main):
            self._photographer.wants(tab)

    async def settled(self, tab: Tab) -> None:
        """Wait until every document of the tab has told what the last events changed."""
        for task in list(self._asking.values()):
            await task
        while tab.answers and any(self._inpage.is_there(tab.page, frame) for frame in tab.awaited):
            self.told.clear()
            await self.told.wait()


def _in_all(earlier: PageState, state: PageState) -> PageState:
    """A state that adds to an earlier one of the same event: with what came then and has not gone."""
    texts = dict.fromkeys((*(text for text in earlier.texts if text not in state.gone), *state.texts))
    gone = dict.fromkeys((*(text for text in earlier.gone if text not in state.texts), *state.gone))
    lasting = (alert for alert in earlier.alerts if alert in state.alerts)
    alerts = dict.fromkeys((*lasting, *state.alerts, *earlier.alerts))
    told = {"texts": tuple(texts)[:_MOST_TEXTS], "gone": tuple(gone)[:_MOST_TEXTS], "alerts": tuple(alerts)}
    told["refusals"] = tuple(dict.fromkeys((*earlier.refusals, *state.refusals)))
    told["withheld"] = tuple(dict.fromkeys((*earlier.withheld, *state.withheld)))
    return state.model_copy(update=told)


def cause_of_arrival(tab: Tab, kind: str, *, asked: bool) -> str:
    """Why a tab has the document that it has now; `asked` where the page itself has asked for it."""
    if tab.there and tab.arrivals == 1:
        # However it came, it is where the recording begins.
        return "address" if tab.id == "p1" else "consequence"
    # A window may be empty for a moment before the page comes that it was opened for.
    opened = tab.arrivals == 1 or (tab.visits == 1 and tab.opener is not None)
    if asked or (tab.id != "p1" and opened):
        return "consequence"
    return {"reload": "reload", "back_forward": "back_forward"}.get(kind, "address")


def find_cause(tab: Tab, document: Document, began: float) -> None:
    """What comes unexpected in a frame may have come of an act in another document of the tab: the one after
    which it began."""
    document.tells = False
    if document.cause is not None:
        return
    deed = tab.deed_before(began)
    if deed is None and document.is_next(began):
        document.answered()
    elif deed is None:
        # What has come with its page has not changed.
        document.unrest += 1 if document.state is not None else 0
    elif deed.seq == document.last:
        document.answered()
    elif not document.is_restless:
        document.caused(deed.seq, deed.at, elsewhere=True)


def _follower(left: Document) -> Document:
    """Another document in the same frame: one may be on its way to the next, as of a report that is made."""
    document = left.successor()
    document.before, document.told_at = left.before, left.told_at
    return document


def _is_page(document: Document) -> bool:
    """Whether it was more than what a frame is empty with until its first page comes.

    The first page of a frame comes with the page around it, which may have been gone back to itself.
    """
    return document.state is not None and document.state.url != "about:blank"


def _is_nothing_new(before: PageState | None, state: PageState) -> bool:
    """Whether the page looks the same, or is there now and empty."""
    shows = state.headings or state.alerts or state.dialogs or state.values or state.counts or state.texts
    return _same(before, state) or (before is None and not shows)


def _same(before: PageState | None, after: PageState) -> bool:
    """Whether the page looks the same, apart from its fields and what it says of them, from what can be used,
    and from what calls itself unfolded."""
    if before is None or after.texts:
        return False
    parts = ("values", "refusals", "unfolded", "texts", "gone", "disabled")
    unasked = {name: getattr(before, name) for name in parts}
    return after.model_copy(update=unasked) == before
