"""The table of commands, and the way from the arguments to an exit code.

A command is a function whose parameters Typer reads, or a Typer app where it has commands of its own; its
module is imported when it is called, not before. It returns its exit code, or nothing for 0, and raises a
HandrailError for what a person should know: what is printed then is decided here and in `output`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from handrail import __version__
from handrail.cli import output
from handrail.errors import ExitCode, UsageError


class Entry(NamedTuple):
    """Where a command is, as `module:attribute`, and what the list of commands says of it."""

    place: str
    help: str


COMMANDS: Final = {
    "demo": Entry("handrail.cli.demo:demo", "The main job, end to end, on bundled practice apps."),
    "record": Entry("handrail.cli.record:record", "Record what you do in a browser."),
    "compile": Entry("handrail.cli.compile:compile_", "Turn a recording or another tool's file into an SOP."),
    "show": Entry("handrail.cli.sop:show", "Print an SOP as numbered sentences."),
    "check": Entry("handrail.cli.sop:check", "Check an SOP: errors, doubts, and what blocks a run."),
    "diff": Entry("handrail.cli.sop:diff", "Compare two SOPs."),
    "schema": Entry("handrail.cli.sop:schema", "Print the JSON Schema of SOP files."),
    "run": Entry("handrail.cli.run:run", "Run an SOP, once or for each row of a table."),
    "export": Entry(
        "handrail.cli.export:export", "Export to a Playwright script, or to a procedure for people."
    ),
    "policy": Entry("handrail.cli.policy:app", "See what a policy asks and refuses, and why."),
    "models": Entry("handrail.cli.models:app", "See how well a model decides, before you choose it."),
    "secret": Entry("handrail.cli.secret:app", "Keep secrets, and say where they may be used."),
    "signin": Entry("handrail.cli.signin:app", "See, share and remove saved sign-in states."),
    "privacy": Entry("handrail.cli.privacy:app", "See, scrub and forget personal data."),
    "amend": Entry("handrail.cli.amend:app", "Accept or reject what runs learned."),
    "audit": Entry("handrail.cli.audit:app", "Prove, sign, export, hold and erase what was journaled."),
    "alerts": Entry("handrail.cli.alerts:app", "Send alerts about what the journal shows, by rules."),
    "doctor": Entry("handrail.cli.doctor:doctor", "Check this machine, and say how to fix what is missing."),
    "backup": Entry("handrail.cli.keeping:backup", "Write the whole home into one file."),
    "restore": Entry("handrail.cli.keeping:restore", "Fill an empty home from a backup."),
    "session": Entry("handrail.cli.session:app", "Start, see, steer, report and verify sessions."),
    "approvals": Entry("handrail.cli.approvals:app", "See and answer what waits for people."),
    "template": Entry("handrail.cli.template:app", "Save SOPs with presets by name, and start them."),
    "worker": Entry("handrail.cli.worker:worker", "Run queued sessions in the background."),
    "serve": Entry("handrail.cli.serve:serve", "The web console, the HTTP API, the scheduler, and a worker."),
    "token": Entry("handrail.cli.token:app", "Who may use the HTTP API."),
}
"""Every command, in the order of the help; a new command is a line here and a function in a module."""


def load(name: str) -> Any:
    """The command itself, from its module."""
    module, attribute = COMMANDS[name].place.split(":")
    found = getattr(import_module(module), attribute)
    # A group around it gives it its name, and the plain look of the rest.
    around = _typer()
    around.callback()(lambda: None)
    if isinstance(found, typer.Typer):
        around.add_typer(found, name=name, no_args_is_help=False)
    else:
        around.command(name)(found)
    group: Any = get_command(around)
    return group.commands[name]


class _LazyGroup(TyperGroup):
    """Lists commands from the table, and imports the one that is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=entry.help, rich_markup_mode=None)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else command, rest


def _typer(**settings: Any) -> typer.Typer:
    # Rich would draw boxes around the help, for four times the start of the whole command.
    return typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, **settings
    )


app: Final = _typer(
    cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)


def _print_version(wanted: bool) -> None:
    if wanted:
        output.give(f"handrail {__version__}")
        raise typer.Exit


@app.callback()
def _handrail(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Show a piece of work once; Handrail does it again, safely, and proves it."""


_COMPLETION: Final = "_HANDRAIL_COMPLETE"


def _complete(asked: str) -> int:
    """Print the shell's script (`source_bash`), or what may come next in a line (`complete_bash`)."""
    from typer import completion

    completion.completion_init()  # type: ignore[attr-defined]
    return completion.shell_complete(get_command(app), {}, "handrail", _COMPLETION, asked)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. Errors are printed; no exception comes out."""
    if asked := os.environ.get(_COMPLETION):
        return _complete(asked)
    as_json = "--json" in arguments
    arguments = arguments or ["--help"]
    output.prepare(as_json=as_json)
    return output.tell_errors(lambda: _invoke(arguments), as_json=as_json)


def _invoke(arguments: Sequence[str]) -> int:
    command: Any = get_command(app)
    try:
        with command.make_context("handrail", list(arguments)) as context:
            code = command.invoke(context)
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except typer.TyperException as fault:
        raise _usage_error(fault) from fault
    return code if isinstance(code, int) else ExitCode.DONE


def _usage_error(fault: typer.TyperException) -> UsageError:
    context = getattr(fault, "ctx", None)
    command = context.command_path if context is not None else "handrail"
    # A sentence of the library that checks values begins with what kind of mistake of a program it is.
    message = fault.format_message().replace(": Value error, ", ": ")
    if command.startswith("handrail secret ") and "extra argument" in message:
        # It may be the secret itself.
        message = "A value is not given as an argument: you are asked for it, or --stdin reads it."
    if not message.endswith((".", "?")):
        message += "."
    return UsageError(message, mend=f"`{command} --help` shows how to use it.")
