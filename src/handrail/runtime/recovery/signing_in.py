"""The page that asks to sign in, as the SOP's own steps know it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from handrail.errors import RunError, VariableError
from handrail.runtime.walk.crew import Crew
from handrail.sop.action import Open
from handrail.sop.document import Sop, StartPage
from handrail.sop.graph import Graph, children
from handrail.sop.node import MAIN_PAGE, Group, Node, Task
from handrail.sop.sending import SENDING
from handrail.sop.template import SECRET_PREFIX, names_in_model, render, render_model, split_path
from handrail.targeting import Match, decide

Asks = Callable[[], Awaitable[bool]]
"""Whether the app asks to sign in."""
First = Callable[[], Awaitable[Asks | None]]
"""Brings the app to where a page can be had again; what it gives tells, where it signed in, whether the app
asks for that once more."""


_MOST_STEPS: Final = 12
_TICKED: Final = frozenset({"checkbox", "switch", "radio", "option"})


class Door:
    """Where one signs in, and by which steps: those of a group, or the first of the SOP."""

    def __init__(self, sop: Sop, name: str, tasks: Sequence[Task], inside: Iterable[Node]) -> None:
        self.name = name
        """What the steps are called, or the first of them."""
        self.inside = frozenset(node.id for node in inside)
        self._tasks = tasks
        self.page = tasks[0].page if tasks else MAIN_PAGE
        self.opens_itself = bool(tasks) and isinstance(tasks[0].action, Open)
        self.start: StartPage | None = next((s for s in sop.environment.start if s.name == self.page), None)

    @classmethod
    def of(cls, sop: Sop) -> Door | None:
        """By the SOP's sign-in group; without one by its first steps, where they sign in. None where neither
        tells how."""
        graph = Graph(sop)
        if (name := sop.environment.sign_in_group) is not None:
            group = graph.node(name)
            if not isinstance(group, Group):
                return None
            nodes = list(_within(group))
            return cls(sop, name, [node for node in nodes if isinstance(node, Task)], nodes)
        first = _first_steps(sop, graph)
        return _FirstSteps(sop, first[0].id, first, first) if first else None

    def first(self, graph: Graph) -> Node | None:
        """Where the walk through the steps begins."""
        return graph.first_child(self.name)

    async def is_at(self, crew: Crew, page: str) -> bool:
        """Whether a page asks to sign in now: it shows the field that the group types a secret into, or, at
        the group's own address, what its first step acts on."""
        if page != self.page or not crew.actuator.is_open(page):
            return False
        try:
            for task in self._tasks:
                if _types_secret(crew, task) and await _is_there(crew, task):
                    return True
            first = next((task for task in self._tasks if task.target is not None), None)
            return (
                first is not None
                and self._path(crew) == urlsplit(crew.actuator.url(page)).path
                and await _is_there(crew, first)
            )
        except VariableError:
            return False

    def _path(self, crew: Crew) -> str | None:
        action = self._tasks[0].action
        url = action.url if isinstance(action, Open) else self.start.url if self.start else None
        return urlsplit(render(url, crew.values.real)).path if url else None


class _FirstSteps(Door):
    """Nobody has said that these steps sign in: a page asks for it where all is there of what one of its
    forms is filled in and sent with. Other forms ask for a password, too."""

    def first(self, graph: Graph) -> Node | None:
        return graph.node(self.name)

    async def is_at(self, crew: Crew, page: str) -> bool:
        if page != self.page or not crew.actuator.is_open(page):
            return False
        try:
            for form in _forms(self._tasks):
                if await _are_there(crew, form):
                    return True
        except VariableError:
            # It goes by what is not known yet.
            pass
        return False


def _first_steps(sop: Sop, graph: Graph) -> tuple[Task, ...]:
    """The steps with which the SOP begins by signing in: up to what sends its last secret. None where it
    types another one later, may do something for good before, or goes more than one way."""
    tasks: list[Task] = []
    ends = 0
    node = graph.first()
    pending = False
    while isinstance(node, Task) and node.effect != "once" and len(tasks) < _MOST_STEPS:
        if tasks and (node.page != tasks[0].page or len(graph.edges_from(tasks[-1].id)) > 1):
            break
        tasks.append(node)
        pending = pending or _names_secret(sop, node)
        if pending and _sends(node):
            ends, pending = len(tasks), False
        node = graph.successor(node.id)
    signing_in = tuple(tasks[:ends])
    inside = {task.id for task in signing_in}
    others = (node for node in sop.walk_nodes() if isinstance(node, Task) and node.id not in inside)
    return () if any(_names_secret(sop, node) for node in others) else signing_in


def _names_secret(sop: Sop, task: Task) -> bool:
    names = names_in_model(task.action)
    declared = (sop.variables.get(split_path(name)[0]) for name in names)
    by_name = any(name.startswith(SECRET_PREFIX) for name in names)
    return by_name or any(variable is not None and variable.secret for variable in declared)


def _forms(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Fields that are filled in one after the other, and what sends them."""
    fields: list[Task] = []
    for task in tasks:
        if _sends(task):
            if fields:
                yield [*fields, task]
            fields = []
        elif task.target is not None:
            fields.append(task)


def _sends(task: Task) -> bool:
    ticks = task.target is not None and task.target.role in _TICKED
    return isinstance(task.action, SENDING) and not ticks


def _types_secret(crew: Crew, task: Task) -> bool:
    bare = _bare(task)
    return render_model(bare, crew.values.real).action != render_model(bare, crew.values.shown).action


def _bare(task: Task) -> Task:
    return task.model_copy(update={"done_when": (), "before": (), "identity": ()})


async def _is_there(crew: Crew, task: Task) -> bool:
    target = render_model(_bare(task), crew.values.real).target
    if target is None or not target.locators:
        return False
    try:
        look = await crew.stop.race(crew.actuator.look(task.page, target=target, timeout=0))
    except RunError:
        return False
    return look.sighting is not None and isinstance(decide(target, look.sighting), Match)


async def _are_there(crew: Crew, tasks: Iterable[Task]) -> bool:
    for task in tasks:
        if not await _is_there(crew, task):
            return False
    return True


def _within(group: Group) -> list[Node]:
    found: list[Node] = []
    for node in children(group):
        found += [node, *(_within(node) if isinstance(node, Group) else ())]
    return found
