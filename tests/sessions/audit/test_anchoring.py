"""The end of the audit log is told to a file, an address and a timestamp authority, and held against them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from handrail.errors import SourceError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.linking import START
from handrail.journal.chain.log import AUDIT, read_log
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.keeping.proof import Proof, prove
from handrail.sessions.audit.anchoring import anchor_all, is_due, prove_timestamps, witnessed_in
from handrail.sessions.audit.audit_settings import Anchor, AuditSettings
from handrail.sessions.service.place import Place
from tests.app import Answer, App, Received
from tests.journal.stories import SESSION, done, ended, started


@pytest.fixture(autouse=True)
def keys_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    store = DatabaseStore(sqlite_database(tmp_path / "home" / "handrail.db"))
    artefacts = Artefacts(tmp_path / "home" / "artefacts")
    sop = artefacts.put(b"{}", ".sop.json")
    JournalWriter(store, SESSION).write(started(sop=sop), *done("open"), ended("done"))
    yield Place(tmp_path / "home", store, artefacts)
    store.close()


def proof_of(place: Place, settings: AuditSettings) -> Proof:
    proof = prove(place.store, place.artefacts, place.home, witnessed=witnessed_in(settings, ()))
    prove_timestamps(place, settings, proof)
    return proof


def test_a_file_gets_lines_and_shows_a_log_that_was_made_anew(place: Place, tmp_path: Path) -> None:
    settings = AuditSettings(anchors=(Anchor(file=str(tmp_path / "worm" / "anchors.jsonl")),))
    told, failed = anchor_all(place, settings)
    assert (len(told), failed) == (1, ())
    assert read_log(place.store).anchors == list(told)
    proof = proof_of(place, settings)
    assert proof.holds and proof.anchors == 2  # the file, and the note beside the key

    # Somebody who has the keys' folder as well makes the home anew, without a step of it.
    other = tmp_path / "other"
    store = DatabaseStore(sqlite_database(other / "handrail.db"))
    shutil.copytree(place.home / "artefacts", other / "artefacts")
    shutil.copytree(place.home / "keys", other / "keys")
    note = {"seq": START.seq, "hash": START.hash}
    (other / "keys" / "audit-head.key").write_text(json.dumps(note))
    sop = Artefacts(other / "artefacts").put(b"{}", ".sop.json")
    JournalWriter(store, SESSION).write(started(sop=sop), ended("done"))
    forged = replace(place, home=other, store=store, artefacts=Artefacts(other / "artefacts"))
    anchor_all(forged, AuditSettings(anchors=(Anchor(file=str(tmp_path / "his.jsonl")),)))
    assert prove(store, forged.artefacts, other).holds, "without the anchors, it all holds"
    assert [finding.kind for finding in proof_of(forged, settings).findings] == ["anchor"]
    store.close()


def test_an_address_gets_the_end_and_one_that_refuses_is_told(place: Place) -> None:
    heard: list[Received] = []

    def take(request: Received) -> str:
        heard.append(request)
        return "ok"

    with App({"/good": take, "/bad": Answer("no", 500)}) as app:
        anchors = (Anchor(url=f"{app.url}/bad"), Anchor(url=f"{app.url}/good?key=canary"))
        told, failed = anchor_all(place, AuditSettings(anchors=anchors))
    assert [event.where for event in told] == [f"{app.url}/good"]
    assert "500" in str(failed[0])
    assert heard[0].query == {"key": "canary"}
    document = json.loads(heard[0].body)
    assert (document["seq"], document["hash"]) == (told[0].at_seq, told[0].at_hash)


def test_anchors_are_due_when_something_was_journaled_and_the_time_is_over(
    place: Place, tmp_path: Path
) -> None:
    settings = AuditSettings(anchors=(Anchor(file=str(tmp_path / "a.jsonl")),), anchor_every=60)
    later = datetime.now(UTC) + timedelta(hours=2)
    assert not is_due(place, AuditSettings())
    assert is_due(place, settings)
    anchor_all(place, settings)
    assert not is_due(place, settings, later), "nothing was journaled since"
    JournalWriter(place.store, SESSION).write(*done("more"))
    anchor_all(place, AuditSettings())
    assert not is_due(place, settings)
    assert is_due(place, settings, later)


def test_what_is_no_file_of_anchors_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no\n")
    for path in (tmp_path / "x", tmp_path / "none"):
        with pytest.raises(SourceError):
            witnessed_in(AuditSettings(), [path])


# A timestamp authority of the test's own: OpenSSL's, behind HTTP.


@dataclass
class Authority:
    """Gives timestamps; its root certificate is in a file."""

    folder: Path

    @property
    def roots(self) -> Path:
        return self.folder / "root.pem"

    def make(self) -> None:
        root_key, root = _certificate("Test root", None, None)
        between_key, between = _certificate("Test CA", root_key, root, is_authority=True)
        # Its name makes it longer than what stands behind it: no order that DER allows.
        key, certificate = _certificate("Test TSA, of the house that gives the time", between_key, between)
        self.roots.write_bytes(root.public_bytes(serialization.Encoding.PEM))
        chain = (one.public_bytes(serialization.Encoding.PEM) for one in (between, root))
        (self.folder / "chain.pem").write_bytes(b"".join(chain))
        (self.folder / "tsa.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        (self.folder / "tsa.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        (self.folder / "serial").write_text("01\n")
        (self.folder / "tsa.cnf").write_text(
            "[tsa]\ndefault_tsa=here\n[here]\nserial=serial\ndigests=sha256\nsigner_digest=sha256\n"
            "default_policy=1.2.3.4\nordering=yes\ness_cert_id_chain=no\n"
        )

    def answer(self, request: Received) -> Answer:
        (self.folder / "query").write_bytes(request.body)
        command = (
            "openssl ts -reply -config tsa.cnf -queryfile query -signer tsa.pem -inkey tsa.key "
            "-chain chain.pem -out reply"
        )
        subprocess.run(command.split(), cwd=self.folder, check=True, capture_output=True)
        return Answer(
            (self.folder / "reply").read_bytes(), headers={"content-type": "application/timestamp-reply"}
        )


Signing = tuple[rsa.RSAPrivateKey, x509.Certificate]


def _certificate(
    name: str, by: rsa.RSAPrivateKey | None, issuer: x509.Certificate | None, *, is_authority: bool = False
) -> Signing:
    key = rsa.generate_private_key(65537, 2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    signs = x509.BasicConstraints(ca=issuer is None or is_authority, path_length=None)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(signs, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if issuer is not None and not is_authority:
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        builder = builder.add_extension(usage, critical=True)
    return key, builder.sign(by or key, hashes.SHA256())


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    made = Authority(tmp_path)
    made.make()
    return made


def test_a_timestamp_authority_with_a_chain_confirms_the_end_and_no_other_root_does(
    place: Place, authority: Authority, tmp_path: Path
) -> None:
    with App({"/tsr": authority.answer}) as app:
        anchor = Anchor(timestamp=f"{app.url}/tsr", roots=str(authority.roots))
        told, failed = anchor_all(place, AuditSettings(anchors=(anchor,)))
    assert failed == () and told[0].receipt is not None
    proof = proof_of(place, AuditSettings(anchors=(anchor,)))
    assert proof.findings == []
    assert any("confirms that entry" in text for text in proof.notes)

    unchecked = proof_of(place, AuditSettings(anchors=(Anchor(timestamp=anchor.timestamp),)))
    assert any("was not checked" in text for text in unchecked.notes)
    _, other = _certificate("Another root", None, None)
    (tmp_path / "other.pem").write_bytes(other.public_bytes(serialization.Encoding.PEM))
    foreign = Anchor(timestamp=anchor.timestamp, roots=str(tmp_path / "other.pem"))
    assert [f.kind for f in proof_of(place, AuditSettings(anchors=(foreign,))).findings] == ["anchor"]


def test_the_token_of_another_end_is_not_taken(place: Place, authority: Authority) -> None:
    from handrail.journal.chain.log import note
    from handrail.journal.events.audited import Anchored

    with App({"/tsr": authority.answer}) as app:
        anchor = Anchor(timestamp=f"{app.url}/tsr", roots=str(authority.roots))
        (told,), _ = anchor_all(place, AuditSettings(anchors=(anchor,)))
    head = place.store.head(AUDIT)
    moved = Anchored.model_validate({**told.model_dump(), "at_seq": head.seq, "at_hash": head.hash})
    note(place.store, lambda _: moved)
    found = proof_of(place, AuditSettings(anchors=(anchor,))).findings
    assert ["something else" in finding.message for finding in found] == [True]


def test_an_authority_that_answers_nonsense_is_told(place: Place) -> None:
    with App({"/tsr": "<html>no</html>"}) as app:
        told, failed = anchor_all(place, AuditSettings(anchors=(Anchor(timestamp=f"{app.url}/tsr"),)))
    assert told == () and "cannot be read as a timestamp" in str(failed[0])
