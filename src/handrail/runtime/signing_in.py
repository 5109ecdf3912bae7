"""The page that asks to sign in, as the SOP's own sign-in group knows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from handrail.errors import RunError, VariableError
from handrail.runtime.crew import Crew
from handrail.sop.action import Open
from handrail.sop.document import Sop, StartPage
from handrail.sop.graph import Graph, children
from handrail.sop.node import MAIN_PAGE, Group, Node, Task
from handrail.sop.template import render, render_model
from handrail.targeting import Match, decide

Asks = Callable[[], Awaitable[bool]]
"""Whether the app asks to sign in."""
First = Callable[[], Awaitable[Asks | None]]
"""Brings the app to where a page can be had again; what it gives tells, where it signed in, whether the app
asks for that once more."""


class Door:
    """Where one signs in, and by which steps."""

    def __init__(self, sop: Sop, group: Group) -> None:
        self.group = group
        self.inside = frozenset(node.id for node in _within(group))
        self._tasks = [node for node in _within(group) if isinstance(node, Task)]
        self.page = self._tasks[0].page if self._tasks else MAIN_PAGE
        self.opens_itself = bool(self._tasks) and isinstance(self._tasks[0].action, Open)
        self.start: StartPage | None = next((s for s in sop.environment.start if s.name == self.page), None)

    @classmethod
    def of(cls, sop: Sop) -> Door | None:
        """The SOP's sign-in group; none where it names none."""
        name = sop.environment.sign_in_group
        group = Graph(sop).node(name) if name is not None else None
        return cls(sop, group) if isinstance(group, Group) else None

    async def is_at(self, crew: Crew, page: str) -> bool:
        """Whether a page asks to sign in now: it shows the field that the group types a secret into, or, at
        the group's own address, what its first step acts on."""
        if page != self.page or not crew.actuator.is_open(page):
            return False
        try:
            for task in self._tasks:
                real, shown = (
                    render_model(_bare(task), crew.values.real),
                    render_model(_bare(task), crew.values.shown),
                )
                if real.action != shown.action and await _is_there(crew, real):
                    return True
            first = next((task for task in self._tasks if task.target is not None), None)
            return (
                first is not None
                and self._path(crew) == urlsplit(crew.actuator.url(page)).path
                and await _is_there(crew, render_model(_bare(first), crew.values.real))
            )
        except VariableError:
            return False

    def _path(self, crew: Crew) -> str | None:
        action = self._tasks[0].action
        url = action.url if isinstance(action, Open) else self.start.url if self.start else None
        return urlsplit(render(url, crew.values.real)).path if url else None


def _bare(task: Task) -> Task:
    return task.model_copy(update={"done_when": (), "before": (), "identity": ()})


async def _is_there(crew: Crew, task: Task) -> bool:
    target = task.target
    if target is None or not target.locators:
        return False
    try:
        look = await crew.stop.race(crew.actuator.look(task.page, target=target, timeout=0))
    except RunError:
        return False
    return look.sighting is not None and isinstance(decide(target, look.sighting), Match)


def _within(group: Group) -> list[Node]:
    found: list[Node] = []
    for node in children(group):
        found += [node, *(_within(node) if isinstance(node, Group) else ())]
    return found
