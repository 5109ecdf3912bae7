"""The console's pages of templates and schedules: what is started by name, and by the clock."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from handrail._model import Model
from handrail.console.asking import FilesFrom, Here, Operator, Viewer
from handrail.console.bodies import WholeSigns
from handrail.console.library_pages import Shelves, Started, known
from handrail.console.template_views import TemplateView, foreseen, next_start, template_views
from handrail.errors import UsageError
from handrail.journal.events.event import SessionId
from handrail.runtime.walk.settings import Settings
from handrail.sessions.schedules.templates import (
    find_template,
    remove_template,
    save_template,
    start_template,
)
from handrail.sop.document import CronTrigger
from handrail.sop.node import Rung

router = APIRouter(prefix="/api/console", tags=["templates"], route_class=WholeSigns)

_REMEMBERED: Final = 100


class PastStart(Model):
    """What became of a moment at which a schedule was due."""

    template: str
    due: str
    """UTC, ISO 8601."""
    session: SessionId | None
    note: str


class SchedulePage(Model):
    """What starts by the clock: what will, and what did."""

    templates: tuple[TemplateView, ...]
    """Those that have a schedule, by their next start."""
    past: tuple[PastStart, ...]


class WishedSchedule(Model):
    """A schedule in five cron fields."""

    cron: str
    timezone: str = "UTC"
    if_waiting: Literal["skip", "queue"] = "skip"
    """What becomes of a moment at which the start before it still waits for a worker."""


class TemplateBody(Model):
    """A template that is wished for."""

    sop: str
    """The SOP's name in the library."""
    given: dict[str, str] = Field(default_factory=dict)
    autonomy: Rung = "candidates"
    ask_every_step: bool = False
    priority: int = 0
    schedules: tuple[WishedSchedule, ...] = ()


class Foreseen(Model):
    """When a schedule would start, or what is wrong with it."""

    next: tuple[str, ...] = ()
    error: str | None = None


class TemplateStart(Model):
    """Values that go before what is preset."""

    inputs: dict[str, str] = Field(default_factory=dict)


@router.get("/templates")
def templates(service: Here, library: Shelves, user: Viewer) -> tuple[TemplateView, ...]:
    """The user's templates."""
    return tuple(template_views(service, user, library.by_id()))


@router.get("/schedules")
def schedules(service: Here, library: Shelves, user: Viewer) -> SchedulePage:
    """What of the user's starts by the clock."""
    views = [view for view in template_views(service, user, library.by_id()) if view.schedules]
    names = {view.name for view in views}
    past = (
        PastStart(template=row.schedule.rpartition("/")[0], due=row.due, session=row.session, note=row.note)
        for row in service.templates.starts(_REMEMBERED)
    )
    return SchedulePage(
        templates=tuple(sorted(views, key=next_start)),
        past=tuple(start for start in past if start.template in names),
    )


@router.post("/schedules/foresee")
def foresee(wish: WishedSchedule, user: Viewer) -> Foreseen:
    """When a schedule would start, from now on."""
    try:
        return Foreseen(next=foreseen(wish.cron, wish.timezone))
    except UsageError as error:
        return Foreseen(error=str(error))


@router.put("/templates/{name}", status_code=204, response_class=Response)
def keep(
    name: str, body: TemplateBody, service: Here, library: Shelves, user: Operator, files_from: FilesFrom
) -> None:
    """Keep an SOP with its presets and schedule under a name."""
    shelved = library.read(known(library, body.sop))
    save_template(
        service,
        name,
        shelved.sop,
        shelved.path,
        user,
        given={variable: text for variable, text in body.given.items() if text != ""},
        settings=Settings(autonomy=body.autonomy, ask_every_step=body.ask_every_step),
        priority=body.priority,
        schedules=tuple(
            CronTrigger(kind="cron", schedule=wish.cron, timezone=wish.timezone, if_waiting=wish.if_waiting)
            for wish in body.schedules
        ),
        files_from=files_from,
    )


@router.delete("/templates/{name}", status_code=204, response_class=Response)
def forget(name: str, service: Here, user: Operator) -> None:
    """Forget a template with its schedule; sessions that it started stay."""
    remove_template(service, name, user)


@router.post("/templates/{name}/start", status_code=201)
def begin(
    name: str, body: TemplateStart, service: Here, user: Operator, files_from: FilesFrom, request: Request
) -> Started:
    """Start a session of a template."""
    line = find_template(service, name, user)
    session = start_template(service, line, owner=user.name, given=body.inputs, files_from=files_from)
    request.app.state.nudge()
    return Started(session=session)
