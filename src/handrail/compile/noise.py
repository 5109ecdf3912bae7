"""Noise: acts that only led to the act beside them, or to nothing. What followed from them is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal
from urllib.parse import urljoin

from handrail.compile.acts import Act, differs, same_element
from handrail.compile.elements import (
    is_date_field,
    is_editable_region,
    is_multiline,
    is_set_by_pointer,
    is_text_field,
    is_tickable,
    keys_of,
    name_of,
)
from handrail.recording.event import (
    CheckChange,
    Click,
    Clipboard,
    ContextMenu,
    DialogAnswered,
    DoubleClick,
    DragDrop,
    Hover,
    Input,
    Keys,
    Navigated,
    RecordedEvent,
    Responded,
    Scroll,
    SelectOption,
    TabClosed,
    TabOpened,
    Upload,
)

Verdict = Literal["keep", "into next", "into previous"]

_CARET_KEYS: Final = frozenset({"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"})
_DATE: Final = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}")
_SCROLL_KEYS: Final = _CARET_KEYS | {"PageUp", "PageDown", " "}
_CLIPBOARD_KEYS: Final = frozenset({"c", "x", "v", "Insert", "Delete"})
_FORMAT_KEYS: Final = frozenset({"b", "i", "u"})
"""With Control, what an editor makes of the text that is typed next."""
_BROWSER_KEYS: Final = frozenset(
    {"F11", "F12", "PrintScreen", "ContextMenu", "Control+f", "Control++", "Control+-", "Control+0"}
    | {"Meta+f", "Control+Shift+I", "Meta+Alt+i"}
)
_INERT_TAGS: Final = frozenset(
    {"html", "body", "main", "section", "article", "header", "footer", "form", "fieldset"}
    | {"p", "h1", "h2", "h3", "h4", "h5", "h6"}
)
_INERT_ROLES: Final = frozenset(
    {
        "form",
        "main",
        "article",
        "region",
        "banner",
        "contentinfo",
        "group",
        "paragraph",
        "heading",
        "document",
    }
)

_SOME_TEXTS: Final = 3
"""As many as another entry of a list brings with it, and no hint that fades in at a page's end."""


def without_noise(acts: Sequence[Act], *, observed: bool) -> list[Act]:
    """The acts that make steps. `observed` says whether the recording tells what changed at all."""
    kept: list[Act] = []
    for place in range(len(acts) - 1, -1, -1):
        act = acts[place]
        following = kept[-1] if kept else None
        previous = acts[place - 1] if place else None
        upcoming = acts[place + 1] if place + 1 < len(acts) else None
        verdict = _Judgement(act, previous, following, upcoming, observed).verdict()
        if verdict == "into next" and following is not None:
            _hand_over(act, following)
        elif verdict != "keep" and previous is not None:
            _hand_over(act, previous)
        else:
            kept.append(act)
    kept.reverse()
    return kept


def _hand_over(act: Act, to: Act) -> None:
    to.follows.extend(act.follows)
    to.follows.sort(key=lambda event: event.seq)


def _follows(link: Act, came: Act) -> bool:
    """The click on a link led to the link's own address, as is told by what came of an act."""
    href = link.target.attributes.get("href") if link.target is not None else None
    if href is None or not isinstance(link.event, Click):
        return False
    leads = urljoin(link.event.url, href)
    return any(event.cause == "consequence" and event.address == leads for event in came.all(Navigated))


def _tabbed_to_something(act: Act) -> bool:
    """Leaving the field before by Tab brought something up."""
    return isinstance(act.event, Keys) and act.event.keys[-1] == "Tab" and act.took_effect()


