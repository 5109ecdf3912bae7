"""What a person would notice of a page, as it was before an event and after it."""

from __future__ import annotations

from pydantic import Field

from handrail._model import Model

UNNAMED_DIALOG = "dialog"
"""Stands for the name of a dialog that has none."""


class PageState(Model):
    """The material of completion criteria."""

    url: str
    title: str = ""
    headings: tuple[str, ...] = ()
    alerts: tuple[str, ...] = ()
    """Texts of alerts, status messages and toasts that are visible."""
    refusals: tuple[str, ...] = ()
    """What stands beside fields that a page marks as refused, where the page has just come."""
    withheld: tuple[str, ...] = ()
    """What the browser itself did not let the page send since the last look, by field: why."""
    dialogs: tuple[str, ...] = ()
    """Names of open modal dialogs."""
    values: dict[str, str] = Field(default_factory=dict)
    """Field label → value; name of a box, a toggle button or a tab → `true` where it is on, else `false`."""
    beside: dict[str, str] = Field(default_factory=dict)
    """Label of an empty list field → what stands beside it: what was chosen, or what it says before."""
    counts: dict[str, int] = Field(default_factory=dict)
    """Name or place of a list or table → number of its rows."""
    unfolded: tuple[str, ...] = ()
    """Names of what has unfolded a part of the page (`aria-expanded`, `<summary>`)."""
    texts: tuple[str, ...] = ()
    """Short visible texts that were not there at the last look."""
    gone: tuple[str, ...] = ()
    """Those that were there at the last look, and are not any more."""
    disabled: int = 0
    """How many buttons and fields cannot be used now."""
