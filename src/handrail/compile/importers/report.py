"""The import report: what became of every field of another tool's file."""

from __future__ import annotations

from typing import Final, Literal

from handrail._model import Model
from handrail.sop.document import Clarification

Fate = Literal["kept", "mapped", "left"]

_HEADINGS: Final[dict[Fate, tuple[str, str]]] = {
    "left": ("Left out", "Why"),
    "mapped": ("Mapped", "What it became"),
    "kept": ("Kept as it is", "Where"),
}


class FieldLine(Model):
    """One field of the file."""

    field: str
    """Its place: `steps[2].url`."""
    value: str
    """The beginning of what stood there; a secret's value never."""
    fate: Fate
    words: str
    """Where it was kept, what it became, or why it was left out."""


class ImportReport(Model):
    """What an import made of a file, field by field."""

    format: str
    """The format, in words, with its version where the file tells one."""
    notes: tuple[str, ...] = ()
    """What holds for the whole: what was not checked, and what was taken for granted."""
    fields: tuple[FieldLine, ...] = ()

    def count(self, fate: Fate) -> int:
        """How many fields had this fate."""
        return sum(line.fate == fate for line in self.fields)


def summary(report: ImportReport) -> str:
    """The report in a line."""
    counts = ", ".join(f"{report.count(fate)} {fate}" for fate in ("kept", "mapped", "left"))
    return f"{report.format}: {len(report.fields)} fields: {counts}"


def markdown(report: ImportReport, questions: tuple[Clarification, ...], source: str) -> str:
    """The whole report for people: what is open first, then what was left out, and then the rest."""
    parts = [f"# Import of {_cell(source)}\n\n{summary(report)}.\n"]
    if report.notes:
        parts.append("\n".join(f"- {note}" for note in report.notes) + "\n")
    if questions:
        rows = "\n".join(
            f"| {_cell(q.node or '')} | {'yes' if q.required else 'no'} | {_cell(q.question)} |"
            for q in questions
        )
        parts.append(f"## Questions\n\n| Step | Blocks a run | Question |\n|---|---|---|\n{rows}\n")
    for fate, (heading, column) in _HEADINGS.items():
        lines = [line for line in report.fields if line.fate == fate]
        if lines:
            rows = "\n".join(
                f"| `{line.field}` | {_cell(line.value)} | {_cell(line.words)} |" for line in lines
            )
            parts.append(f"## {heading}\n\n| Field | Value | {column} |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)


def _cell(text: str) -> str:
    """A text that cannot break out of a table's cell, and is not read as HTML."""
    plain = " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("`", "\\`")
    return plain.replace("<", "&lt;")
