"""What a read-back query may be: one statement that reads, with its values as `:name` parameters.

This is the first of two locks, and refuses rather too much; the second is the connection, which is opened for
reading only. Comments and backslashes in texts are refused because databases differ in how they read them.
"""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(
    r"""(?P<text>'[^']*(?:''[^']*)*')
      | (?P<name>"[^"]*(?:""[^"]*)*"|`[^`]*`)
      | (?P<dollar>\$\w*\$)
      | (?P<comment>--|/\*)
      | (?P<open>['"`])
      | (?P<word>[^\W\d]\w*)
      | (?P<end>;)
      | (?P<other>\s+|\d[\w.]*|.)""",
    re.VERBOSE | re.DOTALL,
)
_WRITING: Final = frozenset({"insert", "update", "delete", "merge", "into"})
# As SQLAlchemy's `text` reads it, so that what is checked is what is bound.
_PARAMETER: Final = re.compile(r"(?<![:\w\\]):(\w+)(?!:)")

_CAST: Final = re.compile(r"(?<![:\w]):\w+::")


def fault_of(query: str) -> str | None:
    """Why the query is not run; none where it is one statement that reads."""
    if "{{" in query:
        return "it holds a template, and values go into it as parameters"
    if _CAST.search(query):
        return "a parameter is cast with '::', which is not understood here; write CAST(:name AS type)"
    words: list[str] = []
    ended = False
    for token in _TOKEN.finditer(query):
        kind, text = token.lastgroup, token[0]
        if ended and not text.isspace():
            return "it holds more than one statement"
        match kind:
            case "end":
                ended = True
            case "comment":
                return "it holds a comment"
            case "dollar" | "open":
                return f"it holds a text in other quotes than '…', or one that is not closed: {text}"
            case "text" if "\\" in text or _PARAMETER.search(text):
                return "a text in it holds a backslash or a colon before a word; give it as a parameter"
            case "word":
                words.append(text.lower())
    if not words or words[0] not in {"select", "with"}:
        return "it does not begin with SELECT or WITH"
    writing = next((word for word in words if word in _WRITING), None)
    return f"'{writing.upper()}' writes" if writing else None


def parameters_of(query: str) -> tuple[str, ...]:
    """The names of the parameters in the query, each once."""
    return tuple(dict.fromkeys(_PARAMETER.findall(query)))
