"""Draft steps: acts as actions of the SOP, still with the recorded values in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.badges import without_count
from handrail.compile.reading.elements import (
    is_editable_region,
    is_text_field,
    is_tickable,
    value_in,
    written_alike,
)
from handrail.compile.reading.showing import is_renamed
from handrail.compile.reading.uploads import file_field
from handrail.recording import event as seen
from handrail.sop import action as sop
from handrail.sop.locator import RoleLocator
from handrail.sop.node import MAIN_PAGE
from handrail.sop.target import Target

_LATE = 2.5
_MOST_PATIENCE = 60
"""Seconds: a page that was longer in coming is waited for longer than is usual, and so long at most."""
_WITHOUT_TARGET = (
    *(
        sop.Open,
        sop.Back,
        sop.Forward,
        sop.Reload,
        sop.Press,
        sop.Type,
        sop.Scroll,
        sop.CloseTab,
        sop.PickDate,
    ),
)

_LISTED = 3
"""So many texts gone at once are no message beside a field."""


@dataclass(frozen=True)
class Draft:
    """One step to be: the action as recorded, in which tab, and the act it comes from."""

    act: Act
    action: sop.Action
    page: str
    target: Target | None = None
    opens: str | None = None

    @property
    def dialogs(self) -> tuple[seen.DialogAnswered, ...]:
        """The dialogs that came up because of the step, as they were answered."""
        return self.act.all(seen.DialogAnswered)

    @property
    def among(self) -> seen.Among | None:
        """What tells what was pressed from its like, where it has any."""
        event = self.act.event
        if not isinstance(event, seen.Click | seen.DoubleClick | seen.ContextMenu):
            return None
        return event.among


def drafts_of(acts: Sequence[Act]) -> list[Draft]:
    """The steps of the acts, in order; the first is going to the start page."""
    tabs = _Tabs(acts[0].event.page)
    drafts: list[Draft] = []
    for act in acts:
        page = tabs.name(act.event.page)
        if not tabs.is_open(act.event.page) and not isinstance(act.event, seen.Navigated):
            drafts.append(_unseen_opening(act.event, page))
        tabs.open(act.event.page)
        opened = [tab.page for tab in act.all(seen.TabOpened)]
        opens = tabs.name(opened[0]) if opened else None
        steps = list(_steps(act))
        for place, (part, action, target) in enumerate(steps):
            last = place == len(steps) - 1
            if isinstance(action, sop.Press) and drafts and _has_focus(drafts[-1], page, target, action.keys):
                # What has the focus takes the key, whatever it is called by now.
                target = None
            if target is not None and target.role == "slider":
                target = _without_stand(target)
            if target is not None:
                target = without_count(target, (d.target for d in drafts if d.target and d.page == page))
            if _goes_on_typing(act, action, drafts):
                target = None
            drafts.append(Draft(part, action, page, target, opens if last else None))
        if opened and not lacks_target(drafts[-1]):
            tabs.open(opened[0])
    return drafts


def _has_focus(before: Draft, page: str, target: Target | None, keys: str) -> bool:
    """Whether the step before came to the element, be it another one, or called otherwise, on other data."""
    if keys.startswith(("Control+", "Meta+")) and _switches_format(before, page, target):
        return True
    if before.act.begun is not None and before.page == page:
        return True
    picked = isinstance(before.action, sop.Click | sop.Check) and before.page == page
    if picked and target is not None and target.role in {"option", "treeitem"}:
        return same_element(before.target, target)
    return _was_renamed(before, page, target)


def _without_stand(slider: Target) -> Target:
    """A slider without the numbers that say where it stands, and where the one beside it does."""
    near = slider.near
    sides = {"before": near.before, "after": near.after}
    said = {side: text for side, text in sides.items() if text and any(map(str.isalpha, text))}
    beside = near.model_copy(update={side: said.get(side) for side in sides})
    return slider.model_copy(update={"text": None, "near": beside})


def _switches_format(before: Draft, page: str, target: Target | None) -> bool:
    """Whether the key is for the region that was just written in; many are called by their text."""
    wrote = isinstance(before.action, sop.Fill | sop.Type) and before.page == page
    return wrote and is_editable_region(target) and same_element(before.act.target, target)


def _goes_on_typing(act: Act, action: sop.Action, drafts: Sequence[Draft]) -> bool:
    """Whether a text goes on behind a key that went to what had the focus."""
    if not isinstance(action, sop.Type) or act.continues is None or not drafts:
        return False
    before = drafts[-1]
    return isinstance(before.action, sop.Press) and before.target is None and not before.opens


def _was_renamed(before: Draft, page: str, target: Target | None) -> bool:
    """Whether the step before filled the element, which goes by another name since."""
    if not isinstance(before.action, sop.Fill) or before.page != page or target is None:
        return False
    after = before.act.after
    return same_element(before.target, target) and is_renamed(after, target, before.action.value)


def lacks_target(draft: Draft) -> bool:
    """Whether nothing says which element the step is about, so that it cannot be a step."""
    if isinstance(draft.action, sop.Drag) and not _can_be_found(draft.action.onto):
        return True
    if draft.target is None:
        return not isinstance(draft.action, _WITHOUT_TARGET)
    return not _can_be_found(draft.target)


def _can_be_found(target: Target) -> bool:
    return bool(target.locators) and all(step.locators for step in target.frame)


def _unseen_opening(event: seen.RecordedEvent, page: str) -> Draft:
    """The opening of a tab that was there without anything to say where it came from."""
    if event.url.startswith(("http:", "https:", "file:")):
        return Draft(Act(event), sop.Open(do="open", url=event.url), page)
    raw = seen.Raw(kind="raw", seq=event.seq, t=event.t, what=f"the tab '{page}' came up by itself")
    return Draft(Act(event, [raw]), sop.Open(do="open", url="about:blank"), page)


class _Tabs:
    """The SOP's names for the recording's tabs."""

    def __init__(self, main: str) -> None:
        self._names = {main: MAIN_PAGE}
        self._open = {main}

    def name(self, page: str) -> str:
        return self._names.setdefault(page, f"tab-{len(self._names) + 1}")

    def open(self, page: str) -> None:
        self._open.add(page)

    def is_open(self, page: str) -> bool:
        return page in self._open


Step = tuple[Act, sop.Action, Target | None]


def _steps(act: Act) -> Iterator[Step]:
    event = act.event
    match event:
        case seen.Keys():
            yield from _key_steps(act, event)
        case seen.Clipboard(what="paste"):
            yield act, sop.Paste(do="paste", text=event.text), event.target
        case seen.Clipboard():
            yield act, sop.Copy(do="copy"), event.target
        case seen.Click() if (day := date_picked(act)) is not None:
            # Which of the sheet's elements it is, every month says anew.
            yield act, sop.PickDate(do="pick_date", date=day), act.opener
        case seen.Scroll() if act.target is not None and (action := _action(act)) is not None:
            # What a list shows is other content wherever it is scrolled to.
            yield act, action, act.target.model_copy(update={"text": None})
        case seen.Upload():
            files = tuple(file.stored or file.name for file in event.files)
            yield act, sop.Upload(do="upload", files=files, drop=event.dropped), file_field(act)
        case seen.Input() if act.begun is not None:
            target = act.target if act.begun == "on element" else None
            yield act, sop.Type(do="type", text=event.value), target
        case _:
            action = _action(act)
            if action is not None:
                yield act, action, act.target


def date_picked(act: Act) -> str | None:
    """The date, ISO 8601, of the day that was clicked in a calendar."""
    if not isinstance(act.event, seen.Click) or act.event.modifiers or act.target is None:
        return None
    return act.target.attributes.get("datetime") if act.target.tag != "time" else None


def _action(act: Act) -> sop.Action | None:
    event = act.event
    match event:
        case seen.Navigated():
            return _navigation(event)
        case seen.Click():
            return _click(act, event)
        case seen.DoubleClick():
            return sop.DoubleClick(do="double_click", modifiers=event.modifiers, position=event.offset)
        case seen.ContextMenu() if act.all(seen.TabOpened):
            # Chosen from the browser's own menu: "open in a new tab".
            return sop.Click(do="click", button="middle")
        case seen.ContextMenu():
            return sop.RightClick(do="right_click", modifiers=event.modifiers, position=event.offset)
        case seen.Hover():
            return sop.Hover(do="hover")
        case seen.Scroll():
            return sop.Scroll(
                do="scroll", x=event.left, y=0 if event.at_end else event.top, to_end=event.at_end
            )
        case seen.Input():
            return _input(act, event)
        case seen.SelectOption():
            return sop.Select(do="select", options=event.options)
        case seen.CheckChange():
            return sop.Check(do="check") if event.checked else sop.Uncheck(do="uncheck")
        case seen.DragDrop():
            onto = _without_what_came(event.onto, event.target)
            return sop.Drag(do="drag", onto=onto, position=event.offset, grip=event.grip)
        case seen.TabClosed():
            return sop.CloseTab(do="close_tab")
        case _:
            return None


def _without_what_came(onto: Target, dragged: Target) -> Target:
    """Where something was dropped, without the name that it has by what was drawn there meanwhile."""
    words = {word for word in re.findall(r"\w{3,}", dragged.name or dragged.text or "") if word.isalpha()}
    if "aria-label" in onto.attributes or not words & set(re.findall(r"\w+", onto.name or "")):
        return onto
    keep = tuple(one for one in onto.locators if not (isinstance(one, RoleLocator) and one.name == onto.name))
    return onto.model_copy(update={"name": None, "text": None, "locators": keep}) if keep else onto


def _navigation(event: seen.Navigated) -> sop.Action:
    match event.cause:
        case "reload":
            return sop.Reload(do="reload")
        case "back_forward" if event.direction == "forward":
            return sop.Forward(do="forward")
        case "back_forward":
            return sop.Back(do="back")
        case _:
            return sop.Open(do="open", url=event.address)


def _scroll(event: seen.Scroll) -> sop.Action:
    # What is kept of scrolling brought more content: the end is what brings it, wherever it is by then.
    if event.at_end or event.dy > 0:
        return sop.Scroll(do="scroll", to_end=True)
    return sop.Scroll(do="scroll", x=event.left, y=event.top)


def _click(act: Act, event: seen.Click) -> sop.Action:
    if act.all(seen.Downloaded):
        return sop.Download(do="download", modifiers=event.modifiers)
    ticked = _ticked(act)
    if ticked is not None:
        return sop.Check(do="check") if ticked else sop.Uncheck(do="uncheck")
    return sop.Click(
        do="click",
        modifiers=event.modifiers,
        button="middle" if event.button == "middle" else "left",
        position=event.offset,
        expands=act.unfolds and act.leads_to is None,
    ).held(event.held)


def _ticked(act: Act) -> bool | None:
    """Whether a switch of the page's own making is on after the click; none where that was not seen."""
    target = act.target
    if target is None or not is_tickable(target) or target.tag == "input":
        return None
    return act.turned


