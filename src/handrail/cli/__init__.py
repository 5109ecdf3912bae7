"""The command line: one module a group of commands, each thin."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `handrail` command."""
    from handrail.cli.app import app

    app()
