"""What `handrail compile` does with another tool's file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from handrail.cli.compiled import described, give_questions, save_beside, steps_of
from handrail.cli.output import counted, give, give_json, say
from handrail.compile.importers import Imported, Wish, import_file, markdown, summary
from handrail.errors import SourceError
from handrail.named_file import read_whole, write_named


class Request(NamedTuple):
    """The command line of an import."""

    file: Path
    output: Path
    title: str | None
    test: str | None
    report: Path | None
    as_json: bool


def import_(request: Request) -> None:
    """Read the file, write the SOP and, where it is asked for, the report: both or none of them."""
    try:
        content = read_whole(request.file)
    except OSError as error:
        raise SourceError(f"It cannot be read: {error.strerror}.", place=str(request.file)) from error
    imported = import_file(content, str(request.file), Wish(title=request.title, test=request.test))
    _refuse_to_overwrite(request)
    if request.report is None:
        save_beside(request.output, imported.sop)
    else:
        _save_both(request, imported, request.report)
    if request.as_json:
        give_json(
            {
                **described(imported.sop, request.output),
                "format": imported.format,
                "report": imported.report.model_dump(),
            }
        )
        return
    _print(request, imported)


def _refuse_to_overwrite(request: Request) -> None:
    places = [request.file.resolve(), request.output.resolve()]
    if request.report is not None:
        places.append(request.report.resolve())
    if len(set(places)) < len(places):
        raise SourceError(
            "The source, the SOP and the report must be three different files.",
            place=str(request.file),
            mend="Name another place for what is written.",
        )


def _save_both(request: Request, imported: Imported, report: Path) -> None:
    text = markdown(imported.report, imported.sop.clarifications, request.file.name)
    before = report.read_bytes() if report.is_file() else None
    write_named(report, text, what="The report")
    try:
        save_beside(request.output, imported.sop)
    except BaseException:
        if before is None:
            report.unlink(missing_ok=True)
        else:
            report.write_bytes(before)
        raise


def _print(request: Request, imported: Imported) -> None:
    give(imported.sop.meta.title)
    give(f"{summary(imported.report)} → {counted(steps_of(imported.sop), 'step')}")
    for note in imported.report.notes:
        say(f"note: {note}")
    give_questions(imported.sop)
    give(str(request.output))
    if request.report is not None:
        give(str(request.report))
    elif imported.report.count("left"):
        say("--report FILE.md writes what became of each field, and why some were left out.")
