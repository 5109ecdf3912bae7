"""Whether a step that only leads on has led there, where the next version of the app has it at another
address, or in a dialog."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol
from urllib.parse import quote, urlsplit

from handrail.actuators import Finding
from handrail.errors import RunError, VariableError
from handrail.runtime.steps.supporting import only_supports
from handrail.runtime.walk.crew import Crew
from handrail.sop.condition import UrlIs
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.sop.values import text_of
from handrail.targeting import Match, decide
from handrail.targeting.standing import is_in_dialog


class _Following(Protocol):
    def target_ahead(self, page: str) -> Target | None: ...


async def led_on(
    crew: Crew, real: Task, findings: Sequence[Finding], before: str, following: _Following | None
) -> str | None:
    """What tells that it has led to where the next step goes on; none where only an address is missing, or
    that is in doubt.

    `findings` are those of the step's criteria, `before` the address that the page had then. The page must
    have gone elsewhere, or opened a dialog, and show there what comes next beyond doubt.
    """
    pairs = list(zip(real.done_when, findings, strict=True))
    missed = [part for part, one in pairs if not one.held and not only_supports(part, real.done_when)]
    paths = [part.path for part in missed if isinstance(part, UrlIs) and part.path]
    if real.effect == "once" or following is None or not paths or len(paths) < len(missed):
        return None
    if not crew.actuator.is_open(real.page) or any(_names_value(crew, path) for path in paths):
        return None
    ahead = following.target_ahead(real.page)
    if ahead is None:
        return None
    with suppress(RunError):
        look = await crew.stop.race(crew.actuator.look(real.page, target=ahead, timeout=0))
        found = decide(ahead, look.sighting) if look.sighting is not None else None
        if not isinstance(found, Match):
            return None
        path = urlsplit(look.url).path
        if path != urlsplit(before).path:
            crew.moved.update(dict.fromkeys(paths, path))
            return f"it led to {path}, where the next step goes on"
        if is_in_dialog(found.element.ancestors):
            return "it opened a dialog, in which the next step goes on"
    return None


def _names_value(crew: Crew, path: str) -> bool:
    """Whether the address says which record is meant."""
    segments = path.split("/")
    for name in crew.values.plain:
        with suppress(VariableError):
            value = text_of(crew.values.shown(name))
            if value and {value, quote(value, safe="")} & set(segments):
                return True
    return False
