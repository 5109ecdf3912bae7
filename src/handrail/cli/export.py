"""`handrail export`: an SOP as a Playwright script, or as a procedure for people."""

from __future__ import annotations

import os.path
import shutil
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.options import AsJson, SopFile
from handrail.cli.output import give, give_json, say, styled

if TYPE_CHECKING:
    from handrail.compile.exporters import Exported
    from handrail.privacy.copies import Copying
    from handrail.sop.document import Sop


class Form(StrEnum):
    """What an SOP can be exported to."""

    PLAYWRIGHT = "playwright"
    MARKDOWN = "markdown"


def export(
    sop: SopFile,
    to: Annotated[Form, typer.Option("--to", help="A Playwright script for Python, or Markdown.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")],
    recording: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Markdown: pictures of the recording it came from.")
    ] = None,
    session: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Markdown: pictures of a session ('last' for the newest)."),
    ] = None,
    scrub: Annotated[
        bool, typer.Option("--scrub", help="Without personal data; see docs/privacy.md.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write an SOP in a form that needs no Handrail.

    What a script cannot express is a comment in it and a warning here; a step that it cannot express is left
    to the person at the terminal. Exit codes: 0 done, 2 bad input, 6 no space.
    """
    from handrail.compile.exporters import to_markdown, to_playwright
    from handrail.errors import UsageError
    from handrail.named_file import place_of_result, write_named

    place_of_result(output, apart_from=[sop])
    document = _sound(sop)
    copy = _copying(scrub)
    if copy is not None:
        document = copy.sop(document)
    if to is Form.PLAYWRIGHT and (recording or session):
        raise UsageError("A script has no pictures.", mend="Leave --recording and --session out.")
    if recording and session:
        raise UsageError("Pictures come from one place.", mend="Give --recording or --session.")
    pictures: dict[str, str] = {}
    if to is Form.PLAYWRIGHT:
        exported = to_playwright(document, files_from=_seen_from(output, sop))
    else:
        found = _recorded(recording) if recording else _pictured(session) if session else {}
        pictures = _copied(found, document, output, copy)
        exported = to_markdown(document, pictures)
    write_named(output, exported.text, what="The export")
    _tell(exported, to, output, pictures, as_json=as_json)


def _copying(wanted: bool) -> Copying | None:
    """What takes personal data out of the export, where that is wished for, here or in the home."""
    from handrail.home import handrail_home
    from handrail.privacy.copies import copying, reports_are_scrubbed

    home = handrail_home()
    return copying(home) if wanted or reports_are_scrubbed(home) else None


def _sound(path: Path) -> Sop:
    """The SOP, if it holds together: what contradicts itself cannot be said otherwise."""
    from handrail.errors import SopError
    from handrail.sop.format import load
    from handrail.sop.validate import problems

    sop = load(path)
    faults = [problem for problem in problems(sop) if problem.severity == "error"]
    if faults:
        raise SopError.of(faults, str(path), what="It cannot be exported")
    return sop


def _seen_from(output: Path, sop: Path) -> str:
    """The SOP's folder as the script names it."""
    try:
        return Path(os.path.relpath(sop.resolve().parent, output.resolve().parent)).as_posix()
    except ValueError:
        # On another drive there is no relative way.
        return sop.resolve().parent.as_posix()


def _recorded(folder: Path) -> dict[str, Path]:
    """Step → the picture of the recording that shows it; by compiling the recording again."""
    from handrail.compile.compiler import step_pictures
    from handrail.recording.store import load_recording

    recording = load_recording(folder)
    return {step: recording.picture_path(picture) for step, picture in step_pictures(recording).items()}


def _pictured(wanted: str) -> dict[str, Path]:
    """Step → the picture that a session took of it: before what cannot be repeated, else afterwards."""
    from handrail.cli.home import opened_home
    from handrail.journal.views.fold import walk
    from handrail.sessions.service.listing import find_session

    with opened_home() as (store, artefacts):
        visits = walk(store.read(find_session(store, wanted))).visits
        found: dict[str, Path] = {}
        for visit in visits:
            taken = sorted(visit.pictures, key=lambda picture: picture.moment != "before")
            for picture in taken[:1]:
                found.setdefault(visit.node, artefacts.path(picture.picture))
    return found


def _copied(found: dict[str, Path], sop: Sop, output: Path, copy: Copying | None) -> dict[str, str]:
    """The pictures beside the procedure, numbered by the first step that shows them, and their new paths."""
    from handrail.errors import StoreError

    if not output.absolute().parent.is_dir():
        # Writing the procedure says so; until then nothing is made.
        return {}
    folder = output.with_name(f"{output.stem}-images")
    names: dict[Path, str] = {}
    paths: dict[str, str] = {}
    try:
        for node in sop.walk_nodes():
            picture = found.get(node.id)
            if picture is None or not picture.is_file():
                continue
            if picture not in names:
                folder.mkdir(exist_ok=True)
                names[picture] = f"{len(names) + 1:02}-{node.id}{picture.suffix}"
                if copy is None:
                    shutil.copyfile(picture, folder / names[picture])
                else:
                    (folder / names[picture]).write_bytes(copy.picture(picture.read_bytes()))
            paths[node.id] = f"{folder.name}/{names[picture]}"
    except OSError as error:
        raise StoreError(
            f"The pictures cannot be written: {error.strerror}.",
            place=str(folder),
            mend="Free some space, or name another place with -o.",
        ) from error
    return paths


def _tell(exported: Exported, to: Form, output: Path, pictures: dict[str, str], *, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        give_json(
            {
                "path": str(output),
                "to": to.value,
                "pictures": sorted(set(pictures.values())),
                "warnings": [asdict(loss) for loss in exported.losses],
            }
        )
        return
    for loss in exported.losses:
        say(f"{styled('warning:', 'yellow')} {loss}")
    give(str(output))
