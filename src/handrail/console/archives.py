"""A recording that is dropped on the console as one file: its folder in a ZIP archive."""

from __future__ import annotations

import io
import re
import secrets
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final

from handrail.compile import compile_recording
from handrail.errors import HandrailError, UsageError
from handrail.recording.store import EVENTS_NAME, FILES_NAME, MANIFEST_NAME, PICTURES_NAME, load_recording
from handrail.sop.document import Sop

_MOST_BYTES: Final = 200_000_000
"""Of all that is packed; what says so little of itself and unpacks to more is no recording."""
_MOST_FILES: Final = 10_000
_NAMES: Final = re.compile(
    rf"{re.escape(MANIFEST_NAME)}|{re.escape(EVENTS_NAME)}|(?:{PICTURES_NAME}|{FILES_NAME})/[^/\\:]+"
)


def is_archive(content: bytes) -> bool:
    """Whether it is a ZIP archive, as browsers and file managers make them."""
    return content.startswith(b"PK\x03\x04")


def compiled(content: bytes, name: str, recordings: Path) -> tuple[Sop, tuple[str, ...]]:
    """The procedure of a recording in an archive, and what is missing of it. Its folder is kept among the
    home's recordings, for its pictures.

    Raises UsageError for an archive of something else, and what loading and compiling raise; then nothing is
    kept.
    """
    folder = recordings / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    try:
        _unpack(content, name, folder)
        recording = load_recording(folder)
        return compile_recording(recording, recording_at=str(folder)), recording.notes
    except HandrailError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _unpack(content: bytes, name: str, folder: Path) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = _members(archive, name)
            for path, member in members.items():
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(member))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise UsageError(
            f"This archive cannot be read: {error}.", place=name, mend="Pack it again."
        ) from error


def _members(archive: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    """The files of the recording by their places in it; what else lies in the archive is passed over."""
    files = [member for member in archive.infolist() if not member.is_dir()]
    if len(files) > _MOST_FILES or sum(member.file_size for member in files) > _MOST_BYTES:
        raise UsageError("This archive is too large.", place=name, mend="Compile it with `handrail compile`.")
    roots = [PurePosixPath(file.filename).parent for file in files if _is_manifest(file.filename)]
    if len(roots) != 1:
        raise UsageError(
            f"This archive holds {'no recording' if not roots else 'several recordings'}.",
            place=name,
            mend=f"Pack one folder that `handrail record` wrote, with its {MANIFEST_NAME}.",
        )
    found: dict[str, zipfile.ZipInfo] = {}
    for member in files:
        path = PurePosixPath(member.filename)
        if path.is_relative_to(roots[0]):
            inside = str(path.relative_to(roots[0]))
            # Only what a recording has, and nothing that would lead out of its folder.
            if _NAMES.fullmatch(inside) and not inside.endswith("/.."):
                found[inside] = member
    return found


def _is_manifest(path: str) -> bool:
    return PurePosixPath(path).name == MANIFEST_NAME
