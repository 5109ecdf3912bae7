"""What a command prints: results on stdout, everything for people on stderr, one clear line for an error."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NoReturn

from handrail.errors import ExitCode, HandrailError
from handrail.home import handrail_home

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def styled(text: str, style: str, stream: Any = None) -> str:
    """The text in a style where the stream is a terminal that wants colours."""
    at = stream or sys.stderr
    if not at.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def say(text: str = "") -> None:
    """A line for people."""
    print(text, file=sys.stderr, flush=True)


def give(text: str) -> None:
    """A line of the result."""
    print(text, flush=True)


def give_json(document: object) -> None:
    """The one JSON document of a command with `--json`."""
    give(json.dumps(document, ensure_ascii=False, indent=2))


def run_command(command: Callable[[], int | None], *, as_json: bool = False) -> NoReturn:
    """Run a command's body and leave with its exit code; errors become one message."""
    sys.exit(_attempt(command, as_json))


def _attempt(command: Callable[[], int | None], as_json: bool) -> int:
    try:
        return int(command() or ExitCode.DONE)
    except HandrailError as error:
        _tell(error, as_json)
        return int(error.exit_code)
    except KeyboardInterrupt:
        say("interrupted")
        return int(ExitCode.INTERRUPTED)
    except BrokenPipeError:
        # The reader of a pipe has seen enough; Python must not complain at exit, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(ExitCode.DONE)
    except Exception as error:
        _tell(_unexpected(error), as_json)
        return int(ExitCode.FAILED)


def _tell(error: HandrailError, as_json: bool) -> None:
    if as_json:
        document = {
            "error": {
                "message": error.message,
                "place": error.place,
                "mend": error.mend,
                "category": error.category.value,
                "exit_code": int(error.exit_code),
            }
        }
        give_json(document)
    say(f"{styled('error:', 'red')} {error}")


def _unexpected(error: Exception) -> HandrailError:
    """A fault of Handrail's own: the traceback goes to a file, the person gets a sentence."""
    mend = "Please report it with what you were doing."
    try:
        folder = handrail_home() / "crash"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        mend = f"The details are in {path}; please report it with them."
    except OSError:
        pass
    return HandrailError(f"Handrail failed unexpectedly ({type(error).__name__}).", mend=mend)
