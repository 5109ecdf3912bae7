"""`handrail amend`: what runs learned of the pages, and people's decisions about it."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.home import opened_home
from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say, styled

if TYPE_CHECKING:
    from handrail.journal.views.amendments import AmendmentLine
    from handrail.sop.node import Explore, Task
    from handrail.sop.target import Target

app = typer.Typer(
    no_args_is_help=True, help="See, accept and reject the changes of SOPs that runs have proposed."
)

_Id = Annotated[str, typer.Argument(metavar="ID", help="An amendment's id, or its beginning.")]
_By = Annotated[str | None, typer.Option(metavar="NAME", help="Who decides; the user of this machine.")]


@app.command("list")
def list_(
    all_: Annotated[bool, typer.Option("--all", help="Those that are decided, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the amendments of this home that nobody has decided yet; alike ones are one."""
    from handrail.journal.views.amendments import amendments_of

    with opened_home() as (store, _):
        lines = [line for line in amendments_of(store) if all_ or line.status == "open"]
    if as_json:
        give_json([_facts(line) for line in lines])
        return
    if not lines:
        say("There is no open amendment. A run proposes one when it finds an element in a new way.")
    for line in lines:
        event = line.first.event
        count = f"  ({len(line.proposals)} sessions)" if len(line.proposals) > 1 else ""
        give(
            f"{line.id}  {line.status:9}  {line.sop_id}: {event.node}  {line.first.event.change.words}{count}"
        )


@app.command()
def show(amendment: _Id, as_json: AsJson = False) -> None:
    """Show an amendment: the old and the new target, or the new steps, why, and where the pictures are."""
    from handrail.journal.events.event import Artefact
    from handrail.sessions.people.amending import find_amendment, picture_path, started_of

    with opened_home() as (store, artefacts):
        line = find_amendment(store, amendment)
        started = started_of(store, line.first.session)
        pictures = {
            picture: picture_path(artefacts, Artefact(picture))
            for proposal in line.proposals
            for picture in proposal.event.pictures
        }
    if as_json:
        paths = [
            {"artefact": picture, "path": str(path) if path else None} for picture, path in pictures.items()
        ]
        give_json({**_facts(line), "file": started.sop_path, "pictures": paths})
        return
    event = line.first.event
    give(styled(f"{line.id} · {line.status}", "bold"))
    give(f"  SOP       {started.title} ({line.sop_id}, version {started.sop_version})")
    give(f"  file      {started.sop_path or 'not known'}")
    give(f"  step      {event.node}, {event.field}")
    for label, words in _comparison(line):
        give(f"  {label:9} {words}")
    give(f"  score     {event.score:.2f}")
    for reason in event.reasons:
        give(f"  because   {reason}")
    give(f"  page      {event.url}")
    for proposal in line.proposals:
        give(f"  session   {proposal.session}, {proposal.at[:19]}Z")
    for picture, path in pictures.items():
        give(f"  picture   {path or f'{picture} is missing'}")
    if line.decided is not None:
        why = f": {line.decided.why}" if line.decided.why else ""
        give(f"  {line.status:9} by {line.decided.by}, {line.decided_at[:19]}Z{why}")


@app.command()
def accept(
    amendment: _Id,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where the new version goes; else where the old one is."
        ),
    ] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="Why it is right.")] = "",
    by: _By = None,
    as_json: AsJson = False,
) -> None:
    """Make a new version of the SOP with the new target, or with the steps that were found.

    It is written to the file that the session ran, as a whole or not at all; what the file held before is
    kept in the home, and its path is printed. Exit 2 when the step is gone or was changed since.
    """
    from handrail.sessions.people.amending import accept, find_amendment

    with opened_home() as (store, artefacts):
        line = find_amendment(store, amendment)
        done = accept(store, artefacts, line, by=by or getpass.getuser(), why=why, output=output)
    if as_json:
        give_json(
            {
                "amendment": line.id,
                "decision": "accept",
                "path": str(done.path),
                "version": done.version,
                "version_before": done.before,
                "kept": str(done.kept) if done.kept else None,
            }
        )
        return
    give(f"{done.path}: version {done.before} → {done.version}")
    if done.kept is not None:
        say(f"  the version before is kept at {done.kept}")


@app.command()
def reject(
    amendment: _Id,
    why: Annotated[str, typer.Option(metavar="TEXT", help="Why it is wrong.")],
    by: _By = None,
    as_json: AsJson = False,
) -> None:
    """Turn an amendment down: the SOP stays as it is.

    What later runs propose alike counts as rejected as well.
    """
    from handrail.errors import UsageError
    from handrail.sessions.people.amending import find_amendment, reject

    if not why.strip():
        raise UsageError("A rejection needs a reason.", mend="Give it with --why.")
    with opened_home() as (store, _):
        line = find_amendment(store, amendment)
        reject(store, line, by=by or getpass.getuser(), why=why)
    if as_json:
        give_json({"amendment": line.id, "decision": "reject", "why": why})
    else:
        give(f"{line.id}: rejected")


def _comparison(line: AmendmentLine) -> list[tuple[str, str]]:
    event = line.first.event
    if isinstance(event.new, tuple):
        olds = event.old if isinstance(event.old, tuple) else ()
        return [*_listed("old", olds), *_listed("new", event.new)]
    assert not isinstance(event.old, tuple)
    return [*_found_by("old", event.old), *_found_by("new", event.new)]


def _listed(label: str, steps: tuple[Task | Explore, ...]) -> list[tuple[str, str]]:
    """Steps in their order, each with how its element is found."""
    pairs: list[tuple[str, str]] = []
    for number, step in enumerate(steps, start=1):
        pairs.append((label if number == 1 else "", f"{number}. {step.label}"))
        pairs += _found_by("", getattr(step, "target", None))[1:]
    return pairs


def _found_by(label: str, target: Target | None) -> list[tuple[str, str]]:
    from handrail.sop.sentences import describe_locator, describe_target

    if target is None:
        return []
    found = [("", f"found by {describe_locator(target.locators[0])}")] if target.locators else []
    return [(label, describe_target(target)), *found]


def _facts(line: AmendmentLine) -> dict[str, object]:
    event = line.first.event
    decided = line.decided
    return {
        "amendment": line.id,
        "status": line.status,
        "sop": line.sop_id,
        "node": event.node,
        "field": event.field,
        "change": line.first.event.change.words,
        "old": _as_data(event.old),
        "new": _as_data(event.new),
        "score": event.score,
        "reasons": list(event.reasons),
        "url": event.url,
        "pictures": list(event.pictures),
        "proposals": [
            {"amendment": each.event.amendment, "session": each.session, "at": each.at}
            for each in line.proposals
        ],
        "decided": decided and {**decided.model_dump(mode="json"), "at": line.decided_at},
    }


def _as_data(what: Target | tuple[Task | Explore, ...]) -> object:
    if isinstance(what, tuple):
        return [_as_data_of(step) for step in what]
    return _as_data_of(what)


def _as_data_of(model: Target | Task | Explore) -> object:
    return model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
