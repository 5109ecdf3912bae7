"""The walk over an SOP's graph. The engine only says in which order the parts of a step speak."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Final

from handrail.errors import (
    Blocked,
    Driven,
    HandrailError,
    InputError,
    PageLost,
    PermanentError,
    RunError,
    SignedOut,
    UnexpectedPage,
    VariableError,
)
from handrail.journal.events.event import Detour, NodeEntered, NodeLeft
from handrail.runtime.by_model.deciding import decide
from handrail.runtime.by_model.writing import write_text
from handrail.runtime.exploring.exploration import explore
from handrail.runtime.loops.containers import Containers
from handrail.runtime.loops.extracting import extract
from handrail.runtime.people.asking import ask_person
from handrail.runtime.people.helm import Helm
from handrail.runtime.recovery.mending import Mending
from handrail.runtime.recovery.recovering import Facts, Tried
from handrail.runtime.recovery.restoring import open_start
from handrail.runtime.recovery.signing_in import Asks, Door, First
from handrail.runtime.steps.step import Step
from handrail.runtime.undo.undoing import Undo
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import Position
from handrail.runtime.walk.wheel import Wish
from handrail.sop.action import CloseTab, Open, Request, SetVariable
from handrail.sop.document import Sop
from handrail.sop.graph import FAILED, NEXT, Graph
from handrail.sop.node import Decision, End, Explore, Extract, Generate, Group, Human, Loop, Node, Task


@dataclass(frozen=True)
class Walked:
    """How a walk ended: at an end node (`error` is none), or at `node` because of `error`."""

    node: str | None
    error: HandrailError | None = None


Again = Callable[[str, First], Awaitable[Position]]
"""Where the walk can go on after it lost its page; the first argument says why in words, and the second is
done before anything is opened."""


class Engine:
    """One session's walk."""

    def __init__(self, sop: Sop, crew: Crew, again: Again, *, undoing: bool = False) -> None:
        self._sop = sop
        self._door = Door.of(sop)
        has_secrets = any(variable.secret for variable in sop.variables.values())
        self._mending = Mending(crew, self._door, sop.environment.sign_in, has_secrets=has_secrets)
        self._again = again
        self._aside = False
        self._graph = Graph(sop)
        self._crew = crew
        self._undoing = undoing
        self.undo = Undo(
            crew, self._graph, lambda node: Engine(sop, crew, again, undoing=True).walk_apart(node)
        )
        self._containers = self._no_containers()
        self._prepared: Step | None = None
        self._helm = Helm(crew, sop, self._graph)

    async def walk(self, start: Position | None = None) -> Walked:
        """Walk from the first node, or from `start`, to an end. What stopped it is in the result, never
        raised."""
        node = start.node if start is not None else self._graph.first()
        try:
            if start is not None:
                self._containers.resume(start.containers, start.undone)
                self._helm.remember(self._crew.reread().by_hand)
                if start.seq == 0 and start.node is not None:
                    # What was in doubt was looked for on another page.
                    await self._open_start_pages(start.node)
            while node is not None:
                if isinstance(node, End):
                    return Walked(node.id)
                self._crew.stop.arrive("")
                self._crew.stop.check()
                here = node
                try:
                    if start is not None and start.failed is not None:
                        failed, start = start.failed, None
                        raise failed
                    node = await self._step_on(here)
                except Driven:
                    node = await self._driven(here)
                except RunError as error:
                    node = await self._after_failure(here, error)
                except (Blocked, InputError) as error:
                    await self._containers.give_up(here, error)
                    raise
            raise PermanentError("The walk ended without coming to an end node.")
        except HandrailError as error:
            return Walked(node.id if node else None, error)
        finally:
            await self._crew.pictures.finish()

    async def _step_on(self, here: Node) -> Node | None:
        """Visit a node; a person who wants to drive is let do so, where the walk was not before."""
        with nullcontext() if self._helm.is_known(here) else self._crew.stop.giving_way():
            self._crew.stop.check()
            onward = await self._helm.before(here)
            if onward is not here:
                return onward
            onward = await self._visit(here)
        self._helm.worked(here)
        return onward

    async def _driven(self, node: Node, wish: Wish | None = None) -> Node | None:
        """Let a person drive; gives where the walk goes on."""
        self._prepared = None
        wish = wish or self._crew.stop.wheel.wish
        if wish is None:
            # It was called off meanwhile.
            return node
        onward = await self._helm.drive(node, wish)
        if onward.astray:
            return await self._from_anchor(node, f"{wish.by} left the page that the step needs. ", _nothing)
        return onward.node

    def _no_containers(self) -> Containers:
        return Containers(self._crew, self._graph, None if self._undoing else self.undo.group)

    async def walk_apart(self, first: Node) -> None:
        """Walk what undoes something: from its first node as far as edges lead. Raises what it fails of."""
        around = self._graph.parent(first.id)
        node: Node | None = first
        may_begin_anew = True
        while node is not None and node is not around and not isinstance(node, End):
            self._crew.stop.check()
            here = node
            try:
                node = await self._visit(here)
            except SignedOut as error:
                if self._door is None or not may_begin_anew:
                    raise
                await self._sign_in(here, self._door, error)
                node, may_begin_anew = first, False
            except RunError as error:
                node = await self._after_failure(here, error)
            may_begin_anew = may_begin_anew and not (isinstance(here, Task) and here.effect == "once")

    async def _visit(self, node: Node) -> Node | None:
        if isinstance(node, Extract | Decision | Loop):
            # These would take the page that asks to sign in for one on which there is nothing.
            await self._mending.see_that_signed_in(node, node.page)
        if isinstance(node, Group | Loop):
            if not self._containers.is_open(node):
                self._enter(node)
                if isinstance(node, Loop) and node.over == "elements":
                    await self._open_start_page(node, node.page)
            return await self._containers.arrive(node)
        began = time.monotonic()
        self._enter(node)
        self._crew.stop.check()
        outcome = await self._do(node) if isinstance(node, Task) else await self._surely(node)
        self._leave(node, outcome, began)
        return self._graph.following(node.id, outcome)

    async def _surely(self, node: Node) -> str:
        """Do what has no effect, as often as an error is worth it."""
        times = 0
        while True:
            times += 1
            try:
                return await self._do(node)
            except RunError as error:
                page = node.page if isinstance(node, Extract | Decision) else ""
                tried = Tried(times, looked=not page)
                if not await self._mending.mends(node, page, error, Facts("none"), tried, times):
                    raise

    async def _do(self, node: Node) -> str:
        """What the node is for; gives its outcome."""
        match node:
            case Task():
                await self._perform(node)
            case Extract():
                await self._open_start_page(node, node.page)
                await extract(self._crew, node)
            case Decision():
                if any(page.name == node.page for page in self._sop.environment.start):
                    await self._open_start_page(node, node.page)
                return await decide(self._crew, node)
            case Explore():
                await self._open_start_page(node, node.page)
                await explore(self._crew, node, self._crew.trail.attempts_before(node.id) + 1)
            case Generate():
                await write_text(self._crew, node)
            case Human():
                await ask_person(self._crew, node)
        return NEXT

    async def _after_failure(self, node: Node, error: RunError) -> Node | None:
        """Where the walk goes on after a node failed. Raises the error where it goes nowhere."""
        began = time.monotonic()
        self._prepared = None
        if isinstance(node, Task | Extract | Decision):
            await self._crew.pictures.taken(node.id, node.page, "failure")
        if isinstance(error, PageLost) and self._may_go_back(node, error):
            try:
                return await self._go_back(node, error)
            except RunError as failed:
                error = failed
        if not self._has_a_way_out(node):
            wish = await self._helm.rescue(node, error)
            if wish is not None:
                return await self._driven(node, wish) if wish.by else await self._helm.again(node)
        leave = partial(self._left, node, FAILED, began, error.message)
        if self._containers.is_open(node):
            onward = await self._containers.after_failure(node, error, lambda: None)
        elif onward := self._graph.following(node.id, FAILED):
            leave()
        else:
            onward = await self._containers.after_failure(node, error, leave)
        if onward is None:
            raise error
        self._keep_checkpoint(node)
        return onward

    def _has_a_way_out(self, node: Node) -> bool:
        """Whether the walk goes on by itself after the node failed, or nobody may help it."""
        if self._undoing or self._aside or self._containers.is_open(node):
            return True
        return self._graph.following(node.id, FAILED) is not None or self._containers.skips()

    def _may_go_back(self, node: Node, error: PageLost) -> bool:
        if (
            self._aside
            or self._undoing
            or (isinstance(node, Task) and node.effect == "once" and error.dispatched)
        ):
            return False
        return self._mending.may_go_back(node, error)

    async def _go_back(self, node: Node, error: PageLost) -> Node | None:
        """Where the walk goes on from, after the page was lost and can be had again."""

        async def first() -> Asks | None:
            door = self._door
            if not isinstance(error, SignedOut) or door is None:
                return None
            await self._sign_in(node, door, error)
            return lambda: door.is_at(self._crew, door.page)

        onward = await self._from_anchor(node, f"{error.message} ", first)
        self._mending.went_back(node.id, error)
        return onward

    async def _from_anchor(self, node: Node, why: str, first: First) -> Node | None:
        """Where the walk goes on from the last place that can be had again; `first` is done before."""
        start = await self._again(why, first)
        self._containers = self._no_containers()
        self._containers.resume(start.containers)
        if not start.tabs:
            await self._open_start_pages(node)
        return start.node

    async def _sign_in(self, node: Node, door: Door, error: SignedOut) -> None:
        """Walk the steps that sign in. They stand elsewhere in the SOP: the walk itself stands still."""
        scribe, outer, group = self._crew.scribe, self._containers, door.name
        scribe.write(Detour(kind="detour", node=node.id, group=group, state="begun", why=error.message))
        self._containers, self._aside = Containers(self._crew, self._graph), True
        try:
            if door.start is not None and not door.opens_itself:
                await open_start(self._crew, node.id, door.start, "the app asks to sign in", page=door.page)
            inner = door.first(self._graph)
            while inner is not None and inner.id in door.inside:
                self._crew.stop.check()
                inner = await self._visit(inner)
        except RunError as failed:
            raise UnexpectedPage(
                f"{error.message} Signing in again did not work: {failed.message}", mend=error.mend
            ) from failed
        finally:
            self._containers, self._aside, self._prepared = outer, False, None
        scribe.write(Detour(kind="detour", node=node.id, group=group, state="ended"))

    async def sign_in_before(self, node: Node, error: RunError) -> bool:
        """Sign in by the SOP's own steps where the app asks for it in the place of the node's page.

        False where it does not ask, or nobody knows how. Raises UnexpectedPage where that does not work.
        """
        door = self._door
        if door is None or node.id in door.inside or not await door.is_at(self._crew, door.page):
            return False
        asks = f"The app asks to sign in, at {self._crew.actuator.url(door.page)}."
        await self._sign_in(node, door, SignedOut(asks, mend=error.mend))
        self._mending.handled(node.id, "sign-in", "Sign in again", asks)
        return True

    async def _open_start_pages(self, node: Node) -> None:
        """Where the walk begins anew, tabs that are open already show something else by now."""
        for start in self._sop.environment.start:
            if self._crew.actuator.is_open(start.name):
                await open_start(self._crew, node.id, start, "the walk begins anew")

    def _enter(self, node: Node) -> None:
        visits = self._crew.trail.visits
        visits[node.id] += 1
        self._crew.stop.arrive(node.id)
        self._crew.checkpoints.entered()
        self._crew.scribe.note(
            NodeEntered(kind="node_entered", node=node.id, label=node.label, visit=visits[node.id])
        )

    def _leave(self, node: Node, outcome: str, began: float) -> None:
        self._left(node, outcome, began)
        self._keep_checkpoint(node)

    def _left(self, node: Node, outcome: str, began: float, why: str | None = None) -> None:
        self._crew.stop.arrive("")
        millis = round((time.monotonic() - began) * 1000, 3)
        self._crew.scribe.note(
            NodeLeft(kind="node_left", node=node.id, outcome=outcome, millis=millis, why=why)
        )

    def _keep_checkpoint(self, node: Node) -> None:
        if self._aside:
            return
        self._crew.checkpoints.left(node.id, always=isinstance(node, Task) and node.effect == "once")

    async def _perform(self, node: Task) -> None:
        ways = (node.action, *node.skills)
        if not all(isinstance(way, Open | Request | SetVariable) for way in ways):
            await self._open_start_page(node, node.page)
        step = self._prepared if self._prepared and self._prepared.node is node else self._step(node)
        self._prepared = None
        await step.perform(lambda: self._prepare(self._graph.following(node.id, NEXT)))

    def _prepare(self, node: Node | None) -> Step | None:
        """The following step, so that the look that verifies one can already see the next."""
        if isinstance(node, Task):
            with contextlib.suppress(VariableError):
                # A variable without a value is told when the walk is there.
                self._prepared = self._step(node)
                return self._prepared
        return None

    def _step(self, node: Task) -> Step:
        return Step(self._crew, node, self._mending)

    async def _open_start_page(self, node: Node, page: str) -> None:
        """A start page is opened when the first step needs it, and passes the gate like any other."""
        actuator = self._crew.actuator
        start = next((start for start in self._sop.environment.start if start.name == page), None)
        # A tab with nothing in it is open where a person took over before the first step.
        if actuator.is_open(page) and (start is None or actuator.url(page) not in _NOWHERE):
            return
        if start is None:
            if isinstance(node, Task) and isinstance(node.action, CloseTab):
                # The app was faster.
                return
            raise PermanentError(f"The tab '{page}' is not open.")
        await open_start(self._crew, node.id, start, "it is a start page of the SOP")
        # What the step does now comes behind that: what it fills in is lost where the page is opened again.
        self._crew.checkpoints.entered()


_NOWHERE: Final = ("", "about:blank")
"""Addresses of a tab in which nothing was opened yet."""


async def _nothing() -> None:
    return None
