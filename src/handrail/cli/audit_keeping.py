"""`handrail audit hold`, `key` and `erase`: what must stay, who vouches for it, and what must go."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.home import opened_service
from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say
from handrail.errors import ExitCode, StoreError

if TYPE_CHECKING:
    from handrail.sessions.audit.erasing import Findings

hold_app = typer.Typer(no_args_is_help=True, help="Keep sessions from being pruned or erased.")
key_app = typer.Typer(no_args_is_help=True, help="The key that signs where journals end.")

_By = Annotated[str | None, typer.Option(metavar="NAME", help="Who; the user of this machine.")]
_Why = Annotated[str, typer.Option(metavar="TEXT", help="Why; the audit log keeps it.")]


@hold_app.command()
def add(
    why: _Why,
    session: Annotated[list[str] | None, typer.Option(metavar="ID", help="A session; repeatable.")] = None,
    sop: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="All sessions of this SOP; repeatable.")
    ] = None,
    everything: Annotated[bool, typer.Option("--everything", help="All sessions of this home.")] = False,
    by: _By = None,
    as_json: AsJson = False,
) -> None:
    """Place a hold: `session prune` and `audit erase` leave these sessions alone until it is released."""
    from handrail.sessions.service.auditing import hold, unknown_sops
    from handrail.sessions.service.listing import find_session

    with opened_service() as service:
        found = [find_session(service.place.store, one) for one in session or ()]
        placed = hold(
            service.place,
            sessions=found,
            sops=sop or (),
            everything=everything,
            by=by or getpass.getuser(),
            why=why,
        )
        new = unknown_sops(service.place, sop or ())
    for one in new:
        say(f"no session of '{one}' is kept so far; `handrail session list --json` has the ids of the SOPs")
    if as_json:
        give_json(placed.model_dump(mode="json"))
    else:
        give(placed.hold)


@hold_app.command("list")
def list_(
    all_: Annotated[bool, typer.Option("--all", help="Released ones, too.")] = False, as_json: AsJson = False
) -> None:
    """List the holds that are in force."""
    from handrail.journal.chain.log import read_log

    with opened_service() as service:
        log = read_log(service.place.store)
    past = log.past_holds if all_ else []
    if as_json:
        lines = [{**one.model_dump(mode="json"), "released": None} for one in log.holds.values()]
        lines += [
            {**one.model_dump(mode="json"), "released": end.model_dump(mode="json")} for one, end in past
        ]
        give_json(lines)
        return
    if not log.holds and not past:
        say("There is no hold.")
    for one in (*log.holds.values(), *(one for one, _ in past)):
        what = "everything" if one.everything else ", ".join((*one.sessions, *(f"SOP {s}" for s in one.sops)))
        state = "" if one.hold in log.holds else "  (released)"
        give(f"{one.hold}  {what}: {one.why}, says {one.by}{state}")


@hold_app.command()
def release(
    hold: Annotated[str, typer.Argument(metavar="HOLD", help="The hold's id, or its beginning.")],
    why: _Why,
    by: _By = None,
    as_json: AsJson = False,
) -> None:
    """End a hold."""
    from handrail.sessions.service.auditing import release as end

    with opened_service() as service:
        event = end(service.place, hold, by=by or getpass.getuser(), why=why)
    if as_json:
        give_json(event.model_dump(mode="json"))
    else:
        say(f"the hold {event.hold} is released")


@key_app.command()
def show(as_json: AsJson = False) -> None:
    """Tell the signing key's fingerprint, its public part, and where the private part is.

    Give the fingerprint to whoever will verify, by another way than the evidence. The key is made where there
    is none.
    """
    from handrail.journal.chain.signing import signer_of

    with opened_service() as service:
        signer = signer_of(service.place.store, service.place.home)
    if as_json:
        give_json({"key": signer.key, "public": signer.public, "place": signer.place})
        return
    give(signer.key)
    say(f"public part (Ed25519, base64): {signer.public}")
    say(f"private part: {signer.place}")


@key_app.command()
def rotate(why: _Why, by: _By = None, as_json: AsJson = False) -> None:
    """Sign with a new key from now on. The old one vouches for it; its private part is forgotten.

    It also accepts that the audit log does not hold what was signed before, as after restoring an older
    backup.
    """
    from handrail.journal.chain.signing import rotate as change

    with opened_service() as service:
        old, new = change(service.place.store, service.place.home, by=by or getpass.getuser(), why=why)
    if as_json:
        give_json({"old": old, "new": new})
    else:
        say(f"{old} is followed by")
        give(new)


def erase(
    value: Annotated[
        list[str], typer.Option(metavar="TEXT", help="A name, address or number of the person; repeatable.")
    ],
    why: _Why,
    session: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Only in this session; repeatable.")
    ] = None,
    keep_pictures: Annotated[
        bool, typer.Option("--keep-pictures", help="Pictures are not searched; leave them where they are.")
    ] = False,
    actors: Annotated[
        bool, typer.Option("--actors", help="Also where it names who did, asked or answered something.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would go.")] = False,
    by: _By = None,
    as_json: AsJson = False,
) -> int:
    """Remove a person's values from the sessions that are over; their journals go on holding.

    The audit log tells that, why and by whom values were removed, and not which. Exit 0 when nothing of it is
    left, 1 when something had to stay (a session under a hold or not over, an SOP or a template that names
    the person).
    """
    from handrail.sessions.audit.erasing import Wish, find_and_erase, templates_holding
    from handrail.sessions.service.auditing import sign_quietly
    from handrail.sessions.service.listing import find_session

    wish = Wish(tuple(value), pictures=not keep_pictures, actors=actors)
    with opened_service() as service:
        place = service.place
        only = {find_session(place.store, one) for one in session} if session else None
        try:
            found = find_and_erase(
                service.database,
                place,
                wish,
                sessions=only,
                by=by or getpass.getuser(),
                why=why,
                only_tell=dry_run,
            )
        except StoreError:
            # What was removed until then is told of, and that is signed.
            sign_quietly(place)
            raise
        if not dry_run:
            sign_quietly(place, *(one.session for one in found if one.erased))
        templates = templates_holding(service.templates, value) if only is None else ()
    kept = [one for one in found if one.left or (not one.erased and not dry_run)]
    complete = not kept and not templates
    if as_json:
        lines = [{**vars(one), "left": list(one.left)} for one in found]
        give_json({"erased": not dry_run, "sessions": lines, "templates": templates, "complete": complete})
    else:
        _tell_erased(found, templates)
    if not found:
        say("No session holds any of it.")
    elif not as_json:
        say("Recordings, SOPs, backups and exports outside the journals were not searched.")
    return ExitCode.DONE if complete else ExitCode.FAILED


def _tell_erased(found: Sequence[Findings], templates: Sequence[str]) -> None:
    for one in found:
        word = (
            "erased" if one.erased else f"left, because {one.why_not}" if one.why_not else "would be erased"
        )
        give(f"{one.session}  {one.entries} entries, {one.files} files: {word}")
        for where in one.left:
            give(f"  still in {where}")
    for name in templates:
        give(f"template {name}  left: save it anew, or remove it (`handrail template remove {name}`)")
