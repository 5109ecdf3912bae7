"""What `handrail compile` says of the SOP that it made, of whatever it was made."""

from __future__ import annotations

from pathlib import Path

from handrail.cli.output import give, say
from handrail.named_file import write_keeping
from handrail.sop.document import Sop
from handrail.sop.format import sop_bytes


def save_beside(output: Path, sop: Sop) -> None:
    """Write the SOP; what somebody made of the file that was there stays beside it, and where is said."""
    keep(output, sop_bytes(sop), what="The SOP")


def keep(output: Path, content: bytes, *, what: str) -> None:
    """Write the file as `save_beside` does."""
    if (old := write_keeping(output, content, what=what)) is not None:
        say(f"note: '{output}' had other content, which is now in '{output.with_name(old.name)}'.")


def steps_of(sop: Sop) -> int:
    """How many steps there are, the ends aside."""
    return sum(node.type != "end" for node in sop.walk_nodes())


def described(sop: Sop, output: Path) -> dict[str, object]:
    """What was made, as data."""
    return {
        "path": str(output),
        "title": sop.meta.title,
        "steps": steps_of(sop),
        "variables": {
            name: {"type": variable.type, "default": variable.default, "secret": variable.secret}
            for name, variable in sop.variables.items()
        },
        "clarifications": [
            clarification.model_dump(include={"id", "question", "node", "required"})
            for clarification in sop.clarifications
        ],
    }


def give_questions(sop: Sop) -> None:
    """The variables and the open questions, for people."""
    if sop.variables:
        give(f"variables: {', '.join(_variable_words(sop))}")
    for clarification in sop.clarifications:
        must = " (must be answered before a run)" if clarification.required else ""
        step = f" at '{clarification.node}'" if clarification.node else ""
        give(f"question{step}{must}: {clarification.question}")


def _variable_words(sop: Sop) -> list[str]:
    marks = {name: "secret" for name, variable in sop.variables.items() if variable.secret}
    marks |= {name: "output" for name, variable in sop.variables.items() if variable.output}
    return [f"{name} ({marks[name]})" if name in marks else name for name in sop.variables]
