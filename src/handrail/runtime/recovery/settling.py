"""Actions in doubt: finding out whether a `once` action was done before its process ended.

The design's rule: look first; where it was done, go on; where it was not, a `once` action is still never
repeated blindly. A second channel (an HTTP or SQL read-back of the very record) can show both. A page shows
only that it was done, and only where it did not show the same before. In every other case a person says.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from handrail.approvals import ApprovalRequest, Choice
from handrail.errors import BrowserGone, RunError, Stopped, TransientError, VariableError
from handrail.journal.events.event import Criterion, NodeLeft, Settled, Tab, Unverified, Verified
from handrail.journal.views.visit import Visit
from handrail.runtime.people.consulting import ask
from handrail.runtime.people.given_before import given_before
from handrail.runtime.recovery.restoring import open_page, restore
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.position import Doubt
from handrail.runtime.walk.verifying import is_far
from handrail.sop.action import Request
from handrail.sop.condition import AllOf, Condition, UrlIs
from handrail.sop.graph import NEXT
from handrail.sop.node import Task
from handrail.sop.sentences import describe_action, describe_condition
from handrail.sop.template import render_model

_PAUSE_SECONDS: Final = 0.5
_UNDO_IT: Final = "It was done: undo it"
_NO_UNDO: Final = "It was not done: there is nothing to undo"


class _Finding(NamedTuple):
    """What looking found: done, not done, or nothing that says it."""

    done: bool | None
    why: str
    criteria: tuple[Criterion, ...] = ()
    by: str = ""


async def settle(crew: Crew, doubt: Doubt) -> bool:
    """Whether the action was done; then its node is left, and the walk may go on after it.

    Raises Waiting where only a person can say and none is there, Stopped where the person stops the run.
    """
    real, shown = _rendered(crew, doubt.node)
    if doubt.visit.verified:
        # Only the leaving of its node was lost.
        crew.scribe.write(NodeLeft(kind="node_left", node=doubt.node.id, outcome=NEXT, millis=0))
        await _arrive_behind(crew, doubt, real)
        return True
    found = await _look(crew, doubt, real, shown)
    if found.done is None or (found.done is False and doubt.performed):
        found = await _ask(crew, doubt, shown, found)
    attempt = doubt.attempt.number
    node = doubt.node.id
    if not found.done:
        crew.scribe.write(
            Settled(
                kind="settled", node=node, attempt=attempt, verdict="not done", why=found.why, by=found.by
            ),
            durable=True,
        )
        return False
    settled = Settled(kind="settled", node=node, attempt=attempt, verdict="done", why=found.why, by=found.by)
    crew.scribe.write(
        settled,
        Verified(kind="verified", node=node, criteria=found.criteria),
        NodeLeft(kind="node_left", node=node, outcome=NEXT, millis=0),
        durable=True,
    )
    await _arrive_behind(crew, doubt, real)
    return True


async def find_out(crew: Crew, doubt: Doubt) -> bool:
    """Whether the action was done, before it is undone; journaled as settled.

    Raises Waiting where only a person can say and none is there, Stopped where the person stops the run.
    """
    real, shown = _rendered(crew, doubt.node)
    found = await _look(crew, doubt, real, shown)
    if found.done is None:
        found = await _ask(crew, doubt, shown, found, undoing=True)
    crew.scribe.write(
        Settled(
            kind="settled",
            node=doubt.node.id,
            attempt=doubt.attempt.number,
            visit=doubt.visit.number,
            verdict="done" if found.done else "not done",
            why=found.why,
            by=found.by,
        ),
        durable=True,
    )
    if found.done and doubt.visit.undoing:
        # It is what undoes something: that it was seen to be done counts for what it undid.
        crew.scribe.write(
            Verified(kind="verified", node=doubt.node.id, criteria=found.criteria),
            NodeLeft(kind="node_left", node=doubt.node.id, outcome=NEXT, millis=0),
        )
    return bool(found.done)


def _rendered(crew: Crew, node: Task) -> tuple[Task, Task]:
    try:
        return render_model(node, crew.values.real), render_model(node, crew.values.shown)
    except VariableError:
        # What the action itself would have given a value to is not known.
        bare = node.model_copy(update={"done_when": ()})
        return render_model(bare, crew.values.real), render_model(bare, crew.values.shown)


async def _look(crew: Crew, doubt: Doubt, real: Task, shown: Task) -> _Finding:
    far = [(r, s) for r, s in zip(real.done_when, shown.done_when, strict=True) if is_far(r)]
    read = await _read_back(crew, doubt, far) if far else None
    if read is not None and read.done is not None:
        return read
    found = await _look_near(crew, doubt, real, shown)
    if read is None or found.done is not None:
        return found
    # Whoever is asked hears what the second channel says as well.
    return found._replace(why=f"{read.why}; {found.why}")


async def _look_near(crew: Crew, doubt: Doubt, real: Task, shown: Task) -> _Finding:
    """What the page shows of it."""
    near = [(r, s) for r, s in zip(real.done_when, shown.done_when, strict=True) if not is_far(r)]
    intended = doubt.attempt.intended
    if not near or (intended is not None and intended.held_before):
        return _Finding(None, "nothing that can be looked at now shows whether it was done")
    return await _on_the_page(crew, doubt, real, near)


async def _read_back(crew: Crew, doubt: Doubt, pairs: list[tuple[Condition, Condition]]) -> _Finding:
    """Asks the second channels until they say that it was done, or have said for long enough that not.

    One that cannot be reached is waited for as long as a page would be: a person could not look there either.
    """
    deadline = time.monotonic() + max(crew.settings.verify_seconds / 2, _grace_left(crew, doubt))
    patience = time.monotonic() + crew.settings.navigation_seconds
    while True:
        findings = []
        try:
            for condition, _ in pairs:
                findings.append(await crew.stop.race(crew.verifier.read_back(condition, doubt.node.page)))
        except BrowserGone:
            raise
        except RunError as error:
            lasting = not isinstance(error, TransientError)
            if time.monotonic() >= (deadline if lasting else patience):
                return _Finding(None, f"it could not be read back: {error.message}")
        else:
            criteria = tuple(
                Criterion(text=describe_condition(told), held=finding.held, seen=finding.seen)
                for (_, told), finding in zip(pairs, findings, strict=True)
            )
            missed = next((criterion for criterion in criteria if not criterion.held), None)
            if missed is None:
                return _Finding(True, "it was read back: " + "; ".join(c.text for c in criteria), criteria)
            if time.monotonic() >= deadline:
                sure = all(finding.absent for finding in findings)
                seen = f" (there is: {missed.seen})" if missed.seen else ""
                return _Finding(False if sure else None, f"not read back: {missed.text}{seen}", criteria)
        await crew.stop.pause(_PAUSE_SECONDS)


def _grace_left(crew: Crew, doubt: Doubt) -> float:
    """Seconds until what was sent last can be taken to have arrived."""
    entry = doubt.attempt.intended_entry
    if entry is None:
        return crew.settings.grace_seconds
    since = (datetime.now(UTC) - datetime.fromisoformat(entry.at)).total_seconds()
    # A clock that was moved makes nobody wait longer, nor at all shorter than it says it did.
    return min(crew.settings.grace_seconds, max(0.0, crew.settings.grace_seconds - max(0.0, since)))


async def _on_the_page(
    crew: Crew, doubt: Doubt, real: Task, pairs: list[tuple[Condition, Condition]]
) -> _Finding:
    unknown = "the page does not show whether it was done"
    if isinstance(doubt.node.action, Request) or doubt.node.page not in doubt.position.tabs:
        return _Finding(None, unknown)
    try:
        await restore(crew, doubt.node.id, doubt.position.tabs)
        settled = await crew.verifier.settle(
            tuple(condition for condition, _ in pairs),
            doubt.node.page,
            real.target,
            seconds=crew.settings.find_seconds,
        )
    except BrowserGone:
        # Nobody was asked yet who could know: another browser looks.
        raise
    except RunError as error:
        return _Finding(None, error.message)
    criteria = tuple(
        Criterion(text=describe_condition(told), held=finding.held, seen=finding.seen)
        for (_, told), finding in zip(pairs, settled.findings, strict=True)
    )
    if all(criterion.held for criterion in criteria):
        return _Finding(True, "the page shows it: " + "; ".join(c.text for c in criteria), criteria)
    return _Finding(None, unknown, criteria)


async def _ask(crew: Crew, doubt: Doubt, shown: Task, found: _Finding, *, undoing: bool = False) -> _Finding:
    action = describe_action(shown)
    what = (
        f"'{action}' was done, and was not seen to be right"
        if doubt.performed
        else f"The run ended in the middle of '{action}', and it is not known whether it was done"
    )
    choices = (
        Choice(id="done", words=_UNDO_IT if undoing else "It was done, and is right: go on after it"),
        Choice(id="again", words=_NO_UNDO if undoing else "It was not done: do it now"),
        Choice(id="stop", words="Stop the run here"),
    )
    answer = await ask(
        crew,
        ApprovalRequest(
            kind="choose",
            node=doubt.node.id,
            action=f"{what}. Look at the app: what is there?",
            where=_address(doubt),
            values=given_before(_visits_before(crew, doubt), crew.values.told),
            why=found.why + _seen_then(doubt),
            effect="once",
            choices=choices,
            # That one try was not done says nothing of the next: it would be done once more unasked.
            about=f"try {doubt.attempt.number}",
        ),
        tuple(choice.id for choice in choices),
    )
    if answer.choice not in ("done", "again"):
        raise Stopped(f"{answer.by} stopped the run at '{doubt.node.label}'.")
    said = f"{answer.by} says that it was {'done' if answer.choice == 'done' else 'not done'}"
    criteria = (Criterion(text=said, held=True),) if answer.choice == "done" else ()
    return _Finding(answer.choice == "done", said, criteria, answer.by)


def _seen_then(doubt: Doubt) -> str:
    """What was seen when it was done, as the app's own reason: whoever is asked need not look for it."""
    seen = doubt.visit.checked
    return f"; when it was done: {seen.why}" if isinstance(seen, Unverified) and seen.why else ""


