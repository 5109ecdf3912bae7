"""The canonical text of an SOP, and reading and writing it.

People read and edit the files: keys come in a fixed order, defaults are left out, what is short stands on
one line. Saving what was loaded gives the same bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from handrail.errors import SopError
from handrail.named_file import read_whole, write_named
from handrail.sop.document import SCHEMA_VERSION, Sop
from handrail.sop.faults import problems_of
from handrail.sop.migrations import MIGRATIONS, Migration, migrate

_FIRST_KEYS: Final = ("type", "id", "label")
_LONGEST_LINE: Final = 100


def load(path: Path) -> Sop:
    """Read an SOP file. Raises SopError with everything that is wrong with it."""
    name = str(path)
    try:
        content = read_whole(path)
    except FileNotFoundError:
        raise SopError("There is no such file.", place=name, mend="Check the path.") from None
    except IsADirectoryError:
        raise SopError("It is a folder, not an SOP file.", place=name, mend="Name the file in it.") from None
    except OSError as error:
        raise SopError(f"It cannot be read: {error.strerror}.", place=name) from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SopError(
            f"Line {line} is not UTF-8 text.", place=name, mend="Save the file in UTF-8."
        ) from None
    return loads(text, name)


def loads(text: str, source_name: str, *, migrations: Mapping[int, Migration] = MIGRATIONS) -> Sop:
    """Read an SOP from its text; `source_name` names it in errors. Raises SopError like `load`."""
    document = _parse(text, source_name)
    if not isinstance(document, dict):
        raise SopError(
            "An SOP is a JSON object, and this is something else.",
            place=source_name,
            mend="`handrail schema` tells what an SOP file holds.",
        )
    document = migrate(document, source_name, migrations=migrations)
    try:
        return Sop.model_validate(document)
    except ValidationError as error:
        raise SopError.of(problems_of(error, document), source_name) from None


def _parse(text: str, source_name: str) -> Any:
    if not text.strip():
        raise SopError("The file is empty.", place=source_name, mend="Make it with `handrail compile`.")
    try:
        document = json.loads(
            text, object_pairs_hook=_object, parse_float=_number, parse_constant=_no_number, parse_int=_whole
        )
        # Only an escape brings it in: the file itself is UTF-8.
        if "\\ud" in text.lower():
            _refuse_half_characters(document)
        return document
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        # A string without an end is only ever found out at the end of the file.
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            message, mend = (
                f"The file ends too early, at {where}.",
                "It seems to be cut off: use a complete copy.",
            )
        else:
            message, mend = f"It is not JSON at {where}: {error.msg}.", "Correct the text there."
        raise SopError(message, place=source_name, mend=mend) from None
    except _Unfit as error:
        raise SopError(str(error), place=source_name, mend=error.mend) from None
    except RecursionError:
        raise SopError("It is nested too deeply to be an SOP.", place=source_name) from None


class _Unfit(Exception):
    """JSON that Python would read, and that does not say one clear thing."""

    def __init__(self, message: str, mend: str) -> None:
        super().__init__(message)
        self.mend = mend


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        what = found.get("id") or found.get("label")
        owner = f" of '{what}'" if isinstance(what, str) else ""
        raise _Unfit(f"The field '{twice}'{owner} is there twice.", "Take one of them out.")
    return found


def _number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _whole(text: str) -> int:
    # Longer numbers are refused by Python itself, with an error that names no place.
    return int(text) if len(text) <= 300 else int(_no_number(text))


def _no_number(text: str) -> float:
    short = text if len(text) <= 20 else f"{text[:19]}…"
    raise _Unfit(f"{short} is not a number that an SOP may hold.", "Write a finite number.")


def _refuse_half_characters(document: Any) -> None:
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise _Unfit(f"{half} is half of a character, and no text.", "Write the whole character.") from None


def sop_bytes(sop: Sop) -> bytes:
    """The canonical text: what `save` writes and `content_hash` covers."""
    document = {"schema_version": SCHEMA_VERSION, **sop.model_dump(by_alias=True, exclude_defaults=True)}
    document["nodes"] = [_node(node) for node in document["nodes"]]
    return (_text(document, "", 0) + "\n").encode()


def _node(dumped: dict[str, Any]) -> dict[str, Any]:
    """A node with what it is first, and then the fields as the models declare them."""
    first: dict[str, Any] = {key: dumped[key] for key in _FIRST_KEYS if key in dumped}
    node = {**first, **dumped}
    if "children" in node:
        node["children"] = [_node(child) for child in node["children"]]
    return node


def content_hash(sop: Sop) -> str:
    """The content's address, `sha256:` and 64 hexadecimal digits; it changes with any field."""
    return f"sha256:{sha256(sop_bytes(sop)).hexdigest()}"


def _text(value: Any, indent: str, used: int) -> str:
    """The value as JSON; `used` is what the line holds already besides its indentation."""
    if isinstance(value, dict):
        entries = [f"{_scalar(key)}: " for key in value]
        inner = list(value.values())
        opening, closing = "{", "}"
    elif isinstance(value, list | tuple):
        inner = list(value)
        entries = [""] * len(inner)
        opening, closing = "[", "]"
    else:
        return _scalar(value)
    if not inner:
        return opening + closing
    if indent and (line := _line(value)) and len(indent) + used + len(line) < _LONGEST_LINE:
        return line
    deeper = indent + "  "
    lines = ",\n".join(
        deeper + key + _text(entry, deeper, len(key)) for key, entry in zip(entries, inner, strict=True)
    )
    return f"{opening}\n{lines}\n{indent}{closing}"


def _line(value: Any) -> str | None:
    """The value on one line; none where it holds several objects, which are easier to compare in lines."""
    if isinstance(value, dict):
        if value and all(isinstance(entry, dict) for entry in value.values()):
            return None
        parts = []
        for key, entry in value.items():
            inner = _line(entry)
            if inner is None:
                return None
            parts.append(f"{_scalar(key)}: {inner}")
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, list | tuple):
        if any(isinstance(entry, dict) for entry in value):
            return None
        lines = [_line(entry) for entry in value]
        return None if None in lines else f"[{', '.join(filter(None, lines))}]"
    return _scalar(value)


_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
"""Made once: `json.dumps` makes an encoder for each value."""
_quoted: Final = json.encoder.encode_basestring


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        # Most values are texts, and the encoder takes a while to find out.
        return _quoted(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    return _ENCODE(value)


def save(path: Path, sop: Sop) -> None:
    """Write the SOP as a whole or not at all. Raises UsageError for a bad place, else StoreError."""
    write_named(path, sop_bytes(sop), what="The SOP")
