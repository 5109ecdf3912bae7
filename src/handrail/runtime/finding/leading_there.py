"""The link that leads where a step is to lead, whatever it is called and wherever it stands by now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from handrail.sop.action import Click
from handrail.sop.condition import UrlIs
from handrail.sop.node import Task
from handrail.targeting import Candidate, ElementSnapshot, Scored
from handrail.targeting.naming import own_name, spelled

_SURE: Final = 0.95


def leads_there(real: Task, url: str, candidates: Sequence[Candidate], *, by_data: bool) -> Scored | None:
    """A link to the very address that the step is done at, where the step does nothing but lead there; none
    where the page is there already, or links to it are called by several names. `url` is the page's.

    With `by_data`, what the link is called says which record is meant: it must be called so.
    """
    target = real.target
    paths = [part.path for part in real.done_when if isinstance(part, UrlIs) and part.path]
    only_leads = real.effect == "none" and isinstance(real.action, Click) and real.opens is None
    if target is None or target.role != "link" or not only_leads or len(paths) != 1 or "*" in paths[0]:
        return None
    (path,) = paths
    if urlsplit(url).path == path or "{{" in path:
        return None
    there = [one for one in candidates if _goes_to(one.element, url, path)]
    called = [one for one in there if _called(one.element) == spelled(own_name(target))]
    fitting = called if called or by_data else there
    if len({_called(one.element) for one in fitting}) != 1:
        return None
    return Scored(candidate=fitting[0], score=_SURE, odds=0.0, features=(), veto=None)


def _goes_to(seen: ElementSnapshot, url: str, path: str) -> bool:
    """Within the app, and to all of what stands there."""
    if not seen.href or not seen.visible or not seen.enabled:
        return False
    to, here = urlsplit(seen.href), urlsplit(url)
    return (to.scheme, to.netloc, to.path, to.query) == (here.scheme, here.netloc, path, "")


def _called(seen: ElementSnapshot) -> str:
    return spelled(own_name(seen) or seen.text)