def _visits_before(crew: Crew, doubt: Doubt) -> Iterator[Visit]:
    return (visit for visit in crew.reread().all_visits if visit.seq < doubt.visit.seq)


def _address(doubt: Doubt) -> str:
    tab = doubt.position.tabs.get(doubt.node.page)
    return tab.url if tab is not None else ""


async def _arrive_behind(crew: Crew, doubt: Doubt, real: Task) -> None:
    """Bring the tabs to where the action leads, as far as its criterion tells the address."""
    tabs: dict[str, Tab] = dict(doubt.position.tabs)
    page = doubt.node.page
    path = next((leaf.path for leaf in _plain(real.done_when) if isinstance(leaf, UrlIs) and leaf.path), None)
    try:
        if not crew.actuator.tabs():
            await restore(crew, doubt.node.id, tabs)
        if path is not None and page in tabs:
            at = urlsplit(tabs[page].url)
            leads_to = led_to(path, at.path)
            if leads_to is not None and urlsplit(crew.actuator.url(page)).path != leads_to:
                url = f"{at.scheme}://{at.netloc}{leads_to}"
                await open_page(crew, doubt.node.id, page, url, "the step before leads there")
    except RunError:
        # The steps that follow say what they miss; the effect itself is settled.
        pass
    crew.checkpoints.left(doubt.node.id, always=True)


def led_to(path: str, at: str) -> str | None:
    """The path that a criterion tells, for an action on the page at `at`.

    A `*` stands for what the page itself stands under there: of `/events/fair/items/add`, `/events/*/items/`
    is that of the same event. None where that does not tell it, as of a record that the action has made.
    """
    parts, around = path.split("/"), at.split("/")[:-1]
    for place, part in enumerate(parts):
        if "*" not in part:
            continue
        if part != "*" or place >= len(around) or parts[:place] != around[:place]:
            return None
        parts[place] = around[place]
    return "/".join(parts)


def _plain(conditions: tuple[Condition, ...]) -> list[Condition]:
    leaves: list[Condition] = []
    for condition in conditions:
        leaves += _plain(condition.of) if isinstance(condition, AllOf) else [condition]
    return leaves
