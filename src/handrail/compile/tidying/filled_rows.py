"""Rows whose words only came of what was filled in there: a new line of an order that shows what its article
is called says something else on other data, and another line may say the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from handrail.compile.reading.acts import Act
from handrail.compile.reading.elements import is_form_control
from handrail.compile.reading.located import row_of
from handrail.recording.event import Input, Keys, SelectOption
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target

_TO_ROW: Final = re.compile(r".*\b(?:tr|li):nth-(?:last-)?of-type\(\d+\)")


def with_filled_rows(acts: Sequence[Act]) -> list[Act]:
    """Fields of a row that had no words of its own as the fields before them were filled in are found as
    those were. Only fields one after the other, with no press between: then other rows may stand there."""
    found: list[Act] = []
    nameless: Target | None = None
    """The field filled in last, in a row that nothing names."""
    for act in acts:
        target = act.target
        if isinstance(act.event, Keys) and nameless is not None and _is_tab(act.event):
            found.append(act)
            continue
        if not isinstance(act.event, Input | SelectOption) or target is None or not is_form_control(target):
            nameless = None
        elif not any(row_of(locator) for locator in target.locators):
            nameless = target
        elif nameless is not None and _places(nameless) & _places(target):
            said = {"row": nameless.near.row, "cells": (), "before": None, "after": None}
            near = target.near.model_copy(update=said)
            own = tuple(locator for locator in target.locators if row_of(locator) is None)
            target = target.model_copy(update={"near": near, "locators": own})
            act = replace(act, event=act.event.model_copy(update={"target": target}))
        else:
            nameless = None
        found.append(act)
    return found


def _is_tab(keys: Keys) -> bool:
    return {*keys.keys} <= {"Tab", "Shift+Tab"}


def _places(target: Target) -> set[str]:
    """The row's place, as its fields' places say it."""
    own = (one.css for one in target.locators if isinstance(one, CssLocator) and one.within is None)
    return {place[0] for css in own if (place := _TO_ROW.match(css))}
