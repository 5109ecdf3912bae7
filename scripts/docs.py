"""Writes the generated documents: commands' help, JSON Schemas, the HTTP API, the map of the code.

`make docs` runs it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from handrail.cli import app

DOCS = Path(__file__).parent.parent / "docs"


def _sop() -> str:
    from handrail.sop.schema import json_schema

    return _json(json_schema())


def _policy() -> str:
    from handrail.policy.documents.schema import policy_schema

    return _json(policy_schema())


def _privacy() -> str:
    from handrail.privacy.configuration import config_schema

    return _json(config_schema())


def _openapi() -> str:
    from scripts.openapi import document

    return document()


def _code() -> str:
    from scripts.code_map import document

    return document()


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


_CLI_HEAD = """# Commands

Generated from `--help`; every command takes `--json`. For completion with the Tab key, put into your shell's
start-up file:

```
eval "$(_HANDRAIL_COMPLETE=source_bash handrail)"           # bash; for zsh: source_zsh
_HANDRAIL_COMPLETE=source_fish handrail | source            # fish
```
"""


def _cli() -> str:
    parts = [_CLI_HEAD]
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


GENERATED: Mapping[str, Callable[[], str]] = {
    "cli.md": _cli,
    "code.md": _code,
    "sop.schema.json": _sop,
    "policy.schema.json": _policy,
    "privacy.schema.json": _privacy,
    "openapi.json": _openapi,
}
"""File name under `docs` → what makes the text that it must hold, which takes seconds for some."""


def main() -> None:
    for name, made in GENERATED.items():
        (DOCS / name).write_text(made(), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
