"""What was filled in on a page and perhaps not sent: it must be there still where the page was opened again.

A form that sent a file at once, or had a part of it saved in a dialog of its own, had an effect behind which
nobody goes back, and all the rest of it was not sent yet. Opened by its address it is empty, and would be
sent so.
"""

from __future__ import annotations

import re
import time
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from handrail.errors import UnexpectedPage, VariableError
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import Position
from handrail.sop.action import Back, CloseTab, Forward, Open, Reload, SwitchTab
from handrail.sop.condition import UrlIs, ValueIs
from handrail.sop.graph import NEXT, Graph
from handrail.sop.node import Node, Task
from handrail.sop.target import Target
from handrail.sop.template import render_model
from handrail.sop.wording import address_words
from handrail.targeting import Match, decide

_LEAVES: Final = (Open, Back, Forward, Reload, SwitchTab, CloseTab)


async def see_that_it_is_held(crew: Crew, graph: Graph, at: Position) -> None:
    """Raises UnexpectedPage where a field that is there holds something else than what was filled in.

    Fields that are gone were sent, as in a dialog that closed; those that are filled in anew before the next
    effect, stand in another form than that, or on a page that is left before it, do not matter.
    """
    deadline = time.monotonic() + crew.settings.find_seconds
    if (ahead := _ahead(graph, at.node)) is None:
        return
    for task in at.filled:
        tab = at.tabs.get(task.page)
        if tab is None or not _is_at(crew, task.page, tab.url) or ahead.spares(task.target):
            continue
        held = await _holds(crew, task, max(0.0, deadline - time.monotonic()))
        if held is not None:
            raise UnexpectedPage(
                f"What was filled in at {address_words(tab.url)} is no longer there: "
                f"the field of '{task.label}' holds '{held}' now, and the rest would be sent without it.",
                mend="What was done must not be repeated: finish it by hand, or run a later part of the SOP.",
            )


class _Ahead(NamedTuple):
    """The next effect that is sent from the page as it is, and what is filled in anew for it."""

    effect: Target | None
    anew: tuple[Target, ...]

    def spares(self, target: Target | None) -> bool:
        """Whether that effect sends nothing of what this field was given before."""
        if target is None or target in self.anew:
            return True
        mine, its = _forms(target), _forms(self.effect)
        return bool(mine and its) and not mine & its


def _ahead(graph: Graph, node: Node | None) -> _Ahead | None:
    """None where the page is left before, or nobody can tell."""
    anew: list[Target] = []
    seen = set[str]()
    while isinstance(node, Task) and node.id not in seen:
        if node.effect == "once":
            return _Ahead(node.target, tuple(anew))
        if isinstance(node.action, _LEAVES) or any(isinstance(one, UrlIs) for one in node.done_when):
            return None
        anew += [node.target] if node.target is not None else []
        seen.add(node.id)
        node = graph.following(node.id, NEXT)
    return None


def _forms(target: Target | None) -> set[str]:
    return {one for one in target.ancestors if re.match(r"form\b", one)} if target is not None else set()


def _is_at(crew: Crew, page: str, url: str) -> bool:
    """Whether the tab shows the address, and was not led on."""
    return crew.actuator.is_open(page) and urlsplit(crew.actuator.url(page)).path == urlsplit(url).path


async def _holds(crew: Crew, task: Task, seconds: float) -> str | None:
    """What the step's field holds in the place of what was filled in; none where it holds that, is gone, or
    cannot be told of."""
    target = task.target
    if target is None or target.frame or target.input_type == "search" or target.role == "searchbox":
        # What is looked for is no part of what is sent.
        return None
    try:
        real, shown = render_model(task, crew.values.real), render_model(task, crew.values.shown)
    except VariableError:
        return None
    asked = tuple(one for one in real.done_when if isinstance(one, ValueIs) and one.target is None)
    if not asked or real.target is None or real.action != shown.action:
        return None
    settled = await crew.verifier.settle(asked, real.page, real.target, seconds=seconds)
    missed = next((finding for finding in settled.findings if not finding.held), None)
    return (
        (missed.seen or "") if missed is not None and await is_there(crew, real.page, real.target) else None
    )


async def is_there(crew: Crew, page: str, target: Target) -> bool:
    """Whether the element is on the page right now."""
    look = await crew.stop.race(crew.actuator.look(page, target=target, timeout=0))
    return look.sighting is not None and isinstance(decide(target, look.sighting), Match)
