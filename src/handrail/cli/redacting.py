"""Copies without personal data of the files and folders that `handrail privacy redact` is given."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from handrail.cli.output import say
from handrail.errors import UsageError
from handrail.home import handrail_home
from handrail.named_file import place_of_result, read_named, write_named
from handrail.privacy.configuration import read_config
from handrail.privacy.copies import Copying, copying
from handrail.privacy.finding import Kind
from handrail.recording.redacting import redact, replace
from handrail.recording.sealing import scrub_sealed
from handrail.recording.store import SEALED_NAME, RecordingWriter, load_recording

if TYPE_CHECKING:
    from handrail.privacy.pictures import Region

SEAL: str = "recordings"
"""The home's key for recordings that are being made."""


def redact_recording(folder: Path, output: Path | None, *, pictures: bool) -> Counter[Kind]:
    """A redacted copy of a recording, or in its place. Raises RecordingError, StoreError."""
    copy = copying(handrail_home())
    if (folder / SEALED_NAME).is_file():
        return finish_sealed(folder, copy, pictures=pictures)
    recording = load_recording(folder)
    target = output or folder.with_name(f".{folder.name}.scrubbed")
    if output is None:
        shutil.rmtree(target, ignore_errors=True)
    hide = _hide(copy) if pictures else None
    done = redact(recording, target, copy.scrubber, hide, progress=_progress())
    if output is None:
        replace(folder, target)
    return done.found


def finish_sealed(folder: Path, copy: Copying, *, pictures: bool = True) -> Counter[Kind]:
    """Make the recording of what was sealed while it was made. Raises RecordingError, StoreError."""
    from handrail.secrets.keys import KeyRing

    home = handrail_home()
    key = KeyRing(home).secret_key(SEAL)
    hide = _hide(copy) if pictures else None
    sealed = (folder / SEALED_NAME).read_bytes()
    found = scrub_sealed(folder, key, copy.scrubber, hide, _progress()).found
    config = read_config(home)
    if config is not None and config.raw.recordings:
        from handrail.privacy.raw import RawStore

        RawStore(home).keep(load_recording(folder).manifest.id, SEALED_NAME, sealed)
    return found


def reveal_recording(folder: Path, output: Path) -> int:
    """The recording as it was, into a new folder, where it was kept sealed; how many events it has.

    Raises UsageError where it is not kept, RecordingError, StoreError.
    """
    from handrail.privacy.raw import RawStore
    from handrail.recording.sealing import unsealed
    from handrail.secrets.keys import KeyRing

    home = handrail_home()
    kept = dict(RawStore(home).opened(load_recording(folder).manifest.id)).get(SEALED_NAME)
    if kept is None:
        raise UsageError(
            "The original of this recording is not kept.",
            place=str(folder),
            mend="'raw' in privacy.yaml keeps it.",
        )
    with tempfile.TemporaryDirectory(dir=home) as draft:
        (Path(draft) / SEALED_NAME).write_bytes(kept)
        recording = unsealed(Path(draft), KeyRing(home).secret_key(SEAL))
    with RecordingWriter(output, recording.manifest) as writer:
        for picture in recording.held.values():
            writer.put_picture(picture)
        for event in recording.events:
            writer.append(event)
    return len(recording.events)


def redact_file(path: Path, output: Path) -> Counter[Kind]:
    """A redacted copy of a picture, an SOP or a text. Raises UsageError for what cannot be read."""
    place_of_result(output)
    copy = copying(handrail_home())
    if is_picture(path):
        image, regions = picture_without(path, copy)
        write_named(output, image, what="The copy")
        return Counter(region.kind for region in regions)
    if path.name.endswith(".sop.json"):
        from handrail.sop.format import load, save

        save(output, copy.sop(load(path)))
        return Counter(copy.scrubber.counts)
    write_named(output, copy.text(text_of(path)), what="The copy")
    return Counter(copy.scrubber.counts)


def text_of(path: Path) -> str:
    """The text of a file, to the letter. Raises UsageError for what cannot be read."""
    mend = "Name a recording, a picture, an SOP, or a text in UTF-8."
    return read_named(path, what="The file", mend=mend, exact=True)


def picture_without(path: Path, copy: Copying) -> tuple[bytes, list[Region]]:
    """The picture without personal data, and where such was. Raises UsageError for what is no picture."""
    from handrail.privacy.pictures import check_engine, redacted

    # What is missing here is another fault than a file that is no picture.
    check_engine()
    try:
        return redacted(path.read_bytes(), copy.scrubber)
    except OSError as error:
        # The library for pictures tells a damaged one so.
        why = error.strerror or "it is damaged, or no picture"
        raise UsageError(
            f"This picture cannot be read: {why}.",
            place=str(path),
            mend="Name an undamaged PNG or JPEG file.",
        ) from error


def is_picture(path: Path) -> bool:
    """Whether it is a picture by its name."""
    return path.suffix.lower() in {".png", ".jpg", ".jpeg"}


def _hide(copy: Copying) -> Callable[[bytes], bytes]:
    from handrail.privacy.pictures import check_engine

    check_engine()
    return copy.picture


def _progress() -> Callable[[int, int], None]:
    def tell(done: int, of: int) -> None:
        say(f"pictures: {done} of {of}")

    return tell
