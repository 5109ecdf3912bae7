"""Templates: an SOP with preset values, settings and a schedule, saved by name and started by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from handrail._model import Model
from handrail.errors import NotThere, UsageError
from handrail.journal.database.templates import TemplateRow
from handrail.journal.events.event import Artefact, SessionId
from handrail.policy import Policy, PolicyDocument
from handrail.policy.rules.layers import Layer
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.policies import policy_in_force, session_layer
from handrail.sessions.beginning.starting import Start, check_startable, start
from handrail.sessions.given.inputs import check_files, input_variables, resolve_inputs
from handrail.sessions.schedules.due import check_schedule
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sop.document import CronTrigger, Sop
from handrail.sop.format import loads, sop_bytes

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


class TemplatePolicy(Model):
    """The policy that a template's sessions are started with, as it was when the template was saved."""

    source: str
    """The mode, or the file that it was read from."""
    document: PolicyDocument
    allow_disabled: bool = False


class Template(Model):
    """What a template keeps."""

    sop: Artefact
    """The version that it was saved with."""
    sop_path: str = ""
    folder: str
    """Where the paths of file variables start from."""
    files_from: tuple[str, ...] | None = None
    """Folders: whoever saved it may have no other files of this machine uploaded."""
    given: dict[str, str]
    """Preset values, as they were typed."""
    settings: Settings = Settings()
    priority: int = 0
    schedules: tuple[CronTrigger, ...] = ()
    policy: TemplatePolicy | None = None
    """Its own layer of policy; what the organisation and the SOP say at the start holds as well."""


class TemplateLine(Model):
    """A template in a list."""

    name: str
    owner: str
    saved: str
    template: Template


def save_template(
    service: Service,
    name: str,
    sop: Sop,
    path: Path,
    user: User,
    *,
    given: Mapping[str, str],
    settings: Settings = Settings(),  # noqa: B008 (a frozen value)
    priority: int = 0,
    schedules: tuple[CronTrigger, ...] = (),
    policy: str | None = None,
    allow_disabled: bool = False,
    files_from: tuple[str, ...] | None = None,
) -> Template:
    """Keep an SOP with its presets under a name, in the place of what the user had there.

    With a schedule, every required value must be preset. `policy` is a mode or a file; `files_from`, if
    told, are the folders whose files alone may be uploaded or opened. Raises UsageError, SopError,
    VariableError, PolicyError.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"'{name}' cannot be a template's name.", mend="Use small letters, digits, - and _, up to 80."
        )
    check_startable(sop, service.place.home, str(path), user.name)
    folder = path.resolve().parent
    known = service.templates.find(name)
    if known is not None and not user.sees(known.owner):
        raise UsageError(f"The name '{name}' is taken.", mend="Choose another name.")
    template = Template(
        sop=service.place.artefacts.put(sop_bytes(sop), ".sop.json", durable=True),
        sop_path=str(path.absolute()),
        folder=str(folder),
        files_from=files_from,
        given=dict(given),
        settings=settings,
        priority=priority,
        schedules=schedules,
        policy=_kept_policy(policy, allow_disabled),
    )
    _policy(service, template, sop)
    if files_from is not None:
        check_files(sop, given, files_from, folder=folder)
    if schedules:
        for trigger in schedules:
            check_schedule(trigger)
        resolve_inputs(sop, template.given, folder=folder)
    else:
        _check_presets(sop, template.given, folder)
    crons = [(trigger.schedule, trigger.timezone) for trigger in schedules]
    owner = known.owner if known is not None else user.name
    service.templates.save(name, owner, template.model_dump_json(), crons)
    return template


def list_templates(service: Service, user: User) -> tuple[TemplateLine, ...]:
    """The templates that the user sees, by name."""
    return tuple(_line(row) for row in service.templates.templates() if user.sees(row.owner))


def find_template(service: Service, name: str, user: User) -> TemplateLine:
    """The template of this name. Raises NotThere where the user has none, UsageError for one that cannot be
    read."""
    return _line(_row(service, name, user))


def _row(service: Service, name: str, user: User) -> TemplateRow:
    row = service.templates.find(name)
    if row is None or not user.sees(row.owner):
        raise NotThere(
            f"There is no template '{name}'.", mend="`handrail template list` lists all templates."
        )
    return row


def _line(row: TemplateRow) -> TemplateLine:
    try:
        template = Template.model_validate_json(row.body)
    except ValidationError as error:
        raise UsageError(
            f"The template '{row.name}' cannot be read: another version of Handrail saved it.",
            mend="Save it again, or remove it.",
        ) from error
    return TemplateLine(name=row.name, owner=row.owner, saved=row.saved, template=template)


def remove_template(service: Service, name: str, user: User) -> None:
    """Forget the template and its schedule; sessions that it started stay. Raises NotThere."""
    service.templates.remove(_row(service, name, user).name)


def start_template(
    service: Service,
    line: TemplateLine,
    *,
    owner: str,
    given: Mapping[str, str] | None = None,
    session: SessionId | None = None,
    files_from: tuple[str, ...] | None = None,
) -> SessionId:
    """Queue a session of the template; `given` goes before what is preset, and names files in these folders
    alone, where `files_from` are told. Raises VariableError."""
    template = line.template
    sop = loads(service.place.artefacts.get(template.sop).decode(), f"template {line.name}")
    if files_from is not None:
        check_files(sop, given or {}, files_from, folder=Path(template.folder))
    inputs = resolve_inputs(sop, {**template.given, **(given or {})}, folder=Path(template.folder))
    wish = Start(
        sop,
        inputs,
        owner,
        template.settings,
        path=Path(template.sop_path) if template.sop_path else None,
        policy=_policy(service, template, sop),
        files_from=template.files_from,
        priority=template.priority,
    )
    return start(service, wish, session=session)


def _kept_policy(wanted: str | None, allow_disabled: bool) -> TemplatePolicy | None:
    if wanted is None:
        return None
    layer = session_layer(wanted)
    return TemplatePolicy(source=layer.source, document=layer.document, allow_disabled=allow_disabled)


def _policy(service: Service, template: Template, sop: Sop) -> Policy:
    kept = template.policy
    return policy_in_force(
        sop,
        service.place.home,
        folder=Path(template.folder),
        files_from=template.files_from,
        wanted=Layer("session", kept.document, kept.source) if kept is not None else None,
        allow_disabled=kept is not None and kept.allow_disabled,
        ask_every_step=template.settings.ask_every_step,
    )


def _check_presets(sop: Sop, given: Mapping[str, str], folder: Path) -> None:
    """What is preset must fit; what is not may be given at the start."""
    declared = {name: v.model_copy(update={"required": False}) for name, v in input_variables(sop).items()}
    resolve_inputs(sop.model_copy(update={"variables": {**sop.variables, **declared}}), given, folder=folder)
