"""Another tool's file while it is read: every field knows its place, and is told what became of it.

Fields of which nothing was told are left out, and the report says so: nothing gets lost without a word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from handrail.compile.importers.report import Fate, FieldLine
from handrail.errors import SourceError

Path = tuple[str | int, ...]

HIDDEN: Final = "•••"
_LONGEST: Final = 80
_LARGEST: Final = 1e12
"""Times are in milliseconds, and nothing that a procedure says is larger."""
_SHORTEST_SECRET: Final = 4
"""Shorter values stand in texts by chance."""
_KINDS: Final = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
_EMPTY: Final[tuple[Fate, str]] = ("left", "it is empty")
_UNTOLD: Final[tuple[Fate, str]] = ("left", "Handrail knows no use for it")


class Ledger:
    """What became of each field of one file."""

    def __init__(self) -> None:
        self._fates: dict[Path, tuple[Fate, str]] = {}
        self._hidden: set[Path] = set()
        self._secrets: set[str] = set()

    def note(self, path: Path, fate: Fate, words: str) -> None:
        """The fate of a field, and of everything in it that is not spoken of by itself."""
        self._fates[path] = (fate, words)

    def knows(self, path: Path) -> bool:
        """Whether the fate of exactly this field was told."""
        return path in self._fates

    def hide(self, path: Path, value: str) -> None:
        """The field holds a secret: its value is not told, here nor where it stands once more."""
        self._hidden.add(path)
        if len(value) >= _SHORTEST_SECRET:
            self._secrets.add(value)

    def hide_values(self, values: Iterable[str]) -> None:
        """Values of secrets, wherever they stand."""
        self._secrets.update(value for value in values if len(value) >= _SHORTEST_SECRET)

    def masked(self, text: str) -> str:
        """The text without the secrets that are known by now."""
        for secret in sorted(self._secrets, key=len, reverse=True):
            text = text.replace(secret, HIDDEN)
        return text

    def lines(self, document: Any) -> Iterator[FieldLine]:
        """Every field of the document with its fate, in the file's order."""
        for path, value in _leaves(document, ()):
            empty = value in (None, "", [], {})
            fate, words = self._fate(path) or (_EMPTY if empty else _UNTOLD)
            hidden = any(path[:length] in self._hidden for length in range(1, len(path) + 1))
            yield FieldLine(
                field=words_for(path),
                value=HIDDEN if hidden else self.masked(_shown(value)),
                fate=fate,
                words=words,
            )

    def _fate(self, path: Path) -> tuple[Fate, str] | None:
        prefixes = (path[:length] for length in range(len(path), 0, -1))
        return next((self._fates[prefix] for prefix in prefixes if prefix in self._fates), None)


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict) and value:
        for key, entry in value.items():
            yield from _leaves(entry, (*path, key))
    elif isinstance(value, list) and value:
        for place, entry in enumerate(value):
            yield from _leaves(entry, (*path, place))
    else:
        yield path, value


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else f"{folded[: _LONGEST - 1]}…"


def words_for(path: Path) -> str:
    """A place in words: `steps[2].url`; keys that are no names in quotes."""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f"[{part}]"
        elif re.fullmatch(r"[\w$-]+", part):
            words += f".{part}" if words else part
        else:
            words += f"[{json.dumps(part, ensure_ascii=False)}]"
    return words or "the file"


