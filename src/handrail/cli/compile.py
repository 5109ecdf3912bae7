"""`handrail compile`: from a recording to an SOP."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.output import give, give_json, say

if TYPE_CHECKING:
    from handrail.recording.store import Recording
    from handrail.sop.document import Sop


def compile_(
    recording: Annotated[
        Path, typer.Argument(metavar="RECORDING", help="The folder that 'handrail record' wrote.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="X.sop.json", help="Where the SOP is written.")
    ],
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The SOP's title.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Make an SOP of a recording, without a model; the same recording gives the same bytes.

    What was typed becomes variables, passwords become secrets, and every step gets the conditions that
    tell that it was done. Exit codes: 0 done, 2 bad input, 6 no space.
    """

    from handrail.compile import compile_recording
    from handrail.recording.store import load_recording
    from handrail.sop.format import save

    loaded = load_recording(recording)
    sop = compile_recording(loaded, title=title or None, recording_at=_seen_from(output, recording))
    save(output, sop)
    if as_json:
        give_json(_document(loaded, sop, output))
    else:
        _print(loaded, sop, output)


def _seen_from(output: Path, recording: Path) -> str:
    """The recording folder as the SOP's file variables name it."""
    import os.path

    try:
        return Path(os.path.relpath(recording.resolve(), output.resolve().parent)).as_posix()
    except ValueError:
        # On another drive there is no relative way.
        return recording.resolve().as_posix()


def _steps(sop: Sop) -> int:
    return sum(node.type != "end" for node in sop.walk_nodes())


def _document(loaded: Recording, sop: Sop, output: Path) -> dict[str, object]:
    return {
        "path": str(output),
        "title": sop.meta.title,
        "events": len(loaded.events),
        "steps": _steps(sop),
        "variables": {
            name: {"type": variable.type, "default": variable.default, "secret": variable.secret}
            for name, variable in sop.variables.items()
        },
        "clarifications": [
            clarification.model_dump(include={"id", "question", "node", "required"})
            for clarification in sop.clarifications
        ],
        "notes": list(loaded.notes),
    }


def _print(loaded: Recording, sop: Sop, output: Path) -> None:
    for note in loaded.notes:
        say(f"note: {note}")
    give(sop.meta.title)
    give(f"{_counted(len(loaded.events), 'event')} → {_counted(_steps(sop), 'step')}")
    if sop.variables:
        give(f"variables: {', '.join(_variable_words(sop))}")
    for clarification in sop.clarifications:
        must = " (must be answered before a run)" if clarification.required else ""
        give(f"question{must}: {clarification.question}")
    give(str(output))


def _variable_words(sop: Sop) -> list[str]:
    marks = {name: "secret" for name, variable in sop.variables.items() if variable.secret}
    marks |= {name: "output" for name, variable in sop.variables.items() if variable.output}
    return [f"{name} ({marks[name]})" if name in marks else name for name in sop.variables]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
