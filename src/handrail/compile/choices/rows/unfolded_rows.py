"""A row that came as a record's row was unfolded: it says more of that record, and is none of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.target import Target


def with_unfolded_rows(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with what is pressed in such a row found without it, where it is the only one of its name
    on the page: what the row says is said of the recorded record alone."""
    unfolded: set[str] = set()
    found: list[Draft] = []
    for place, draft in enumerate(drafts):
        if place and draft.page != drafts[place - 1].page:
            unfolded = set()
        if draft.target is not None and (without := _without_row(draft.target, unfolded)) is not None:
            draft = replace(draft, target=without)
        else:
            unfolded |= _unfolded_by(draft)
        found.append(draft)
    return found


def _unfolded_by(draft: Draft) -> set[str]:
    """What a press on a part of a row brought to the page while nothing went from it."""
    target = draft.target
    in_row = target is not None and any(map(row_of, target.locators))
    if not in_row or not isinstance(draft.action, sop.Click) or draft.act.leads_to is not None:
        return set()
    views = draft.act.views
    if any(view.after.gone for view in views):
        return set()
    return {fold(text) for view in views for text in view.after.texts}


def _without_row(target: Target, unfolded: set[str]) -> Target | None:
    rows = [row for row in map(row_of, target.locators) if row is not None]
    alone = tuple(one for one in target.locators if row_of(one) is None)
    named = any(getattr(one, "name", None) or one.by in ("label", "text", "test_id") for one in alone)
    if not rows or not named or not all(fold(row.text) in unfolded for row in rows):
        return None
    near = target.near.model_copy(update={"row": None, "cells": (), "before": None, "after": None})
    return target.model_copy(update={"locators": alone, "near": near})
