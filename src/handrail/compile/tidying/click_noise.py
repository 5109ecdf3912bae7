"""Clicks that only led to the act beside them, or to nothing."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin

from handrail.compile.reading.acts import Act, View, differs, same_element
from handrail.compile.reading.elements import (
    is_set_by_pointer,
    is_text_field,
    is_tickable,
    keys_of,
    name_of,
)
from handrail.compile.tidying.between import Between, Verdict
from handrail.compile.tidying.key_noise import key_that_leaves, marks_what_follows
from handrail.recording.event import (
    Changed,
    CheckChange,
    Click,
    Clipboard,
    DoubleClick,
    Input,
    Keys,
    Navigated,
    Responded,
    SelectOption,
    TabOpened,
    Upload,
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

_ENTRY_ROLES: Final = frozenset({"option", "radio", "checkbox", "switch", "tab", "treeitem"}) | {
    "menuitemradio",
    "menuitemcheckbox",
}
"""A press on one of these chooses it."""


def follows(link: Act, came: Act) -> bool:
    """The click on a link led to the link's own address, as is told by what came of an act."""
    href = link.target.attributes.get("href") if link.target is not None else None
    if href is None or not isinstance(link.event, Click):
        return False
    leads = urljoin(link.event.url, href)
    return any(event.cause == "consequence" and event.address == leads for event in came.all(Navigated))


def _tabbed_to_something(act: Act) -> bool:
    """Leaving the field before by Tab brought something up."""
    return isinstance(act.event, Keys) and act.event.keys[-1] == "Tab" and act.took_effect()


def _brought(view: View) -> bool:
    """A dialog, a list, or another part of several things to choose from."""
    before, after = view.before, view.after
    opened = {*after.dialogs} - {*before.dialogs} or {*after.unfolded} - {*before.unfolded}
    return bool(opened) or any(count > before.counts.get(name, 0) for name, count in after.counts.items())


