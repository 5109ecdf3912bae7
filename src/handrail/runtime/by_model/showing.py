"""What a model is shown of a run: variables, text of the page, a picture. Secrets are references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from handrail.actuators import Actuator
from handrail.models import Evidence
from handrail.runtime.by_model.occurring import occurs
from handrail.runtime.walk.crew import Crew
from handrail.sop.locator import CssLocator
from handrail.sop.node import ElementSeen, ExtractField, PageSeen, PictureSeen
from handrail.sop.node import Evidence as Shown
from handrail.sop.sentences import describe_target
from handrail.sop.target import Target
from handrail.sop.values import text_of

_WHOLE: Final = Target(locators=(CssLocator(by="css", css="body"),))


@dataclass(frozen=True)
class Gathered:
    """What was gathered for one question."""

    evidence: tuple[Evidence, ...]
    picture: bytes | None = None
    unshown: str = ""
    """Text that stands on a page of which only the picture is shown: a quote may come from it."""

    def holds(self, quote: str) -> bool:
        """Whether the quote really occurs; see `occurring`."""
        return occurs(quote, (*(one.text for one in self.evidence), self.unshown))


async def gather_evidence(crew: Crew, shown: Sequence[Shown], page: str) -> Gathered:
    """What the SOP says that a model may see; the page's text where it says nothing."""
    wanted: Sequence[Shown] = shown or (PageSeen(kind="page"),)
    evidence: list[Evidence] = []
    picture: bytes | None = None
    unshown = ""
    for one in wanted:
        match one:
            case str():
                evidence.append(Evidence(f"the variable '{one}'", text_of(crew.values.shown(one))))
            case PageSeen():
                title = await page_title(crew.actuator, page)
                text = await page_text(crew.actuator, page)
                evidence.append(
                    Evidence(f"text of the page '{title}'" if title else "text of the page", text)
                )
            case ElementSeen():
                text = await _text_of_element(crew.actuator, page, one.target)
                evidence.append(Evidence(describe_target(one.target), text))
            case PictureSeen():
                picture = await crew.actuator.picture(page)
                unshown = await page_text(crew.actuator, page)
    return Gathered(tuple(evidence), picture, unshown)


async def page_title(actuator: Actuator, page: str) -> str:
    """The title that a page has now, and not the one that it had when something was last looked for."""
    return (await actuator.look(page, timeout=0)).title if actuator.is_open(page) else ""


async def page_text(actuator: Actuator, page: str) -> str:
    """The text of a page as it is shown; empty where the tab is not open."""
    return await _text_of_element(actuator, page, _WHOLE) if actuator.is_open(page) else ""


async def _text_of_element(actuator: Actuator, page: str, target: Target) -> str:
    if not actuator.is_open(page):
        return ""
    (reading,) = await actuator.read(page, (ExtractField(name="text", target=target),))
    return reading.values.get("text") or ""
