"""Picking: a page of a procedure in a browser of the server, where a person points and nothing is acted.

What is pointed at is described as a recording has it. The gate judges every page that is opened; the sign-in
is the one that a run would have. Nothing is journaled, because nothing is done.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import BrowserContext, Error
from pydantic import JsonValue

from handrail._model import Model
from handrail.actuators import Act
from handrail.actuators.browser import BrowserSession
from handrail.actuators.browser.pointing import Pointed
from handrail.browser import LaunchedBrowser
from handrail.browser.outlet import outlet
from handrail.browser.storage import context_with, read_storage
from handrail.compile.reading.known import Known, Slot
from handrail.compile.values.targets import for_other_data
from handrail.errors import Blocked, RunError, VariableError
from handrail.journal.events.event import Intended, SessionId
from handrail.journal.keeping.private import shown
from handrail.journal.views.fold import walk
from handrail.policy import Gate, Proposal
from handrail.runtime.finding.ladder import element_words
from handrail.runtime.walk.values import Values
from handrail.sessions.beginning.first_entry import sign_in_of
from handrail.sessions.beginning.policies import policy_in_force
from handrail.sessions.people.picking_list import PickedList, named_fields, picked_list
from handrail.sessions.service.listing import SessionLine
from handrail.sessions.service.place import Place
from handrail.sop.action import Open
from handrail.sop.document import Sop
from handrail.sop.node import MAIN_PAGE, Task
from handrail.sop.sentences import describe_target
from handrail.sop.target import Box, Target
from handrail.sop.template import render_model
from handrail.targeting import Scored, choose

_REST_RUNS: Final = 10
"""So many of the last sessions are asked where the step's page was."""


@dataclass(frozen=True)
class Beginning:
    """Where a step's page is, as far as that is known before it is opened."""

    address: str
    """Empty where nothing tells."""
    why: str
    """Where it is known from, in words."""
    inputs: Mapping[str, JsonValue]
    """What the session that was there had been given."""
    storage: dict[str, Any] | None
    """What that session's browser kept; a saved sign-in that the SOP names goes before it."""


class Picked(Model):
    """An element that somebody picked."""

    target: Target
    words: str


class Fitting(Model):
    """An element of the page that the step's target might be."""

    number: int
    words: str
    score: float
    reasons: tuple[str, ...]
    veto: str | None
    box: Box | None
    """In CSS pixels of the window, for those of the page's own document."""


def beginning_of(sop: Sop, node: str, place: Place, lines: tuple[SessionLine, ...], user: str) -> Beginning:
    """Where the step's page is: where the last session came to the step, else where the SOP leads.

    `lines` are the sessions that the person sees, newest first; what a browser kept comes from those of the
    `user` alone. Raises StoreError, JournalBroken.
    """
    given: Mapping[str, JsonValue] = {}
    kept: dict[str, Any] | None = None
    own = [line for line in lines if line.sop_id == sop.meta.id and not line.broken and line.started]
    for line in own[:_REST_RUNS]:
        gathered = walk(shown(place.store, line.session))
        if gathered.started is None:
            continue
        given = given or gathered.started.inputs
        if kept is None and line.owner == user:
            kept = _kept(place, line.session)
        found = [
            entry.event.url
            for entry in shown(place.store, line.session)
            if isinstance(entry.event, Intended) and entry.event.node == node and entry.event.url
        ]
        if found and found[-1].startswith("http"):
            return Beginning(found[-1], "where the last run was at this step", given, kept)
    address = _led_to(sop, node)
    return Beginning(address, "where the procedure leads" if address else "", given, kept)


def _kept(place: Place, session: SessionId) -> dict[str, Any] | None:
    found = read_storage(place.storage_path(session), place.home)
    return found if found is not None else place.storage_at(session, 2**31)


def _led_to(sop: Sop, node: str) -> str:
    """The last address before the step that needs no variable, else where the SOP starts."""
    last = next((start.url for start in sop.environment.start), "")
    for each in sop.walk_nodes():
        if each.id == node:
            break
        if isinstance(each, Task) and isinstance(each.action, Open):
            last = each.action.url
    return "" if "{{" in last else last


