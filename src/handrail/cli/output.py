"""What a command prints: results on stdout, everything for people on stderr, one clear message for an error.

With `--json` stdout gets one JSON document and nothing else, and an error is a document as well.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from handrail._printable import printable
from handrail.errors import Category, EnvironmentLack, ExitCode, HandrailError, SopError, UsageError
from handrail.home import handrail_home

_REFUSED: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG, errno.ELOOP)
_GONE: Final = (errno.EPIPE, errno.EIO)
"""Whoever has read a stream does so no more; elsewhere, as on a full disk, the next line may go well."""
_LONG_NAME: Final = 200
_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def prepare(*, as_json: bool) -> None:
    """Make the streams able to print any text, on terminals and systems that do not speak UTF-8 as well."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8" if as_json and stream is sys.stdout else None, errors="backslashreplace"
            )


def styled(text: str, style: str, stream: IO[str] | None = None) -> str:
    """The text in a style, where the stream (stderr by default) is a terminal that wants colours."""
    at = stream or sys.stderr
    if at is None or not at.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def say(text: str = "") -> None:
    """A line for people. Where it cannot be written any more (a terminal that was closed, a pipe without a
    reader, a full disk), the work goes on without it."""
    # Without a stderr, `print` would take stdout.
    if sys.stderr is not None:
        try:
            print(printable(text), file=sys.stderr, flush=True)
        except OSError as error:
            if error.errno in _GONE:
                _let_go(sys.stderr)


def counted(number: int, noun: str, many: str = "") -> str:
    """A number with its noun; `many` is the plural of one that does not take an s."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def give(text: str) -> None:
    """A line of the result; not with `--json`."""
    _print(printable(text) if sys.stdout is not None and sys.stdout.isatty() else text)


def give_json(document: object) -> None:
    """The one JSON document of a command with `--json`."""
    _print(json.dumps(document, ensure_ascii=False, indent=2))


class _Unwritable(EnvironmentLack):
    """The result cannot go where the command's output leads."""


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        _let_go(sys.stdout)
        raise _Unwritable(
            f"The result cannot be written: {error.strerror}.",
            mend="Make room where it is sent to, or send it elsewhere.",
        ) from error


def _let_go(stream: IO[str]) -> None:
    """Nothing more goes there: Python would complain at its exit about what is still to be written."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell_errors(command: Callable[[], int], *, as_json: bool) -> int:
    """The command's exit code, or the one of the error that it raised, which is then printed."""
    try:
        try:
            return int(command())
        except HandrailError as error:
            return _tell(error, as_json=as_json)
        except KeyboardInterrupt:
            return _tell(_Interrupted("Interrupted."), as_json=as_json)
        except BrokenPipeError:
            raise
        except Exception as error:
            return _tell(_refused_by_system(error) or _unexpected(error), as_json=as_json)
    except BrokenPipeError:
        # The reader of the pipe has seen enough.
        _let_go(sys.stdout)
        return ExitCode.FAILED
    finally:
        _leave(sys.stderr)


def _leave(stream: IO[str] | None) -> None:
    """What was said and could not be written does not change how the command ended."""
    if stream is not None:
        try:
            stream.flush()
        except OSError:
            _let_go(stream)


class _Interrupted(HandrailError):
    category = Category.PERSON
    exit_code = ExitCode.INTERRUPTED


def _tell(error: HandrailError, *, as_json: bool) -> ExitCode:
    if as_json:
        with contextlib.suppress(_Unwritable):
            give_json({"error": error_document(error)})
    say(f"{styled('error:', 'red')} {error}")
    return error.exit_code


def error_document(error: HandrailError) -> dict[str, object]:
    """An error as data: the same facts that its message tells."""
    problems = error.problems if isinstance(error, SopError) else ()
    return {
        "message": error.message,
        "place": error.place,
        "mend": error.mend,
        "category": error.category.value,
        "exit_code": int(error.exit_code),
        **({"problems": [asdict(problem) for problem in problems]} if problems else {}),
    }


def _refused_by_system(error: Exception) -> HandrailError | None:
    """What is wrong with a file that the system does not let this user see or name; None of other faults."""
    if not isinstance(error, OSError) or error.errno not in _REFUSED or not isinstance(error.filename, str):
        return None
    name = error.filename if len(error.filename) < _LONG_NAME else f"{error.filename[:_LONG_NAME]}…"
    said = f"'{name}' cannot be used: {error.strerror}."
    if Path(error.filename).is_relative_to(handrail_home()):
        return EnvironmentLack(
            said, mend="Let this user read and write Handrail's home, or name another one."
        )
    return UsageError(said, mend="Name a file or folder that this user may use.")


def _unexpected(error: Exception) -> HandrailError:
    """A fault of Handrail's own: the traceback goes to a file, the person gets a sentence."""
    # Only here: no command should have to load it.
    from handrail.secrets.kept_out import without

    summary = " ".join(without(f"{type(error).__name__}: {error}").split())[:200]
    details = _write_crash(without("".join(traceback.format_exception(error))))
    where = f"details in {details}" if details else "and the details could not be written down"
    return HandrailError(f"handrail failed unexpectedly: {summary}; {where}.", mend="Please report it.")


def _write_crash(text: str) -> Path | None:
    name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in (handrail_home() / "crash", Path(tempfile.gettempdir()) / "handrail-crash"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            place = folder / name
            # It may hold values of the run, secrets aside: for its owner alone.
            place.touch(mode=0o600)
            place.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return place
    return None
