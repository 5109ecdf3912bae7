"""Events as acts: which of them a person did, and which act each of the others followed from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set

from handrail.compile.reading.acts import Act
from handrail.compile.tidying.gestures import is_still_press
from handrail.recording.event import (
    Changed,
    CheckChange,
    Click,
    Clipboard,
    ContextMenu,
    DialogAnswered,
    DoubleClick,
    Downloaded,
    DragDrop,
    Hover,
    Input,
    Interrupted,
    Keys,
    MouseDown,
    MouseMove,
    MouseUp,
    Navigated,
    Raw,
    RecordedEvent,
    Responded,
    Scroll,
    SelectOption,
    TabActivated,
    TabClosed,
    TabOpened,
    Upload,
)

_INPUT = (
    *(MouseDown, MouseUp, Click, DoubleClick, ContextMenu, Hover, Scroll, Keys, Input),
    *(SelectOption, CheckChange, Upload, DragDrop, Clipboard),
)
_TRIGGERS = (
    *(Click, DoubleClick, ContextMenu, Keys, SelectOption, CheckChange, Upload, DragDrop, Navigated),
)
_BY_PERSON = frozenset({"address", "back_forward", "reload"})
_LATE_MILLIS = 3000
_FEW_ACTS = 5
_AT_ONCE_MILLIS = 1000
_HANDED_OVER_MILLIS = 500
"""Nobody has read a page and closed it by then."""
_IN_ONE_GO_MILLIS = 50
_CLOCKS_MILLIS = 200
"""So much the clocks of the page and of the recorder may differ, on a machine that is busy."""
_WELL_BEFORE_MILLIS = 50
"""A request that began so long before a press is none of it, where something else has sent it."""


def acts_of(events: Sequence[RecordedEvent], start_url: str) -> list[Act]:
    """Merged events as acts. The first act is always going to the start page."""
    acts = list(_acts(events, start_url))
    attribution = _Attribution(acts)
    for event in events:
        attribution.see(event)
    # Files are read before their upload is told; what was done meanwhile came later all the same.
    uploads = [act for act in acts if isinstance(act.event, Upload)]
    for act in uploads:
        acts.remove(act)
        place = next((n for n, other in enumerate(acts) if other.event.t > act.event.t), len(acts))
        acts.insert(max(place, 1), act)
    return acts


def _acts(events: Sequence[RecordedEvent], start_url: str) -> Iterator[Act]:
    acts = [Act(event) for event in _done_by_person(events)]
    first = acts[0].event if acts else None
    if not (isinstance(first, Navigated) and first.cause == "address"):
        page = first.page if first else "p1"
        yield Act(Navigated(kind="navigated", seq=-1, t=0, page=page, to=start_url, cause="address"))
    yield from acts


def _done_by_person(events: Sequence[RecordedEvent]) -> Iterator[RecordedEvent]:
    """What a person did; not what only looks like it because a script of the page did it after a click."""
    last: dict[str, RecordedEvent] = {}
    used: set[str] = set()
    for event in events:
        before = last.get(event.page)
        # A link to `#` leads nowhere: what its script does comes of the click all the same.
        nowhere = isinstance(event, Navigated) and event.cause == "in_page" and event.to.endswith("#")
        if isinstance(event, (*_TRIGGERS, TabClosed)) and not nowhere:
            last[event.page] = event
        if isinstance(event, _TRIGGERS) and not isinstance(event, Navigated):
            used.add(event.page)
        if _is_act(event) and not _is_of_script(event, before, used):
            yield event


def _is_of_script(event: RecordedEvent, before: RecordedEvent | None, used: Set[str]) -> bool:
    """Going back, loading again and closing, right after a click that had led nowhere yet; and closing with
    the page that came of what was done in the tab, as windows do that hand over what was saved in them."""
    if isinstance(event, TabClosed) and isinstance(before, Navigated):
        came = before.cause == "consequence" and event.page in used
        return came and event.t - before.t <= _HANDED_OVER_MILLIS
    if not isinstance(before, Click | DoubleClick | SelectOption) or event.t - before.t > _AT_ONCE_MILLIS:
        return False
    if isinstance(event, Navigated):
        return event.cause in {"back_forward", "reload"}
    return isinstance(event, TabClosed)


def _is_act(event: RecordedEvent) -> bool:
    if isinstance(event, Navigated):
        return event.cause in _BY_PERSON and _is_address(event.to)
    if isinstance(event, TabClosed):
        return event.by_person
    return isinstance(event, _INPUT)


def _is_silent(event: RecordedEvent) -> bool:
    """What neither is an act nor tells what came of one."""
    if isinstance(event, TabOpened):
        return event.by_person
    if isinstance(event, Navigated):
        return not _is_address(event.to)
    return isinstance(event, MouseMove | TabActivated)


def _is_address(url: str) -> bool:
    """A page that somebody serves; not the browser's own empty and start pages."""
    return not url.startswith(("about:", "chrome:", "chrome-", "edge:", "moz-extension:")) and bool(url)


