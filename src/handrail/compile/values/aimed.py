"""What a recorded step's target is on other data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.compile.choices.alike.entries_named import without_words_before
from handrail.compile.choices.alike.rows_meant import says_of_item
from handrail.compile.choices.lists.replaced import Replaced
from handrail.compile.choices.marks.calendars import without_date_said
from handrail.compile.choices.rows.selecting import is_called_by_line
from handrail.compile.choices.seen.picks import value_shown
from handrail.compile.reading.elements import is_form_control, shows_data
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import mentions, row_of
from handrail.compile.reading.steps import Draft, date_picked
from handrail.compile.reading.stripped import without_figure, without_own_text
from handrail.compile.values.called_by_data import is_called_by_record
from handrail.compile.values.given import Given
from handrail.compile.values.memory import Memory
from handrail.compile.values.targets import for_other_data
from handrail.sop import action as sop
from handrail.sop.locator import Locator, RoleLocator
from handrail.sop.target import Target
from handrail.targeting.exact import is_weak

_ASKS: Final = re.compile(
    r"(…|\.\.\.)$|^\W*$|^(choose|select|pick|please|none|no|not|any|all|bitte|auswähl|wähl|kein|alle|elegi|elij|selecc"
    r"|ningun|todo|choisi|sélectionn|aucun|tou[st])",
    re.IGNORECASE,
)
"""How a list asks for a choice, or says that there is none yet."""


def target_on_other_data(
    draft: Draft, given: Given, memory: Memory, *, narrowed: bool, upcoming: Replaced | None, state: str
) -> Target | None:
    """The target without what was the recorded record's alone; none where the step has none. `upcoming` is
    the choice that the next step changes, `state` what the element says of its record's."""
    if draft.target is None:
        return None
    own = draft.target
    if date_picked(draft.act) is not None:
        own = without_date_said(own) or own
    if given.picked is not None and is_called_by_line(own):
        # Its line says more of the record than what that is called.
        own = without_words_before(own) or own
    elif is_called_by_record(own, memory.known):
        unlabelled = without_words_before(own) or own
        own = own if all(map(is_weak, unlabelled.locators)) else unlabelled
    chosen = _chosen_before(draft, upcoming) or state
    by_itself = given.picked is not None and fold(given.picked.value) == fold(own.text or own.name or "")
    # What is picked by its own words is an entry, though another list came up in its place.
    target = own if by_itself else _without_choice(own, chosen)
    found = for_other_data(target, memory.known, narrowed=narrowed, own=given.picked)
    found = memory.dates.told(found)
    by_place = without_own_text(found, fold(target.name or ""))
    if shows_data(found) and any(row_of(locator) is not None for locator in by_place.locators):
        # What a record's cell shows is the record's, and what the step may be about to change. A day of
        # a calendar is in no record's row: it is what the cell says, and moves from month to month.
        return by_place
    edited = isinstance(draft.action, sop.DoubleClick)
    found = without_figure(found, edited=edited, of_item=says_of_item(draft))
    if (silent := memory.dates.unsaid(found)) is not None:
        return silent
    shown = _without_choice(found, _choice_shown(draft) or ("" if given.picked else _edited_in_place(draft)))
    if shown != found:
        return shown
    if given.into is not None and isinstance(draft.action, sop.Copy):
        return without_own_text(found, fold(given.into.value))
    return found


def _without_choice(target: Target, choice: str) -> Target:
    """The target without what it says of a choice, where anything else leads to it."""
    found = without_own_text(target, choice) if choice else target
    in_line = tuple(_by_kind_in_line(target, choice)) if choice else ()
    if in_line:
        found = found.model_copy(update={"locators": (*in_line, *found.locators)})
    elif choice and _is_told_by_caption(target, found):
        # Nothing but the words before it says what is chosen there.
        found = found.model_copy(update={"label": target.near.before})
    if not found.locators:
        return target
    if not choice or choice not in fold(target.near.row or ""):
        return found
    return found.model_copy(update={"near": found.near.model_copy(update={"row": None})})


def _is_told_by_caption(target: Target, found: Target) -> bool:
    """Whether the words before it are all that says what is chosen there. A link's row is then its line of a
    form, by the choice itself."""
    if found.name or found.label:
        return False
    held = found if target.role == "link" else target
    return target.role in {"button", "link"} and not any(map(row_of, held.locators[:1]))


def _by_kind_in_line(target: Target, choice: str) -> Iterator[Locator]:
    """What goes by its kind in a line of a form, where it went by what was chosen in that line."""
    for locator in target.locators:
        row = row_of(locator)
        if not isinstance(locator, RoleLocator) or row is None or mentions(row, choice):
            continue
        if locator.name is not None and fold(locator.name) == choice:
            yield locator.model_copy(update={"name": None})


def _chosen_before(draft: Draft, upcoming: Replaced | None) -> str:
    """What the target says that was chosen so far, where the next step changes that; empty where it asks for
    a choice, as it does on all records."""
    if upcoming is None or upcoming.opener is not draft.target or _ASKS.search(upcoming.said):
        return ""
    if upcoming.goes:
        return ""
    return upcoming.said


def _choice_shown(draft: Draft) -> str:
    """What a list's field shows that the step clicks on to choose: on another record it shows another choice.

    What asks for a choice is there on all records; what was chosen has its words as its title as well.
    """
    target, before = draft.target, draft.act.before
    if (own := value_shown(draft)) is not None:
        return own[1]
    if not isinstance(draft.action, sop.Click) or target is None or before is None or not target.label:
        return ""
    shown = fold(target.name or target.text or "")
    told = {fold(target.attributes.get("title", "")), before.beside.get(target.label)}
    return shown if shown and not is_form_control(target) and told == {shown} else ""


def _edited_in_place(draft: Draft) -> str:
    """The words that are pressed to be edited, which a field holds that comes in their place: another record
    has others."""
    target = draft.target
    if not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None or is_form_control(target):
        return ""
    said = fold(target.text or target.name or "")
    for view in draft.act.views:
        came = (held for label, held in view.after.values.items() if label not in view.before.values)
        if said and said in map(fold, came):
            return said
    return ""
