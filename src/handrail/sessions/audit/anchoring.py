"""Anchors: the audit log's end, told to places that whoever can change the home cannot change.

A file gets a line, an address gets a POST, and a timestamp authority (RFC 3161) confirms when the end was so.
The log notes each; a log that was made anew later does not lead to what those places know.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from handrail.approvals.sending import post_json
from handrail.errors import EnvironmentLack, HandrailError, SourceError, StoreError
from handrail.journal.chain.linking import START, Head
from handrail.journal.chain.log import AUDIT, note, read_log
from handrail.journal.chain.signing import Signer
from handrail.journal.events.audited import Anchored
from handrail.journal.events.event import Artefact
from handrail.journal.keeping.proof import Proof, Witnessed
from handrail.named_file import read_whole
from handrail.sessions.audit.audit_settings import Anchor, AuditSettings
from handrail.sessions.audit.timestamps import confirmed, stamped
from handrail.sessions.service.auditing import sign_all
from handrail.sessions.service.place import Place


def anchor_all(
    place: Place, settings: AuditSettings
) -> tuple[tuple[Anchored, ...], tuple[HandrailError, ...]]:
    """Sign what is unsigned, and tell the log's end to every place of the settings.

    Raises EnvironmentLack without the library that signs, StoreError.
    """
    sign_all(place)
    head = place.store.head(AUDIT)
    told: list[Anchored] = []
    failed: list[HandrailError] = []
    for one in settings.anchors if head != START else ():
        try:
            event = _tell(place, one, head)
        except HandrailError as error:
            failed.append(error)
            continue
        note(place.store, lambda _, event=event: event)  # type: ignore[misc]
        told.append(event)
    return tuple(told), tuple(failed)


def is_due(place: Place, settings: AuditSettings, now: datetime | None = None) -> bool:
    """Whether something was journaled since the last anchor, and that one is old enough."""
    if not settings.anchors:
        return False
    last = next(iter(reversed(tuple(place.store.of_kinds("anchored")))), None)
    if last is None:
        return True
    if last.seq == place.store.head(AUDIT).seq:
        return False
    passed = (now or datetime.now(UTC)) - datetime.fromisoformat(last.at)
    return passed.total_seconds() >= settings.anchor_every * 60


def witnessed_in(settings: AuditSettings, files: Iterable[Path]) -> tuple[Witnessed, ...]:
    """What these files, and those of the settings that can be reached, tell of the audit log.

    Raises SourceError for a file that is named here and cannot be read.
    """
    found = [one for file in files for one in read_anchors(file)]
    for anchor in settings.anchors:
        if anchor.file and Path(anchor.file).expanduser().is_file():
            found += read_anchors(Path(anchor.file).expanduser())
    return tuple(found)


def read_anchors(file: Path) -> tuple[Witnessed, ...]:
    """What a file that anchors were written to tells. Raises SourceError."""
    found = []
    try:
        for number, line in enumerate(read_whole(file).decode("utf-8").splitlines(), start=1):
            if line.strip():
                told = json.loads(line)
                found.append(Witnessed(f"{file}, line {number}", int(told["seq"]), str(told["hash"])))
    except OSError as error:
        raise SourceError(f"The anchors cannot be read: {error.strerror}.", place=str(file)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError("This is not a file of anchors.", place=str(file)) from error
    return tuple(found)


def prove_timestamps(place: Place, settings: AuditSettings, proof: Proof) -> None:
    """Check the tokens of timestamp authorities that the log names, and add what is found to the proof."""
    roots = {_told(anchor.timestamp): anchor.roots for anchor in settings.anchors if anchor.timestamp}
    for event in read_log(place.store).anchors:
        if event.how != "timestamp" or event.receipt is None:
            continue
        try:
            said = _check_token(
                place.artefacts.get(Artefact(event.receipt)), event, roots.get(_told(event.where))
            )
        except EnvironmentLack as error:
            proof.notes.append(error.message)
        except (HandrailError, ValueError) as error:
            message = f"The timestamp of {event.where} for entry {event.at_seq} does not hold: {error}"
            proof.found(AUDIT, "anchor", message)
        else:
            proof.anchors += 1
            proof.notes += [said] if said else []


def _tell(place: Place, anchor: Anchor, head: Head) -> Anchored:
    told = {
        "format": "handrail-anchor/1",
        "seq": head.seq,
        "hash": head.hash,
        "key": Signer(place.home).key,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    facts: dict[str, Any] = {"at_seq": head.seq, "at_hash": head.hash}
    if anchor.file:
        where = Path(anchor.file).expanduser()
        _add_line(where, json.dumps(told))
        return Anchored(kind="anchored", how="file", where=str(where), **facts)
    if anchor.url:
        post_json(anchor.url, told)
        return Anchored(kind="anchored", how="url", where=_told(anchor.url), **facts)
    url = str(anchor.timestamp)
    token = stamped(url, _message(head.seq, head.hash))
    receipt = place.artefacts.put(token, ".tsr", durable=True)
    return Anchored(kind="anchored", how="timestamp", where=_told(url), receipt=receipt, **facts)


def _told(address: str) -> str:
    """An address as the audit log names it, which goes to others: without its query, or a password in it."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _add_line(path: Path, line: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only added to: it may be a file in which nothing else is allowed.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        with os.fdopen(descriptor, "a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StoreError(f"The anchor cannot be written: {error.strerror}.", place=str(path)) from error


def _message(seq: int, digest: str) -> bytes:
    return json.dumps({"hash": digest, "seq": seq}, separators=(",", ":")).encode()


def _check_token(token: bytes, event: Anchored, roots: str | None) -> str:
    """What a token confirms; ValueError where it does not hold."""
    moment, checked = confirmed(token, _message(event.at_seq, event.at_hash), roots)
    if checked:
        return f"{event.where} confirms that entry {event.at_seq} of the audit log was there on {moment}."
    return (
        f"{event.where} confirms entry {event.at_seq} on {moment}; its own signature was not checked: "
        "name its `roots` in audit.yaml."
    )