def _input(act: Act, event: seen.Input) -> sop.Action:
    if act.pasted == event.value and not event.before and not event.masked:
        return sop.Paste(do="paste", text=event.value)
    if event.taken:
        return sop.Type(do="type", text=event.value)
    if act.continues is not None:
        return sop.Type(do="type", text=act.continues)
    if act.paragraphs and event.editable_region and "\n" in event.value:
        return sop.Type(do="type", text=event.value, replaces=True)
    return sop.Fill(do="fill", value=event.value, filters=_filters(act))


def _filters(act: Act) -> bool:
    """Whether what was typed was seen to change what the page lists."""
    target = act.target
    if target is None or target.tag != "input" or target.role == "combobox":
        return False
    return act.leads_to is None and any(_lists_otherwise(change) for change in act.changes)


def _lists_otherwise(change: seen.Changed) -> bool:
    before, after = change.before_state, change.state
    counted = any(after.counts.get(name, rows) != rows for name, rows in before.counts.items())
    return counted or len(after.gone) >= _LISTED


def _key_steps(act: Act, event: seen.Keys) -> Iterator[Step]:
    target = event.target if _tells_place(event) else None
    if act.all(seen.Downloaded) and act.button is not None:
        yield act, sop.Download(do="download"), act.button
        return
    groups = list(_typed_groups(event.keys, as_text=target is not None))
    first = next((place for place, keys in enumerate(groups) if len(keys[0]) == 1), len(groups))
    anew = first < len(groups) and is_text_field(target)
    anew = anew and (act.marked or _written_anew(act, "".join(groups[first])))
    if anew:
        groups = groups[first:]
    for place, keys in enumerate(groups):
        last = place == len(groups) - 1
        part = act if last else Act(event)
        if len(keys) > 1 or (len(keys[0]) == 1 and is_text_field(target)):
            yield part, sop.Type(do="type", text="".join(keys), replaces=anew and place == 0), target
        else:
            yield part, sop.Press(do="press", keys="Space" if keys[0] == " " else keys[0]), target


