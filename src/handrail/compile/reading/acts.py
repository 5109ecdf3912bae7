"""Acts: what the person did, each with what was seen to follow from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from handrail.compile.reading.addresses import path_of
from handrail.compile.reading.known import fold
from handrail.recording.event import (
    Changed,
    CheckChange,
    Input,
    Interrupted,
    Navigated,
    PageState,
    Raw,
    RecordedEvent,
    SelectOption,
    Upload,
)
from handrail.recording.merging import element_key
from handrail.sop.target import FrameStep, Target

E = TypeVar("E", bound=RecordedEvent)

_SET = (Input, SelectOption, CheckChange, Upload)
MOVING_KEYS = frozenset(
    {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"}
)
"""Keys that move within a widget, a list or a page."""
LEAVING_KEYS = frozenset({"Escape", "Tab", "Shift+Tab"})
"""Keys that leave a field or what has come up over the page, and set nothing."""


class View(NamedTuple):
    """One document before and after an act; `frame` is the way to it, none for the page itself."""

    frame: tuple[FrameStep, ...]
    before: PageState
    after: PageState

    @property
    def new_headings(self) -> set[str]:
        """The headings that came, folded."""
        return set(map(fold, self.after.headings)) - set(map(fold, self.before.headings))


@dataclass(eq=False)
class Act:
    """One thing the person did. `follows` holds what came of it, in order."""

    event: RecordedEvent
    follows: list[RecordedEvent] = field(default_factory=list)
    pasted: str | None = None
    """The text that the clipboard gave, where the event is the input that pasting made."""
    button: Target | None = None
    """The default button that Enter in a field stood for."""
    opener: Target | None = None
    """What opened the calendar in which a day was picked, or was pressed for a file."""
    refused: tuple[str, ...] = ()
    """Earlier tries of the same sending, which the app refused."""
    left_out: tuple[str, ...] = ()
    """What was done right before it and led to nothing, in words."""
    began: int | None = None
    """`seq` of the first of several acts that this one stands for."""
    paragraphs: bool = False
    """Enter, and not a break within the paragraph, ended a line of the text."""
    chosen: bool | None = None
    """What the click made of an entry of a list of which several may be chosen: chosen, or taken back."""
    marked: bool = False
    """What the field held had been marked when its letters were typed: they stand in its place."""
    continues: str | None = None
    """What was typed at the end of a region's text, behind what something else had put there."""
    taken: str | None = None
    """The address that its page took meanwhile because of what it had saved by itself."""
    begun: Literal["on element", "in focus"] | None = None
    """Where a text began that the page took up from what is no field: on the act's element, or on whatever
    had the focus."""

    @property
    def target(self) -> Target | None:
        return target_of(self.event)

    @property
    def changes(self) -> tuple[Changed, ...]:
        """What was seen to change in the page, and in the frame that the act was in."""
        return tuple(change for change in self.all(Changed) if change.frame in ((), self._frame))

    @property
    def _frame(self) -> tuple[FrameStep, ...]:
        return self.target.frame if self.target is not None else ()

    def all(self, kind: type[E]) -> tuple[E, ...]:
        """What followed, of one kind."""
        # Exact, which is cheaper: no kind of event is a special one of another.
        return tuple([event for event in self.follows if type(event) is kind])

    @property
    def before(self) -> PageState | None:
        """The page as it was before the act."""
        view = self.view_of(())
        return view.before if view else None

    @property
    def after(self) -> PageState | None:
        """The page as it was once the act had settled."""
        view = self.view_of(())
        return view.after if view else None

    @property
    def views(self) -> tuple[View, ...]:
        """What was seen to change: in the frame that the act was in, then in the page itself."""
        paths = dict.fromkeys((self._frame, ()))
        return tuple(view for path in paths if (view := self.view_of(path)))

    @property
    def views_elsewhere(self) -> tuple[View, ...]:
        """What was seen to change in other frames of the page, as in a preview beside the list."""
        paths = dict.fromkeys(c.frame for c in self.all(Changed) if c.frame not in ((), self._frame))
        return tuple(view for path in paths if (view := self.view_of(path)))

    def view_of(self, frame: tuple[FrameStep, ...]) -> View | None:
        """The change of one document of the act's tab."""
        own = [c for c in self.all(Changed) if c.page == self.event.page and c.frame == frame]
        return View(frame, own[0].before_state, own[-1].state) if own else None

    def is_looked_at_since(self, seq: int) -> bool:
        """Whether the last look at the page that belongs to it came after an event: it may have begun sooner,
        as an edit does with the keys that mark what is written over."""
        return any(change.seq > seq for change in self.all(Changed))

    @property
    def turned(self) -> bool | None:
        """Whether the box, toggle button or tab is on that the act was on; none where that did not change."""
        names = _called(self.target)
        for view in self.views:
            for name in filter(None, names):
                before, after = view.before.values.get(name), view.after.values.get(name)
                if {before, after} == {"true", "false"}:
                    return after == "true"
        return None

    @property
    def unfolds(self) -> bool:
        """Whether what the act was on says since then that it has unfolded a part of the page."""
        name = self.target.name if self.target is not None else None
        came = ({*view.after.unfolded} - {*view.before.unfolded} for view in self.views)
        return name is not None and any(name in names for names in came)

    @property
    def leads_to(self) -> str | None:
        """The address that the act's page had in the end, where the act changed it or loaded it again.

        A script that writes down the address which the page has already leads nowhere, nor does one that
        takes back what it had written so, as where a dialog is an entry of the history.
        """
        page, here = self.event.page, self.event.url
        visits = [event for event in self.all(Navigated) if event.page == page]
        view = self.view_of(())
        if view is not None and view.after.url not in (view.before.url, self.taken):
            return None if self._left_before(view.before.url, view.after.url) else view.after.url
        stays = all(_writes_address(event) and event.to == here for event in visits)
        return None if stays else visits[-1].to

    def _left_before(self, before: str, after: str) -> bool:
        """Whether a field was set so soon after its page came that the last look was at another page."""
        here = path_of(self.event.url)
        return isinstance(self.event, _SET) and path_of(before) != here == path_of(after)

    @property
    def settles_late(self) -> float:
        """The seconds after which its page went on to another address by itself, as apps do."""
        own = [event for event in self.all(Navigated) if event.page == self.event.page]
        return (own[-1].t - self.event.t) / 1000 if own else 0.0

    @property
    def messages(self) -> int:
        """How many messages the page sent over web sockets because of it."""
        return sum(change.messages for change in self.changes)

    def took_effect(self) -> bool:
        """Whether anything at all was seen to follow."""
        passive = (Changed, Raw, Interrupted)
        others = any(not isinstance(event, passive) for event in self.follows)
        return others or any(differs(change) for change in self.changes)


