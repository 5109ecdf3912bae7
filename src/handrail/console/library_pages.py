"""What the console's library and its pages of SOPs read and do: edit, import, run, decide amendments."""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from pathlib import Path, PurePath
from typing import Annotated

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request
from pydantic import Field, JsonValue

from handrail._model import Model
from handrail.compile.importers import import_file
from handrail.console.archives import compiled, is_archive
from handrail.console.asking import FilesFrom, Here, Operator, Viewer, session_of
from handrail.console.bodies import MOST_BYTES, WholeSigns
from handrail.console.library import SUFFIX, Library, owned, parse_document
from handrail.console.sop_views import Findings, SopLine, SopPage, findings, sop_lines, sop_page, unfit
from handrail.console.template_views import next_start_of
from handrail.errors import DataError, SopError, UsageError
from handrail.journal.events.event import Artefact, SessionId
from handrail.journal.views.amendments import AmendmentLine
from handrail.runtime.loops.tables import Table, read_rows
from handrail.runtime.walk.settings import Settings
from handrail.sessions.beginning.starting import Start, check_startable, start
from handrail.sessions.given.inputs import resolve_inputs
from handrail.sessions.given.rows import as_shown, check_columns
from handrail.sessions.people.amending import accept, find_amendment, reject
from handrail.sessions.service.listing import SessionLine, list_sessions
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sessions.tables.batch import check_rows
from handrail.sessions.tables.batches import Rows, start_batch
from handrail.sessions.tables.given_files import keep_given
from handrail.sop.diff import Difference, differences
from handrail.sop.document import Sop
from handrail.sop.format import loads
from handrail.sop.node import Rung

router = APIRouter(prefix="/api/console", tags=["console"], route_class=WholeSigns)


class Edited(Model):
    """A document as somebody edits it; it may not be an SOP."""

    document: dict[str, JsonValue]


class Saving(Edited):
    """An edited document to keep."""

    base: str
    """The hash of what was edited."""
    note: str = ""


class Added(Model):
    """What became of a dropped file."""

    name: str
    title: str
    source: str
    """What kind of file it was, in words."""
    notes: tuple[str, ...] = ()
    left: int = 0
    """How many fields of another tool's file were left out."""


class Running(Model):
    """A run that is wished for."""

    inputs: dict[str, str] = Field(default_factory=dict)
    autonomy: Rung = "candidates"
    ask_every_step: bool = False

    columns: tuple[str, ...] = ()
    """Of the rows: variables by now, whatever the table called them."""
    rows: tuple[dict[str, str], ...] = ()
    """One session for each, where there are any."""
    separator: str = ","
    values: tuple[tuple[int, str], ...] = ()
    """As the dropped table has them."""


class Started(Model):
    """The session that was begun."""

    session: SessionId


class TableView(Model):
    """A dropped table."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    separator: str = ","
    values: tuple[tuple[int, str], ...] = ()
    """Cells of a workbook that hold a number or a date, and no text: the row, from 0 on, and the column."""


class FileView(Model):
    """A file that was given."""

    path: str
    """What the variable is given."""
    name: str


class Decision(Model):
    """Why an amendment is accepted or rejected."""

    why: str = ""


def _library(request: Request, service: Here) -> Library:
    folder = request.app.state.shelf.folder
    assert isinstance(folder, Path)
    return Library(folder, service.place.artefacts)


Shelves = Annotated[Library, Depends(_library)]
Dropped = Annotated[bytes, Body(media_type="application/octet-stream", max_length=MOST_BYTES)]
FileName = Annotated[str, Query(max_length=200)]


class Tour(Model):
    """What `serve --demo` has prepared."""

    app: str
    """Address of the practice app."""
    sop: str
    """The procedure's name in the library."""
    session: SessionId | None
    """One that is finished."""


@router.get("/tour")
def tour(service: Here, library: Shelves, user: Viewer, request: Request) -> Tour | None:
    """The tour, where the server was started with `--demo`."""
    names = library.names()
    if not request.app.state.tour or not names:
        return None
    ended = [line.session for line in _sessions(service, user) if line.outcome is not None]
    return Tour(app=request.app.state.tour, sop=names[0], session=ended[-1] if ended else None)


@router.get("/sops")
def sops(service: Here, library: Shelves, user: Viewer) -> tuple[SopLine, ...]:
    """The library's SOPs, with the user's runs of each."""
    return sop_lines(library, service.place, _sessions(service, user), next_start_of(service, user))


@router.get("/sops/{name}")
def sop(name: str, service: Here, library: Shelves, user: Viewer) -> SopPage:
    """An SOP, by its name or its id, with what is wrong with it, its versions and its amendments."""
    return sop_page(library, service.place, known(library, name), _sessions(service, user), user.name)


@router.get("/sops/{name}/versions/{artefact}")
def version(name: str, artefact: str, library: Shelves, user: Viewer) -> tuple[Difference, ...]:
    """What is different between a version and the SOP as it is now."""
    known(library, name)
    return differences(library.at(Artefact(artefact), name), library.read(name).sop)


@router.post("/check")
def check(edited: Edited, user: Viewer) -> Findings:
    """What `handrail check` would say of the document."""
    try:
        return findings(parse_document(edited.document, "the procedure"))
    except SopError as error:
        return unfit(error)


@router.put("/sops/{name}")
def save(name: str, saving: Saving, library: Shelves, user: Operator) -> dict[str, str]:
    """Keep an edited SOP as its newest version; the answer holds its hash."""
    known(library, name)
    sop = parse_document(saving.document, name)
    return {"hash": library.save(name, sop, base=saving.base, by=user.name, note=saving.note).hash}


