"""Identity: what shows, before an effect on an opened record, that it is the record that is meant."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType

from handrail.compile.reading.acts import Act
from handrail.compile.reading.addresses import page_key
from handrail.compile.reading.known import Known, Reading, Slot, is_telling
from handrail.compile.reading.texts import holds_any, is_stable
from handrail.recording.event import PageState
from handrail.sop.condition import Condition, ElementIs
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import FrameStep, Target

FramePath = tuple[FrameStep, ...]

_NAMES_A_RECORD = frozenset({"typed", "searched", "read"})
"""Origins of values that name a record; an option's word is the app's own."""


def identity_of(
    act: Act,
    settled: PageState | None,
    known: Known,
    fresh: Container[Slot],
    opened: Container[Slot] = (),
    beside: Mapping[FramePath, PageState] = MappingProxyType({}),
    of_record: Collection[str] = (),
) -> tuple[Condition, ...]:
    """The heading that named the record when it was recorded, with variables for its values; else none.

    What was given on the page itself (`fresh`) names no record that was opened before, but for the values by
    which it was `opened`: whole words of its name, where others may be a part of a word. `beside` is what
    other frames show, such as the preview of what is to be deleted. `of_record` are words of the rows by
    which records were found: a heading that says them as well says others of another record.
    """
    frame = act.target.frame if act.target is not None else ()
    own = act.view_of(frame)
    places = [
        (own.before if own is not None else settled, frame),
        (act.before, ()),
        *((state, path) for path, state in beside.items()),
    ]
    for state, path in places:
        if state is None or (not path and not frame and page_key(state.url) != page_key(act.event.url)):
            # At a program's speed, the last look may have been at the page before.
            continue
        found: list[tuple[int, Reading, list[Slot]]] = []
        for heading in state.headings:
            reading = known.read(heading)
            named = [slot for slot in reading.slots if names_a_record(slot)]
            strange = [slot for slot in reading.slots if slot not in opened]
            if not named or any(slot in fresh for slot in strange) or (reading.partial and strange):
                continue
            found.append((known.last_given(named), reading, named))
        if found:
            # Of a task in a project, the heading that names the task.
            _, reading, named = max(found, key=itemgetter(0))
            return (
                ElementIs(kind="element", state="visible", target=_heading(reading, named, path, of_record)),
            )
    return ()


def names_a_record(slot: Slot) -> bool:
    """Whether people call a record by it."""
    return slot.origin in _NAMES_A_RECORD and not slot.signs_in and is_telling(slot.value)


def _heading(reading: Reading, named: Sequence[Slot], frame: FramePath, of_record: Collection[str]) -> Target:
    """The heading on other data: where the app adds a number of its own or more of the record, the one that
    holds the value; and one too long to be recorded whole by its beginning, which ends elsewhere with other
    values."""
    stable = is_stable(reading.rest) and not reading.partial and not holds_any(reading.rest, of_record)
    if stable and (begins := _beginning(reading)) is not None:
        begun = RowLocator(by="row", role="heading", text=begins)
        return Target(role="heading", frame=frame, locators=(begun,))
    if stable:
        locator = RoleLocator(by="role", role="heading", name=reading.text)
        return Target(role="heading", name=reading.text, frame=frame, locators=(locator,))
    longest = max(named, key=lambda slot: len(slot.value))
    held = RowLocator(by="row", role="heading", text=longest.template)
    return Target(role="heading", frame=frame, locators=(held,))


def _beginning(reading: Reading) -> str | None:
    """The whole words of a text that was cut short behind a known value; none of one that is whole."""
    last = reading.parts[-1]
    if not isinstance(last, str) or not last.endswith("…"):
        return None
    kept = (*reading.parts[:-1], last[: last.rfind(" ") + 1].rstrip())
    return Reading(kept).text