@dataclass(frozen=True)
class Source:
    """A value of the file with its place; a field that is not there is a source without a value."""

    value: Any
    path: Path
    ledger: Ledger
    file: str

    def __getitem__(self, key: str | int) -> Source:
        found: Any = None
        if isinstance(self.value, dict) and isinstance(key, str):
            found = self.value.get(key)
        elif isinstance(self.value, list) and isinstance(key, int) and key < len(self.value):
            found = self.value[key]
        return Source(found, (*self.path, key), self.ledger, self.file)

    @property
    def place(self) -> str:
        return words_for(self.path)

    @property
    def there(self) -> bool:
        """Whether it holds anything; an empty text, list or object is nothing."""
        return self.value not in (None, "", [], {})

    def first(self, *keys: str) -> Source:
        """The first of the fields that holds anything; the first one where none does."""
        return next((self[key] for key in keys if self[key].there), self[keys[0]])

    def text(self) -> str:
        """The text; a number as text; empty where there is nothing. Raises SourceError for anything else."""
        if self.value is None:
            return ""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        if isinstance(self.value, str | int | float):
            return str(self.value)
        raise self._misfit("text")

    def number(self) -> float | None:
        """The number; none where there is none. Raises SourceError for what is no number."""
        if self.value is None or self.value == "":
            return None
        try:
            number = float(self.value)
        except (TypeError, ValueError, OverflowError):
            raise self._misfit("a number") from None
        if not -_LARGEST <= number <= _LARGEST:
            raise self._misfit("a number of an ordinary size")
        return number

    def flag(self) -> bool:
        """Whether it says yes."""
        return self.value is True or str(self.value).lower() in ("true", "yes", "1")

    def entries(self) -> tuple[Source, ...]:
        """The entries of a list. Raises SourceError where it is no list."""
        if self.value is None:
            return ()
        if not isinstance(self.value, list):
            raise self._misfit("a list")
        return tuple(self[place] for place in range(len(self.value)))

    def fields(self) -> tuple[tuple[str, Source], ...]:
        """The fields of an object. Raises SourceError where it is none."""
        if self.value is None:
            return ()
        if not isinstance(self.value, dict):
            raise self._misfit("an object")
        return tuple((key, self[key]) for key in self.value)

    def is_object(self) -> bool:
        return isinstance(self.value, dict)

    def is_list(self) -> bool:
        return isinstance(self.value, list)

    def kept(self, where: str) -> None:
        self.ledger.note(self.path, "kept", where)

    def mapped(self, to: str) -> None:
        self.ledger.note(self.path, "mapped", to)

    def left(self, why: str) -> None:
        self.ledger.note(self.path, "left", why)

    def mapped_else(self, to: str) -> None:
        """What became of it, unless that was told before, of itself or of what it stands in."""
        if not any(self.ledger.knows(self.path[:length]) for length in range(1, len(self.path) + 1)):
            self.mapped(to)

    def hide(self) -> None:
        self.ledger.hide(self.path, self.text())

    def wrong(self, message: str, mend: str | None = None) -> SourceError:
        """An error about this place."""
        return SourceError(message, place=f"{self.file}: {self.place}", mend=mend)

    def _misfit(self, wanted: str) -> SourceError:
        kind = _KINDS.get(type(self.value), "a number")
        if isinstance(self.value, str):
            kind = f"'{_shown(self.value)}'"
        return self.wrong(f"It should be {wanted}, but is {kind}.", "Use the file as its tool wrote it.")


def read_json(content: bytes, file: str) -> Any:
    """The JSON of a file. Raises SourceError with the line where it is cut off or broken."""
    if content.startswith(b"PK"):
        raise SourceError("It is an archive.", place=file, mend="Unpack it, and name what was in it.")
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SourceError(
            f"Line {line} is not {encoding.removesuffix('-sig').upper()} text.",
            place=file,
            mend="Export it again as a JSON file.",
        ) from None
    if not text.strip():
        raise SourceError("The file is empty.", place=file, mend="Export it again from its tool.")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise _broken(error, text, file) from None
    except _Unfit as error:
        raise SourceError(str(error), place=file, mend="Export it again from its tool.") from None
    except (RecursionError, ValueError):
        raise SourceError(
            "It is nested too deeply, or holds a number too long to read.", place=file
        ) from None


class _Unfit(Exception):
    """JSON that does not say one clear thing."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Unfit(f"The field '{twice}' is there twice in one object, so one of the two would be lost.")
    return found


def _no_number(text: str) -> float:
    raise _Unfit(f"{text} is not a number that a JSON file may hold.")


_OTHER_TEXTS: Final = (
    (r"\s*<", "It is HTML or XML, not JSON", "An old Selenium IDE test: open it there and save it as .side."),
    (
        r"(?s)\s*(const|import|/\*|//|describe\(|require\()",
        "It is a script, not JSON",
        "In the DevTools Recorder, export as 'JSON file'.",
    ),
    (
        r"(?ms).*^(steps|input_schema|workflow_analysis):",
        "It is YAML, not JSON",
        "Save the workflow as JSON: Handrail reads workflow-use's JSON files.",
    ),
)


def _broken(error: json.JSONDecodeError, text: str, file: str) -> SourceError:
    where = f"line {error.lineno}, column {error.colno}"
    if not re.match(r"\s*[\[{]", text):
        for pattern, what, mend in _OTHER_TEXTS:
            if re.match(pattern, text):
                return SourceError(f"{what}.", place=file, mend=mend)
    # A string without an end is only ever found out at the end of the file.
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return SourceError(
            f"The file ends too early, at {where}.", place=file, mend="It was cut off: export it again."
        )
    return SourceError(
        f"It is not JSON at {where}: {error.msg}.", place=file, mend="Export it again from its tool."
    )
