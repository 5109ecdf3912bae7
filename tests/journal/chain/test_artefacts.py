from __future__ import annotations

import errno
import os
from hashlib import sha256
from pathlib import Path

import pytest

from handrail.errors import JournalBroken, StoreError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.events.event import Artefact

CONTENT = b"\x89PNG a picture"


@pytest.fixture
def artefacts(tmp_path: Path) -> Artefacts:
    return Artefacts(tmp_path / "artefacts")


def files(artefacts: Artefacts) -> list[Path]:
    return [path for path in artefacts.folder.rglob("*") if path.is_file()]


def test_a_file_is_kept_under_the_hash_of_its_content(artefacts: Artefacts) -> None:
    artefact = artefacts.put(CONTENT, ".png")
    digits = sha256(CONTENT).hexdigest()
    assert artefact == f"sha256:{digits}"
    assert artefacts.path(artefact) == artefacts.folder / digits[:2] / digits[2:4] / f"{digits}.png"
    assert artefacts.get(artefact) == CONTENT


def test_the_same_content_is_kept_once(artefacts: Artefacts) -> None:
    assert artefacts.put(CONTENT, ".png") == artefacts.put(CONTENT, ".bin") == artefacts.put(CONTENT)
    assert len(files(artefacts)) == 1


@pytest.mark.parametrize("damaged", [b"", b"?" * len(CONTENT)])
def test_a_file_that_was_cut_short_or_damaged_is_written_anew(artefacts: Artefacts, damaged: bytes) -> None:
    artefact = artefacts.put(CONTENT, ".png")
    artefacts.path(artefact).write_bytes(damaged)
    assert artefacts.put(CONTENT, ".png") == artefact
    assert artefacts.get(artefact) == CONTENT
    assert len(files(artefacts)) == 1


def test_changed_and_missing_files_are_found(artefacts: Artefacts) -> None:
    kept, changed, missing = (artefacts.put(content) for content in (b"kept", b"changed", b"missing"))
    artefacts.path(changed).write_bytes(b"chAnged")
    artefacts.path(missing).unlink()
    faults = artefacts.check([kept, changed, missing, missing])
    assert [(fault.artefact, fault.kind) for fault in faults] == [(changed, "changed"), (missing, "missing")]
    with pytest.raises(JournalBroken):
        artefacts.get(changed)
    with pytest.raises(StoreError):
        artefacts.get(missing)


@pytest.mark.parametrize("address", ["", "sha256:", "sha256:../../etc/passwd", "sha256:" + "G" * 64, "md5:0"])
def test_what_is_no_address_never_becomes_a_path(artefacts: Artefacts, address: str) -> None:
    with pytest.raises(ValueError, match="not the address"):
        artefacts.path(Artefact(address))


@pytest.mark.parametrize("suffix", ["/x", ".png/..", "..", "png", ". "])
def test_what_is_no_suffix_never_becomes_a_path(artefacts: Artefacts, suffix: str) -> None:
    with pytest.raises(ValueError, match="not a suffix"):
        artefacts.put(CONTENT, suffix)


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "no space left"), (errno.EROFS, "cannot be written")]
)
def test_a_write_that_fails_leaves_nothing(
    artefacts: Artefacts, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match=said):
            artefacts.put(CONTENT, ".png", durable=True)
    assert files(artefacts) == []


def test_a_durable_file_is_synchronised_with_its_folder(
    artefacts: Artefacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    artefacts.put(CONTENT)
    assert synced == []
    artefacts.put(b"another", durable=True)
    assert len(synced) == 2
