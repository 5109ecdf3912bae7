"""The command line: `app` holds the table of commands, `output` what they print, each other module a group.

Commands are thin: they read options, call the package that does the work, and print. What is heavy is
imported inside their functions, so that `handrail --help` stays quick.
"""

from __future__ import annotations


def main() -> None:
    """Entry point of the `handrail` command; ends the process with one of the documented exit codes."""
    import sys

    from handrail.cli.app import run

    sys.exit(run(sys.argv[1:]))