class Picker:
    """A person's look at a page; places are parts of the window's width and height, 0 to 1."""

    def __init__(self, session: BrowserSession, gate: Gate, sop: Sop, node: str, begun: Beginning) -> None:
        self._session = session
        self._gate = gate
        self._sop = sop
        self._node = node
        self._begun = begun
        self._size = (float(sop.environment.viewport.width), float(sop.environment.viewport.height))
        self._fitting: tuple[Scored, ...] = ()
        self._known = _known(sop, begun.inputs)

    @property
    def size(self) -> tuple[float, float]:
        """The window's, in CSS pixels."""
        return self._size

    @property
    def url(self) -> str:
        """The address of the page now."""
        return self._session.url(MAIN_PAGE)

    async def open(self, url: str) -> None:
        """Open a page. Raises Blocked where the policy does not plainly allow it, RunError where it does not
        come."""
        proposal = Proposal(
            node=self._node,
            attempt=0,
            rung="exact",
            action=f"Open {url}",
            kind="open",
            effect="none",
            page_url=self.url,
            leads_to=url,
            reasons=("a person looks for an element",),
            sop=self._sop.meta.id,
        )
        verdict = self._gate.judge(proposal)
        if verdict.decision != "allow":
            raise Blocked(
                f"The policy does not let this page be opened unasked: {verdict.reason}.",
                mend="If it belongs to the procedure, add its host to environment.domains.",
            )
        ticket = self._gate.admit(proposal, verdict)
        await self._session.dispatch(ticket, Act(page=MAIN_PAGE, action=Open(do="open", url=url)))
        with suppress(RunError):
            await self._session.traffic.rest(MAIN_PAGE)

    async def point(self, x: float, y: float) -> Pointed | None:
        """What lies there, to be outlined. Raises RunError where the tab is gone."""
        return await self._session.pointing(MAIN_PAGE).at(x * self._size[0], y * self._size[1])

    async def pick(self, x: float, y: float) -> Picked | None:
        """What lies there, described. Raises RunError where the tab is gone."""
        found = await self._session.pointing(MAIN_PAGE).describe(x * self._size[0], y * self._size[1])
        return None if found is None else self._picked(found)

    async def pick_list(self, x: float, y: float) -> PickedList | None:
        """The list one of whose items lies there, with what can be read of each; none where nothing there is
        one of several. Raises RunError where the tab is gone."""
        found = await self._session.pointing(MAIN_PAGE).listed(x * self._size[0], y * self._size[1])
        if found is None:
            return None
        fields = named_fields(found.fields)
        readings = await self._session.read(MAIN_PAGE, fields, each=found.elements)
        return picked_list(found, fields, readings) if readings else None

    async def fitting(self, target: Target) -> tuple[Fitting, ...]:
        """What the target might be on this page, the likeliest first. Raises RunError."""
        values = Values(self._sop, self._begun.inputs, {})
        with suppress(VariableError):
            target = render_model(target, values.shown)
        candidates = await self._session.gather(MAIN_PAGE, target)
        self._fitting = choose(target, candidates).menu
        return tuple(
            Fitting(
                number=number,
                words=element_words(scored.candidate),
                score=scored.score,
                reasons=tuple(feature.words for feature in scored.features),
                veto=scored.veto,
                box=None if scored.candidate.frame else scored.candidate.element.box,
            )
            for number, scored in enumerate(self._fitting, start=1)
        )

    async def take(self, number: int) -> Picked | None:
        """One of those that were told to be fitting, described; none once it is gone."""
        if not 1 <= number <= len(self._fitting):
            return None
        found = await self._session.describe(MAIN_PAGE, self._fitting[number - 1].candidate)
        return None if found is None else self._picked(found)

    def _picked(self, found: Target) -> Picked:
        target = for_other_data(found, self._known)
        return Picked(target=target, words=describe_target(target))


def _known(sop: Sop, inputs: Mapping[str, JsonValue]) -> Known:
    """What the last session was given: where the page shows it, the target has the variable."""
    known = Known()
    for name, variable in sop.variables.items():
        value = inputs.get(name)
        if isinstance(value, str) and not variable.secret:
            known.learn(Slot(value, "typed", name=name))
    return known


@asynccontextmanager
async def picking(
    launched: LaunchedBrowser,
    sop: Sop,
    node: str,
    place: Place,
    begun: Beginning,
    *,
    folder: Path,
    user: str,
    files_from: tuple[str, ...],
) -> AsyncIterator[tuple[Picker, BrowserContext]]:
    """A browser context of its own, under the policy that a run of the SOP (in `folder`) would have, with
    files of these folders alone, and signed in as a session of this user would be.

    Raises PolicyError, UsageError for a sign-in that has expired, StoreError.
    """
    if launched.browser is None:
        raise RuntimeError("picking needs a browser that can make contexts")
    gate = Gate(policy_in_force(sop, place.home, folder=folder, files_from=files_from).bound_to(files_from))
    viewport = sop.environment.viewport
    async with outlet(gate.check_request if gate.watches_requests else None) as way_out:
        context = await context_with(
            launched.browser,
            sign_in_of(sop, place.home, user) or begun.storage,
            way_out=way_out,
            viewport={"width": viewport.width, "height": viewport.height},
            accept_downloads=False,
        )
        try:
            with tempfile.TemporaryDirectory(prefix="handrail-pick-") as files:
                session = BrowserSession(context, folder=Path(files), judge=gate.check_address)
                await session.open_tab(MAIN_PAGE)
                yield Picker(session, gate, sop, node, begun), context
        finally:
            with suppress(Error):
                await context.close()
