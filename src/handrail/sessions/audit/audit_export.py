"""Journals as a file for others: JSON Lines, CSV, or a signed bundle that a stranger can check by himself."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final, Literal

from handrail import __version__
from handrail.errors import StoreError, UsageError
from handrail.journal.chain.log import AUDIT, note, read_log
from handrail.journal.chain.signing import Signer, sign_heads
from handrail.journal.chain.verification import named_files, verify
from handrail.journal.events.audited import Exported
from handrail.journal.events.event import Entry, SessionId
from handrail.journal.views.trail import AuditLine, trail
from handrail.sessions.people.review import no_formula
from handrail.sessions.service.auditing import sign_quietly
from handrail.sessions.service.place import Place

Form = Literal["jsonl", "csv", "bundle"]
FORMAT: Final = "handrail-audit-bundle/1"
SUFFIXES: Final[dict[Form, str]] = {"jsonl": ".jsonl", "csv": ".csv", "bundle": ".zip"}
MEDIA_TYPES: Final[dict[Form, str]] = {
    "jsonl": "application/jsonl",
    "csv": "text/csv; charset=utf-8",
    "bundle": "application/zip",
}

_README: Final = """An audit bundle of Handrail

journals/       each session's journal, an entry a line: what happened, and the hash that links it
audit-log.jsonl what happened to the journals: signed checkpoints, keys, holds, erasures
trail.csv       the same for reading: who, what, when, why, on whose approval, under which versions
files/          the procedures and policies that were in force, named by the SHA-256 of their content
manifest.json   what is here, with the SHA-256 of each part; manifest.sig signs it
verify.py       checks all of it: python verify.py --key FINGERPRINT

Read verify.py before you run it: it is short. Ask whoever gave you the bundle for the key's fingerprint by
another way than the bundle. Personal data may be in it: keep it as you keep the work that it shows.
"""


def write_export(
    place: Place,
    sessions: Sequence[SessionId],
    form: Form,
    file: IO[bytes],
    *,
    pictures: bool = False,
) -> None:
    """Write the sessions' journals. Raises StoreError; EnvironmentLack for a bundle without the library that
    signs it."""
    if form == "bundle":
        _write_bundle(place, sessions, file, pictures=pictures)
    elif form == "csv":
        file.write(_csv(_lines(place, sessions)).encode())
    else:
        for session in sessions:
            entries = tuple(place.store.read(session))
            for entry, line in zip(entries, trail(entries, broken_too=True), strict=True):
                told = {**line.model_dump(), **_exported(entry)}
                file.write(json.dumps(told, ensure_ascii=False).encode() + b"\n")


def note_export(place: Place, form: Form, sessions: int, content: bytes, *, by: str, why: str = "") -> None:
    """Tell the audit log that journals left the home. Raises StoreError."""
    digest = sha256(content).hexdigest()
    event = Exported(kind="exported", form=form, sessions=sessions, digest=digest, by=by, why=why)
    note(place.store, lambda _: event)
    # Whoever took it may be the one who would cut off that they did.
    sign_quietly(place)


def export(
    place: Place, sessions: Sequence[SessionId], form: Form, *, by: str, why: str = "", pictures: bool = False
) -> bytes:
    """The file's content, of which the audit log is told. Raises as `write_export`."""
    buffer = io.BytesIO()
    write_export(place, sessions, form, buffer, pictures=pictures)
    content = buffer.getvalue()
    note_export(place, form, len(sessions), content, by=by, why=why)
    return content


def changed_journals(place: Place, sessions: Sequence[SessionId]) -> list[SessionId]:
    """Those whose chain does not hold: whoever hands them on as evidence should know it first."""
    log = read_log(place.store)
    checked = {
        session: verify(place.store.read(session), place.artefacts, place.store.head(session), log, session)
        for session in sessions
    }
    return [session for session, found in checked.items() if not found.holds]


def _exported(entry: Entry) -> dict[str, Any]:
    """An entry with all that its hash is made of."""
    return {
        "session": entry.session,
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "prev": entry.prev,
        "hash": entry.hash,
        "writer": entry.writer,
        "seal": entry.seal,
        "event": _as_it_is(entry.body),
    }


def _as_it_is(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        # Somebody made it unreadable, and must not keep the rest from an auditor by that.
        return body


def _lines(place: Place, sessions: Iterable[SessionId]) -> Iterator[AuditLine]:
    for session in sessions:
        yield from trail(place.store.read(session), broken_too=True)


def _csv(lines: Iterable[AuditLine]) -> str:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(AuditLine.model_fields), lineterminator="\r\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({name: _harmless(value) for name, value in line.model_dump().items()})
    return buffer.getvalue()


def _harmless(value: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return no_formula(value) if isinstance(value, str) else value


def _write_bundle(place: Place, sessions: Sequence[SessionId], file: IO[bytes], *, pictures: bool) -> None:
    # What is given away is signed to its end.
    sign_heads(place.store, place.home, sessions)
    signer = Signer(place.home)
    digests: dict[str, str] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, content: bytes) -> None:
            archive.writestr(name, content)
            digests[name] = sha256(content).hexdigest()

        told = []
        wanted: dict[str, None] = {}
        for session in sessions:
            entries = tuple(place.store.read(session))
            put(f"journals/{session}.jsonl", _journal(entries))
            told.append(
                {
                    "session": session,
                    "entries": len(entries),
                    "hash": entries[-1].hash if entries else "",
                }
            )
            kept = entries if pictures else (entry for entry in entries if entry.kind == "session_started")
            wanted |= dict.fromkeys(named_files(kept))
        put("audit-log.jsonl", _journal(place.store.read(AUDIT)))
        put("trail.csv", _csv(_lines(place, sessions)).encode())
        gone = read_log(place.store).gone
        for address in (address for address in wanted if address not in gone):
            _put_file(place, address, put)
        put("verify.py", (Path(__file__).parent / "verify_bundle.py").read_bytes())
        put("README.txt", _README.encode())
        manifest = json.dumps(
            {
                "format": FORMAT,
                "made": datetime.now(UTC).isoformat(timespec="seconds"),
                "handrail": __version__,
                "key": signer.key,
                "sessions": told,
                "files": digests,
            },
            indent=1,
        ).encode()
        archive.writestr("manifest.json", manifest)
        archive.writestr("manifest.sig", json.dumps({"key": signer.key, "signature": signer.sign(manifest)}))


def _put_file(place: Place, address: str, put: Any) -> None:
    try:
        path = place.artefacts.path(address)  # type: ignore[arg-type]
    except (StoreError, ValueError):
        # That it is missing is said by `audit verify`; the rest is evidence all the same.
        return
    put(f"files/{path.name}", path.read_bytes())


def _journal(entries: Iterable[Entry]) -> bytes:
    return "".join(json.dumps(_exported(entry), ensure_ascii=False) + "\n" for entry in entries).encode()


def form_named(name: str) -> Form:
    """The form of this name. Raises UsageError for one that there is not."""
    forms: dict[str, Form] = {form: form for form in SUFFIXES}
    if name not in forms:
        raise UsageError(f"There is no format '{name}'.", mend=f"It may be: {', '.join(forms)}.")
    return forms[name]
