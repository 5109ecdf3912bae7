"""What tells whose page, pane or dialog a step led to; at a program's speed it is looked at steps later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handrail.compile.reading.addresses import page_key
from handrail.compile.reading.known import fold
from handrail.compile.reading.steps import Draft
from handrail.recording.event import PageState


def told_since(drafts: Sequence[Draft], place: int) -> Iterator[str]:
    """What came with the step to tell whose page, pane or dialog it is, be it that it was looked at later."""
    draft = drafts[place]
    before: set[str] = set()
    at = page_key(draft.act.leads_to) if draft.act.leads_to is not None else None
    moved = at is not None and at != page_key(draft.act.event.url)
    for later in drafts[place:]:
        if later.page != draft.page or (later is not draft and moved and page_key(later.act.event.url) != at):
            continue
        for view in later.act.views:
            before = before or (set() if moved else {*_told_by(view.before)})
            if at is None or page_key(view.after.url) == at:
                yield from (text for text in _told_by(view.after) if text not in before)
        if later is not draft and later.act.target is not None:
            beside = map(fold, filter(None, (later.act.target.near.heading, later.act.event.title)))
            yield from (text for text in beside if text not in before)
        if later.act.leads_to is not None and later is not draft:
            return


def _told_by(state: PageState) -> Iterator[str]:
    yield from map(fold, (*state.headings, *state.dialogs, *state.values.values(), state.title))
