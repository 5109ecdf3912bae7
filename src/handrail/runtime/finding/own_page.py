"""What a step does in a record's row, and the next version of a list leads on to: the row says only what the
record is called, and that is a link to the record's own page, or shows the record beside the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.errors import Blocked, RunError
from handrail.runtime.finding.unfolding import is_called_so, signs_of
from handrail.runtime.recovery.pressing import press
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now
from handrail.sop.condition import ElementIs
from handrail.sop.target import Target
from handrail.targeting import Candidate
from handrail.targeting.kinds import family
from handrail.targeting.naming import own_name
from handrail.targeting.recorded import exact_row
from handrail.targeting.wording import folded, holds_words

_SECONDS: Final = 2.0
_SURE: Final = 0.95
"""How sure it is: the record is named, and nothing else that has come is called so."""


async def find_on_its_page(
    crew: Crew, node: str, page: str, target: Target, candidates: Sequence[Candidate]
) -> Found | None:
    """The element, on the page to which the record's name leads; none where no name leads on, or what has
    come is not headed by it. `candidates` are those of the page, gathered for the target."""
    row, link = exact_row(target), link_of_record(target, candidates)
    if row is None or link is None:
        return None
    try:
        reason = "the record's own page may have it"
        if await press(crew, node, page, link, "folded menu", reason, asking=False) is None:
            return None
        await crew.stop.race(crew.actuator.traffic.rest(page))
        heading = Target(role="heading", locators=(row.model_copy(update={"role": "heading"}),))
        headed = ElementIs(kind="element", state="visible", target=heading)
        settled = await crew.verifier.settle((headed,), page, None, seconds=_SECONDS)
        now = await crew.stop.race(crew.actuator.gather(page, target))
    except (RunError, Blocked):
        return None
    come = what_came(target, candidates, now) if settled.findings[0].held else None
    seen = await as_it_is_now(crew.actuator, page, come) if come is not None else None
    if seen is None:
        return None
    fresh, match, url = seen
    reasons = ("it is the only one that is called so on the page that the record's name leads to",)
    match = match.model_copy(update={"confidence": _SURE, "reasons": reasons})
    return Found(match, fresh, url, "candidates", otherwise="it stands on the record's own page by now")


def link_of_record(target: Target, candidates: Sequence[Candidate]) -> Candidate | None:
    """The only link that says just what the record of the target's row is called, in that row if there is
    one; none where something in the row is called as the target is, or two such links lead to two places."""
    row = exact_row(target)
    if row is None or family(target.role, target.tag) != "press":
        return None
    shown = [one for one in candidates if one.element.visible and one.element.enabled]
    own = [one for one in shown if one.element.in_row is True]
    if any(is_called_so(target, one.element) for one in own):
        return None
    links = [
        one
        for one in own or shown
        if one.element.role == "link"
        and folded(own_name(one.element) or one.element.text) == folded(row.text)
    ]
    return links[0] if len({one.element.attributes.get("href") for one in links}) == 1 else None


def what_came(target: Target, before: Sequence[Candidate], now: Sequence[Candidate]) -> Candidate | None:
    """The only element that has come, is called as the target is, and stands right under the heading that
    names the record: under another one, or in a list, something else of the record is deleted."""
    row = exact_row(target)
    known = {signs_of(one.element) for one in before if one.element.visible}
    new = [one for one in now if is_called_so(target, one.element) and signs_of(one.element) not in known]
    near = new[0].element.near if len(new) == 1 else None
    if row is None or near is None or near.row is not None or not holds_words(near.heading or "", row.text):
        return None
    return new[0]