def _is_after(act: Act, began: float | None) -> bool:
    """Whether a request had begun already when the act was done."""
    return began is not None and act.event.t - began > _CLOCKS_MILLIS


def _documents(act: Act, page: str) -> Iterator[Navigated]:
    """The documents that came in a tab because of the act."""
    came = (event for event in act.all(Navigated) if event.page == page)
    return (event for event in came if event.cause == "consequence" and event.status is not None)


class _Attribution:
    """Says for every observation which act it followed from."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self._acts = tuple(acts)
        self._by_seq = [act.event.seq for act in acts]
        self._last = acts[0]
        self._on_page: dict[str, Act] = {}
        self._opener: dict[str, str] = {}

    def see(self, event: RecordedEvent) -> None:
        """Take the next event of the stream."""
        place = bisect_right(self._by_seq, event.seq) - 1
        if place >= 0 and self._acts[place].event is event:
            late = isinstance(event, Upload) and event.t < self._last.event.t
            if not late:
                self._last = self._on_page[event.page] = self._acts[place]
            return
        if _is_silent(event):
            return
        act = self._cause(event, place)
        if isinstance(event, Changed) and isinstance(act.event, Hover):
            event = self._since_pointing(act, event)
        act.follows.append(event)
        if isinstance(event, TabOpened):
            self._on_page.setdefault(event.page, act)
            self._opener[event.page] = event.opener or act.event.page

    def _cause(self, event: RecordedEvent, place: int) -> Act:
        if isinstance(event, Changed | Responded | Downloaded) and event.after is not None:
            named = self._acts[max(bisect_right(self._by_seq, event.after) - 1, 0)]
            later = isinstance(event, Changed) and self._last.event.seq > named.event.seq
            if later and self._in_popup(event):
                return self._last
            if later and (pressed := self._pressed_since(place, event)) is not None:
                return pressed
            return self._pointed_since(named, event) or named
        if isinstance(event, DialogAnswered) and event.dialog == "beforeunload":
            following = self._acts[place + 1] if place + 1 < len(self._acts) else None
            # The page asks before it is left: the leaving is what comes next.
            if following is not None and isinstance(following.event, Navigated | TabClosed):
                return following
        if isinstance(event, Raw) and event.formatted:
            return self._edit_at(event)
        if isinstance(event, Raw | Interrupted):
            return self._last
        act = self._on_page.get(event.page, self._last)
        if self._in_popup(event):
            act = self._last
        if isinstance(event, Responded) and event.method != "GET":
            return self._sender(event, act)
        return act

    def _edit_at(self, event: Raw) -> Act:
        """The edit that gave a format: told only once the page has dealt with it, while somebody types on."""
        done = (act for act in reversed(self._acts) if act.event.seq < event.seq)
        edits = (act for act in done if isinstance(act.event, Input) and act.event.page == event.page)
        return next((act for act in edits if act.event.t <= event.t), self._last)

    def _pressed_since(self, place: int, event: RecordedEvent) -> Act | None:
        """The press without a click before the event, as of an entry whose list goes while the button is
        down: the recorder knows clicks alone, and names what was clicked before."""
        down, up = self._acts[max(place - 1, 0)], self._acts[place]
        still = is_still_press(down.event, up.event) and down.event.page == event.page
        return down if still and event.t > down.event.t else None

    def _pointed_since(self, act: Act, event: RecordedEvent) -> Act | None:
        """The act after it, where that was to point at something and the page was seen later than it: nobody
        knows that it mattered before what it brought up is pressed. Another page came of the act before."""
        place = bisect_right(self._by_seq, act.event.seq)
        following = self._acts[place] if place < len(self._acts) else None
        if following is None or not isinstance(following.event, Hover) or not isinstance(event, Changed):
            return None
        if event.before_state.url != event.state.url:
            return None
        return following if following.event.t < event.t else None

    def _since_pointing(self, act: Act, event: Changed) -> Changed:
        """The look that belongs to an act of pointing, beside what had been seen before that."""
        before = self._acts[max(bisect_right(self._by_seq, act.event.seq) - 2, 0)]
        own = [look for look in before.all(Changed) if (look.page, look.frame) == (event.page, event.frame)]
        return event.model_copy(update={"before_state": own[-1].state}) if own else event

    def _in_popup(self, event: RecordedEvent) -> bool:
        """Whether the last act was in a popup, which works on the page that opened it."""
        return self._opener.get(self._last.event.page) == event.page

    def _sender(self, event: Responded, act: Act) -> Act:
        """A slow answer may come while the person is typing on already: a trigger before that sent it."""
        began = None if event.took is None else event.t - event.took
        place = bisect_right(self._by_seq, event.seq) - 1
        for later in self._acts[place + 1 : place + 1 + _FEW_ACTS]:
            told_late = isinstance(later.event, Upload) and later.event.page == event.page
            if told_late and began is not None and not _is_after(later, began):
                return later
        if began is not None and (led := self._filled_with(act, began)) is not None:
            return led
        if isinstance(act.event, _TRIGGERS) and not _is_after(act, began):
            return self._just_before(act, began) or self._filled_before(act, began) or act
        place = bisect_right(self._by_seq, act.event.seq) - 1
        # Each letter in an editor that counts them is an act of its own.
        most = _FEW_ACTS if began is None else _LATE_MILLIS
        for earlier in reversed(self._acts[max(place - most, 0) : place]):
            if event.t - earlier.event.t > _LATE_MILLIS:
                break
            if isinstance(earlier.event, _TRIGGERS) and not _is_after(earlier, began):
                # The page that the trigger led to asks by itself from the moment that it is there.
                if began is not None and any(came.t < began for came in _documents(earlier, event.page)):
                    return act
                answered = any(response.method != "GET" for response in earlier.all(Responded))
                return act if answered else earlier
        return act

    def _filled_with(self, act: Act, began: float) -> Act | None:
        """The trigger that led to the page, where the request began beside others that the page sent while it
        came up, and that were answered before the act: parts of a page are asked for in one go."""
        place = bisect_right(self._by_seq, act.event.seq) - 1
        for earlier in reversed(self._acts[max(place - _FEW_ACTS, 0) : place]):
            came = min((one.t for one in _documents(earlier, act.event.page)), default=None)
            if came is None:
                continue
            answered = (one for one in earlier.all(Responded) if one.took is not None and not one.document)
            starts = (one.t - (one.took or 0) for one in answered if one.t < act.event.t)
            beside = any(came < start and abs(start - began) <= _IN_ONE_GO_MILLIS for start in starts)
            return earlier if beside and came < began < act.event.t - _WELL_BEFORE_MILLIS else None
        return None

    def _just_before(self, act: Act, began: float | None) -> Act | None:
        """The trigger that a request began right behind, which nothing has answered yet, where the act came a
        moment later: who is fast goes on before the page has its answer."""
        if began is None or act.event.t <= began:
            return None
        place = bisect_right(self._by_seq, act.event.seq) - 1
        triggers = (one for one in reversed(self._acts[:place]) if isinstance(one.event, _TRIGGERS))
        before = next((one for one in triggers if one.event.t <= began), None)
        if before is None or before.event.page != act.event.page:
            return None
        nearer = began - before.event.t < act.event.t - began
        answered = any(response.method != "GET" for response in before.all(Responded))
        return before if nearer and not answered else None

    def _filled_before(self, act: Act, began: float | None) -> Act | None:
        """The field that was filled in right before a request, where the press came only after that: the page
        looks at what was typed by itself, and who is fast has pressed something since."""
        if began is None or act.event.t - began < _WELL_BEFORE_MILLIS:
            return None
        place = bisect_right(self._by_seq, act.event.seq) - 1
        before = next((one for one in reversed(self._acts[:place]) if one.event.t <= began), None)
        if before is None or not isinstance(before.event, Input) or before.event.page != act.event.page:
            return None
        return before if began - before.event.t < act.event.t - began else None
