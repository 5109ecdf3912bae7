"""Writes the generated documents: the commands' help and the JSON Schemas. `make docs` runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
COMMANDS = (
    (),
    ("record",),
    ("compile",),
    ("show",),
    ("check",),
    ("schema",),
    ("diff",),
    ("run",),
    ("export",),
    ("policy",),
    ("policy", "check"),
    ("policy", "explain"),
    ("policy", "schema"),
    ("policy", "rules"),
    ("policy", "rules", "list"),
    ("policy", "rules", "revoke"),
    ("models",),
    ("models", "score"),
    ("secret",),
    ("secret", "set"),
    ("secret", "list"),
    ("secret", "remove"),
    ("amend",),
    ("amend", "list"),
    ("amend", "show"),
    ("amend", "accept"),
    ("amend", "reject"),
    ("session",),
    ("session", "list"),
    ("session", "status"),
    ("session", "report"),
    ("session", "verify"),
    ("session", "start"),
    ("session", "resume"),
    ("session", "pause"),
    ("session", "stop"),
    ("session", "answer"),
    ("session", "hand-off"),
    ("session", "undo"),
    ("template",),
    ("template", "save"),
    ("template", "list"),
    ("template", "start"),
    ("template", "remove"),
    ("worker",),
    ("serve",),
    ("token",),
    ("token", "add"),
    ("token", "list"),
    ("token", "remove"),
    ("demo",),
)


def generated() -> dict[str, str]:
    """File name under `docs` → what it must hold."""
    from handrail.policy.schema import policy_schema
    from handrail.sop.schema import json_schema

    schema = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    policy = json.dumps(policy_schema(), indent=2, ensure_ascii=False) + "\n"
    return {"cli.md": _cli(), "sop.schema.json": schema, "policy.schema.json": policy}


def _cli() -> str:
    parts = ["# Commands\n\nGenerated from `--help`; every command takes `--json`.\n"]
    for command in COMMANDS:
        name = " ".join(("handrail", *command))
        parts.append(f"## {name}\n\n```\n{_help(command)}\n```\n")
    return "\n".join(parts)


def _help(command: tuple[str, ...]) -> str:
    program = Path(sys.executable).with_name("handrail")
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(
        [program, *command, "--help"], capture_output=True, text=True, check=True, env=environment
    )
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def main() -> None:
    for name, text in generated().items():
        (DOCS / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
