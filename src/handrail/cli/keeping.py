"""`handrail backup`, `handrail restore`, `handrail session prune`: a home over the years."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.options import AsJson
from handrail.cli.output import counted, give, give_json, say

if TYPE_CHECKING:
    from handrail.sessions.audit.pruning import Pruning

_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The archive to write.")],
    as_json: AsJson = False,
) -> None:
    """Write the home into one new file: journals, queue, pictures, sign-ins.

    Sessions may run meanwhile; the file holds one moment of them. Whoever has it can read what the home
    holds. Secrets, keys and tokens are not in it: the command says what to copy as well.
    """
    from handrail.cli.home import opened_service
    from handrail.errors import UsageError
    from handrail.named_file import place_of_result
    from handrail.sessions.operating.backup import back_up, left_out

    place = place_of_result(file)
    if place.exists():
        raise UsageError(
            "It is there already, perhaps a backup that is still needed.",
            place=str(file),
            mend="Name a new file.",
        )
    with opened_service() as service:
        home = service.place.home
        counts = back_up(service.database, home, place)
        sessions = len(service.place.store.sessions())
    if as_json:
        left = [str(path) for path in left_out(home)]
        give_json({"path": str(file.absolute()), "rows": counts, "left_out": left})
        return
    journal = counted(counts["journal"], "journal entry", "journal entries")
    say(f"{counted(sessions, 'session')} with {journal}")
    _tell_left_out(home)
    give(str(file.absolute()))


def _tell_left_out(home: Path) -> None:
    from handrail.secrets.keyring import INDEX_NAME
    from handrail.sessions.operating.backup import left_out

    files = " and ".join(f"'{path}'" for path in left_out(home))
    how = f" To take them along, copy {files} as well." if files else ""
    say(f"Secrets, keys and tokens are not in it.{how}")
    if (home / INDEX_NAME).exists():
        say("Secrets that are in this system's keyring are set again elsewhere: `handrail secret set NAME`.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An archive that `handrail backup` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Fill an empty home from a backup, and check that every journal holds.

    The home is that of HANDRAIL_HOME, and its database that of HANDRAIL_DATABASE_URL where one is named.
    Sessions that were queued, under way or waiting are paused: see in the app what they did since, then
    resume them. Schedules count from now on.
    Secrets and keys are in no backup: copy `secrets.enc` and `keys` from the old home, or set them anew.
    """
    from handrail.cli.home import opened_service
    from handrail.secrets.book import is_there
    from handrail.sessions.operating.backup import restore as restore_home
    from handrail.sessions.operating.backup import see_backup

    see_backup(file)
    with opened_service() as service:
        counts = restore_home(file, service.database, service.place.home)
        home, has_secrets = str(service.place.home), is_there(service.place.home)
        sessions = len(service.place.store.sessions())
        paused = [line.session for line in service.work.lines(states=["paused"])]
    if as_json:
        give_json({"home": home, "rows": counts, "paused": paused})
        return
    are = "session is" if sessions == 1 else "sessions are"
    give(f"{home}: {sessions} {are} here, and their journals are intact.")
    if not has_secrets:
        say("Secrets and keys are in no backup. Copy 'secrets.enc' and 'keys' from the old home to this one,")
        say("or set the secrets again (`handrail secret set NAME`) and sign in anew.")
    if paused:
        are = "is" if len(paused) == 1 else "are"
        say(f"{len(paused)} {are} paused. What was done after the backup is in no journal: see in the app,")
        say("then `handrail session resume ID`.")


def prune(
    older_than: Annotated[
        float | None,
        typer.Option(min=0, metavar="DAYS", help="Remove sessions that began longer ago than this."),
    ] = None,
    keep: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Remove all but the newest N sessions.")
    ] = None,
    max_size: Annotated[
        str | None,
        typer.Option(metavar="SIZE", help="Remove the oldest until files take no more than this, as in 5G."),
    ] = None,
    damaged: Annotated[
        bool, typer.Option("--damaged", help="Remove also those whose journals do not hold any more.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would go.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove old sessions with their pictures and downloads.

    A session is removed as a whole, and only when it is over. What its journal ended with stays, in a
    chain of its own.
    """
    import getpass
    from dataclasses import replace

    from handrail.cli.home import opened_service
    from handrail.errors import UsageError
    from handrail.journal.chain.store import RETENTION
    from handrail.sessions.audit.audit_settings import audit_settings
    from handrail.sessions.audit.pruning import Keep, choose
    from handrail.sessions.audit.pruning import prune as prune_sessions
    from handrail.sessions.service.auditing import sign_quietly

    wish = Keep(older_than, keep, _bytes(max_size) if max_size else None)
    nothing = wish == Keep()
    wish = replace(wish, damaged=not damaged)
    if nothing:
        raise UsageError("Say what to remove.", mend="Give --older-than, --keep or --max-size, for example.")
    with opened_service() as service:
        least = audit_settings(service.place.home).retention.keep_at_least_days
        found = choose(service.place, replace(wish, at_least_days=least), by=getpass.getuser())
        if not dry_run:
            found = prune_sessions(service.database, service.place, found)
            sign_quietly(service.place, RETENTION)
    if as_json:
        sessions = [event.model_dump(mode="json") for event in found.sessions]
        give_json(
            {
                "pruned": not dry_run,
                "sessions": sessions,
                "freed": found.freed,
                "open": found.kept_open,
                "held": found.kept_held,
                "damaged": found.kept_damaged,
                "young": found.kept_young,
            }
        )
        return
    _tell_pruned(found, gone=not dry_run, least=least)


def _tell_pruned(found: Pruning, *, gone: bool, least: float | None) -> None:
    """What went, and what stays though it is old enough; `least` is how many days they are kept at least."""
    for event in found.sessions:
        give(f"{event.session}  {event.outcome:22}  {event.title}: {event.why}")
    word = "gone" if gone else "would go"
    say(f"{counted(len(found.sessions), 'session')} {word}, {found.freed / 1024**2:.1f} MB freed")
    if found.kept_open:
        say(f"{found.kept_open} more are old enough but not over: they wait, run, or are not settled,")
        say("or their table stays.")
    if found.kept_held:
        say(f"{len(found.kept_held)} more are old enough, but a hold keeps them: `handrail audit hold list`.")
    if found.kept_young:
        say(
            f"{found.kept_young} more would go, but `keep_at_least_days` in audit.yaml keeps them: "
            f"{least:g} days."
        )
    if found.kept_damaged:
        say(
            f"{len(found.kept_damaged)} more are old enough, but their journals do not hold, and they stay "
            "as evidence: `handrail audit verify`; --damaged removes them."
        )


def _bytes(text: str) -> int:
    from handrail.errors import UsageError

    unit = text.strip().upper().removesuffix("B").lstrip("0123456789.")
    number = text.strip()[: len(text.strip().upper().removesuffix("B")) - len(unit)]
    try:
        return int(float(number) * _UNITS[unit])
    except (KeyError, ValueError):
        raise UsageError(f"'{text}' is no size.", mend="Write for example 500M or 5G.") from None
