"""What happens beside the page, in plain words: requests, and what a second channel reads back."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.sop import condition as c
from handrail.sop.action import Request
from handrail.sop.wording import listed, quoted, value_words


def request_words(action: Request) -> str:
    """A request as a sentence without its full stop."""
    words = f"Send {action.method} {action.url}"
    if action.form:
        words += f" with {_fields(action.form)}"
    if action.into:
        kept = (f"{_place(path)} in {{{{ {name} }}}}" for name, path in action.into.items())
        words += f", and keep {listed(kept)}"
    return words


def channel_words(condition: c.ChannelCondition) -> str:
    """A condition that a second channel answers, as a clause."""
    match condition:
        case c.HttpReads():
            return f"{condition.url} answers {listed(_http(condition))}"
        case c.SqlReads():
            return (
                f"the database {quoted(condition.database)} gives {listed(_sql(condition))}{_by(condition)}"
            )
        case c.MailReads():
            said = listed(_mail(condition))
            return f"a mail {said} has come to {quoted(condition.mailbox)}"
        case c.FileIs():
            held = listed(_file(condition))
            return f"the file {quoted(condition.name)} is there" + (f" and has {held}" if held else "")


def _http(condition: c.HttpReads) -> Iterator[str]:
    said = condition.fields or condition.contains is not None
    if condition.status is not None or not said:
        yield f"with status {condition.status}" if condition.status else "without an error"
    if condition.fields:
        yield f"with {_fields(condition.fields)}"
    if condition.contains is not None:
        yield f"with {value_words(condition.contains)} in it"


def _sql(condition: c.SqlReads) -> Iterator[str]:
    if condition.count is not None:
        yield "no row" if condition.count == 0 else f"{condition.count} row{'s' * (condition.count != 1)}"
    elif condition.row:
        yield "one row"
    if condition.equals is not None:
        yield value_words(condition.equals)
    if condition.row:
        yield f"in it {_fields(condition.row)}"


def _by(condition: c.SqlReads) -> str:
    return f" for {_fields(condition.parameters)}" if condition.parameters else ""


def _mail(condition: c.MailReads) -> Iterator[str]:
    if condition.sender is not None:
        yield f"from {value_words(condition.sender)}"
    if condition.subject is not None:
        yield f"about {value_words(condition.subject)}"
    if condition.contains is not None:
        yield f"with {value_words(condition.contains)} in it"


def _file(condition: c.FileIs) -> Iterator[str]:
    if condition.rows is not None:
        yield f"{condition.rows} row{'s' * (condition.rows != 1)}"
    if condition.at_least_bytes is not None:
        yield f"at least {condition.at_least_bytes} bytes"
    if condition.contains is not None:
        yield f"{value_words(condition.contains)} in it"
    if condition.matches is not None:
        yield f"what matches the pattern {quoted(condition.matches)}"


def _fields(values: dict[str, str]) -> str:
    return listed(f"{_place(name)} {value_words(value)}" for name, value in values.items())


def _place(path: str) -> str:
    if path == "":
        return "the whole answer"
    if path.endswith("#"):
        of = path[:-1].rstrip(".")
        return f"the number of {of or 'entries'}"
    return path
