"""What the console shows of templates: their presets, and when they start next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from handrail._model import Model
from handrail.errors import EnvironmentLack, HandrailError, UsageError
from handrail.sessions.schedules.due import next_starts
from handrail.sessions.schedules.templates import TemplateLine, list_templates
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sop.document import CronTrigger
from handrail.sop.format import loads
from handrail.sop.node import Rung

_FORESEEN: Final = 5


class ScheduleView(Model):
    """When a template starts by itself."""

    cron: str
    timezone: str
    next: tuple[str, ...]
    """The next starts: UTC, ISO 8601."""
    error: str | None = None


class TemplateView(Model):
    """A template as the console shows it."""

    name: str
    owner: str
    saved: str
    sop_id: str
    title: str
    sop: str | None
    """The SOP's name in the library, where it is there."""
    version: str
    given: dict[str, str]
    autonomy: Rung
    ask_every_step: bool
    priority: int
    schedules: tuple[ScheduleView, ...]


def next_start_of(service: Service, user: User) -> dict[str, str]:
    """SOP's id → when a schedule of the user's starts it next: UTC, ISO 8601."""
    found: dict[str, str] = {}
    for view in template_views(service, user, {}):
        for schedule in view.schedules:
            for moment in schedule.next[:1]:
                found[view.sop_id] = min(moment, found.get(view.sop_id, moment))
    return found


def template_views(service: Service, user: User, names: dict[str, str]) -> Iterator[TemplateView]:
    """The user's templates; `names` are the library's names by the SOPs' ids."""
    for line in list_templates(service, user):
        try:
            yield _view(service, line, names)
        except HandrailError:
            # Its file is gone or broken: it cannot be started, and must not hide the others.
            continue


def _view(service: Service, line: TemplateLine, names: dict[str, str]) -> TemplateView:
    template = line.template
    sop = loads(service.place.artefacts.get(template.sop).decode(), f"template {line.name}")
    return TemplateView(
        name=line.name,
        owner=line.owner,
        saved=line.saved,
        sop_id=sop.meta.id,
        title=sop.meta.title,
        sop=names.get(sop.meta.id),
        version=sop.meta.version,
        given=template.given,
        autonomy=template.settings.autonomy,
        ask_every_step=template.settings.ask_every_step,
        priority=template.priority,
        schedules=tuple(_schedule(trigger) for trigger in template.schedules),
    )


def _schedule(trigger: CronTrigger) -> ScheduleView:
    try:
        return ScheduleView(
            cron=trigger.schedule,
            timezone=trigger.timezone,
            next=foreseen(trigger.schedule, trigger.timezone),
        )
    except (UsageError, EnvironmentLack) as error:
        return ScheduleView(cron=trigger.schedule, timezone=trigger.timezone, next=(), error=str(error))


def foreseen(cron: str, timezone: str) -> tuple[str, ...]:
    """The next starts of a schedule: UTC, ISO 8601. Raises UsageError, EnvironmentLack."""
    moments = next_starts(cron, timezone, datetime.now(UTC), _FORESEEN)
    return tuple(moment.isoformat(timespec="seconds") for moment in moments)


def next_start(view: TemplateView) -> str:
    """When it starts next, for sorting."""
    return min((moment for schedule in view.schedules for moment in schedule.next), default="9")
