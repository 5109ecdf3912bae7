"""Steps that only bring more of a list into view: scrolling in it, and turning its pages."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.choices.seen.picks import texts_after
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop.action import Click, Scroll
from handrail.sop.target import Target
from handrail.targeting.paging import turns_pages


def goes_through_list(draft: Draft) -> bool:
    """Whether the step only brings more of a list into view."""
    if isinstance(draft.action, Scroll):
        return True
    turns = isinstance(draft.action, Click) and draft.target is not None and turns_pages(draft.target)
    return turns and not _only_sets_field(draft)


def _only_sets_field(draft: Draft) -> bool:
    """Whether a field holds something else since, and nothing came up: an arrow that moves what is chosen
    from one list into the one beside it."""
    views = draft.act.views
    came = any(view.after.texts or view.after.gone for view in views)
    return not came and any(
        held != view.after.values.get(field, held)
        for view in views
        for field, held in view.before.values.items()
    )


def brought_up(passed: Sequence[Draft], target: Target) -> bool:
    """Whether such steps brought up the row of the target, where that is to be asked: a number in a list,
    pressed between others, may be one of a scale as well as a page's."""
    numbers = [one for one in passed if one.target is not None and one.target.role == "listitem"]
    rows = {fold(row.text) for row in map(row_of, target.locators) if row is not None}
    came = {fold(text) for draft in passed for text in texts_after(draft)}
    return not numbers or bool(rows & came)
