"""Writes the generated documents: the commands' help, the JSON Schemas, the HTTP API. `make docs` runs it."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from handrail.cli import app

DOCS = Path(__file__).parent.parent / "docs"


@cache
def generated() -> dict[str, str]:
    """File name under `docs` → what it must hold."""
    from handrail.policy.schema import policy_schema
    from handrail.privacy.configuration import config_schema
    from handrail.sop.schema import json_schema
    from scripts.openapi import document

    schema = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    policy = json.dumps(policy_schema(), indent=2, ensure_ascii=False) + "\n"
    return {
        "cli.md": _cli(),
        "sop.schema.json": schema,
        "policy.schema.json": policy,
        "privacy.schema.json": json.dumps(config_schema(), indent=2, ensure_ascii=False) + "\n",
        "openapi.json": document(),
    }


def _cli() -> str:
    parts = ["# Commands\n\nGenerated from `--help`; every command takes `--json`.\n"]
    for command in commands():
        name = " ".join(("handrail", *command))
        parts.append(f"## {name}\n\n```\n{_help(command)}\n```\n")
    return "\n".join(parts)


def commands() -> Iterator[tuple[str, ...]]:
    """Every command of `handrail`, each before those within it."""
    yield ()
    for name in app.COMMANDS:
        yield from _within((name,), app.load(name))


def _within(path: tuple[str, ...], command: Any) -> Iterator[tuple[str, ...]]:
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from _within((*path, name), inner)


def _help(command: tuple[str, ...]) -> str:
    told = io.StringIO()
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    with patch.dict(os.environ, plain), contextlib.redirect_stdout(told):
        app.run([*command, "--help"])
    return "\n".join(line.rstrip() for line in told.getvalue().strip().splitlines())


def main() -> None:
    for name, text in generated().items():
        (DOCS / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
