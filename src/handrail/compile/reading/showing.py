"""What a document shows after an act and did not show before, as conditions on that document."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final

from handrail.compile.reading.acts import View
from handrail.compile.reading.elements import is_editable_region, keys_of
from handrail.compile.reading.known import Known, Slot, fold
from handrail.compile.reading.messages import could_not_load, is_of_field, is_part_of_list, message_told
from handrail.compile.reading.texts import Surroundings, dependable, names_a_value
from handrail.recording.page_state import UNNAMED_DIALOG, PageState
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.locator import CssLocator, RoleLocator
from handrail.sop.target import FrameStep, Target

_MIN_LETTERS = 3
_LINES = 4
"""Parts of which each is told as well: so many has no message."""
_NONE_LEFT = re.compile(
    r"(?:there (?:are|is|were) |es gibt )?"
    r"(?:no|nothing|0|keine?|nichts|aucune?|rien|ning[uú]n[oa]?s?|nada|sin)\b",
    re.IGNORECASE,
)
"""How a page says that a list is empty, in a message as well."""


def message(
    view: View, known: Known, around: Surroundings, own: str = "", *, filling: bool = False
) -> Iterator[Condition]:
    """A message of the app that was not there before; failing that, as a support, that a list is there.

    One that only repeats the words of what was pressed (`own`) tells nothing, nor does what a form says of
    its fields while one is still `filling` them in: it comes and goes with what is given.
    """
    new = [alert for alert in view.after.alerts if alert not in view.before.alerts]
    new = [alert for alert in _without_records(new) if not could_not_load(fold(alert))]
    if filling:
        new = [alert for alert in new if alert not in view.after.refusals and not is_of_field(fold(alert))]
    if lost_a_list(view):
        new = [alert for alert in new if not _NONE_LEFT.match(fold(alert))]
    for alert in sorted(new, key=is_part_of_list):
        told = message_told(alert, known, around)
        if told is not None and not _said_before(told, view) and not says(told, own):
            yield _in(view.frame, told.model_copy(update={"supporting": is_part_of_list(alert)}))
            return


def _without_records(alerts: Sequence[str]) -> list[str]:
    """The messages without those that many others are parts of, and those: a mail, say, or an entry of a log,
    with its lines one after the other as they come."""
    records = [one for one in alerts if sum(other in one for other in alerts if other != one) >= _LINES]
    return [alert for alert in alerts if not any(alert in one for one in records)]


def _said_before(told: c.TextIs, view: View) -> bool:
    """Whether what counts of the message, its own words, was there with another text in it: a hint that goes
    along with the typing."""
    words = told.contains
    return words is not None and "{{" not in words and any(words in alert for alert in view.before.alerts)


def dialog(view: View, known: Known, around: Surroundings, *, moved: bool) -> Iterator[Condition]:
    """A dialog that came or, on the same page, went."""
    before, after = view.before.dialogs, view.after.dialogs
    came = [name for name in after if name not in before]
    went = [name for name in before if name not in after]
    if came:
        target = _dialog(came[0], view.frame, known, around)
        if target.name is None and before:
            # One without a name is not told from the others.
            return
        yield c.ElementIs(kind="element", state="visible", target=target)
    elif went and not moved:
        target = _dialog(went[0], view.frame, known, around)
        if target.name is None and after:
            return
        yield c.ElementIs(kind="element", state="hidden", target=target)


def is_renamed(state: PageState | None, field: Target | None, value: str) -> bool:
    """Whether the region holds its text under another name: one that is called "empty" until it is filled.

    What a field of a form holds is no text of the page, whatever it is called.
    """
    if state is None or field is None or not is_editable_region(field) or field.frame or not fold(value):
        return False
    keys = keys_of(field)
    return not any(key in state.values for key in keys) and fold(value) in map(
        fold, (*state.values.values(), *state.texts)
    )


def headings(
    view: View, known: Known, around: Surroundings, *, first: bool, looked_up: bool = False
) -> Iterator[Condition]:
    """Headings that came; coming to the start of the walk (`first`) there was nothing before.

    Many at once under one that stays are the titles of what a list shows just now. Of a record that was only
    `looked_up`, what stands behind its name is more of it, as whose it is.
    """
    before = () if first else view.before.headings
    came = [one for one in view.after.headings if one not in before and one not in view.after.dialogs]
    if before and len(came) >= _TITLES and view.after.headings[0] in before:
        return
    for heading in came:
        text = dependable(_up_to_name(heading, known) if looked_up else heading, known, around)
        if text is not None:
            yield _in(view.frame, c.TextIs(kind="text", contains=text))


def _up_to_name(heading: str, known: Known) -> str:
    """Without what a heading says behind a given value and a sign, or in capitals: "S-12 — Ada Byron"."""
    reading = known.read(fold(heading))
    behind = reading.parts[-1] if reading.parts else ""
    if (
        not reading.slots
        or reading.partial
        or not isinstance(behind, str)
        or not _MORE_OF_RECORD.match(behind)
    ):
        return heading
    return fold(heading).removesuffix(behind)


def says(part: Condition, own: str) -> bool:
    """Whether the element with these words of its own fulfils the condition, and stays where it is."""
    return isinstance(part, c.TextIs) and part.contains is not None and fold(part.contains) in own


def as_heading(part: Condition) -> Condition:
    """The same, of a heading alone."""
    if not isinstance(part, c.TextIs):
        return part
    frame = part.target.frame if part.target is not None else ()
    locators = (RoleLocator(by="role", role="heading", name=part.contains),)
    target = Target(role="heading", name=part.contains, frame=frame, locators=locators)
    return c.ElementIs(kind="element", state="visible", target=target)


def lost_a_list(view: View) -> bool:
    """Whether a list is gone: what stands in its place ("No results") hangs on what else was in it."""
    # They are numbered by their place: another one may have its name now.
    before, after = (sum(map(bool, state.counts.values())) for state in (view.before, view.after))
    return after < before


_TITLES: Final = 4
_MORE_OF_RECORD = re.compile(r"\s*(?:[—–|·•:(,/]|-\s)\s*\w|\s+[A-ZÄÖÜÉÁÓÚÀÈ]")
_NUMBER = re.compile(r"^[#№]?\s?\d+\s?[:.–-]\s+(?=\S)")
_AROUND = " <>()[],;:\"'“”‹›«»→·•|/"


def values(view: View, known: Known, fresh: Container[Slot]) -> Iterator[Condition]:
    """A new text that is nothing but what the person gave: the record that was made shows up. As a heading,
    before all others, it may begin with the number that the app gave to it."""
    headings = (_NUMBER.sub("", one) for one in view.after.headings if one not in view.before.headings)
    for text in (*headings, *view.after.texts):
        reading = names_a_value(text, known)
        if reading is not None and all(slot in fresh for slot in reading.slots):
            # Signs around a value that is left out say nothing.
            yield _in(view.frame, c.TextIs(kind="text", contains=reading.text.strip(_AROUND)))


def record(view: View, known: Known, meant: Container[Slot]) -> Iterator[Condition]:
    """A value by which the step found its record, where it shows up: then it is that record."""
    headings = [heading for heading in view.after.headings if heading not in view.before.headings]
    for text in (*headings, *view.after.texts):
        for slot in known.read(fold(text)).slots:
            if slot in meant:
                contains = slot.template
                yield _in(view.frame, c.TextIs(kind="text", contains=contains, as_name=True))
                return


def words(view: View, known: Known, around: Surroundings) -> Iterator[Condition]:
    """New words of the app, of whatever kind: little to go by, and better than nothing."""
    for shown in view.after.texts:
        text = dependable(shown, known, around)
        if text is not None and sum(letter.isalpha() for letter in text) >= _MIN_LETTERS:
            yield _in(view.frame, c.TextIs(kind="text", contains=text))


def _in(frame: tuple[FrameStep, ...], condition: c.TextIs) -> c.TextIs:
    """The condition on the text of a frame's whole document."""
    if not frame:
        return condition
    body = Target(tag="body", frame=frame, locators=(CssLocator(by="css", css="body"),))
    return condition.model_copy(update={"target": body})


def _dialog(name: str, frame: tuple[FrameStep, ...], known: Known, around: Surroundings) -> Target:
    known_name = dependable(name, known, around) if name not in {"", UNNAMED_DIALOG} else None
    roles = ("dialog", "alertdialog")
    locators = tuple(RoleLocator(by="role", role=role, name=known_name) for role in roles)
    return Target(role="dialog", name=known_name, frame=frame, locators=locators)
