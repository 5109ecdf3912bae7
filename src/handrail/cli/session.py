"""`handrail session`: what sessions there are, how they stand, their reports, and whether they hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli import steering, undoing
from handrail.cli.home import opened_home, opened_service
from handrail.cli.keeping import prune
from handrail.cli.options import AsJson, HeadedHere, SessionRef
from handrail.cli.output import give, give_json, say, styled
from handrail.cli.steering import resume_queued

if TYPE_CHECKING:
    from handrail.journal.chain.store import JournalStore
    from handrail.journal.database.work import WorkState
    from handrail.journal.events.event import SessionId
    from handrail.journal.views.summary import Summary
    from handrail.sessions.service.listing import SessionLine

app = typer.Typer(no_args_is_help=True, help="Start, see, steer, report and verify sessions.")
steering.add_to(app)
app.command()(undoing.undo)
app.command("prune")(prune)


@app.command("list")
def list_(
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="How many, the newest first.")] = 20,
    batch: Annotated[str | None, typer.Option(metavar="ID", help="Only the rows of this table.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the sessions of this home."""
    from handrail.errors import UsageError
    from handrail.journal.events.event import SessionId
    from handrail.sessions.service.listing import list_sessions

    with opened_service() as service:
        found = list_sessions(service.place.store, service.work, limit=limit + 1, batch=batch)
        lines = found[:limit]
        if batch is not None and not lines and service.work.find(SessionId(batch)) is None:
            raise UsageError(
                f"There is no table '{batch}'.", mend="`handrail session start --data` prints its id."
            )
    if as_json:
        give_json([line.model_dump(mode="json") for line in lines])
    elif not lines:
        say("No row was begun yet." if batch else "There is no session yet. `handrail run` makes one.")
    if as_json or not lines:
        return
    words = list(map(_word, lines))
    ids, wide = max(len(line.session) for line in lines), max(map(len, words))
    for line, word in zip(lines, words, strict=True):
        give(f"{line.session:{ids}}  {line.started[:19]}Z  {word:{wide}}  {_title(line)}")
    if len(found) > limit:
        say(f"These are the {'first' if batch else 'newest'} {limit}. --limit {limit * 10} lists more.")


@app.command()
def status(session: SessionRef, as_json: AsJson = False) -> None:
    """Tell how a session stands: its outcome first, then the figures."""
    from handrail.cli.progress import tell_summary
    from handrail.sessions.people.standing import standing
    from handrail.sessions.service.listing import find_session
    from handrail.sessions.tables.batches import rows_so_far

    with opened_service() as service:
        found = find_session(service.place.store, session)
        stands, line = standing(service, found), service.work.find(found)
        table = rows_so_far(service, found)
    summary, running, asked = stands.summary, stands.running, stands.questions
    at_rest = stands.state in ("queued", "paused") and summary.interrupted
    # What it stopped for is not so any more.
    answered = stands.state == "queued" and summary.outcome == "waiting" and not asked
    # Its terminal was killed: what its rows came to so far is no end of it.
    left = table is not None and stands.state == "held" and not running
    if as_json:
        rest = stands.model_dump(mode="json", exclude={"summary"})
        # Only what has come to an end, or to a stop that nobody wanted, has an outcome.
        open_ = {"outcome": None, "interrupted": False} if running or at_rest else {}
        rest |= {"outcome": "waiting"} if left else {}
        rows = {"rows": table.rows, "rows_done": table.done} if table else {}
        give_json({**summary.model_dump(mode="json"), **rest, **open_, **rows})
        return
    say(styled(f"{summary.title} · {summary.session}", "bold"))
    if stands.handed_by:
        said = f": {stands.handed_why}" if stands.handed_why else ""
        worker = f", for the worker {stands.handed_to_worker}" if stands.handed_to_worker else ""
        say(f"handed to {stands.owner}{worker} by {stands.handed_by}{said}")
    if table is not None:
        under_way = "running" if running else stands.state if at_rest else summary.outcome
        how = "waiting (killed)" if left else under_way
        say(f"{how} · {table.done} of {table.rows} rows done · handrail session list --batch {found}")
        if left:
            say(f"  handrail session resume {found} --queue continues them in a worker")
        return
    if running:
        where = f" at '{summary.stopped_at}'" if summary.stopped_at else ""
        if stands.driver:
            say(f"{stands.driver} has taken it over{f' ({stands.address})' if stands.address else ''}")
        say(f"running{where} · {summary.steps_done} of {summary.steps} steps verified")
        return
    if stands.state is not None or summary.interrupted:
        _tell_place(stands.state, line.job.worker if line else None, summary)
    if not at_rest and not answered:
        tell_summary(summary)
    elif summary.steps:
        say(f"{summary.steps_done} of {summary.steps} steps verified so far")
    for question in asked:
        say(f"  asked ({question.request}): {question.question}")
        if question.options and question.why:
            say(f"    {question.why}")
        for option in question.options:
            say(f"    {option.number}. {option.words}")
        say(styled(f"    one of: {', '.join(question.choices)} · handrail session answer {session}", "dim"))


