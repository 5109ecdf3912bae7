"""`handrail session start|pause|stop|answer|hand-off`: steering sessions that run elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.driving import hand_back, take_over
from handrail.cli.home import opened_service
from handrail.cli.options import (
    AllowDisabled,
    AsJson,
    AskEveryStep,
    Autonomy,
    Data,
    NoModels,
    PolicyChoice,
    Priority,
    RunTimeout,
    SessionRef,
    SopToRun,
    TakeOverTimeout,
    Variables,
    Why,
)
from handrail.cli.output import give, give_json, say, styled

if TYPE_CHECKING:
    from handrail.journal.database.work import WorkState
    from handrail.journal.events.event import SessionId


def add_to(app: typer.Typer) -> None:
    """Make them commands of `handrail session`."""
    app.command()(start)
    app.command()(pause)
    app.command()(stop)
    app.command()(answer)
    app.command("hand-off")(hand_off)
    app.command("take-over")(take_over)
    app.command("hand-back")(hand_back)


def start(
    sop: SopToRun,
    variable: Variables = None,
    data: Data = None,
    rows_at_once: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many rows of the table at once.")
    ] = 1,
    autonomy: Autonomy = "candidates",
    policy: PolicyChoice = None,
    allow_disabled: AllowDisabled = False,
    step: AskEveryStep = False,
    no_models: NoModels = False,
    run_timeout: RunTimeout = 1800,
    take_over_timeout: TakeOverTimeout = 900,
    priority: Priority = 0,
    worker: Annotated[str | None, typer.Option(metavar="NAME", help="The only worker to take it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Queue a session, and print its id: a worker runs it (`handrail worker`, `handrail serve`).

    With --data the id is that of the whole table; its rows are sessions of their own, begun in order.
    Its secrets come from the worker's environment (HANDRAIL_SECRET_<NAME>) and from `handrail secret`.
    """
    from handrail.home import handrail_home
    from handrail.runtime.walk.settings import Settings
    from handrail.sessions.beginning.policies import policy_in_force
    from handrail.sessions.beginning.starting import Start, check_startable
    from handrail.sessions.beginning.starting import start as start_session
    from handrail.sessions.given.inputs import parse_assignments, resolve_inputs
    from handrail.sessions.given.rows import read_table
    from handrail.sessions.service.users import local_user
    from handrail.sessions.tables.batch import check_rows
    from handrail.sessions.tables.batches import Rows, start_batch
    from handrail.sop.format import load

    document = load(sop)
    settings = Settings(
        autonomy=autonomy,
        ask_every_step=step,
        models=not no_models,
        run_seconds=run_timeout,
        take_over_seconds=take_over_timeout,
    )
    check_startable(document, handrail_home(), str(sop), local_user().name, settings)
    given, folder = parse_assignments(variable or []), sop.resolve().parent
    rows = check_rows(read_table(data, document), document, given, folder) if data else None
    held = policy_in_force(
        document,
        handrail_home(),
        folder=folder,
        wanted=policy,
        allow_disabled=allow_disabled,
        ask_every_step=step,
    )
    for note in held.notes:
        say(styled(f"policy: {note}", "yellow"))
    wish = Start(
        document,
        resolve_inputs(document, given, folder=folder) if rows is None else {},
        local_user().name,
        settings,
        path=sop,
        policy=held,
        priority=priority,
        worker=worker,
    )
    with opened_service() as service:
        if rows is None:
            session = start_session(service, wish)
        else:
            session = start_batch(service, wish, Rows(rows, rows_at_once))
    _tell(session, "queued", as_json)


def pause(session: SessionRef, as_json: AsJson = False) -> None:
    """Put a session aside; one that runs finishes its step. `resume` goes on with it."""
    from handrail.sessions.people import steering
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = steering.find(service, session, local_user())
        state = steering.pause(service, found, local_user())
    _tell(found, state, as_json, "it is paused when its step is done")


def stop(session: SessionRef, why: Why = "", as_json: AsJson = False) -> None:
    """End a session; one that runs finishes its step."""
    from handrail.sessions.people import steering
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = steering.find(service, session, local_user())
        state = steering.stop(service, found, local_user(), why)
    _tell(found, state, as_json, "it is stopped when its step is done")


def answer(
    session: SessionRef,
    allow: Annotated[bool, typer.Option("--allow", help="Yes, do it.")] = False,
    allow_rest: Annotated[
        bool, typer.Option("--allow-rest", help="Yes, and do not ask again in this session.")
    ] = False,
    allow_session: Annotated[
        bool, typer.Option("--allow-session", help="Yes, and do not ask again for what is alike in this one.")
    ] = False,
    edit: Annotated[str | None, typer.Option(metavar="VALUE", help="Yes, with this value.")] = None,
    allow_always: Annotated[
        bool, typer.Option("--allow-always", help="Yes, and do not ask again for what is alike in this SOP.")
    ] = False,
    deny: Annotated[bool, typer.Option("--deny", help="No.")] = False,
    deny_stop: Annotated[bool, typer.Option("--deny-stop", help="No, and end the session.")] = False,
    choose: Annotated[
        str | None, typer.Option(metavar="NAME", help="The number or name of what is offered.")
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The text that is asked for; empty for 'done'.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Have the text written again; --why says how.")
    ] = False,
    request: Annotated[
        str | None, typer.Option(metavar="ID", help="Which question, where there are several.")
    ] = None,
    why: Why = "",
    as_json: AsJson = False,
) -> None:
    """Answer the question that a session waits for, and have a worker go on with it."""
    from handrail.sessions.people import steering
    from handrail.sessions.service.users import local_user

    reply = steering.Reply(
        allow=allow,
        allow_rest=allow_rest,
        allow_session=allow_session,
        edit=edit,
        deny_stop=deny_stop,
        allow_always=allow_always,
        deny=deny,
        choose=choose,
        text=text,
        again=again,
        why=why,
    )
    with opened_service() as service:
        found = steering.find(service, session, local_user())
        state = steering.answer(service, found, local_user(), reply, request, via="terminal")
    _tell(found, state, as_json, "its worker hears it")


def hand_off(
    session: SessionRef,
    to: Annotated[str, typer.Option(metavar="USER", help="The user who gets the session.")] = "",
    worker: Annotated[str, typer.Option(metavar="NAME", help="The worker that is to go on with it.")] = "",
    why: Why = "",
    as_json: AsJson = False,
) -> None:
    """Pass a session to another user or worker, with all that belongs to it."""
    from handrail.sessions.people import steering
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = steering.find(service, session, local_user())
        state = steering.hand_off(service, found, local_user(), to=to, worker=worker, why=why)
    _tell(found, state, as_json, "it is handed over when its step is done")


def resume_queued(session: str, as_json: bool) -> int:
    """Have a worker go on with a session."""
    from handrail.sessions.people import steering
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = steering.find(service, session, local_user())
        state = steering.resume(service, found)
        line = service.work.find(found)
        gone = line is not None and line.is_left
    held = "its process is gone; a worker takes it up (`handrail worker`, `handrail serve`)"
    _tell(found, state, as_json, held if gone else "it is running")
    return 0


def _tell(session: SessionId, state: WorkState, as_json: bool, while_held: str = "") -> None:
    if as_json:
        give_json({"session": session, "state": state})
        return
    give(session)
    words = {
        "held": while_held,
        "queued": "queued; a worker goes on with it (`handrail worker`, `handrail serve`)",
        "waiting": "it waits for a person",
    }
    say(words.get(state, state))
