"""The SOPs that can be started over HTTP: those of one folder, by their ids."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from fastapi import APIRouter, Request

from handrail._model import Model
from handrail.console.asking import Here, Viewer
from handrail.errors import NotThere, SopError
from handrail.sessions.given.inputs import input_variables
from handrail.sessions.schedules.templates import TemplateLine, list_templates
from handrail.sop.document import Sop, Variable
from handrail.sop.format import load

router = APIRouter(prefix="/api", tags=["sops"])


class ShelfLine(Model):
    """An SOP in a list."""

    id: str
    title: str
    version: str
    file: str
    variables: dict[str, Variable]
    """What a session is given."""
    fault: str | None = None
    """Why it cannot be read."""


class Shelf:
    """A folder of `*.sop.json` files; it may not exist yet."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return self._folder

    def lines(self) -> tuple[ShelfLine, ...]:
        """The SOPs, by file name; one that cannot be read says why."""
        return tuple(map(_line, self._files()))

    def sops(self) -> Iterator[tuple[Path, Sop]]:
        """Those that can be read, with their files, by file name."""
        for path in self._files():
            with contextlib.suppress(SopError):
                yield path, load(path)

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.sop.json"))

    def find(self, wanted: str) -> tuple[Path, Sop]:
        """The SOP of this id and its file. Raises NotThere where there is none that can be read."""
        for path, sop in self.sops():
            if sop.meta.id == wanted:
                return path, sop
        raise NotThere(f"There is no SOP '{wanted}' on the shelf.")


def _line(path: Path) -> ShelfLine:
    try:
        sop = load(path)
    except SopError as error:
        return ShelfLine(id="", title="", version="", file=path.name, variables={}, fault=error.message)
    return ShelfLine(
        id=sop.meta.id,
        title=sop.meta.title,
        version=sop.meta.version,
        file=path.name,
        variables=input_variables(sop),
    )


@router.get("/sops")
def sops(user: Viewer, request: Request) -> tuple[ShelfLine, ...]:
    """The SOPs that can be started."""
    shelf = request.app.state.shelf
    assert isinstance(shelf, Shelf)
    return shelf.lines()


@router.get("/templates")
def templates(service: Here, user: Viewer) -> tuple[TemplateLine, ...]:
    """The user's templates; they are started by way of `/api/sessions`."""
    return list_templates(service, user)
