"""`handrail approvals`: what waits for people, answering it one by one or as a batch, and the channels."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from handrail.cli.home import opened_service
from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say, styled
from handrail.errors import ExitCode

if TYPE_CHECKING:
    from handrail.sessions.people.pending import Pending

app = typer.Typer(no_args_is_help=True, help="See and answer what waits for people.")

_FOLLOWS: Final = {
    "queued": "a worker goes on with it",
    "held": "whoever runs it takes the answer, or a worker where that process has died",
    "waiting": "it waits on, as others must answer, too",
    "paused": "it is paused, and the answer counts when somebody resumes it",
}
"""What follows an answer, by what is with the session."""
_Request = Annotated[str, typer.Argument(metavar="ID", help="A question's id, or its beginning.")]


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the open questions of this home, the oldest first."""
    from handrail.sessions.people.answering import questions_for
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = questions_for(service, local_user())
    if as_json:
        give_json([_document(one) for one in found])
        return
    if not found:
        say("Nothing waits for an answer.")
    for one in found:
        give(f"{one.request}  {one.at[:16].replace('T', ' ')}  {one.asked.risk:6}  {one.asked.question}")
        told = f"    {one.title} · {one.label} · session {one.session}{_until(one)}"
        give(styled(told, "dim", sys.stdout))


@app.command()
def show(request: _Request, as_json: AsJson = False) -> None:
    """Tell all that is known of an open question."""
    from handrail.approvals.notice import Notice
    from handrail.approvals.terminal import beside_sources
    from handrail.sessions.people.answering import directory, find_question, lacking
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        one = find_question(service, local_user(), request)
        why = lacking(one, directory(service))
        picture = str(service.place.artefacts.path(one.picture)) if one.picture else None
    if as_json:
        give_json({**_document(one), "picture": picture})
        return
    notice = Notice(event="asked", session=one.session, title=one.title, label=one.label, asked=one.asked)
    give(one.asked.question)
    for name, value in notice.facts:
        give(f"  {name}: {value}")
    for option in one.asked.options:
        give(f"  {option.number}. {option.words}")
    for line in beside_sources(one.asked) if one.asked.text else ():
        give(f"  {line}")
    for gap in one.asked.gaps:
        give(f"  Missing: {gap}")
    if picture:
        give(f"  Picture: {picture}")
    if one.allowed_by:
        give(f"  Allowed by: {', '.join(one.allowed_by)}")
    if why:
        give(f"  As things stand: {why}")
    give(f"  Answers: {', '.join(one.asked.choices)}")


@app.command()
def answer(
    request: _Request,
    verb: Annotated[
        str,
        typer.Argument(
            metavar="ANSWER",
            help="One of its answers, as `approvals show` lists them: allow, allow_session, allow_always, "
            "edit, deny, deny_stop, answer, again, or the name or number of what is offered.",
        ),
    ],
    value: Annotated[
        str, typer.Argument(metavar="[VALUE]", help="The text of `answer`, or the value of `edit`.")
    ] = "",
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, for the journal.")] = "",
    as_json: AsJson = False,
) -> None:
    """Answer an open question. The answer is on disk when this ends; a worker goes on with the session."""
    from handrail.sessions.people.answering import answer as give_answer
    from handrail.sessions.people.answering import find_question, reply_of
    from handrail.sessions.service.users import local_user

    reply = reply_of(verb, value, why)
    with opened_service() as service:
        one = find_question(service, local_user(), request)
        state = give_answer(service, one.session, local_user(), reply, one.request, via="terminal")
    if as_json:
        give_json({"request": one.request, "session": one.session, "state": state})
    else:
        say(f"answered; {_FOLLOWS.get(state, f'it is {state}')}: session {one.session}")


