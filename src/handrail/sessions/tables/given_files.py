"""Files to upload of whoever starts sessions over HTTP: those that they give, kept until nothing names them.

Over HTTP people of many roles start sessions that run as the service's own user, who can read its keys. So
what they have uploaded comes from a few folders alone: that of the SOPs, that of what they gave, and that of
the recordings, whose files are the defaults of what was recorded with one.
"""

from __future__ import annotations

import json
import re
import secrets as randomness
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from handrail.journal.chain.sealing import ERASED
from handrail.journal.database.templates import TemplateTable
from handrail.journal.events.event import SessionId, SessionStarted
from handrail.named_file import bare_name
from handrail.private import write_private
from handrail.sessions.service.place import Place
from handrail.sessions.tables.batches import opened_rows

FOLDER: Final = "given"
"""In a home, what was given over HTTP."""

_ID: Final = re.compile(r"given[/\\]+([0-9a-f]{32})\b")
_UNNAMED_SECONDS: Final = 86400.0
"""So old, a file that nothing names was given for a session that nobody started."""


def folders_over_http(home: Path, library: Path, more: Sequence[str] = ()) -> tuple[str, ...]:
    """The real paths of the folders whose files may be uploaded for whoever asks over HTTP; `more` are those
    that the machine's owner adds. A library that holds the home, with its keys, is none of them."""
    home, library = home.resolve(), library.resolve()
    shelf = () if home.is_relative_to(library) else (library,)
    folders = (*shelf, home / FOLDER, home / "recordings", *(Path(folder).resolve() for folder in more))
    return tuple(dict.fromkeys(map(str, folders)))


def keep_given(home: Path, name: str, content: bytes) -> Path:
    """Keep a file under its own name, which the app will see; where it lies. Raises StoreError."""
    path = home / FOLDER / randomness.token_hex(16) / bare_name(name)
    write_private(path, content, what="The file")
    return path


def sweep_given(place: Place, templates: TemplateTable) -> int:
    """Remove what was given and is named by no session and no template any more; how many bytes that were.

    Raises StoreError.
    """
    before = time.time() - _UNNAMED_SECONDS
    old = [path for path in (place.home / FOLDER).glob("*") if path.stat().st_mtime < before]
    if not old:
        return 0
    named = {found for text in _texts(place, templates) for found in _ID.findall(text)}
    gone = [path for path in old if path.name not in named]
    freed = sum(file.stat().st_size for path in gone for file in path.rglob("*") if file.is_file())
    for path in gone:
        shutil.rmtree(path, ignore_errors=True)
    return freed


def given_to(place: Place, session: SessionId) -> tuple[Path, ...]:
    """The files that were given for a session, or a table's rows, and are still there. Raises StoreError."""
    ids = dict.fromkeys(found for text in _texts_of(place, session) for found in _ID.findall(text))
    return tuple(path for one in ids for path in sorted((place.home / FOLDER / one).glob("*")))


def _texts(place: Place, templates: TemplateTable) -> Iterator[str]:
    for record in place.store.sessions():
        yield from _texts_of(place, record.session)
    yield from (row.body for row in templates.templates())


def _texts_of(place: Place, session: SessionId) -> Iterator[str]:
    # A pseudonym takes the place of a file's name, and not of the folder's.
    started = next(iter(place.store.read(session)), None)
    event = started.event if started is not None else None
    if isinstance(event, SessionStarted):
        yield json.dumps(event.inputs)
        if event.rows is not None and event.rows != ERASED:
            yield opened_rows(place, event.rows).decode()
