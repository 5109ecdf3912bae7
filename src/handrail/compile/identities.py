"""Identity: what shows, before an effect on an opened record, that it is the record that is meant."""

from __future__ import annotations

from collections.abc import Container, Sequence

from handrail.compile.acts import Act
from handrail.compile.known import Known, Reading, Slot, is_telling
from handrail.compile.texts import is_stable
from handrail.recording.event import PageState
from handrail.sop.condition import Condition, ElementIs
from handrail.sop.locator import RoleLocator, RowLocator
from handrail.sop.target import Target

_NAMES_A_RECORD = frozenset({"typed", "searched", "read"})
"""Origins of values that name a record; an option's word is the app's own."""


def identity_of(
    act: Act, settled: PageState | None, known: Known, fresh: Container[Slot]
) -> tuple[Condition, ...]:
    """The heading that named the record when it was recorded, with variables for its values; else none.

    What was given on the page itself (`fresh`) names no record that was opened before.
    """
    state = act.before or settled
    for heading in state.headings if state is not None else ():
        reading = known.read(heading)
        named = [slot for slot in reading.slots if _names_a_record(slot)]
        if not named or reading.partial or any(slot in fresh for slot in reading.slots):
            continue
        return (ElementIs(kind="element", state="visible", target=_heading(reading, named)),)
    return ()


def _names_a_record(slot: Slot) -> bool:
    return slot.origin in _NAMES_A_RECORD and not slot.signs_in and is_telling(slot.value)


def _heading(reading: Reading, named: Sequence[Slot]) -> Target:
    """The heading on other data: where the app adds a number of its own, the one that holds the value."""
    if is_stable(reading.rest):
        locator = RoleLocator(by="role", role="heading", name=reading.text)
        return Target(role="heading", name=reading.text, locators=(locator,))
    longest = max(named, key=lambda slot: len(slot.value))
    held = RowLocator(by="row", role="heading", text=f"{{{{ {longest.name} }}}}")
    return Target(role="heading", locators=(held,))