def _writes_address(event: Navigated) -> bool:
    """Whether the page, which stayed, wrote the address itself, or went back to one that it had written."""
    return event.cause == "in_page" or (event.cause == "back_forward" and event.status is None)


def _called(target: Target | None) -> tuple[str | None, ...]:
    """What a state may call a box, toggle or tab by; of two groups of the same choices, with the group."""
    if target is None:
        return ()
    own, group = target.name or target.text, target.near.group
    return (target.label, f"{group} {own}" if group and own else None, own)


def target_of(event: RecordedEvent) -> Target | None:
    """The element that an event is about."""
    # Of what has no such field, `getattr` would have to make an error.
    found = vars(event).get("target")
    return found if isinstance(found, Target) else None


def differs(change: Changed, *, but_for: Collection[str] = ()) -> bool:
    """Whether the page looks different afterwards, apart from the parts of its state that are named."""
    before, after = change.before_state, change.state
    parts = ("refusals", "withheld", "unfolded", "texts", "gone", "disabled", *but_for)
    unasked = {name: getattr(before, name) for name in parts}
    told = bool(after.texts) and "texts" not in but_for
    return told or after.model_copy(update=unasked) != before


def same_element(one: Target | None, other: Target | None) -> bool:
    """Whether two sightings on one page are of one element: a locator in common is enough."""
    if one is None or other is None:
        return False
    if element_key(one) == element_key(other):
        return True
    if one.shadow != other.shadow or len(one.frame) != len(other.frame):
        return False
    return any(locator in other.locators for locator in one.locators)
