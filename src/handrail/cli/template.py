"""`handrail template`: SOPs with preset values and a schedule, saved by name and started by name."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from handrail.cli.home import opened_service
from handrail.cli.options import (
    AllowDisabled,
    AsJson,
    AskEveryStep,
    Autonomy,
    NoModels,
    PolicyChoice,
    Priority,
    RunTimeout,
    TakeOverTimeout,
    Variables,
)
from handrail.cli.output import give, give_json, say

if TYPE_CHECKING:
    from handrail.sop.document import CronTrigger

app = typer.Typer(no_args_is_help=True, help="Save SOPs with presets by name, start and schedule them.")

_Name = Annotated[str, typer.Argument(metavar="NAME", help="The template's name.")]


@app.command()
def save(
    name: _Name,
    sop: Annotated[Path, typer.Argument(metavar="X.sop.json", help="The SOP.")],
    variable: Variables = None,
    autonomy: Autonomy = "candidates",
    policy: PolicyChoice = None,
    allow_disabled: AllowDisabled = False,
    step: AskEveryStep = False,
    no_models: NoModels = False,
    run_timeout: RunTimeout = 1800,
    take_over_timeout: TakeOverTimeout = 900,
    priority: Priority = 0,
    scheduled: Annotated[
        bool, typer.Option("--scheduled", help="Start it by the SOP's own cron triggers.")
    ] = False,
    cron: Annotated[
        str | None, typer.Option(metavar="EXPR", help="Start it by this schedule: five cron fields.")
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="The time zone of --cron (IANA name), by default UTC.")
    ] = None,
    if_waiting: Annotated[
        Literal["skip", "queue"] | None,
        typer.Option(
            help="While the start before still waits for a worker: skip the next, or queue it too.",
            show_default="skip",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Keep an SOP, as it is now, with preset values under a name; saving again replaces it.

    Schedules are kept by `handrail serve`: a missed start is made up for once if it is less than an hour
    late, and skipped otherwise.
    """
    from handrail.errors import UsageError
    from handrail.runtime.walk.settings import Settings
    from handrail.sessions.given.inputs import parse_assignments
    from handrail.sessions.schedules.templates import find_template, save_template
    from handrail.sessions.service.users import local_user
    from handrail.sop.document import CronTrigger
    from handrail.sop.format import load

    document = load(sop)
    own = tuple(trigger for trigger in document.triggers if isinstance(trigger, CronTrigger))
    if scheduled and not own:
        raise UsageError("The SOP has no cron trigger.", place=str(sop), mend="Give a schedule with --cron.")
    added = _of_options(cron, timezone, if_waiting)
    with opened_service() as service:
        before: tuple[CronTrigger, ...] | None = None
        # There is none, or it cannot be read any more: then it is saved again for that.
        with contextlib.suppress(UsageError):
            before = find_template(service, name, local_user()).template.schedules
        template = save_template(
            service,
            name,
            document,
            sop,
            local_user(),
            given=parse_assignments(variable or []),
            settings=Settings(
                autonomy=autonomy,
                ask_every_step=step,
                models=not no_models,
                run_seconds=run_timeout,
                take_over_seconds=take_over_timeout,
            ),
            priority=priority,
            schedules=(*(own if scheduled else ()), *added),
            policy=policy,
            allow_disabled=allow_disabled,
        )
    if as_json:
        give_json({"name": name, **template.model_dump(mode="json")})
        return
    say(f"saved '{name}' · handrail template start {name}")
    if template.policy is not None:
        say(f"  its sessions run under the policy '{template.policy.source}'")
    if before is not None:
        lost = ", ".join(each.schedule for each in before if each not in template.schedules)
        say(f"  it replaces what was saved before{f', whose schedule ({lost}) is over' if lost else ''}")
    for trigger in template.schedules:
        say(f"  starts at {trigger.schedule} ({trigger.timezone}) while `handrail serve` runs")


def _of_options(
    cron: str | None, timezone: str | None, if_waiting: Literal["skip", "queue"] | None
) -> tuple[CronTrigger, ...]:
    """The schedule that the options give. Raises UsageError for one that stands there in part."""
    from handrail.errors import UsageError
    from handrail.sop.document import CronTrigger

    if cron is None:
        for name, value in (("--timezone", timezone), ("--if-waiting", if_waiting)):
            if value is not None:
                raise UsageError(f"{name} needs --cron.", mend="Give --cron, or leave it out.")
        return ()
    zone, waiting = timezone or "UTC", if_waiting or "skip"
    return (CronTrigger(kind="cron", schedule=cron, timezone=zone, if_waiting=waiting),)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the templates of this home."""
    from handrail.sessions.schedules.templates import list_templates
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        lines = list_templates(service, local_user())
    if as_json:
        give_json([line.model_dump(mode="json") for line in lines])
        return
    if not lines:
        say("There is no template yet. `handrail template save` makes one.")
    for line in lines:
        crons = "; ".join(f"{one.schedule} ({one.timezone})" for one in line.template.schedules)
        given = ", ".join(f"{name}={value}" for name, value in line.template.given.items())
        give(f"{line.name}  {line.owner}  {Path(line.template.sop_path).name}  {given}  {crons}".rstrip())


@app.command()
def start(name: _Name, variable: Variables = None, as_json: AsJson = False) -> None:
    """Queue a session of a template, and print its id; values given here go before what is preset."""
    from handrail.sessions.given.inputs import parse_assignments
    from handrail.sessions.schedules.templates import find_template, start_template
    from handrail.sessions.service.users import local_user

    user = local_user()
    with opened_service() as service:
        line = find_template(service, name, user)
        given = parse_assignments(variable or [])
        session = start_template(service, line, owner=user.name, given=given)
    if as_json:
        give_json({"session": session, "state": "queued"})
    else:
        give(session)


@app.command()
def remove(name: _Name, as_json: AsJson = False) -> None:
    """Forget a template and its schedule; sessions that it started stay."""
    from handrail.sessions.schedules.templates import remove_template
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        remove_template(service, name, local_user())
    if as_json:
        give_json({"name": name, "removed": True})
    else:
        say(f"removed '{name}'")
