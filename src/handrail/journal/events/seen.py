"""What was seen at a step: what stood in its way, what its element might be, and pictures."""

from __future__ import annotations

from typing import Literal

from handrail._model import Model
from handrail.journal.events.ids import Artefact
from handrail.journal.events.questions import Option

Handler = Literal[
    "cookie banner",
    "still there",
    "announcement",
    "folded menu",
    "sign-in",
    "error page",
    "crashed tab",
    "lost value",
]
"""What is known of unexpected pages."""


class Handled(Model):
    """Something unexpected stood in a step's way, and a handler that knows it dealt with it."""

    kind: Literal["handled"]
    node: str
    """The step."""
    handler: Handler
    action: str
    """What was done, in words."""
    reason: str
    """What the step failed of."""


class Pictured(Model):
    """A masked picture of the page was kept."""

    kind: Literal["pictured"]
    node: str
    moment: Literal["before", "after", "failure"]
    picture: Artefact
    hidden: dict[str, int] | None = None
    """Kind of personal data → in how many places it was blacked out; none where nothing was looked for."""


class Offered(Model):
    """The recorded element was not found beyond doubt; these are what it might be."""

    kind: Literal["offered"]
    node: str
    attempt: int
    why: str
    options: tuple[Option, ...]
    picture: Artefact | None = None
    """The page with the options outlined and numbered."""
