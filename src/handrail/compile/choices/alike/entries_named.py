"""Entries of lists, boxes of cards among them, as targets that go by what their records are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.compile.choices.alike.among import entry_pressed
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.locator import (
    LabelLocator,
    Locator,
    RoleLocator,
    RowLocator,
    TextLocator,
)
from handrail.sop.target import Target


def with_entries_named(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with entries that say several things found by what their records are called."""
    entries = (entry_pressed(drafts, place) for place in range(len(drafts)))
    named = [
        replace(draft, target=called_by_part(draft.target, entry.name, entry.by))
        if entry is not None and entry.by is not None and draft.target is not None
        else draft
        for draft, entry in zip(drafts, entries, strict=True)
    ]
    return [
        replace(draft, target=without_words_before(draft.target))
        if isinstance(draft.action, sop.Check | sop.Uncheck) and chooses_card(draft.target)
        else draft
        for draft in named
    ]


def chooses_card(target: Target | None) -> bool:
    """Whether it is a box without a name in a card that goes by its heading, or in an article: it chooses the
    record that is told there."""
    if target is None or target.role != "checkbox" or target.name or not target.locators:
        return False
    row = row_of(target.locators[0])
    if row is not None and row.role == "article" and not target.label:
        return True
    if row is None or row.role != "card":
        return False
    # In a line of a form words would stand before the box, or right behind it, and be its label.
    return not target.label or fold(target.near.heading or "") == fold(row.text) != fold(target.label or "")


def without_words_before(target: Target | None) -> Target | None:
    """The box without the text before it, which is the record's and no label."""
    if target is None:
        return None
    near = target.near.model_copy(update={"before": None, "after": None})
    kept = tuple(one for one in target.locators if not isinstance(one, LabelLocator))
    return target.model_copy(update={"label": None, "near": near, "locators": kept})


def called_by_part(target: Target, name: str, by: Locator) -> Target:
    """The target as what is called by one of the texts in it: all else that it says is the record's."""
    facts: dict[str, object] = {"name": name, "text": None} if target.role else {"name": None, "text": name}
    is_part = any(isinstance(one.within, RowLocator) for one in target.locators)
    in_item = isinstance(by, RowLocator) and target.role is None and (by.role == "listitem" or is_part)
    if isinstance(by, TextLocator) or in_item:
        # What says it may be any part of the entry.
        facts |= {"tag": None, "attributes": {}}
    near = target.near.model_copy(update={"before": None, "after": None})
    if isinstance(by, RoleLocator):
        # Its line says other things of another record.
        near = near.model_copy(update={"row": None, "cells": ()})
    return target.model_copy(update={**facts, "near": near, "locators": (by,), "box": None})
