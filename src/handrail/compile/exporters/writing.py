"""Writing Python: names, literals, and lines that are not too long."""

from __future__ import annotations

import json
import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

INDENT: Final = "    "
WIDTH: Final = 100

_OPENING: Final = {"(": ")", "[": "]", "{": "}"}


def literal_text(text: str) -> str:
    """The text as a Python string, in the quotes that need fewer marks."""
    quoted = _quoted(text)
    if '"' in text and "'" not in text:
        inside = quoted[1:-1].replace('\\"', '"')
        return f"'{inside}'"
    return quoted


def formatted_text(text: str) -> str:
    """The text as it stands in an f-string with double quotes."""
    return _quoted(text)[1:-1].replace("{", "{{").replace("}", "}}")


def _quoted(text: str) -> str:
    """In double quotes; what cannot be seen is escaped, for it could make the code read as another."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else rf"\U{ord(sign):08x}" for sign in quoted)


def raw_text(text: str) -> str:
    """The text as a raw string where it can be one: for patterns."""
    plain = '"' not in text and not text.endswith("\\") and text.isprintable()
    return f'r"{text}"' if "\\" in text and plain else literal_text(text)


def identifier(words: str, fallback: str) -> str:
    """A name in snake case made of the words; `fallback` where nothing of them can stand in a name."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")[:40].rstrip("_")
    if not name or name[0].isdigit():
        name = f"{fallback}_{name}".rstrip("_")
    return f"{name}_" if keyword.iskeyword(name) or keyword.issoftkeyword(name) else name


class Names:
    """Gives each thing a name of its own."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def new(self, words: str, fallback: str) -> str:
        base = identifier(words, fallback)
        name, number = base, 2
        while name in self._taken:
            name, number = f"{base.rstrip('_')}_{number}", number + 1
        self._taken.add(name)
        return name


def indented(lines: Iterable[str]) -> list[str]:
    return [INDENT + line if line else line for line in lines]


def call(function: str, *arguments: str | None, **named: str | None) -> str:
    """A call in source form; what is none is left out."""
    given = [argument for argument in arguments if argument is not None]
    given += [f"{name}={value}" for name, value in named.items() if value is not None]
    return f"{function}({', '.join(given)})"


def printable(text: str) -> str:
    """The text on one line, without what a source file cannot hold."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def comment(text: str) -> list[str]:
    """The text as comment lines."""
    lines: list[str] = []
    for word in printable(text).split():
        if lines and len(lines[-1]) + len(word) < WIDTH - 12:
            lines[-1] += f" {word}"
        else:
            lines.append(f"# {word}")
    return lines


def folded(line: str, room: int = WIDTH) -> list[str]:
    """A line that is too long, broken at its last brackets; as it is where that is not possible."""
    if len(line) <= room or line.lstrip().startswith("#"):
        return [line]
    span = _last_brackets(line)
    if span is None:
        return [line]
    start, end = span
    indent = line[: len(line) - len(line.lstrip())]
    deeper = indent + INDENT
    body = line[start + 1 : end]
    lines = [line[: start + 1]]
    if len(deeper) + len(body) <= room:
        lines.append(deeper + body)
    else:
        for part in _parts(body):
            lines += folded(f"{deeper}{part},", room)
    return [*lines, indent + line[end:]]


def _last_brackets(line: str) -> tuple[int, int] | None:
    """Where the last outermost pair of brackets with something in it stands."""
    found = None
    opened: list[int] = []
    for place, letter in _code(line):
        if letter in _OPENING:
            opened.append(place)
        elif letter in _OPENING.values() and opened:
            start = opened.pop()
            if not opened and place > start + 1:
                found = start, place
    return found


def _parts(body: str) -> Iterator[str]:
    """The arguments of a call, by their outermost commas."""
    depth = 0
    start = 0
    for place, letter in _code(body):
        depth += (letter in _OPENING) - (letter in _OPENING.values())
        if letter == "," and depth == 0:
            yield body[start:place].strip()
            start = place + 1
    if rest := body[start:].strip():
        yield rest


def _code(text: str) -> Iterator[tuple[int, str]]:
    """The letters that stand outside of strings."""
    quote = ""
    escaped = False
    for place, letter in enumerate(text):
        if quote:
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == quote:
                quote = ""
        elif letter in "\"'":
            quote = letter
        else:
            yield place, letter
