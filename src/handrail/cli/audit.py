"""`handrail audit`: whether what was journaled can be believed, and giving it to others."""

from __future__ import annotations

import getpass
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.audit_keeping import erase, hold_app, key_app
from handrail.cli.audit_telling import anchor as anchor_
from handrail.cli.audit_telling import stream
from handrail.cli.home import opened_service
from handrail.cli.options import AsJson
from handrail.cli.output import counted, give, give_json, say, styled
from handrail.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from handrail.journal.events.event import SessionId
    from handrail.journal.keeping.proof import Proof
    from handrail.sessions.service.place import Place

app = typer.Typer(no_args_is_help=True, help="Prove, sign, export, hold and erase what was journaled.")
app.add_typer(hold_app, name="hold")
app.add_typer(key_app, name="key")
app.command("erase")(erase)
app.command("anchor")(anchor_)
app.command("stream")(stream)

_Ids = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Sessions, or 'last'.")]
_All = Annotated[bool, typer.Option("--all", help="All sessions of this home.")]


@app.command()
def verify(
    session: _Ids = None,
    all_: _All = False,
    trust: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Fingerprint of a signing key that you know; repeatable."),
    ] = None,
    anchor: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A file that anchors were written to; repeatable."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Count what no checkpoint covers, or no known key signed, as a fault."),
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Check chains, files, signatures and anchors: was anything edited, removed, reordered or made anew?

    Exit 0 when everything holds, 1 when something does not, 2 for a wrong command line, 6 where the home or
    a library is missing.
    """
    from handrail.journal.chain.signing import KEY_ID
    from handrail.journal.events.event import SessionId
    from handrail.journal.keeping.proof import prove
    from handrail.sessions.audit.anchoring import prove_timestamps, witnessed_in
    from handrail.sessions.audit.audit_settings import audit_settings
    from handrail.sessions.beginning.belonging import misplaced

    for key in trust or ():
        if not re.fullmatch(KEY_ID, key):
            raise UsageError(
                f"'{key}' is no fingerprint of a key.",
                mend="`handrail audit key show` tells it where it signs.",
            )
    for one in session or ():
        _refuse_bundle(one)
    with opened_service() as service:
        place = service.place
        settings = audit_settings(place.home)
        proof = prove(
            place.store,
            place.artefacts,
            place.home,
            sessions=None if _is_all(session, all_) else _found(place, session or []),
            trusted=trust or (),
            witnessed=witnessed_in(settings, anchor or ()),
        )
        prove_timestamps(place, settings, proof)
        checked = [SessionId(chain.session) for chain in proof.chains]
        for name, message in misplaced(place.store, service.work, checked).items():
            proof.found(name, "chain", message)
    good = proof.whole if strict else proof.holds
    if as_json:
        give_json(_document(proof, good))
    else:
        _tell(proof, strict=strict)
    return ExitCode.DONE if good else ExitCode.FAILED


@app.command()
def sign(as_json: AsJson = False) -> None:
    """Sign where each journal ends now, as far as that is not signed yet.

    Sessions are signed when they end; `handrail serve` signs the rest every minute. The key is made at the
    first use: `handrail audit key show` tells its fingerprint and where it is.
    """
    from handrail.sessions.service.auditing import sign_all

    with opened_service() as service:
        count = sign_all(service.place)
    if as_json:
        give_json({"signed": count})
    else:
        say(f"{counted(count, 'journal')} signed")


@app.command()
def export(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")],
    session: _Ids = None,
    all_: _All = False,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="jsonl, csv, or bundle: a signed ZIP file with its own verifier.",
        ),
    ] = "bundle",
    pictures: Annotated[bool, typer.Option("--pictures", help="Kept pictures, too, in a bundle.")] = False,
    why: Annotated[str, typer.Option(metavar="TEXT", help="For whom or what; the audit log keeps it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Write sessions' journals as a file for others; the audit log is told who took what.

    `unzip bundle.zip && python verify.py --key FINGERPRINT` checks a bundle without Handrail.
    """
    from hashlib import sha256

    from handrail.named_file import place_of_result, write_named
    from handrail.sessions.audit.audit_export import changed_journals, form_named
    from handrail.sessions.audit.audit_export import export as export_journals

    wanted = form_named(form)
    if pictures and wanted != "bundle":
        raise UsageError(
            f"There are no pictures in {wanted}.", mend="Take a bundle, or leave --pictures out."
        )
    # Before the audit log is told that it was exported.
    place_of_result(output)
    with opened_service() as service:
        place = service.place
        everything = [record.session for record in place.store.sessions()]
        sessions = everything if _is_all(session, all_) else _found(place, session or [])
        changed = changed_journals(place, sessions)
        content = export_journals(place, sessions, wanted, by=getpass.getuser(), why=why, pictures=pictures)
    write_named(output, content, what="The export", mode=0o600)
    path = str(output.absolute())
    for one in changed:
        say(styled(f"{one} does not hold, and its export shows it: `handrail session verify {one}`", "red"))
    if as_json:
        digest = sha256(content).hexdigest()
        told = {"path": path, "format": wanted, "sessions": sessions, "changed": changed, "sha256": digest}
        give_json(told)
    else:
        say(counted(len(sessions), "session"))
        give(path)