class Clicked(Between):
    """A press of a mouse button between the acts beside it; see `noise`."""

    def _counts(self, twice: bool) -> bool:
        """The press counted a number up or down; so does a double press, told behind its clicks."""
        counted = isinstance(self.next_event, Input) and self.next_event.stepped
        return counted and isinstance(self.upcoming, (Input, DoubleClick) if twice else Input)

    def judge_click(self, click: Click) -> Verdict:
        target = click.target
        before = self.previous if self.previous and isinstance(self.previous.event, Keys) else None
        if click.by_key and before is not None and not same_element(before.target, target):
            # Enter in a field: the browser presses the form's default button.
            before.button = target
            return "into previous"
        if (key := key_that_leaves(self, target)) is not None:
            self.act.event = key
            return "keep"
        if follows(self.act, self.act):
            return "keep"
        if isinstance(self.upcoming, CheckChange) and self._on_next_page():
            return "into next"
        if self._ends_choice():
            # What was chosen in a list is told when the button is let go, before the click.
            return "into previous"
        if isinstance(self.next_event, SelectOption) and self._is_of_select():
            return "into next"
        if self._counts(click.clicks > 1):
            return "into next"
        if isinstance(self.upcoming, Upload) and self._opens_chooser():
            if self.following is not None and self.following.event is self.upcoming:
                self.following.opener = target
            return "into next"
        if is_text_field(target) and self.leads_to(Input, Keys, Clipboard, SelectOption):
            return "keep" if self._put_away_what_tab_brought() else "into next"
        if target is not None and target.role == "slider" and self.leads_to(Input):
            # Its page asked its server first where it stands then.
            return "into next"
        if self._enters_editor():
            return "into next"
        if target is not None and target.tag == "label" and self._next_is_labelled():
            return "into next"
        if self._holds_label():
            return "into next"
        if target is not None and target.tag in {"select", "option"} and self.quiet:
            return "into previous"
        if self.selects_text():
            return "into next"
        if click.clicks > 1 and isinstance(self.next_event, DoubleClick):
            return "into next"
        return self._idle_click(click)

    def _idle_click(self, click: Click) -> Verdict:
        """Clicks that nothing came of."""
        target = click.target
        before = self.previous
        if before and isinstance(before.event, Input) and same_element(before.target, target):
            return "into previous" if is_set_by_pointer(target) or self.quiet else "keep"
        if not self.quiet or target is None:
            return "keep"
        following = self.following
        again = following is not None and self.leads_to(Click) and following.took_effect()
        if again and not self._is_called_otherwise(following):
            # The page was not ready for the first try, or put another element in its place meanwhile.
            return "into next"
        if is_text_field(target):
            # Tab had gone there before, and what came up is what a click there brings up, too.
            tabbed = before is not None and _tabbed_to_something(before)
            kept = tabbed or self._is_given_what_is_pressed() or self._gives_way()
            return "keep" if kept else "into previous"
        inert = (target.role is None or target.role in _INERT_ROLES) and target.tag in _INERT_TAGS
        return "into previous" if inert and not self._let_others_be_used() else "keep"

    def _let_others_be_used(self) -> bool:
        """A button can be pressed now: an item was marked by its colour alone. Behind something typed it is
        that which the page has taken, as the field was left."""
        if self.previous is not None and isinstance(self.previous.event, Input | Keys | SelectOption):
            return False
        return any(view.after.disabled < view.before.disabled for view in self.act.views)

    def _is_given_what_is_pressed(self) -> bool:
        """The field has the words of what is pressed next: it brought up a list of texts that the page shows
        elsewhere as well, so that nothing was seen to come."""
        following = self.following
        if following is None or not isinstance(following.event, Click):
            return False
        name, keys = name_of(following.target), keys_of(self.act.target) if self.act.target else ()
        return bool(name) and any(
            view.before.values.get(key) != name == view.after.values.get(key)
            for view in following.views
            for key in keys
        )

    def _gives_way(self) -> bool:
        """Another field of the same label is typed into right behind: a number is shown as it is written, and
        a press puts the field that takes digits in its place."""
        following, target = self.following, self.act.target
        if following is None or not isinstance(following.event, Input) or target is None:
            return False
        other = following.target
        return other is not None and bool(target.label) and target.label == other.label

    def _put_away_what_tab_brought(self) -> bool:
        """Tab had gone elsewhere, as to a field whose calendar came up: a press beside it shuts it, and to
        give this field the focus does not."""
        tab, own, target = self.previous, self.act.before, self.act.target
        if tab is None or own is None or target is None:
            return False
        brought = _tabbed_to_something(tab) and any(_brought(view) for view in tab.views)
        # Where it held a text, a press would set the caret within it.
        return brought and not any(own.values.get(key) for key in keys_of(target))

    def _is_called_otherwise(self, following: Act | None) -> bool:
        """The next entry of a list, which moved up into the place of the one that was picked and went."""
        name = name_of(self.act.target)
        other = name_of(following.target) if following is not None else ""
        return bool(name and other) and name != other

    def judge_double_click(self, click: DoubleClick) -> Verdict:
        if self._counts(False):
            return "into next"
        if is_tickable(click.target):
            return "into previous"
        if is_text_field(click.target) and self.leads_to(Input, Keys, Clipboard):
            marks_what_follows(self)
            return "into next"
        if self.selects_text():
            return "into next"
        return "into previous" if is_text_field(click.target) and self.quiet else "keep"

    def judge_context_menu(self) -> Verdict:
        if self.act.all(TabOpened):
            return "keep"
        if isinstance(self.next_event, Clipboard | Input) and not self.act.took_effect():
            return "into next"
        return "into previous" if self.quiet else "keep"

    def _on_next_page(self) -> bool:
        return self.next_event is not None and self.next_event.page == self.act.event.page

    def _ends_choice(self) -> bool:
        """The list in which something was chosen is clicked on, and not to choose in it once more."""
        target, chosen = self.act.target, self.previous
        if target is None or chosen is None or not isinstance(chosen.event, SelectOption):
            return False
        is_its_own = target.tag == "option" or (
            target.tag == "select" and same_element(chosen.target, target)
        )
        return is_its_own and not isinstance(self.upcoming, SelectOption)

    def _is_of_select(self) -> bool:
        target = self.act.target
        return self._on_next_page() and target is not None and target.tag in {"select", "option", "label"}

    def _enters_editor(self) -> bool:
        """A frame whose whole document is edited: below its text a click falls on the document."""
        target, following = self.act.target, self.following.target if self.following else None
        if target is None or target.tag not in {"html", "body"} or not isinstance(self.next_event, Input):
            return False
        return following is not None and following.tag == "body" and following.frame == target.frame

    def _opens_chooser(self) -> bool:
        target = self.act.target
        if target is None or self.leads_to(Upload) or target.input_type == "file" or target.tag == "label":
            return True
        if target.role in _ENTRY_ROLES:
            # In quick work the field tells only after the file what was chosen in it.
            return False
        if not target.attributes.get("href", "#").startswith(("#", "javascript:")):
            # So it does where a link brings up the field.
            return False
        # What the file itself changed is told by the upload; before that, a chooser changes nothing.
        seq = self.next_event.seq if self.next_event else 0
        early = [change for change in self.act.changes if change.seq < seq]
        return not any(differs(change) for change in early) and not self.act.all(Responded)

    def _next_is_labelled(self) -> bool:
        """The browser passes a click on a label on to its field."""
        if isinstance(self.upcoming, Click) and is_tickable(self.upcoming.target):
            # A page that goes on at once lets the box tell nothing of its change.
            return isinstance(self.next_event, CheckChange) or self._passes_on(self.upcoming)
        following = self.following.target if self.following else None
        if isinstance(self.next_event, Keys) and same_element(self.act.target, following):
            # It is an entry itself, which has the focus now.
            return False
        text = name_of(self.act.target)
        if following is None or following.tag == "label":
            # Another label of the same words was pressed, as each row's "Delete" and its question's.
            return False
        came = {label for view in self.act.views for label in view.after.values.keys() - view.before.values}
        if not came.isdisjoint(keys_of(following)):
            # The field came with it: it is an entry of a menu, "Rename", of the same words.
            return False
        return bool(text) and text in {name_of(following), following.label}

    def _holds_label(self) -> bool:
        """An entry of a menu that is drawn around a label: the browser passed the press on to the label's
        box, before anything else came of it."""
        entry, box = self.act.target, self.upcoming
        if entry is None or not isinstance(box, Click) or not isinstance(self.next_event, CheckChange):
            return False
        passed_on = self._passes_on(box) and is_tickable(box.target) and not is_tickable(entry)
        name = name_of(entry)
        called = {name_of(box.target), box.target.label} if box.target is not None else set()
        return passed_on and bool(name) and name in called

    def _passes_on(self, click: Click) -> bool:
        """Whether the browser itself made that click of this one, of which nothing else came."""
        return click.seq == self.act.event.seq + 1 and not self.act.follows

    def selects_text(self) -> bool:
        copies = isinstance(self.next_event, Clipboard) and self.next_event.what != "paste"
        again = isinstance(self.upcoming, Click) and self.upcoming.clicks > 1
        at_once = again or isinstance(self.upcoming, Clipboard | Keys | DoubleClick)
        return copies and at_once and (not self.act.took_effect() or self._marks_what_is_copied())

    def _marks_what_is_copied(self) -> bool:
        """A text was pressed twice or more to be copied, while what the page said by itself came or went."""
        marks = isinstance(self.act.event, DoubleClick) or getattr(self.act.event, "clicks", 1) > 1
        if not marks or not self.leads_to(Clipboard):
            return False
        said = {"alerts", "texts"}
        return all(
            isinstance(event, Changed) and not differs(event, but_for=said) for event in self.act.follows
        )
