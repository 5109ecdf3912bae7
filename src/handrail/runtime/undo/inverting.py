"""Inverses: giving a field its old value, going back to a page, removing a file; each is an action."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import urldefrag

from handrail.errors import PermanentError, RunError, TargetNotFound
from handrail.journal.events.event import Acted, Criterion, Intended, NodeEntered, NodeLeft, Verified
from handrail.journal.events.undo import Undone
from handrail.policy import Proposal
from handrail.runtime.people.admission import admit
from handrail.runtime.recovery.mending import Mending
from handrail.runtime.recovery.restoring import open_page
from handrail.runtime.steps.step import Step
from handrail.runtime.undo.deeds import Deed
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, find_exactly
from handrail.sop.action import Action, Open
from handrail.sop.condition import Condition, UrlIs, ValueIs
from handrail.sop.graph import FAILED, NEXT
from handrail.sop.node import Effect, Task
from handrail.sop.target import Target
from handrail.sop.template import literal, templates
from handrail.sop.undoing import GoBack, RemoveFile, SetBack

PREFIX: Final = "undo--"
"""Begins the names of the steps that undo others."""

_LONGEST_ID: Final = 80

_LOOK_SECONDS: Final = 2.0


async def invert(crew: Crew, deed: Deed) -> Undone:
    """Do the inverse of a deed, and see that it worked. Raises RunError and Blocked where it did not."""
    match deed.inverse:
        case SetBack() as set_back:
            return await _set_back(crew, deed, set_back)
        case GoBack(url=url):
            return await _go_back(crew, deed, url)
        case RemoveFile(path=path):
            return await _remove(crew, deed, Path(path))
        case _:
            raise PermanentError(f"Nothing undoes '{deed.action}'.")


async def _set_back(crew: Crew, deed: Deed, set_back: SetBack) -> Undone:
    intended = deed.attempt.intended
    target = intended.target if intended is not None else None
    if intended is None or target is None or intended.url is None:
        return deed.told("not undone", "the element that it was done on is not known")
    if not _is_there(crew, deed.node.page, intended.url):
        await open_page(crew, deed.node.id, deed.node.page, intended.url, f"'{deed.action}' is undone there")
    found = await _find(crew, deed.node.page, target)
    if found is None:
        if set_back.shows is None:
            return deed.told("nothing to undo", "its field is gone with its page")
        return deed.told("not undone", "its field is no longer there")
    if set_back.shows is not None and found.match.element.value == set_back.shows:
        return deed.told("nothing to undo", "the field holds its old value")
    done_when = () if set_back.shows is None else (ValueIs(kind="value", equals=set_back.shows),)
    await _perform(crew, deed, set_back.action, "repeatable", found.target, done_when)
    return deed.told("undone", "emptied" if set_back.shows is None else "the field has its old value again")


def _is_there(crew: Crew, page: str, url: str) -> bool:
    return urldefrag(crew.actuator.url(page)).url == urldefrag(url).url


async def _find(crew: Crew, page: str, target: Target) -> Found | None:
    await crew.stop.race(crew.actuator.traffic.rest(page))
    seconds = min(_LOOK_SECONDS, crew.settings.find_seconds)
    try:
        return await find_exactly(crew.actuator, page, target, seconds=seconds, stop=crew.stop)
    except TargetNotFound:
        return None


async def _go_back(crew: Crew, deed: Deed, url: str) -> Undone:
    if crew.actuator.url(deed.node.page) == url:
        return deed.told("nothing to undo", "the page is there")
    here = UrlIs(kind="url", equals=url)
    await _perform(crew, deed, Open(do="open", url=url), "none", None, (here,))
    return deed.told("undone", f"back on {url}")


async def _perform(
    crew: Crew,
    deed: Deed,
    action: Action,
    effect: Effect,
    target: Target | None,
    done_when: tuple[Condition, ...],
) -> None:
    """Do it as a step of its own: gated, journaled and verified like every step."""
    task = Task(
        type="task",
        id=_name(deed),
        label=f"Undo: {deed.node.label}",
        action=action,
        target=target,
        page=deed.node.page,
        effect=effect,
        autonomy="exact",
        done_when=done_when,
    )
    task = _as_it_is(task)
    began = _enter(crew, task.id, task.label)
    try:
        await Step(crew, task, Mending(crew, None)).perform(lambda: None)
    except RunError:
        _leave(crew, task.id, FAILED, began)
        raise
    _leave(crew, task.id, NEXT, began)


def _name(deed: Deed) -> str:
    return (PREFIX + deed.node.id)[:_LONGEST_ID]


def _as_it_is(task: Task) -> Task:
    """What stands in it is no template, whatever it looks like."""
    written: Any = task.model_dump(mode="json", by_alias=True)
    for path, text in templates(task):
        at = written
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = literal(text)
    return Task.model_validate(written)


async def _remove(crew: Crew, deed: Deed, path: Path) -> Undone:
    """Remove a file that the session itself made."""
    if not path.exists():
        return deed.told("nothing to undo", "the file is not there")
    node, action = _name(deed), f"Remove the file {path.name}"
    began = _enter(crew, node, f"Undo: {deed.node.label}")
    attempt = crew.trail.attempts_before(node) + 1
    proposal = Proposal(
        node=node,
        attempt=attempt,
        rung="exact",
        action=action,
        kind="remove_file",
        effect="repeatable",
        page_url="",
        reasons=("the session made it",),
    )
    ticket = await admit(crew, proposal)
    crew.scribe.write(
        Intended(kind="intended", node=node, attempt=attempt, effect="repeatable", action=action)
    )
    ticket.redeem()
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        _leave(crew, node, FAILED, began)
        raise PermanentError(f"The file {path.name} cannot be removed: {error.strerror}.") from error
    gone = Criterion(text=f"the file {path.name} is gone", held=not path.exists())
    millis = (time.monotonic() - began) * 1000
    crew.scribe.note(
        Acted(kind="acted", node=node, attempt=attempt, millis=millis),
        Verified(kind="verified", node=node, criteria=(gone,)),
    )
    _leave(crew, node, NEXT, began)
    return deed.told("undone", "the file is removed")


def _enter(crew: Crew, node: str, label: str) -> float:
    crew.trail.visits[node] += 1
    crew.scribe.note(NodeEntered(kind="node_entered", node=node, label=label, visit=crew.trail.visits[node]))
    return time.monotonic()


def _leave(crew: Crew, node: str, outcome: str, began: float) -> None:
    millis = round((time.monotonic() - began) * 1000, 3)
    crew.scribe.note(NodeLeft(kind="node_left", node=node, outcome=outcome, millis=millis))
