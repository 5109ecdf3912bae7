"""`handrail compile`: from a recording, or from another tool's file, to an SOP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.options import AsJson
from handrail.cli.output import counted, give, give_json, say
from handrail.errors import UsageError


def compile_(
    recording: Annotated[
        Path,
        typer.Argument(
            metavar="RECORDING|FILE", help="The folder that 'handrail record' wrote, or another tool's file."
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="X.sop.json", help="Where to write the SOP.")
    ],
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The SOP's title.")] = None,
    test: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of a file with several tests: only this one.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE.md", help="Where to write what became of each field of the file."),
    ] = None,
    describe: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="Have a model (provider:name; 'default' for the one that is set up) find the words.",
        ),
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --describe: what the person who showed it says of it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Turn a recording or another tool's file into an SOP; the same input always gives the same output.

    What was typed becomes variables, passwords become secrets, and every step gets conditions that show that
    it was done. No model is needed. Files are recognised by their content: DevTools Recorder (JSON), Selenium
    IDE (.side), workflow-use, and SOPs and workflows of RunOps. Where X.sop.json is there with other content,
    that is kept beside it, in X.sop.json.old. Exit codes: 0 done, 2 bad input, 6 no space.

    With --describe a model gives a recording's SOP its labels, intents, goal and names of variables, and
    questions for you; what the steps do stays as it is. The process is also written as readable code:
    X.process.py.
    """

    if not recording.exists():
        raise UsageError(
            "There is no such file or folder.",
            place=str(recording),
            mend="Give the folder that 'handrail record' wrote, or another tool's file.",
        )
    from handrail.recording.store import EVENTS_NAME, MANIFEST_NAME

    if recording.is_file() and recording.name not in (MANIFEST_NAME, EVENTS_NAME):
        from handrail.cli.importing import Request, import_

        if describe is not None:
            raise UsageError("--describe is for a recording.", mend="Leave --describe out for a file.")
        import_(Request(recording, output, title or None, test, report, as_json))
        return
    if test is not None or report is not None:
        option = "--test" if test is not None else "--report"
        raise UsageError(
            f"{option} is for another tool's file, and '{recording}' is none.",
            mend=f"Leave {option} out for a recording.",
        )
    if notes is not None and describe is None:
        raise UsageError("--notes are for the model.", mend="Say which with --describe, or leave them out.")
    _compile(recording, output, title or None, describe, notes, as_json=as_json)


def _compile(
    recording: Path,
    output: Path,
    title: str | None,
    model: str | None,
    notes: Path | None,
    *,
    as_json: bool,
) -> None:
    from handrail.cli.compiled import described, give_questions, keep, save_beside, steps_of
    from handrail.compile import compile_recording
    from handrail.named_file import place_of_result
    from handrail.recording.store import EVENTS_NAME, MANIFEST_NAME, load_recording

    folder = recording if recording.is_dir() else recording.parent
    place_of_result(output, apart_from=[folder / MANIFEST_NAME, folder / EVENTS_NAME])

    loaded = load_recording(recording)
    sop = compile_recording(loaded, title=title, recording_at=_seen_from(output, recording))
    process: Path | None = None
    if model is not None:
        from handrail.cli.wording import worded
        from handrail.compile.exporters import to_process

        words = worded(sop, model, notes)
        sop, process = words.sop, output.with_name(f"{output.name.split('.')[0]}.process.py")
        keep(process, to_process(sop, words.parts).encode(), what="The process description")
    save_beside(output, sop)
    if as_json:
        facts = {**described(sop, output), "events": len(loaded.events), "notes": list(loaded.notes)}
        give_json({**facts, "process": str(process)} if process else facts)
        return
    for note in loaded.notes:
        say(f"note: {note}")
    give(sop.meta.title)
    give(f"{counted(len(loaded.events), 'event')} → {counted(steps_of(sop), 'step')}")
    give_questions(sop)
    give(str(output))
    if process is not None:
        give(str(process))


def _seen_from(output: Path, recording: Path) -> str:
    """The recording folder as the SOP's file variables name it."""
    import os.path

    try:
        return Path(os.path.relpath(recording.resolve(), output.resolve().parent)).as_posix()
    except ValueError:
        # On another drive there is no relative way.
        return recording.resolve().as_posix()
