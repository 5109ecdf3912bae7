"""Several acts that make one edit: what was written, chosen or ticked in one field counts as it was last."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.reading.acts import LEAVING_KEYS, Act, differs, same_element
from handrail.compile.reading.elements import is_text_field
from handrail.recording import event as seen
from handrail.sop.target import Target
from handrail.targeting.kinds import is_part_of_value

_LOOK_BACK = 30
_EDITS = (seen.Input, seen.SelectOption, seen.CheckChange, seen.Upload)


def joined_edits(acts: Sequence[Act]) -> list[Act]:
    """Several edits of one field, without anything but other edits between, are the last one."""
    kept: list[Act] = []
    for act in acts:
        last_one = kept[-1] if kept else None
        if _is_written_anew(act, kept) or _is_line_begun(act, kept):
            kept[-1].follows.extend(act.follows)
            continue
        if _is_corrected(act, kept):
            act.follows[:0] = kept.pop().follows
            last_one = kept[-1]
        earlier = _earlier_edit(act, kept)
        if earlier is not None:
            kept.remove(earlier)
            act.follows[:0] = earlier.follows
            act.began = earlier.began if earlier.began is not None else earlier.event.seq
            act.event = _with_first_value(act.event, earlier.event, went_on=last_one is earlier)
            act.paragraphs |= earlier.paragraphs
        if earlier is not None and kept and _came_to_nothing(act):
            kept[-1].follows.extend(act.follows)
        else:
            kept.append(act)
    return kept


def joined_choices(acts: Sequence[Act]) -> list[Act]:
    """Letters by which an option of a native list is chosen are of the choice, also those typed once it is
    made: what the page sent since then came of it."""
    kept: list[Act] = []
    for act in acts:
        chosen = kept[-1] if kept else None
        if (
            chosen is not None
            and isinstance(chosen.event, seen.SelectOption)
            and _goes_on_choosing(act, chosen)
        ):
            chosen.follows.extend(act.follows)
            continue
        kept.append(act)
    return kept


def _goes_on_choosing(act: Act, chosen: Act) -> bool:
    if not isinstance(act.event, seen.Keys) or act.target is None or act.target.tag != "select":
        return False
    return all(len(key) == 1 for key in act.event.keys) and same_element(chosen.target, act.target)


def joined_letters(acts: Sequence[Act]) -> list[Act]:
    """Letters that a field's own script takes one by one, as of a number in its format, are one text."""
    kept: list[Act] = []
    for act in acts:
        before = kept[-1] if kept else None
        if before is not None and _goes_on(before.event, act.event) and not before.leads_to:
            assert isinstance(before.event, seen.Keys) and isinstance(act.event, seen.Keys)
            kept.pop()
            act.follows[:0] = before.follows
            act.began = before.began if before.began is not None else before.event.seq
            act.event = act.event.model_copy(update={"keys": (*before.event.keys, *act.event.keys)})
        kept.append(act)
    return kept


def _goes_on(before: seen.RecordedEvent, event: seen.RecordedEvent) -> bool:
    if not (isinstance(before, seen.Keys) and isinstance(event, seen.Keys)) or before.page != event.page:
        return False
    letters = len(before.keys[-1]) == 1 and all(len(key) == 1 for key in event.keys)
    return letters and is_text_field(event.target) and same_element(before.target, event.target)


def _earlier_edit(act: Act, kept: Sequence[Act]) -> Act | None:
    if not isinstance(act.event, _EDITS):
        return None
    if kept and _is_same_edit(kept[-1], act):
        # Whatever the page did between two letters, it did not keep the person from writing on.
        return kept[-1]
    between: list[Act] = []
    for earlier in reversed(kept[-_LOOK_BACK:]):
        if not isinstance(earlier.event, _EDITS):
            return None
        if earlier.event.page != act.event.page or earlier.leads_to or earlier.all(seen.Responded):
            return None
        if _is_same_edit(earlier, act):
            return None if _narrowed_to(earlier, between) else earlier
        between.append(earlier)
    return None