class _Judgement:
    """One act between the acts beside it, and `following`, the next one that is no noise."""

    def __init__(
        self, act: Act, previous: Act | None, following: Act | None, upcoming: Act | None, observed: bool
    ) -> None:
        self._act = act
        self._previous = previous
        self._following = following
        self._upcoming = upcoming.event if upcoming else None
        self._next_event = following.event if following else None
        self._quiet = observed and not act.took_effect()
        """Nothing at all was seen to come of it."""

    def verdict(self) -> Verdict:
        match self._act.event:
            case Click():
                return self._click(self._act.event)
            case DoubleClick():
                return self._double_click(self._act.event)
            case ContextMenu():
                return self._context_menu()
            case Hover() if self._shows_only_what_counts() or self._rests_beside():
                return "into next"
            case Hover():
                return "into next" if self._leads_to(Click, DoubleClick, Hover) else "keep"
            case Scroll():
                # What is scrolled to in the end is only looked at.
                wanted = self._following is not None and self._brought_more(self._act.event)
                return "keep" if wanted else "into previous"
            case Keys():
                return self._keys(self._act.event)
            case Clipboard():
                return self._clipboard(self._act.event)
            case DragDrop():
                # Text was selected across elements.
                return "into next" if self._selects_text() else "keep"
            case CheckChange() if self._previous is not None and _follows(self._previous, self._act):
                # The page marks what its link leads to, as an entry of its menu.
                return "into previous"
            case Input() if self._is_counted_on() or self._is_empty_line(self._act.event):
                return "into next"
            case Input():
                empty = self._act.event.value == "" and not self._act.event.before
                return "into previous" if empty and self._quiet else "keep"
            case Navigated():
                return self._navigation(self._act.event)
            case TabClosed():
                return "keep" if self._following is not None else "into previous"
            case _:
                return "keep"

    def _brought_more(self, scroll: Scroll) -> bool:
        """Other content came of it; what a server is slow to give comes once the scrolling was told."""
        if scroll.loaded_more or scroll.renewed or not scroll.at_end:
            return scroll.loaded_more or scroll.renewed
        return any(
            len(change.state.texts) >= _SOME_TEXTS
            or any(
                count > change.before_state.counts.get(name, count)
                for name, count in change.state.counts.items()
            )
            for change in self._act.changes
        )

    def _is_empty_line(self, event: Input) -> bool:
        """Enter has begun a line of an editor, which tells nothing of it until something stands there."""
        before = self._previous.event if self._previous is not None else None
        enters = isinstance(before, Keys) and before.keys[-1] in {"Enter", "Shift+Enter"}
        if not enters or not is_editable_region(self._act.target) or not self._leads_to(Input):
            return False
        return isinstance(self._next_event, Input) and self._next_event.value.startswith(f"{event.value}\n")

    def _leads_to(self, *kinds: type[RecordedEvent]) -> bool:
        """The next act is of one of these kinds, on the same element."""
        if not isinstance(self._next_event, kinds) or self._following is None:
            return False
        return same_element(self._act.target, self._following.target)

    def _is_counted_on(self) -> bool:
        """The next act counts the same number on."""
        return isinstance(self._next_event, Input) and self._next_event.stepped and self._leads_to(Input)

    def _rests_beside(self) -> bool:
        """The pointer rested on an entry of a scrolled list, while another one came that is used."""
        over, used = self._act.target, self._following.target if self._following else None
        scrolled = self._previous is not None and isinstance(self._previous.event, Scroll)
        if not scrolled or over is None or used is None or over.role not in ("listitem", "row"):
            return False
        tags = [one.split("#")[0].split("[")[0] for one in used.ancestors]
        around = used.ancestors[tags.index(over.tag) + 1 :] if over.tag in tags else ()
        depth = min(len(around), len(over.ancestors))
        beside = depth > 0 and around[:depth] == over.ancestors[:depth]
        return beside and used.near.row is not None and over.text != used.near.row

    def _shows_only_what_counts(self) -> bool:
        """Only the buttons of a number came up, which is given without them."""
        following = self._following
        if not (following and isinstance(following.event, Input) and following.event.stepped):
            return False
        came = {label for view in self._act.views for label in view.after.values.keys() - view.before.values}
        return following.target is not None and came.isdisjoint(keys_of(following.target))

    def _counts(self, twice: bool) -> bool:
        """The press counted a number up or down; so does a double press, told behind its clicks."""
        counted = isinstance(self._next_event, Input) and self._next_event.stepped
        return counted and isinstance(self._upcoming, (Input, DoubleClick) if twice else Input)

    def _click(self, click: Click) -> Verdict:
        target = click.target
        before = self._previous if self._previous and isinstance(self._previous.event, Keys) else None
        if click.by_key and before is not None and not same_element(before.target, target):
            # Enter in a field: the browser presses the form's default button.
            before.button = target
            return "into previous"
        if _follows(self._act, self._act):
            return "keep"
        if isinstance(self._upcoming, CheckChange) and self._on_next_page():
            return "into next"
        if self._ends_choice():
            # What was chosen in a list is told when the button is let go, before the click.
            return "into previous"
        if isinstance(self._next_event, SelectOption) and self._is_of_select():
            return "into next"
        if self._counts(click.clicks > 1):
            return "into next"
        if isinstance(self._upcoming, Upload) and self._opens_chooser():
            return "into next"
        if is_text_field(target) and self._leads_to(Input, Keys, Clipboard, SelectOption):
            return "into next"
        if target is not None and target.role == "slider" and self._leads_to(Input):
            # Its page asked its server first where it stands then.
            return "into next"
        if self._enters_editor():
            return "into next"
        if target is not None and target.tag == "label" and self._next_is_labelled():
            return "into next"
        if target is not None and target.tag in {"select", "option"} and self._quiet:
            return "into previous"
        if self._selects_text():
            return "into next"
        if click.clicks > 1 and isinstance(self._next_event, DoubleClick):
            return "into next"
        return self._idle_click(click)

    def _idle_click(self, click: Click) -> Verdict:
        """Clicks that nothing came of."""
        target = click.target
        before = self._previous
        if before and isinstance(before.event, Input) and same_element(before.target, target):
            return "into previous" if is_set_by_pointer(target) or self._quiet else "keep"
        if not self._quiet or target is None:
            return "keep"
        following = self._following
        again = following is not None and self._leads_to(Click) and following.took_effect()
        if again and not self._is_called_otherwise(following):
            # The page was not ready for the first try, or put another element in its place meanwhile.
            return "into next"
        if is_text_field(target):
            # Tab had gone there before, and what came up is what a click there brings up, too.
            return "keep" if before is not None and _tabbed_to_something(before) else "into previous"
        inert = target.role is None or target.role in _INERT_ROLES
        return "into previous" if inert and target.tag in _INERT_TAGS else "keep"

    def _is_called_otherwise(self, following: Act | None) -> bool:
        """The next entry of a list, which moved up into the place of the one that was picked and went."""
        name = name_of(self._act.target)
        other = name_of(following.target) if following is not None else ""
        return bool(name and other) and name != other

    def _double_click(self, click: DoubleClick) -> Verdict:
        if self._counts(False):
            return "into next"
        if is_tickable(click.target):
            return "into previous"
        if is_text_field(click.target) and self._leads_to(Input, Keys, Clipboard):
            return "into next"
        if self._selects_text():
            return "into next"
        return "into previous" if is_text_field(click.target) and self._quiet else "keep"

    def _context_menu(self) -> Verdict:
        if self._act.all(TabOpened):
            return "keep"
        if isinstance(self._next_event, Clipboard | Input) and not self._act.took_effect():
            return "into next"
        return "into previous" if self._quiet else "keep"

    def _keys(self, event: Keys) -> Verdict:
        if event.taken:
            return "keep"
        kept = tuple(
            key
            for place, key in enumerate(event.keys)
            if not self._is_idle_key(key, last=place == len(event.keys) - 1)
        )
        if kept:
            self._act.event = event.model_copy(update={"keys": kept})
            return "keep"
        if event.keys[-1].endswith("Tab") and not (self._stands_for_tab() and self._act.took_effect()):
            return "into previous"
        return "into next"

    def _stands_for_tab(self) -> bool:
        """A click follows on the field that Tab went to, where nothing else came of that click."""
        following = self._following
        return isinstance(self._upcoming, Click) and following is not None and (
            following.event is self._upcoming and is_text_field(following.target)
        )  # fmt: skip

    def _is_idle_key(self, key: str, *, last: bool) -> bool:
        """Whether the key only prepared the next act, or was none of the page's business."""
        if self._act.target is not None and self._act.target.tag == "select":
            # A native select takes its keys for itself; what they chose is told by the select's event.
            return True
        if is_date_field(self._act.target) and self._stays_in_date(key):
            return True
        bare = key.rsplit("+", 1)[-1] if len(key) > 1 else key
        shortcut = key.startswith(("Control+", "Meta+"))
        if last and self._act.all(DialogAnswered):
            # The page asked something because of it, as when a field is left.
            return False
        if shortcut and bare == "a" and self._quiet:
            return True
        if bare == "Tab":
            if self._typed_date():
                # Some fields of a page's own read what was typed only then, and not at a click elsewhere.
                return False
            if self._previous is not None and self._previous.begun is not None:
                # It ends what is typed in a cell, and leads to the next one.
                return False
            came = last and (self._tab_brought_up() or self._tab_made_field())
            return not (self._tab_completed() or came)
        if key in _BROWSER_KEYS:
            return True
        if shortcut and bare in _CLIPBOARD_KEYS:
            return isinstance(self._next_event, Clipboard | Input) or bare in {"c", "x"}
        if isinstance(self._next_event, Navigated | TabClosed) and (shortcut or bare in {"F5", *_CARET_KEYS}):
            return last
        if key in {"Enter", " "} and self._leads_to(Click):
            return last and isinstance(self._next_event, Click) and self._next_event.by_key
        if self._leads_to(SelectOption, CheckChange):
            return key != "Enter"
        if is_text_field(self._act.target):
            return self._is_idle_in_field(key, bare)
        target = self._act.target
        if key in _SCROLL_KEYS and target is not None and target.role == "slider" and self._leads_to(Input):
            return True
        # A slider takes them, though nothing that names it tells what it says then.
        takes_keys = target is not None and target.role == "slider"
        return key in _SCROLL_KEYS and self._quiet and not takes_keys

    def _typed_date(self) -> bool:
        """A date was typed into the field, which is none of the browser's own."""
        before = self._previous
        if before is None or not isinstance(before.event, Input) or is_date_field(before.target):
            return False
        dated = _DATE.fullmatch(before.event.value) is not None
        return dated and same_element(before.target, self._act.target)

    def _stays_in_date(self, key: str) -> bool:
        """A key for one part of the browser's own date field, as the day; the date is told by its input."""
        if key == "Tab":
            return isinstance(self._upcoming, Input | Keys) and same_element(
                self._upcoming.target, self._act.target
            )
        return len(key) == 1 or key in _CARET_KEYS or key in {"Backspace", "Delete"}

    def _is_idle_in_field(self, key: str, bare: str) -> bool:
        if key in {"Enter", "Shift+Enter"}:
            value = self._next_event.value if isinstance(self._next_event, Input) else ""
            ends_line = is_multiline(self._act.target) and self._leads_to(Input) and "\n" in value
            if ends_line and key == "Enter" and self._following is not None:
                self._following.paragraphs = True
            return ends_line
        if is_editable_region(self._act.target) and key != bare and bare in _FORMAT_KEYS:
            return False
        if self._leads_to(Input, Clipboard):
            return True
        if bare in {"a", "z", "y"} and key != bare:
            return True
        if bare in {"ArrowUp", "ArrowDown"} and not is_multiline(self._act.target):
            # Which entry of a list is marked, nothing may tell: the key behind it takes that one.
            return self._quiet and not self._leads_to(Keys)
        return bare in _CARET_KEYS or (bare in {"Backspace", "Delete"} and self._quiet)

    def _tab_completed(self) -> bool:
        """Tab took over a suggestion: the field holds something else than what was typed."""
        before = self._previous.event if self._previous else None
        after = self._act.after
        if not isinstance(before, Input) or after is None or before.masked:
            return False
        shown = next((after.values[key] for key in keys_of(before.target) if key in after.values), None)
        return shown is not None and shown.startswith(before.value) and shown != before.value

    def _tab_brought_up(self) -> bool:
        """What is clicked on next came with the focus, as the calendar of the field that Tab went to."""
        after, following = self._act.after, self._following
        if after is None or following is None or not isinstance(self._next_event, Click):
            return False
        target = following.target
        if target is None or is_text_field(target) or following.event is not self._upcoming:
            return False
        return not {target.name, target.text, target.near.row, target.near.heading}.isdisjoint(after.texts)

    def _tab_made_field(self) -> bool:
        """What is filled in next came with the focus, or the field before went with it: cells of a grid that
        are fields while one is in them."""
        before, after, following = self._act.before, self._act.after, self._following
        if before is None or after is None or following is None or not isinstance(following.event, Input):
            return False
        if (
            self._previous is not None
            and self._leads_to(Input)
            and same_element(self._previous.target, following.target)
        ):
            # One field is called like the other, as in a grid whose cells are edited one after the other.
            return isinstance(self._previous.event, Input)
        came, went = (after.values.keys() - before.values.keys(), before.values.keys() - after.values.keys())
        fills, left = following.target, self._previous.target if self._previous is not None else None
        return (fills is not None and not came.isdisjoint(keys_of(fills))) or (
            left is not None and not went.isdisjoint(keys_of(left))
        )

    def _clipboard(self, event: Clipboard) -> Verdict:
        if event.what == "paste" and self._leads_to(Input) and self._following is not None:
            self._following.pasted = event.text
            return "into next"
        if event.what != "paste" and (event.masked or not event.text.strip()):
            return "into next" if self._following else "into previous"
        return "keep"

    def _navigation(self, event: Navigated) -> Verdict:
        before = self._previous.event if self._previous else None
        again = isinstance(before, Navigated) and (before.page, before.to) == (event.page, event.to)
        if again and isinstance(before, Navigated) and before.cause == event.cause == "address":
            return "into previous"
        return "keep"

    def _on_next_page(self) -> bool:
        return self._next_event is not None and self._next_event.page == self._act.event.page

    def _ends_choice(self) -> bool:
        """The list in which something was chosen is clicked on, and not to choose in it once more."""
        target, chosen = self._act.target, self._previous
        if target is None or chosen is None or not isinstance(chosen.event, SelectOption):
            return False
        is_its_own = target.tag == "option" or (
            target.tag == "select" and same_element(chosen.target, target)
        )
        return is_its_own and not isinstance(self._upcoming, SelectOption)

    def _is_of_select(self) -> bool:
        target = self._act.target
        return self._on_next_page() and target is not None and target.tag in {"select", "option", "label"}

    def _enters_editor(self) -> bool:
        """A frame whose whole document is edited: below its text a click falls on the document."""
        target, following = self._act.target, self._following.target if self._following else None
        if target is None or target.tag not in {"html", "body"} or not isinstance(self._next_event, Input):
            return False
        return following is not None and following.tag == "body" and following.frame == target.frame

    def _opens_chooser(self) -> bool:
        target = self._act.target
        if target is None or self._leads_to(Upload) or target.input_type == "file" or target.tag == "label":
            return True
        # What the file itself changed is told by the upload; before that, a chooser changes nothing.
        seq = self._next_event.seq if self._next_event else 0
        early = [change for change in self._act.changes if change.seq < seq]
        return not any(differs(change) for change in early) and not self._act.all(Responded)

    def _next_is_labelled(self) -> bool:
        """The browser passes a click on a label on to its field."""
        if isinstance(self._upcoming, Click) and is_tickable(self._upcoming.target):
            return isinstance(self._next_event, CheckChange)
        following = self._following.target if self._following else None
        if isinstance(self._next_event, Keys) and same_element(self._act.target, following):
            # It is an entry itself, which has the focus now.
            return False
        text = name_of(self._act.target)
        return following is not None and bool(text) and text in {name_of(following), following.label}

    def _selects_text(self) -> bool:
        copies = isinstance(self._next_event, Clipboard) and self._next_event.what != "paste"
        again = isinstance(self._upcoming, Click) and self._upcoming.clicks > 1
        at_once = again or isinstance(self._upcoming, Clipboard | Keys | DoubleClick)
        return copies and at_once and not self._act.took_effect()
