"""The record that a search left alone in its list: what is done there is done to it, whatever it is called.

Where nothing but the search leads to a command, a search that finds another record alone, as "Elm Logistics
Ltd" where "Elm Logistics" is gone, would have the command given to that one. So the list must say the name.
"""

from __future__ import annotations

from collections.abc import Iterable

from handrail.compile.reading.addresses import path_of
from handrail.compile.reading.elements import is_in_navigation
from handrail.compile.reading.identities import names_a_record
from handrail.compile.reading.known import Slot, fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Changed, Navigated
from handrail.sop import action as sop
from handrail.sop.condition import Condition, TextIs
from handrail.sop.target import Target

_COMMANDS = (sop.Click, sop.DoubleClick, sop.RightClick, sop.Check, sop.Uncheck, sop.Select)
"""Commands, and choices that say what the next command is for."""


class LeftAlone:
    """Looks on, step by step, at one tab's list: what it was searched for, and what it has shown since."""

    def __init__(self) -> None:
        self._sought: dict[Slot, None] = {}
        self._path = ""
        self._shown: set[str] = set()
        self._narrowed = False
        """Something has gone from the list since it was searched."""
        self._said = False

    def see(self, draft: Draft, learned: Iterable[Slot]) -> None:
        """Take the next step, and what it was given."""
        self._path = self._path or path_of(draft.act.event.url)
        for slot in learned:
            if slot.origin == "searched" and names_a_record(slot) and not slot.begins and not _chooses(draft):
                self._sought[slot] = None
                self._narrowed = self._said = False
        came = [one.seq for one in draft.act.all(Navigated) if _is_another_document(draft, one)]
        for look in draft.act.all(Changed):
            if look.page != draft.act.event.page or look.frame:
                continue
            before, texts = self._shown, {*map(_same_case, look.state.texts)}
            if came and came[0] < look.seq:
                came = []
                self._shown = texts | {*map(_same_case, look.kept)}
                self._come_to(path_of(look.state.url))
            else:
                self._shown = (before | texts) - {*map(_same_case, look.state.gone)}
            self._narrowed = self._narrowed or bool(self._found() and before - self._shown)

    def _come_to(self, path: str) -> None:
        """The page of one record, or another list, was searched for nothing."""
        if path != self._path:
            self._path, self._narrowed, self._said = path, False, False
            self._sought.clear()

    def _found(self) -> list[Slot]:
        """What was sought and is a text of its own in the page."""
        return [slot for slot in self._sought if _same_case(slot.value) in self._shown]

    def identity(self, draft: Draft, target: Target | None, *, once: bool) -> tuple[Condition, ...]:
        """That the list says the names that were sought, where nothing else leads the step to its record:
        before the first thing that is done there, and before each that happens `once`."""
        picks = isinstance(draft.action, sop.Check | sop.Click)
        if target is not None and picks and _is_of_named_row(target):
            # What is done next is done to what was ticked, or opened, by its name.
            self._sought.clear()
        if not self._narrowed or (self._said and not once):
            return ()
        if target is None or not isinstance(draft.action, _COMMANDS) or is_in_navigation(target):
            return ()
        if target.frame or "{{" in str(target.locators):
            return ()
        named = tuple(TextIs(kind="text", equals=slot.template, as_name=True) for slot in self._found())
        self._said = self._said or bool(named)
        return named


def _is_of_named_row(target: Target) -> bool:
    rows = (row_of(locator) for locator in target.locators)
    return any("{{" in row.text for row in rows if row is not None)


def _chooses(draft: Draft) -> bool:
    """Whether it looks for an entry of a list that a field of a form opens: the field says what is chosen."""
    target = draft.target
    around = () if target is None else (f"[{target.role}]", *target.ancestors)
    return any("[combobox]" in one or "[listbox]" in one for one in around)


def _is_another_document(draft: Draft, visit: Navigated) -> bool:
    return visit.page == draft.act.event.page and visit.cause != "in_page"


def _same_case(text: str) -> str:
    return fold(text).casefold()
