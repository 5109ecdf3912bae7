"""Carrying out what is decided about an error: waiting, and dealing with what is known to stand in the way.

What it does on a page passes the gate like any other action, can be repeated, and is journaled.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

from handrail.actuators import Document
from handrail.errors import (
    Blocked,
    ErrorPage,
    NotReached,
    RunError,
    SignedOut,
    TargetNotFound,
    TransientError,
)
from handrail.journal.events.event import Handled, Handler, Retried
from handrail.policy import host_of
from handrail.runtime.recovery.obstacles import Obstacle, known_obstacle
from handrail.runtime.recovery.pressing import press
from handrail.runtime.recovery.recovering import Facts, Limits, Tried, backoff, decide, limits_of
from handrail.runtime.recovery.restoring import open_once
from handrail.runtime.recovery.signing_in import Door
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import Node
from handrail.sop.target import Target

_FIELDS_TO_SIGN_IN: Final = 4
"""So many fields at most has a page on which one can do little else: the organisation, the name, …"""
_MOST: Final = 3
"""Times that one handler acts for one visit of a node: it does not mend what comes back again and again."""

_CANNOT_ANSWER: Final = frozenset({502, 503, 504})
_OPENINGS: Final = 4
"""Times that a page of which the server says that it cannot answer now is asked for again."""

_BACK: Final[dict[type[RunError], Handler]] = {SignedOut: "sign-in", NotReached: "error page"}
_DEEDS: Final[dict[Handler, str]] = {
    "sign-in": "Sign in again",
    "error page": "Go back to the last page",
    "crashed tab": "Open the tab again",
}

_FOLDED: Final = re.compile(r"(nav|aside|header)\b|.*\[(navigation|menu|menubar|complementary|banner)\]")
_CONTROLS: Final = Target(role="button", tag="button")
_PASSWORD: Final = Target(role="textbox", tag="input", input_type="password")


class Mending:
    """Recovery within the steps of one session."""

    def __init__(
        self, crew: Crew, door: Door | None, sign_in: str | None = None, *, has_secrets: bool = True
    ) -> None:
        """`sign_in` names the saved sign-in that the session began with. Without it, and without secrets, the
        SOP has nothing to sign in with."""
        self._has_secrets = has_secrets
        self._crew = crew
        self._door = door
        self._sign_in = sign_in
        self._acted: Counter[tuple[str, int, str]] = Counter()

    async def mends(
        self, node: Node, page: str, error: RunError, facts: Facts, tried: Tried, attempt: int
    ) -> bool:
        """Do what helps against a failure. True where the step is worth another attempt.

        Raises SignedOut, NotReached or ErrorPage where that is what the failure comes from, and Stopped.
        """
        limits = limits_of(node.retry, self._crew.settings)
        plan = decide(error, facts, tried, limits, random.random())
        if plan.do == "look":
            if await self.clear(node, page, error):
                self.retried(node.id, attempt + 1, error.message)
                return True
            plan = decide(error, facts, tried._replace(looked=True), limits, random.random())
        if plan.do != "again":
            return False
        self.retried(node.id, attempt + 1, error.message, plan.seconds)
        await self._crew.stop.pause(plan.seconds)
        return True

    def retried(self, node: str, attempt: int, reason: str, seconds: float = 0) -> None:
        """Journal that it is tried again, and why."""
        told = Retried(kind="retried", node=node, attempt=attempt, reason=reason, seconds=round(seconds, 2))
        self._crew.scribe.note(told)

    async def clear(self, node: Node, page: str, error: RunError) -> bool:
        """Deal with what is known to stand in a step's way on its page. True where something was done.

        Raises SignedOut where the app asks to sign in, ErrorPage where its server cannot answer, NotReached
        where what was sent to it was never answered.
        """
        if not self._crew.actuator.is_open(page):
            return False
        await self.see_that_signed_in(node, page, error)
        try:
            document = await self._crew.actuator.document(page)
            if document.opened and _cannot_answer(document):
                return self._may(node, "error page") and await self._open_again(node, page, document, error)
            if document.status is None:
                raise not_reached(document, error)
            controls = await self._crew.stop.race(self._crew.actuator.gather(page, _CONTROLS))
            obstacle = known_obstacle(
                controls, missing=isinstance(error, TargetNotFound) and _of_a_menu(node)
            )
            if obstacle is None:
                await self._say_whether_signed_out(page, error)
                return False
            return self._may(node, obstacle.handler) and await self._put_away(node, page, obstacle, error)
        except (TransientError, Blocked):
            # Handlers are a help: where they cannot act, the step's own failure is what counts.
            return False

    async def see_that_signed_in(self, node: Node, page: str, error: RunError | None = None) -> None:
        """Raises SignedOut where the page is the one that asks to sign in, and the SOP knows how to."""
        if self._door is None or node.id in self._door.inside or not await self._door.is_at(self._crew, page):
            return
        asks = f"The app asks to sign in, at {self._crew.actuator.url(page)}."
        signed_out = SignedOut(
            asks, mend="Check that the account may sign in and that its password is right."
        )
        signed_out.dispatched = error is not None and error.dispatched
        raise signed_out from error

    async def _say_whether_signed_out(self, page: str, error: RunError) -> None:
        """Who cannot go on learns of it where the app asks for a password in spite of the saved sign-in, or
        where there is none, on a page that asks for little else."""
        if self._sign_in is None and self._has_secrets:
            return
        fields = await self._crew.stop.race(self._crew.actuator.gather(page, _PASSWORD))
        shown = [one.element for one in fields if one.element.visible]
        if not any(field.masked for field in shown):
            return
        # What stands behind the path, as where one wanted to go, may be long, and is nobody's to copy.
        url = urlsplit(self._crew.actuator.url(page))._replace(query="", fragment="").geturl()
        asked = sum(field.editable or field.masked for field in shown)
        if self._sign_in is None and asked <= _FIELDS_TO_SIGN_IN:
            error.mend = (
                f"The app asks for a password at {url}, and the SOP does not sign in. "
                f"`handrail record {url} -o DIR --save-sign-in NAME` saves a sign-in, which the SOP names in "
                "`environment.sign_in`; or record the signing in as its first steps."
            )
        elif self._sign_in is not None:
            error.mend = (
                f"The app asks for a password at {url}: the saved sign-in '{self._sign_in}' may have ended "
                f"there. `handrail record {url} -o DIR --save-sign-in {self._sign_in}` saves it anew."
            )

    def went_back(self, node: str, error: RunError) -> None:
        """Journal that the walk has gone back to a page that could be had again, and why."""
        handler = _BACK.get(type(error), "crashed tab")
        self.handled(node, handler, _DEEDS[handler], error.message)

    def handled(self, node: str, handler: Handler, action: str, reason: str) -> None:
        """Journal what was done about an unexpected page."""
        told = Handled(kind="handled", node=node, handler=handler, action=action, reason=reason)
        self._crew.scribe.write(told)

    def may_go_back(self, node: Node, error: RunError) -> bool:
        """Whether the walk may go back for this once more."""
        return self._may(node, _BACK.get(type(error), "crashed tab"))

    def _may(self, node: Node, handler: Handler) -> bool:
        key = (node.id, self._crew.trail.visits[node.id], handler)
        self._acted[key] += 1
        return self._acted[key] <= _MOST

    async def _put_away(self, node: Node, page: str, obstacle: Obstacle, error: RunError) -> bool:
        reason = f"a known {obstacle.handler} stands in the way"
        pressed = await press(self._crew, node.id, page, obstacle.button, obstacle.handler, reason)
        if pressed is None:
            return False
        self.handled(node.id, obstacle.handler, pressed, error.message)
        return True

    async def _open_again(self, node: Node, page: str, document: Document, error: RunError) -> bool:
        """Ask for a document again until its server can answer. Raises ErrorPage where it never does."""
        crew, url = self._crew, document.url
        base = limits_of(node.retry, crew.settings)
        limits = Limits(max(base.times, _OPENINGS), base.seconds, base.at_most)
        for times in range(1, limits.times + 1):
            said = _says(document)
            crew.circuits.failed(host_of(url))
            seconds = backoff(times, limits, random.random())
            self.retried(node.id, 0, f"{said}.", seconds)
            await crew.stop.pause(seconds)
            try:
                why = "the app's server could not answer"
                await open_once(crew, node.id, page, url, why, named=False)
                document = await crew.actuator.document(page)
            except TransientError:
                continue
            if not _cannot_answer(document):
                self.handled(node.id, "error page", f"Open {url}", said)
                return True
        failure = ErrorPage(
            f"{_says(document)}, {limits.times} times in a row.",
            mend="Check that the app runs, then go on with 'handrail session resume'.",
        )
        failure.dispatched = error.dispatched
        raise failure from error


def _of_a_menu(node: Node) -> bool:
    """Whether the element stood among what a page folds away; an unfolded menu may cover all others."""
    target = getattr(node, "target", None)
    around = target.ancestors if isinstance(target, Target) else ()
    return not around or any(_FOLDED.match(ancestor) for ancestor in around)


def _cannot_answer(document: Document) -> bool:
    return document.status is None or document.status in _CANNOT_ANSWER


def not_reached(document: Document, error: RunError) -> NotReached:
    """That nobody answered what was sent, told in the place of what the step missed because of it."""
    failure = NotReached(
        f"A form was sent to {document.url}, and no answer came.",
        mend="Check that the app runs, then go on with 'handrail session resume'.",
    )
    failure.dispatched = error.dispatched
    return failure


def _says(document: Document) -> str:
    if document.status is None:
        return f"{document.url} could not be reached"
    return f"{document.url} answered {document.status}"
