"""From a match to Playwright's locator: the judged element, by the locator that found it."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Literal

from playwright.async_api import FrameLocator, Page
from playwright.async_api import Locator as PlaywrightLocator

from handrail.browser.inpage import ENGINE
from handrail.sop.locator import Locator
from handrail.sop.target import FrameStep, Target
from handrail.targeting import Match


def find(page: Page, target: Target, match: Match, *, by_label: bool = False) -> PlaywrightLocator:
    """The matched element; should the page have put another in its place, it finds nothing.

    `by_label` gives the label that stands for a control which the page hides.
    """
    return _in_frame(page, target.frame, {**wanted(match), "label": by_label})


def find_options(page: Page, target: Target, match: Match, words: str) -> PlaywrightLocator:
    """The options of the matched native list that the words mean: several where they may mean any of them."""
    return _in_frame(page, target.frame, {**wanted(match), "option": words})


def wanted(match: Match) -> dict[str, object]:
    """The matched element as the in-page script looks for it."""
    return {
        "locator": match.locator.model_dump(exclude_none=True),
        "role": match.element.role,
        "name": match.element.name,
    }


def find_counter(
    page: Page, target: Target, match: Match, sign: Literal["plus", "minus"]
) -> PlaywrightLocator:
    """The button that counts the matched number up or down."""
    return _in_frame(page, target.frame, {**wanted(match), "count": sign})


def find_alone(page: Page, frame: Sequence[FrameStep], locator: Locator) -> PlaywrightLocator:
    """What a locator finds in the document at the end of a path of frames."""
    return _in_frame(page, frame, {"locator": locator.model_dump(exclude_none=True)})


def _in_frame(page: Page, path: Sequence[FrameStep], what: object) -> PlaywrightLocator:
    scope: Page | FrameLocator = page
    for step in path:
        scope = scope.frame_locator(_frame_selector(step))
    return scope.locator(_selector(what))


def _frame_selector(step: FrameStep) -> str:
    # By the one that finds it now, which need not be the first, as where the frame has another name.
    return _selector({"locators": locators(step.locators)})


def _selector(what: object) -> str:
    # Base64 keeps Playwright's own selector syntax (`>>`, quotes) out of the body.
    return f"{ENGINE}={base64.b64encode(json.dumps(what).encode()).decode()}"


def locators(specs: Sequence[Locator]) -> list[object]:
    """Locators as the in-page script reads them."""
    return [spec.model_dump(exclude_none=True) for spec in specs]
