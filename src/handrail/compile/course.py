"""The course of the recorded steps: what those around a step tell of it, before any node is made."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.environment import address_of
from handrail.compile.reading.acts import Act
from handrail.compile.reading.addresses import page_key, segments_of
from handrail.compile.reading.elements import is_list_field, is_text_field, keys_of
from handrail.compile.reading.known import Slot
from handrail.compile.reading.steps import Draft
from handrail.compile.reading.stripped import bare, plain, without_needless_rows
from handrail.compile.values.given import Given
from handrail.recording.event import Navigated, PageState
from handrail.recording.merging import element_key
from handrail.sop import action as sop
from handrail.sop.target import Target

_VALUED = (sop.Fill, sop.Select, sop.Paste)
_EDITS = (sop.Fill, sop.Paste, sop.Select, sop.Check, sop.Uncheck, sop.Upload)


def start_is_a_step(drafts: Sequence[Draft]) -> bool:
    """Whether the opening of the start page is a step of its own.

    The walk opens its start page by itself as soon as a step needs it, but answers no dialog there.

    Where the next step opens another page in its place, only a step of its own sees to it that what the
    first address did on its way, such as to choose a language, is done.
    """
    first = drafts[0]
    if len(drafts) == 1 or first.dialogs or first.opens is not None:
        return True
    led_on = isinstance(first.act.event, Navigated) and first.act.event.asked_for is not None
    return led_on and isinstance(drafts[1].action, sop.Open) and drafts[1].page == first.page


def is_on_given_record(given: Sequence[Given], place: int) -> bool:
    """Whether a record was picked or searched for before, which other data name otherwise."""
    earlier = given[:place]
    picked = (one.picked for one in earlier if one.picked is not None)
    values = (part for one in earlier for parts in one.values for part in parts)
    slots = (*picked, *(part for part in values if isinstance(part, Slot) and part.origin == "searched"))
    return any(slot.origin != "chosen" for slot in slots)


def settled_after(drafts: Sequence[Draft], place: int) -> PageState | None:
    """The first look at the edited document after an edit, be it after some more edits."""
    page, target = drafts[place].page, drafts[place].target
    frame, edited = target.frame if target is not None else (), drafts[place].act.event.seq
    for draft in drafts[place:]:
        if draft.page != page or not isinstance(draft.action, _EDITS):
            return None
        view = draft.act.view_of(frame)
        if view is not None and draft.act.is_looked_at_since(edited):
            return view.after
    return None


def only_jumps(act: Act) -> bool:
    """Whether the page stays what it is, as where a link that a script answers leads to `#`."""
    before, after = act.before, act.after
    if before is None or after is None or any(came.cause == "consequence" for came in act.all(Navigated)):
        return False
    return page_key(before.url) == page_key(after.url)


def own_segments(start: str, drafts: Sequence[Draft]) -> frozenset[str]:
    """The parts of addresses that were given to the browser."""
    opened = (draft for draft in drafts if isinstance(draft.action, sop.Open))
    return frozenset(segments_of(start).union(*(segments_of(address_of(d.act)) for d in opened)))


def fields_of(drafts: Sequence[Draft]) -> dict[str, Target]:
    """Fields by their label, where a label means one field."""
    found: dict[str, Target] = {}
    doubtful: set[str] = set()
    for draft in drafts:
        target = draft.target
        label = next(iter(keys_of(target)), "") if target else ""
        if target is None or not label:
            continue
        if not (isinstance(draft.action, _VALUED) or is_list_field(target) or is_text_field(target)):
            continue
        if label in found and element_key(found[label]) != element_key(target):
            doubtful.add(label)
        found.setdefault(label, bare(without_needless_rows(plain(target))))
    return {label: target for label, target in found.items() if label not in doubtful}


def context_of(act: Act) -> str:
    """What is told beside the step about how it was shown."""
    if not act.refused:
        return ""
    tries = "A try was left out" if len(act.refused) == 1 else f"{len(act.refused)} tries were left out"
    return f"{tries} in which the app refused the form ({'; '.join(act.refused)})."
