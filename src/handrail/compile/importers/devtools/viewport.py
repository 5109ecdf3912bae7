"""The size of the page that a flow was recorded on."""

from __future__ import annotations

from handrail.compile.importers.drafting import Drafting
from handrail.compile.importers.source import Source
from handrail.sop.document import Viewport


def read_viewport(step: Source, drafting: Drafting, before: str | None) -> None:
    """The size of the page; `before` is the step before."""
    width, height = int(step["width"].number() or 0), int(step["height"].number() or 0)
    if width <= 0 or height <= 0:
        step.left("it names no size")
        return
    step["type"].mapped("environment.viewport")
    viewport = Viewport(width=width, height=height)
    if drafting.viewport is None:
        drafting.viewport = viewport
        step["width"].kept("environment.viewport.width")
        step["height"].kept("environment.viewport.height")
    elif drafting.viewport != viewport:
        step.left("an SOP has one size of page, and another was set before")
        drafting.ask(
            "is-the-size-needed",
            f"The file sets the page's size to {width}×{height} here. Does the procedure need that?",
            before,
            required=False,
        )
    for name in ("deviceScaleFactor", "isMobile", "hasTouch", "isLandscape"):
        step[name].left("Handrail works on pages as a desktop browser shows them")
    if step["isMobile"].flag() or step["hasTouch"].flag():
        drafting.ask(
            "is-it-a-mobile-page",
            "The flow was recorded as on a phone. Does the app look the same in a desktop browser?",
            before,
            required=False,
        )