@router.post("/import", status_code=201)
def import_(file: FileName, content: Dropped, service: Here, library: Shelves, user: Operator) -> Added:
    """Put what is dropped into the library: an SOP, any file that `handrail compile` reads, or the folder of
    a recording as a ZIP archive."""
    name = _base(file)
    if is_archive(content):
        sop, notes = compiled(content, name, service.place.home / "recordings")
        shelved = library.add(owned(sop, user.name), by=user.name, note=f"Compiled from {name}")
        return Added(name=shelved.name, title=shelved.sop.meta.title, source="Recording", notes=notes)
    if name.endswith(SUFFIX) or b'"schema_version"' in content[:4000]:
        shelved = library.add(loads(_text(content, name), name), by=user.name, note=f"From {name}")
        return Added(name=shelved.name, title=shelved.sop.meta.title, source="SOP")
    imported = import_file(content, name)
    shelved = library.add(owned(imported.sop, user.name), by=user.name, note=f"Imported from {name}")
    return Added(
        name=shelved.name,
        title=shelved.sop.meta.title,
        source=imported.report.format,
        notes=imported.report.notes,
        left=imported.report.count("left"),
    )


@router.post("/table")
def table(file: FileName, content: Dropped, user: Operator) -> TableView:
    """The rows of a dropped table, for its columns to be mapped to variables."""
    found = _table(content, _base(file))
    return TableView(
        columns=found.columns, rows=found.rows, separator=found.separator, values=tuple(sorted(found.values))
    )


@router.post("/files", status_code=201)
def given_file(file: FileName, content: Dropped, service: Here, user: Operator) -> FileView:
    """Keep a file that a session is to upload; it goes when no session and no template names it any more."""
    name = _base(file)
    return FileView(path=str(keep_given(service.place.home.resolve(), name, content)), name=name)


@router.post("/sops/{name}/run", status_code=201)
def run(
    name: str,
    wish: Running,
    service: Here,
    library: Shelves,
    user: Operator,
    files_from: FilesFrom,
    request: Request,
) -> Started:
    """Begin a session, or a batch where there are rows; a worker takes it up.

    Nothing is begun where one row does not fit.
    """
    known(library, name)
    shelved = library.read(name)
    check_startable(shelved.sop, service.place.home, name, user.name)
    settings = Settings(autonomy=wish.autonomy, ask_every_step=wish.ask_every_step)
    given = {variable: text for variable, text in wish.inputs.items() if text != ""}
    if wish.rows:
        rows = wished_rows(wish, shelved.sop, given)
        every = check_rows(rows, shelved.sop, given, library.folder, files_from=files_from)
        begun = Start(shelved.sop, {}, user.name, settings, path=shelved.path, files_from=files_from)
        session = start_batch(service, begun, Rows(inputs=every))
    else:
        inputs = resolve_inputs(shelved.sop, given, folder=library.folder, files_from=files_from)
        wanted = Start(shelved.sop, inputs, user.name, settings, path=shelved.path, files_from=files_from)
        session = start(service, wanted)
    request.app.state.nudge()
    return Started(session=session)


def wished_rows(wish: Running, sop: Sop, given: Collection[str]) -> Table:
    """The wish's rows as `handrail run --data` has them. Raises DataError for columns that do not fit."""
    rows = Table(
        Path("the table"),
        wish.columns,
        wish.rows,
        tuple(range(2, len(wish.rows) + 2)),
        wish.separator,
        frozenset(wish.values),
    )
    check_columns(rows, sop, also=given)
    return as_shown(rows, sop)


@router.post("/amendments/{amendment}/accept")
def accept_amendment(
    amendment: str, decision: Decision, service: Here, library: Shelves, user: Operator
) -> dict[str, str]:
    """Make the next version of the SOP with the amendment."""
    place = service.place
    line = _amendment(service, amendment, user)
    made = accept(place.store, place.artefacts, line, by=user.name, why=decision.why)
    if made.path.parent == library.folder.absolute():
        library.note_change(made.path.name.removesuffix(SUFFIX), by=user.name, note=f"Accepted {line.id}")
    return {"version": made.version}


@router.post("/amendments/{amendment}/reject", status_code=204)
def reject_amendment(amendment: str, decision: Decision, service: Here, user: Operator) -> None:
    """Leave the SOP as it is."""
    line = _amendment(service, amendment, user)
    reject(service.place.store, line, by=user.name, why=decision.why or "Rejected in the console.")


def _amendment(service: Service, wanted: str, user: User) -> AmendmentLine:
    line = find_amendment(service.place.store, wanted)
    # Whoever may not see a session decides nothing about what it proposed.
    session_of(service, line.first.session, user)
    return line


def known(library: Library, wanted: str) -> str:
    """The name in the library; 404 where there is none."""
    try:
        return library.named(wanted)
    except UsageError as error:
        raise HTTPException(404, error.message) from error


def _sessions(service: Service, user: User) -> tuple[SessionLine, ...]:
    return list_sessions(service.place.store, service.work, user=user)


def _base(file: str) -> str:
    """The name alone of a dropped file, wherever it lay."""
    return PurePath(file.replace("\\", "/")).name or "the file"


def _text(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError("It is not UTF-8 text.", place=name, mend="Save the file in UTF-8.") from error


def _table(content: bytes, name: str) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"table{PurePath(name).suffix.lower()}"
        path.write_bytes(content)
        try:
            return read_rows(path)
        except DataError as error:
            # The reader names the copy; people know the file that they dropped.
            place = (error.place or "").replace(str(path), name)
            raise DataError(error.message, place=place, mend=error.mend) from error
