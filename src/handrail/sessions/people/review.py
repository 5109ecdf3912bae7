"""Batch review: open questions as a table, and the answers that somebody filled into it."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from handrail.approvals.notice import needs_of
from handrail.errors import DataError, HandrailError, UsageError
from handrail.named_file import read_named, write_named
from handrail.sessions.people.answering import answer, find_question, reply_of
from handrail.sessions.people.pending import Pending
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User

COLUMNS: Final = (
    "request", "asked", "session", "procedure", "step", "question", "on", "element", "values", "why",
    "effect", "risk", "categories", "options", "needs", "allowed_by", "until", "answers", "answer", "value",
    "reason",
)  # fmt: skip
"""The last three are for whoever answers."""


class Taken(NamedTuple):
    """What came of one line."""

    line: int
    request: str
    answer: str
    error: str
    """Why it was refused; empty where it was taken."""


def write_questions(path: Path, questions: Iterable[Pending]) -> None:
    """Write them as CSV, or as JSON Lines for a file of that name. Raises UsageError, StoreError."""
    kind = _kind(path)
    file = io.StringIO(newline="")
    if kind == ".csv":
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows({name: no_formula(text) for name, text in _row(one).items()} for one in questions)
    else:
        file.writelines(json.dumps(_row(one), ensure_ascii=False) + "\n" for one in questions)
    write_named(path, file.getvalue(), what="The table")


def take_answers(service: Service, user: User, path: Path) -> tuple[Taken, ...]:
    """Answer what is filled in. Each line stands for itself: one that is refused stops no other.

    Raises DataError for a file that is no such table.
    """
    taken: list[Taken] = []
    for line, row in _rows(path):
        verb = (row.get("answer") or "").strip()
        if not verb:
            continue
        request = (row.get("request") or "").strip()
        try:
            one = find_question(service, user, request)
            if one.asked.secret:
                raise UsageError("A secret cannot be answered by a file.")
            reply = reply_of(verb, row.get("value") or "", row.get("reason") or "")
            answer(service, one.session, user, reply, one.request, via="file")
        except HandrailError as error:
            taken.append(Taken(line, request, verb, str(error)))
        else:
            taken.append(Taken(line, request, verb, ""))
    return tuple(taken)


def _row(one: Pending) -> dict[str, str]:
    asked = one.asked
    return {
        "request": one.request,
        "asked": one.at,
        "session": one.session,
        "procedure": one.title,
        "step": one.label,
        "question": asked.question,
        "on": asked.where,
        "element": asked.element,
        "values": "; ".join(asked.values),
        "why": asked.why,
        "effect": asked.effect,
        "risk": asked.risk,
        "categories": "; ".join(asked.categories),
        "options": "; ".join(f"{option.number}: {option.words}" for option in asked.options),
        "needs": needs_of(asked),
        "allowed_by": "; ".join(one.allowed_by),
        "until": asked.deadline or "",
        "answers": "; ".join(asked.choices),
        "answer": "",
        "value": "",
        "reason": "",
    }


def no_formula(text: str) -> str:
    """Text that no spreadsheet takes for a formula, in letters of any width, wherever the table is opened."""
    begins = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return f"'{text}" if begins in {"=", "+", "-", "@"} or text.startswith(("\t", "\r", "\n")) else text


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    kind = _kind(path)
    text = read_named(path, what="The table", error=DataError, mend="Export it again, or save it in UTF-8.")
    if kind == ".csv":
        reader = csv.DictReader(text.splitlines(keepends=True))
        if not {"request", "answer"} <= set(reader.fieldnames or ()):
            raise DataError("The table lacks the columns 'request' and 'answer'.", place=str(path))
        for row in reader:
            yield reader.line_num, {name: value for name, value in row.items() if isinstance(value, str)}
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, _object(line, f"{path}:{number}")


def _object(line: str, place: str) -> dict[str, str]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise DataError("This line is no JSON.", place=place) from error
    if not isinstance(row, dict):
        raise DataError("This line is not a JSON object.", place=place)
    return {str(name): value for name, value in row.items() if isinstance(value, str)}


def _kind(path: Path) -> str:
    kind = path.suffix.lower()
    if kind not in {".csv", ".jsonl"}:
        raise UsageError(
            "It is neither a .csv nor a .jsonl file.", place=str(path), mend="Name one of these."
        )
    return kind
