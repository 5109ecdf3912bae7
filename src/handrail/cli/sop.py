"""`handrail show`, `check` and `schema`: what an SOP says, whether it holds together, what files may hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.options import AsJson, SopFile
from handrail.cli.output import give, give_json, styled
from handrail.errors import ExitCode

if TYPE_CHECKING:
    from handrail.errors import Problem


def show(
    sop: SopFile,
    table: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.csv", help="Write the table that 'run --data' takes, with the recorded row."
        ),
    ] = None,
    ids: Annotated[
        bool, typer.Option("--ids", help="With each step's id, which other commands ask for.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print an SOP as numbered plain sentences: its inputs, its domains, its open questions, its steps."""
    from handrail.sop.format import load
    from handrail.sop.outline import outline, render_text

    document = load(sop)
    if table is not None:
        from handrail.named_file import place_of_result
        from handrail.sessions.given.rows import begin_table

        place_of_result(table, apart_from=[sop])
        begin_table(table, document)
    words = outline(document)
    if as_json:
        give_json(words.model_dump(mode="json"))
    else:
        give(render_text(words, ids=ids).rstrip("\n"))


def check(sop: SopFile, as_json: AsJson = False) -> int:
    """Say what is wrong with an SOP, what is doubtful, and what blocks a run.

    Exit codes: 0 no error, 2 an error. An SOP without errors may still hold what this
    version cannot run, or an open question; that is said, and refused by `run`. Effects that nothing can undo
    are told as well, and change no exit code.
    """
    from handrail.sop.format import load
    from handrail.sop.readiness import blocking
    from handrail.sop.undoing import cannot_be_undone
    from handrail.sop.validate import problems

    document = load(sop)
    found, blocked, lasting = problems(document), blocking(document), cannot_be_undone(document)
    errors = [problem for problem in found if problem.severity == "error"]
    warnings = [problem for problem in found if problem.severity == "warning"]
    ready = not errors and not blocked
    if as_json:
        give_json(
            {
                "file": str(sop),
                "ready": ready,
                "errors": [asdict(problem) for problem in errors],
                "warnings": [asdict(problem) for problem in warnings],
                "blocking": [asdict(problem) for problem in blocked],
                "cannot_be_undone": [asdict(problem) for problem in lasting],
            }
        )
    else:
        _print_groups(sop, errors, warnings, blocked, lasting)
    return ExitCode.BAD_INPUT if errors else ExitCode.DONE


def _print_groups(
    sop: Path,
    errors: Sequence[Problem],
    warnings: Sequence[Problem],
    blocked: Sequence[Problem],
    lasting: Sequence[Problem],
) -> None:
    import sys

    for heading, style, group in (
        ("error", "red", errors),
        ("warning", "yellow", warnings),
        ("blocks a run", "cyan", blocked),
        ("cannot be undone", "dim", lasting),
    ):
        for problem in group:
            give(f"{styled(f'{heading}:', style, sys.stdout)} {problem}")
    counts = [_count(errors, "error"), _count(warnings, "warning")]
    if errors:
        verdict = styled("not valid", "red", sys.stdout)
    elif blocked:
        verdict = styled("valid, and not ready to run", "yellow", sys.stdout)
    else:
        verdict = styled("ready to run", "green", sys.stdout)
    give(f"{sop}: {verdict} ({', '.join(counts)})")


def _count(problems: Sequence[Problem], word: str) -> str:
    return f"{len(problems)} {word}{'' if len(problems) == 1 else 's'}"


def schema(as_json: AsJson = False) -> None:
    """Print the JSON Schema (draft 2020-12) of SOP files, for editors and other programs."""
    from handrail.sop.schema import json_schema

    # It is JSON with and without the option, which is there because every command has it.
    give_json(json_schema())


def diff(
    old: Annotated[Path, typer.Argument(metavar="A.sop.json", help="The one SOP file, usually the older.")],
    new: Annotated[Path, typer.Argument(metavar="B.sop.json", help="The other one.")],
    as_json: AsJson = False,
) -> None:
    """Say what is different between two SOPs: steps, targets, criteria, variables, connections.

    Exit 0 whether or not there is a difference (without one it says "no difference"), 2 for bad input.
    """
    from handrail.sop.diff import differences, render
    from handrail.sop.format import load

    one, other = load(old), load(new)
    found = differences(one, other)
    if as_json:
        sides = {
            name: {"file": str(path), "id": sop.meta.id, "version": sop.meta.version}
            for name, path, sop in (("old", old, one), ("new", new, other))
        }
        told = [difference.model_dump(mode="json") for difference in found]
        give_json({**sides, "same": not found, "differences": told})
    else:
        give(render(found).rstrip("\n"))
