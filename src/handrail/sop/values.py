"""The values of variables: JSON values, from the texts of people, tables and pages, and as texts again.

A date is ISO 8601 text, a file its path; a number, a truth, a list and a record are what JSON has for them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from datetime import date
from typing import Final

from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.sop.dates import read_date, read_date_as
from handrail.sop.document import VariableType
from handrail.sop.numbers import given_number, number_text, read_number

Record = Mapping[str, JsonValue]

RUN: Final = "run"
"""The variable that every session has by itself; `run_record` is its value."""

_TRUTHS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def run_record(session: str, now: str) -> dict[str, JsonValue]:
    """What `{{ run.… }}` gives in a session that began at `now`: local time, ISO 8601 with its zone.

    It is the same for the whole life of the session, and when another process takes it up again.
    """
    return {"id": session, "now": now, "today": now[:10]}


def text_of(value: JsonValue) -> str:
    """The text that stands for a value where it is typed, shown or compared; lists and records as JSON."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
        case _:
            return json.dumps(value, ensure_ascii=False)


def parse_value(wanted: VariableType, text: str) -> JsonValue:
    """The value of a text that a person or a table gives to a variable of this type.

    Raises VariableError where it does not fit; `misfit` says the same without raising.
    """
    bare = text.strip()
    match wanted:
        case "text" | "file":
            return text
        case "number" if (number := given_number(bare)) is not None:
            return number
        case "boolean" if bare.lower() in _TRUTHS:
            return _TRUTHS[bare.lower()]
        case "date" if (day := _iso_day(bare)) is not None:
            return day
        case "list" if (entries := _entries(bare)) is not None:
            return entries
        case "record" if isinstance(found := _json(bare), dict):
            return found
    raise VariableError(f"It should be {_WANTED[wanted]}, but is '{text}'.")


def read_value(wanted: VariableType, text: str, form: str | None = None) -> JsonValue:
    """The value of a text that was seen on a page: dates and numbers in the forms that people write.

    `form` is the decimal mark of a number, or the form of a date, as the filters take it. Raises
    VariableError where it is none, or may be one of two; an empty text is no value of another type.
    """
    match wanted:
        case "number":
            return read_number(text, form)
        case "date":
            moment = read_date(text) if form is None else read_date_as(text, form)
            return moment.isoformat()
        case _:
            return parse_value(wanted, text)


def misfit(wanted: VariableType, text: str) -> str | None:
    """What the text should be and is not, as "a number"; none where it fits.

    Holds for given values, defaults and examples alike. Texts and files take any text.
    """
    try:
        parse_value(wanted, text)
    except VariableError:
        return _WANTED[wanted]
    return None


_WANTED: Final[dict[VariableType, str]] = {
    "text": "a text",
    "file": "a path",
    "number": "a number",
    "date": "a date such as 2026-03-31",
    "boolean": "true or false",
    "list": 'a list such as ["a", "b"], or its entries with commas between them',
    "record": 'a record such as {"name": "Ada"}',
}


def _iso_day(text: str) -> str | None:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _entries(text: str) -> list[JsonValue] | None:
    """A JSON array, or one entry a line, or on one line with commas between them."""
    if text.startswith("["):
        found = _json(text)
        return found if isinstance(found, list) else None
    if "\n" in text:
        return [line.strip() for line in text.splitlines() if line.strip()]
    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error:
        return None
    return [entry.strip() for row in rows for entry in row if entry.strip()]


def _json(text: str) -> JsonValue:
    try:
        found: JsonValue = json.loads(text, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return None
    return found


def _no_json(name: str) -> None:
    raise ValueError(f"{name} is Python's, not JSON's")