@app.command("export")
def export_(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Where to: .csv or .jsonl.")],
    as_json: AsJson = False,
) -> None:
    """Write the open questions into a table, to be answered there and imported again.

    Each has the columns `answer`, `value` and `reason` to fill; what stays empty stays open.
    """
    from handrail.sessions.people.answering import questions_for
    from handrail.sessions.people.review import write_questions
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        found = questions_for(service, local_user())
    write_questions(output, found)
    if as_json:
        give_json({"path": str(output.absolute()), "questions": len(found)})
    else:
        are = "question is" if len(found) == 1 else "questions are"
        say(f"{len(found)} open {are} in {output}")


@app.command("import")
def import_(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A table that was exported and filled.")],
    as_json: AsJson = False,
) -> int:
    """Take the answers of a table. Each line stands for itself; exit 1 where one was refused."""
    from handrail.sessions.people.review import take_answers
    from handrail.sessions.service.users import local_user

    with opened_service() as service:
        taken = take_answers(service, local_user(), source)
    refused = [line for line in taken if line.error]
    if as_json:
        give_json([line._asdict() for line in taken])
    else:
        for line in refused:
            give(f"line {line.line}: {line.request}: {line.error}")
        good = len(taken) - len(refused)
        were = "answer was" if good == 1 else "answers were"
        say(f"{good} {were} taken, {len(refused)} refused")
    return ExitCode.FAILED if refused else ExitCode.DONE


@app.command()
def channels(as_json: AsJson = False) -> None:
    """Tell who is asked, and by which channels, as the home's approvals.yaml says."""
    from handrail.sessions.people.answering import directory

    with opened_service() as service:
        known = directory(service)
    if as_json:
        give_json(known.model_dump(mode="json", by_alias=True))
        return
    if not known.people and not known.channels:
        say("There is no approvals.yaml: people are asked at the terminal, in the console and over HTTP.")
        return
    for name, channel in known.channels.items():
        give(f"{name}  {channel.kind}  {channel.host if channel.kind == 'mail' else channel.url}")
    for name, person in known.people.items():
        give(f"{name}  {', '.join(person.roles)}  {person.mail or '(no address)'}")
    give(f"asked at once: {', '.join(known.ask) or 'nobody'}")
    for step in known.escalate:
        give(f"after {step.after:g} s: {step.to}")
    give(f"links lead to: {known.address or '(no address: messages have no links)'}")


@app.command()
def test(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A channel, or a person who has mail.")],
    as_json: AsJson = False,
) -> None:
    """Send a test message to a channel or a person, at once, and say whether it was taken."""
    from handrail.approvals.notice import Notice
    from handrail.approvals.sending import send
    from handrail.errors import UsageError
    from handrail.journal.events.questions import Asked
    from handrail.sessions.beginning.vaulting import channel_secret
    from handrail.sessions.people.answering import directory

    with opened_service() as service:
        known, home = directory(service), service.place.home
    person = known.people.get(name)
    channel = known.channels.get(known.mail or "") if person else known.channels.get(name)
    address = person.mail if person else None
    if channel is not None and channel.kind == "mail" and address is None:
        address = channel.sender
    if channel is None:
        raise UsageError(
            f"'{name}' is neither a channel nor a person who can be told.",
            mend="`handrail approvals channels` lists them all.",
        )
    asked = Asked(
        kind="asked",
        request="test",
        node="test",
        question="This is a test: nothing is to be decided",
        choices=(),
    )
    notice = Notice(event="test", session="none", title="Test of a channel", label="", asked=asked)
    send(channel, notice, address or "", lambda secret: channel_secret(home, secret))
    if as_json:
        give_json({"channel": name, "sent": True})
    else:
        say(f"sent to {address or name}")


def _document(one: Pending) -> dict[str, object]:
    asked = one.asked.model_dump(mode="json", exclude={"kind", "request", "first"}, exclude_none=True)
    return {
        "request": one.request,
        "session": one.session,
        "title": one.title,
        "label": one.label,
        "owner": one.owner,
        "allowed_by": list(one.allowed_by),
        **asked,
    }


def _until(one: Pending) -> str:
    deadline = one.asked.deadline
    return f" · until {deadline[:16].replace('T', ' ')} UTC" if deadline else ""