def _refuse_bundle(wanted: str) -> None:
    """A file that was exported is not checked here: who was given it need not have Handrail."""
    if wanted.endswith(".zip") and Path(wanted).is_file():
        raise UsageError(
            f"'{wanted}' is a file, and this command checks sessions of this home.",
            mend=f"A bundle has its own verifier: `unzip {wanted} && python verify.py --key FINGERPRINT`.",
        )


def _is_all(session: list[str] | None, all_: bool) -> bool:
    if bool(session) == all_:
        raise UsageError("Say which sessions.", mend="Give their ids, or --all.")
    return all_


def _found(place: Place, wanted: list[str]) -> list[SessionId]:
    from handrail.journal.events.event import SessionId
    from handrail.journal.keeping.retention import pruned
    from handrail.sessions.service.listing import find_session

    found = []
    for one in wanted:
        gone = None if place.store.named(one) or one == "last" else pruned(place.store, one)
        found.append(SessionId(gone.session) if gone is not None else find_session(place.store, one))
    return list(dict.fromkeys(found))


def _document(proof: Proof, good: bool) -> dict[str, object]:
    return {
        "holds": proof.holds,
        "whole": proof.whole,
        "good": good,
        "findings": [
            {"chain": one.chain, "kind": one.kind, "message": one.message} for one in proof.findings
        ],
        "chains": [
            {
                "chain": one.session,
                "entries": one.entries,
                "hash": one.hash,
                "signed_to": one.signed_to,
                "unsigned": one.unsigned,
                "removed": one.removed,
            }
            for one in proof.chains
        ],
        "keys": [{"key": key, "known": is_known} for key, is_known in proof.keys.items()],
        "checkpoints": proof.checkpoints,
        "anchors": proof.anchors,
        "notes": proof.notes,
    }


def _tell(proof: Proof, *, strict: bool) -> None:
    for one in proof.findings:
        give(f"{styled('does not hold:', 'red')} {one.chain}: {one.message}")
    for chain in proof.chains:
        if chain.unsigned and chain.session != "audit":
            word = "no checkpoint covers" if strict else "not signed yet:"
            say(f"{chain.session}: {word} the last {chain.unsigned} of {chain.entries} entries")
    for text in proof.notes:
        say(text)
    entries = sum(chain.entries for chain in proof.chains if not chain.removed)
    facts = [
        f"{counted(entries, 'entry', 'entries')} in {counted(len(proof.chains), 'journal')}",
        counted(proof.checkpoints, "signed checkpoint"),
        counted(proof.anchors, "anchor"),
    ]
    give(f"{', '.join(facts)}: {'everything holds' if proof.holds else 'this does not hold'}")
    for key, is_known in proof.keys.items():
        say(f"signing key {key}" + ("" if is_known else " (not known to this machine)"))
