"""Starting by a request from another program: what has a webhook trigger of the name is queued."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Body, Header, HTTPException, Request, Response
from pydantic import JsonValue

from handrail._model import Model
from handrail.console.asking import FilesFrom, Here, Operator
from handrail.console.shelf import Shelf
from handrail.errors import HandrailError
from handrail.journal.chain.linking import START
from handrail.journal.chain.sealing import ERASED
from handrail.journal.events.event import SessionId, SessionStarted
from handrail.journal.keeping.private import keeps_no_values
from handrail.journal.keeping.retention import was_pruned
from handrail.secrets.forms import MASK
from handrail.sessions.beginning.starting import Start, check_startable, start
from handrail.sessions.given.inputs import input_variables, resolve_inputs, see_one_value
from handrail.sessions.schedules.templates import TemplateLine, list_templates, start_template
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sop.document import Sop, WebhookTrigger
from handrail.sop.format import loads

router = APIRouter(prefix="/api/hooks", tags=["hooks"])


class Hooked(Model):
    """What a request has started."""

    session: SessionId
    ignored: tuple[str, ...]
    """Fields of the request that are no variable of the SOP."""


class _Hook(NamedTuple):
    """What a name starts: a template, or an SOP of the shelf."""

    name: str
    sop: Sop
    path: Path
    template: TemplateLine | None = None


@router.post("/{name}", status_code=201)
def called(
    name: str,
    service: Here,
    user: Operator,
    files_from: FilesFrom,
    request: Request,
    response: Response,
    values: Annotated[dict[str, JsonValue] | None, Body()] = None,
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> Hooked:
    """Queue a session of what has the webhook trigger `name`; fields of the JSON object are its variables.

    A request with the `Idempotency-Key` of an earlier one starts nothing: it is answered with the session of
    then, and 200, also where that was pruned; with other values, with 409.
    """
    shelf = request.app.state.shelf
    assert isinstance(shelf, Shelf)
    hook = _hook(service, shelf, name, user)
    declared = input_variables(hook.sop)
    given = {field: _text(value) for field, value in (values or {}).items() if field in declared}
    for field in given:
        if isinstance((values or {})[field], dict | list):
            see_one_value(hook.sop, field, given[field])
    session = _session_of(user, hook, idempotency_key) if idempotency_key else None
    ignored = tuple(field for field in values or {} if field not in declared)
    if session is not None and service.place.store.head(session) != START:
        _see_same_values(service, session, hook, given)
        response.status_code = 200
    elif session is not None and was_pruned(service.database, session):
        # Its key is still known by the chain that tells of what was removed.
        response.status_code = 200
        return Hooked(session=session, ignored=ignored)
    if hook.template is not None:
        session = start_template(
            service, hook.template, owner=user.name, given=given, session=session, files_from=files_from
        )
    else:
        check_startable(hook.sop, service.place.home, hook.path.name, user.name)
        inputs = resolve_inputs(hook.sop, given, folder=hook.path.parent, files_from=files_from)
        session = start(
            service,
            Start(hook.sop, inputs, user.name, path=hook.path, files_from=files_from),
            session=session,
        )
    if idempotency_key:
        # Of two at the same moment, the other one may have started it.
        _see_same_values(service, session, hook, given)
    request.app.state.nudge()
    return Hooked(session=session, ignored=ignored)


def _hook(service: Service, shelf: Shelf, name: str, user: User) -> _Hook:
    """What the name starts: a template goes before an SOP of the shelf; 404 for none, 409 for several."""
    kept, unread = _of_templates(service, user)
    for found in ([hook for hook in kept if _listens(hook.sop, name)], _of_shelf(shelf, name)):
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(hook.name for hook in found)
            raise HTTPException(409, f"Several are started by the webhook '{name}': {names}.")
    if unread:
        # It may be the one that is meant.
        raise unread[0]
    raise HTTPException(404, f"Nothing is started by the webhook '{name}'.")


def _of_templates(service: Service, user: User) -> tuple[list[_Hook], list[HandrailError]]:
    """The user's templates; what keeps one from being read holds up no other."""
    kept, unread = [], []
    for line in list_templates(service, user):
        try:
            kept.append(_of_template(service, line))
        except HandrailError as error:
            unread.append(error)
    return kept, unread


def _of_template(service: Service, line: TemplateLine) -> _Hook:
    sop = loads(service.place.artefacts.get(line.template.sop).decode(), f"template {line.name}")
    return _Hook(f"template {line.name}", sop, Path(line.template.sop_path), line)


def _of_shelf(shelf: Shelf, name: str) -> list[_Hook]:
    return [_Hook(path.name, sop, path) for path, sop in shelf.sops() if _listens(sop, name)]


def _listens(sop: Sop, name: str) -> bool:
    return any(isinstance(trigger, WebhookTrigger) and trigger.name == name for trigger in sop.triggers)


def _text(value: JsonValue) -> str:
    """As it would be typed; what has parts stays JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _see_same_values(service: Service, session: SessionId, hook: _Hook, given: dict[str, str]) -> None:
    """409 where the key is that of a session with other values: a sender that takes it for another order
    would believe that order to be under way. What the journal does not tell as it was given is the same.
    """
    template = hook.template.template if hook.template is not None else None
    folder = Path(template.folder) if template is not None else hook.path.parent
    inputs = resolve_inputs(hook.sop, {**(template.given if template else {}), **given}, folder=folder)
    begun = next(service.place.store.read(session)).event
    if not isinstance(begun, SessionStarted) or keeps_no_values(service.place.store):
        return
    then = {name: _text(value) for name, value in begun.inputs.items()}
    changed = [
        name for name in given
        if name in then and not any(mark in then[name] for mark in (MASK, ERASED))
        and then[name] != _text(inputs.get(name))
    ]  # fmt: skip
    if changed:
        names = ", ".join(f"'{name}'" for name in changed)
        raise HTTPException(
            409,
            f"The Idempotency-Key was sent before, with another value of {names}, and started {session}. "
            "Nothing was started now: send a key of its own with each order.",
        )


def _session_of(user: User, hook: _Hook, key: str) -> SessionId:
    """Always the same for a key: a request that is sent again is one session."""
    digest = hashlib.sha256("\n".join((user.name, hook.sop.meta.id, hook.name, key)).encode()).hexdigest()
    return SessionId(f"hook-{digest[:20]}")