def _narrowed_to(typed: Act, between: Sequence[Act]) -> bool:
    """Whether a list was narrowed down by what was typed, and something ticked in it, before its field was
    written anew for the next one."""
    ticked = any(isinstance(act.event, seen.CheckChange) for act in between)
    return (
        ticked and isinstance(typed.event, seen.Input) and any(change.state.gone for change in typed.changes)
    )


def _is_written_anew(act: Act, kept: Sequence[Act]) -> bool:
    """Whether the page wrote a number in its own form once a key had ended it: 950.00 for 950."""
    if len(kept) < 2 or not isinstance(act.event, seen.Input) or not isinstance(kept[-1].event, seen.Keys):
        return False
    typed, by = kept[-2].event, kept[-1].event.keys[-1]
    if not isinstance(typed, seen.Input) or by not in {"Enter", "Tab"} or not _is_same_edit(kept[-2], act):
        return False
    try:
        return float(typed.value) == float(act.event.value)
    except ValueError:
        return False


def _is_line_begun(act: Act, kept: Sequence[Act]) -> bool:
    """Whether Enter only began a line in a region, whose text is told without the lines at its end."""
    if len(kept) < 2 or not isinstance(act.event, seen.Input) or not isinstance(kept[-1].event, seen.Keys):
        return False
    typed, by = kept[-2].event, kept[-1].event.keys[-1]
    if not isinstance(typed, seen.Input) or not act.event.editable_region or by != "Enter":
        return False
    return typed.value.rstrip() == act.event.value.rstrip() and _is_same_edit(kept[-2], act)


def _is_corrected(act: Act, kept: Sequence[Act]) -> bool:
    """Whether the field was left by a key and what it still held was written anew right after, as a page asks
    for that takes no such value: what it said of the first is not said of another."""
    if len(kept) < 2 or not isinstance(act.event, seen.Input) or not isinstance(kept[-1].event, seen.Keys):
        return False
    typed, left = kept[-2].event, kept[-1]
    if not isinstance(typed, seen.Input) or not {*kept[-1].event.keys} <= LEAVING_KEYS:
        return False
    told = any(answer.method != "GET" for one in kept[-2:] for answer in one.all(seen.Responded))
    moved = kept[-2].leads_to or left.leads_to
    return not told and not moved and act.event.before == typed.value and _is_same_edit(kept[-2], act)


def _is_same_edit(one: Act, other: Act) -> bool:
    if type(one.event) is not type(other.event) or one.event.page != other.event.page:
        return False
    if isinstance(one.event, seen.Input) and one.event.taken:
        return False
    if isinstance(one.event, seen.Upload) and not _is_only_held(one):
        return False
    return same_element(one.target, other.target) or _is_same_choice(one.target, other.target)


def _is_only_held(act: Act) -> bool:
    """Whether a file field holds what was chosen, and the page was seen to make nothing of it: the next one
    takes its place. Else the page may have it already, as one that lists what it was given."""
    upload = act.event
    if not isinstance(upload, seen.Upload) or upload.dropped or upload.target.input_type != "file":
        return False
    return bool(act.changes) and not any(differs(change, but_for={"values"}) for change in act.changes)


def _is_same_choice(one: Target | None, other: Target | None) -> bool:
    """Two radio buttons of one group: arrow keys come to the one that is meant over those between."""
    if one is None or other is None or not one.input_type == other.input_type == "radio":
        return False
    group = (one.attributes.get("name"), one.near.group, one.frame)
    return bool(group[0]) and group == (other.attributes.get("name"), other.near.group, other.frame)


def _came_to_nothing(act: Act) -> bool:
    return isinstance(act.event, seen.Input) and act.event.value == act.event.before == ""


def _with_first_value(
    event: seen.RecordedEvent, first: seen.RecordedEvent, *, went_on: bool
) -> seen.RecordedEvent:
    if not (isinstance(event, seen.Input) and isinstance(first, seen.Input)):
        return event
    # Who comes back to a part of a date writes it anew.
    anew = went_on and is_part_of_value(event.target.role, region=event.editable_region)
    value = first.value + event.value if anew else event.value
    masked = event.masked or first.masked
    return event.model_copy(update={"value": value, "before": first.before, "masked": masked})