def _tells_place(event: seen.Keys) -> bool:
    """Whether what had the focus says where the keys went: a calendar that is shut by Escape is another one
    every month, and gone as soon as a day is picked in some."""
    target = event.target
    if target is None or target.tag in {"body", "html"}:
        return False
    nameless = target.role in {"table", "grid"} and not (target.name or target.label)
    return not (nameless and set(event.keys) == {"Escape"})


def _written_anew(act: Act, letters: str) -> bool:
    """Whether a field whose own script takes the letters held something, and holds these alone now.

    What it held had been marked, by a key, the mouse or the page, or was taken away letter by letter.
    """
    before = None if act.before is None else value_in(act.before, act.target)
    after = None if act.after is None else value_in(act.after, act.target)
    return bool(before and after) and written_alike(after or "", letters) and before != after


def _typed_groups(keys: Sequence[str], *, as_text: bool) -> Iterator[tuple[str, ...]]:
    """Letters in a row together, every other key alone."""
    letters: list[str] = []
    for key in keys:
        if as_text and len(key) == 1:
            letters.append(key)
            continue
        if letters:
            yield tuple(letters)
            letters = []
        yield (key,)
    if letters:
        yield tuple(letters)


def patience(drafts: Sequence[Draft], place: int) -> float | None:
    """Seconds for a step on a page that was long in coming: twice what it took; none where that is usual."""
    draft, before = drafts[place], drafts[place - 1]
    late = before.act.settles_late if place and before.page == draft.page else 0.0
    return float(min(ceil(2 * late), _MOST_PATIENCE)) if late > _LATE else None
