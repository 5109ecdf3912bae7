"""From another tool's file to an SOP and the report of what became of every field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from handrail.compile.importers.devtools.flow import read_flow
from handrail.compile.importers.drafting import Drafting, Level, clipped
from handrail.compile.importers.recognising import NAMES, Format, recognise, version_of
from handrail.compile.importers.report import ImportReport
from handrail.compile.importers.runops import files as runops
from handrail.compile.importers.selenium_ide.project import read_project
from handrail.compile.importers.source import Ledger, Source, read_json
from handrail.compile.importers.workflow_use.workflow import read_workflow
from handrail.compile.reading.addresses import slug
from handrail.errors import SourceError
from handrail.sop.document import Meta, Sop
from handrail.sop.node import Task
from handrail.sop.validate import problems

_UNCHECKED: Final = (
    "No locator was checked on a page: the file says how its tool found the elements, and the first run "
    "shows whether each finds one alone."
)
_EFFECTS: Final = (
    "Effects were told by the names of buttons alone; where a name says nothing, a step counts as one that "
    "must not be done twice."
)


@dataclass(frozen=True)
class Imported:
    """What became of a file."""

    format: Format
    sop: Sop
    report: ImportReport


@dataclass(frozen=True)
class Wish:
    """What the caller says besides the file."""

    title: str | None = None
    test: str | None = None
    """Of a file with several procedures: the one that is wanted."""


Reader = Callable[[Source, Drafting, Wish], tuple[Level, Meta]]


def import_file(content: bytes, file: str, wish: Wish | None = None) -> Imported:
    """The SOP of another tool's file; `file` names it in errors.

    The SOP holds together, apart from questions that block a run until they are answered. Raises SourceError
    for a file that is broken, of another version or of no known tool.
    """
    try:
        return _imported(content, file, wish or Wish())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SourceError(
            f"No valid SOP can be made from it: {place}: {first['msg']}.",
            place=file,
            mend="Correct it in its own tool.",
        ) from None


def _imported(content: bytes, file: str, wish: Wish) -> Imported:
    ledger = Ledger()
    document = Source(read_json(content, file), (), ledger, file)
    format = recognise(document)
    drafting = Drafting()
    level, meta = _READERS[format](document, drafting, wish)
    if not level.nodes:
        raise SourceError(
            "There is no step in it.", place=file, mend="Record the work in its tool, and export it again."
        )
    ledger.hide_values(drafting.hidden)
    sop = _without_secrets(drafting.document(level, meta), ledger)
    _check(sop, file)
    version = version_of(document, format)
    return Imported(
        format=format,
        sop=sop,
        report=ImportReport(
            format=f"{NAMES[format]} {version}".strip(),
            notes=(*_notes(sop), *drafting.notes),
            fields=tuple(ledger.lines(document.value)),
        ),
    )


def _without_secrets(sop: Sop, ledger: Ledger) -> Sop:
    """Texts that tell people what the file said do not tell the secrets in it."""
    document = sop.model_dump(by_alias=True)
    nodes = [document["nodes"]]
    for level in nodes:
        for node in level:
            nodes += [node["children"]] if "children" in node else []
            for field in ("label", "intent", "context", "request"):
                if field in node:
                    node[field] = ledger.masked(node[field])
    for question in document["clarifications"]:
        question["question"] = ledger.masked(question["question"])
    return Sop.model_validate(document)


def _check(sop: Sop, file: str) -> None:
    """What is made of a file holds together, whatever the file says."""
    errors = [problem for problem in problems(sop) if problem.severity == "error"]
    if errors:
        raise SourceError(
            f"No valid SOP can be made from it: {errors[0]}", place=file, mend="Correct it in its own tool."
        )


def _notes(sop: Sop) -> list[str]:
    tasks = [node for node in sop.walk_nodes() if isinstance(node, Task)]
    notes = []
    if any(task.target is not None for task in tasks):
        notes.append(_UNCHECKED)
    if any(task.effect == "once" for task in tasks):
        notes.append(_EFFECTS)
    unverified = [task.id for task in tasks if not task.done_when]
    if unverified:
        steps = "1 step has" if len(unverified) == 1 else f"{len(unverified)} steps have"
        notes.append(
            f"{steps} no completion criterion, because the file says nothing of what comes of it "
            f"({', '.join(unverified[:8])}{', …' if len(unverified) > 8 else ''}): a run ends as "
            "'done, unverified'."
        )
    return notes


def meta_for(title: str, **more: object) -> Meta:
    """The head of an SOP with this title."""
    return Meta.model_validate({"id": slug(title)[:80].strip("-") or "procedure", "title": title, **more})


def _devtools(flow: Source, drafting: Drafting, wish: Wish) -> tuple[Level, Meta]:
    title = wish.title or flow["title"].text() or "Recorded flow"
    flow["title"].kept("meta.title")
    return read_flow(flow, drafting), meta_for(title)


def _selenium(project: Source, drafting: Drafting, wish: Wish) -> tuple[Level, Meta]:
    level = read_project(project, drafting, wish.test)
    tests = project["tests"].entries()
    only = wish.test or (tests[0]["name"].text() if len(tests) == 1 else "")
    title = wish.title or only or project["name"].text() or "Selenium IDE project"
    project["name"].mapped("the title, where there are several tests")
    for test in tests:
        test["name"].mapped_else("the title")
    return level, meta_for(title)


def _workflow_use(workflow: Source, drafting: Drafting, wish: Wish) -> tuple[Level, Meta]:
    level = read_workflow(workflow, drafting)
    title = wish.title or clipped(workflow["name"].text()) or "Workflow"
    workflow["name"].mapped("meta.title")
    workflow["description"].mapped("meta.goal")
    workflow["version"].kept("meta.version")
    goal = " ".join(workflow["description"].text().split())
    return level, meta_for(title, goal=goal, version=workflow["version"].text() or "1")


def _runops_sop(document: Source, drafting: Drafting, wish: Wish) -> tuple[Level, Meta]:
    level = runops.read_sop(document, drafting)
    return level, meta_for(wish.title or runops.title_of(document), **runops.head_of(document))


def _runops_workflow(document: Source, drafting: Drafting, wish: Wish) -> tuple[Level, Meta]:
    level = runops.read_workflow(document, drafting)
    return level, meta_for(wish.title or runops.title_of(document), **runops.head_of(document))


_READERS: Final[dict[Format, Reader]] = {
    "runops-sop": _runops_sop,
    "runops-workflow": _runops_workflow,
    "devtools": _devtools,
    "selenium": _selenium,
    "workflow-use": _workflow_use,
}