@app.command()
def resume(
    session: SessionRef,
    headed: HeadedHere = False,
    allow_unverified: Annotated[
        bool, typer.Option("--allow-unverified", help="Exit 0 also for 'done, unverified'.")
    ] = False,
    queue: Annotated[
        bool, typer.Option("--queue", help="Do not run it here: have a worker go on with it.")
    ] = False,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="NODE", help="Leave it as it is, and begin a new one before this step."
        ),
    ] = None,
    repeat: Annotated[
        list[str] | None,
        typer.Option(metavar="NODE", help="With --from: this effect may be done again; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Go on with a session that was paused, waited, was stopped, failed, or whose process was killed.

    What was in doubt is settled first; what was done is not done again. With --from, a fork goes on in its
    place, from the checkpoint before that step.
    """
    if repeat and from_ is None:
        from handrail.errors import UsageError

        raise UsageError("--repeat is for a fork.", mend="Give --from as well, or leave it out.")
    if from_ is not None:
        from handrail.cli.undoing import forked

        session = forked(session, from_, repeat or [])
    if queue:
        return resume_queued(session, as_json)
    from handrail.cli.resuming import resume_here

    return resume_here(session, headless=not headed, allow_unverified=allow_unverified, as_json=as_json)


@app.command()
def report(
    session: SessionRef,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the report is written.")
    ] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="All rows of the table that this session is a row of.")
    ] = False,
    scrub: Annotated[
        bool, typer.Option("--scrub", help="Without personal data; see docs/privacy.md.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write a session's report as one HTML file, and print its path.

    Of a table it is that of all its rows; of one of its rows with --batch, too.
    """
    from handrail.errors import UsageError
    from handrail.home import handrail_home
    from handrail.named_file import place_of_result, write_named
    from handrail.privacy.copies import copying
    from handrail.sessions.reports.report_file import batch_report, session_report
    from handrail.sessions.service.listing import find_session

    if output is not None:
        place_of_result(output)
    copy = copying(handrail_home()) if scrub else None
    with opened_home() as (store, artefacts):
        found = find_session(store, session)
        table = _table_of(store, found)
        if batch and table is None:
            raise UsageError(f"The session '{found}' is not a row of a table.", mend="Leave --batch out.")
        batch = batch or table == found
        if batch and table is not None:
            name, html = table, batch_report(store, artefacts, table, scrub=copy)
        else:
            name, html = found, session_report(store, artefacts, found, scrub=copy)
    path = (output or Path(f"handrail-report-{name}.html")).absolute()
    write_named(path, html, what="The report")
    if as_json:
        give_json({"session": found, "batch": name if batch else None, "path": str(path)})
        return
    if table is not None and not batch:
        say("It is a row of a table: --batch writes the report of all rows.")
    give(str(path))


@app.command()
def verify(session: SessionRef, as_json: AsJson = False) -> int:
    """Check that a session's journal, its files and whose it is were not changed.

    Exit 1 when something was.
    """
    from handrail.errors import ExitCode
    from handrail.journal.chain.log import read_log
    from handrail.journal.chain.store import RETENTION
    from handrail.journal.chain.verification import verify as verify_entries
    from handrail.journal.keeping.retention import pruned
    from handrail.sessions.beginning.belonging import misplaced
    from handrail.sessions.service.listing import find_session

    with opened_service() as service:
        store, artefacts = service.place.store, service.place.artefacts
        gone = None if store.named(session) else pruned(store, session)
        # Of a session that was removed, the chain that tells of it is what can be checked.
        found = RETENTION if gone is not None else find_session(store, session)
        result = verify_entries(store.read(found), artefacts, store.head(found), read_log(store), found)
        listed = [*misplaced(store, service.work, [found]).values()]
    holds = result.holds and not listed
    if as_json:
        give_json(
            {
                "session": gone.session if gone else found,
                "removed": gone.model_dump(mode="json") if gone else None,
                "holds": holds,
                "entries": result.entries,
                "hash": result.hash,
                "chain": [fault._asdict() for fault in result.chain],
                "files": [fault._asdict() for fault in result.files],
                "lists": listed,
            }
        )
    elif gone is not None and holds:
        give(f"{gone.session} was removed by {gone.by}: {gone.why}. It had ended '{gone.outcome}'.")
        give(f"hash of its last entry, of {gone.entries}: {gone.hash}")
    elif holds:
        entries = "its one entry" if result.entries == 1 else f"all {result.entries} entries"
        give(f"{found}: the chain of {entries} holds, and so do its files.")
        give(f"hash of the last entry: {result.hash}")
    else:
        give(f"{found}: this journal was changed or is damaged.")
        for kind, message in result.faults:
            give(f"  {kind}: {message}")
        for message in listed:
            give(f"  list: {message}")
    return ExitCode.DONE if holds else ExitCode.FAILED


def _tell_place(state: WorkState | None, only: str | None, summary: Summary) -> None:
    """Where a session is that nobody works on now, and who goes on with it."""
    from handrail.sessions.service.dispatching import TERMINAL

    whose = f"the worker '{only}', and no other," if only else "a worker"
    if state == "queued":
        say(f"queued: {whose} {'goes on with it' if summary.steps else 'begins it when its turn comes'}")
    elif state == "paused":
        say("paused: `handrail session resume` goes on with it")
    elif state == "held" and only != TERMINAL:
        say(f"Its worker was killed: {whose} goes on with it. Until then it stands so:")
    elif summary.interrupted:
        say("Its process was killed, or runs on another machine. If it was killed, the outcome is:")


def _table_of(store: JournalStore, session: SessionId) -> str | None:
    """The table that the session is a row of, or is itself."""
    from handrail.journal.events.event import SessionStarted

    first = next(store.read(session), None)
    event = first.event if first else None
    if not isinstance(event, SessionStarted):
        return None
    return event.batch if event.rows is None else session


def _word(line: SessionLine) -> str:
    if line.running:
        return "running"
    if line.state in ("queued", "paused") and not line.broken:
        return str(line.state)
    if line.broken or line.outcome is None:
        return "broken journal"
    return f"{line.outcome} (killed)" if line.interrupted else line.outcome


def _title(line: SessionLine) -> str:
    return f"{line.title} (row {line.row})" if line.row is not None else line.title
